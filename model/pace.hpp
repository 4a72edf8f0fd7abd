// How quick a hand can be, and how soon a reply can begin.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 3.5 Pace: what no hand can do

// from the lift of a piece until a quick opponent sees where it goes and has his own in the hand
// [reasoning, simulator]
inline constexpr Fitted<Time> kSeen = 250ms;
// no hand reaches, grasps and carries in less: half of what MTM-1 gives for one square at the pace of a
// scramble (0.29 s) [MTM-1, halved]
inline constexpr Assumed<Time> kQuickest = 140ms;
// two plies of one side within that time; less and less until `kSeen` later [reasoning, simulator]
inline constexpr Fitted<LogWeight> kTooQuick{-5000};
// the answering piece was lifted sooner than the move could be seen: the most that this costs …
// [simulator]
inline constexpr Fitted<LogWeight> kTooSoon{-9000};
// … which is one mnat for each so much sooner [simulator]
inline constexpr Fitted<Time> kTooSoonForOne = 30us;
// from lift to placement on the next square, when the placement is not seen: a fifth less than MTM-1 gives
// at blitz pace (0.18 s) [MTM-1, shortened]
inline constexpr Assumed<Time> kCarry = 140ms;
// a hand that has put a piece down does not lift another sooner [MTM-1, shortened]
inline constexpr Assumed<Time> kFetch = 100ms;
// the least to reach a second piece at blitz pace: this and so much a square of distance [MTM-1 and
// simulated lifts of one and two hands: one capture in ten thousand is quicker]
inline constexpr Fitted<LeastTime> kReachSecond{50ms, 32ms};
// the least to carry the first piece to the second and grasp that too [as above]
inline constexpr Fitted<LeastTime> kCarryAndGrasp{75ms, 40ms};
// with more on the clock a hand takes longer … [MTM-1 pace of 1.5 against 0.95]
inline constexpr Assumed<Time> kSlowHandsAbove = 20min;
// … so much of its time in blitz [MTM-1]
inline constexpr Assumed<Percent> kSlowHands = 150;
// with less on the clock it takes less … [MTM-1 pace of 0.70 against 0.95]
inline constexpr Assumed<Time> kFastHandsBelow = 1min;
// … so much of its time in blitz [MTM-1]
inline constexpr Assumed<Percent> kFastHands = 75;
// a taken piece away for less was pushed off by the one that takes it [prototype]
inline constexpr Assumed<Time> kSwipe = 90ms;
// castling: king and rook in the air together for longer than this are two hands … [prototype: no false
// alarm in 360,000 simulated castlings]
inline constexpr Fitted<Time> kInAirTogether = 60ms;
// … if that is longer than so much of a period [as above]
inline constexpr Fitted<Percent> kInAirTogetherOfPeriod = 150;

// == 3.6 Replies that overlap

// the reply was lifted before the move was complete: one ply in 50 [prototype]
inline constexpr Assumed<LogWeight> kOverlap{-4000};
// who has so much left replies at leisure and waits for the press [reasoning]
inline constexpr Assumed<Time> kTimeToWait = 600s;
// the reply overlaps all the same [simulator]
inline constexpr Fitted<LogWeight> kOverlapUnhurried{-7000};
// more, if what was lifted of the reply is the piece it takes [simulator]
inline constexpr Fitted<LogWeight> kOverlapVictim{-1000};
// a piece of the reply lifted longer ago is not in a replying hand [prototype]
inline constexpr Assumed<Time> kOverlapWindow = 3s;
// the reply was complete before the move was [simulator]
inline constexpr Fitted<LogWeight> kReplyBeforeMove{-8000};
// the same, if the moved piece may have stood badly and been sensed late [simulator]
inline constexpr Fitted<LogWeight> kReplySensedFirst{-4500};
// a reply complete so soon after the move … [simulator]
inline constexpr Fitted<Time> kAtOnce = 60ms;
// … is a third of those that overlap [simulator]
inline constexpr Fitted<LogWeight> kReplyAtOnce{-1000};
// … and its piece was pushed there, or knocked, rather than lifted [simulator]
inline constexpr Fitted<LogWeight> kReplyPushed{-1000};

}  // namespace jadoube::model
