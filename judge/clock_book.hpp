// The clock readings of a log: what the clock shows at any moment, what it showed at each press, and when a
// side ran out of time.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "judge/clock_times.hpp"

namespace jadoube::laws {

/// Records go in in the order of the log.
class ClockBook {
 public:
  struct Pressed {
    Time t{};
    Side side = Side::white;
    /// Right after the press, if the clock tells times.
    std::optional<Readings> after;
    /// How much the press added to the presser's time; not below 0.
    ClockTime gained{};
  };

  void on(const record::ClockReading& reading);
  /// A button, from clocks that report no times.
  void on(const record::Press& press);
  /// Clocks stopped by hand at `t`.
  void stop(Time t);
  /// A person set the clocks.
  void set(Time t, const Readings& readings);

  /// What the clock shows at `t`, not before the last record: the last reading, less what has run since.
  [[nodiscard]] std::optional<Readings> at(Time t) const;
  /// What the clock showed first.
  [[nodiscard]] std::optional<Readings> first() const { return first_; }
  [[nodiscard]] std::optional<Side> running() const { return running_; }
  /// The side's first press from `from` on, else its latest before; null if it never pressed.
  [[nodiscard]] const Pressed* press(Side side, Time from) const;
  [[nodiscard]] const std::vector<Pressed>& presses() const { return presses_; }
  /// The latest press of either side up to `t`.
  [[nodiscard]] const Pressed* press_before(Time t) const;
  /// When the side's time was first seen at 0, or its flag down.
  [[nodiscard]] std::optional<Time> out_of_time(Side side) const { return zero_[chess::index(side)]; }

 private:
  std::optional<Readings> first_;
  std::optional<Readings> last_;
  Time last_t_{};
  std::optional<Side> running_;
  std::vector<Pressed> presses_;
  std::array<std::optional<Time>, 2> zero_;
};

}  // namespace jadoube::laws
