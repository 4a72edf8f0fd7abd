#include "judge/clock_times.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "judge/advice_writer.hpp"
#include "tests/laws/script.hpp"

namespace jadoube::laws {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::SizeIs;

Readings readings(const char* white, const char* black) {
  return {clock_from_text(white), clock_from_text(black)};
}

MATCHER_P3(Proposes, white, black, why, "") {
  *result_listener << times_text(arg.times).english() << " " << arg.why;
  return arg.times == readings(white, black) && arg.why == why;
}

/// tests/scenarios/T14.toml: White pressed an illegal move, Black's clock has run since.
Occurrence t14(const char* w, const char* b_then, const char* b_now, ClockTime increment, ClockTime penalty) {
  return {Side::white, readings(w, b_then), readings(w, b_now), increment, penalty};
}

TEST(Clocks, P1TakesTheIncrementBackAndGivesTheOpponentTime) {
  const auto list = found_at_once(t14("1:02:15", "58:40", "58:28", 30s, 120s), {}, "P1");
  EXPECT_THAT(list, ElementsAre(Proposes("1:01:45", "1:00:28", "P1"),
                                Proposes("1:01:45", "1:00:40", "P1, black as at the press"),
                                Proposes("1:02:15", "1:00:28", "unchanged")));
}

TEST(Clocks, P1WithoutTheSwitchLeavesTheIncrement) {
  Switches keep;
  keep.s2 = false;
  EXPECT_THAT(found_at_once(t14("1:02:15", "58:40", "58:28", 30s, 120s), keep, "P1").front(),
              Proposes("1:02:15", "1:00:28", "P1"));
}

TEST(Clocks, ThePolicyUnchangedComesFirstWhereTheEventSaysSo) {
  Switches unchanged;
  unchanged.s3 = Switches::Reinstate::unchanged;
  EXPECT_THAT(found_at_once(t14("1:02:15", "58:40", "58:28", 30s, 120s), unchanged, "P1").front(),
              Proposes("1:02:15", "1:00:28", "unchanged"));
}

TEST(Clocks, AProposalIsNotMadeTwice) {
  EXPECT_THAT(found_at_once(t14("5:00", "4:00", "4:00", 0s, 0s), {}, "P1"), SizeIs(1));
}

TEST(Clocks, NoProposalIsBelowZero) {
  EXPECT_THAT(found_at_once(t14("0:01", "4:00", "4:00", 2s, 60s), {}, "P1").front(),
              Proposes("0:00", "5:00", "P1"));
}

TEST(Clocks, P2UsesTheLoggedReadingsOfTheMoment) {
  Occurrence o{Side::white, readings("1:02:15", "58:40"), readings("1:00:00", "55:00"), 30s, 120s};
  EXPECT_THAT(found_later(o, {}),
              ElementsAre(Proposes("1:01:45", "1:00:40", "P2"), Proposes("1:00:00", "57:00", "unchanged")));
}

TEST(Clocks, EachReadingIsSaidToBeOfTheMomentThatItIsOf) {
  Occurrence o = t14("1:02:15", "58:40", "58:28", 30s, 120s);
  o.t = record::Time{60s};
  const auto list = found_at_once(o, {}, "P1");
  EXPECT_EQ(
      list.at(0).words.english(),
      "White's as at his press, its increment taken back; Black's as at 0:01:00.0, 2:00 more for Black");
  EXPECT_EQ(list.at(1).words.english(),
            "both as at White's press, its increment taken back, 2:00 more for Black");
  EXPECT_EQ(list.at(2).words.english(), "both left as at 0:01:00.0, only 2:00 more for Black");
  o.offender_as_now = true;
  EXPECT_EQ(found_at_once(o, {}, "P3").front().words.english(),
            "both as at 0:01:00.0, the increment of White's press taken back, 2:00 more for Black");
}

TEST(Clocks, P4LeavesTheBoardAndTheOpponentOnMove) {
  EXPECT_THAT(
      board_stands(t14("0:47", "1:30", "1:26", 2s, 60s), {}),
      ElementsAre(Proposes("0:45", "2:26", "P4"), Proposes("0:45", "2:30", "P4, black as at the press")));
}

TEST(Clocks, P5GivesTheOpponentBackWhatHeLostMeanwhile) {
  EXPECT_THAT(own_time(t14("5:00", "4:00", "3:40", 0s, 0s)), ElementsAre(Proposes("5:00", "4:00", "P5")));
}

TEST(Clocks, P6FollowsTheLaw) {
  const auto of = [](const char* law) {
    return wrong_claim(Side::white, readings("10:00", "9:00"), Library{}.law(law)->parameters);
  };
  EXPECT_THAT(of("fide-2023-std"), ElementsAre(Proposes("10:00", "11:00", "P6")));
  EXPECT_THAT(of("fide-2023-blitz-B3"), ElementsAre(Proposes("10:00", "10:00", "P6")));
  EXPECT_THAT(of("fide-2009-rapid"), ElementsAre(Proposes("10:00", "12:00", "P6")));
  EXPECT_THAT(of("skak-1985"), ElementsAre(Proposes("5:00", "9:00", "P6")));
  EXPECT_THAT(of("michigan-speed-2000"), SizeIs(0));
}

TEST(Clocks, P7IsThePrintedExampleAndTheRoundingCheck) {
  EXPECT_EQ(proportional(90min, 20, 30), 60min);
  EXPECT_EQ(proportional(60min, 20, 30), 40min);
  EXPECT_EQ(proportional(107min + 30s, 14, 33), 45min + 36s);
  EXPECT_EQ(proportional(92min + 10s, 14, 33), 39min + 6s);
  EXPECT_EQ(proportional(80min, 30, 30), 80min);
  // Rounded once, and not cut before: 1.9 s of 3.8 s is two seconds.
  EXPECT_EQ(proportional(3800ms, 10, 20), 2s);
  EXPECT_EQ(proportional(75min, 30, 30), 75min);
}

RC_GTEST_PROP(Clocks, P7NeverGivesMoreThanWasUsed, ()) {
  const auto now = *rc::gen::inRange<unsigned>(1, 300);
  const auto then = *rc::gen::inRange<unsigned>(0, now + 1);
  const auto used = Seconds{*rc::gen::inRange(0, 40'000)};
  const Seconds estimate = proportional(used, then, now);
  RC_ASSERT(estimate >= Seconds{});
  RC_ASSERT(estimate <= used);
}

TEST(Clocks, P8LeavesFiveMinutesAndOneAMove) {
  const Parameters skak = Library{}.law("skak-1985")->parameters;
  EXPECT_EQ(clock_floor(skak, 40 - 36), 5min);
  EXPECT_EQ(clock_floor(skak, 40 - 28), 12min);
  EXPECT_EQ(clock_floor(skak, 40 - 35), 5min);
}

TEST(TimeControls, AreReadPeriodByPeriod) {
  const auto control = parse_time_control("40/7200+30:3600+30");
  ASSERT_TRUE(control);
  ASSERT_THAT(control->periods, SizeIs(2));
  EXPECT_EQ(control->control(39), 40U);
  EXPECT_EQ(control->control(40), 0U);
  EXPECT_FALSE(control->in_last_period(39));
  EXPECT_TRUE(control->in_last_period(40));
  EXPECT_EQ(control->given_by(control->index(12)), 2h);
  EXPECT_EQ(control->given_by(control->index(40)), 3h);
  EXPECT_EQ(control->period(0).increment, 30s);
  EXPECT_EQ(parse_time_control("300")->period(99).base, 5min);
  EXPECT_EQ(parse_time_control("300:40/600")->index(50), 0U) << "all moves are made in the first";
}

TEST(TimeControls, WhatCannotBeReadIsNone) {
  for (const char* text :
       {"", "?", "-", "90 min", "40/", "/90", "5400+", "+30", "0/300", "40/7200:", "99999999999", "1e3"})
    EXPECT_FALSE(parse_time_control(text)) << text;
}

/// A header may say anything, and each reading of a clock is held against all of it.
TEST(TimeControls, OfMorePeriodsThanAnyGameHasIsNone) {
  const auto of = [](int periods) {
    std::string text = "40/1800";
    for (int i = 1; i < periods; ++i) text += ":40/1800";
    return parse_time_control(text);
  };
  EXPECT_TRUE(of(16));
  EXPECT_FALSE(of(17));
  EXPECT_FALSE(of(100'000));
}

TEST(ClockTexts, AreThoseOfAClock) {
  EXPECT_EQ(clock_text(1h + 1min + 45s), "1:01:45");
  EXPECT_EQ(clock_text(7min + 26s + 999ms), "7:26");
  EXPECT_EQ(clock_text(8s), "0:08");
  EXPECT_EQ(log_time_text(3723s + 450ms), "1:02:03.4");
}

}  // namespace
}  // namespace jadoube::laws
