// Games that are hard to follow, told as stories.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using testing::ElementsAre;

TEST(Following, OnABoardThatKnowsColoursACaptureIsNotOverAtItsLift) {
  // The queen leaves in the same scan as the man she replies to, and takes long after he has been put down. The
  // square of the captured pawn never looks again as it did before.
  const auto lines = told(
      "senses colour\nfen 4Q3/6k1/8/R3p1n1/P7/q7/8/4K1N1 b - - 5 49\ncontrol 180+2\n"
      "clock W 0:00:24 B 0:00:38\n!W [1] (-a3 -e8) [5.32] +e7=Q [5.36] (-e7 +b3=q) [5.4] +e6=Q [5.44] "
      "(-e5 -e6) [5.76] +e5=Q [5.8] !B [5.99] !W [6.87] -g7 [11.04] +f8 [11.2] !B [11.8] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("a3b3", "e8e5", "g7f8"));
  EXPECT_TRUE(about(lines, Kind::illegal_move).empty());
}

}  // namespace
}  // namespace jadoube::detector
