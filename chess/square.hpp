// Sides, pieces and squares: the words everything else is written in.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jadoube::chess {

enum class Side : std::uint8_t { white, black };
inline constexpr std::array<Side, 2> kSides{Side::white, Side::black};

constexpr Side operator~(Side side) {
  return side == Side::white ? Side::black : Side::white;
}
constexpr std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}
constexpr std::string_view name(Side side) {
  return side == Side::white ? "white" : "black";
}

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king };
inline constexpr std::array<PieceType, 6> kPieceTypes{PieceType::pawn, PieceType::knight, PieceType::bishop,
                                                      PieceType::rook, PieceType::queen,  PieceType::king};
constexpr std::size_t index(PieceType type) {
  return static_cast<std::size_t>(type);
}
std::string_view name(PieceType type);

struct Piece {
  Side side;
  PieceType type;
  friend constexpr bool operator==(Piece, Piece) = default;
};

/// FEN letter: upper case for White.
char to_letter(Piece piece);
std::optional<Piece> piece_from_letter(char letter);

/// A square of the game board, as the players name it. a1 = 0, b1 = 1, … h8 = 63. A square of the *sensor*
/// board is another type (drivers::SensorSquare), because a board may lie either way round.
enum class Square : std::uint8_t {
  // clang-format off
  a1, b1, c1, d1, e1, f1, g1, h1,
  a2, b2, c2, d2, e2, f2, g2, h2,
  a3, b3, c3, d3, e3, f3, g3, h3,
  a4, b4, c4, d4, e4, f4, g4, h4,
  a5, b5, c5, d5, e5, f5, g5, h5,
  a6, b6, c6, d6, e6, f6, g6, h6,
  a7, b7, c7, d7, e7, f7, g7, h7,
  a8, b8, c8, d8, e8, f8, g8, h8,
  // clang-format on
};

constexpr unsigned index(Square square) {
  return static_cast<unsigned>(square);
}
/// 0 = file a … 7 = file h.
constexpr unsigned file_of(Square square) {
  return index(square) & 7U;
}
/// 0 = first rank … 7 = eighth rank.
constexpr unsigned rank_of(Square square) {
  return index(square) >> 3U;
}
constexpr Square make_square(unsigned file, unsigned rank) {
  return static_cast<Square>(rank * 8U + file);
}
/// The same square seen from the other side of the board (ranks exchanged): a1 ↔ a8.
constexpr Square flip_ranks(Square square) {
  return static_cast<Square>(index(square) ^ 56U);
}
/// Rank counted from the side's own first rank, 0 … 7.
constexpr unsigned relative_rank(Side side, Square square) {
  return side == Side::white ? rank_of(square) : 7U - rank_of(square);
}

std::string to_string(Square square);
/// "e4" → e4; anything else → nothing.
std::optional<Square> square_from_string(std::string_view text);

}  // namespace jadoube::chess
