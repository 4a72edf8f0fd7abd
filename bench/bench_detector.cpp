// What following a game costs: a changed scan with everything that comes of it, an unchanged scan, and the
// memory of a board.
#include <benchmark/benchmark.h>

#include <malloc.h>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "bench/golden_games.hpp"
#include "detector/detector.hpp"

namespace {

using namespace jadoube;
using Clock = std::chrono::steady_clock;

/// Microseconds of each changed scan, the ticks and presses before it included; and the most memory of a
/// board.
void changed_scan(benchmark::State& state) {
  const auto games = bench::golden_games();
  std::vector<float> took;
  for (auto _ : state) {
    for (const bench::Game& game : games) {
      detector::Detector detector{game.header, [](const detector::Line&) {}};
      auto start = Clock::now();
      for (const drivers::Record& record : game.records) {
        detector.on(record);
        if (!std::holds_alternative<drivers::Scan>(record)) continue;
        const auto end = Clock::now();
        took.push_back(std::chrono::duration<float, std::micro>(end - start).count());
        start = end;
      }
    }
  }
  std::sort(took.begin(), took.end());
  const auto at = [&](double share) {
    return static_cast<double>(took[static_cast<std::size_t>(share * static_cast<double>(took.size() - 1))]);
  };
  double sum = 0;
  for (const float us : took) sum += static_cast<double>(us);
  state.counters["us_mean"] = sum / static_cast<double>(took.size());
  state.counters["us_p50"] = at(0.50);
  state.counters["us_p99"] = at(0.99);
}
BENCHMARK(changed_scan)->Unit(benchmark::kMillisecond);

void unchanged_scan(benchmark::State& state) {
  const bench::Game game = bench::golden_games().front();
  detector::Detector detector{game.header, [](const detector::Line&) {}};
  drivers::Scan last;
  for (std::size_t i = 0; i < game.records.size() / 2; ++i) {
    detector.on(game.records[i]);
    if (const auto* scan = std::get_if<drivers::Scan>(&game.records[i])) last = *scan;
  }
  // Resting long enough for everything to have been concluded.
  last.t += std::chrono::minutes{1};
  const drivers::Record record{last};
  for (auto _ : state) detector.on(record);
}
BENCHMARK(unchanged_scan);

/// Heap in use for one board while it is followed, as the allocator counts it.
void memory_of_a_board(benchmark::State& state) {
  const auto games = bench::golden_games();
  std::vector<std::size_t> used;
  for (auto _ : state) {
    for (const bench::Game& game : games) {
      const std::size_t before = mallinfo2().uordblks;
      detector::Detector detector{game.header, [](const detector::Line&) {}};
      for (const drivers::Record& record : game.records) {
        detector.on(record);
        const std::size_t now = mallinfo2().uordblks;
        if (std::holds_alternative<drivers::Scan>(record)) used.push_back(now > before ? now - before : 0);
      }
    }
  }
  std::sort(used.begin(), used.end());
  state.counters["KiB_p50"] = static_cast<double>(used[used.size() / 2]) / 1024;
  state.counters["KiB_p99"] = static_cast<double>(used[used.size() * 99 / 100]) / 1024;
  state.counters["KiB_most"] = static_cast<double>(used.back()) / 1024;
}
BENCHMARK(memory_of_a_board)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace

BENCHMARK_MAIN();
