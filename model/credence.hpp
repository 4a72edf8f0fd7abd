// How often a finding that all games agree on is true: what no game that was thought of explains.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 7.4 How often findings are true

// of illegal moves on grade A, where one irregularity happens in each game and each kind is as likely, so many are true [worlds]
inline constexpr Fitted<Thousandths> kTrueIllegalA = 993;
// … on grade B [worlds]
inline constexpr Fitted<Thousandths> kTrueIllegalB = 876;
// … on grade C [worlds]
inline constexpr Fitted<Thousandths> kTrueIllegalC = 300;
// of illegal moves that are not pressed yet, always C: the hand may come back [worlds]
inline constexpr Fitted<Thousandths> kTruePending = 730;
// of moves out of turn on grade B [worlds]
inline constexpr Fitted<Thousandths> kTrueOutOfTurnB = 921;
// … on grade C [worlds]
inline constexpr Fitted<Thousandths> kTrueOutOfTurnC = 390;
// of kings that were taken [worlds]
inline constexpr Fitted<Thousandths> kTrueKingTaken = 978;
// of pieces that were exchanged at the set-up on grade B [worlds]
inline constexpr Fitted<Thousandths> kTrueSetUpB = 856;
// … on grade C [worlds]
inline constexpr Fitted<Thousandths> kTrueSetUpC = 566;
// of displaced pieces on grade B [worlds]
inline constexpr Fitted<Thousandths> kTrueDisplacedB = 937;
// … on grade C [worlds]
inline constexpr Fitted<Thousandths> kTrueDisplacedC = 373;
// … of those that were displaced in an earlier ply, on any [worlds]
inline constexpr Fitted<Thousandths> kTrueDisplacedEarlier = 989;
// of presses without a move on grade B [worlds]
inline constexpr Fitted<Thousandths> kTrueNoMoveB = 908;
// … on grade C [worlds]
inline constexpr Fitted<Thousandths> kTrueNoMoveC = 63;
// of presses with a piece in the air, always C: it may stand badly [worlds]
inline constexpr Fitted<Thousandths> kTrueBeforePlaceC = 465;
// of promotions that are not completed on grade B [worlds]
inline constexpr Fitted<Thousandths> kTruePromotionB = 906;
// … on grade C [worlds]
inline constexpr Fitted<Thousandths> kTruePromotionC = 200;
// of rooks that were touched first in castling [worlds]
inline constexpr Fitted<Thousandths> kTrueRookFirst = 953;
// of two hands on grade B [worlds]
inline constexpr Fitted<Thousandths> kTrueTwoHandsB = 990;
// … on grade C: nearly all were one hand [worlds]
inline constexpr Fitted<Thousandths> kTrueTwoHandsC = 40;
// of pieces that were touched and not moved, always C: nearly all were adjusted [worlds]
inline constexpr Fitted<Thousandths> kTrueTouched = 54;
// of moves that were changed after the piece was let go of, always C: nearly all were still held [worlds]
inline constexpr Fitted<Thousandths> kTrueChanged = 46;
// of sensors that fail, always C: it may be what stands on them [worlds]
inline constexpr Fitted<Thousandths> kTrueSensor = 639;

}  // namespace jadoube::model
