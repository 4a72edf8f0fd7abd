// A DGT board's own memory of what happened on it, and which part of it happened while nobody listened.
// Source: DGT's header file and public captures.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "drivers/dgt/codec.hpp"

namespace jadoube::drivers::dgt {

/// A field changed.
struct LoggedChange {
  Field field{};
  Code code = Code::empty;
  /// Less than about 250 ms after the change before it.
  bool soon = false;
  friend bool operator==(const LoggedChange&, const LoggedChange&) = default;
};
/// The lever was pressed: what the side that stopped had left.
struct LoggedPress {
  bool right = false;
  std::chrono::seconds left_on_clock{};
  friend bool operator==(const LoggedPress&, const LoggedPress&) = default;
};
/// The board got power, or its watchdog began it anew: what was before has an unknown distance from it, and
/// all pieces found follow as changes.
struct LoggedStart {
  friend bool operator==(const LoggedStart&, const LoggedStart&) = default;
};
using Logged = std::variant<LoggedChange, LoggedPress, LoggedStart>;

/// The log's bytes as events, oldest first. What is cut at its begin is passed over; tags that
/// tell nothing about a square or the clock are left out.
std::vector<Logged> read_event_log(std::span<const std::uint8_t> bytes);

using BoardCodes = std::array<Code, 64>;

/// What a board remembers of a time in which nobody listened to it.
struct Remembered {
  /// In order. Of their times only the order is known, and what the clock showed at a press.
  std::vector<Logged> events;
  /// They lead from what was last heard to what stands now, and perhaps a few changes further. Otherwise the
  /// board was without power for a part of that time, or the log does not reach back so far: then they are
  /// what is left, or none.
  bool complete = false;
};

/// `heard`: the last changes that were heard before, oldest first; `before`: what stood then; `now`: what
/// stands. The events after the place in the log where the changes heard end. Where more than one place fits,
/// the one with the longest agreement is taken. A log that fits nowhere gives no events; where the same
/// stands as before, four changes must agree at least.
Remembered remembered_since(std::span<const Logged> log, const std::deque<LoggedChange>& heard,
                            const BoardCodes& before, const BoardCodes& now);

}  // namespace jadoube::drivers::dgt
