// When something is told, and when it is taken back.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 7.1 Plies

// of the posterior: a ply is said. Who waits for more is overtaken by quick replies; a piece that is slid
// on is taken back now and then [simulator]
inline constexpr Fitted<Thousandths> kSayAt = 750;
// it is called *likely* [prototype]
inline constexpr Assumed<Thousandths> kLikelyAt = 900;
// it is called *certain*: no other explanation is worth mentioning [reasoning]
inline constexpr Assumed<Thousandths> kCertainAt = 999;
// below this it is not said even when time passes [simulator]
inline constexpr Fitted<Thousandths> kOpenAt = 350;
// a ply that cannot be told apart is said as *open* by then, pressed or not [simulator]
inline constexpr Fitted<Time> kOpenAfter = 1s;
// of what games weigh in which the hand is not done, so much is of those that go on as the board stands when a ply is said … [worlds]
inline constexpr Fitted<Thousandths> kStandsAtOnce = 200;
// … and when it has stood for `kOpenAfter`, or its clock was pressed [worlds]
inline constexpr Fitted<Thousandths> kStandsAfterRest = 800;
// plies for which there is room, beside those that have been said: room for twice as many would be for hours [memory]
inline constexpr Fitted<Plies> kSaidAtOnce = 4;
// below this a ply that was said is in doubt [simulator]
inline constexpr Fitted<Thousandths> kDoubtBelow = 350;
// it is taken back when the doubt lasts so long [simulator]
inline constexpr Fitted<Time> kDoubtFor = 1500ms;
// below this it is taken back for good … [simulator]
inline constexpr Fitted<Thousandths> kTakeBackBelow = 100;
// … after this: a hand on its way is no reason to speak [simulator]
inline constexpr Fitted<Time> kTakeBackAfter = 300ms;
// hypotheses below this are not named as alternatives [reasoning]
inline constexpr Assumed<Thousandths> kNamedFrom = 1;
// what a ply was is a guess if the game has gone on for so many and it may still be another [reasoning]
inline constexpr Assumed<Plies> kGuessStands = 4;
// which way round the board lies is known once the other way is so far behind [reasoning: a thousandth]
inline constexpr Assumed<LogWeight> kOrientationKnown{-7000};
// … and likely enough for what does not hang on whose piece it was [reasoning: one in thirty, before anything has moved]
inline constexpr Assumed<LogWeight> kOrientationLikely{-3400};
// a board that was set up as somebody has entered shows that but for so many squares: sensors that fail, a piece in a hand
// [reasoning]
inline constexpr Assumed<Squares> kSetUpBut = 2;
// … and lies that way round, and not in one in which so many more differ [reasoning]
inline constexpr Assumed<Squares> kLiesOtherwise = 2;
// where there is no clock, a board that has shown the start but for `kSetUpBut` for so long is set up [reasoning: who sets up
// pauses less]
inline constexpr Assumed<Time> kSetUpRest = 3s;

// == 7.2 Findings

// of the posterior: a finding is believed [prototype]
inline constexpr Assumed<Thousandths> kAgreedAt = 900;
// the same for unfinished promotions and pieces exchanged at the set-up: waiting for more is waiting for the reply; what was told on less,
// and taken back, says nothing of what comes next [simulator]
inline constexpr Fitted<Thousandths> kIrregularAgreedAt = 800;
// what accuses somebody is told of, as a suspicion, as soon as it is likelier than not [reasoning]
inline constexpr Assumed<Thousandths> kSuspectedAt = 500;
// what accuses somebody is a suspicion only until it is believed to this; what is believed less was false in more than one
// case of ten [worlds]
inline constexpr Fitted<Thousandths> kAlarmsAt = 940;
// an illegal move is grade A only if it, and the game before it, is agreed to this [reasoning]
inline constexpr Assumed<Thousandths> kBeyondDoubtAt = 990;
// … and games in which nobody has done it and no sensor has failed are worth no more [worlds]
inline constexpr Fitted<Thousandths> kInnocentAt = 2;
// it is a suspicion only if it, what led to it and what came after it weigh less than this: two irregularities (`kIllegal`) at once;
// of those more than one in ten was false [worlds]
inline constexpr Fitted<LogWeight> kIllExplained{-18000};
// below this a finding is withdrawn … [simulator]
inline constexpr Fitted<Thousandths> kWithdrawBelow = 100;
// … when that lasts: while a piece is put back the game without the fault looks likely for a moment
// [simulator]
inline constexpr Fitted<Time> kWithdrawAfter = 1s;
// a finding is believed so long before it is told: a sensor's latency of 0.3 s, and scans [reasoning]
inline constexpr Assumed<Time> kFindingHold = 400ms;
// … and so long where it is known that a piece stands elsewhere, and not whether it was knocked there or moved [reasoning]
inline constexpr Assumed<Time> kEitherHold = 1200ms;
// the same of an unlawful move that is not pressed yet [simulator]
inline constexpr Fitted<Time> kPendingHold = 800ms;
// the same of a promotion whose exchange was not seen: the pawn has been put down, and the hand goes on to
// fetch the piece [simulator]
inline constexpr Fitted<Time> kExchangeHold = 1s;
// when a finding that may be the end of the game is looked at again [reasoning]
inline constexpr Assumed<Time> kLookAgain = 500ms;
// what is believed only so long after it was done is no grade A: it had looked innocent until then
// [reasoning]
inline constexpr Assumed<Time> kFoundLate = 2s;
// a king in the centre out of turn may be the first of two that show the result [reasoning]
inline constexpr Assumed<Time> kSecondKing = 3s;
// three plies in a row and no press for so long: the pieces are being put up again [reasoning]
inline constexpr Assumed<Time> kNobodyPresses = 6s;
// … so many plies may wait for a press in play [reasoning]
inline constexpr Assumed<Plies> kUnpressedInPlay = 2;
// an irregular ply that has stood so long says nothing about the next one [simulator]
inline constexpr Fitted<Plies> kIrregularCounts = 40;
// what is found so soon after another finding, at the same ply, comes of the same thing [simulator]
inline constexpr Fitted<Time> kSameMisfit = 3s;
// a piece lifted so long and put back was touched on purpose, perhaps [prototype]
inline constexpr Assumed<Time> kDeliberate = 350ms;
// a piece that rested so long on a lawful square was let go, perhaps [prototype]
inline constexpr Assumed<Time> kReleased = 600ms;
// the same, if it then slid on along its line [simulator]
inline constexpr Fitted<Time> kReleasedOnTheWay = 1500ms;
// a player whose clock runs on so long after his ply has forgotten to press [reasoning]
inline constexpr Assumed<Time> kNotPressedFor = 10s;
// fifty moves by each side (FIDE 9.3) [laws]
inline constexpr Published<Plies> kFiftyMoves = 100;
// seventy-five (FIDE 9.6.2) [laws]
inline constexpr Published<Plies> kSeventyFiveMoves = 150;
// threefold repetition can be claimed (FIDE 9.2) [laws]
inline constexpr Published<Times> kThreefold = 3;
// fivefold ends the game (FIDE 9.6.1) [laws]
inline constexpr Published<Times> kFivefold = 5;
// whether either side can still mate is asked of bare boards alone, with no more than so many [reasoning]
inline constexpr Assumed<Pieces> kBareBoard = 4;

// == 7.3 Beginning, end, and nothing that fits

// the best unfinished segment is below this, … [prototype]
inline constexpr Assumed<LogWeight> kUnexplained{-14000};
// … and nothing has changed for so long: somebody should look … [reasoning]
inline constexpr Assumed<Time> kUnresolvedRest = 4s;
// … or for so long, where something is missing, on no more than … [reasoning: a hand holds a piece while its owner thinks]
inline constexpr Assumed<Time> kHandHolds = 8s;
// … so many squares, and nobody has pressed [reasoning]
inline constexpr Assumed<Squares> kSquaresInHand = 2;
// … until it is above this again [reasoning]
inline constexpr Assumed<LogWeight> kExplainedAgain{-9000};
// more than so many differ without a press: a reset, or people analysing [reasoning]
inline constexpr Assumed<Squares> kManySquares = 8;
// where it is not known what stands on the board, so many positions are named [reasoning]
inline constexpr Assumed<Positions> kPositionsNamed = 3;
// kings in the centre show the result if nobody plays on for so long … [reasoning]
inline constexpr Assumed<Time> kSignalRest = 5s;
// … or so long, if the clock was stopped [reasoning]
inline constexpr Assumed<Time> kSignalRestStopped = 1500ms;
// both kings are put in the centre within so long [reasoning]
inline constexpr Assumed<Time> kKingsPutUp = 15s;
// a move that ends the game is made when it has rested so long: the sensors see the placing, not the
// release [reasoning]
inline constexpr Assumed<Time> kMateRest = 500ms;
// … or, while the clock runs and nobody has pressed, for so long: a piece that is slid may rest there on its way
// [simulator]
inline constexpr Fitted<Time> kMateUnpressed = 4s;
// mate with a promoted piece on the board that nobody saw is doubted so long while the clock runs [reasoning]
inline constexpr Assumed<Time> kMateDoubted = 60s;
// the pieces stand on their first squares: a new game [reasoning]
inline constexpr Assumed<Time> kNewGameRest = 3s;
// after a game variations are tried out, in one of twenty, and end after a given ply … [reasoning]
inline constexpr Assumed<LogWeight> kTriedOut{-5300};
// … and have gone on until then, for each ply before it [reasoning: some ten in the mean]
inline constexpr Assumed<LogWeight> kTriedOutOn{-100};
// the last ply of a game was made, and not pressed any more [reasoning]
inline constexpr Assumed<LogWeight> kLastUnpressed{-1600};
// from a given ply on the clock is not heard any more: a plug, a battery [reasoning: one game of five hundred]
inline constexpr Assumed<LogWeight> kClockFallsSilent{-10600};
// a clock is often stopped before the last piece is seen [reasoning]
inline constexpr Assumed<Time> kSettleStop = 500ms;
// … and so long after it what was believed when the clock stopped is still told: an arbiter stands there [reasoning]
inline constexpr Assumed<Time> kToldAfterStop = 3s;
// so long an announced promotion piece is waited for [reasoning]
inline constexpr Assumed<Time> kDeclaredFor = 60s;
// so long after the end of a log the board is taken to rest, and what that still proves is told
// [reasoning]
inline constexpr Assumed<Time> kLastLook = 10s;

}  // namespace jadoube::model
