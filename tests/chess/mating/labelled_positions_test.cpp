// Every labelled position gets the verdict that is known of it, and every "winnable" a line that mates.
#include <gtest/gtest.h>

#include "tests/chess/mating/labelled.hpp"

namespace jadoube::chess::mating {
namespace {

struct Tally {
  std::size_t asked = 0;
  std::size_t wrong = 0;
  std::size_t open = 0;
};

Tally ask_all(const std::vector<Labelled>& list, const MatingOptions& options) {
  Tally tally;
  MatingSolver solver;
  for (const Labelled& each : list)
    for (const Side side : kSides) {
      const MatingAnswer answer = solver.can_mate(each.position, side, options);
      const bool winnable = each.winnable[index(side)];
      ++tally.asked;
      if (answer.is_undecided()) {
        ++tally.open;
      } else if (answer.is_winnable() != winnable) {
        ++tally.wrong;
        ADD_FAILURE() << "wrong for " << name(side) << ": " << each.line;
      }
      if (const auto* found = std::get_if<Winnable>(&answer.verdict)) {
        EXPECT_TRUE(is_mating_line(each.position, found->line, side)) << each.line;
      }
    }
  return tally;
}

#define SKIP_WITHOUT(path) \
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there"

TEST(LabelledPositions, HardOnesAreDecidedRight) {
  SKIP_WITHOUT(kHardPositions);
  std::vector<std::string> refused;
  const auto list = labelled_positions(kHardPositions, kStep, &refused);
  const Tally tally = ask_all(list, {});
  EXPECT_GT(tally.asked, 5'000 / kStep);
  EXPECT_EQ(tally.open, 0U);
  EXPECT_TRUE(refused.empty());
}

TEST(LabelledPositions, ThoseOfGamesLostOnTimeAreAllDecidedRight) {
  SKIP_WITHOUT(kTimeoutPositions);
  const Tally tally = ask_all(labelled_positions(kTimeoutPositions, kStep), {});
  EXPECT_GT(tally.asked, 60'000 / kStep);
  EXPECT_EQ(tally.open, 0U);
}

TEST(LabelledPositions, QuickModeIsNeverWrong) {
  SKIP_WITHOUT(kHardPositions);
  MatingOptions quick;
  quick.quick = true;
  ask_all(labelled_positions(kHardPositions, kStep), quick);
  ask_all(labelled_positions(kTimeoutPositions, kStep), quick);
}

}  // namespace
}  // namespace jadoube::chess::mating
