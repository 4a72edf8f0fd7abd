// Whether the machine left a test the time that it needed: what waits for real boards fails where nothing runs for
// a while, and that says nothing of the program.
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

namespace jadoube::testing {

/// How late somebody came who wanted to come again and again.
class Lateness {
 public:
  void add(std::int64_t nanoseconds);
  [[nodiscard]] std::chrono::nanoseconds worst() const { return std::chrono::nanoseconds{worst_}; }
  /// Of what is more than the usual coming and going of processes.
  [[nodiscard]] std::chrono::nanoseconds sum() const { return std::chrono::nanoseconds{sum_}; }
  /// In `all` of the time it was so late, once or altogether, that others will have missed their time too.
  [[nodiscard]] bool is_much_of(std::chrono::nanoseconds all) const;

 private:
  std::int64_t worst_ = 0;
  std::int64_t sum_ = 0;
};

/// A thread that wakes up again and again while this lives, and lets everybody else go first. It opens nothing and holds
/// no lock, so that a process may be begun beside it, under umockdev too.
class HadTime {
 public:
  HadTime();
  ~HadTime();
  HadTime(const HadTime&) = delete;
  HadTime& operator=(const HadTime&) = delete;

  /// Ends the thread, and prints what ctest takes for the sign that a test that has failed is to be skipped, if
  /// the machine had too much else to do.
  void excuse_failure();
  /// How often it has woken up.
  [[nodiscard]] std::uint64_t rounds() const;

 private:
  void watch();
  void stop();

  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  Lateness lateness_;  // of the thread, until it has ended
  bool stop_ = false;
  std::uint64_t rounds_ = 0;
  std::thread thread_;
};

}  // namespace jadoube::testing
