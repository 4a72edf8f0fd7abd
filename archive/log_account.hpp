// What is found in one log.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/ruling.hpp"
#include "laws/library.hpp"
#include "record/scan.hpp"
#include "report/report.hpp"
#include "words/catalogue.hpp"

namespace jadoube::archive {

struct LogAccount {
  std::string path;
  record::Header header;
  /// Why nothing of it could be followed, with its name; empty: it was followed.
  std::string unreadable;
  /// What had to be passed over: how much, and the first, with its place.
  std::uint64_t problems = 0;
  std::string first_problem;
  /// It was not followed to its end, because there was no time.
  bool is_stopped = false;

  std::uint64_t records = 0;
  /// That have begun.
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  /// The latest that was said of each, in the order of their numbers. Where no law judges, only `finding` is set.
  std::vector<laws::Ruling> findings;
  /// One of grade A or B stands.
  bool is_serious = false;
};

struct HowToFollow {
  const laws::Library& library;
  /// Judges all logs; nothing: the one that each log names does.
  std::optional<laws::LawSet> law;
  words::Language language = words::Language::english;
  /// When it becomes true, nothing more is followed.
  const std::atomic<bool>& stop;
};

/// May be called from several threads.
LogAccount account_of(const std::string& path, const HowToFollow& how);

}  // namespace jadoube::archive
