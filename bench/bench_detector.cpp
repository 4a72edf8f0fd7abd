// What following a game costs: a changed scan with everything that comes of it, and an unchanged scan.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <vector>

#include "bench/golden_games.hpp"
#include "detector/detector.hpp"

namespace {

using namespace jadoube;
using Clock = std::chrono::steady_clock;

/// Searching for the plies that were lost with a link takes as long as a thousand scans, and is measured by
/// `jadoube-bench follow`.
bool loses_link(const bench::Game& game) {
  return std::any_of(game.records.begin(), game.records.end(),
                     [](const auto& record) { return std::holds_alternative<record::Link>(record); });
}

/// Microseconds of each changed scan: mean, median, 99th percentile. What came due before it is not in these,
/// but in `us_all`, which is everything by changed scan: ticks, presses and clock readings too.
void changed_scan(benchmark::State& state) {
  auto games = bench::golden_games();
  std::erase_if(games, loses_link);
  std::vector<float> took;
  double all = 0;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<float, std::micro>(Clock::now() - start).count();
  };
  for (auto _ : state) {
    for (const bench::Game& game : games) {
      detector::Detector detector{game.header, [](const report::Report&) {}};
      const auto start_of_game = Clock::now();
      for (const record::Record& record : game.records) {
        if (const auto* scan = std::get_if<record::Scan>(&record)) {
          detector.advance_to(scan->t);
          const auto start = Clock::now();
          detector.on(record);
          took.push_back(since(start));
        } else {
          detector.on(record);
        }
      }
      all += static_cast<double>(since(start_of_game));
    }
  }
  std::sort(took.begin(), took.end());
  const auto at = [&](double share) {
    return static_cast<double>(took[static_cast<std::size_t>(share * static_cast<double>(took.size() - 1))]);
  };
  const double sum = std::accumulate(took.begin(), took.end(), 0.0);
  const auto scans = static_cast<double>(took.size());
  state.counters["us_mean"] = sum / scans;
  state.counters["us_p50"] = at(0.50);
  state.counters["us_p99"] = at(0.99);
  state.counters["us_all"] = all / scans;
}
BENCHMARK(changed_scan)->Unit(benchmark::kMillisecond);

void unchanged_scan(benchmark::State& state) {
  const bench::Game game = bench::golden_games().front();
  detector::Detector detector{game.header, [](const report::Report&) {}};
  record::Scan last;
  for (std::size_t i = 0; i < game.records.size() / 2; ++i) {
    detector.on(game.records[i]);
    if (const auto* scan = std::get_if<record::Scan>(&game.records[i])) last = *scan;
  }
  // Resting long enough for everything to have been concluded.
  last.t += std::chrono::minutes{1};
  const record::Record record{last};
  for (auto _ : state) detector.on(record);
}
BENCHMARK(unchanged_scan);

}  // namespace

BENCHMARK_MAIN();
