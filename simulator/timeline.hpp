// What really happens on a simulated board, before any sensor has looked at it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::simulator {

using record::SensorSquare;
using record::Time;

/// From `t` on the square holds this piece, or nothing.
struct Change {
  Time t{};
  SensorSquare square{};
  std::optional<chess::Piece> now;
};

/// A sensor that fails at a given moment, whatever the noise level.
struct FaultOrder {
  enum class Kind : std::uint8_t { stuck_on, stuck_off, flicker };
  Time from{};
  SensorSquare square{};
  Kind kind = Kind::flicker;
  Time until{};
};

/// Half open: from ≤ t < until.
struct Interval {
  Time from{};
  Time until{};
};

/// One game on one board. Changes of one square are in order of time; the whole list need not be.
struct Timeline {
  record::PieceMap start{};
  std::vector<Change> changes;
  std::vector<FaultOrder> faults;
  std::vector<Interval> lost;
  /// Play begins and ends: random faults and lost intervals fall in between.
  Time first_move{};
  Time last_move{};
  Time end{};
};

}  // namespace jadoube::simulator
