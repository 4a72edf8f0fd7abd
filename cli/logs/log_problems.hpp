// What could not be read in a log, told on standard error as it comes up.
#pragma once

#include <cstdint>
#include <string>

#include "record/scan_log.hpp"

namespace jadoube::cli {

class LogProblems {
 public:
  explicit LogProblems(std::string file) : file_{std::move(file)} {}

  /// For ScanLogReader::open; this must outlive the reader.
  record::ProblemSink sink();
  /// Tells how many were not told one by one. Gives the number of all.
  std::uint64_t finish();

 private:
  /// A file that is damaged all over says nothing more after this many.
  static constexpr std::uint64_t kTold = 50;

  std::string file_;
  std::uint64_t count_ = 0;
};

}  // namespace jadoube::cli
