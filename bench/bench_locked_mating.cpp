// Who can still mate, on generated locked positions: time per question, the worst ones, and how many stay open. The
// figures of docs/mating.md. Usage: bench_locked_mating [COUNT [SEED [NODES]]]   (default: 20000 positions, seed 1, and as
// many nodes a question as the judge allows)
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/chess/mating/locked_positions.hpp"

using namespace jadoube::chess;

namespace {

struct Asked {
  double milliseconds;
  std::uint64_t nodes;
  std::string question;
};

constexpr std::size_t kShown = 10;
/// laws::kMatingNodes.
constexpr std::uint64_t kJudgesNodes = 300'000;

std::string why(const MatingAnswer& answer) {
  if (const auto* unwinnable = std::get_if<Unwinnable>(&answer.verdict))
    return "cannot: " + std::string{name(unwinnable->proof)};
  return answer.is_winnable() ? "can" : "open";
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20'000;
  const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  mating::LockedPositions positions{static_cast<std::uint32_t>(seed)};
  MatingSolver solver;
  MatingOptions options;
  options.max_nodes = kJudgesNodes;
  if (argc > 3) options.max_nodes = std::strtoull(argv[3], nullptr, 10);
  std::vector<Asked> asked;
  std::size_t open = 0;
  std::size_t cannot = 0;
  double sum = 0;
  for (unsigned long number = 0; number < count; ++number) {
    const Position position = positions.next();
    for (const Side side : kSides) {
      const auto start = std::chrono::steady_clock::now();
      const MatingAnswer answer = solver.can_mate(position, side, options);
      const double time =
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
      sum += time;
      open += answer.is_undecided() ? 1U : 0U;
      cannot += answer.is_unwinnable() ? 1U : 0U;
      asked.push_back(
          {time, answer.nodes, to_fen(position) + " " + std::string{name(side)} + " " + why(answer)});
    }
  }
  if (asked.empty()) return 2;
  std::sort(asked.begin(), asked.end(),
            [](const Asked& a, const Asked& b) { return a.milliseconds < b.milliseconds; });
  const auto quantile = [&asked](double part) {
    return asked[static_cast<std::size_t>(part * static_cast<double>(asked.size() - 1))].milliseconds;
  };
  std::printf("asked %zu, cannot %zu, open %zu\n", asked.size(), cannot, open);
  std::printf("ms: median %.4f, mean %.3f, p99 %.2f, p99.9 %.1f, worst %.0f\n", quantile(0.5),
              sum / static_cast<double>(asked.size()), quantile(0.99), quantile(0.999),
              asked.back().milliseconds);
  for (std::size_t each = 0; each < std::min(kShown, asked.size()); ++each) {
    const Asked& slow = asked[asked.size() - 1 - each];
    std::printf("%9.1f ms %10llu positions  %s\n", slow.milliseconds,
                static_cast<unsigned long long>(slow.nodes), slow.question.c_str());
  }
  return 0;
}
