// Hunts the worst inputs that the program takes, by search.
// Usage: worst KIND SECONDS SEED FILE   searches so long, and writes the worst that was found
//        worst KIND [FILE]              what that input costs; without one: the worst that is known
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "bench/worst/counted.hpp"
#include "bench/worst/quarries.hpp"

using namespace jadoube;

namespace {

void print(const bench::Quarry& quarry, const bench::Cost& cost) {
  std::printf("%s: %.1f %s a %s, %llu at once at most, %llu %ss\n", std::string{quarry.name}.c_str(),
              cost.each(), bench::is_counted() ? "blocks" : "ns", std::string{quarry.unit}.c_str(),
              static_cast<unsigned long long>(cost.most_at_once), static_cast<unsigned long long>(cost.units),
              std::string{quarry.unit}.c_str());
  std::fflush(stdout);
}

int usage() {
  std::fputs("usage: worst KIND SECONDS SEED FILE\n       worst KIND [FILE]\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3 && argc != 5) return usage();
  for (bench::Quarry& quarry : bench::all_quarries()) {
    if (quarry.name != argv[1]) continue;
    const std::string name = argv[argc - 1];
    std::ifstream in{name, std::ios::binary};
    std::string input{std::istreambuf_iterator<char>{in}, {}};
    if (argc == 2) input = quarry.seeds.front();
    if (argc != 5) {
      quarry.run(input);  // what is made when it is needed first is none of its cost
      print(quarry, quarry.run(input));
      return 0;
    }
    if (!input.empty()) quarry.seeds.push_back(std::move(input));
    const auto keep = [&](const bench::Found& found) {
      print(quarry, found.cost);
      std::ofstream{name, std::ios::binary} << found.input;
    };
    const bench::Found found =
        climb(quarry, std::strtod(argv[2], nullptr), std::strtoull(argv[3], nullptr, 10), keep);
    std::printf("%llu inputs tried\n", static_cast<unsigned long long>(found.tried));
    return 0;
  }
  return usage();
}
