// A clock that is set while the program runs.
#include "arbiter/wall_clock_watch.hpp"

#include <gtest/gtest.h>

namespace jadoube::arbiter {
namespace {

using namespace std::chrono_literals;

constexpr record::WallTime kNoon{1'790'000'000'000ms};

TEST(WallClockWatch, SeesHowFarTheClockWasSet) {
  WallClockWatch watch{kNoon, 1h};
  EXPECT_EQ(watch.look(kNoon + 1s, 1h + 1s), std::nullopt);
  EXPECT_EQ(watch.look(kNoon + 2s - 24h, 1h + 2s), -24h);
  EXPECT_EQ(watch.look(kNoon + 3s - 24h, 1h + 3s), std::nullopt) << "it is said once";
  EXPECT_EQ(watch.look(kNoon + 4s, 1h + 4s), 24h);
}

TEST(WallClockWatch, TakesCorrectionsAndSleepForNothing) {
  WallClockWatch watch{kNoon, 0s};
  EXPECT_EQ(watch.look(kNoon + 1s + 400ms, 1s), std::nullopt);
  EXPECT_EQ(watch.look(kNoon + 9h, 9h), std::nullopt);
}

TEST(WallClockWatch, SaysItInHoursMinutesAndSeconds) {
  EXPECT_EQ(was_set(-(26h + 3min + 4s)),
            "the machine's clock was set back by 26:03:04: times of day before and after that do not agree");
  EXPECT_EQ(was_set(5s).substr(0, 46), "the machine's clock was set forward by 0:00:05");
}

}  // namespace
}  // namespace jadoube::arbiter
