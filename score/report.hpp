// The score as a table for people and as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "score/tally.hpp"

namespace jadoube::score {

std::string to_table(const std::vector<Tally>& tallies);

/// One object; docs/score.md describes its members.
std::string to_json(const std::vector<Tally>& tallies);

}  // namespace jadoube::score
