// The score over many worlds (simulator/world.hpp): not how good it is on the average alone, but how bad it gets.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "score/tally.hpp"
#include "simulator/world.hpp"

namespace jadoube::score {

/// The games of one world.
struct WorldScore {
  simulator::World world;
  Tally tally;
};

/// What worlds are compared by. Shares in per cent, alarms per 1,000 games.
enum class WorldMetric : std::uint8_t { final_plies, exact_games, false_a, false_b, found };
inline constexpr std::array kWorldMetrics{WorldMetric::final_plies, WorldMetric::exact_games,
                                          WorldMetric::false_a, WorldMetric::false_b, WorldMetric::found};
std::string_view name(WorldMetric metric);
/// Nothing if the world has nothing of it, as of irregularities found where there was none.
std::optional<double> value_of(WorldMetric metric, const Tally& tally);

/// One metric over many worlds.
struct WorldSpread {
  std::size_t worlds = 0;
  double mean = 0;
  /// Of an even number of worlds, the worse of the two in the middle.
  double median = 0;
  /// Mean of the worst tenth of the worlds, rounded up.
  double worst_tenth = 0;
  double worst = 0;
  std::uint64_t worst_seed = 0;
};
/// Zeros of nothing. Of worlds that are equally bad the first counts.
WorldSpread spread_of(const std::vector<WorldScore>& worlds, WorldMetric metric);

/// All games of them as if they were one cell's; delays and times too.
Tally sum_of(const std::vector<WorldScore>& worlds);
std::vector<WorldScore> of_tempo(const std::vector<WorldScore>& worlds, simulator::Tempo tempo);

}  // namespace jadoube::score
