#include <gtest/gtest.h>

#include "tracker/names.hpp"

namespace jadoube::tracker {
namespace {

constexpr model::Ramp kRamp{400ms, -2500, -1000};

TEST(Weights, ARampBeginsLateFallsSteadilyAndEnds) {
  EXPECT_EQ(weights::of_lasting(Time{-1}, kRamp), LogWeight{0});
  EXPECT_EQ(weights::of_lasting(400ms, kRamp), LogWeight{0});
  EXPECT_EQ(weights::of_lasting(600ms, kRamp), LogWeight{-500});
  EXPECT_EQ(weights::of_lasting(800ms, kRamp), LogWeight{-1000});
  EXPECT_EQ(weights::of_lasting(801ms, kRamp), LogWeight{-1000});
}

TEST(Weights, ALifetimeEndsARampToo) {
  EXPECT_EQ(weights::of_lasting(Time::max(), kRamp), LogWeight{-1000});
}

TEST(Weights, MoreMovesToChooseFromMakeEachLessLikely) {
  EXPECT_EQ(weights::of_choice(0), LogWeight{0});
  EXPECT_EQ(weights::of_choice(1), LogWeight{0});
  EXPECT_EQ(weights::of_choice(20), log_probability(1.0 / 20));
  EXPECT_EQ(weights::of_choice(1000), weights::of_choice(256));
}

TEST(Weights, NobodyAnswersWhatCannotBeSeenYet) {
  EXPECT_EQ(weights::of_foresight(model::kSeen), LogWeight{0});
  EXPECT_EQ(weights::of_foresight(model::kSeen - 30ms), LogWeight{-1000});
  EXPECT_EQ(weights::of_foresight(-24h * 365), model::kTooSoon);
}

TEST(Weights, NobodySeesAReplyAndMovesInLessThanTwoFifthsOfASecond) {
  EXPECT_EQ(weights::of_pace(390ms), LogWeight{0});
  EXPECT_EQ(weights::of_pace(389ms), LogWeight{-20});  // 5,000 in 250 ms
  EXPECT_EQ(weights::of_pace(265ms), LogWeight{-2500});
  EXPECT_EQ(weights::of_pace(140ms), LogWeight{-5000});
  EXPECT_EQ(weights::of_pace(140ms - 1us), LogWeight{-5000});
  EXPECT_EQ(weights::of_pace(-1h), LogWeight{-5000});
}

TEST(Weights, WhatCannotBeSeenYetCostsANatForThirtyMilliseconds) {
  EXPECT_EQ(weights::of_foresight(250ms), LogWeight{0});
  EXPECT_EQ(weights::of_foresight(250ms - 30us), LogWeight{-1});
  EXPECT_EQ(weights::of_foresight(10ms), LogWeight{-8000});
  EXPECT_EQ(weights::of_foresight(-20ms), LogWeight{-9000});
  EXPECT_EQ(weights::of_foresight(-1s), LogWeight{-9000});
}

TEST(Weights, WhatStoodThereForLongDidNotComeEarly) {
  EXPECT_EQ(weights::of_coming_early(model::kOrderShows), LogWeight{0});
  EXPECT_EQ(weights::of_coming_early(1s), model::kPlacedBeforeLifted + LogWeight{-3000});
  EXPECT_EQ(weights::of_coming_early(1h), model::kPlacedBeforeLifted + LogWeight{-9000});
}

TEST(Weights, ABoardThatLooksSeldomMissesMore) {
  // The shares that docs/model.md gives for 50, 25, 10 and 5 scans a second.
  EXPECT_EQ(ScanWeights::for_period(20ms).victim_unseen, log_probability(0.324));
  EXPECT_EQ(ScanWeights::for_period(40ms).victim_unseen, log_probability(0.348));
  EXPECT_EQ(ScanWeights::for_period(100ms).victim_unseen, log_probability(0.42));
  EXPECT_EQ(ScanWeights::for_period(1s).victim_unseen, log_probability(0.5));
  EXPECT_EQ(ScanWeights::for_period(100ms).exchange_unseen, log_probability(0.0052));
  // Of 58 in a hundred that are seen a quarter is away for less than 50 ms.
  EXPECT_EQ(ScanWeights::for_period(100ms).victim_blip, log_probability(0.58) + log_probability(0.25));
  EXPECT_EQ(ScanWeights::for_period(100ms).victim_seen, log_probability(0.58) + LogWeight{-100});
  EXPECT_EQ(ScanWeights::for_period(40ms).slid_within, 100ms);
  EXPECT_EQ(ScanWeights::for_period(40ms).pushed_within, 50ms);
}

}  // namespace
}  // namespace jadoube::tracker
