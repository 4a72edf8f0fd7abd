// A move as two squares and what is special about it.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/square.hpp"

namespace jadoube::chess {

enum class MoveKind : std::uint8_t { normal, promotion, en_passant, castling };

/// 16 bits. Castling is the king's move (e1g1), in Chess960 too, where it may be to the square it stands on; the
/// position knows which rook belongs to it. `Move{}` (a1a1) is "no move" and never legal.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::normal)
      : bits_{
            static_cast<std::uint16_t>(index(from) | index(to) << 6U | static_cast<unsigned>(kind) << 14U)} {}
  static constexpr Move promotion(Square from, Square to, PieceType piece) {
    Move move{from, to, MoveKind::promotion};
    move.bits_ = static_cast<std::uint16_t>(
        move.bits_ | (static_cast<unsigned>(piece) - static_cast<unsigned>(PieceType::knight)) << 12U);
    return move;
  }

  [[nodiscard]] constexpr Square from() const { return static_cast<Square>(bits_ & 63U); }
  [[nodiscard]] constexpr Square to() const { return static_cast<Square>((bits_ >> 6U) & 63U); }
  [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 14U); }
  [[nodiscard]] constexpr bool is_promotion() const { return kind() == MoveKind::promotion; }
  /// Only of a promotion: knight, bishop, rook or queen.
  [[nodiscard]] constexpr PieceType promoted_to() const {
    return static_cast<PieceType>(((bits_ >> 12U) & 3U) + static_cast<unsigned>(PieceType::knight));
  }
  [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }
  constexpr explicit operator bool() const { return bits_ != 0; }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  std::uint16_t bits_ = 0;
};

/// UCI long algebraic: "e2e4", "e7e8q", castling "e1g1"; "0000" for no move. In a game of Chess960 the text needs the
/// position: chess/position.hpp.
std::string to_uci(Move move);

/// Moves of one position. No legal position has more than 218. What `Position` accepts beside those is still
/// bounded by sixteen pieces: on any line one slider has at most length - 1 moves, two have 2 (length - 2),
/// and a third one adds none. So fifteen queens have at most 91 moves on ranks (7 for the first of each, 5
/// for the second), 91 on files, 64 in either direction of diagonals, and the king has 8: 318. A queen less
/// costs 14 moves at least; a knight has 8 at most, a pawn 12, and castling adds 2.
class MoveList {
 public:
  static constexpr std::size_t kCapacity = 320;
  void push(Move move) {
    assert(size_ < kCapacity);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move operator[](std::size_t i) const { return moves_[i]; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
  [[nodiscard]] bool contains(Move move) const;

 private:
  std::array<Move, kCapacity> moves_;  // filled up to size_ only
  std::size_t size_ = 0;
};

}  // namespace jadoube::chess
