// What boards show, and what lawful moves change of it, by the names that this room uses.
#pragma once

#include "reading/sensed.hpp"
#include "reading/set_up_pairs.hpp"
#include "reading/successor.hpp"

namespace jadoube::tracker {

using chess::Bitboard;
using chess::Side;
using chess::Square;
using reading::beside_capture;
using reading::contents_after;
using reading::half_turn;
using reading::Orientation;
using reading::SensedBoard;
using reading::SetUpPairs;
using reading::slide_path;
using reading::Successor;
using reading::successors_of;
using reading::to_game;
using reading::to_sensor;
using record::Time;

[[nodiscard]] constexpr bool one_square(Bitboard set) {
  return set != 0 && !chess::more_than_one(set);
}

}  // namespace jadoube::tracker
