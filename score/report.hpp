// The score as a table for people and as JSON for programs.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "score/tally.hpp"

namespace jadoube::score {

std::string to_table(const std::vector<Tally>& tallies);
/// What was found of each kind, and false alarms; empty if there was neither.
std::string kinds_table(const Tally& tally);
/// The same for programs.
boost::json::object kinds_object(const Tally& tally);

/// What was believed against what was true, of all tallies together.
std::string to_table(const Calibration& calibration);
std::string to_json(const Calibration& calibration);

/// One object; docs/score.md describes its members.
std::string to_json(const std::vector<Tally>& tallies);

}  // namespace jadoube::score
