// Many logs through detector and laws, on many threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "archive/summary.hpp"
#include "laws/library.hpp"
#include "words/catalogue.hpp"

namespace jadoube::archive {

struct ReplayAll {
  /// Logs, and folders of them.
  std::vector<std::string> paths;
  /// How many are followed at once; 0: one for each processor.
  unsigned jobs = 0;
  /// "3/8"; empty: all.
  std::string part = {};
  /// SQLite file for the findings, or the address of a shared store; empty: nothing is written.
  std::string into = {};
  /// Who writes; it is written down in a shared store.
  std::string program = {};
  /// File for the summary, "-" for standard output; as one line of JSON, or as a table.
  std::string out = "-";
  bool json = false;
  /// Judges all logs; nothing: the one that each log names does.
  std::optional<laws::LawSet> law = {};
  words::Language language = words::Language::english;

  /// One sentence about a log or folder of which something, or everything, could not be read.
  std::function<void(const std::string&)> complain = {};
  std::function<void(std::uint64_t done, std::uint64_t of)> progress = {};
};

enum class Outcome : std::uint8_t {
  quiet,
  serious,     ///< A finding of grade A or B stands.
  incomplete,  ///< Something could not be read, and `complain` has heard it; or `stop` has become true.
};

/// What is said, counted and kept does not depend on the number of jobs. The error, one sentence: it could not be begun, or a file does not
/// take what it is to keep.
tl::expected<Outcome, std::string> replay_all(const ReplayAll& options, const laws::Library& library,
                                              const std::atomic<bool>& stop);

}  // namespace jadoube::archive
