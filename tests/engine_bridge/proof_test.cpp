#include "engine_bridge/proof.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine_bridge/logged_bridge.hpp"

namespace jadoube::engine_bridge {
namespace {

using chess::Side;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

WinProof prove(const std::string& engine, const char* fen, Side winner, const ProofBudget& budget = {}) {
  LoggedBridge engines{patient(engine)};
  std::promise<WinProof> promise;
  const auto at = *chess::Position::from(*chess::setup_from_fen(fen), chess::kForgivable);
  engines.bridge.post([&](Pool& pool) {
    prove_win(pool, at, winner, budget, [&](WinProof win) { promise.set_value(std::move(win)); });
  });
  return promise.get_future().get();
}

/// The line is legal from here and ends with the winner's mate.
void expect_mate(const char* fen, const WinProof& win, Side winner) {
  ASSERT_TRUE(win.is_shown) << win.why_not;
  chess::Position at = position(fen);
  unsigned of_winner = 0;
  for (const chess::Move move : win.line) {
    ASSERT_TRUE(at.is_legal(move)) << to_uci(move);
    if (at.turn() == winner) ++of_winner;
    at.make(move);
  }
  EXPECT_TRUE(at.in_check() && !at.has_legal_move());
  EXPECT_EQ(at.turn(), ~winner);
  EXPECT_EQ(win.moves, of_winner);
}

TEST(WinProof, AMateInOneIsShown) {
  JADOUBE_NEEDS_STOCKFISH();
  const char* fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
  const WinProof win = prove(*find_engine(), fen, Side::white);
  expect_mate(fen, win, Side::white);
  EXPECT_EQ(win.moves, 1U);
}

TEST(WinProof, ALongMateIsShownMoveByMove) {
  JADOUBE_NEEDS_STOCKFISH();
  for (const char* fen : {"8/8/8/4k3/8/8/8/3QK3 w - - 0 1", "8/8/8/8/3k4/8/7r/K7 b - - 0 1",
                          "8/8/8/3k4/8/8/8/R3K2R w KQ - 0 1"}) {
    const Side winner = position(fen).turn();
    expect_mate(fen, prove(*find_engine(), fen, winner), winner);
  }
}

TEST(WinProof, IsShownForTheSideThatIsNotToMove) {
  JADOUBE_NEEDS_STOCKFISH();
  const char* fen = "7k/8/5K2/8/8/8/8/6R1 b - - 0 1";
  expect_mate(fen, prove(*find_engine(), fen, Side::white), Side::white);
}

TEST(WinProof, WhatIsNotFoundIsNotShownAndNothingMore) {
  JADOUBE_NEEDS_STOCKFISH();
  for (const Side winner : chess::kSides) {
    const WinProof win =
        prove(*find_engine(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", winner, {.moves = 3, .nodes = 5000});
    EXPECT_FALSE(win.is_shown);
    EXPECT_THAT(win.line, IsEmpty());
    EXPECT_THAT(win.why_not, HasSubstr("no forced mate was found within 3 moves and 5000 nodes"));
  }
}

TEST(WinProof, AMateBeyondTheBudgetIsNotShown) {
  JADOUBE_NEEDS_STOCKFISH();
  EXPECT_FALSE(prove(*find_engine(), "8/8/8/4k3/8/8/8/3QK3 w - - 0 1", Side::white, {.moves = 2}).is_shown);
}

TEST(WinProof, AMateThatStandsNeedsNoLine) {
  const WinProof win = prove(fake("good"), "3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", Side::white);
  EXPECT_TRUE(win.is_shown);
  EXPECT_THAT(win.line, IsEmpty());
  EXPECT_FALSE(prove(fake("good"), "3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", Side::black).is_shown);
}

TEST(WinProof, APositionThatTheRulesRefuseIsNotAskedAbout) {
  const WinProof win = prove(fake("good"), "8/8/8/3kK3/8/8/8/7R w - - 0 1", Side::white);
  EXPECT_FALSE(win.is_shown);
  EXPECT_THAT(win.why_not, HasSubstr("king"));
}

}  // namespace
}  // namespace jadoube::engine_bridge
