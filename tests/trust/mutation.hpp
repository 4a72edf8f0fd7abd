// Included before everything by the build that has mutants in it (mutants.py): one of them lives, or, if none does, those that
// are reached are written down at the end.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace mutation {

inline int chosen_one() {
  static const char* const asked = std::getenv("JADOUBE_MUTANT");
  static const int chosen = asked != nullptr ? std::atoi(asked) : 0;
  return chosen;
}

/// Which mutants have been asked for, by their numbers; written as bytes to the file that is named.
struct Reached {
  static constexpr int kMost = 1 << 16;
  unsigned char by_number[kMost] = {};
  ~Reached() {
    const char* const name = std::getenv("JADOUBE_MUTANTS_REACHED");
    std::FILE* const file = name != nullptr ? std::fopen(name, "wb") : nullptr;
    if (file == nullptr) return;
    std::fwrite(by_number, 1, sizeof by_number, file);
    std::fclose(file);
  }
};
inline Reached reached;
inline const int chosen = chosen_one();

inline bool is(int number) {
  reached.by_number[number] = 1;
  return chosen == number;
}

/// For functions that the compiler calls too.
constexpr bool is_at_run_time(int number) {
  return !__builtin_is_constant_evaluated() && is(number);
}

}  // namespace mutation
