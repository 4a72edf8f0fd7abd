// Sets of squares by their names.
#pragma once

#include <initializer_list>

#include "chess/bitboard.hpp"

namespace jadoube::reading {

inline chess::Bitboard squares(std::initializer_list<chess::Square> list) {
  chess::Bitboard set = 0;
  for (const chess::Square square : list) set |= chess::bit(square);
  return set;
}

}  // namespace jadoube::reading
