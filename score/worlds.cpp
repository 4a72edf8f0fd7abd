#include "score/worlds.hpp"

#include <algorithm>
#include <iterator>

namespace jadoube::score {
namespace {

constexpr std::array<std::string_view, kWorldMetrics.size()> kNames{
    "final ply %", "games right %", "false A per 1,000 games", "false B per 1,000 games", "found %"};

bool more_is_worse(WorldMetric metric) {
  return metric == WorldMetric::false_a || metric == WorldMetric::false_b;
}

}  // namespace

std::string_view name(WorldMetric metric) {
  return kNames[static_cast<std::size_t>(metric)];
}

std::optional<double> value_of(WorldMetric metric, const Tally& tally) {
  switch (metric) {
    case WorldMetric::final_plies:
      return tally.final_accuracy();
    case WorldMetric::exact_games:
      return tally.exact_games();
    case WorldMetric::false_a:
      return tally.false_alarms(0);
    case WorldMetric::false_b:
      return tally.false_alarms(1);
    case WorldMetric::found:
      break;
  }
  if (tally.truths() == 0) return std::nullopt;
  return per_cent(tally.found(), tally.truths());
}

WorldSpread spread_of(const std::vector<WorldScore>& worlds, WorldMetric metric) {
  struct Value {
    double value;
    std::uint64_t seed;
  };
  std::vector<Value> values;
  for (const WorldScore& world : worlds)
    if (const auto value = value_of(metric, world.tally)) values.push_back({*value, world.world.seed});
  if (values.empty()) return {};
  std::ranges::stable_sort(values, [&](const Value& a, const Value& b) {
    return more_is_worse(metric) ? a.value > b.value : a.value < b.value;
  });
  const auto mean_of = [&](std::size_t n) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += values[i].value;
    return sum / static_cast<double>(n);
  };
  return {.worlds = values.size(),
          .mean = mean_of(values.size()),
          .median = values[(values.size() - 1) / 2].value,
          .worst_tenth = mean_of((values.size() + 9) / 10),
          .worst = values.front().value,
          .worst_seed = values.front().seed};
}

Tally sum_of(const std::vector<WorldScore>& worlds) {
  Tally sum;
  for (const WorldScore& world : worlds) sum.add(world.tally);
  return sum;
}

std::vector<WorldScore> of_tempo(const std::vector<WorldScore>& worlds, simulator::Tempo tempo) {
  std::vector<WorldScore> some;
  std::ranges::copy_if(worlds, std::back_inserter(some),
                       [tempo](const WorldScore& world) { return world.world.params.tempo == tempo; });
  return some;
}

}  // namespace jadoube::score
