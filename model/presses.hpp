// What a press says, what its absence says, and what it finds on the board.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 4.1 What a press says, and what its absence says

// the side that has just moved presses [prototype]
inline constexpr Assumed<LogWeight> kPressExpected{-20};
// the reply was made before the press: one ply in twelve [prototype]
inline constexpr Assumed<LogWeight> kNoPress{-2500};
// the same, by one who has ten minutes left [simulator]
inline constexpr Fitted<LogWeight> kNoPressUnhurried{-5500};
// … which counts for as much as so many plies of that player that were agreed on and answered [worlds]
inline constexpr Fitted<Plies> kNoPressWorth = 20;
// of a player so many plies are remembered [reasoning: presses are forgotten in time trouble]
inline constexpr Assumed<Plies> kPressesRemembered = 30;
// what of it stays when the press came after all [prototype]
inline constexpr Assumed<LogWeight> kNoPressForgiven{-1000};
// a press that comes when the other has moved is less and less likely for a ply made longer ago than this, as one that has
// not come yet is … [reasoning]
inline constexpr Assumed<Time> kPressForgottenAfter = 2s;
// … at most [simulator]
inline constexpr Fitted<LogWeight> kPressForgotten{-6500};
// a press that has not come yet counts against the ply from here on … [simulator]
inline constexpr Fitted<Time> kPressesWithin = 500ms;
// … by so much a second (in blitz five presses of a hundred come later than 1.5 s) … [simulator]
inline constexpr Fitted<MillinatsPerSecond> kOverduePerSecond = -3300;
// … or, where there are ten minutes left, by so much (five of a hundred later than 2 s) … [simulator]
inline constexpr Fitted<MillinatsPerSecond> kOverdueUnhurried = -2000;
// … at most: it may be forgotten [simulator]
inline constexpr Fitted<LogWeight> kOverdue{-5000};
// the side to move pressed, and no move was complete [prototype]
inline constexpr Assumed<LogWeight> kPressTooEarly{-7000};
// the same, while nobody knows how much later scans come than presses: P(half a second or more) [reasoning]
inline constexpr Assumed<LogWeight> kPressMaybeEarly{-3500};
// what of it stays when the press was early only to the eye [simulator]
inline constexpr Fitted<LogWeight> kSeemedEarly{-1000};
// more, if only a piece of the other side was in the hand [simulator]
inline constexpr Fitted<LogWeight> kPressWithVictim{-2500};
// who has pressed with the piece in the hand puts it down at once: more, for every second later than this after what is still seen
// as complete at the press [reasoning]
inline constexpr Assumed<Ramp> kHeldAtPress{600ms, -1500, -8000};
// a side pressed that had nothing to press for: one ply in a hundred [prototype]
inline constexpr Assumed<LogWeight> kPressTwice{-4600};
// a move seen complete so soon after a press that seemed too early was complete at the press [prototype;
// latency of 0.3 s and a scan]
inline constexpr Assumed<Time> kSettling = 400ms;
// … and while that delay is not known [reasoning: the longest that is thought of, and that]
inline constexpr Assumed<Time> kSettlingUnknown = 1400ms;
// a piece that is seen on its square after the press, and badly, is lost from sight again within this [recordings: seen for 0.2
// to 0.4 s at a time]
inline constexpr Assumed<Time> kStandsWell = 1500ms;
// a press so long before the placement may still be that ply's [prototype]
inline constexpr Assumed<Time> kPressBeforePlace = 3s;
// of two unpressed plies of one side a press later than this after the first is for the second …
// [simulator]
inline constexpr Fitted<Time> kPressLag = 1500ms;
// … unless more presses follow as quickly [simulator]
inline constexpr Fitted<Time> kCatchUp = 1500ms;

// == 4.2 What a press finds on the board

// a piece missing at the press, and lifted while the move was being made, lies on the board if it is still
// missing then: a hand would have put it down [simulator]
inline constexpr Fitted<Time> kFallenAfterHand = 1500ms;
// any other missing piece that may be in a hand: held no longer than this [simulator]
inline constexpr Fitted<Time> kHeldAtMost = 4s;
// who presses back so soon, with one piece astray, may want it put right [simulator]
inline constexpr Fitted<Time> kPressedBackAfter = 300ms;
// a piece missing at a press, and still missing then, may have fallen [simulator]
inline constexpr Fitted<Time> kMayHaveFallen = 800ms;
// what reaches the last rank so long after the pawn's lift is the piece, not the pawn [simulator]
inline constexpr Fitted<Time> kPieceFetched = 800ms;
// a promotion was exchanged on its square if that was left and filled so often [reasoning]
inline constexpr Assumed<Excursions> kExchangedFrom = 2;
// a piece out of sight at the press that stood on a lawful square so long may stand there badly
// [simulator]
inline constexpr Fitted<Time> kSeenThere = 80ms;
// no hand is on the board and then at the clock in less [MTM-1, shortened]
inline constexpr Assumed<Time> kToTheClock = 100ms;

}  // namespace jadoube::model
