// What hands do on the squares of a move, on others, and while a move is not finished.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 3.1 What is played

// a pawn becomes a queen: 134 of 140 promotions [games]
inline constexpr Measured<LogWeight> kPromotedToQueen{-50};
// a knight: 4 of 140, counted a little more often [games]
inline constexpr Measured<LogWeight> kPromotedToKnight{-3300};
// a bishop: 2 of 140, counted a little more often [games]
inline constexpr Measured<LogWeight> kPromotedToBishop{-4000};
// a rook: none of 140; one in a hundred [reasoning]
inline constexpr Assumed<LogWeight> kPromotedToRook{-4600};
// what a promoted piece may do while nobody has seen what it is counts as so many choices [reasoning]
inline constexpr Assumed<Moves> kOfGuessed = 10;
// the second of two open moves is behind by less than so many centipawns: so many mnat, ln(share of the
// second / share of the first) [engine]
inline constexpr Measured<std::array<std::pair<Centipawns, LogWeight>, 5>> kBehindBest{
    {{25, LogWeight{-100}},
     {50, LogWeight{-800}},
     {100, LogWeight{-1500}},
     {200, LogWeight{-2000}},
     {400, LogWeight{-3600}}}};
// it is behind by more: a hundred to one, less than was measured, for advice alone makes nothing certain
// [engine]
inline constexpr Measured<LogWeight> kFarBehindBest{-4600};
// what an announced mate counts as, less one for each move to it [reasoning]
inline constexpr Assumed<Centipawns> kMateWorth = 10'000;
// any position is worth so much less than an announced mate at least, and any mate is nearer than that
// [reasoning]
inline constexpr Assumed<Centipawns> kLessThanMate = 1000;
// an engine is asked about explanations no further behind: a thousandth [reasoning]
inline constexpr Assumed<LogWeight> kWorthAsking{-7000};

// == 3.2 Squares that have a role

// the piece was put down, or lifted, once more [prototype]
inline constexpr Assumed<LogWeight> kReplaced{-700};
// the most that this costs [simulator (prototype: -2000)]
inline constexpr Fitted<LogWeight> kReplacedFloor{-5500};
// the taken piece was seen away [prototype]
inline constexpr Assumed<LogWeight> kVictimSeen{-100};
// away for so long the taken piece has been seen; shorter was a blip of it [prototype]
inline constexpr Assumed<Time> kVictimAway = 50ms;
// a piece that was back so long before the taker was lifted had been adjusted, and was taken unseen
// [simulator]
inline constexpr Fitted<Time> kAdjustedBefore = 50ms;
// a taken piece that nobody saw leave, and whose square changes right after the capture [simulator]
inline constexpr Fitted<LogWeight> kTakenAfterAll{-5000};
// so long "right after" lasts [simulator]
inline constexpr Fitted<Time> kVictimLate = 1s;
// … and so many plies back it is looked for [simulator]
inline constexpr Fitted<Plies> kTakenUnseenFor = 2;
// the taken piece is set down beside the square for a moment: 13 of 60 captures; on which of the squares is no more
// counted than where an unlawful move goes [recordings]
inline constexpr Measured<LogWeight> kSetBeside{-2000};
// … no later than this after the capture is seen, which is when the taker is lifted if nothing else was seen of it
// [reasoning]
inline constexpr Assumed<Time> kSetBesideWithin = 3s;
// … and is taken away: after 0.1 to 0.75 s in recordings, and by other hands later [recordings, reasoning]
inline constexpr Assumed<Ramp> kStaysBeside{500ms, -2000, -6000};
// the target was filled before the piece had left its square [prototype]
inline constexpr Assumed<LogWeight> kPlacedBeforeLifted{-3000};
// of two things that are seen this close together either may have come first [simulator]
inline constexpr Fitted<Time> kOrderShows = 50ms;
// more, for how long the target had been filled by then, or something else had stood there that went again
// [simulator]
inline constexpr Fitted<Ramp> kStoodThere{0s, -3000, -9000};
// the piece is back on its square, to be lifted again [simulator]
inline constexpr Fitted<LogWeight> kPutBack{-2000};
// the same, with the piece to be taken already in the hand [simulator]
inline constexpr Fitted<LogWeight> kCaptureUndone{-5000};

// == 3.3 Squares that have none

// a piece was touched that the move does not concern: about one ply in 400 [prototype]
inline constexpr Assumed<LogWeight> kTouched{-6000};
// each further touch of it [prototype]
inline constexpr Assumed<LogWeight> kTouchedAgain{-4000};
// more, if it is the other side's: nobody adjusts those [simulator]
inline constexpr Fitted<LogWeight> kOpponentsPiece{-2500};
// more, if it was away already when the moved piece was lifted, and came back later: one hand does not hold both [reasoning]
inline constexpr Assumed<LogWeight> kBothInHand{-3000};
// the piece was slid over a square of its way: one move in five [prototype]
inline constexpr Assumed<LogWeight> kPathFirst{-1500};
// each further square [prototype]
inline constexpr Assumed<LogWeight> kPathNext{-200};
// more, for resting there: it has been put down [simulator]
inline constexpr Fitted<Ramp> kRestsOnPath{400ms, -10000, -8000};
// the piece rested on another square that it may go to [prototype]
inline constexpr Assumed<LogWeight> kHesitated{-4500};
// it rested there for so long at least [prototype]
inline constexpr Assumed<Time> kHesitatesFrom = 60ms;
// more, for resting there longer than one hesitates [prototype]
inline constexpr Assumed<Ramp> kHesitatesForLong{1s, -1000, -5000};
// more, for a piece that is away for longer than an adjustment takes [prototype]
inline constexpr Assumed<Ramp> kAwayForLong{1500ms, -1000, -6000};
// something rested on an empty square, for longer than the next row says, and left [prototype]
inline constexpr Assumed<LogWeight> kRestedElsewhere{-3000};
// more, for how long it did [prototype]
inline constexpr Assumed<Ramp> kRestsElsewhere{600ms, -1000, -6000};
// the most that repeated excursions cost where a piece hesitated or was slid over [simulator]
inline constexpr Fitted<LogWeight> kExcursionsFloor{-4000};

// == 3.4 The unfinished segment

// a move is complete on the board, and the hand may not have let go [prototype]
inline constexpr Assumed<LogWeight> kMayMoveOn{-2000};
// the same, of a piece that was seen to be put down [simulator]
inline constexpr Fitted<LogWeight> kPutDown{-4000};
// no move explains it, so far: a floor under everything … [prototype]
inline constexpr Assumed<LogWeight> kChaos{-8000};
// … to which each touch adds this: a floor that stood still would beat the true game in the end
// [prototype]
inline constexpr Assumed<LogWeight> kChaosTouch{-7000};
// a square that only blipped adds so much to that floor [prototype]
inline constexpr Assumed<Tenths> kBlipInFloor = 6;
// something rests where it should not be, or the square of the taken piece is filled again: "not made yet"
// loses [prototype]
inline constexpr Assumed<Ramp> kHardens{0s, -10000, -7000};
// a piece is in the air: of a hundred moves 13 take longer than 0.8 s where there is time, 6 in blitz …
// [simulator]
inline constexpr Fitted<Ramp> kInTheAir{400ms, -2500, -1000};
// … and of those it is half as many every 0.4 s [simulator]
inline constexpr Fitted<Ramp> kInTheAirForLong{800ms, -2000, -6000};

}  // namespace jadoube::model
