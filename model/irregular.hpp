// Irregular acts: their priors, and what speaks for one or the other.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 5.1 Priors

// an illegal move: one ply in 10,000 [prototype]
inline constexpr Assumed<LogWeight> kIllegal{-9200};
// a move out of turn [prototype]
inline constexpr Assumed<LogWeight> kOutOfTurn{-9200};
// a piece knocked over or put down beside its square [prototype]
inline constexpr Assumed<LogWeight> kDisplaced{-9500};
// what stands wrong when the clock is started was set up so; else White has moved already: one first move of seven or eight
// that might have been made [reasoning]
inline constexpr Assumed<LogWeight> kSetUpWrong{-2000};
// two pieces of one side stood on each other's squares when the game began, and the first move that shows it is made:
// in the measure of `kIllegal`, which is not shared out over the squares either [reasoning]
inline constexpr Assumed<LogWeight> kExchanged{-1500};
// more, if all that shows it is a check that nobody sees to: kings are left in check too [reasoning]
inline constexpr Assumed<LogWeight> kExchangedByCheck{-9000};
// more, if the queen was moved as a king that castles: the rook was forgotten, which is likelier; at -4000 three half
// castlings in ten are not told in time [worlds]
inline constexpr Fitted<LogWeight> kExchangedAsCastling{-5000};
// a king that was left in check is taken: some do, some say so [reasoning]
inline constexpr Assumed<LogWeight> kTakesKing{-5000};
// more, for two moves of one side that are each legal [simulator]
inline constexpr Fitted<LogWeight> kTwoMoves{-3000};
// more, if one of the two was on a neighbouring square within `kSlidWithin`: few pieces are moved so, and nearly all that
// are knocked over [simulator]
inline constexpr Fitted<LogWeight> kSlippedAside{-4000};
// more, if an illegal move was put down before the other had pressed [simulator]
inline constexpr Fitted<LogWeight> kIllegalReply{-5000};
// the game goes on although a piece has come or gone: nobody overlooks that [simulator]
inline constexpr Fitted<LogWeight> kPlaysOn{-6000};
// more, for a move out of turn after the other pressed without a move: one would rather claim [simulator]
inline constexpr Fitted<LogWeight> kUnclaimed{-3000};
// the other side simply moves after a move out of turn [simulator]
inline constexpr Fitted<LogWeight> kPassedOver{-3500};
// a lawful move is taken back because both agree to it, and the other presses: one ply in a thousand [reasoning]
inline constexpr Assumed<LogWeight> kTakenBack{-6900};
// an illegal move was put right, and the piece that was touched is moved, or the one that it took is taken, if that is possible:
// nine times of ten … [laws]
inline constexpr Assumed<LogWeight> kTouchedIsMoved{-100};
// … and is not [reasoning]
inline constexpr Assumed<LogWeight> kTouchedIsNotMoved{-2300};
// an irregularity is put right: one half of the time [prototype]
inline constexpr Assumed<LogWeight> kRestored{-700};
// … so many plies after it may be thought to have been played at most: what was seen of it, and what was put back first [reasoning]
inline constexpr Assumed<Plies> kPutRightAfter = 2;
// pieces that are touched while the clock stands, and not moved: so many at most tell of something that was put right, or are to be
// explained as touches are (`kTouched`); who sets up a position again tells nothing [reasoning]
inline constexpr Assumed<Squares> kPutRightSquares = 2;
// a pawn was to promote, the clock was pressed, and nothing was put down [simulator]
inline constexpr Fitted<LogWeight> kNothingPromoted{-4000};
// a person has seen another piece there [reasoning]
inline constexpr Assumed<LogWeight> kWitnessed{-20000};

// == 5.2 Shapes of an unlawful act

// the press has completed it, which spares it the cost of a press with nothing complete [simulator
// (prototype: +2000)]
inline constexpr Fitted<LogWeight> kWithPress{0};
// not pressed: it may still be on its way [simulator]
inline constexpr Fitted<LogWeight> kWithoutPress{-1000};
// more, if the side to move plays a piece of the other [simulator]
inline constexpr Fitted<LogWeight> kWrongSide{-3000};
// more, for a move out of turn whose player has pressed: it was meant; nor did he press for no reason
// [prototype]
inline constexpr Assumed<LogWeight> kMeantOutOfTurn{1000};
// an act concerns no more [reasoning]
inline constexpr Assumed<Squares> kSquaresOfAct = 4;
// king two squares, rook over it: nothing else looks like it [simulator]
inline constexpr Fitted<LogWeight> kCastlingShape{2500};
// a piece has come, or one of the other side has gone [simulator]
inline constexpr Fitted<LogWeight> kPieceMoreOrLess{-1500};
// a player's own piece is gone: it is in his hand, or its sensor is dead [simulator]
inline constexpr Fitted<LogWeight> kOwnPieceRemoved{-7000};
// a move, and another piece gone for no reason [simulator]
inline constexpr Fitted<LogWeight> kPieceMissingBesideMove{-9500};
// an unlawful capture of which no more than a blip was seen [simulator]
inline constexpr Fitted<LogWeight> kSwept{-3000};
// more, if the square is not even beside one to which that piece moves: one illegal move in twelve [reasoning]
inline constexpr Assumed<LogWeight> kFarFromAnyMove{-2500};
// more, if the piece that is taken is the player's own [reasoning]
inline constexpr Assumed<LogWeight> kOwnPieceTaken{-6500};
// a shorter blip is no trace of a capture [simulator]
inline constexpr Fitted<Time> kTakenAtLeast = 20ms;

// == 5.3 Knocked over beside a move, or moved on purpose?

// Where a displaced piece stands has two prices, by whether a legal move is complete beside it. They were
// fitted apart, and nothing says why they should differ.

// a displaced piece stands beside its square: knocked over by a hand that does something else [prototype]
inline constexpr Assumed<LogWeight> kDisplacedBeside{1500};
// no move beside it: it stands where that piece might have been moved to, and nobody knocks it there
// [simulator]
inline constexpr Fitted<LogWeight> kDisplacedAloneWhereLegal{-3000};
// a move beside it: it stands where it might have been moved [simulator]
inline constexpr Fitted<LogWeight> kDisplacedWithMoveWhereLegal{-500};
// no move beside it: it stands elsewhere [simulator]
inline constexpr Fitted<LogWeight> kDisplacedAloneFar{-2000};
// a move beside it: it stands elsewhere [simulator]
inline constexpr Fitted<LogWeight> kDisplacedWithMoveFar{-3000};
// a move beside it: it is a pawn on the last rank: a promotion that is not finished looks like that
// [simulator]
inline constexpr Fitted<LogWeight> kDisplacedOntoLastRank{-7000};
// it was in the air on its way to a lawful square: moved on purpose [simulator]
inline constexpr Fitted<LogWeight> kCarriedWhereLegal{-2500};
// what is knocked arrives within this; the simulator takes 30 to 150 ms [simulator]
inline constexpr Fitted<Time> kKnockLasts = 150ms;
// more, for being in the air for longer than that [simulator]
inline constexpr Fitted<Ramp> kCarriedSlowly{kKnockLasts, -20000, -5000};
// more, if something stood there before the piece left its square: it was another piece [simulator]
inline constexpr Fitted<Ramp> kCameBefore{100ms, -20000, -8000};
// a hand is near while it plays, and so long before and after [simulator]
inline constexpr Fitted<Time> kHandNear = 700ms;
// no hand was near [simulator]
inline constexpr Fitted<LogWeight> kNoHandNear{-5000};
// nobody saw the played piece move, whose hand should have knocked it [simulator]
inline constexpr Fitted<LogWeight> kNoFlight{-3000};
// it went before the played piece was lifted or came after that was put down [simulator]
inline constexpr Fitted<LogWeight> kOutsideFlight{-1500};
// … by a hand that comes or goes; later than this no hand is there [simulator]
inline constexpr Fitted<Ramp> kHandGone{300ms, -10000, -3000};

}  // namespace jadoube::model
