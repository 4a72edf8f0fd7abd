// What boards show, and what lawful moves change of it, by the names that this room uses.
#pragma once

#include "reading/sensed.hpp"
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
using reading::slide_path;
using reading::Successor;
using reading::successors_of;
using reading::to_game;
using reading::to_sensor;
using record::Time;

}  // namespace jadoube::tracker
