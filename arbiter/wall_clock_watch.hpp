// Has somebody set the machine's clock? Times of day from before and after do not agree then, and whoever reads evidence has to
// know.
#pragma once

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>

#include "record/utc.hpp"

namespace jadoube::arbiter {

class WallClockWatch {
 public:
  /// Time servers correct a clock by less.
  static constexpr std::chrono::seconds kSet{5};

  /// `running`: since the machine was started, times of sleep among them.
  WallClockWatch(record::WallTime wall, std::chrono::milliseconds running) : wall_{wall}, running_{running} {}

  /// By how much it has been set since the last look, if it has been; back: less than 0.
  std::optional<std::chrono::seconds> look(record::WallTime wall, std::chrono::milliseconds running) {
    const auto set = (wall - wall_) - (running - running_);
    wall_ = wall;
    running_ = running;
    if (std::chrono::abs(set) < kSet) return std::nullopt;
    return std::chrono::round<std::chrono::seconds>(set);
  }

  static std::chrono::milliseconds running() {
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::seconds{time.tv_sec} +
           std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::nanoseconds{time.tv_nsec});
  }

 private:
  record::WallTime wall_;
  std::chrono::milliseconds running_;
};

/// "the machine's clock was set back by 24:00:00: …". One sentence, without its end.
inline std::string was_set(std::chrono::seconds by) {
  const std::chrono::hh_mm_ss time{std::chrono::abs(by)};
  const auto two = [](auto n) { return (n.count() < 10 ? "0" : "") + std::to_string(n.count()); };
  return std::string{"the machine's clock was set "} + (by.count() < 0 ? "back" : "forward") + " by " +
         std::to_string(time.hours().count()) + ':' + two(time.minutes()) + ':' + two(time.seconds()) +
         ": times of day before and after that do not agree";
}

}  // namespace jadoube::arbiter
