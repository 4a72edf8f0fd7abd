#include "model/credited_presses.hpp"

#include <gtest/gtest.h>

namespace jadoube::model {
namespace {

TEST(CreditedPresses, TheIncrementIsReadFromTheTimeControl) {
  EXPECT_EQ(increment_of("180+2"), 2s);
  EXPECT_EQ(increment_of("40/5400+30:1800+30"), 30s);
  EXPECT_EQ(increment_of("180+99999"), 3600s);
  for (const char* none : {"", "300", "180+", "180+x", "?"}) EXPECT_EQ(increment_of(none), 0s) << none;
}

// 100 s and 90 s are left; half a minute later 90 s and 80 s: 20 s gone and 10 s credited, five presses.
CreditedPresses five() {
  return {2s, {60s, 190s}, {90s, 170s}};
}

TEST(CreditedPresses, WhatIsNotLostWasCredited) {
  EXPECT_EQ(five().weight(5), LogWeight{0});
  EXPECT_EQ(five().weight(4), LogWeight{-3000});  // 2 s off, of which 1 s is nothing
  EXPECT_EQ(five().weight(3), LogWeight{-9000});
  EXPECT_EQ(five().weight(0), LogWeight{-9000});
  EXPECT_EQ(five().most(), 7U);  // 10 s, the 1 s, and 3 s at the most
}

TEST(CreditedPresses, TimesThatWereSetProveNothing) {
  const CreditedPresses set{2s, {60s, 190s}, {90s, 3'000'000s}};
  EXPECT_EQ(set.weight(0), LogWeight{kCreditedOff.most});
  EXPECT_EQ(set.weight(1), LogWeight{kCreditedOff.most});
  EXPECT_EQ(set.most(), 1000U);
  const CreditedPresses less{2s, {60s, 190s}, {90s, 0s}};
  EXPECT_EQ(less.most(), 1U);
  // Three seconds are as unlikely as can be, and more is no more so.
  EXPECT_EQ((CreditedPresses{3s, {60s, 190s}, {90s, 0s}}.most()), 1U);
  EXPECT_EQ((CreditedPresses{1100ms, {60s, 190s}, {90s, 0s}}.most()), 2U);
}

}  // namespace
}  // namespace jadoube::model
