// What the pieces alone prove.
#pragma once

#include "chess/mating/board.hpp"

namespace jadoube::chess::mating {

/// Squares of the colour of h1 ("light").
inline constexpr Bitboard kLightSquares = 0x55AA55AA55AA55AA;

/// Whether the winner can mate on no board with these pieces, whatever stands where:
/// - a bare king;
/// - one knight and nothing else, when the loser has only queens beside the king: they never stand still
///   where a knight's mate needs them (a queen beside the king can always take or cover);
/// - bishops of one colour and nothing else, when no knight, no pawn and no bishop of the other colour is on
///   the board: the king escapes to the other colour, and rooks and queens of its side there can always
///   interpose.
bool cannot_mate_by_material(const Board& board);

}  // namespace jadoube::chess::mating
