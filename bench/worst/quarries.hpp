// What is hunted: inputs of each kind that the program takes.
#pragma once

#include <utility>
#include <vector>

#include "bench/worst/climb.hpp"

namespace jadoube::bench {

/// "log": a record; "log-step": the longest time that other boards have to wait for one.
std::vector<Quarry> log_quarries();
/// "pgn", "law", "http", "config", "pairings": a byte.
std::vector<Quarry> text_quarries();
/// "mating": who can still mate, a question.
Quarry mating_quarry();

inline std::vector<Quarry> all_quarries() {
  std::vector<Quarry> all = log_quarries();
  for (Quarry& each : text_quarries()) all.push_back(std::move(each));
  all.push_back(mating_quarry());
  return all;
}

}  // namespace jadoube::bench
