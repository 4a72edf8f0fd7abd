#include "chess/square.hpp"

namespace jadoube::chess {

std::string_view name(PieceType type) {
  static constexpr std::array<std::string_view, 6> names{"pawn", "knight", "bishop", "rook", "queen", "king"};
  return names[index(type)];
}

char to_letter(Piece piece) {
  const char letter = "pnbrqk"[index(piece.type)];
  return piece.side == Side::white ? static_cast<char>(letter - 'a' + 'A') : letter;
}

std::optional<Piece> piece_from_letter(char letter) {
  constexpr std::string_view white = "PNBRQK";
  constexpr std::string_view black = "pnbrqk";
  if (const auto at = white.find(letter); at != std::string_view::npos)
    return Piece{Side::white, static_cast<PieceType>(at)};
  if (const auto at = black.find(letter); at != std::string_view::npos)
    return Piece{Side::black, static_cast<PieceType>(at)};
  return std::nullopt;
}

std::string to_string(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

std::optional<Square> square_from_string(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return std::nullopt;
  return make_square(static_cast<unsigned>(text[0] - 'a'), static_cast<unsigned>(text[1] - '1'));
}

}  // namespace jadoube::chess
