// Speed of move generation in time. For figures that do not depend on the machine's mood see
// bench/instructions.
#include <benchmark/benchmark.h>

#include "bench/positions.hpp"
#include "chess/position.hpp"

namespace jadoube {
namespace {

void run_perft(benchmark::State& state, const chess::Position& position, unsigned depth) {
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += chess::perft(position, depth);
  state.counters["leaves"] = benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}

void PerftStart(benchmark::State& state) {
  run_perft(state, chess::Position{}, 5);
}
BENCHMARK(PerftStart)->Unit(benchmark::kMillisecond);

void PerftKiwipete(benchmark::State& state) {
  run_perft(state, chess::position_from_fen(bench::kKiwipete).value(), 4);
}
BENCHMARK(PerftKiwipete)->Unit(benchmark::kMillisecond);

/// What the detector asks of every position: each legal move and the squares it leaves occupied.
void LegalMovesWithOccupancy(benchmark::State& state) {
  const std::vector<chess::Position> positions = bench::random_positions(50);
  chess::MoveList moves;
  chess::OccupancyList occupied_after;
  std::size_t generated = 0;
  for (auto _ : state) {
    for (const chess::Position& position : positions) {
      position.legal_moves_with_occupancy(moves, occupied_after);
      benchmark::DoNotOptimize(occupied_after);
      generated += moves.size();
    }
  }
  const auto visited = static_cast<double>(state.iterations()) * static_cast<double>(positions.size());
  state.counters["positions"] = benchmark::Counter(visited, benchmark::Counter::kIsRate);
  state.counters["moves"] = benchmark::Counter(static_cast<double>(generated), benchmark::Counter::kIsRate);
}
BENCHMARK(LegalMovesWithOccupancy)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace jadoube

BENCHMARK_MAIN();
