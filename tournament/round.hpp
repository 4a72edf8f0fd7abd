// A round of an event: who plays whom, where, and under what law.
#pragma once

#include <string>
#include <vector>

namespace jadoube::arbiter {

/// Who plays at a table.
struct Pairing {
  unsigned number = 0;
  std::string white, black;
  /// Empty: not said. `start` is where the game begins, as chess::named_start reads it.
  std::string law, time_control, result, start;
  friend bool operator==(const Pairing&, const Pairing&) = default;
};
struct Round {
  std::string event;
  unsigned round = 0;
  std::vector<Pairing> pairings;
  friend bool operator==(const Round&, const Round&) = default;
};

}  // namespace jadoube::arbiter
