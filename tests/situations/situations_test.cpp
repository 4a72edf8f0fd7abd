#include "tests/situations/situations.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

namespace jadoube::situations {
namespace {

void expect_none_broken(void (*tell)(Outcome&)) {
  Outcome outcome;
  tell(outcome);
  constexpr std::size_t kShown = 2;  // of each invariant
  std::map<std::string, std::size_t> of_invariant;
  for (const auto& [name, fault, text] : outcome.broken) {
    if (std::getenv("JADOUBE_SITUATIONS") != nullptr)
      std::cout << "BROKEN " << fault.invariant << ' ' << name << ": " << fault.what << '\n';
    if (++of_invariant[fault.invariant] <= kShown)
      ADD_FAILURE() << fault.invariant << ", " << name << ":\n" << fault.what << "\n" << text;
  }
  for (const auto& [invariant, count] : of_invariant)
    std::cout << invariant << " is broken in " << count << " situations\n";
  for (const auto& [senses, rows] : outcome.ruled) {
    std::cout << senses << ", rows ruled on, under how many laws:";
    for (const auto& [row, laws] : rows) std::cout << ' ' << row << ' ' << laws.size();
    std::cout << '\n';
  }
  std::cout << outcome.judged << " situations, " << outcome.broken.size() << " broken invariants\n";
}

TEST(Situations, NoneAtTheBoardBreaksAnInvariant) {
  expect_none_broken(tell_stories);
}

TEST(Situations, NoneAsToldBreaksAnInvariant) {
  expect_none_broken(tell_findings);
}

TEST(Situations, NoneOfTwoFindingsBreaksAnInvariant) {
  expect_none_broken(tell_pairs);
}

}  // namespace
}  // namespace jadoube::situations
