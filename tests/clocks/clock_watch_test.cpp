#include "clocks/clock_watch.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/clocks/shown.hpp"

namespace jadoube::clocks {
namespace {

using chess::Side;
using record::ClockReading;
using record::Time;
using namespace std::chrono_literals;
using What = ClockEvent::What;

/// The same of a clock that stands the other way round.
ClockReading mirrored(ClockReading reading) {
  std::swap(reading.white, reading.black);
  if (reading.running) reading.running = ~*reading.running;
  if (reading.flag) reading.flag = ~*reading.flag;
  return reading;
}

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

TEST(ClockWatch, AReadingOnlyGoesOnWithAsMuchSpentAsHasPassedAndTwoSeconds) {
  const auto goes_on = [](const ClockReading& reading) {
    ClockWatch clock;
    clock.on(white_runs(0s, 300s, 300s));
    return clock.goes_on(reading);
  };
  EXPECT_TRUE(goes_on(white_runs(4s, 294s, 300s)));
  EXPECT_FALSE(goes_on(white_runs(4s, 293'999ms, 300s)));
  EXPECT_TRUE(goes_on(white_runs(4s, 300s, 300s)));
  EXPECT_FALSE(goes_on(white_runs(4s, 300'001ms, 300s)));
  EXPECT_TRUE(goes_on(white_runs(300s, 1ms, 300s)));
  EXPECT_FALSE(goes_on(white_runs(4s, 297s, 300'001ms)));
}

TEST(ClockWatch, AReadingGoesOnFromTheLastThatShowedAnotherTime) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  EXPECT_TRUE(clock.goes_on(white_runs(4s, 60s, 60s)));
  EXPECT_TRUE(clock.goes_on(white_runs(5s, 55s, 60s)));
  EXPECT_FALSE(clock.goes_on(white_runs(6s, 51s, 60s))) << "one second has passed";
}

TEST(ClockWatch, NothingGoesOnWhereNoReadingWasOrNoClockRuns) {
  ClockWatch clock;
  clock.on(stands(0s, 60s, 60s));
  EXPECT_FALSE(clock.goes_on(stands(1s, 60s, 60s)));
  clock.on(white_runs(2s, 60s, 60s));
  EXPECT_TRUE(clock.goes_on(white_runs(3s, 59s, 60s)));
  clock.forget_reading();
  EXPECT_FALSE(clock.goes_on(white_runs(4s, 58s, 60s))) << "it may be anything";
  // A flag that came too early is taken back by what goes on without it.
  for (const Side side : {Side::white, Side::black}) {
    ClockWatch flagged;
    flagged.on({0s, 60s, 60s, Side::white, side});
    EXPECT_FALSE(flagged.goes_on(white_runs(1s, 59s, 60s)));
  }
}

/// Of what only goes on nothing follows: it may as well have been read.
TEST(ClockWatch, WhatGoesOnTellsNothingWhereItIsReadAllTheSame) {
  const std::vector<std::vector<ClockReading>> pasts{{white_runs(0s, 60s, 60s)},
                                                     {white_runs(0s, 60s, 0s)},
                                                     {black_runs(0s, 60s, 0s), white_runs(1s, 60s, 0s)},
                                                     {white_runs(0s, 0s, 60s), white_runs(1s, 60s, 60s)}};
  for (const auto& past : pasts) {
    ClockWatch clock;
    ClockWatch read;
    for (const ClockReading& each : past) {
      clock.on(each);
      read.on(each);
    }
    const ClockReading next = white_runs(3s, 58s, past.back().black);
    EXPECT_TRUE(clock.goes_on(next));
    EXPECT_EQ(said(read.on(next)), Events{});
    // And it is the same clock from there on.
    const ClockReading fault = white_runs(4s, 50s, past.back().black);
    EXPECT_EQ(said(clock.on(fault)), said(read.on(fault)));
    EXPECT_EQ(clock.flag_due(), read.flag_due());
  }
}

TEST(ClockWatch, AClockGoesOnWithAFlagThatStaysAndNotWithOneThatComesOrGoes) {
  const auto white_runs_beside = [](Time t, record::ClockTime white, std::optional<Side> flag) {
    return ClockReading{t, white, 0s, Side::white, flag};
  };
  ClockWatch clock;
  clock.on({0s, 60s, 1s, Side::black, std::nullopt});
  clock.on({1s, 60s, 0s, Side::black, Side::black});
  clock.on(white_runs_beside(2s, 60s, Side::black));
  EXPECT_TRUE(clock.goes_on(white_runs_beside(3s, 59s, Side::black)));
  EXPECT_EQ(clock.time_left(Side::white), 59s);
  EXPECT_EQ(said(clock.on(white_runs_beside(3s, 59s, Side::black))), Events{});
  EXPECT_FALSE(clock.goes_on(white_runs_beside(4s, 58s, std::nullopt))) << "its mark has gone";
  EXPECT_FALSE(clock.goes_on(white_runs_beside(4s, 58s, Side::white))) << "another one has come";
  // Without a mark who is out of time is so for as long as nothing is left.
  ClockWatch unmarked;
  unmarked.on({0s, 60s, 0s, Side::black, std::nullopt});
  unmarked.at(1s);
  unmarked.on(white_runs_beside(2s, 60s, std::nullopt));
  EXPECT_TRUE(unmarked.goes_on(white_runs_beside(3s, 59s, std::nullopt)));
  unmarked.turn();
  EXPECT_TRUE(unmarked.goes_on({4s, 0s, 58s, Side::black, std::nullopt}));
  EXPECT_FALSE(unmarked.goes_on({4s, 5s, 58s, Side::black, std::nullopt}));
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

TEST(ClockWatch, OfTwoPressesBothClocksShowMoreWhateverTheIncrement) {
  const auto after = [](const ClockReading& reading) {
    ClockWatch clock;
    clock.on(black_runs(0s, 60s, 60s));
    return said(clock.on(reading));
  };
  const Events twice{"pressed black", "pressed white"};
  EXPECT_EQ(after(black_runs(1s, 60'001ms, 60'001ms)), twice);
  EXPECT_EQ(after(black_runs(1s, 60s, 60'001ms)), Events{});
  EXPECT_EQ(after(black_runs(1s, 60'001ms, 60s)), Events{}) << "the increment of the last press came late";
  EXPECT_EQ(after(black_runs(1s, 90s, 90s)), twice) << "that is no fault";
  ClockWatch standing;
  standing.on(stands(0s, 60s, 60s));
  EXPECT_EQ(said(standing.on(stands(1s, 90s, 90s))), Events{}) << "somebody sets it";
  ClockWatch pressed;
  pressed.on(white_runs(0s, 60s, 60s));
  EXPECT_EQ(said(pressed.on(black_runs(1s, 90s, 90s))), Events{"pressed white"});
}

/// Two seconds are what a clock that tells whole ones may be off by; a thousandth more is a fault.
TEST(ClockWatch, AFaultIsMoreThanTwoSecondsOfEitherSide) {
  struct Case {
    ClockReading reading;
    const char* fault;
  };
  for (const auto& [reading, fault] : std::vector<Case>{
           {white_runs(5s, 62s, 60s), ""},
           {white_runs(5s, 62'001ms, 60s), "White's time went up by 2 s while it was running."},
           {white_runs(5s, 53s, 60s), ""},
           {white_runs(5s, 52'999ms, 60s), "White's time fell by 7 s within 5 s."},
           {white_runs(5s, 60s, 58s), ""},
           {white_runs(5s, 60s, 57'999ms), "Black's time fell by 2 s while White's clock was running."},
           {white_runs(5s, 60s, 90s), ""}}) {
    ClockWatch white;
    white.on(white_runs(0s, 60s, 60s));
    const Events expected = *fault == '\0' ? Events{} : Events{std::string{"fault white: "} + fault};
    EXPECT_EQ(said(white.on(reading)), expected);
    // And nothing of it where neither runs, or the reading before was of the other side.
    ClockWatch other;
    other.on(black_runs(0s, 60s, 60s));
    EXPECT_EQ(said(other.on(reading)), Events{"pressed black"});
  }
  ClockWatch black;
  black.on(black_runs(0s, 60s, 60s));
  EXPECT_EQ(said(black.on(black_runs(5s, 52s, 60s))),
            Events{"fault black: White's time fell by 8 s while Black's clock was running."});
  ClockWatch standing;
  standing.on(stands(0s, 60s, 60s));
  EXPECT_EQ(said(standing.on(stands(5s, 20s, 20s))), Events{});
}

/// Of a board that is read at presses alone, whose message of the first was lost.
TEST(ClockWatch, APressThatNobodyReadIsToldByWhatBothHaveSpent) {
  const auto missed = [](std::string_view control, const ClockReading& reading) {
    ClockWatch clock{GivenPeriods{parse_time_control(control), {0, 0}}};
    clock.on(white_runs(0s, 60s, 60s));
    const auto events = clock.on(reading);
    return std::pair{said(events), events.empty() ? Time{} : events.front().ago};
  };
  const Events both{"pressed white", "pressed black"};
  // White has thought for 10 s, and Black for 25.
  EXPECT_EQ(missed("60+5", white_runs(35s, 55s, 40s)), (std::pair{both, Time{25s}}));
  EXPECT_EQ(missed("60", white_runs(35s, 50s, 35s)), (std::pair{both, Time{25s}}));
  // Black for less than what he is given, which the clock that runs now has lost.
  EXPECT_EQ(missed("60+30", white_runs(50s, 50s, 80s)), (std::pair{both, Time{10s}}));
  // A second that both readings cut off.
  EXPECT_EQ(missed("60+5", white_runs(35s, 54s, 40s)).first, both);
  // What they have spent is not what has passed.
  EXPECT_EQ(missed("60+5", white_runs(35s, 51s, 40s)).first,
            Events{"fault white: Black's time fell by 20 s while White's clock was running."});
  // A clock that stands proves nothing.
  EXPECT_EQ(missed("60+5", white_runs(9s, 60s, 60s)).first, Events{});
  // White's clock ran all the time, and the increment of Black's last press came late.
  EXPECT_EQ(missed("60+5", white_runs(20s, 40s, 65s)).first, Events{});
}

TEST(ClockWatch, WhereNoTimeControlIsKnownTheLastPressTellsTheIncrement) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  clock.on(black_runs(10s, 55s, 60s));
  clock.on(white_runs(20s, 55s, 55s));
  EXPECT_EQ(said(clock.on(white_runs(55s, 50s, 35s))), (Events{"pressed white", "pressed black"}));
  clock.turn();
  EXPECT_EQ(said(clock.on(black_runs(90s, 15s, 45s))), (Events{"pressed black", "pressed white"}));
}

/// White's first press is read before its increment is on the clock. What a press adds is known all the same.
TEST(ClockWatch, WhereATimeControlIsKnownItTellsTheIncrement) {
  ClockWatch clock{GivenPeriods{parse_time_control("60+5"), {0, 0}}};
  clock.on(white_runs(0s, 60s, 60s));
  EXPECT_EQ(said(clock.on(black_runs(10s, 50s, 60s))), Events{"pressed white"});
  EXPECT_EQ(said(clock.on(black_runs(11s, 55s, 59s))), Events{});
  // Black thinks for 9 s more, and White for 15.
  EXPECT_EQ(said(clock.on(black_runs(35s, 45s, 55s))), (Events{"pressed black", "pressed white"}));
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
  // The other side's time is another one too, and so is the same time for the other side.
  clock.on(white_runs(6s, 55s, 61s));
  EXPECT_EQ(said(clock.on(white_runs(7s, 51s, 61s))),
            Events{"fault white: White's time fell by 4 s within 1 s."});
  clock.on(black_runs(8s, 51s, 61s));
  EXPECT_EQ(said(clock.on(black_runs(9s, 51s, 57s))),
            Events{"fault black: Black's time fell by 4 s within 1 s."});
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

TEST(ClockWatch, AFlagIsToldOnceThoughThereIsTimeLeft) {
  ClockWatch clock;
  const ClockReading early{1s, 1s, 60s, Side::white, Side::white};
  EXPECT_EQ(said(clock.on(early)), (Events{"flag white", "started white"}));
  EXPECT_EQ(said(clock.on(early)), Events{});
  EXPECT_EQ(said(clock.on(white_runs(2s, 1s, 60s))), Events{});
  EXPECT_EQ(said(clock.on(early)), Events{"flag white"}) << "it had been put up again";
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

TEST(ClockWatch, ATimeIsOverSinceItFirstReadZeroAndNoMoreOnceItReadsMore) {
  ClockWatch clock;
  clock.on(white_runs(10s, 0s, 60s));
  clock.on(white_runs(10'500ms, 0s, 60s));
  EXPECT_EQ(clock.flag_due(), Time{11s});
  clock.on(white_runs(10'700ms, 1s, 60s));
  EXPECT_EQ(clock.flag_due(), std::nullopt);
  clock.on(white_runs(11'700ms, 0s, 60s));
  EXPECT_EQ(clock.flag_due(), Time{12'700ms});
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

/// What was shown is the other side's, whatever it was, and so is all that comes of it.
TEST(ClockWatch, TurnedItIsAsIfItHadStoodTheOtherWayRound) {
  const std::vector<ClockReading> shown{stands(0s, 60s, 50s),    white_runs(1s, 60s, 50s),
                                        black_runs(2s, 59s, 0s), {3s, 59s, 0s, Side::black, Side::black},
                                        white_runs(4s, 59s, 0s), stands(5s, 59s, 0s)};
  const std::vector<ClockReading> next{stands(9s, 59s, 50s),
                                       white_runs(9s, 55s, 0s),
                                       white_runs(9s, 70s, 60s),
                                       white_runs(9s, 40s, 0s),
                                       black_runs(9s, 59s, 0s),
                                       {9s, 0s, 0s, Side::white, Side::white},
                                       {9s, 59s, 0s, Side::black, Side::black}};
  for (std::size_t known = 0; known <= shown.size(); ++known)
    for (const ClockReading& then : next) {
      ClockWatch turned;
      ClockWatch other;
      for (std::size_t i = 0; i < known; ++i) {
        turned.on(shown[i]);
        other.on(mirrored(shown[i]));
      }
      turned.turn();
      EXPECT_EQ(turned.running(), other.running());
      EXPECT_EQ(turned.flag_due(), other.flag_due());
      for (const Side side : chess::kSides) EXPECT_EQ(turned.time_left(side), other.time_left(side));
      EXPECT_EQ(turned.goes_on(mirrored(then)), other.goes_on(mirrored(then)));
      EXPECT_EQ(said(turned.on(mirrored(then))), said(other.on(mirrored(then)))) << known;
      EXPECT_EQ(said(turned.at(20s)), said(other.at(20s))) << known;
    }
}

TEST(ClockWatch, ShowsBothTimesTogetherWhileItRuns) {
  ClockWatch clock;
  EXPECT_FALSE(clock.shown());
  clock.on(stands(0s, 60s, 50s));
  EXPECT_FALSE(clock.shown());
  clock.on(white_runs(2s, 60s, 50s));
  ASSERT_TRUE(clock.shown());
  EXPECT_EQ(clock.shown()->t, Time{2s});
  EXPECT_EQ(clock.shown()->both, 110s);
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

TEST(ClockWatch, TheTimeOfAPeriodIsNoPressWhereTheClockStands) {
  ClockWatch clock = before_the_control();
  clock.on(white_runs(0s, 60s, 70s));
  clock.on(stands(1s, 59s, 70s));
  EXPECT_EQ(said(clock.on(stands(9s, 1859s, 70s))), Events{}) << "somebody has added it";
}

// The arbiter has given White half an hour by hand while his clock ran: nobody has pressed.
TEST(ClockWatch, TheTimeOfAPeriodIsNoPressWhereTheClockWasSet) {
  ClockWatch clock = before_the_control();
  clock.on(white_runs(0s, 60s, 70s));
  clock.forget_reading();
  EXPECT_EQ(said(clock.on(white_runs(1s, 1859s, 70s))), Events{});
}

// White has made the forty moves, whichever side he sits on.
TEST(ClockWatch, TurnedItKnowsThePeriodOfEachSide) {
  for (const bool is_turned : {false, true}) {
    ClockWatch clock{GivenPeriods{parse_time_control("40/5400:1800"), {40, 0}}};
    clock.on(white_runs(0s, 0s, 60s));
    if (is_turned) clock.turn();
    EXPECT_EQ(clock.at(1s).front().moves, 0U) << "he who runs is in the last";
  }
}

// Nobody has looked for 100 s, in which both clocks together have won half an hour: whose that is nobody knows.
TEST(ClockWatch, WhoseMovesAreToBeMadeIsNotKnownAfterReadingsThatWereMissed) {
  ClockWatch clock = before_the_control();
  clock.on(white_runs(0s, 60s, 70s));
  clock.miss_readings();
  EXPECT_EQ(clock.time_left(Side::white), std::nullopt);
  clock.on(white_runs(100s, 860s, 870s));
  clock.on(white_runs(960s, 0s, 870s));
  EXPECT_EQ(clock.at(961s).front().moves, 0U);
}

// A clock that runs at half its speed is read every second for an hour: no time of a period has come at 0:00.
TEST(ClockWatch, WhatGoesOnSlowlyBringsNoPeriod) {
  ClockWatch clock = before_the_control();
  clock.on(white_runs(0s, 3600s, 60s));
  for (int second = 1; second <= 3598; ++second)
    EXPECT_TRUE(clock.goes_on(white_runs(1s * second, 3600s - 500ms * second, 60s)));
  EXPECT_EQ(said(clock.on(white_runs(3600s, 1800s, 60s))), Events{});
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
