#include "engine_bridge/gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::engine_bridge {
namespace {

using chess::Position;
using ::testing::HasSubstr;

/// As a game record takes it, after moves that were illegal and stand.
Position forgiven(const std::string& fen) {
  return *Position::from(*chess::setup_from_fen(fen), chess::kForgivable);
}

TEST(Gate, PositionsOfPlayGoThrough) {
  EXPECT_EQ(Admitted::through(Position{})->start_fen(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST(Gate, WhatTheRulesRefuseDoesNot) {
  for (const char* fen : {
           "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1",     // the side to move can take the king
           "8/8/8/3kK3/8/8/8/8 w - - 0 1",        // kings adjacent
           "P3k3/8/8/8/8/8/8/4K3 b - - 0 1",      // a pawn on the last rank
           "4k3/4r3/8/8/8/5n2/8/r3K3 w - - 0 1",  // three checkers
       })
    EXPECT_FALSE(Admitted::through(forgiven(fen))) << fen;
  EXPECT_THAT(Admitted::through(forgiven("8/8/8/3kK3/8/8/8/8 w - - 0 1")).error(), HasSubstr("king"));
}

TEST(Gate, RightsThatDoNotFitAreGoneBeforehand) {
  EXPECT_EQ(Admitted::through(forgiven("4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1"))->start_fen(),
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Gate, MovesMustBeLegalOneAfterTheOther) {
  const Position start;
  const auto e4 = *move_from_uci(start, "e2e4");
  const auto admitted = Admitted::through(start, {e4});
  ASSERT_TRUE(admitted);
  EXPECT_THAT(admitted->moves(), ::testing::ElementsAre("e2e4"));
  EXPECT_EQ(admitted->position().turn(), chess::Side::black);
  EXPECT_THAT(Admitted::through(start, {e4, e4}).error(), HasSubstr("e2e4 is not legal"));
}

TEST(Gate, AGameThatGoesOnPastFiftyMovesIsNoDrawYet) {
  EXPECT_EQ(Admitted::through(forgiven("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"))->start_fen(),
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 80");
  EXPECT_EQ(Admitted::through(forgiven("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"))->start_fen(),
            "4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
}

// Stockfish names the square for a capture that is pinned away, and we do not.
TEST(Gate, TheBoardIsComparedAsTheRulesSeeIt) {
  const auto pinned = Admitted::through(forgiven("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"));
  ASSERT_TRUE(pinned);
  EXPECT_EQ(pinned->start_fen(), "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1");
  EXPECT_TRUE(pinned->is_what("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"));
  EXPECT_TRUE(pinned->is_what("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"));
  EXPECT_FALSE(pinned->is_what("8/8/8/8/k2Pp2Q/8/8/3K4 w - - 0 1"));
  EXPECT_FALSE(pinned->is_what("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 1 1"));
  EXPECT_FALSE(pinned->is_what("8/8/8/8/k2Pp2Q/8/8/4K3 b - - 0 1"));
  EXPECT_FALSE(pinned->is_what("nonsense"));
}

}  // namespace
}  // namespace jadoube::engine_bridge
