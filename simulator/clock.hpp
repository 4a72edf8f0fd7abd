// The chess clock of a simulated game: what runs when, and what a program that listens to it hears.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "record/scan.hpp"
#include "simulator/params.hpp"
#include "simulator/rng.hpp"

namespace jadoube::simulator {

/// Kept in order of time: every call's `t` is at least the last one's.
class ClockTrack {
 public:
  struct Moment {
    Time t{};
    std::optional<chess::Side> running;
    /// What is left, by side. Negative: fallen that long ago.
    std::array<Time, 2> left{};
    /// Whose button was pressed, if this was a press. It may have been without effect.
    std::optional<chess::Side> pressed;
  };

  ClockTrack(std::array<Time, 2> left, Time increment);

  /// Somebody starts, stops or sets the clock by hand.
  void run(Time t, std::optional<chess::Side> side);
  void set(Time t, std::array<Time, 2> left);
  /// Black starts White's clock (or the reverse): no increment.
  void start(Time t, chess::Side first_to_move);
  /// A player presses. Only a press that stops the running clock has an effect and earns the increment; tells
  /// whether it had one.
  bool press(Time t, chess::Side side);

  [[nodiscard]] std::optional<chess::Side> running() const { return moments_.back().running; }
  [[nodiscard]] Time left(chess::Side side, Time t) const;
  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
  [[nodiscard]] Time last() const { return moments_.back().t; }
  /// From here until then the clock's link repeats one reading.
  void freeze(Time from, Time until);
  [[nodiscard]] bool frozen(Time t) const;
  /// It stands the wrong way round: what it tells of a side is the other side's.
  void turn_round() { turned_ = true; }
  [[nodiscard]] bool is_turned() const { return turned_; }

 private:
  Moment& advance(Time t);

  Time increment_;
  std::vector<Moment> moments_;
  std::vector<std::pair<Time, Time>> frozen_;
  bool turned_ = false;
};

/// What is heard of it up to `end`, in order: presses, or readings each second and at each change.
std::vector<record::Record> listen(const ClockTrack& track, const Clocks& clocks, Time end, Rng& rng);

}  // namespace jadoube::simulator
