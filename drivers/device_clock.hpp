// The clock of a board laid over that of the host.
#pragma once

#include <cstdint>
#include <optional>

#include "record/scan.hpp"

namespace jadoube::drivers {

/// Time stamps of a board are free of the waiting times of USB and of the operating system, but nobody knows
/// when they began to count, and quartzes differ. The shortest way that any report took is taken for the
/// constant part; what a report took longer than that is waiting and is taken away. The estimate follows a
/// board's clock that is slow or fast by up to one part in a thousand.
class DeviceClock {
 public:
  /// When a report was made that carries the stamp `device_us` (modulo 2^32) and has arrived at `now`. Never
  /// later than `now`, and never earlier than the time before. A stamp that does not fit the host's clock by
  /// more than a second counts as a new beginning.
  record::Time time_of(std::uint32_t device_us, record::Time now);
  /// The board was restarted: its stamps begin anew.
  void restart() { offset_.reset(); }
  /// How often a stamp did not fit.
  [[nodiscard]] std::uint64_t jumps() const { return jumps_; }

 private:
  std::optional<std::int64_t> offset_;  // host minus device
  std::int64_t device_ = 0;             // unwrapped
  record::Time last_{};
  std::uint64_t jumps_ = 0;
};

}  // namespace jadoube::drivers
