// The compact state the mating search runs on. The board is turned so that the intended winner is White and
// moves up the board; the other side ("the loser") is Black. Nothing here knows which side that was in the
// game.
#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"

namespace jadoube::chess::mating {

inline constexpr Side kWinner = Side::white;
inline constexpr Side kLoser = Side::black;

struct Board {
  std::array<Bitboard, 6> types{};
  std::array<Bitboard, 2> sides{};
  /// Rooks that may still castle: a1, h1, a8, h8, in Chess960 any on those ranks.
  Bitboard castling = 0;
  /// The square a pawn has just passed over, if an enemy pawn stands ready to capture it there.
  Bitboard en_passant = 0;
  Side turn = Side::white;

  [[nodiscard]] Bitboard occupied() const { return sides[0] | sides[1]; }
  [[nodiscard]] Bitboard of(Side side) const { return sides[index(side)]; }
  [[nodiscard]] Bitboard of(PieceType type) const { return types[index(type)]; }
  [[nodiscard]] Bitboard of(Side side, PieceType type) const { return of(side) & of(type); }
  [[nodiscard]] Bitboard diagonal(Side side) const {
    return of(side) & (of(PieceType::bishop) | of(PieceType::queen));
  }
  [[nodiscard]] Bitboard straight(Side side) const {
    return of(side) & (of(PieceType::rook) | of(PieceType::queen));
  }
  [[nodiscard]] Square king(Side side) const { return first(of(side, PieceType::king)); }
  [[nodiscard]] PieceType type_at(Square square) const {
    std::size_t type = 0;
    while (!contains(types[type], square)) ++type;
    return static_cast<PieceType>(type);
  }
};

/// The position as the search sees it when `winner` is the intended winner.
Board oriented(const Position& position, Side winner);

/// 32 bytes that hold the whole position: pieces, side to move, castling rights, en passant. Two positions
/// are the same exactly if their keys are; like pieces are interchangeable.
struct Key {
  std::array<std::uint64_t, 4> words;
  friend bool operator==(const Key& a, const Key& b) {
    // One comparison, where the compiler would call memcmp.
    return ((a.words[0] ^ b.words[0]) | (a.words[1] ^ b.words[1]) | (a.words[2] ^ b.words[2]) |
            (a.words[3] ^ b.words[3])) == 0;
  }
};

inline Key pack(const Board& b) {
  const auto& t = b.types;
  // Three planes number the pieces 1 … 6 from pawn to king; a rook that may castle is number 7.
  const Bitboard low = t[0] | t[2] | t[4] | b.castling;
  const Bitboard middle = t[1] | t[2] | t[5] | b.castling;
  const Bitboard high = t[3] | t[4] | t[5];
  // White's pieces, and the en passant square, which is empty. All of it is complemented when Black moves: at
  // least 32 squares are empty, so the two cannot be confused.
  const Bitboard white = b.sides[0] | b.en_passant;
  return {{low, middle, high, b.turn == Side::white ? white : ~white}};
}

inline Board unpack(const Key& key) {
  const auto [low, middle, high, side] = key.words;
  const Bitboard occupied = low | middle | high;
  Board b;
  b.turn = more_than_one(side & ~occupied) ? Side::black : Side::white;
  const Bitboard white = b.turn == Side::white ? side : ~side;
  b.castling = low & middle & high;
  b.types = {low & ~middle & ~high, middle & ~low & ~high,
             low & middle & ~high,  (high & ~low & ~middle) | b.castling,
             high & low & ~middle,  high & middle & ~low};
  b.sides = {white & occupied, occupied & ~white};
  b.en_passant = white & ~occupied;
  return b;
}

inline std::uint64_t hash(const Key& key) {
  const auto [a, b, c, d] = key.words;
  std::uint64_t mix = a * 0x9E3779B97F4A7C15 + (b ^ (a >> 29U)) * 0xBF58476D1CE4E5B9;
  mix ^= mix >> 31U;
  mix += c * 0x94D049BB133111EB + (d ^ (d >> 32U)) * 0xD6E8FEB86659FD93;
  mix ^= mix >> 29U;
  mix *= 0x2545F4914F6CDD1D;
  return mix ^ (mix >> 32U);
}

/// Plays a legal move. `promotion` is what the pawn becomes; pawn if it does not. Castling is the king's move, or, where
/// king and rook do not stand as in ordinary chess, the king's move to the square of the rook.
Board after(const Board& board, Square from, Square to, PieceType promotion = PieceType::pawn);

/// Everything one piece can do: the same move to each of some squares. A pawn that promotes has one fan per
/// new piece.
struct Fan {
  Bitboard targets;
  Square from;
  PieceType type;
  PieceType promotion;  // pawn: none
};

inline Move move_of(const Fan& fan, Square to) {
  return fan.promotion == PieceType::pawn ? Move{fan.from, to} : Move::promotion(fan.from, to, fan.promotion);
}

/// All legal moves of one position.
class Fans {
 public:
  void push(Fan fan) { fans_[size_++] = fan; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Fan* begin() const { return fans_.data(); }
  [[nodiscard]] const Fan* end() const { return fans_.data() + size_; }
  void clear() { size_ = 0; }

 private:
  // Sixteen pieces, and eight pawns on the seventh rank with four promotions each.
  std::array<Fan, 48> fans_;
  std::size_t size_ = 0;
};

/// What the side to move has to heed. `attacked`: squares the enemy attacks when our king is lifted off.
struct Threats {
  Bitboard attacked;
  Bitboard checkers;
};

/// Squares that the pawns of `side` attack.
Bitboard attacked_by_pawns(const Board& board, Side side);

/// Squares that `side` attacks, given what is in the way.
Bitboard attacked_by(const Board& board, Side side, Bitboard occupied);

/// Fills the list with every legal move; tells whether the side to move is in check.
Threats generate(const Board& board, Fans& fans);

}  // namespace jadoube::chess::mating
