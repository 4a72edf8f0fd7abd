// Does one piece of work inside `measured_work`, which bench/instructions counts the instructions of, and
// prints how many units of work that was: leaves, or positions and moves.
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "bench/positions.hpp"
#include "chess/position.hpp"

using namespace jadoube;

struct Task {
  chess::Position position;
  unsigned depth = 0;  // of perft; 0: legal moves with occupancy of all positions
  std::vector<chess::Position> positions;
};

struct Work {
  std::uint64_t units = 0;
  std::uint64_t moves = 0;
};

[[gnu::noinline]] Work measured_work(const Task& task) {
  if (task.depth != 0) return {chess::perft(task.position, task.depth), 0};
  Work work;
  chess::MoveList moves;
  chess::OccupancyList occupied_after;
  for (const chess::Position& position : task.positions) {
    position.legal_moves_with_occupancy(moves, occupied_after);
    ++work.units;
    work.moves += moves.size();
  }
  return work;
}

int main(int argc, char** argv) {
  const std::string_view what = argc == 2 ? argv[1] : "";
  Task task;
  if (what == "start") {
    task.depth = 5;
  } else if (what == "kiwipete") {
    task.position = chess::position_from_fen(bench::kKiwipete).value();
    task.depth = 4;
  } else if (what == "occupancy") {
    task.positions = bench::random_positions(50);
  } else {
    std::fputs("usage: instructions_chess start|kiwipete|occupancy\n", stderr);
    return 2;
  }
  const Work work = measured_work(task);
  std::printf("%llu %llu\n", static_cast<unsigned long long>(work.units),
              static_cast<unsigned long long>(work.moves));
  return 0;
}
