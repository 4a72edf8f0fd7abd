// Positions that are hard to judge, made by a number: walls of pawns that block each other, bishops of one colour or of
// both on either side of them, kings shut in, few pawns that can still step.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>

#include "chess/mating/can_mate.hpp"
#include "chess/mating/material.hpp"

namespace jadoube::chess::mating {

/// The same sequence for the same seed on every machine.
class LockedPositions {
 public:
  explicit LockedPositions(std::uint32_t seed) : random_{seed} {}

  /// Always one that can be asked about; often with more officers than pawns can have been promoted.
  Position next() {
    for (;;) {
      setup_ = {};
      build_wall(one_in(3) ? below(4) : 0);
      if (one_in(3)) add_loose_pawns(1 + below(3));
      add_bishops(!one_in(4));
      if (one_in(15)) put_anywhere({any_side(), one_in(2) ? PieceType::knight : PieceType::rook});
      add_kings();
      setup_.turn = any_side();
      if (const auto position = position_for_mating(setup_)) return *position;
    }
  }

 private:
  static constexpr unsigned kBoth = 2;  // of the colours 0, light, and 1, dark

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  Side any_side() { return one_in(2) ? Side::white : Side::black; }

  bool put(Square square, Piece piece) {
    if (contains(setup_.placement.occupied(), square)) return false;
    setup_.placement.put(square, piece);
    return true;
  }
  void put_anywhere(Piece piece) {
    while (!put(static_cast<Square>(below(64)), piece)) {
    }
  }

  /// From file to file one rank higher or lower, so that no pawn can take another. With `gaps` in eight some files are
  /// open, some steps are two ranks high, and some pawns have room to step.
  void build_wall(unsigned gaps) {
    int rank = static_cast<int>(1 + below(5));
    for (unsigned file = 0; file < 8; ++file) {
      const int step = gaps > 0 && one_in(6) ? 2 : 1;
      const bool up = rank - step < 1 || (rank + step <= 5 && one_in(2));
      rank = std::clamp(up ? rank + step : rank - step, 1, 5);
      ranks_[file] = static_cast<unsigned>(rank);
      if (below(8) < gaps) continue;
      const unsigned black = ranks_[file] + (gaps > 0 && one_in(12) ? 2 : 1);
      if (black > 6) continue;
      put(make_square(file, ranks_[file]), {Side::white, PieceType::pawn});
      put(make_square(file, black), {Side::black, PieceType::pawn});
    }
  }

  void add_loose_pawns(unsigned pawns) {
    for (; pawns > 0; --pawns) {
      const Piece pawn{any_side(), PieceType::pawn};  // first: arguments have no order of their own
      put(static_cast<Square>(8 + below(48)), pawn);
    }
  }

  /// In a wall without high steps the pawns of a side stand on one colour. `harmless` bishops are on the colour of their own
  /// side's pawns, where they can take no pawn of the wall.
  void add_bishops(bool harmless) {
    const Bitboard white_pawn = setup_.placement.pieces(Side::white, PieceType::pawn);
    const bool white_on_light = (white_pawn & kLightSquares) != 0;
    const unsigned most = 1 + below(7);
    for (const Side side : kSides) {
      const unsigned colours = harmless ? (white_on_light == (side == Side::white) ? 0 : 1) : below(3);
      for (unsigned more = one_in(8) ? 0 : 1 + below(most); more > 0;) {
        const Square square = static_cast<Square>(below(64));
        if (colours != kBoth && contains(kLightSquares, square) != (colours == 0)) continue;
        if (put(square, {side, PieceType::bishop})) --more;
      }
    }
    if (harmless && one_in(8)) put_anywhere({any_side(), PieceType::bishop});
  }

  /// Mostly behind one's own pawns, else on either side of the wall.
  void add_kings() {
    for (const Side side : kSides)
      for (;;) {
        const Square square = static_cast<Square>(below(64));
        const bool below_wall = rank_of(square) <= ranks_[file_of(square)];
        if (!one_in(4) && below_wall != (side == Side::white)) continue;
        if (put(square, {side, PieceType::king})) break;
      }
  }

  std::mt19937 random_;
  Setup setup_;
  std::array<unsigned, 8> ranks_{};  // of the wall's white pawns
};

}  // namespace jadoube::chess::mating
