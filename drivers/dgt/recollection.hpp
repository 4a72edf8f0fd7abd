// What happened on a DGT board while its link was lost, from the board's own log. The scan log cannot go back
// in time, and of most events the board knows the order alone: they come after the link is restored, in
// order, a little apart, and the record that restores it says so.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "drivers/dgt/event_log.hpp"
#include "record/scan.hpp"

namespace jadoube::drivers::dgt {

/// Follows what a board and its clock say, and works out what was missed.
class Recollection {
 public:
  struct Due {
    record::Time t{};
    /// Nothing: from here to the next the board does not know what happened.
    std::optional<Message> message;
  };

  /// Everything that is heard, in order.
  void hear(const Message& message);
  /// Nothing will be heard for a while.
  void lose();

  /// On how many fields this reading differs from what was heard; 0 also if nothing is known yet.
  [[nodiscard]] unsigned contradictions(const BoardDump& dump) const;

  /// What stood when the link was lost differs from what stands now: something was missed.
  [[nodiscard]] bool has_missed_something() const;
  /// The log may know what was missed. What stands need not differ: a move made and taken back leaves no
  /// trace on the board. But then only what was heard before tells which part of the log was missed.
  [[nodiscard]] bool can_remember() const;
  /// What stood when the link was lost.
  [[nodiscard]] const std::optional<BoardCodes>& before() const { return before_; }
  /// The position and the clock as they are now.
  [[nodiscard]] std::vector<Message> present() const;

  /// Messages as the board would have sent them, beginning with the position before, ending with the present.
  /// Their times begin at `now` and are what is written in the scan log, not when it happened: at the pace of
  /// hands, which is how the log is read later. Empty if the log tells of nothing.
  std::vector<Due> remember(const EventLog& log, record::Time now);
  /// When a message that is heard at `now` may be told if the one before it is told at `before`: what happens
  /// while all this is told comes behind it, and catches up.
  [[nodiscard]] static record::Time tell_after(record::Time before, const Message& message, record::Time now);
  /// What follows is as it was heard. Forgets what was missed.
  void go_on();
  /// What `remember` has found, for people; empty if nobody knows of anything.
  [[nodiscard]] std::string remark() const;

 private:
  void remember_heard(const LoggedChange& change);

  std::optional<BoardCodes> board_, before_;
  std::optional<ClockTimes> clock_, clock_before_;
  std::deque<LoggedChange> heard_;  // the last changes before the loss
  bool is_lost_ = false;
  unsigned changes_ = 0;
  unsigned presses_ = 0;
  bool complete_ = false;
};

}  // namespace jadoube::drivers::dgt
