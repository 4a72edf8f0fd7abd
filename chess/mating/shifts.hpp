// Whole sets of squares moved at once.
#pragma once

#include "chess/bitboard.hpp"

namespace jadoube::chess::mating {

/// One rank ahead, as the side's pawns go.
constexpr Bitboard forward(Side side, Bitboard set) {
  return side == Side::white ? set << 8U : set >> 8U;
}
/// With every neighbour: where a king is, or can be a move later.
constexpr Bitboard spread(Bitboard set) {
  const Bitboard wide = set | (set << 1U & ~kFileA) | (set >> 1U & ~file_set(7));
  return wide | wide << 8U | wide >> 8U;
}

}  // namespace jadoube::chess::mating
