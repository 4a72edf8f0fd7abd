// Thousands of situations that nobody thought of one by one: acts.cpp says what may happen, and every combination of it,
// at the board and as the detector tells it, is judged under every law. What must hold whatever happens is in watch.cpp.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/situations/watch.hpp"

namespace jadoube::situations {

struct Outcome {
  struct Situation {
    std::string name;
    Broken fault;
    std::string text;  // as a scenario (tests/scenarios) would have it
  };
  std::size_t judged = 0;
  std::vector<Situation> broken;
  /// By what the board senses and by row: the laws under which something was ruled of it.
  std::map<std::string, std::map<std::string, std::set<std::string>>> ruled;
};

/// What happens at a board.
void tell_stories(Outcome& outcome);
/// One finding as the detector tells it, and what follows.
void tell_findings(Outcome& outcome);
/// Two findings that are told one after the other, in both orders, after both have happened.
void tell_pairs(Outcome& outcome);

}  // namespace jadoube::situations
