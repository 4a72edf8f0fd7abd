#include "clocks/given_periods.hpp"

#include <gtest/gtest.h>

namespace jadoube::clocks {
namespace {

using chess::Side;
using record::ClockReading;
using record::Time;
using namespace std::chrono_literals;

GivenPeriods under(const char* control, unsigned completed = 0) {
  return {parse_time_control(control), {completed, completed}};
}

ClockReading reads(Time t, record::ClockTime white, record::ClockTime black, std::optional<Side> running) {
  return {t, white, black, running, std::nullopt};
}

TEST(GivenPeriods, BeginWithTheOneOfTheMovesThatAreMade) {
  EXPECT_EQ(under("40/5400+30:20/1800:900").moves_to_make(Side::white), 40U);
  EXPECT_EQ(under("40/5400+30:20/1800:900", 39).moves_to_make(Side::black), 40U);
  EXPECT_EQ(under("40/5400+30:20/1800:900", 40).moves_to_make(Side::white), 60U);
  EXPECT_EQ(under("40/5400+30:20/1800:900", 60).moves_to_make(Side::white), 0U) << "the last";
  EXPECT_EQ(under("40/5400+30:20/1800:900", 60).given(Side::white), 5400s + 1800s + 900s);
  EXPECT_EQ(GivenPeriods{}.moves_to_make(Side::white), 0U) << "no control";
}

TEST(GivenPeriods, ComeWithAPressOrAtZeroOrByHandAndAreTakenOffByHand) {
  GivenPeriods clock = under("40/5400+30:20/1800:900");
  clock.on(reads(0s, 60s, 70s, Side::white));
  // With a press, beside its increment.
  auto told = clock.on(reads(10s, 50s + 30s + 1800s, 70s, Side::black))[0];
  EXPECT_EQ(told.added, 1800s);
  EXPECT_FALSE(told.at_zero);
  EXPECT_EQ(clock.moves_to_make(Side::white), 60U);
  EXPECT_EQ(clock.moves_to_make(Side::black), 40U);
  // An increment is no period, nor a penalty.
  told = clock.on(reads(20s, 1880s, 60s + 30s, Side::white))[1];
  EXPECT_EQ(told.added, 0s);
  clock.on(reads(21s, 1880s, 90s, std::nullopt));
  EXPECT_EQ(clock.on(reads(90s, 1880s, 90s + 120s, std::nullopt))[1].added, 0s);
  // The arbiter has set back the clock: that move was none.
  told = clock.on(reads(95s, 50s, 210s, std::nullopt))[0];
  EXPECT_EQ(told.added, -1800s);
  EXPECT_EQ(clock.moves_to_make(Side::white), 40U);
  // Black's runs down to 0:00, and on.
  clock.on(reads(100s, 50s, 1s, Side::black));
  told = clock.on(reads(102s, 50s, 1799s, Side::black))[1];
  EXPECT_EQ(told.added, 1800s);
  EXPECT_TRUE(told.at_zero);
  EXPECT_EQ(told.moves, 40U);
  EXPECT_EQ(clock.moves_to_make(Side::black), 60U);
  EXPECT_EQ(clock.given(Side::black), 7200s);
}

// What White's clock was thought to show is Black's, who has pressed and been given the time of his second period.
TEST(GivenPeriods, AreTheOtherSidesWhereTheClockIsTurned) {
  GivenPeriods clock = under("40/5400:1800");
  clock.on(reads(0s, 60s, 2000s, Side::white));
  clock.turn();
  const auto told = clock.on(reads(10s, 2000s, 50s + 1800s, Side::white));
  EXPECT_EQ(told[1].added, 1800s) << "with Black's press";
  EXPECT_EQ(told[0].added, 0s);
  EXPECT_EQ(clock.index(Side::black), 1U);
  EXPECT_EQ(clock.index(Side::white), 0U);
  clock.turn();
  EXPECT_EQ(clock.index(Side::white), 1U);
}

TEST(GivenPeriods, AClockThatIsSetBeforeTheGameHasGivenNothing) {
  GivenPeriods clock = under("40/3600:3600");
  clock.on(reads(0s, 0s, 0s, std::nullopt));
  EXPECT_EQ(clock.on(reads(9s, 3600s, 3600s, std::nullopt))[0].added, 0s);
  clock.on(reads(20s, 3600s, 3600s, Side::white));
  EXPECT_EQ(clock.moves_to_make(Side::white), 40U);
}

TEST(GivenPeriods, ComeOneAfterTheOther) {
  GivenPeriods clock = under("40/5400:20/1800:600");
  clock.on(reads(0s, 60s, 70s, Side::white));
  // Ten minutes are those of the third one, and no one has made the moves of the second.
  EXPECT_EQ(clock.on(reads(10s, 50s + 600s, 70s, Side::black))[0].added, 0s);
  EXPECT_EQ(clock.index(Side::white), 0U);
}

TEST(GivenPeriods, AClockThatRunsTakesNothingOff) {
  GivenPeriods clock = under("40/5400:1800", 40);
  clock.on(reads(0s, 2400s, 2400s, Side::white));
  EXPECT_EQ(clock.on(reads(1s, 600s, 2400s, Side::white))[0].added, 0s);
  EXPECT_EQ(clock.index(Side::white), 1U);
}

// A clock with a flap, or one whose time somebody has yet to add.
TEST(GivenPeriods, WhatIsPassedIsOwedAndCountedOnce) {
  GivenPeriods clock = under("40/5400:20/1800:900");
  clock.on(reads(0s, 0s, 70s, Side::white));
  clock.pass(Side::white, 40);
  EXPECT_EQ(clock.moves_to_make(Side::white), 60U);
  clock.on(reads(1s, 0s, 70s, std::nullopt));
  EXPECT_EQ(clock.on(reads(9s, 1800s, 70s, std::nullopt))[0].added, 1800s);
  EXPECT_EQ(clock.moves_to_make(Side::white), 60U);
  clock.pass(Side::white, 40);
  EXPECT_EQ(clock.moves_to_make(Side::white), 60U) << "that period is passed already";
}

TEST(GivenPeriods, AfterAGapIsNotKnownToWhomTimeHasComeUnlessItIsOnHisClock) {
  GivenPeriods clock = under("40/5400:1800");
  clock.on(reads(0s, 600s, 600s, Side::white));
  clock.miss();
  // 100 s, of which White used 60 s.
  clock.on(reads(100s, 540s, 560s, Side::white));
  EXPECT_EQ(clock.moves_to_make(Side::white), 40U);
  clock.miss();
  EXPECT_EQ(clock.on(reads(200s, 500s + 1800s, 500s, Side::white))[0].added, 1800s);
  EXPECT_EQ(clock.index(Side::white), 1U);
  EXPECT_EQ(clock.moves_to_make(Side::black), 0U) << "nobody knows";
}

}  // namespace
}  // namespace jadoube::clocks
