// More positions that are hard to judge, made by a number, in families: what shuts the board, what could open it, and
// what else stands about.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>

#include "chess/mating/can_mate.hpp"
#include "chess/mating/material.hpp"

namespace jadoube::chess::mating {

/// The same sequence for the same seed on every machine. Beside the walls of LockedPositions there are palisades (pairs of
/// pawns on every other file), pawns behind the wall, levers, captures in passing, gaps that a sacrifice opens, officers of
/// every kind in small chambers, and crowds of them.
class WalledPositions {
 public:
  explicit WalledPositions(std::uint32_t seed) : random_{seed} {}

  /// Always one that can be asked about; often with more officers than pawns can have been promoted.
  Position next() {
    for (;;) {
      setup_ = {};
      if (one_in(3))
        build_palisade();
      else
        build_zigzag();
      if (one_in(3)) add_rear_pawns(1 + below(3));
      if (one_in(3)) add_lever();
      add_officers();
      add_kings();
      setup_.turn = any_side();
      if (one_in(12)) allow_capture_in_passing();
      if (setup_.placement.occupied() == 0) continue;
      if (const auto position = position_for_mating(setup_)) return *position;
    }
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  Side any_side() { return one_in(2) ? Side::white : Side::black; }
  Square any_square() { return static_cast<Square>(below(64)); }

  bool put(Square square, Piece piece) {
    const bool is_back_rank = rank_of(square) == 0 || rank_of(square) == 7;
    if (contains(setup_.placement.occupied(), square) || (piece.type == PieceType::pawn && is_back_rank))
      return false;
    if (count(setup_.placement.pieces(piece.side)) >= 16) return false;
    setup_.placement.put(square, piece);
    return true;
  }
  void put_pair(unsigned file, unsigned rank) {
    put(make_square(file, rank), {Side::white, PieceType::pawn});
    put(make_square(file, rank + 1), {Side::black, PieceType::pawn});
  }

  /// Pairs that no pawn can take from: neighbours stand one rank higher or lower, or two files away.
  void build_zigzag() {
    unsigned rank = 1 + below(5);
    const unsigned missing = one_in(4) ? below(8) : 8;
    for (unsigned file = 0; file < 8; ++file) {
      rank = rank == 1 || (rank < 5 && one_in(2)) ? rank + 1 : rank - 1;
      ranks_[file] = rank;
      if (file != missing) put_pair(file, rank);
    }
  }

  /// Every other file, all on one rank or nearly: kings do not get through, officers do.
  void build_palisade() {
    const unsigned rank = 1 + below(5);
    ranks_.fill(rank);
    for (unsigned file = below(2); file < 8; file += 2) {
      ranks_[file] = one_in(4) ? 1 + (rank % 5) : rank;
      put_pair(file, ranks_[file]);
      if (one_in(6)) put_pair(std::min(file + 1, 7U), ranks_[file] > 1 ? ranks_[file] - 1 : 2);
    }
  }

  /// Behind pawns of their own they never move, unless the wall opens.
  void add_rear_pawns(unsigned pawns) {
    for (; pawns > 0; --pawns) {
      const Side side = any_side();
      const unsigned file = below(8);
      const unsigned rank = side == Side::white ? ranks_[file] - std::min(ranks_[file], 1 + below(2))
                                                : ranks_[file] + 2 + below(2);
      if (rank <= 7) put(make_square(file, rank), {side, PieceType::pawn});
    }
  }

  /// One pawn anywhere: mostly it can step or take, or a piece can be given up to it.
  void add_lever() {
    const Piece pawn{any_side(), PieceType::pawn};
    put(any_square(), pawn);
  }

  /// A pawn that has just come from the second rank, and one beside it.
  void allow_capture_in_passing() {
    const Side mover = ~setup_.turn;
    const unsigned rank = mover == Side::white ? 3 : 4;
    const unsigned file = below(8);
    const unsigned other = file == 7 || (file > 0 && one_in(2)) ? file - 1 : file + 1;
    const unsigned passed = mover == Side::white ? 2 : 5;
    const unsigned home = mover == Side::white ? 1 : 6;
    for (const unsigned empty : {passed, home})
      if (contains(setup_.placement.occupied(), make_square(file, empty))) return;
    put(make_square(file, rank), {mover, PieceType::pawn});
    put(make_square(other, rank), {setup_.turn, PieceType::pawn});
    setup_.en_passant = make_square(file, passed);
  }

  /// Many of one kind, or some of any; on any square, on one side of the wall, or of one colour of squares.
  void add_officers() {
    constexpr std::array kinds{PieceType::bishop, PieceType::bishop, PieceType::bishop,
                               PieceType::knight, PieceType::rook,   PieceType::queen};
    const unsigned most = 1 + below(8);
    const bool mixed = one_in(4);
    for (const Side side : kSides) {
      PieceType kind = kinds[below(kinds.size())];
      const unsigned colour = below(3);
      const unsigned where = below(3);
      unsigned more = one_in(6) ? 0 : 1 + below(most);
      for (unsigned tries = 40; more > 0 && tries > 0; --tries) {
        if (mixed) kind = kinds[below(kinds.size())];
        const Square square = any_square();
        const bool is_low = rank_of(square) <= ranks_[file_of(square)];
        if (kind == PieceType::bishop && colour < 2 && contains(kLightSquares, square) != (colour == 0))
          continue;
        if (where < 2 && is_low != (where == 0)) continue;
        if (put(square, {side, kind})) --more;
      }
    }
  }

  /// Mostly behind one's own pawns.
  void add_kings() {
    for (const Side side : kSides)
      for (unsigned tries = 40; tries > 0; --tries) {
        const Square square = any_square();
        const bool is_low = rank_of(square) <= ranks_[file_of(square)];
        if (!one_in(4) && is_low != (side == Side::white)) continue;
        if (put(square, {side, PieceType::king})) break;
      }
  }

  std::mt19937 random_;
  Setup setup_;
  std::array<unsigned, 8> ranks_{};  // of the wall's white pawns
};

}  // namespace jadoube::chess::mating
