// What is learnt of how a hand takes pieces, worked out by hand.
#include "model/weights.hpp"

#include <gtest/gtest.h>

namespace jadoube::model {
namespace {

using namespace std::chrono_literals;

constexpr Time kPeriod = 40ms;
const ScanWeights kUnknown = ScanWeights::for_period(kPeriod);

ScanWeights after(unsigned unseen, unsigned seen) {
  CaptureHabit habit;
  for (unsigned i = 0; i < unseen; ++i) habit.took(true);
  for (unsigned i = 0; i < seen; ++i) habit.took(false);
  return habit.applied_to(kUnknown, kPeriod);
}

TEST(CaptureHabit, OfWhichNothingIsKnownIsThePrior) {
  const ScanWeights none = after(0, 0);
  EXPECT_EQ(none.victim_unseen, kUnknown.victim_unseen);
  EXPECT_EQ(none.victim_seen, kUnknown.victim_seen);
  EXPECT_EQ(none.victim_blip, kUnknown.victim_blip);
}

TEST(CaptureHabit, IsTheShareOfThePriorsCapturesAndItsOwn) {
  // The prior is 0.348 of 3 captures: (3 × 0.348 + 5) / (3 + 5).
  const auto expect = [](LogWeight weight, double share) {
    EXPECT_NEAR(weight.millinats(), log_probability(share).millinats(), 1);
  };
  expect(after(5, 0).victim_unseen, (3 * 0.348 + 5) / 8);
  expect(after(0, 5).victim_unseen, 3 * 0.348 / 8);
  expect(after(0, 5).victim_seen - kVictimSeen, 1 - 3 * 0.348 / 8);
}

TEST(CaptureHabit, OfALongGameIsThatOfTheLatestCaptures) {
  CaptureHabit habit;
  for (int i = 0; i < 100; ++i) habit.took(true);
  for (int i = 0; i < 100; ++i) habit.took(false);
  EXPECT_LT(habit.applied_to(kUnknown, kPeriod).victim_unseen, kUnknown.victim_unseen);
}

TEST(CaptureHabit, RemembersTwentyFourCaptures) {
  // Of 24 that nobody saw, and one that was seen after them, the oldest counts no more: 23 of 24, and the prior's.
  const auto share = [](double unseen) {
    return log_probability((3 * 0.348 + unseen) / (3 + 24)).millinats();
  };
  EXPECT_NEAR(after(24, 0).victim_unseen.millinats(), share(24), 1);
  EXPECT_NEAR(after(25, 0).victim_unseen.millinats(), share(24), 1);
  EXPECT_NEAR(after(24, 1).victim_unseen.millinats(), share(23), 1);
  EXPECT_NEAR(after(23, 1).victim_unseen.millinats(), share(23), 1);
}

// What it costs where 8.2 % are not pressed before anything is known (-2500), which counts for twenty plies.
LogWeight no_press_after(unsigned unpressed, unsigned pressed) {
  PressingHabit habit;
  for (unsigned i = 0; i < unpressed; ++i) habit.answered(true);
  for (unsigned i = 0; i < pressed; ++i) habit.answered(false);
  return habit.applied_to(LogWeight{-2500});
}

TEST(PressingHabit, OfWhichNothingIsKnownIsThePrior) {
  EXPECT_NEAR(no_press_after(0, 0).millinats(), -2500, 1);
}

TEST(PressingHabit, IsTheShareOfThePriorsPliesAndItsOwn) {
  const auto share = [](double unpressed, double plies) {
    return log_probability((20 * 0.0821 + unpressed) / (20 + plies)).millinats();
  };
  EXPECT_NEAR(no_press_after(0, 10).millinats(), share(0, 10), 2);
  EXPECT_NEAR(no_press_after(5, 5).millinats(), share(5, 10), 2);
  EXPECT_NEAR(no_press_after(30, 0).millinats(), share(30, 30), 2);
}

TEST(PressingHabit, RemembersThirtyPlies) {
  EXPECT_EQ(no_press_after(0, 30), no_press_after(0, 300));
  EXPECT_EQ(no_press_after(30, 0), no_press_after(300, 0));
  EXPECT_LT(no_press_after(300, 30), no_press_after(300, 0));
}

TEST(PressingHabit, NeverMakesAPressCertainNorTheLackOfOne) {
  EXPECT_GT(no_press_after(0, 10'000), LogWeight{-4000});
  EXPECT_LT(no_press_after(10'000, 0), LogWeight{-300});
}

TEST(CaptureHabit, NeverMakesAnythingImpossible) {
  CaptureHabit habit;
  for (int i = 0; i < 10'000; ++i) habit.took(i % 2 == 0);
  for (int i = 0; i < 10'000; ++i) habit.took(false);
  EXPECT_GT(habit.applied_to(kUnknown, kPeriod).victim_unseen, LogWeight{-4000});
  for (int i = 0; i < 10'000; ++i) habit.took(true);
  EXPECT_GT(habit.applied_to(kUnknown, kPeriod).victim_seen, LogWeight{-5000});
}

}  // namespace
}  // namespace jadoube::model
