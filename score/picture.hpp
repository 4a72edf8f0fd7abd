// The score as a picture.
#pragma once

#include <string>
#include <vector>

#include "score/tally.hpp"

namespace jadoube::score {

/// An SVG document. One row per cell with its accuracy (as the share of plies that went wrong, on a
/// logarithmic scale), its delays, and its false alarms; below, the share found of each kind of irregularity.
std::string to_svg(const std::vector<Tally>& tallies);

}  // namespace jadoube::score
