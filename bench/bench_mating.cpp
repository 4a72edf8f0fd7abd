// Who can still mate: time per question in both modes, on both labelled sets in one run. The figures of
// docs/mating.md. Usage: bench_mating [FOLDER]   (default ../shared/data/mating)
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

#include "tests/chess/mating/labelled.hpp"

namespace jadoube::chess::mating {
namespace {

struct Measured {
  std::vector<double> microseconds;
  std::size_t wrong = 0;
  std::size_t open = 0;
  std::size_t unwinnable = 0;
  std::string slowest;
};

Measured measure(const std::vector<Labelled>& list, bool quick) {
  Measured result;
  MatingSolver solver;
  MatingOptions options;
  options.quick = quick;
  double worst = 0;
  for (const Labelled& each : list)
    for (const Side side : kSides) {
      const auto start = std::chrono::steady_clock::now();
      const MatingAnswer answer = solver.can_mate(each.position, side, options);
      const double time =
          std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
      result.microseconds.push_back(time);
      if (answer.is_undecided())
        ++result.open;
      else if (answer.is_winnable() != each.winnable[index(side)])
        ++result.wrong;
      if (answer.is_unwinnable()) ++result.unwinnable;
      if (time > worst) {
        worst = time;
        result.slowest = each.line + " (" + std::string{name(side)} + ")";
      }
    }
  return result;
}

void print(const char* set, const char* mode, Measured measured) {
  auto& times = measured.microseconds;
  std::sort(times.begin(), times.end());
  double sum = 0;
  for (const double time : times) sum += time;
  const auto quantile = [&times](double part) {
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  std::printf("%-14s %-5s %6zu  %9.2f %9.2f %9.1f %11.1f  %6zu %6zu %6zu\n", set, mode, times.size(),
              quantile(0.5), sum / static_cast<double>(times.size()), quantile(0.99), times.back(),
              measured.unwinnable, measured.open, measured.wrong);
  std::printf("  slowest: %s\n", measured.slowest.c_str());
  std::fflush(stdout);
}

}  // namespace
}  // namespace jadoube::chess::mating

int main(int argc, char** argv) {
  using namespace jadoube::chess::mating;
  const std::string folder = argc > 1 ? argv[1] : "../shared/data/mating";
  std::printf("%-14s %-5s %6s  %9s %9s %9s %11s  %6s %6s %6s\n", "set", "mode", "asked", "median us",
              "mean us", "p99 us", "worst us", "cannot", "open", "wrong");
  for (const std::string set : {"lichess.txt.zst", "positions.txt"}) {
    const std::string path = folder + "/" + set;
    if (!std::filesystem::exists(path)) {
      std::fprintf(stderr, "bench_mating: %s: there is no such file\n", path.c_str());
      return 2;
    }
    const auto list = labelled_positions(path.c_str(), 1);
    print(set.c_str(), "quick", measure(list, true));
    print(set.c_str(), "full", measure(list, false));
  }
  return 0;
}
