// Positions for property tests.
#pragma once

#include <rapidcheck.h>

#include <ostream>
#include <vector>

#include "chess/position.hpp"

namespace jadoube::chess {

inline void showValue(const Position& position, std::ostream& out) {
  out << to_fen(position);
}

namespace arbitrary {

/// One that a game of random legal moves has come to.
rc::Gen<Position> reached_in_play();

/// One that needs forgiveness: pieces anywhere, pawns on back ranks, either king in check from any number of
/// pieces, kings side by side, and rights and en passant squares that fit only now and then. Few pieces make
/// room for long lines, many pawns near the middle make en passant likely.
rc::Gen<Position> illegal_but_standing();

/// Either.
rc::Gen<Position> any();

/// Twenty at a time: rapidcheck's hundred cases are few where it takes a pin, a check and a passing pawn to
/// err.
inline rc::Gen<std::vector<Position>> twenty(const rc::Gen<Position>& positions) {
  return rc::gen::container<std::vector<Position>>(20, positions);
}

}  // namespace arbitrary
}  // namespace jadoube::chess
