// What is found in many logs, counted.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "archive/log_account.hpp"
#include "archive/log_search.hpp"

namespace jadoube::archive {

/// All are sums over logs: the summaries of parts, added, are that of the whole.
struct Summary {
  /// That were to be followed; of these, those that could not be at all, those in which something had to be passed over, those
  /// for which there was no time, and those with a finding of grade A or B that stands.
  std::uint64_t logs = 0, unreadable = 0, with_problems = 0, not_followed = 0, serious = 0;
  std::uint64_t records = 0, games = 0, plies = 0;
  /// Findings that were not withdrawn, by kind and by grade.
  std::array<std::array<std::uint64_t, report::kGradeCount>, report::kKindCount> findings{};
  std::uint64_t withdrawn = 0;

  void add(const LogAccount& account);
};

/// Lines for people.
std::string to_table(const Summary& summary, Part part);
/// One line (docs/archives.md).
std::string to_json(const Summary& summary, Part part);

}  // namespace jadoube::archive
