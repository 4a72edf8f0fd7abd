// Time controls as they are written, and in which of their periods a player is.
#include "clocks/time_control.hpp"

#include <gtest/gtest.h>

#include <string>

namespace jadoube::clocks {
namespace {

using namespace std::chrono_literals;

TimeControl control_of(const char* text) {
  return parse_time_control(text).value();
}

TEST(TimeControl, IsPeriodsOfMovesSecondsAndIncrements) {
  const auto control = control_of("40/7200:20/3600+10:900+30");
  ASSERT_EQ(control.periods.size(), 3U);
  EXPECT_EQ(control.periods[0].moves, 40U);
  EXPECT_EQ(control.periods[0].base, 2h);
  EXPECT_EQ(control.periods[0].increment, 0s);
  EXPECT_EQ(control.periods[1].moves, 20U);
  EXPECT_EQ(control.periods[1].base, 1h);
  EXPECT_EQ(control.periods[1].increment, 10s);
  EXPECT_EQ(control.periods[2].moves, 0U) << "all that remain";
  EXPECT_EQ(control.periods[2].base, 15min);
  EXPECT_EQ(control.periods[2].increment, 30s);
}

// What a hall types in wrong must not pass for a control of no time: every clock would be out of it.
TEST(TimeControl, IsNothingWhereANumberIsMissingOrNone) {
  for (const char* text : {"", ":", "60:", ":60", "+5", "60+", "40/", "/60", "0/60", "x/60", "60x", "x",
                           "60+x", "60+5x", "-60", "60 ", "60:x", "99999999999"})
    EXPECT_FALSE(parse_time_control(text)) << text;
}

TEST(TimeControl, HasNumbersUpToAMillionAndSixteenPeriods) {
  EXPECT_TRUE(parse_time_control("1000000"));
  EXPECT_FALSE(parse_time_control("1000001"));
  std::string text = "1/60";
  for (int period = 2; period <= 16; ++period) text += ":1/60";
  EXPECT_TRUE(parse_time_control(text));
  EXPECT_FALSE(parse_time_control(text + ":1/60"));
}

TEST(TimeControl, APeriodEndsWithItsLastMove) {
  const auto control = control_of("40/5400:20/1800:900");
  struct Case {
    unsigned completed;
    std::size_t index;
    unsigned end;
  };
  for (const auto& [completed, index, end] :
       {Case{0, 0, 40}, Case{39, 0, 40}, Case{40, 1, 60}, Case{59, 1, 60}, Case{60, 2, 0}, Case{200, 2, 0}}) {
    EXPECT_EQ(control.index(completed), index) << completed;
    EXPECT_EQ(control.control(completed), end) << completed;
    EXPECT_EQ(control.in_last_period(completed), index == 2) << completed;
    EXPECT_EQ(&control.period(completed), &control.periods[index]) << completed;
  }
  EXPECT_EQ(control_of("1/60:300").index(1), 1U) << "a period of one move is over with it";
}

TEST(TimeControl, WhatIsLeftOverIsPlayedInTheLastPeriod) {
  const auto control = control_of("40/5400:20/1800");
  EXPECT_EQ(control.control(59), 60U);
  EXPECT_EQ(control.index(60), 1U);
  EXPECT_EQ(control.control(60), 0U) << "no move is the last of it any more";
  EXPECT_EQ(control.index(100), 1U);
  EXPECT_TRUE(control.in_last_period(100));
  EXPECT_EQ(control_of("300:600").index(500), 0U) << "all moves are to be made in the first";
}

TEST(TimeControl, GivesATimeForEachPeriodAndAnIncrementForEachMove) {
  const auto control = control_of("40/7200:20/3600+10:900+30");
  EXPECT_EQ(control.given_by(0), 2h);
  EXPECT_EQ(control.given_by(2), 2h + 1h + 15min);
  EXPECT_EQ(control.increments(0), 0s);
  EXPECT_EQ(control_of("300+2").increments(1), 2s);
  EXPECT_EQ(control.increments(40), 0s);
  EXPECT_EQ(control.increments(41), 10s);
  EXPECT_EQ(control.increments(62), 20 * 10s + 2 * 30s);
}

}  // namespace
}  // namespace jadoube::clocks
