#include "judge/material.hpp"

namespace jadoube::laws {

namespace {

using chess::Bitboard;
using chess::PieceType;
using chess::Position;
using chess::Side;

constexpr Bitboard kLightSquares = 0x55AA55AA55AA55AA;

Bitboard without_king(const Position& p, Side side) {
  return p.pieces(side) & ~p.pieces(PieceType::king);
}

bool one_colour(Bitboard set) {
  return (set & kLightSquares) == 0 || (set & ~kLightSquares) == 0;
}

}  // namespace

std::string_view name(WinAnswer answer) {
  switch (answer) {
    case WinAnswer::yes:
      return "YES";
    case WinAnswer::no:
      return "NO";
    case WinAnswer::unknown:
      break;
  }
  return "UNKNOWN";
}

WinAnswer can_mate_by_material(const Position& p, Side side) {
  const Bitboard own = without_king(p, side);
  const Bitboard theirs = without_king(p, ~side);
  if (own == 0) return WinAnswer::no;
  // A lone knight needs a blocker that is no queen.
  if (own == p.pieces(side, PieceType::knight) && chess::count(own) == 1)
    return (theirs & ~p.pieces(PieceType::queen)) == 0 ? WinAnswer::no : WinAnswer::unknown;
  // Bishops of one colour need a knight, a pawn or a bishop of the other colour in the king's way.
  if (own == p.pieces(side, PieceType::bishop)) {
    const Bitboard bishops = theirs & p.pieces(PieceType::bishop);
    const bool harmless = (theirs & ~(p.pieces(PieceType::queen) | p.pieces(PieceType::rook) | bishops)) == 0;
    return harmless && one_colour(own | bishops) ? WinAnswer::no : WinAnswer::unknown;
  }
  return WinAnswer::unknown;
}

UsMaterial us_mating_material(const Position& p, Side side) {
  const Bitboard own = without_king(p, side);
  const int count = chess::count(own);
  if (count == 0) return UsMaterial::none;
  if (count == 1 && own == (own & (p.pieces(PieceType::knight) | p.pieces(PieceType::bishop))))
    return UsMaterial::only_with_forced_win;
  if (count == 2 && own == p.pieces(side, PieceType::knight) && p.pieces(~side, PieceType::pawn) == 0)
    return UsMaterial::only_with_forced_win;
  return UsMaterial::enough;
}

}  // namespace jadoube::laws
