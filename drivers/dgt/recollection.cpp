#include "drivers/dgt/recollection.hpp"

#include <algorithm>
#include <string>

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;

/// Changes that are kept to be found again in the log.
constexpr std::size_t kHeard = 24;
/// So few are found in many places.
constexpr std::size_t kTooFew = 3;
/// What is left between two events; a hand that lifts and puts down within a scan takes less.
constexpr record::Time kBetween = 400ms;
constexpr record::Time kSoon = 100ms;
/// What is remembered should delay the present by no more, as long as it can still be followed: faster than
/// that no hand is, and whoever reads the log would take several moves for one.
constexpr record::Time kLongest = 10s;
constexpr record::Time kLeastBetween = 250ms;

/// As the clock would have said it at the press: the side that stopped shows what the log has, the other one
/// what was last known of it.
ClockTimes after_press(const LoggedPress& press, ClockTimes before) {
  (press.right ? before.right : before.left).time = press.left_on_clock;
  before.status = press.right ? 0x09 : 0x13;
  return before;
}

}  // namespace

void Recollection::hear(const Message& message) {
  if (const auto* dump = std::get_if<BoardDump>(&message)) {
    board_ = dump->fields;
  } else if (const auto* update = std::get_if<FieldUpdate>(&message); update != nullptr && board_) {
    (*board_)[index(update->field)] = update->code;
    if (is_lost_) return;
    remember_heard({.field = update->field, .code = update->code});
  } else if (const auto* times = std::get_if<ClockTimes>(&message); times != nullptr && times->connected()) {
    clock_ = *times;
  }
}

void Recollection::remember_heard(const LoggedChange& change) {
  heard_.push_back(change);
  if (heard_.size() > kHeard) heard_.pop_front();
}

void Recollection::lose() {
  if (is_lost_) return;
  is_lost_ = true;
  changes_ = presses_ = 0;
  complete_ = false;
  before_ = board_;
  clock_before_ = clock_;
  board_.reset();
  clock_.reset();
}

bool Recollection::has_missed_something() const {
  return before_ && board_ && *before_ != *board_;
}

bool Recollection::can_remember() const {
  return before_ && board_ && (*before_ != *board_ || heard_.size() > kTooFew);
}

std::vector<Message> Recollection::present() const {
  std::vector<Message> all;
  if (board_) all.emplace_back(BoardDump{*board_});
  if (clock_) all.emplace_back(*clock_);
  return all;
}

std::vector<Recollection::Due> Recollection::remember(const EventLog& log, record::Time now) {
  if (!can_remember()) return {};
  const auto remembered = remembered_since(read_event_log(log.bytes), heard_, *before_, *board_);
  is_lost_ = false;
  complete_ = remembered.complete;
  if (!complete_) heard_.clear();
  for (const Logged& event : remembered.events)
    if (const auto* change = std::get_if<LoggedChange>(&event)) remember_heard(*change);

  std::vector<Due> due{{now, BoardDump{*before_}}};
  record::Time t = now;
  auto clock = clock_before_;
  if (clock) due.push_back({t, *clock});
  for (const Logged& event : remembered.events) {
    if (const auto* change = std::get_if<LoggedChange>(&event)) {
      t += change->soon ? kSoon : kBetween;
      due.push_back({t, FieldUpdate{.field = change->field, .code = change->code}});
      ++changes_;
    } else if (const auto* press = std::get_if<LoggedPress>(&event)) {
      // One that was heard before the loss stands behind the last change heard, too.
      const bool is_known = clock && clock->running() && clock->right_up() != press->right;
      if (!clock || is_known) continue;
      t += kBetween;
      clock = after_press(*press, *clock);
      due.push_back({t, *clock});
      ++presses_;
    }
  }
  if (changes_ + presses_ == 0) return {};
  // The log is younger than the reading.
  if (complete_) {
    board_ = before_;
    for (const Logged& event : remembered.events)
      if (const auto* change = std::get_if<LoggedChange>(&event))
        (*board_)[index(change->field)] = change->code;
  }
  t += kBetween;
  if (!complete_) due.push_back({t, std::nullopt});
  for (Message& message : present()) due.push_back({t, std::move(message)});
  if (const record::Time length = t - now; length > kLongest) {
    const record::Time least = length * kLeastBetween.count() / kBetween.count();
    const record::Time told_in = std::max(kLongest, least);
    for (Due& each : due) each.t = now + (each.t - now) * told_in.count() / length.count();
  }
  return due;
}

record::Time Recollection::tell_after(record::Time before, const Message& message, record::Time now) {
  const bool is_change = std::holds_alternative<FieldUpdate>(message);
  return std::max(now, before + (is_change ? kLeastBetween : 0s));
}

unsigned Recollection::contradictions(const BoardDump& dump) const {
  unsigned count = 0;
  for (unsigned field = 0; board_ && field < 64; ++field)
    if ((*board_)[field] != dump.fields[field]) ++count;
  return count;
}

void Recollection::go_on() {
  is_lost_ = false;
  if (has_missed_something()) heard_.clear();
}

std::string Recollection::remark() const {
  if (changes_ + presses_ == 0) {
    if (has_missed_something()) return "the board has changed meanwhile, and its own log does not tell how";
    return complete_ ? "the board's own log tells of nothing that was missed" : "";
  }
  const std::string what = std::to_string(changes_) + " changes and " + std::to_string(presses_) + " presses";
  return "from the board's own log follow " + what + " that were missed" +
         (complete_ ? "" : " at first, what came later it does not know") +
         "; their order is right, their times are not";
}

}  // namespace jadoube::drivers::dgt
