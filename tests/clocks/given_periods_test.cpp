#include "clocks/given_periods.hpp"

#include <gtest/gtest.h>

#include <utility>

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
}

TEST(GivenPeriods, AreNoneWhereNoControlIsKnown) {
  for (GivenPeriods clock : {GivenPeriods{}, GivenPeriods{std::nullopt, {40, 40}}}) {
    clock.on(reads(0s, 60s, 70s, Side::white));
    const auto told = clock.on(reads(1s, 1860s, 70s, Side::white));
    EXPECT_EQ(told[0].added, 0s);
    EXPECT_EQ(told[0].moves, 0U);
    EXPECT_EQ(clock.moves_to_make(Side::white), 0U);
    EXPECT_EQ(clock.index(Side::black), 0U);
  }
}

// With the moves of a period that may be its last one: whoever shows 0:00 with so many completed is not out of time.
TEST(GivenPeriods, EachReadingTellsTheMovesOfThePeriod) {
  for (const auto& [control, moves] :
       {std::pair{"40/5400:1800", 40U}, std::pair{"40/5400", 40U}, std::pair{"1/60", 1U},
        std::pair{"5400", 0U}, std::pair{"5400:1800", 0U}}) {
    GivenPeriods clock = under(control);
    for (const auto& told : clock.on(reads(0s, 60s, 70s, Side::white)))
      EXPECT_EQ(told.moves, moves) << control;
  }
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
  // It was given, and the next one comes.
  clock.on(reads(20s, 1800s, 70s, Side::white));
  EXPECT_EQ(clock.on(reads(30s, 1790s + 900s, 70s, Side::black))[0].added, 900s);
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

// Who was passed at 0:00 is given an hour by hand, which the control does not know: after that no time is owed any more.
TEST(GivenPeriods, WhatIsOwedMayBeGivenOtherwise) {
  GivenPeriods clock = under("40/5400:20/1800:900");
  clock.on(reads(0s, 0s, 70s, Side::white));
  clock.pass(Side::white, 40);
  clock.on(reads(1s, 0s, 70s, std::nullopt));
  clock.on(reads(60s, 3600s, 70s, std::nullopt));
  clock.on(reads(70s, 3600s, 70s, Side::white));
  EXPECT_EQ(clock.on(reads(80s, 3590s + 900s, 70s, Side::black))[0].added, 900s);
  EXPECT_EQ(clock.index(Side::white), 2U);
}

TEST(GivenPeriods, ArePassedWithTheMovesOfTheirEnd) {
  GivenPeriods one_move = under("1/60:300");
  one_move.pass(Side::white, 1);
  EXPECT_EQ(one_move.index(Side::white), 1U);
  GivenPeriods no_count = under("300:600");
  no_count.pass(Side::white, 0);
  EXPECT_EQ(no_count.index(Side::white), 0U) << "all moves are to be made in it";
}

// Half an hour is nearer to 901 s than nothing is, and so it is to 2699 s than an hour is.
TEST(GivenPeriods, AreKnownByATimeThatIsNearerToThemThanToNoneAndToTwo) {
  const auto added = [](record::ClockTime more) {
    GivenPeriods clock = under("40/5400:1800");
    clock.on(reads(0s, 60s, 70s, Side::white));
    return clock.on(reads(10s, 50s + more, 70s, Side::black))[0].added;
  };
  EXPECT_EQ(added(900s), 0s);
  EXPECT_EQ(added(901s), 1800s);
  EXPECT_EQ(added(2699s), 1800s);
  EXPECT_EQ(added(2700s), 0s);
}

/// White's clock has come to its second period: 1 s is left, and he runs on.
TEST(GivenPeriods, ComeAtZeroOnlyToAClockThatRunsOn) {
  const auto at_zero = [](record::ClockTime white, const ClockReading& next) {
    GivenPeriods clock = under("40/5400:1800");
    clock.on(reads(0s, white, 1s, Side::white));
    const auto told = clock.on(next);
    EXPECT_EQ(told[0].added + told[1].added, 1800s);
    return told[0].at_zero || told[1].at_zero;
  };
  EXPECT_TRUE(at_zero(1s, reads(1s, 1800s, 1s, Side::white)));
  EXPECT_TRUE(at_zero(3s, reads(1s, 1802s, 1s, Side::white))) << "readings are off by 2 s at most";
  EXPECT_FALSE(at_zero(3001ms, reads(1s, 1802s, 1s, Side::white)));
  EXPECT_FALSE(at_zero(1s, reads(1s, 1800s, 1s, Side::black))) << "he has pressed in time";
  EXPECT_FALSE(at_zero(600s, reads(1s, 599s, 1801s, Side::white))) << "Black's stands, and somebody sets it";
}

// A short period may come at 0:00 without the increment that would come with a press.
TEST(GivenPeriods, ComeAtZeroWithoutAnIncrement) {
  GivenPeriods clock = under("40/5400+30:15");
  clock.on(reads(0s, 1s, 70s, Side::white));
  EXPECT_EQ(clock.on(reads(1s, 15s, 70s, Side::white))[0].added, 15s);
}

// Of a period without a count of moves only 0:00 is the end.
TEST(GivenPeriods, ComeAtZeroWhereNoMovesAreCounted) {
  GivenPeriods clock = under("300:600");
  clock.on(reads(0s, 1s, 70s, Side::white));
  const auto told = clock.on(reads(1s, 600s, 70s, Side::white))[0];
  EXPECT_EQ(told.added, 600s);
  EXPECT_TRUE(told.at_zero);
  EXPECT_EQ(told.moves, 0U);
}

// White's press brings the second period, and right after that somebody adds the third.
TEST(GivenPeriods, MayComeOneRightAfterTheOther) {
  GivenPeriods clock = under("40/5400:20/1800:900");
  clock.on(reads(0s, 60s, 70s, Side::white));
  EXPECT_EQ(clock.on(reads(10s, 1850s, 70s, Side::black))[0].added, 1800s);
  EXPECT_EQ(clock.on(reads(11s, 2750s, 69s, std::nullopt))[0].added, 900s);
}

// White thinks for half an hour, which is as long as a period: Black's clock shows what it showed.
TEST(GivenPeriods, DoNotComeToAClockThatStandsWhileTheOtherRuns) {
  GivenPeriods clock = under("40/5400:1800");
  clock.on(reads(0s, 3600s, 3600s, Side::white));
  EXPECT_EQ(clock.on(reads(1800s, 1800s, 3600s, Side::white))[1].added, 0s);
}

// A clock that runs at half its speed is read every second for an hour: that gives nobody half an hour.
TEST(GivenPeriods, DoNotComeToAClockThatIsSlow) {
  GivenPeriods clock = under("40/5400:1800");
  clock.on(reads(0s, 5400s, 5400s, Side::white));
  for (int second = 1; second <= 3600; ++second)
    clock.goes_on(reads(1s * second, 5400s - 500ms * second, 5400s, Side::white));
  EXPECT_EQ(clock.on(reads(3601s, 3600s, 5400s, Side::black))[0].added, 0s);
}

TEST(GivenPeriods, AreTakenOffByWhoStopsTheClockAndSetsIt) {
  GivenPeriods clock = under("40/5400:1800", 40);
  clock.on(reads(0s, 2400s, 2400s, Side::white));
  EXPECT_EQ(clock.on(reads(1s, 599s, 2400s, std::nullopt))[0].added, -1800s);
  EXPECT_EQ(clock.on(reads(60s, 599s, 2100s, std::nullopt))[1].added, 0s) << "five minutes are a penalty";
  EXPECT_EQ(clock.index(Side::black), 1U);
}

// It is set who sees more than two seconds come without a press.
TEST(GivenPeriods, AClockIsSetThatGoesUpThoughNobodyPressed) {
  const auto is_set = [](Side side, const ClockReading& next) {
    GivenPeriods clock = under("5400+30");
    clock.on(reads(0s, 60s, 70s, Side::white));
    return clock.on(next)[chess::index(side)].is_set;
  };
  EXPECT_FALSE(is_set(Side::white, reads(1s, 60s, 70s, Side::white)));
  EXPECT_FALSE(is_set(Side::white, reads(1s, 62s, 70s, Side::white)));
  EXPECT_TRUE(is_set(Side::white, reads(1s, 62'001ms, 70s, Side::white)));
  EXPECT_FALSE(is_set(Side::black, reads(1s, 59s, 100s, Side::white)))
      << "the increment of his press comes late";
  EXPECT_FALSE(is_set(Side::black, reads(1s, 89s, 100s, Side::black))) << "White has pressed";
}

TEST(GivenPeriods, ComeAtZeroToWhoRunsOnceTheClockIsTurned) {
  GivenPeriods clock = under("40/5400:1800");
  clock.on(reads(0s, 1s, 70s, Side::white));
  clock.turn();
  const auto told = clock.on(reads(1s, 70s, 1800s, Side::black));
  EXPECT_EQ(told[1].added, 1800s);
  EXPECT_TRUE(told[1].at_zero);
}

// In 1000 s both clocks have lost no more than these together but for what somebody was given: half a period is enough to doubt.
TEST(GivenPeriods, AfterAGapAreInDoubtWhereHalfAPeriodIsWon) {
  const auto moves = [](record::ClockTime won, std::optional<Side> running) {
    GivenPeriods clock = under("40/5400:1800");
    clock.on(reads(0s, 2000s, 2000s, Side::white));
    clock.on(reads(1s, 1999s, 2000s, running));
    clock.miss();
    const auto half = (won - (running ? 1000s : 0s)) / 2;
    clock.on(reads(1001s, 1999s + half, 2000s + half, running));
    return clock.moves_to_make(Side::white);
  };
  EXPECT_EQ(moves(900s, Side::white), 0U);
  EXPECT_EQ(moves(898s, Side::white), 40U);
  EXPECT_EQ(moves(0s, std::nullopt), 40U) << "a clock that stands loses nothing";
  EXPECT_EQ(moves(900s, std::nullopt), 0U);
}

TEST(GivenPeriods, AfterAGapThatBroughtOneTheNextMayCome) {
  GivenPeriods clock = under("40/5400:20/1800:900");
  clock.on(reads(0s, 60s, 600s, Side::white));
  clock.miss();
  EXPECT_EQ(clock.on(reads(100s, 1800s, 590s, Side::white))[0].added, 1800s);
  EXPECT_EQ(clock.moves_to_make(Side::white), 60U);
  EXPECT_EQ(clock.on(reads(110s, 1790s + 900s, 590s, Side::black))[0].added, 900s);
  // And after the last none does, however long nobody looks.
  clock.miss();
  EXPECT_EQ(clock.on(reads(200s, 5000s, 500s, Side::black))[0].added, 0s);
}

}  // namespace
}  // namespace jadoube::clocks
