// Whether plies that nobody pressed were played, or tried out when the game was over and nobody had said so.
#pragma once

#include <algorithm>

#include "model/log_weight.hpp"
#include "model/telling.hpp"

namespace jadoube::model {

/// How the players of a game press: of so many plies so many were pressed.
struct PressHabit {
  unsigned plies = 0;
  unsigned presses = 0;

  /// Log weight of forgetting to press: the share of those so far, or one of ten plies more. Who replies to a ply
  /// that was not pressed cannot press either, so that each leaves two plies without a press.
  [[nodiscard]] constexpr LogWeight of_forgetting() const {
    const unsigned all = std::min(plies, 200U);
    const unsigned pressed = presses * all / std::max(plies, 1U);
    return log_of_count((all - std::min(pressed, all)) / 2 + 1) - log_of_count(all + 10);
  }
};

/// The log ends, or the game, and nobody has pressed the last `unpressed` plies: they are likelier to be
/// variations tried out after it than plies that the players did not press, or the clock did not tell of.
constexpr bool are_variations(unsigned unpressed, const PressHabit& habit) {
  if (unpressed == 0) return false;
  LogWeight forgotten = habit.of_forgetting() * static_cast<int>(unpressed / 2);
  if (unpressed % 2 != 0) forgotten += kLastUnpressed;
  const LogWeight tried_out = kTriedOut + kTriedOutOn * static_cast<int>(unpressed - 1);
  return tried_out > std::max(forgotten, kClockFallsSilent);
}

}  // namespace jadoube::model
