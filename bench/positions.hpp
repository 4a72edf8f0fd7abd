// Positions to measure on: the same ones on every machine and in every run.
#pragma once

#include <random>
#include <vector>

#include "chess/game.hpp"

namespace jadoube::bench {

inline constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Every position of `games` games of random legal moves, at most 100 plies each.
inline std::vector<chess::Position> random_positions(unsigned games) {
  std::mt19937_64 random{20};
  std::vector<chess::Position> positions;
  for (unsigned i = 0; i < games; ++i) {
    chess::Position position;
    for (unsigned ply = 0; ply < 100; ++ply) {
      positions.push_back(position);
      chess::MoveList moves;
      position.legal_moves(moves);
      if (moves.empty()) break;
      position.make(moves[random() % moves.size()]);
    }
  }
  return positions;
}

}  // namespace jadoube::bench
