// Sets of squares as 64-bit words, and the squares each piece attacks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "chess/square.hpp"

namespace jadoube::chess {

/// Bit 0 = a1, bit 1 = b1, … bit 63 = h8.
using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square square) {
  return Bitboard{1} << index(square);
}
constexpr bool contains(Bitboard set, Square square) {
  return (set & bit(square)) != 0;
}
constexpr int count(Bitboard set) {
  return std::popcount(set);
}
constexpr bool more_than_one(Bitboard set) {
  return (set & (set - 1)) != 0;
}
/// The lowest square of a set that is not empty.
constexpr Square first(Bitboard set) {
  return static_cast<Square>(std::countr_zero(set));
}

inline constexpr Bitboard kFileA = 0x0101010101010101;
inline constexpr Bitboard kRank1 = 0xFF;
constexpr Bitboard file_set(unsigned file) {
  return kFileA << file;
}
constexpr Bitboard rank_set(unsigned rank) {
  return kRank1 << (8 * rank);
}
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

/// What the attack functions look up. Constant-initialised, so it is ready before any other static object.
struct AttackTables {
  /// The lines through a square, the square itself left out.
  struct Lines {
    Bitboard diagonal;       // towards h8
    Bitboard anti_diagonal;  // towards a8
    Bitboard file;
  };
  std::array<std::array<Bitboard, 64>, 2> pawn;
  std::array<Bitboard, 64> knight;
  std::array<Bitboard, 64> king;
  std::array<Lines, 64> lines;
  /// Attacks along a rank, as eight bits, by file and by the occupancy of the six squares from b to g. What
  /// stands on the outer files never hides anything.
  std::array<std::array<std::uint8_t, 64>, 8> rank;
  std::array<std::array<Bitboard, 64>, 64> between;
  std::array<std::array<Bitboard, 64>, 64> through;
};
extern const AttackTables kAttackTables;

inline Bitboard pawn_attacks(Side side, Square from) {
  return kAttackTables.pawn[index(side)][index(from)];
}
inline Bitboard knight_attacks(Square from) {
  return kAttackTables.knight[index(from)];
}
inline Bitboard king_attacks(Square from) {
  return kAttackTables.king[index(from)];
}

/// Attacks of a slider along one line, its own square left out. Subtracting the slider from the blockers
/// above it flips every bit up to the nearest one; the same on the board turned upside down finds the nearest
/// one below. (Known as hyperbola quintessence; it works on any line that has at most one square on each
/// rank.)
inline Bitboard line_attacks(Bitboard line, Bitboard slider, Bitboard occupied) {
  const Bitboard blockers = occupied & line;
  const Bitboard upwards = blockers - slider;
  const Bitboard downwards = __builtin_bswap64(__builtin_bswap64(blockers) - __builtin_bswap64(slider));
  return (upwards ^ downwards) & line;
}

inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
  const AttackTables::Lines& lines = kAttackTables.lines[index(from)];
  return line_attacks(lines.diagonal, bit(from), occupied) |
         line_attacks(lines.anti_diagonal, bit(from), occupied);
}

inline Bitboard rook_attacks(Square from, Bitboard occupied) {
  const unsigned rank_shift = index(from) & 56U;
  const Bitboard along_rank = kAttackTables.rank[file_of(from)][(occupied >> rank_shift >> 1U) & 63U];
  return along_rank << rank_shift | line_attacks(kAttackTables.lines[index(from)].file, bit(from), occupied);
}

inline Bitboard queen_attacks(Square from, Bitboard occupied) {
  return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
}

/// Attacks of any piece; pawns by their capturing squares.
Bitboard attacks(Piece piece, Square from, Bitboard occupied);

/// Squares strictly between two squares of one rank, file or diagonal; empty set otherwise.
inline Bitboard between(Square a, Square b) {
  return kAttackTables.between[index(a)][index(b)];
}
/// The whole rank, file or diagonal through both squares, ends included; empty set if there is none.
inline Bitboard line_through(Square a, Square b) {
  return kAttackTables.through[index(a)][index(b)];
}

}  // namespace jadoube::chess
