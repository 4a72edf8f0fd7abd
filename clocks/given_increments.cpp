#include "clocks/given_increments.hpp"

#include <utility>

namespace jadoube::clocks {

using chess::Side;
using record::ClockTime;
using record::Time;

bool GivenIncrements::begins(Side side, Time t, ClockTime shown, ClockTime increment) {
  Turns& turns = turns_[chess::index(side)];
  const auto began = std::exchange(turns.began, t);
  const auto ended = std::exchange(turns.ended, std::nullopt);
  const ClockTime before = std::exchange(turns.shown, shown);
  if (!began || !ended || increment <= ClockTime{} || turns.counted == kTurns) return false;
  const auto passed = std::chrono::duration_cast<ClockTime>(*ended - *began);
  if (passed < increment) return false;
  turns.given += shown - before + passed;
  // A quarter of what they should be: readings in whole seconds are off by less, and a clock that gives them is not.
  return ++turns.counted == kTurns && 4 * turns.given < kTurns * increment;
}

void GivenIncrements::lose_thread() {
  for (Turns& turns : turns_) turns.began = turns.ended = std::nullopt;
}

}  // namespace jadoube::clocks
