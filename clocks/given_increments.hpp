// Whether a clock gives the increments that the time control has: one that was set without them loses in a player's turn all the
// time that passes. Delays are increments here: what a clock does not count at the beginning of a turn it need not add at its end.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "chess/square.hpp"
#include "record/scan.hpp"

namespace jadoube::clocks {

class GivenIncrements {
 public:
  /// So many turns of a player tell. None of them is shorter than an increment, or a delay would look like nothing.
  static constexpr int kTurns = 6;

  /// The side's clock begins to run, and shows so much; the increment is that of its period. True, once for each side: its last
  /// turns have brought it no increment.
  bool begins(chess::Side side, record::Time t, record::ClockTime shown, record::ClockTime increment);
  /// The side has pressed.
  void ends(chess::Side side, record::Time t) { turns_[chess::index(side)].ended = t; }
  /// What the turns of both players tell is known, and nothing is asked any more.
  [[nodiscard]] bool are_known() const { return turns_[0].counted == kTurns && turns_[1].counted == kTurns; }
  /// The clock was stopped or set, or nobody has read it for a while: the turns that were begun tell nothing.
  void lose_thread();
  /// The clock stands the other way round.
  void turn() { std::swap(turns_[0], turns_[1]); }

 private:
  struct Turns {
    std::optional<record::Time> began;
    std::optional<record::Time> ended;
    record::ClockTime shown{};  // when it began
    record::ClockTime given{};  // in all turns that count
    int counted = 0;
  };
  std::array<Turns, 2> turns_{};
};

}  // namespace jadoube::clocks
