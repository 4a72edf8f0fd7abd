// What has been mated could be mated: games of random legal moves are played until one side is mated, and
// none of the positions before may be called unwinnable for the side that mated, by any of the proofs. Free,
// and there is no end of it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "chess/mating/material.hpp"
#include "chess/mating/reach.hpp"
#include "chess/mating/short_proof.hpp"
#include "tests/chess/mating/labelled.hpp"
#include "tests/chess/mating/locked_positions.hpp"

namespace jadoube::chess::mating {
namespace {

constexpr std::size_t kLongestGame = 300;
constexpr int kLockedStarts = 1'000;

struct Game {
  std::vector<Position> positions;
  Side winner;
};

class Games {
 public:
  explicit Games(std::uint32_t seed) : random_{seed} {
    LockedPositions locked{seed};
    for (int more = 0; more < kLockedStarts; ++more) starts_.push_back(locked.next());
    if (std::filesystem::exists(kHardPositions))
      for (const Labelled& each : labelled_positions(kHardPositions, 1))
        if (each.winnable[0] || each.winnable[1]) starts_.push_back(each.position);
  }

  /// One that ends in mate.
  Game next() {
    for (;;) {
      Game game{{start()}, Side::white};
      MoveList moves;
      while (game.positions.size() < kLongestGame) {
        const Position& now = game.positions.back();
        now.legal_moves(moves);
        if (moves.empty()) break;
        game.positions.push_back(now.after(choose(now, moves)));
      }
      const Position& last = game.positions.back();
      game.winner = ~last.turn();
      game.positions.pop_back();
      if (last.in_check() && !last.has_legal_move()) return game;
    }
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>{0, n - 1}(random_); }

  /// Now and then a locked position, where the proofs have most to say; else the start of a game.
  Position start() { return below(4) == 0 ? Position{} : starts_[below(starts_.size())]; }

  /// Any; but a mate that is there is given every other time, since random moves seldom find one.
  Move choose(const Position& position, const MoveList& moves) {
    if (below(2) == 0)
      for (const Move move : moves) {
        const Position next = position.after(move);
        if (next.in_check() && !next.has_legal_move()) return move;
      }
    return moves[below(moves.size())];
  }

  std::mt19937 random_;
  std::vector<Position> starts_;
};

TEST(Soundness, NobodyWhoMatedIsEverCalledUnableTo) {
  const bool is_long = std::getenv("JADOUBE_LONG") != nullptr;
  const std::size_t wanted = (is_long ? 1'000'000 : 10'000) / kStep;
  Games games{20260701};
  MatingSolver solver;
  MatingOptions quick;
  quick.quick = true;
  MatingOptions full;
  full.max_nodes = 3'000;
  std::size_t asked = 0;
  while (asked < wanted) {
    const Game game = games.next();
    for (const Position& position : game.positions) {
      ++asked;
      const Board board = oriented(position, game.winner);
      std::uint64_t nodes = 300;
      ASSERT_FALSE(cannot_mate_by_material(board)) << to_fen(position);
      ASSERT_FALSE(no_mate_fits(board)) << to_fen(position);
      ASSERT_FALSE(all_lines_fail(board, 4, nodes)) << to_fen(position);
      ASSERT_FALSE(solver.can_mate(position, game.winner, quick).is_unwinnable()) << to_fen(position);
      ASSERT_FALSE(solver.can_mate(position, game.winner, full).is_unwinnable()) << to_fen(position);
      if (asked % 100 == 0) {
        ASSERT_FALSE(no_mate_fits_split_once(board)) << to_fen(position);
      }
    }
  }
}

}  // namespace
}  // namespace jadoube::chess::mating
