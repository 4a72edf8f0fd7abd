// The score as a picture.
#pragma once

#include <string>
#include <vector>

#include "score/tally.hpp"
#include "score/worlds.hpp"

namespace jadoube::score {

/// An SVG document. One row per cell with its accuracy (as the share of plies that went wrong, on a
/// logarithmic scale), its delays, and its false alarms; below, the share found of each kind of irregularity.
std::string to_svg(const std::vector<Tally>& tallies);
/// A panel for each metric: all worlds from the worst to the best, coloured by tempo.
std::string to_svg(const std::vector<WorldScore>& worlds);
/// How often what was said was true (upwards), where it promised to be (sideways): on the diagonal it is what it
/// says, on scales that are finer near all and nothing.
std::string to_svg(const Calibration& calibration);

}  // namespace jadoube::score
