// A line of moves as people write it.
#pragma once

#include <string>
#include <vector>

#include "chess/position.hpp"

namespace jadoube::display {

/// "1. Kf2 Kh1 2. Ng3#", with the numbers the game would give them. Each move must be legal where it stands.
std::string line_in_san(chess::Position position, const std::vector<chess::Move>& line);

}  // namespace jadoube::display
