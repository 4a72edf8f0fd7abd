// What clocks do that is seldom seen: a mark that stays, a period that came while nobody looked, a turn that never ended.
#include <gtest/gtest.h>

#include "clocks/clock_watch.hpp"

namespace jadoube::clocks {
namespace {

using chess::Side;
using record::ClockReading;
using record::ClockTime;
using record::Time;
using namespace std::chrono_literals;

ClockReading clock_shows(Time t, ClockTime white, ClockTime black, std::optional<Side> running,
                         std::optional<Side> flag = {}) {
  return {t, white, black, running, flag};
}

GivenPeriods periods_of(const char* control) {
  return {parse_time_control(control), {0, 0}};
}

/// The time of the next period comes with the press, though the mark of the one that is over stays on: that time can run out, too.
TEST(AMarkOfAFallenFlag, ThatStaysDoesNotHideTheEndOfTheNextPeriod) {
  ClockWatch clock{periods_of("40/60+30:1800")};
  clock.on(clock_shows(0s, 60s, 60s, std::nullopt));
  clock.on(clock_shows(1s, 60s, 60s, Side::white));
  clock.on(clock_shows(61s, 0s, 60s, Side::white, Side::white));
  clock.on(clock_shows(62s, 1800s, 60s, Side::black, Side::white));
  clock.on(clock_shows(63s, 1800s, 89s, Side::white, Side::white));
  EXPECT_FALSE(clock.flag_due());
  clock.on(clock_shows(1863s, 0s, 89s, Side::white, Side::white));
  EXPECT_TRUE(clock.flag_due());
}

TEST(ATurn, ThatWasNeverEndedTellsNothingOfIncrements) {
  GivenIncrements given;
  // White's clock begins to run again and again, without a press of his in between.
  for (int turn = 0; turn < 20; ++turn)
    EXPECT_FALSE(given.begins(Side::white, turn * 10s, 300s - turn * 10s, 3s)) << turn;
}

/// While nobody looked each clock has won half a period's time: which of the two periods each is in cannot be told.
TEST(APeriodThatCameUnseen, IsKnownAgainByTheTimeOfTheNextOne) {
  for (const bool runs : {true, false}) {
    GivenPeriods clock = periods_of("40/5400:20/1800:600");
    const std::optional<Side> running = runs ? std::optional{Side::white} : std::nullopt;
    clock.on(clock_shows(0s, 60s, 70s, Side::white));
    clock.on(clock_shows(1s, 59s, 70s, running));
    clock.miss();
    clock.on(clock_shows(101s, 859s, 870s, running));
    EXPECT_EQ(clock.moves_to_make(Side::white), 0U) << "nobody knows which";
    // 600 seconds with a press are those of the third period.
    clock.on(clock_shows(102s, 859s, 870s, Side::white));
    const auto told = clock.on(clock_shows(112s, 849s + 600s, 870s, Side::black))[0];
    EXPECT_EQ(told.added, 600s);
    EXPECT_EQ(told.moves, 60U) << "of the period before it";
    EXPECT_EQ(clock.given(Side::white), 5400s + 1800s + 600s);
    // And 1800 those of the second.
    const auto other = clock.on(clock_shows(122s, 1449s, 860s + 1800s, Side::white))[1];
    EXPECT_EQ(other.added, 1800s);
    EXPECT_EQ(clock.moves_to_make(Side::black), 60U);
  }
}

/// A short period after one with increments: the press brings both, of which the increment is the larger part.
TEST(AShortPeriod, IsToldApartFromTheIncrementThatComesWithIt) {
  GivenPeriods clock = periods_of("40/5400+30:15");
  clock.on(clock_shows(0s, 60s, 70s, Side::white));
  EXPECT_EQ(clock.on(clock_shows(10s, 50s + 30s + 15s, 70s, Side::black))[0].added, 15s);
  EXPECT_EQ(clock.on(clock_shows(20s, 95s, 60s + 30s, Side::white))[1].added, 0s) << "an increment alone";
}

TEST(APassedPeriod, IsOneThatThereIs) {
  GivenPeriods none;
  none.pass(Side::white, 40);
  EXPECT_EQ(none.moves_to_make(Side::white), 0U);
  EXPECT_EQ(none.given(Side::white), 0s);
  GivenPeriods clock = periods_of("40/5400:1800");
  clock.pass(Side::white, 0);
  EXPECT_EQ(clock.moves_to_make(Side::white), 40U) << "no period is over";
  GivenPeriods single = periods_of("40/5400");
  single.pass(Side::white, 40);
  EXPECT_EQ(single.moves_to_make(Side::white), 40U) << "and there is none after it";
}

}  // namespace
}  // namespace jadoube::clocks
