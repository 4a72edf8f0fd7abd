// Sets of squares as 64-bit words, and the squares each piece attacks.
#pragma once

#include <bit>
#include <cstdint>

#include "chess/square.hpp"

namespace jadoube::chess {

/// Bit 0 = a1, bit 1 = b1, … bit 63 = h8.
using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square square) { return Bitboard{1} << index(square); }
constexpr bool contains(Bitboard set, Square square) { return (set & bit(square)) != 0; }
constexpr int count(Bitboard set) { return std::popcount(set); }
constexpr bool more_than_one(Bitboard set) { return (set & (set - 1)) != 0; }
/// The lowest square of a set that is not empty.
constexpr Square first(Bitboard set) { return static_cast<Square>(std::countr_zero(set)); }

inline constexpr Bitboard kFileA = 0x0101010101010101;
inline constexpr Bitboard kRank1 = 0xFF;
constexpr Bitboard file_set(unsigned file) { return kFileA << file; }
constexpr Bitboard rank_set(unsigned rank) { return kRank1 << (8 * rank); }
inline constexpr Bitboard kStartOccupancy = 0xFFFF00000000FFFF;

/// `for (Square s : squares(set))` visits the squares from a1 to h8.
class squares {
 public:
  class iterator {
   public:
    constexpr explicit iterator(Bitboard rest) : rest_{rest} {}
    constexpr Square operator*() const { return first(rest_); }
    constexpr iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(iterator, iterator) = default;

   private:
    Bitboard rest_;
  };
  constexpr explicit squares(Bitboard set) : set_{set} {}
  [[nodiscard]] constexpr iterator begin() const { return iterator{set_}; }
  [[nodiscard]] constexpr iterator end() const { return iterator{0}; }

 private:
  Bitboard set_;
};

Bitboard pawn_attacks(Side side, Square from);
Bitboard knight_attacks(Square from);
Bitboard king_attacks(Square from);
Bitboard bishop_attacks(Square from, Bitboard occupied);
Bitboard rook_attacks(Square from, Bitboard occupied);
Bitboard queen_attacks(Square from, Bitboard occupied);
/// Attacks of any piece; pawns by their capturing squares.
Bitboard attacks(Piece piece, Square from, Bitboard occupied);

/// Squares strictly between two squares of one rank, file or diagonal; empty set otherwise.
Bitboard between(Square a, Square b);
/// The whole rank, file or diagonal through both squares, ends included; empty set if there is none.
Bitboard line_through(Square a, Square b);

}  // namespace jadoube::chess
