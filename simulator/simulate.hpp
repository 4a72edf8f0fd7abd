// Games in, scan logs out: the whole simulator behind one function.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "record/scan.hpp"
#include "simulator/game_source.hpp"
#include "simulator/params.hpp"

namespace jadoube::simulator {

struct Recording {
  record::Header header;
  /// In order of time; only scans that differ from the one before. Truth records are among them.
  std::vector<record::Record> records;
  /// Those of the parameters that the game had room for.
  std::vector<Incident> incidents;
};

/// Plays the game on a simulated board. A pure function: the same game, parameters and seed give the same
/// recording on every machine and build type. The same seed gives the same hands whatever the sensors, the
/// link and the clock's readings are like.
Recording simulate(const PlayedGame& game, const Params& params, std::uint64_t seed);

/// The seed of the i-th game of a run: runs with the same seed have the same first games.
std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t i);

/// Calls `say` for each record, with every scan instead of only those that changed: 1,000 a second at 1,000
/// Hz.
void with_every_scan(const Recording& recording, const std::function<void(const record::Record&)>& say);

}  // namespace jadoube::simulator
