// Asks about the positions of games lost on time inside `measured_work`, which bench/instructions counts the
// instructions of, and prints how many questions that were.
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "tests/chess/mating/labelled.hpp"

using namespace jadoube::chess;

[[gnu::noinline]] std::uint64_t measured_work(MatingSolver& solver, const std::vector<mating::Labelled>& list,
                                              const MatingOptions& options) {
  std::uint64_t asked = 0;
  for (const mating::Labelled& each : list)
    for (const Side side : kSides) {
      solver.can_mate(each.position, side, options);
      ++asked;
    }
  return asked;
}

int main(int argc, char** argv) {
  const std::string_view mode = argc == 2 ? argv[1] : "";
  if (mode != "full" && mode != "quick") {
    std::fputs("usage: instructions_mating full|quick\n", stderr);
    return 2;
  }
  MatingOptions options;
  options.quick = mode == "quick";
  MatingSolver solver;
  const auto list = mating::labelled_positions(mating::kTimeoutPositions, 32);
  std::printf("%llu 0\n", static_cast<unsigned long long>(measured_work(solver, list, options)));
  return 0;
}
