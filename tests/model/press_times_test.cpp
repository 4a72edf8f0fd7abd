#include "model/press_times.hpp"

#include <gtest/gtest.h>

namespace jadoube::model {
namespace {

int weight(const PressTimes& times, Time after) {
  return times.weight_of(after).millinats();
}

// Three seconds have ten times the three tenths that are alike; four presses are as good as known. ln 4 = 1386, ln 5 = 1609,
// ln 7 = 1946, ln 14 = 2639, ln 34 = 3526.
TEST(PressTimes, WhatComesAsUsualIsLikelierAndWhatDoesNotIsLessLikely) {
  PressTimes times;
  EXPECT_EQ(weight(times, 400ms), 0) << "nobody knows this hand";
  times.learn(400ms);
  EXPECT_EQ(weight(times, 400ms), 2639 - 1609);
  EXPECT_EQ(weight(times, 5s), 1386 - 1609);
  times.learn(450ms);
  times.learn(350ms);
  EXPECT_EQ(weight(times, 400ms), 3526 - 1946);
  EXPECT_EQ(weight(times, -1s), 1386 - 1946);
}

TEST(PressTimes, AreAlikeWithin150Milliseconds) {
  PressTimes times;
  times.learn(400ms);
  EXPECT_GT(weight(times, 550ms), 0);
  EXPECT_GT(weight(times, 250ms), 0);
  EXPECT_LT(weight(times, 551ms), 0);
  EXPECT_LT(weight(times, 249ms), 0);
}

TEST(PressTimes, OfWhichTheLastEightAreKnown) {
  PressTimes times;
  times.learn(400ms);
  for (int i = 0; i < 7; ++i) times.learn(2s);
  EXPECT_EQ(weight(times, 400ms), log_of_count(14).millinats() - log_of_count(12).millinats());
  times.learn(2s);
  EXPECT_EQ(weight(times, 400ms), log_of_count(4).millinats() - log_of_count(12).millinats());
}

}  // namespace
}  // namespace jadoube::model
