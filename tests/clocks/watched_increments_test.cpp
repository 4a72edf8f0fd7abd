// A clock that was set without the increments of the time control: after how many turns it is told, and which turns tell nothing.
#include <gtest/gtest.h>

#include <string>

#include "tests/clocks/shown.hpp"

namespace jadoube::clocks {
namespace {

using namespace std::chrono_literals;
using record::ClockTime;

/// A game in which one side's clock gives no increments and the other's does. Who lacks them moves first.
class Lacking {
 public:
  Lacking(Side side, const char* control, ClockTime given_to_other)
      : side_{side},
        given_to_other_{given_to_other},
        watch_{GivenPeriods{parse_time_control(control), {0, 0}}} {
    read(side_);
  }

  /// One turn of each, of ten seconds; their presses add so much beside.
  void turn(ClockTime to_one = 0s, ClockTime to_other = 0s) {
    pass(side_, 10s);
    press(side_, to_one);
    pass(~side_, 10s);
    press(~side_, to_other + given_to_other_);
  }
  /// So many turns, until it is told; none: 0.
  int told_after(int turns) {
    for (int i = 1; i <= turns; ++i) {
      turn();
      if (is_told()) return i;
    }
    return 0;
  }
  void pass(Side running, Time time) {
    t_ += time;
    left_[chess::index(running)] -= std::chrono::duration_cast<ClockTime>(time);
  }
  void press(Side side, ClockTime given) {
    left_[chess::index(side)] += given;
    read(~side);
  }
  void read(std::optional<Side> running, std::optional<Side> flag = {}) {
    for (const std::string& each : said(watch_.on({t_, left_[0], left_[1], running, flag})))
      if (each.find("pressed") == std::string::npos) said_.push_back(each);
  }
  void give(Side side, ClockTime time) { left_[chess::index(side)] += time; }
  /// The clock is seen to stand the other way round.
  void turn_round() {
    watch_.turn();
    std::swap(left_[0], left_[1]);
    side_ = ~side_;
  }
  [[nodiscard]] bool is_told() const {
    const char* const name =
        side_ == Side::white ? "White's clock has given no" : "Black's clock has given no";
    return !said_.empty() && said_.back().find(name) != std::string::npos;
  }
  [[nodiscard]] const Events& all_said() const { return said_; }
  ClockWatch& watch() { return watch_; }

 private:
  Side side_;
  ClockTime given_to_other_;
  ClockWatch watch_;
  Time t_{};
  std::array<ClockTime, 2> left_{300s, 300s};
  Events said_;
};

class IncrementsThatDoNotCome : public ::testing::TestWithParam<Side> {
 protected:
  const Side side_ = GetParam();
  Lacking game_{side_, "3/300+5:600+5", 5s};
};

// A period's time that one press in a game brings is no increment.
TEST_P(IncrementsThatDoNotCome, AreToldAfterSixTurnsOnce) {
  Lacking game{side_, "300+10", 10s};
  EXPECT_EQ(game.told_after(5), 0);
  EXPECT_EQ(game.told_after(1), 1);
  for (int turn = 0; turn < 10; ++turn) game.turn();
  const std::string white = side_ == Side::white ? "white" : "black";
  const std::string name = side_ == Side::white ? "White" : "Black";
  EXPECT_EQ(
      game.all_said(),
      (Events{"started " + white,
              "fault " + white + ": " + name +
                  "'s clock has given no increment in 6 moves, and the time control has 10 s a move."}));
}

TEST_P(IncrementsThatDoNotCome, AreNotLookedForInATurnThatBringsAPeriod) {
  EXPECT_EQ(game_.told_after(2), 0);
  game_.turn(600s, 0s);
  EXPECT_EQ(game_.told_after(9), 4) << "it would have been the third";
}

// The arbiter stops the clock in the other player's turn, and gives two minutes to who lacks increments.
TEST_P(IncrementsThatDoNotCome, AreNotLookedForInATurnAfterWhichTheClockWasStopped) {
  EXPECT_EQ(game_.told_after(2), 0);
  game_.pass(side_, 10s);
  game_.press(side_, 0s);
  game_.pass(~side_, 5s);
  game_.read(std::nullopt);
  game_.give(side_, 120s);
  game_.read(~side_);
  game_.pass(~side_, 5s);
  game_.press(~side_, 5s);
  EXPECT_EQ(game_.told_after(9), 4);
}

TEST_P(IncrementsThatDoNotCome, AreNotLookedForInATurnInWhichTheClockWasSet) {
  EXPECT_EQ(game_.told_after(2), 0);
  game_.pass(side_, 5s);
  game_.watch().forget_reading();
  game_.give(side_, 120s);
  game_.pass(side_, 5s);
  game_.press(side_, 0s);
  game_.pass(~side_, 10s);
  game_.press(~side_, 5s);
  EXPECT_EQ(game_.told_after(9), 4);
}

// The other side's clock loses 3 s while it stands: what such a clock shows tells nothing, though five seconds are left of the turn.
TEST_P(IncrementsThatDoNotCome, AreNotLookedForInATurnWithAFault) {
  EXPECT_EQ(game_.told_after(2), 0);
  game_.pass(side_, 5s);
  game_.give(~side_, -3s);
  game_.read(side_);
  game_.pass(side_, 5s);
  game_.press(side_, 0s);
  game_.pass(~side_, 10s);
  game_.press(~side_, 5s);
  EXPECT_EQ(game_.told_after(9), 4);
}

// A mark that is put up four seconds before the press makes no turn of what is left, which would be too short to tell anything.
TEST_P(IncrementsThatDoNotCome, AreLookedForInATurnInWhichAMarkIsPutUp) {
  EXPECT_EQ(game_.told_after(2), 0);
  game_.pass(side_, 6s);
  game_.read(side_, ~side_);
  game_.pass(side_, 4s);
  game_.press(side_, 0s);
  game_.pass(~side_, 10s);
  game_.press(~side_, 5s);
  EXPECT_EQ(game_.told_after(9), 3);
}

TEST_P(IncrementsThatDoNotCome, AreLookedForInATurnThatEndsWithAMark) {
  EXPECT_EQ(game_.told_after(2), 0);
  game_.pass(side_, 10s);
  game_.read(~side_, side_);
  game_.pass(~side_, 10s);
  game_.press(~side_, 5s);
  EXPECT_EQ(game_.told_after(9), 3);
}

TEST_P(IncrementsThatDoNotCome, AreThoseOfTheOtherSideWhereTheClockIsTurned) {
  Lacking game{side_, "300+5", 5s};
  EXPECT_EQ(game.told_after(3), 0);
  game.turn_round();
  EXPECT_EQ(game.told_after(9), 3);
  EXPECT_EQ(game.all_said().back().substr(0, 11), side_ == Side::white ? "fault black" : "fault white");
}

// The turn of which the end was not read tells nothing, and nor does the next, of which the beginning was not.
TEST_P(IncrementsThatDoNotCome, AreNotLookedForWhereAPressWasMissed) {
  Lacking game{side_, "300+1", 0s};
  EXPECT_EQ(game.told_after(2), 0);
  game.pass(side_, 10s);
  game.pass(~side_, 10s);
  game.read(side_);
  EXPECT_EQ(game.told_after(9), 5) << "it would have been the third";
}

INSTANTIATE_TEST_SUITE_P(OfEither, IncrementsThatDoNotCome, ::testing::Values(Side::white, Side::black));

}  // namespace
}  // namespace jadoube::clocks
