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

/// What the attack functions look up: 75 kB, constant-initialised, so ready before any other static object.
struct AttackTables {
  /// The lines through a square, the square itself left out.
  struct Lines {
    Bitboard rank;
    Bitboard diagonal;       // towards h8
    Bitboard anti_diagonal;  // towards a8
  };
  /// By the six squares of a line that can hide others (from file b to g, or rank 2 to 7) as bits.
  using ByBlockers = std::array<Bitboard, 64>;

  std::array<std::array<Bitboard, 64>, 2> pawn;
  std::array<Bitboard, 64> knight;
  std::array<Bitboard, 64> king;
  std::array<Lines, 64> lines;
  /// By file: what a slider attacks along a rank, repeated on every rank. Cut with a line it is right for
  /// that line.
  std::array<ByBlockers, 8> along_rank;
  /// By rank: what a slider on file a attacks along the file.
  std::array<ByBlockers, 8> along_file;
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

/// Attacks along a line that has at most one square on each file. The multiplication throws all blockers onto
/// the eighth rank, one file further, where the six that matter become the index. (The idea is known as
/// kindergarten bitboards; it needs a tenth of the tables of magic ones and no search for numbers.)
inline Bitboard line_attacks(Bitboard line, unsigned file, Bitboard occupied) {
  constexpr Bitboard collect = kFileA << 1U;
  return kAttackTables.along_rank[file][(occupied & line) * collect >> 58U] & line;
}

/// The same for a file: moved to file a, then turned onto the eighth rank.
inline Bitboard file_attacks(Square from, Bitboard occupied) {
  constexpr Bitboard turn = 0x0004081020408000;
  const unsigned file = file_of(from);
  const Bitboard on_file_a = occupied >> file & kFileA;
  return kAttackTables.along_file[rank_of(from)][on_file_a * turn >> 58U] << file;
}

inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
  const AttackTables::Lines& lines = kAttackTables.lines[index(from)];
  return line_attacks(lines.diagonal, file_of(from), occupied) |
         line_attacks(lines.anti_diagonal, file_of(from), occupied);
}

inline Bitboard rook_attacks(Square from, Bitboard occupied) {
  return line_attacks(kAttackTables.lines[index(from)].rank, file_of(from), occupied) |
         file_attacks(from, occupied);
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
