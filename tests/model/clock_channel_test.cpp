#include "model/clock_channel.hpp"

#include <gtest/gtest.h>

namespace jadoube::model {
namespace {

using chess::Side;
using record::Time;
using namespace std::chrono_literals;

/// Plies every two seconds, each half a second in the hand and pressed `after` it stands, by a clock whose presses
/// come to be heard `early` (or late, if negative) beside the scans.
struct Habits {
  Time after = 400ms;
  Time early = 0ms;
  Time reply = 300ms;  // from the press to the next lift
  bool turned = false;
};

/// Plays `plies` more of them, and returns how many it took until the channel says `turned`; nothing if it never does.
std::optional<int> play(ClockChannel& channel, const Habits& habits, int plies) {
  Time t = 10s;
  Side side = Side::white;
  std::optional<int> turned_after;
  for (int i = 1; i <= plies; ++i) {
    const Time lifted = t;
    const Time placed = t + 500ms;
    channel.ply(side, lifted, placed);
    channel.press(placed + habits.after - habits.early, habits.turned ? ~side : side);
    t = placed + habits.after + habits.reply * (1 + i % 3);
    side = ~side;
    if (channel.is_turned() && !turned_after) turned_after = i;
  }
  return turned_after;
}

TEST(ClockChannel, SaysNothingOfAClockInOrder) {
  for (const Time after : {100ms, 400ms, 900ms, 1500ms}) {
    for (const Time reply : {50ms, 300ms, 4000ms}) {
      ClockChannel channel;
      EXPECT_EQ(play(channel, {.after = after, .reply = reply}, 80), std::nullopt);
      EXPECT_EQ(channel.delay(), 0ms) << after.count() << " " << reply.count();
      EXPECT_FALSE(channel.may_stand_otherwise());
    }
  }
}

TEST(ClockChannel, FindsThatPressesComeBeforeTheirPlacement) {
  ClockChannel channel;
  play(channel, {.after = 200ms, .early = 500ms}, 20);
  EXPECT_GE(channel.delay(), 350ms);
  EXPECT_LE(channel.delay(), 700ms);
}

TEST(ClockChannel, FindsThatPressesComeAfterTheReplyHasBegun) {
  ClockChannel channel;
  play(channel, {.after = 200ms, .early = -500ms, .reply = 100ms}, 20);
  EXPECT_LE(channel.delay(), -350ms);
  EXPECT_GE(channel.delay(), -700ms);
}

TEST(ClockChannel, ExcludesTheDelaysByWhichPlayersWouldReplyBeforeThePress) {
  ClockChannel channel;
  const DelayRange before = channel.range();
  EXPECT_LE(before.least, -800ms);
  EXPECT_GE(before.most, 800ms);
  // Scans come 300 ms late, the reply 400 ms and more after the press.
  play(channel, {.after = 200ms, .early = 300ms, .reply = 100ms}, 20);
  EXPECT_LE(channel.range().least, 300ms);
  EXPECT_GT(channel.range().least, 50ms);
  EXPECT_GE(channel.range().most, 300ms);
  EXPECT_LE(channel.range().most, 550ms);
}

TEST(ClockChannel, WhoTakesHisTimeExcludesNoDelay) {
  ClockChannel channel;
  play(channel, {.after = 1500ms, .reply = 4000ms}, 20);
  EXPECT_LE(channel.range().least, -800ms);
  EXPECT_GE(channel.range().most, 800ms);
}

TEST(ClockChannel, ASlowPlayerIsNoLateClock) {
  // Nothing happens in the wrong order: there is nothing to put right.
  ClockChannel channel;
  play(channel, {.after = 1200ms, .reply = 2s}, 60);
  EXPECT_EQ(channel.delay(), 0ms);
}

TEST(ClockChannel, OneReplyThatDidNotWaitIsNoLateClock) {
  ClockChannel channel;
  auto ply_after = [&channel, side = Side::white, t = Time{1s}](Time press, Time lift) mutable {
    channel.ply(side, t, t + 200ms);
    channel.press(t + 200ms + press, side);
    t += 200ms + lift;
    side = ~side;
  };
  for (int i = 0; i < 10; ++i) ply_after(700ms, 1500ms);
  ply_after(700ms, 400ms);  // the reply is lifted 0.3 s before the press
  for (int i = 0; i < 10; ++i) ply_after(700ms, 1500ms);
  EXPECT_EQ(channel.delay(), 0ms);
  // Where all come like this it is the clock.
  for (int i = 0; i < 5; ++i) ply_after(700ms, 400ms);
  EXPECT_LE(channel.delay(), -300ms);
}

TEST(ClockChannel, FindsThatTheClockIsTurned) {
  for (const Time reply : {200ms, 1000ms, 10'000ms}) {
    ClockChannel channel;
    const auto after = play(channel, {.reply = reply, .turned = true}, 20);
    ASSERT_TRUE(after);
    EXPECT_LE(*after, 5);
  }
}

TEST(ClockChannel, WhatIsAssumedNothingThatIsHeardShakes) {
  ClockChannel turned;
  turned.assume({.turned = true});
  EXPECT_TRUE(turned.is_turned());
  play(turned, {}, 10);
  EXPECT_TRUE(turned.is_turned());
  ClockChannel late;
  late.assume({.delay = 600ms});
  EXPECT_EQ(late.delay(), 600ms);
  play(late, {.turned = true}, 10);
  EXPECT_FALSE(late.is_turned());
}

TEST(ClockChannel, WhatWasAssumedAndIsBelievedIsGivenUpWhereItWasWrong) {
  ClockChannel wrong;
  wrong.assume({.turned = true});
  wrong.believe_assumed();
  EXPECT_TRUE(wrong.is_turned());
  play(wrong, {}, 6);
  EXPECT_FALSE(wrong.is_turned()) << "a few plies, each pressed by who made it";
  ClockChannel right;
  right.assume({.turned = true});
  right.believe_assumed();
  play(right, {.turned = true}, 6);
  EXPECT_TRUE(right.is_turned());
}

TEST(ClockChannel, ATurnedClockIsAsUnlikelyWhateverItsDelay) {
  for (const Time delay : {0ms, 300ms, -900ms})
    EXPECT_EQ(ClockChannel::prior_of({.delay = delay, .turned = true}),
              ClockChannel::prior_of({.delay = delay}) + kClockTurned);
}

TEST(ClockChannel, IsHardlyTurnedIfItWasStartedForTheSideToMove) {
  ClockChannel untold;
  ClockChannel as_it_should;
  ClockChannel for_the_other;
  as_it_should.started(Side::white, Side::white);
  for_the_other.started(Side::black, Side::white);
  const Habits turned{.reply = 1000ms, .turned = true};
  const auto plain = play(untold, turned, 20);
  const auto later = play(as_it_should, turned, 20);
  const auto sooner = play(for_the_other, turned, 20);
  ASSERT_TRUE(plain && later && sooner);
  EXPECT_GT(*later, *plain);
  EXPECT_LT(*sooner, *plain);
}

TEST(ClockChannel, ThatWasStartedForTheOtherSideMayStandOtherwiseBeforeAnybodyHasMoved) {
  ClockChannel wrong;
  wrong.started(Side::black, Side::white);
  EXPECT_TRUE(wrong.may_stand_otherwise());
  play(wrong, {}, 6);
  EXPECT_FALSE(wrong.may_stand_otherwise()) << "the wrong one was started, and it stands as it should";
  ClockChannel right;
  right.started(Side::white, Side::white);
  EXPECT_FALSE(right.may_stand_otherwise());
}

TEST(ClockChannel, IsTurnedBackWhenSomebodyTurnsTheClock) {
  ClockChannel channel;
  play(channel, {.turned = true}, 20);
  ASSERT_TRUE(channel.is_turned());
  play(channel, {}, 80);
  EXPECT_FALSE(channel.is_turned());
}

TEST(ClockChannel, APressOfTheWrongButtonAfterTheFirstPlyMayBeEither) {
  ClockChannel channel;
  channel.ply(Side::white, 1s, 1500ms);
  EXPECT_FALSE(channel.may_stand_otherwise());
  channel.press(1900ms, Side::black);
  EXPECT_TRUE(channel.may_stand_otherwise());
  channel.press(2500ms, Side::white);
  EXPECT_FALSE(channel.may_stand_otherwise());
}

TEST(ClockChannel, LearnsNothingFromPliesThatNobodyPressed) {
  ClockChannel channel;
  Side side = Side::white;
  for (Time t = 0s; t < 60s; t += 2s, side = ~side) channel.ply(side, t, t + 500ms);
  EXPECT_EQ(channel.delay(), 0ms);
  EXPECT_FALSE(channel.is_turned());
}

}  // namespace
}  // namespace jadoube::model
