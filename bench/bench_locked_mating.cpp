// Who can still mate, on generated positions with walls of pawns: processor time per question, positions looked at, memory,
// the worst ones, and how many stay open. The figures of docs/mating.md.
// Usage: bench_locked_mating locked|walled [COUNT [SEED [NODES]]]   (default: 20000 positions, seed 1, and as many nodes a
// question as `jadoube mating` allows)
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "tests/chess/mating/locked_positions.hpp"
#include "tests/chess/mating/walled_positions.hpp"

using namespace jadoube::chess;

namespace {

struct Asked {
  double milliseconds;
  std::uint64_t nodes;
  std::string question;
};

constexpr std::size_t kShown = 10;

std::string why(const MatingAnswer& answer) {
  if (const auto* unwinnable = std::get_if<Unwinnable>(&answer.verdict))
    return "cannot: " + std::string{name(unwinnable->proof)};
  return answer.is_winnable() ? "can" : "open";
}

/// Of the processor, which other programs do not use up.
double milliseconds_so_far() {
  return 1e3 * static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

template <class Positions>
std::vector<Asked> ask(unsigned long count, std::uint32_t seed, const MatingOptions& options) {
  Positions positions{seed};
  MatingSolver solver;
  std::vector<Asked> asked;
  std::size_t open = 0;
  std::size_t cannot = 0;
  for (unsigned long number = 0; number < count; ++number) {
    const Position position = positions.next();
    for (const Side side : kSides) {
      const double start = milliseconds_so_far();
      const MatingAnswer answer = solver.can_mate(position, side, options);
      open += answer.is_undecided() ? 1U : 0U;
      cannot += answer.is_unwinnable() ? 1U : 0U;
      asked.push_back({milliseconds_so_far() - start, answer.nodes,
                       to_fen(position) + " " + std::string{name(side)} + " " + why(answer)});
    }
  }
  std::printf("asked %zu, cannot %zu, open %zu\n", asked.size(), cannot, open);
  return asked;
}

void print(std::vector<Asked> asked) {
  std::sort(asked.begin(), asked.end(),
            [](const Asked& a, const Asked& b) { return a.milliseconds < b.milliseconds; });
  const auto quantile = [&asked](double part) {
    return asked[static_cast<std::size_t>(part * static_cast<double>(asked.size() - 1))].milliseconds;
  };
  double sum = 0;
  std::uint64_t nodes = 0;
  for (const Asked& each : asked) {
    sum += each.milliseconds;
    nodes += each.nodes;
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  std::printf("ms: median %.3f, mean %.3f, p99 %.2f, p99.9 %.1f, worst %.0f\n", quantile(0.5),
              sum / static_cast<double>(asked.size()), quantile(0.99), quantile(0.999),
              asked.back().milliseconds);
  std::printf("positions looked at: %llu; most memory: %ld MB\n", static_cast<unsigned long long>(nodes),
              used.ru_maxrss / 1024);
  for (std::size_t each = 0; each < std::min(kShown, asked.size()); ++each) {
    const Asked& slow = asked[asked.size() - 1 - each];
    std::printf("%9.1f ms %10llu positions  %s\n", slow.milliseconds,
                static_cast<unsigned long long>(slow.nodes), slow.question.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view kind = argc > 1 ? argv[1] : "";
  const unsigned long count = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 20'000;
  const auto seed = static_cast<std::uint32_t>(argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1);
  MatingOptions options;
  if (argc > 4) options.max_nodes = std::strtoull(argv[4], nullptr, 10);
  if ((kind != "locked" && kind != "walled") || count == 0) {
    std::fputs("usage: bench_locked_mating locked|walled [COUNT [SEED [NODES]]]\n", stderr);
    return 2;
  }
  print(kind == "locked" ? ask<mating::LockedPositions>(count, seed, options)
                         : ask<mating::WalledPositions>(count, seed, options));
  return 0;
}
