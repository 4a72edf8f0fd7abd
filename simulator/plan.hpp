// Which incident happens at which ply.
#pragma once

#include <vector>

#include "simulator/game_source.hpp"
#include "simulator/incident.hpp"
#include "simulator/params.hpp"
#include "simulator/rng.hpp"

namespace jadoube::simulator {

/// Gives each incident of the parameters that names no ply one that suits it, drawn by the seed, at least
/// three plies from any other. Those that suit no ply of the game are left out: there is no castling order
/// without castling.
std::vector<Incident> plan_incidents(const PlayedGame& game, const Params& params, Rng& rng);

}  // namespace jadoube::simulator
