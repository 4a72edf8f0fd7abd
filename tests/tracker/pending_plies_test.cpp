#include "tracker/pending_plies.hpp"

#include <gtest/gtest.h>

namespace jadoube::tracker {
namespace {

using namespace std::chrono_literals;

/// A game whose last plies, White's first, were made at these times and have not been pressed.
Hypothesis unpressed(std::initializer_list<Time> times) {
  const chess::Position start;
  Hypothesis h;
  h.step = StepPtr{new Step{start, SensedBoard::of(start)}};
  Side side = Side::white;
  for (const Time t : times) {
    StepPtr step{new Step{start, SensedBoard::of(start)}};
    step->parent = h.step;
    step->kind = StepKind::legal;
    step->side = side;
    step->t = t;
    h.step = step;
    side = ~side;
    ++h.presses.pending;
  }
  return h;
}

TEST(PendingPlies, APressCompletesTheOldestPlyOfItsSideIfThatWasMadeJustNow) {
  const Hypothesis h = unpressed({9000ms, 9500ms, 9900ms});
  EXPECT_EQ(ply_pressed(h, Side::white, 10s), 2U);
  EXPECT_EQ(ply_pressed(h, Side::black, 10s), 1U);
  EXPECT_EQ(ply_pressed(h, Side::white, 12s), 0U) << "the older one was forgotten";
  EXPECT_EQ(plies_passed_over(h, Side::white, 0), 2U);
}

TEST(PendingPlies, AnOlderPlyIsForgottenAfterASecondAndAHalf) {
  const Hypothesis h = unpressed({9000ms, 9500ms, 9900ms});
  EXPECT_EQ(ply_pressed(h, Side::white, 10500ms), 2U);
  EXPECT_EQ(ply_pressed(h, Side::white, 10500ms + 1us), 0U);
  EXPECT_EQ(plies_passed_over(h, Side::white, 2), 0U);
  EXPECT_EQ(plies_passed_over(h, Side::black, 1), 0U);
}

TEST(PendingPlies, OnlyThoseWaitThatNoPressHasCompleted) {
  Hypothesis h = unpressed({9000ms, 9500ms, 9900ms});
  h.presses.pending = 2;
  EXPECT_EQ(ply_pressed(h, Side::white, 10s), 0U);
  EXPECT_EQ(plies_passed_over(h, Side::white, 0), 0U);
  h.presses.pending = 0;
  EXPECT_EQ(ply_pressed(h, Side::white, 10s), std::nullopt);
  h.presses.pending = 9;
  EXPECT_EQ(ply_pressed(h, Side::black, 10s), 1U) << "what was before has been forgotten";
}

TEST(PendingPlies, NoPressWaitsForAPlyOfASideThatHasPressedAll) {
  const Hypothesis h = unpressed({9000ms});
  EXPECT_EQ(ply_pressed(h, Side::black, 10s), std::nullopt);
  EXPECT_EQ(ply_pressed(unpressed({}), Side::white, 10s), std::nullopt);
}

TEST(PendingPlies, WhenAPlyWasMadeIsKnownWhileItIsKept) {
  const Hypothesis h = unpressed({9000ms, 11500ms});
  EXPECT_EQ(ply_made_at(h, 1), 9000ms);
  EXPECT_EQ(ply_made_at(h, 0), 11500ms);
  EXPECT_EQ(ply_made_at(h, 7), Time::max()) << "there is none";
}

TEST(PendingPlies, StepsThatAreNoPliesDoNotCount) {
  Hypothesis h = unpressed({9000ms});
  StepPtr displaced{new Step{h.step->position(), h.step->board()}};
  displaced->parent = h.step;
  displaced->kind = StepKind::displaced;
  displaced->t = 9500ms;
  h.step = displaced;
  EXPECT_EQ(ply_pressed(h, Side::white, 10s), 0U);
}

}  // namespace
}  // namespace jadoube::tracker
