// Follows the golden games inside `measured_work`, which bench/instructions counts the instructions of, and
// prints how many changed scans that were.
#include <array>
#include <cstdio>
#include <string>

#include "bench/golden_games.hpp"
#include "detector/detector.hpp"

using namespace jadoube;

[[gnu::noinline]] std::size_t measured_work(const std::vector<bench::Game>& games) {
  std::size_t lines = 0;
  for (const bench::Game& game : games) {
    detector::Detector detector{game.header, [&](const report::Report&) { ++lines; }};
    for (const record::Record& record : game.records) detector.on(record);
  }
  return lines;
}

// By name, so that a new golden log moves no gate.
constexpr std::array kMeasured{"board_turned",   "both_flags_fallen", "both_kings_in_check",
                               "castling_order", "clock_fault",       "clock_not_pressed"};

int main() {
  std::vector<bench::Game> games;
  for (const std::string name : kMeasured)
    games.push_back(bench::golden_game("tests/golden/presence/classical/" + name + ".jscan.zst"));
  std::size_t scans = 0;
  for (const bench::Game& game : games) scans += bench::scans_in(game);
  if (measured_work(games) == 0) return 2;
  std::printf("%zu 0\n", scans);
  return 0;
}
