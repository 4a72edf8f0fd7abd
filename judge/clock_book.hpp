// The clock readings of a log: what the clock shows at any moment, what it showed at each press, and when a
// side ran out of time.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "clocks/given_periods.hpp"
#include "judge/clock_times.hpp"

namespace jadoube::laws {

/// Records go in in the order of the log.
class ClockBook {
 public:
  ClockBook() = default;
  explicit ClockBook(clocks::GivenPeriods periods) : periods_{std::move(periods)} {}

  struct Pressed {
    Time t{};
    Side side = Side::white;
    /// Right after the press, if the clock tells times.
    std::optional<Readings> after;
    /// How much the press added to the presser's time; not below 0.
    ClockTime gained{};
    /// The time of the next period that came with it.
    ClockTime period{};
  };

  void on(const record::ClockReading& reading);
  /// A button, from clocks that report no times.
  void on(const record::Press& press);
  /// Clocks stopped by hand at `t`.
  void stop(Time t);
  /// A person set the clocks.
  void set(Time t, const Readings& readings);
  /// Nobody can read the clocks until the next reading.
  void miss() { periods_.miss(); }
  /// The side had completed as many moves as its period has when it came to 0:00: the next one has begun.
  void pass(Side side);

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
  /// A side's time that came to its end.
  struct Ended {
    Time t{};                  // when it was first seen at 0, or its flag down
    unsigned moves = 0;        // with so many completed it is no loss; 0: none help
    bool is_passed = false;    // they were
    bool was_set = false;      // the side has been given time since …
    bool has_gone_on = false;  // … by the clock itself
  };
  /// Nothing once the clock shows time again and no flag.
  [[nodiscard]] const std::optional<Ended>& ended(Side side) const { return ended_[chess::index(side)]; }
  /// The time of next periods that the side was given by presses from `from` on; what came at 0:00 only if it would not have
  /// come with so few moves completed.
  [[nodiscard]] ClockTime given_since(Side side, Time from, unsigned completed) const;
  /// Of which period the side's time is.
  [[nodiscard]] std::size_t period(Side side) const { return periods_.index(side); }

 private:
  std::optional<Readings> first_;
  std::optional<Readings> last_;
  Time last_t_{};  // when that was shown, if one of them runs
  std::optional<Side> running_;
  std::vector<Pressed> presses_;
  struct Given {
    Time t{};
    Side side = Side::white;
    ClockTime time{};
    unsigned moves = 0;  // of the period before; of what was added at 0:00
  };
  void note_period(Time t, Side side, const clocks::GivenPeriods::Told& told);
  void look_at_zero(Side side, const record::ClockReading& reading, const clocks::GivenPeriods::Told& told);

  clocks::GivenPeriods periods_;
  std::vector<Given> given_;
  std::array<std::optional<Ended>, 2> ended_;
  std::array<bool, 2> marked_{};
};

}  // namespace jadoube::laws
