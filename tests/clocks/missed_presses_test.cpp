// Presses of which no reading tells: what both clocks have spent tells them, where nothing simpler does.
#include <gtest/gtest.h>

#include <utility>

#include "tests/clocks/shown.hpp"

namespace jadoube::clocks {
namespace {

using namespace std::chrono_literals;

/// White's clock runs, both show a minute, and so long later it runs and they show this: what is said, and how long before this
/// reading the first press was.
std::pair<Events, Time> next_shows(const char* control, Time later, record::ClockTime white,
                                   record::ClockTime black) {
  ClockWatch clock{GivenPeriods{parse_time_control(control), {0, 0}}};
  clock.on(white_runs(100s, 60s, 60s));
  const auto events = clock.on(white_runs(100s + later, white, black));
  return {said(events), events.empty() ? Time{} : events.front().ago};
}

const Events kBoth{"pressed white", "pressed black"};

TEST(AMissedPress, WasMadeAsLongAgoAsTheOtherSideHasThought) {
  // White for 10 s, Black for 5, and both show more than before by what they were given.
  EXPECT_EQ(next_shows("60+30", 15s, 80s, 85s), (std::pair{kBoth, Time{5s}}));
  // Where the increments alone tell that both have pressed it is not known.
  EXPECT_EQ(next_shows("60", 1s, 62s, 61s), (std::pair{kBoth, Time{}}));
}

// White has used 5 s less than he was given, Black just as much, in the 7 s that have passed: no clock went up by itself.
TEST(AMissedPress, MayLeaveMoreOnTheClockThatRuns) {
  EXPECT_EQ(next_shows("60+5", 7s, 63s, 60s), (std::pair{kBoth, Time{5s}}));
  EXPECT_EQ(next_shows("60+5", 8s, 62s, 60s).first, Events{}) << "by two seconds a reading may be off";
}

// The clock that ran is read 2 s late, and the increment of the press before comes with this reading.
TEST(AMissedPress, IsNoneWhereTheIncrementOfTheLastOneComesLate) {
  EXPECT_EQ(next_shows("60+4", 20s, 42s, 64s).first, Events{});
  EXPECT_EQ(next_shows("60+4", 20s, 42s, 66s).first, Events{}) << "two seconds more may be how it is read";
}

// That the other clock shows 2 s more may be how it is read; a thousandth more is what a press gave it.
TEST(AMissedPress, IsToldByMoreThanTwoSecondsOnTheOtherClock) {
  EXPECT_EQ(next_shows("60+5", 20s, 47s, 62s).first, Events{});
  EXPECT_EQ(next_shows("60+5", 20s, 47s, 62'001ms).first, kBoth);
}

// Nobody spends less than nothing, nor more than has passed; readings may be 2 s off.
TEST(AMissedPress, IsOneOfWhatCanHaveBeenSpent) {
  EXPECT_EQ(next_shows("60+5", 3s, 67s, 60s), (std::pair{kBoth, Time{3s}})) << "White −2 s, Black 5";
  EXPECT_EQ(next_shows("60+5", 3s, 67'001ms, 60s).first,
            Events{"fault white: White's time went up by 7 s while it was running."});
  EXPECT_EQ(next_shows("60+5", 10s, 65s, 53s), (std::pair{kBoth, Time{10s}})) << "White nothing, Black 12 s";
  EXPECT_EQ(next_shows("60+5", 10s, 65'001ms, 52'999ms).first,
            Events{"fault white: White's time went up by 5 s while it was running."});
  EXPECT_EQ(next_shows("60+5", 1s, 63s, 67s), (std::pair{kBoth, Time{}})) << "White 2 s, Black −2";
}

// White's press added nothing: it is not a second less than nothing that the next one is thought to add.
TEST(AMissedPress, IsHeldAgainstTheIncrementOfTheLastPressWhereNoControlIsKnown) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  clock.on(black_runs(10s, 49s, 60s));
  // White has spent 10 s and Black 27: two more than have passed.
  EXPECT_EQ(said(clock.on(black_runs(45s, 39s, 33s))), (Events{"pressed black", "pressed white"}));
}

// The arbiter has stopped the clock and given White ten seconds: that is no increment.
TEST(AMissedPress, IsNotHeldAgainstWhatAnArbiterHasGiven) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  clock.on(stands(1s, 70s, 60s));
  clock.on(white_runs(20s, 70s, 60s));
  EXPECT_EQ(said(clock.on(white_runs(55s, 60s, 35s))), kBoth);
}

// White's press has given him 5 s, Black's nothing; turned, it is the other way round. Black thinks for 10 s and White for 25.
TEST(AMissedPress, IsHeldAgainstTheIncrementOfItsOwnSideWhereTheClockIsTurned) {
  ClockWatch clock;
  clock.on(white_runs(0s, 60s, 60s));
  clock.on(black_runs(10s, 55s, 60s));
  clock.on(white_runs(20s, 55s, 50s));
  clock.turn();
  const auto events = clock.on(black_runs(55s, 25s, 50s));
  EXPECT_EQ(said(events), (Events{"pressed black", "pressed white"}));
  EXPECT_EQ(events.front().ago, 25s);
}

}  // namespace
}  // namespace jadoube::clocks
