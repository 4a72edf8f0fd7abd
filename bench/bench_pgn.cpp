// Speed of reading and writing games.
#include <benchmark/benchmark.h>

#include <random>
#include <string>

#include "chess/pgn.hpp"
#include "chess/position.hpp"

namespace jadoube {
namespace {

/// Random moves, with a clock reading after each if asked for.
chess::GameRecord random_game(std::mt19937_64& random, bool clocks) {
  chess::GameRecord game;
  chess::Position position;
  for (int ply = 0; ply < 80; ++ply) {
    chess::MoveList moves;
    position.legal_moves(moves);
    if (moves.empty()) break;
    const chess::Move move = moves[random() % moves.size()];
    game.plies.push_back(chess::Ply{move, {}, {}, {}, {}});
    if (clocks) game.plies.back().clock = std::chrono::seconds{5400 - 30 * ply};
    position.make(move);
  }
  return game;
}

std::string games_text(bool clocks) {
  std::mt19937_64 random{20};
  std::string text;
  for (int i = 0; i < 500; ++i) text += chess::to_pgn(random_game(random, clocks));
  return text;
}

void ReadPgn(benchmark::State& state) {
  const std::string text = games_text(state.range(0) != 0);
  std::size_t plies = 0;
  for (auto _ : state) {
    chess::PgnReader reader{[&](const chess::PgnGame& game) { plies += game.record.plies.size(); }};
    reader.feed(text);
    reader.finish();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(text.size()));
  state.counters["plies"] = benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kIsRate);
}
BENCHMARK(ReadPgn)->ArgName("clocks")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void WritePgn(benchmark::State& state) {
  std::mt19937_64 random{20};
  const chess::GameRecord game = random_game(random, true);
  std::size_t bytes = 0;
  for (auto _ : state) bytes += chess::to_pgn(game).size();
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(WritePgn)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace jadoube

BENCHMARK_MAIN();
