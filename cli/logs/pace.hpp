// Playing a log back at a multiple of the speed at which it was recorded.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "record/scan.hpp"

namespace jadoube::cli {

class Pace {
 public:
  /// `speed` > 0: log time per real time.
  explicit Pace(double speed) : speed_{speed} {}

  /// Returns when it is `t` in the log; the first call sets the time and returns at once. While it waits,
  /// `meanwhile` hears every now and then what time it is in the log.
  void wait_until(record::Time t, const std::function<void(record::Time)>& meanwhile);

 private:
  using Clock = std::chrono::steady_clock;
  double speed_;
  std::optional<Clock::time_point> begun_;
  record::Time first_{};
};

}  // namespace jadoube::cli
