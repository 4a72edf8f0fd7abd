// A line on a terminal that says how far long work has come.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace jadoube::cli {

/// Writes to standard error, at most every quarter of a second, and only if that is a terminal.
class Progress {
 public:
  explicit Progress(std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Takes the line away.
  ~Progress();

  /// `done` counts anything, such as records.
  void at(std::uint64_t done) {
    if (visible_ && done % kEvery == 0) show(done);
  }

 private:
  static constexpr std::uint64_t kEvery = 1U << 14U;
  void show(std::uint64_t done);

  std::string what_;
  bool visible_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace jadoube::cli
