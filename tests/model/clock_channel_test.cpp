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

// docs/model.md 4.4: 150 ms late two thirds are no more, a second at most.
TEST(ClockChannel, ADelayIsTheLessLikelyTheLongerItIs) {
  const auto prior = [](Time delay) { return ClockChannel::prior_of({.delay = delay}).millinats(); };
  EXPECT_EQ(prior(0ms), 0);
  EXPECT_EQ(prior(50ms), -150);
  EXPECT_EQ(prior(100ms), -300);
  EXPECT_EQ(prior(150ms), -750);
  EXPECT_EQ(prior(200ms), -1200);
  EXPECT_EQ(prior(350ms), -2350);
  EXPECT_EQ(prior(500ms), -3500);
  EXPECT_EQ(prior(750ms), -4250);
  EXPECT_EQ(prior(1s), -5000);
  EXPECT_EQ(prior(5s), -5000);
  EXPECT_EQ(prior(-350ms), -2350) << "either may be late";
}

/// The delays that are possible after one ply, complete at 10 s, pressed so long after that, and a reply that was lifted so long
/// after the press.
DelayRange possible(Time press, Time reply) {
  ClockChannel channel;
  channel.ply(Side::white, 9s, 10s);
  channel.press(10s + press, Side::white);
  channel.ply(Side::black, 10s + press + reply, 30s);
  return channel.range();
}

// One in a hundred, 4,600 less than the likeliest, is excluded; a press that nobody heard is worth 5,500.
TEST(ClockChannel, WhatIsPossibleIsWhatPlayersDo) {
  // A second later all delays are alike but for the prior: 850 ms is worth 4,550 less, 900 ms 4,700.
  EXPECT_EQ(possible(1s, 10s), (DelayRange{-850ms, 850ms}));
  // At once: 100 ms is the likeliest (-300). -50 ms: -150 - 4,500. -100 ms: -300 - 4,500. -150 ms: -750 - 4,500.
  EXPECT_EQ(possible(0s, 10s), (DelayRange{-100ms, 950ms}));
  // Five seconds: -3,000. 550 ms: -3,650 - 3,825. 600 ms: -3,800 - 3,900.
  EXPECT_EQ(possible(5s, 10s), (DelayRange{-1s, 550ms}));
  // The reply at the press: -50 ms is the likeliest (-150). 100 ms: -300 - 4,000. 150 ms: -750 - 4,188.
  EXPECT_EQ(possible(1s, 0s), (DelayRange{-900ms, 100ms}));
  // The reply half a second before it: -550 ms is the likeliest (-3,650). 400 ms: -2,733 - 5,500. 450 ms: -3,117 - 5,500.
  EXPECT_EQ(possible(1s, -500ms), (DelayRange{-1s, 400ms}));
}

/// The delay that is worth least and is still possible, to the microsecond: how likely a press and a reply are falls steadily between
/// the times that are known.
TEST(ClockChannel, WhatPlayersDoIsLessLikelyStepByStep) {
  // No delay is the likeliest, and worth 0; 450 ms are worth 3,116 by themselves, so that 1,484 are left: a press 24.384 ms after the
  // placement (2,500 less 1,016), 0.6 s and more after three seconds; a reply 0.32 ms after the press.
  EXPECT_EQ(possible(450ms + 24'384us, 10s), (DelayRange{-450ms, 850ms}));
  EXPECT_EQ(possible(450ms + 24'383us, 10s), (DelayRange{-400ms, 850ms}));
  EXPECT_EQ(possible(1s, 450ms + 320us), (DelayRange{-850ms, 450ms}));
  EXPECT_EQ(possible(1s, 450ms + 319us), (DelayRange{-850ms, 400ms}));
  // 250 ms: 383, and 3,017 for a press 12.925 ms before the placement.
  EXPECT_EQ(possible(250ms - 12'925us, 10s), (DelayRange{-250ms, 850ms}));
  EXPECT_EQ(possible(250ms - 12'926us, 10s), (DelayRange{-200ms, 850ms}));
  // 600 ms: 3,800, and 800 for a press 3.534 s after it.
  EXPECT_EQ(possible(2'933'999us, 10s), (DelayRange{-850ms, 600ms}));
  EXPECT_EQ(possible(2'934'000us, 10s), (DelayRange{-850ms, 550ms}));
  // 150 ms: 750, and 3,850 for a reply 92 ms before the press.
  EXPECT_EQ(possible(1s, 58ms), (DelayRange{-850ms, 150ms}));
  EXPECT_EQ(possible(1s, 58ms - 1us), (DelayRange{-850ms, 100ms}));
}

TEST(ClockChannel, ADelayIsTheLessLikelyTheLongerItIsAndATurnedClockSeldom) {
  const auto prior = [](Time delay, bool turned = false) {
    return ClockChannel::prior_of({.delay = delay, .turned = turned}).millinats();
  };
  EXPECT_EQ(prior(0ms), 0);
  EXPECT_EQ(prior(50ms), -150);
  EXPECT_EQ(prior(100ms), -300);
  EXPECT_EQ(prior(-150ms), -750) << "either way";
  EXPECT_EQ(prior(200ms), -1200);
  EXPECT_EQ(prior(350ms), -2350);
  EXPECT_EQ(prior(500ms), -3500);
  EXPECT_EQ(prior(-750ms), -4250);
  EXPECT_EQ(prior(1s), -5000);
  EXPECT_EQ(prior(1s + 1us), -5000);
  EXPECT_EQ(prior(100ms, true), -300 - 6500);
}

TEST(ClockChannel, WhatIsTriedStandsForADelayThatDiffersByAFifthOfASecond) {
  ClockChannel tried;
  tried.assume({.delay = 600ms});
  EXPECT_EQ(tried.range(), (DelayRange{400ms, 800ms}));
  ClockChannel turned;
  turned.assume({.delay = 600ms, .turned = true});
  EXPECT_EQ(turned.range(), (DelayRange{400ms, 800ms}));
  tried.assume({.delay = -900ms});
  EXPECT_EQ(ClockChannel{}.range(), (DelayRange{-850ms, 850ms}));
}

/// A channel after so many plies of which each was pressed with the other side's button, so long after it was complete.
ClockChannel pressed_by_the_other(int plies, Time after, ClockChannel channel = {}) {
  Side side = Side::white;
  for (int i = 0; i <= plies; ++i, side = ~side) {
    const Time t = 30s * (i + 1);
    channel.ply(side, t, t + 500ms);
    channel.press(t + 500ms + after, ~side);
  }
  return channel;
}

// Each costs 5,500 where the clock stands as it should; where it is turned, which costs 6,500, as much as it is late.
TEST(ClockChannel, IsInDoubtAtTenToOneAndTurnedAtAHundredToOne) {
  // One ply: -5,500 against -6,500, and 1,299 or 1,300 more for the 3.9 s. Ten to one is 2,300.
  EXPECT_TRUE(pressed_by_the_other(1, 3866ms).may_stand_otherwise());
  EXPECT_FALSE(pressed_by_the_other(1, 3867ms).may_stand_otherwise());
  // Three: -5,500, and twice the 4,500 of a press long before, against -6,500 and, with presses that come 0.1 s late (-300), three
  // times 1,375 or 1,377, of which the second of White's comes as his first did (1,030). A hundred to one is 4,600.
  EXPECT_TRUE(pressed_by_the_other(3, 4017ms).is_turned());
  EXPECT_FALSE(pressed_by_the_other(3, 4018ms).is_turned());
}

// The right clock was started, which costs 5,500 where it is turned. Two plies: 5,500 and 4,500 against 6,500, 5,500 and twice 148 or
// 150 for a tenth of a second that they are late.
TEST(ClockChannel, ThatWasStartedForTheSideToMoveIsInDoubtAPlyLater) {
  const auto in_doubt = [](Time after) {
    ClockChannel started;
    started.started(Side::white, Side::white);
    return pressed_by_the_other(2, after, started).may_stand_otherwise();
  };
  EXPECT_TRUE(in_doubt(3099ms));
  EXPECT_FALSE(in_doubt(3100ms));
}

TEST(ClockChannel, IsInNoDoubtOnceItIsKnownToBeTurned) {
  ClockChannel channel;
  play(channel, {.turned = true}, 40);
  EXPECT_TRUE(channel.is_turned());
  EXPECT_FALSE(channel.may_stand_otherwise());
  EXPECT_FALSE(channel.seems_otherwise());
}

TEST(ClockChannel, FindsADelayOfATurnedClockToo) {
  ClockChannel channel;
  play(channel, {.after = 200ms, .early = 500ms, .turned = true}, 30);
  ASSERT_TRUE(channel.is_turned());
  EXPECT_GE(channel.delay(), 350ms);
  EXPECT_LE(channel.delay(), 700ms);
  EXPECT_LE(channel.range().least, channel.delay());
  EXPECT_GE(channel.range().most, channel.delay());
}

TEST(ClockChannel, LearnsNothingFromAPlyWhoseReplyWasLost) {
  ClockChannel channel;
  play(channel, {}, 3);
  channel.lose_thread();
  play(channel, {}, 2);
  EXPECT_FALSE(channel.is_known()) << "two plies and one";
  play(channel, {}, 2);
  EXPECT_TRUE(channel.is_known());
}

TEST(ClockChannel, IsKnownAfterFourPlies) {
  const auto known_after = [](int plies) {
    ClockChannel channel;
    play(channel, {}, plies + 1);  // each is learnt from when it is answered
    return channel.is_known();
  };
  EXPECT_FALSE(known_after(3));
  EXPECT_TRUE(known_after(4));
}

TEST(ClockChannel, ThatMayNotTurnOnlySeemsToStandOtherwise) {
  ClockChannel channel;
  channel.let_turn(false);
  EXPECT_EQ(play(channel, {.turned = true}, 20), std::nullopt);
  EXPECT_TRUE(channel.seems_otherwise());
  EXPECT_TRUE(channel.may_stand_otherwise()) << "nobody is accused meanwhile";
  channel.let_turn(true);
  EXPECT_EQ(play(channel, {.turned = true}, 5), 1) << "with the first ply that is learnt from";
  EXPECT_FALSE(channel.seems_otherwise());
}

// Plies that were misread for a late scan spoke for a clock that is turned, and the opening as a whole does not.
TEST(ClockChannel, ForgetsWhatSpokeForTheOtherWayWhereItIsDecided) {
  const auto turned_by_two_plies = [](bool decided) {
    ClockChannel channel;
    channel.let_turn(false);
    play(channel, {.turned = true}, 6);
    EXPECT_TRUE(channel.seems_otherwise());
    if (decided) channel.believe_assumed();
    channel.let_turn(true);
    play(channel, {.turned = true}, 2);
    return channel.is_turned();
  };
  EXPECT_TRUE(turned_by_two_plies(false));
  EXPECT_FALSE(turned_by_two_plies(true));
}

// All replies come so soon that scans which come late, or early, would explain them with either button. Hands press much the same time
// after each placement; the next press of the other player comes when he has thought.
TEST(ClockChannel, KnowsAHandByWhenItPresses) {
  const auto turned_after = [](Time spread) {
    ClockChannel channel;
    Side side = Side::white;
    Time t = 10s;
    for (int i = 1; i <= 40; ++i, side = ~side) {
      const Time placed = t + 300ms;
      const Time press = placed + 200ms + spread * (i * 7 % 5);
      channel.ply(side, t, placed);
      channel.press(press, ~side);
      t = press + 30ms + 250ms * (i * 11 % 7 % 4);
      if (channel.is_turned()) return i;
    }
    return 99;
  };
  EXPECT_LT(turned_after(0ms), 25);
  EXPECT_LT(turned_after(0ms), turned_after(250ms));
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
  EXPECT_FALSE(channel.is_known());
}

}  // namespace
}  // namespace jadoube::model
