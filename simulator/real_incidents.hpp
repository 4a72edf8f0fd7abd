// Incidents of recorded events, as far as position and sequence are public, to be played again on a simulated
// board.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulator/game_source.hpp"
#include "simulator/grid.hpp"

namespace jadoube::simulator {

struct RealIncident {
  std::string_view name;
  /// What happened, in one sentence.
  std::string_view story;
  std::string_view fen;
  /// UCI, from the position on. A ply that an illegal move takes the place of is any legal move.
  std::vector<std::string_view> moves;
  std::string_view result;
  /// As parse_incidents reads it.
  std::string_view incidents;
  Tempo tempo = Tempo::blitz;
  /// Hands hesitate wherever they can.
  bool hesitant = false;
};

const std::vector<RealIncident>& real_incidents();

/// The game of it, and the parameters with its tempo's hands, its clock and its incidents.
PlayedGame played_game(const RealIncident& real);
Params params_of(const RealIncident& real, Noise noise, unsigned rate);

}  // namespace jadoube::simulator
