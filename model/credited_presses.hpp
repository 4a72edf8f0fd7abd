// How many presses two readings of the clocks are apart, by the increments that were credited between them.
#pragma once

#include <string_view>

#include "model/parameters.hpp"

namespace jadoube::model {

/// What both clocks together show, and when.
struct ShownTime {
  Time t{};
  ClockTime both{};
};

/// The increment of "180+2" or "40/5400+30:1800+30"; of more than one the first. Zero: there is none.
[[nodiscard]] ClockTime increment_of(std::string_view time_control);

/// The clocks lose together what time passes, and win an increment with each press. Stopped clocks, and times that were
/// set, look like presses: what they say is no proof.
class CreditedPresses {
 public:
  /// `increment` is not zero.
  CreditedPresses(ClockTime increment, ShownTime before, ShownTime after);

  /// If so many presses were made.
  [[nodiscard]] LogWeight weight(unsigned presses) const;
  /// More are as unlikely as can be.
  [[nodiscard]] unsigned most() const;

 private:
  std::int64_t increment_;  // microseconds
  std::int64_t credited_;
};

}  // namespace jadoube::model
