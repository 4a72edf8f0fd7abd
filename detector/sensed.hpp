// What boards show, by the names that this room uses.
#pragma once

#include "reading/sensed.hpp"

namespace jadoube::detector {

using chess::Bitboard;
using chess::Side;
using chess::Square;
using reading::half_turn;
using reading::Orientation;
using reading::SensedBoard;
using reading::to_game;
using reading::to_sensor;
using record::Time;

}  // namespace jadoube::detector
