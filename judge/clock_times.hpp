// What to set the clocks to (docs/rules.md 4). Nothing is ever set: these are numbers to propose, with the
// alternatives that the laws leave open.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clocks/time_control.hpp"
#include "laws/law.hpp"
#include "words/text.hpp"

namespace jadoube::laws {

using clocks::parse_time_control;
using clocks::TimeControl;

/// Remaining times, 0 or more.
struct Readings {
  ClockTime white{};
  ClockTime black{};
  [[nodiscard]] ClockTime& of(Side side) { return side == Side::white ? white : black; }
  [[nodiscard]] ClockTime of(Side side) const { return side == Side::white ? white : black; }
  friend bool operator==(const Readings&, const Readings&) = default;
};

/// One pair of times, and which proposal it is: "P1", "P1, black as at the press", "unchanged" …
struct ClockProposal {
  Readings times;
  std::string why;
  /// The same for people, with the moments that the times are of: "White's as at his press, its increment taken back;
  /// Black's as at 0:01:12.4, 2:00 more for Black".
  words::Text words = {};
  /// The words only say again what the other two are.
  friend bool operator==(const ClockProposal& a, const ClockProposal& b) {
    return a.times == b.times && a.why == b.why;
  }
};

/// An irregularity by `offender`, and the readings that the log has of it.
struct Occurrence {
  Side offender = Side::white;
  /// Right after the offender's press.
  Readings at_press;
  Readings now;
  /// What that press credited the offender with.
  ClockTime increment{};
  /// To the opponent; 0 = none.
  ClockTime penalty{};
  /// Of `now`, in the log.
  record::Time t{};
  /// The offender's reading is the present one: the log knows no such press, or play has gone on since.
  bool offender_as_now = false;
  /// The time of the next period, if it came with that press, too.
  ClockTime period{};
  /// What `now` has of such times that came with presses which are undone: the clock will give them again.
  Readings undone{};
};

/// P1 and P3: found before the opponent has pressed again; the offender is to move again.
std::vector<ClockProposal> found_at_once(const Occurrence& o, const Switches& switches,
                                         std::string_view which);
/// P2: found later; the position goes back to before the offender's move. `at_press` is the log's.
std::vector<ClockProposal> found_later(const Occurrence& o, const Switches& switches);
/// P4: what stands on the board stands (a queen is put, two hands); the opponent is to move.
std::vector<ClockProposal> board_stands(const Occurrence& o, const Switches& switches);
/// P5: the offender puts the piece right on the offender's own time.
std::vector<ClockProposal> own_time(const Occurrence& o);
/// P6: a wrong draw claim by `claimant`.
std::vector<ClockProposal> wrong_claim(Side claimant, const Readings& now, const Parameters& parameters);

/// P7: used time at an irregularity, by proportion, rounded once, to the nearest second. `moves_then` ≤
/// `moves_now`, `moves_now` > 0; the caller sees to that.
Seconds proportional(ClockTime used_now, unsigned moves_then, unsigned moves_now);

/// P8: what must be left on a clock to which used time is added, with that many moves to go to the control.
Seconds clock_floor(const Parameters& parameters, unsigned moves_to_go);

/// "1:01:45", "7:26", "0:08". Whole seconds, cut off.
std::string clock_text(ClockTime time);
/// Time of the log: "0:12:05.3".
std::string log_time_text(record::Time time);

}  // namespace jadoube::laws
