// A line on a terminal that says how far long work has come.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace jadoube::cli {

/// Writes to standard error, at most every quarter of a second, and only if that is a terminal.
class Progress {
 public:
  /// Looks at the time only at every `every`th of what is counted; a power of two.
  explicit Progress(std::string what, std::uint64_t every = 1U << 14U);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Takes the line away.
  ~Progress();

  /// `done` counts anything, such as records.
  void at(std::uint64_t done) {
    if (visible_ && done % every_ == 0) show(done);
  }

 private:
  void show(std::uint64_t done);

  std::string what_;
  std::uint64_t every_;
  bool visible_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace jadoube::cli
