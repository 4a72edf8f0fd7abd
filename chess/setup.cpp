#include "chess/setup.hpp"

#include "chess/ascii.hpp"

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

Variant variant_of(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (is_letter(c) || is_digit(c)) letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const bool is_960 = letters.find("960") != std::string::npos || letters.starts_with("fischer") ||
                      letters.starts_with("freestyle");
  return is_960 ? Variant::chess960 : Variant::standard;
}

tl::expected<Setup, ParseError> start_from(std::string_view fen, std::string_view variant) {
  if (fen.empty() || fen == "startpos") return Setup::start();
  return setup_from_fen(fen, variant_of(variant));
}

Setup Setup::start() {
  Setup setup;
  setup.placement = Placement::start();
  setup.castling = CastlingRights::all();
  return setup;
}

}  // namespace jadoube::chess
