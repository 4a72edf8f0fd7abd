// The score over many worlds as a table for people and as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "score/worlds.hpp"

namespace jadoube::score {

/// All worlds, then those of each tempo if there are several; then what was found of each kind in all of them.
std::string to_table(const std::vector<WorldScore>& worlds);
/// One object; docs/score.md describes its members.
std::string to_json(const std::vector<WorldScore>& worlds);
/// What one world is made of: a line for each parameter.
std::string describe(const simulator::World& world);

}  // namespace jadoube::score
