// Whether a clock gives the increments of the time control: six turns of a player tell, and they tell once.
#include "clocks/given_increments.hpp"

#include <gtest/gtest.h>

namespace jadoube::clocks {
namespace {

using chess::Side;
using record::ClockTime;
using record::Time;
using namespace std::chrono_literals;

/// Turns of White of `length`, Black's between them as long; after each White's clock has so much less. At which of his turns it is
/// told, from 1 for the second to begin; 0: never.
int told_at(int turns, Time length, ClockTime lost, ClockTime increment) {
  GivenIncrements given;
  Time t{};
  ClockTime white = 300s;
  for (int turn = 0; turn <= turns; ++turn) {
    if (given.begins(Side::white, t, white, increment)) return turn;
    t += length;
    given.ends(Side::white, t);
    t += length;
    white -= lost;
  }
  return 0;
}

TEST(GivenIncrements, AreMissedAfterSixTurns) {
  EXPECT_EQ(told_at(20, 4s, 4s, 3s), 6);
  EXPECT_EQ(told_at(5, 4s, 4s, 3s), 0);
}

TEST(GivenIncrements, AreNotMissedWhereTheClockGivesThem) {
  EXPECT_EQ(told_at(20, 4s, 1s, 3s), 0);
  EXPECT_EQ(told_at(20, 40s, 10s, 30s), 0);
}

TEST(GivenIncrements, MayBeADelay) {
  // Nothing of the first three seconds is counted.
  EXPECT_EQ(told_at(20, 5s, 2s, 3s), 0);
}

TEST(GivenIncrements, AreAQuarterMissedAtMost) {
  EXPECT_EQ(told_at(20, 4s, 3250ms, 3s), 0) << "a quarter of each was given";
  EXPECT_EQ(told_at(20, 4s, 3251ms, 3s), 6);
}

TEST(GivenIncrements, AreNotLookedForInTurnsThatAreShorter) {
  EXPECT_EQ(told_at(50, 2900ms, 2900ms, 3s), 0);
  EXPECT_EQ(told_at(50, 3s, 3s, 3s), 6);
}

TEST(GivenIncrements, AreNotMissedWhereThereAreNone) {
  EXPECT_EQ(told_at(50, 4s, 4s, 0s), 0);
  EXPECT_EQ(told_at(50, 4s, 5s, 0s), 0) << "nor by a clock that is fast";
}

TEST(GivenIncrements, AreToldOnceAndBySide) {
  GivenIncrements given;
  Time t{};
  ClockTime left = 300s;
  int white = 0;
  int black = 0;
  for (int turn = 0; turn < 30; ++turn) {
    white += given.begins(Side::white, t, left, 3s) ? 1 : 0;
    t += 4s;
    given.ends(Side::white, t);
    black += given.begins(Side::black, t, left, 3s) ? 1 : 0;
    t += 4s;
    given.ends(Side::black, t);
    left -= 4s;
  }
  EXPECT_EQ(white, 1);
  EXPECT_EQ(black, 1);
}

TEST(GivenIncrements, AreKnownOnceSixTurnsOfEachPlayerHaveTold) {
  for (const Side first : {Side::white, Side::black}) {
    GivenIncrements given;
    Time t{};
    for (const Side side : {first, ~first}) {
      EXPECT_FALSE(given.are_known());
      for (int turn = 0; turn <= 6; ++turn) {
        EXPECT_FALSE(given.are_known());
        given.begins(side, t, 300s, 3s);
        t += 4s;
        given.ends(side, t);
      }
    }
    EXPECT_TRUE(given.are_known());
    // And stay so.
    for (int turn = 0; turn < 3; ++turn) {
      given.begins(first, t, 300s, 3s);
      given.ends(first, t += 4s);
    }
    EXPECT_TRUE(given.are_known());
  }
}

TEST(GivenIncrements, AreOfTurnsFromBeginningToEnd) {
  GivenIncrements given;
  Time t{};
  ClockTime left = 300s;
  const auto turn = [&](bool is_lost) {
    const bool told = given.begins(Side::white, t, left, 3s);
    if (is_lost) given.lose_thread();
    t += 4s;
    given.ends(Side::white, t);
    t += 4s;
    left -= 4s;
    return told;
  };
  for (int i = 0; i < 6; ++i) EXPECT_FALSE(turn(i == 2));
  EXPECT_FALSE(turn(false)) << "one of them tells nothing";
  EXPECT_TRUE(turn(false));
}

TEST(GivenIncrements, AreTheOtherSidesWhereTheClockIsTurned) {
  GivenIncrements given;
  Time t{};
  ClockTime left = 300s;
  const auto turn = [&](Side side) {
    const bool told = given.begins(side, t, left, 3s);
    t += 4s;
    given.ends(side, t);
    t += 4s;
    left -= 4s;
    return told;
  };
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(turn(Side::white));
  given.turn();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(turn(Side::black));
  EXPECT_TRUE(turn(Side::black));
}

}  // namespace
}  // namespace jadoube::clocks
