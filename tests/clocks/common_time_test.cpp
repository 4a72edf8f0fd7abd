// Scans and readings in one order, where the clock is ahead of the board or behind it.
#include "clocks/common_time.hpp"

#include <gtest/gtest.h>

#include <string>

namespace jadoube::clocks {
namespace {

using record::Time;
using namespace std::chrono_literals;

record::Scan scan(Time t) {
  return {t, {}, std::nullopt, std::nullopt};
}

/// Scans at 1 s and 3 s, a press at 2 s and a reading at 3 s, in the order in which they are taken: `s` and `c`.
std::string taken(Time delay) {
  CommonTime held;
  held.hold(scan(1s));
  held.hold(record::Press{2s, chess::Side::white});
  held.hold(scan(3s));
  held.hold(record::ClockReading{3s, 60s, 60s, std::nullopt, std::nullopt});
  std::string order;
  while (const auto next = held.next(delay)) {
    const record::Record record = held.take(delay);
    const bool is_of_clock = CommonTime::is_of_clock(record);
    EXPECT_EQ(*next, record::time_of(record) + (is_of_clock ? delay : Time{0}));
    order += is_of_clock ? 'c' : 's';
  }
  EXPECT_TRUE(held.holds_nothing());
  return order;
}

TEST(CommonTime, WhatTheClockSaysIsDatedByTheDelayAndComesAfterAScanOfThatTime) {
  EXPECT_EQ(taken(0s), "scsc");
  EXPECT_EQ(taken(999ms), "scsc");
  EXPECT_EQ(taken(1s), "sscc") << "the press is of 3 s, as the scan is";
  EXPECT_EQ(taken(-1s), "sccs");
  EXPECT_EQ(taken(-1'001ms), "cscs");
  EXPECT_EQ(taken(-3s), "ccss");
}

TEST(CommonTime, TellsTheLastScanAsLongAsItIsHeld) {
  CommonTime held;
  EXPECT_TRUE(held.holds_nothing());
  EXPECT_FALSE(held.next(0s));
  EXPECT_EQ(held.last_scan(), nullptr);
  held.hold(record::Press{2s, chess::Side::white});
  EXPECT_EQ(held.last_scan(), nullptr);
  EXPECT_FALSE(held.holds_nothing());
  held.hold(scan(1s));
  held.hold(scan(3s));
  ASSERT_NE(held.last_scan(), nullptr);
  EXPECT_EQ(held.last_scan()->t, Time{3s});
  held.hold(record::Link{4s, record::Link::State::lost, ""});
  EXPECT_EQ(held.last_scan(), nullptr) << "something else came after it";
}

}  // namespace
}  // namespace jadoube::clocks
