// The adviser: how much each of several explanations of a ply would be worth to the player, in the eyes of
// an engine. It returns scores and gaps, never a verdict.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "chess/position.hpp"
#include "engine_bridge/pool.hpp"

namespace jadoube::engine_bridge {

/// In hundredths of a pawn, for comparing: a mate is worth 10,000 less one for every move to it.
int centipawns(uci::Score score);

struct RatedMove {
  chess::Move move;
  uci::Score score;
  /// Centipawns behind the best move of the list, 0 or more.
  int gap = 0;
};

struct Ranking {
  /// Best first. Equal scores are in the order of the longer search.
  std::vector<RatedMove> moves;
  unsigned depth = 0;
  std::string engine;
  /// From the question to the answer, and what the engine worked of it.
  std::chrono::microseconds took{};
  std::chrono::microseconds worked{};
};

using RankingHandler = std::function<void(tl::expected<Ranking, std::string>)>;

/// Looks at these legal moves to depth 1. Moves less than a pawn behind the best are looked at once more
/// without the neural net, if the engine can, and count with the mean of both: people are nearer to it. Moves
/// that are then equal to the best are put in order by a search of 1,000 nodes.
/// `handler` is called once, never from within this call. A position that the gate refuses, or a move that is
/// not legal, is an error, not the engine's.
void rank(Pool& pool, Importance importance, const chess::Position& before,
          const std::vector<chess::Move>& moves, RankingHandler handler);

/// A played move in the eyes of an engine.
struct Plausibility {
  /// Among all legal moves, from 1.
  std::size_t rank = 1;
  RatedMove played;
  /// The moves that are better, best first.
  std::vector<RatedMove> better;
  std::string engine;
  std::chrono::microseconds took{};

  /// Such a move is so improbable that the board may have been misread. Never a reason to call it illegal.
  [[nodiscard]] bool is_far_fetched() const;
};
/// Not among the first ten at depth 1, and more than five pawns behind the best.
inline constexpr std::size_t kUsualRank = 10;
inline constexpr int kFarBehind = 500;

using PlausibilityHandler = std::function<void(tl::expected<Plausibility, std::string>)>;
/// Looks at all legal moves to depth 1. As for `rank`.
void judge_played(Pool& pool, const chess::Position& before, chess::Move played, PlausibilityHandler handler);

}  // namespace jadoube::engine_bridge
