#include "clocks/clock_watch.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace jadoube::clocks {
namespace {

using chess::Side;
using record::ClockReading;
using record::Time;
using namespace std::chrono_literals;
using What = ClockEvent::What;

/// A clock that ran for White at `t`, with so much left.
ClockReading white_runs(Time t, record::ClockTime white, record::ClockTime black) {
  return {t, white, black, Side::white, std::nullopt};
}

ClockReading black_runs(Time t, record::ClockTime white, record::ClockTime black) {
  return {t, white, black, Side::black, std::nullopt};
}

ClockReading stands(Time t, record::ClockTime white, record::ClockTime black) {
  return {t, white, black, std::nullopt, std::nullopt};
}

/// What happened to whom; of a fault the sentence.
std::vector<std::string> said(const std::vector<ClockEvent>& events) {
  static constexpr std::array<std::string_view, 6> kWords{"started", "stopped", "resumed",
                                                          "pressed", "flag",    "fault"};
  std::vector<std::string> list;
  for (const ClockEvent& event : events) {
    std::string text{kWords[static_cast<std::size_t>(event.what)]};
    text += event.side == Side::white ? " white" : " black";
    list.push_back(event.text.empty() ? text : text + ": " + event.text.english());
  }
  return list;
}

using Events = std::vector<std::string>;

TEST(ClockWatch, AChangeOfTheRunningSideIsAPress) {
  ClockWatch clock;
  EXPECT_EQ(said(clock.on(stands(0s, 300s, 300s))), Events{});
  EXPECT_EQ(said(clock.on(white_runs(1s, 300s, 300s))), Events{"started white"});
  EXPECT_EQ(said(clock.on(white_runs(3s, 298s, 300s))), Events{});
  EXPECT_EQ(said(clock.on(black_runs(4s, 297s, 300s))), Events{"pressed white"});
  EXPECT_EQ(said(clock.on(white_runs(6s, 297s, 298s))), Events{"pressed black"});
}

TEST(ClockWatch, AReadingThatOnlyGoesOnIsToldFromOneThatSomethingFollowsFrom) {
  ClockWatch clock;
  EXPECT_FALSE(clock.goes_on(white_runs(0s, 300s, 300s)));  // it starts
  clock.on(white_runs(0s, 300s, 300s));
  EXPECT_TRUE(clock.goes_on(white_runs(2s, 298s, 300s)));
  EXPECT_EQ(clock.time_left(Side::white), 298s);
  EXPECT_TRUE(clock.goes_on(white_runs(2500ms, 298s, 300s)));
  EXPECT_FALSE(clock.goes_on(black_runs(4s, 297s, 300s)));                  // a press
  EXPECT_FALSE(clock.goes_on(stands(4s, 297s, 300s)));                      // a stop
  EXPECT_FALSE(clock.goes_on(white_runs(4s, 299s, 300s)));                  // time goes up
  EXPECT_FALSE(clock.goes_on(white_runs(4s, 290s, 300s)));                  // and down too fast
  EXPECT_FALSE(clock.goes_on(white_runs(4s, 297s, 299s)));                  // the other's does
  EXPECT_FALSE(clock.goes_on(white_runs(300s, 0s, 300s)));                  // none is left
  EXPECT_FALSE(clock.goes_on({4s, 297s, 300s, Side::white, Side::white}));  // a flag
  EXPECT_EQ(clock.time_left(Side::white), 298s);                            // nothing of it is noted
}

TEST(ClockWatch, AClockThatRunsForTheOtherSideAfterAStopWasNotPressed) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  EXPECT_EQ(said(clock.on(stands(1s, 59s, 60s))), Events{"stopped white"});
  EXPECT_FALSE(clock.runs());
  EXPECT_EQ(said(clock.on(black_runs(9s, 59s, 60s))), Events{"resumed black"});
  EXPECT_EQ(clock.running(), Side::black);
}

TEST(ClockWatch, TwoIncrementsBetweenReadingsAreAPressByEachSide) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  EXPECT_EQ(said(clock.on(white_runs(1s, 62s, 61s))), (Events{"pressed white", "pressed black"}));
}

TEST(ClockWatch, ATimeThatGoesUpByMoreThanTwoSecondsIsAFault) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  EXPECT_EQ(said(clock.on(white_runs(1s, 62s, 60s))), Events{});
  EXPECT_EQ(said(clock.on(white_runs(2s, 65s, 60s))),
            Events{"fault white: White's time went up by 3 s while it was running."});
}

TEST(ClockWatch, ATimeThatFallsByTwoSecondsMoreThanHavePassedIsAFault) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  EXPECT_EQ(said(clock.on(white_runs(1s, 57s, 60s))), Events{});
  EXPECT_EQ(said(clock.on(white_runs(2s, 52s, 60s))),
            Events{"fault white: White's time fell by 5 s within 1 s."});
}

TEST(ClockWatch, ATimeThatFallsWhileTheOtherSideRunsIsAFault) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  EXPECT_EQ(said(clock.on(white_runs(1s, 59s, 58s))), Events{});
  EXPECT_EQ(said(clock.on(white_runs(2s, 58s, 55s))),
            Events{"fault white: Black's time fell by 3 s while White's clock was running."});
}

TEST(ClockWatch, WhatHasPassedIsCountedFromTheLastReadingThatShowedAnotherTime) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  clock.on(white_runs(4s, 60s, 60s));
  EXPECT_EQ(said(clock.on(white_runs(5s, 55s, 60s))), Events{});
}

TEST(ClockWatch, AReadingThatIsForgottenIsComparedWithNone) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  EXPECT_EQ(clock.time_left(Side::white), Time{60s});
  clock.forget_reading();
  EXPECT_EQ(clock.time_left(Side::white), std::nullopt);
  EXPECT_EQ(said(clock.on(white_runs(1s, 600s, 20s))), Events{});
  EXPECT_EQ(clock.time_left(Side::black), Time{20s});
}

TEST(ClockWatch, AFlagThatTheClockShowsIsToldOnce) {
  ClockWatch clock;
  clock.on(white_runs(0s, 1s, 60s));
  const ClockReading fallen{1s, 0s, 60s, Side::white, Side::white};
  EXPECT_EQ(said(clock.on(fallen)), Events{"flag white"});
  EXPECT_EQ(said(clock.on(fallen)), Events{});
  EXPECT_EQ(clock.flag_due(), std::nullopt);
}

TEST(ClockWatch, ATimeThatReadsZeroForASecondIsAFlag) {
  ClockWatch clock;
  clock.on(white_runs(9s, 1s, 60s));
  EXPECT_EQ(clock.flag_due(), std::nullopt);
  clock.on(white_runs(10s, 0s, 60s));
  EXPECT_EQ(clock.flag_due(), Time{11s});
  EXPECT_EQ(said(clock.at(10'999ms)), Events{});
  EXPECT_EQ(said(clock.at(11s)), Events{"flag white"});
  EXPECT_EQ(said(clock.at(12s)), Events{});
}

TEST(ClockWatch, OnlyTheRunningSideRunsOutOfTime) {
  ClockWatch clock;
  clock.on(white_runs(9s, 1s, 60s));
  clock.on(black_runs(10s, 0s, 60s));
  EXPECT_EQ(clock.flag_due(), std::nullopt);
}

TEST(ClockWatch, AFlagMayFallAgainOnceSomebodyHasSetTheClock) {
  ClockWatch clock;
  clock.on({0s, 0s, 60s, Side::white, Side::white});
  clock.on(stands(1s, 0s, 60s));
  clock.on(stands(60s, 120s, 60s));
  clock.on(white_runs(61s, 120s, 60s));
  EXPECT_EQ(said(clock.on({181s, 0s, 60s, Side::white, Side::white})), Events{"flag white"});
}

/// Forty moves, of which White has made 39 and Black none.
ClockWatch before_the_control() {
  return ClockWatch{GivenPeriods{parse_time_control("40/5400:1800"), {39, 0}}};
}

TEST(ClockWatch, TimeOfThePeriodAfterIsNoFaultAtZero) {
  ClockWatch clock = before_the_control();
  clock.on(white_runs(0s, 1s, 60s));
  const auto events = clock.on(white_runs(1s, 1800s, 60s));
  EXPECT_EQ(said(events), Events{"flag white"});
  EXPECT_EQ(events.front().moves, 40U) << "with so many made";
  EXPECT_EQ(clock.flag_due(), std::nullopt);
}

TEST(ClockWatch, AFlagIsToldOnceWhetherTimeComesWithItsMarkOrLater) {
  ClockWatch at_once = before_the_control();
  at_once.on(white_runs(0s, 1s, 60s));
  EXPECT_EQ(said(at_once.on({1s, 1800s, 60s, Side::white, Side::white})), Events{"flag white"});
  EXPECT_EQ(said(at_once.on({2s, 1799s, 60s, Side::white, Side::white})), Events{});
  ClockWatch later = before_the_control();
  later.on(white_runs(0s, 1s, 60s));
  EXPECT_EQ(said(later.on({1s, 0s, 60s, Side::white, Side::white})), Events{"flag white"});
  EXPECT_EQ(said(later.on({2s, 1799s, 60s, Side::white, Side::white})), Events{});
}

TEST(ClockWatch, AMarkThatStaysHidesNoLaterFlag) {
  ClockWatch clock = before_the_control();
  clock.on(white_runs(0s, 1s, 60s));
  clock.on({1s, 1800s, 60s, Side::white, Side::white});
  clock.on({1801s, 0s, 60s, Side::white, Side::white});
  EXPECT_EQ(clock.flag_due(), Time{1802s});
  const auto events = clock.at(1802s);
  EXPECT_EQ(said(events), Events{"flag white"});
  EXPECT_EQ(events.front().moves, 0U) << "it was the last period";
}

TEST(ClockWatch, AMarkThatStaysHidesNoneWhereNoControlIsKnownEither) {
  ClockWatch clock;
  clock.on(white_runs(0s, 1s, 60s));
  EXPECT_EQ(said(clock.on({1s, 1800s, 60s, Side::white, Side::white})),
            (Events{"fault white: White's time went up by 1799 s while it was running.", "flag white"}));
  clock.on({1801s, 0s, 60s, Side::white, Side::white});
  EXPECT_EQ(clock.flag_due(), Time{1802s});
}

TEST(ClockWatch, AFlagThatHasFallenDoesNotFallAgainForAnIncrement) {
  ClockWatch clock;
  clock.on({0s, 0s, 60s, Side::white, Side::white});
  clock.on({1s, 3s, 60s, Side::black, Side::white});
  clock.on({2s, 3s, 59s, Side::white, Side::white});
  clock.on({5s, 0s, 59s, Side::white, Side::white});
  EXPECT_EQ(clock.flag_due(), std::nullopt);
}

TEST(ClockWatch, WhereTimeOfAPeriodComesBeforeZeroBothSidesHavePressed) {
  ClockWatch clock = before_the_control();
  clock.on(white_runs(0s, 20s, 60s));
  EXPECT_EQ(said(clock.on(white_runs(1s, 1820s, 60s))), (Events{"pressed white", "pressed black"}));
}

TEST(ClockWatch, AClockThatWasPassedAtZeroAndStandsThereFallsNoMore) {
  ClockWatch clock = before_the_control();
  clock.on(white_runs(0s, 0s, 60s));
  EXPECT_EQ(clock.at(1s).front().moves, 40U);
  clock.pass(Side::white, 40);
  EXPECT_EQ(said(clock.on(white_runs(2s, 0s, 60s))), Events{});
  EXPECT_EQ(clock.flag_due(), std::nullopt);
  clock.on(stands(3s, 0s, 60s));
  clock.on(stands(60s, 3600s, 60s));  // an hour, and not what the control says
  clock.on(white_runs(61s, 3600s, 60s));
  clock.on(white_runs(3661s, 0s, 60s));
  EXPECT_EQ(clock.at(3662s).front().moves, 0U);
}

TEST(ClockWatch, TheFirstButtonCompletesTheMoveOfItsSide) {
  ClockWatch clock;
  EXPECT_EQ(said(clock.on(record::Press{1s, Side::white}, Side::white)),
            (Events{"started white", "pressed white"}));
  EXPECT_EQ(clock.running(), Side::black);
}

TEST(ClockWatch, TheFirstButtonStartsTheClockOfTheOtherSide) {
  ClockWatch clock;
  EXPECT_EQ(said(clock.on(record::Press{1s, Side::black}, Side::white)), Events{"started white"});
  EXPECT_EQ(clock.running(), Side::white);
}

TEST(ClockWatch, AButtonWhoseClockDoesNotRunIsNothing) {
  ClockWatch clock;
  clock.on(record::Press{1s, Side::white}, Side::white);
  EXPECT_EQ(said(clock.on(record::Press{2s, Side::white}, Side::black)), Events{});
  EXPECT_EQ(said(clock.on(record::Press{3s, Side::black}, Side::black)), Events{"pressed black"});
}

TEST(ClockWatch, ButtonsSayNothingWhereTheClockShowsTimes) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  EXPECT_TRUE(clock.has_times());
  EXPECT_EQ(said(clock.on(record::Press{1s, Side::white}, Side::white)), Events{});
}

}  // namespace
}  // namespace jadoube::clocks
