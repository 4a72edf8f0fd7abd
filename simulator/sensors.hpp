// The sensors: a timeline seen scan by scan, with everything that goes wrong between a piece and a bit.
#pragma once

#include <vector>

#include "simulator/params.hpp"
#include "simulator/rng.hpp"
#include "simulator/timeline.hpp"

namespace jadoube::simulator {

/// A square that reads wrong for a while, for the truth records.
struct SensorTrouble {
  Time from{};
  Time until{};
  SensorSquare square{};
  bool stuck = false;  // for good; otherwise it flickers
};

struct SensorReadings {
  /// The first scan, every scan that differs from the one before, and the first after each lost interval.
  std::vector<record::Scan> scans;
  /// Stuck squares, from the first scan that shows it; badly centred pieces that were noticeable.
  std::vector<SensorTrouble> troubles;
};

/// Reads the timeline `sensors.rate` times a second.
SensorReadings read_board(const Timeline& timeline, const Sensors& sensors, Rng& rng);

}  // namespace jadoube::simulator
