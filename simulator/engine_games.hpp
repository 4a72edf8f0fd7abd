// Whole games to play on simulated boards, as sensible as an engine's games with itself are.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "simulator/game_source.hpp"

namespace jadoube::simulator {

struct GameFile {
  std::string_view name, text;
};
/// games/*.pgn
std::span<const GameFile> game_files();

/// All of them, in the order of the file.
const std::vector<PlayedGame>& engine_games();

}  // namespace jadoube::simulator
