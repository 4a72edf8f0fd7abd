#include "judge/mating_solver.hpp"

#include <gtest/gtest.h>

#include "judge/judged_game.hpp"

namespace jadoube::laws {
namespace {

using chess::Side;

struct MatingSolverTest : ::testing::Test {
  CanMate solver_ = mating_solver();
  WinAnswer ask(const char* fen, Side side) { return solver_(*position_of(fen), side); }
};

TEST_F(MatingSolverTest, AnswersYesAndNoWhereTheLawNeedsIt) {
  // A flag as in docs/rules.md 6: a knight can mate with a rook's help, and not with a queen's.
  EXPECT_EQ(ask("8/8/8/3k4/8/2n5/8/1R2K3 w - - 0 1", Side::black), WinAnswer::yes);
  EXPECT_EQ(ask("8/8/8/3k4/8/2n5/8/1Q2K3 w - - 0 1", Side::black), WinAnswer::no);
  // Material says nothing here: the pawns are locked for good.
  EXPECT_EQ(ask("8/5k2/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3/8 w - - 0 1", Side::white), WinAnswer::no);
  EXPECT_EQ(ask("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Side::black), WinAnswer::yes);
}

TEST_F(MatingSolverTest, WhatCannotBeAskedOrTakesTooLongIsUnknown) {
  // Black to move could take the king.
  EXPECT_EQ(ask("3kr3/8/8/8/8/8/8/3RK3 w - - 0 1", Side::white), WinAnswer::unknown);
  const CanMate hasty = mating_solver(1);
  EXPECT_EQ(hasty(*position_of("6k1/8/8/8/8/8/5p2/6KB w - - 0 1"), Side::white), WinAnswer::unknown);
  EXPECT_EQ(ask("6k1/8/8/8/8/8/5p2/6KB w - - 0 1", Side::white), WinAnswer::yes);
}

}  // namespace
}  // namespace jadoube::laws
