// What the clocks showed, when they were pressed and when a time was over, to the millisecond.
#include "judge/clock_book.hpp"

#include <gtest/gtest.h>

namespace jadoube::laws {
namespace {

using namespace std::chrono_literals;

record::ClockReading shows(Time t, ClockTime white, ClockTime black, std::optional<Side> running = {},
                           std::optional<Side> flag = {}) {
  record::ClockReading reading;
  reading.t = t;
  reading.white = white;
  reading.black = black;
  reading.running = running;
  reading.flag = flag;
  return reading;
}

record::Press pressed(Time t, Side side) {
  record::Press press;
  press.t = t;
  press.side = side;
  return press;
}

TEST(AClockBook, KnowsNothingBeforeTheFirstReading) {
  ClockBook book;
  EXPECT_FALSE(book.at(5s));
  EXPECT_FALSE(book.first());
  EXPECT_FALSE(book.running());
  EXPECT_EQ(book.press(Side::white, 0s), nullptr);
  EXPECT_EQ(book.press_before(9s), nullptr);
}

TEST(AClockBook, CountsDownTheSideThatRunsAndNotBelowNought) {
  ClockBook book;
  book.on(shows(10s, 3500ms, 60s, Side::white));
  EXPECT_EQ(book.at(10s)->white, 3500ms);
  EXPECT_EQ(book.at(11s)->white, 2500ms);
  EXPECT_EQ(book.at(11s)->black, 60s);
  EXPECT_EQ(book.at(14s)->white, 0ms);
  book.on(shows(14s, 0ms, 60s));
  EXPECT_EQ(book.at(20s)->black, 60s) << "neither runs";
  EXPECT_EQ(book.first()->white, 3500ms);
}

TEST(AClockBook, AClockOfWholeSecondsShowsOneUntilTheNext) {
  ClockBook book;
  book.on(shows(10s, 5s, 60s, Side::white));
  EXPECT_EQ(book.at(10999ms)->white, 5s);
  EXPECT_EQ(book.at(11000ms)->white, 4s);
}

TEST(AClockBook, ReadsAPressAndWhatItAddedOffTheClock) {
  ClockBook book;
  book.on(shows(0s, 60500ms, 60500ms, Side::white));
  book.on(shows(4s, 58500ms, 60500ms, Side::black));
  ASSERT_EQ(book.presses().size(), 1U);
  EXPECT_EQ(book.presses()[0].side, Side::white);
  EXPECT_EQ(book.presses()[0].t, 4s);
  EXPECT_EQ(book.presses()[0].after->white, 58500ms);
  EXPECT_EQ(book.presses()[0].gained, 2s) << "it was at 56.5 s";
  EXPECT_EQ(book.running(), Side::black);
  // Set back by the clock itself, it is nothing gained.
  book.on(shows(6s, 58500ms, 50s, Side::white));
  EXPECT_EQ(book.presses()[1].gained, 0s);
  // Still White, then nobody, then Black: that is no press.
  book.on(shows(7s, 57500ms, 50s, Side::white));
  book.on(shows(8s, 57500ms, 50s));
  book.on(shows(9s, 57500ms, 50s, Side::black));
  EXPECT_EQ(book.presses().size(), 2U);
}

TEST(AClockBook, TakesButtonsOnlyFromAClockThatTellsNoTimes) {
  ClockBook buttons;
  buttons.on(pressed(3s, Side::black));
  ASSERT_EQ(buttons.presses().size(), 1U);
  EXPECT_EQ(buttons.running(), Side::white);
  EXPECT_FALSE(buttons.presses()[0].after);
  ClockBook times;
  times.on(shows(0s, 60s, 60s, Side::white));
  times.on(pressed(3s, Side::white));
  EXPECT_TRUE(times.presses().empty());
  EXPECT_EQ(times.running(), Side::white);
}

TEST(AClockBook, StoppedClocksStandAtWhatTheyShowedThen) {
  ClockBook book;
  book.on(shows(0s, 60500ms, 30s, Side::white));
  book.stop(2s);
  EXPECT_FALSE(book.running());
  EXPECT_EQ(book.at(9s)->white, 58500ms);
}

TEST(AClockBook, SetClocksShowWhatTheyWereSetToAndNobodyIsOutOfTimeAnyMore) {
  ClockBook book;
  book.on(shows(0s, 0ms, 30s, Side::white));
  book.on(shows(1s, 0ms, 30s, Side::black));
  EXPECT_EQ(book.ended(Side::white)->t, Time{0s}) << "when it was first seen";
  book.set(5s, {120500ms, 60500ms});
  EXPECT_FALSE(book.ended(Side::white));
  EXPECT_EQ(book.at(5s)->white, 120500ms);
  EXPECT_EQ(book.at(6s)->black, 59500ms) << "which still runs, from there on";
}

TEST(AClockBook, ATimeIsOverAtNoughtOrWithTheFlagUntilTheClockShowsMore) {
  ClockBook book;
  book.on(shows(1s, 1ms, 60s, Side::white));
  EXPECT_FALSE(book.ended(Side::white));
  book.on(shows(2s, 1ms, 60s, Side::white, Side::white));
  EXPECT_EQ(book.ended(Side::white)->t, Time{2s});
  EXPECT_FALSE(book.ended(Side::black));
  book.on(shows(3s, 5s, 60s, Side::white));
  EXPECT_FALSE(book.ended(Side::white));
}

TEST(AClockBook, KnowsTheMovesOfThePeriodThatHasEndedUntilItIsPassed) {
  ClockBook book{clocks::GivenPeriods{clocks::parse_time_control("40/5400:1800"), {39, 39}}};
  book.on(shows(0s, 1s, 60s, Side::white));
  book.on(shows(1s, 1800s, 60s, Side::white, Side::white));
  ASSERT_TRUE(book.ended(Side::white));
  EXPECT_EQ(book.ended(Side::white)->moves, 40U);
  book.pass(Side::white);
  EXPECT_TRUE(book.ended(Side::white)->is_passed);
  // The mark stays, and the next end is another one.
  book.on(shows(1801s, 0s, 60s, Side::white, Side::white));
  EXPECT_EQ(book.ended(Side::white)->t, 1801s);
  EXPECT_EQ(book.ended(Side::white)->moves, 0U);
  EXPECT_FALSE(book.ended(Side::white)->is_passed);
}

TEST(AClockBook, AFlagThatFellStaysWhereAClockHasGoneOnByItself) {
  ClockBook book{clocks::GivenPeriods{clocks::parse_time_control("40/5400:1800"), {30, 30}}};
  book.on(shows(0s, 1s, 60s, Side::white));
  book.on(shows(1s, 1800s, 60s, Side::white));
  book.on(shows(2s, 1799s, 60s, Side::white));
  ASSERT_TRUE(book.ended(Side::white));
  EXPECT_EQ(book.ended(Side::white)->t, 1s);
}

TEST(AClockBook, TellsThePeriodThatCameWithAPress) {
  ClockBook book{clocks::GivenPeriods{clocks::parse_time_control("40/5400+30:1800+30"), {39, 39}}};
  book.on(shows(0s, 60s, 60s, Side::white));
  book.on(shows(10s, 50s + 30s + 1800s, 60s, Side::black));
  EXPECT_EQ(book.presses()[0].period, 1800s);
  EXPECT_EQ(book.given_since(Side::white, 10s, 39), 1800s);
  EXPECT_EQ(book.given_since(Side::white, 10001ms, 39), 0s);
  EXPECT_EQ(book.given_since(Side::black, 0s, 39), 0s);
  // Black runs down to 0:00, and on: with 40 moves made that is his, with 39 it is not.
  book.on(shows(69s, 1880s, 1s, Side::black));
  book.on(shows(71s, 1880s, 1799s, Side::black));
  EXPECT_EQ(book.given_since(Side::black, 0s, 39), 1800s);
  EXPECT_EQ(book.given_since(Side::black, 0s, 40), 0s);
  // What the arbiter takes off again is given no more.
  book.set(80s, {80s, 60s});
  EXPECT_EQ(book.given_since(Side::white, 10s, 39), 0s);
}

TEST(AClockBook, FindsTheFirstPressFromATimeOnElseTheLatestBefore) {
  ClockBook book;
  for (const auto& [t, side] :
       {std::pair{1s, Side::white}, {2s, Side::black}, {3s, Side::white}, {4s, Side::black}})
    book.on(pressed(t, side));
  EXPECT_EQ(book.press(Side::white, 1s)->t, 1s) << "that very time counts";
  EXPECT_EQ(book.press(Side::white, 1001ms)->t, 3s);
  EXPECT_EQ(book.press(Side::white, 9s)->t, 3s);
  EXPECT_EQ(book.press(Side::black, 0s)->t, 2s);
  EXPECT_EQ(book.press_before(2s)->t, 2s);
  EXPECT_EQ(book.press_before(1999ms)->t, 1s);
  EXPECT_EQ(book.press_before(999ms), nullptr);
}

}  // namespace
}  // namespace jadoube::laws
