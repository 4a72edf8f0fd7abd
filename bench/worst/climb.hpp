// A search for what costs most: inputs are changed here and there, and what costs more is gone on from.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jadoube::bench {

/// What an input has cost.
struct Cost {
  std::uint64_t all = 0;
  /// Records, bytes or questions.
  std::uint64_t units = 1;
  /// The dearest single step, where there are steps.
  std::uint64_t most_at_once = 0;
  /// Which one that was, from 0.
  std::uint64_t dearest = 0;
  /// What is climbed.
  [[nodiscard]] double each() const {
    return static_cast<double>(all) / static_cast<double>(units ? units : 1);
  }
};

struct Quarry {
  std::string_view name;
  /// What one unit is.
  std::string_view unit;
  /// Bytes that are changed, moved and left out together; and as many as an input may have.
  std::size_t gene = 1;
  std::size_t longest = 4096;
  /// The search begins with these; the first is the worst that is known.
  std::vector<std::string> seeds;
  /// What is put in at places; may be empty.
  std::vector<std::string> words;
  std::function<Cost(const std::string&)> run;
  /// Climbs by the dearest step.
  bool by_step = false;
};

struct Found {
  std::string input;
  Cost cost;
  std::uint64_t tried = 0;
};

/// Searches for so many seconds of the processor; the same `seed` finds the same in the same number of tries.
Found climb(const Quarry& quarry, double seconds, std::uint64_t seed,
            const std::function<void(const Found&)>& tell);

}  // namespace jadoube::bench
