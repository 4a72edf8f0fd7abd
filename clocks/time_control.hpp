// Time controls as PGN has them: which time comes for which moves.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::clocks {

using record::ClockTime;

/// "5400+30", "40/7200:3600+30", "300": moves, seconds, increment in seconds, period after period.
struct TimeControl {
  struct Period {
    unsigned moves = 0;  // 0: all that remain
    ClockTime base{};
    ClockTime increment{};
  };
  std::vector<Period> periods;

  /// Number of the period of a player that has completed so many moves, from 0. What is left over when all have an end is
  /// played in the last one.
  [[nodiscard]] std::size_t index(unsigned completed) const;
  [[nodiscard]] const Period& period(unsigned completed) const { return periods[index(completed)]; }
  [[nodiscard]] bool in_last_period(unsigned completed) const {
    return index(completed) + 1 == periods.size();
  }
  /// Number of the move at which the player's period ends; 0: it is the last.
  [[nodiscard]] unsigned control(unsigned completed) const;
  /// Number of the move at which that period ends; 0: all moves are to be made in it.
  [[nodiscard]] unsigned end_of(std::size_t index) const;
  /// Time a player has been given up to and including that period, increments left out.
  [[nodiscard]] ClockTime given_by(std::size_t index) const;
  /// The increments that came with so many moves.
  [[nodiscard]] ClockTime increments(unsigned completed) const;
};
/// Nothing if the text is not of that form: whole numbers up to 1,000,000, a count of moves not 0, no more than sixteen periods.
std::optional<TimeControl> parse_time_control(std::string_view text);

}  // namespace jadoube::clocks
