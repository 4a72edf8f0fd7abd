#include "tests/devices/had_time.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::internal::CaptureStdout;
using ::testing::internal::GetCapturedStdout;

Lateness of(int times, std::chrono::nanoseconds late) {
  Lateness lateness;
  for (int i = 0; i < times; ++i) lateness.add(late.count());
  return lateness;
}

TEST(Lateness, AQuietMachineIsNoExcuse) {
  EXPECT_FALSE(of(1000, 100us).is_much_of(5s));
  EXPECT_FALSE(of(1000, 19ms).is_much_of(24s)) << "processes come and go";
  EXPECT_FALSE(of(1, 240ms).is_much_of(1s)) << "a short test has a fifth of its time soon";
}

TEST(Lateness, ASecondAtOnceIsMuch) {
  EXPECT_FALSE(of(1, 1s).is_much_of(1min));
  EXPECT_TRUE(of(1, 1001ms).is_much_of(1min));
  EXPECT_EQ(of(1, 1001ms).worst(), 1001ms);
}

TEST(Lateness, MuchMoreThanTheTestsThemselvesMakeIsMuch) {
  EXPECT_FALSE(of(30, 50ms).is_much_of(10s));
  EXPECT_TRUE(of(31, 50ms).is_much_of(10s));
  EXPECT_EQ(of(31, 50ms).sum(), 1550ms);
}

TEST(HadTime, WakesUpAgainAndAgainUntilItIsAsked) {
  HadTime had_time;
  while (had_time.rounds() < 20) std::this_thread::sleep_for(1ms);
  CaptureStdout();
  had_time.excuse_failure();
  const std::string said = GetCapturedStdout();
  // What it says of this very moment is the machine's affair.
  if (!said.empty()) {
    EXPECT_THAT(said, HasSubstr("This machine had too much else to do: a thread woke up "));
  }
  const auto rounds = had_time.rounds();
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(had_time.rounds(), rounds);
}

}  // namespace
}  // namespace jadoube::testing
