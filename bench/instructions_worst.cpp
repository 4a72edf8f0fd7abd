// Has the program take the worst input that is known of a kind inside `measured_work`, which bench/instructions counts the
// instructions of, and prints how many units that was: records, bytes, questions.
#include <cstdio>
#include <string>
#include <string_view>

#include "bench/worst/quarries.hpp"

using namespace jadoube;

[[gnu::noinline]] bench::Cost measured_work(const bench::Quarry& quarry) {
  return quarry.run(quarry.seeds.front());
}

int main(int argc, char** argv) {
  const std::string_view kind = argc == 2 ? argv[1] : "";
  for (const bench::Quarry& quarry : bench::all_quarries()) {
    if (quarry.name != kind) continue;
    quarry.run(quarry.seeds.back());  // what is made when it is needed first is none of its cost
    std::printf("%llu 0\n", static_cast<unsigned long long>(measured_work(quarry).units));
    return 0;
  }
  std::fputs("usage: instructions_worst KIND\n", stderr);
  return 2;
}
