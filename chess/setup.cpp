#include "chess/setup.hpp"

namespace jadoube::chess {

Placement Placement::start() {
  constexpr std::array<PieceType, 8> first_rank{PieceType::rook,   PieceType::knight, PieceType::bishop,
                                                PieceType::queen,  PieceType::king,   PieceType::bishop,
                                                PieceType::knight, PieceType::rook};
  Placement placement;
  for (unsigned file = 0; file < 8; ++file) {
    placement.put(make_square(file, 0), {Side::white, first_rank[file]});
    placement.put(make_square(file, 1), {Side::white, PieceType::pawn});
    placement.put(make_square(file, 6), {Side::black, PieceType::pawn});
    placement.put(make_square(file, 7), {Side::black, first_rank[file]});
  }
  return placement;
}

void Placement::put(Square square, Piece piece) {
  remove(square);
  toggle(square, piece);
}

void Placement::remove(Square square) {
  for (Bitboard& set : sides_) set &= ~bit(square);
  for (Bitboard& set : types_) set &= ~bit(square);
}

std::optional<Piece> Placement::at(Square square) const {
  if (!contains(occupied(), square)) return std::nullopt;
  const Side side = contains(pieces(Side::white), square) ? Side::white : Side::black;
  for (const PieceType type : kPieceTypes)
    if (contains(pieces(type), square)) return Piece{side, type};
  return std::nullopt;
}

Setup Setup::start() {
  Setup setup;
  setup.placement = Placement::start();
  setup.castling = CastlingRights::all();
  return setup;
}

}  // namespace jadoube::chess
