#include "chess/mating/material.hpp"

namespace jadoube::chess::mating {

bool cannot_mate_by_material(const Board& b) {
  const Bitboard heavy = b.of(PieceType::queen) | b.of(PieceType::rook) | b.of(PieceType::pawn);
  const Bitboard ours = b.of(kWinner);
  if ((ours & heavy) != 0) return false;
  const Bitboard knights = b.of(kWinner, PieceType::knight);
  const Bitboard bishops = b.of(kWinner, PieceType::bishop);
  if (knights == 0 && bishops == 0) return true;
  if (bishops == 0)
    return !more_than_one(knights) && (b.of(kLoser) & ~(b.of(PieceType::queen) | b.of(PieceType::king))) == 0;
  if (knights != 0 || (b.of(PieceType::pawn) | b.of(PieceType::knight)) != 0) return false;
  const Bitboard all_bishops = b.of(PieceType::bishop);
  return (all_bishops & kLightSquares) == 0 || (all_bishops & ~kLightSquares) == 0;
}

}  // namespace jadoube::chess::mating
