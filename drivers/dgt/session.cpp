#include "drivers/dgt/session.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;

/// The board's input buffer has ten bytes, and commands that follow closely get lost.
constexpr record::Time kBetweenCommands = 100ms;
constexpr record::Time kFirstBackOff = 1s;
constexpr record::Time kLongestBackOff = 30s;
/// A board at rest says nothing: it is asked for its serial number to show that it is there.
constexpr record::Time kHeartbeat = 1s;
constexpr record::Time kSilenceLimit = 3500ms;
/// Changes get lost: the whole board is read again that often.
constexpr record::Time kFullReadingEvery = 30s;
constexpr record::Time kAnswerLimit = 1s;
/// The event log takes 8.3 s at 9600 baud.
constexpr record::Time kLogLimit = 12s;
/// Before its first byte; shorter than the silence that is a lost link.
constexpr record::Time kLogBegins = 2s;
/// A board that gets lost each time it is asked for its log is not asked for ever.
constexpr unsigned kMostAttempts = 2;
/// A board that other software has left reporting says nothing but changes: one could be a chance likeness.
constexpr unsigned kChangesToRecognise = 2;

}  // namespace

record::Header::Board DgtSession::board() const {
  return {.id = facts_.serial,
          .model = "DGT electronic board",
          .senses = record::Senses::identity,
          .scan_period = 250ms,
          .extra = {}};
}

Tally DgtSession::tally() const {
  Tally tally = tally_;
  const Losses& losses = decoder_.losses();
  tally.skipped_bytes = losses.skipped_bytes;
  tally.bad_frames = losses.bad_headers + losses.cut_frames + losses.bad_contents;
  return tally;
}

std::optional<record::Time> DgtSession::silence_limit() const {
  return kSilenceLimit;
}

void DgtSession::on_connect(record::Time now) {
  recognised_ = false;
  changes_in_a_row_ = 0;
  next_ = now;
  introduce();
}

void DgtSession::on_lost(record::Time t) {
  if (return_ == Return::tells_what_was_missed) {
    // Lost again while it was being told: the rest of it belongs to the evidence all the same.
    while (!untold_.empty()) tell_untold(t);
  }
  return_ = Return::none;
  recollection_.lose();
}

void DgtSession::on_restored() {
  scans_.begin_anew();
  log_attempts_ = 0;
}

void DgtSession::on_back(record::Time /*now*/) {
  return_ = Return::waits_for_position;
  introduce();
}

/// The present, and nothing of what was missed.
void DgtSession::give_up_remembering(record::Time now) {
  return_ = Return::none;
  recollection_.go_on();
  restore(now, recollection_.remark());
  for (const Message& message : recollection_.present()) tell(message, now);
}

/// From whatever mode it is in, to one in which it reports changes; it may have been switched off since.
void DgtSession::introduce() {
  using enum Command;
  answered_ = false;
  back_off_ = kFirstBackOff;
  to_ask_ = {send_version, idle};
}

void DgtSession::ask(Command command) {
  send({encode(command)});
}

std::optional<record::Time> DgtSession::wanted_wake() const {
  if (!untold_.empty()) return std::min(next_, untold_.front().t);
  return next_;
}

void DgtSession::on_wake(record::Time now) {
  using enum Command;
  while (!untold_.empty() && untold_.front().t <= now) tell_untold(untold_.front().t);
  if (return_ == Return::tells_what_was_missed && untold_.empty()) return_ = Return::none;
  if (next_ > now) return;
  if (return_ == Return::waits_for_log && to_ask_.empty()) {
    // Its line is busy: whatever else it is asked would be lost.
    if (now - log_asked_ >= (decoder_.is_reading_event_log() ? kLogLimit : kLogBegins))
      give_up_remembering(now);
    next_ = now + kHeartbeat;
    return;
  }
  if (!to_ask_.empty()) {
    const Command command = to_ask_.back();
    to_ask_.pop_back();
    if (command == send_event_log) log_asked_ = now;
    if (command == send_board) {
      dump_ = now;
      dump_wanted_ = true;
    }
    ask(command);
    next_ = now + kBetweenCommands;
    if (command == send_version && !answered_) {
      next_ = now + back_off_;
      back_off_ = std::min(2 * back_off_, kLongestBackOff);
      to_ask_ = {send_version, idle};
    }
    return;
  }
  if (dump_wanted_ ? now - dump_ >= kAnswerLimit : now - dump_ >= kFullReadingEvery) {
    // A board that was switched off and on reports nothing until it is told to.
    to_ask_ = {send_board, send_clock, report_changes_and_clock_changes};
    next_ = now;
    on_wake(now);
    return;
  }
  if (now - heard_ >= kHeartbeat) ask(send_serial_number);
  next_ = now + kHeartbeat;
}

void DgtSession::on_receive(std::span<const std::uint8_t> bytes, record::Time now) {
  for (const std::uint8_t byte : bytes)
    if (const auto message = decoder_.push(byte)) take(*message, now);
  if (return_ == Return::waits_for_log && decoder_.is_reading_event_log()) heard(now);
}

void DgtSession::take(const Message& message, record::Time now) {
  using enum Command;
  // Well framed and unknown: that may be anything.
  const bool known = !std::holds_alternative<Unknown>(message);
  ++tally_.frames;
  if (!known && !recognised_) {
    changes_in_a_row_ = 0;
    return;
  }
  if (!recognised_) recognise(message);
  heard(now);
  heard_ = now;
  if (std::holds_alternative<Version>(message) && !std::exchange(answered_, true)) {
    // The position comes after the order to report changes, or one between the two would be missed.
    to_ask_ = {send_board,       send_clock,        report_changes_and_clock_changes, send_long_serial_number,
               send_bus_address, send_serial_number};
    next_ = now + kBetweenCommands;
  }
  if (const auto* version = std::get_if<Version>(&message))
    facts_.firmware = std::to_string(version->major) + '.' + std::to_string(version->minor);
  if (const auto* serial = std::get_if<SerialNumber>(&message)) facts_.serial = serial->text.substr(0, 5);
  if (const auto* battery = std::get_if<Battery>(&message)) facts_.battery_percent = battery->percent;
  if (std::holds_alternative<BoardDump>(message)) {
    dump_ = now;
    dump_wanted_ = false;
    ++tally_.readings;
  } else if (std::holds_alternative<FieldUpdate>(message)) {
    ++tally_.readings;
  }
  recollection_.hear(message);
  if (return_ == Return::none)
    tell(message, now);
  else
    come_back(message, now);
}

void DgtSession::recognise(const Message& message) {
  recognised_ = std::holds_alternative<Version>(message) || std::holds_alternative<SerialNumber>(message) ||
                std::holds_alternative<BoardDump>(message);
  const auto* update = std::get_if<FieldUpdate>(&message);
  const bool is_change =
      update != nullptr ? !update->unknown_bits : std::holds_alternative<ClockTimes>(message);
  const Tally faults = tally();
  const std::uint64_t before = std::exchange(faults_before_, faults.skipped_bytes + faults.bad_frames);
  if (before != faults_before_) changes_in_a_row_ = 0;
  changes_in_a_row_ = is_change ? changes_in_a_row_ + 1 : 0;
  recognised_ = recognised_ || changes_in_a_row_ >= kChangesToRecognise;
}

void DgtSession::tell(const Message& message, record::Time now) {
  scans_.take(message, now, out_);
  give_all(out_);
}

void DgtSession::tell_untold(record::Time t) {
  const auto message = std::move(untold_.front().message);
  untold_.pop_front();
  if (message) {
    tell(*message, t);
    return;
  }
  give(record::Link{t, record::Link::State::lost, "the board does not know what happened then"});
  give(record::Link{t, record::Link::State::restored, {}});
  scans_.begin_anew();
}

void DgtSession::come_back(const Message& message, record::Time now) {
  switch (return_) {
    case Return::none:
      break;
    case Return::waits_for_position:
      // Before it has introduced itself anew it does not report changes.
      if (!answered_ || !std::holds_alternative<BoardDump>(message)) break;
      if (recollection_.can_remember() && log_attempts_++ < kMostAttempts) {
        return_ = Return::waits_for_log;
        log_asked_ = now;
        to_ask_.insert(to_ask_.begin(), Command::send_event_log);
      } else {
        give_up_remembering(now);
      }
      break;
    case Return::waits_for_log:
      if (const auto* log = std::get_if<EventLog>(&message)) {
        auto remembered = recollection_.remember(*log, now);
        // Nobody knows what it reports while its line is busy.
        to_ask_ = {Command::send_board};
        next_ = now + kBetweenCommands;
        if (remembered.empty()) {
          give_up_remembering(now);
          break;
        }
        return_ = Return::tells_what_was_missed;
        restore(now, recollection_.remark());
        untold_.assign(std::make_move_iterator(remembered.begin()),
                       std::make_move_iterator(remembered.end()));
      }
      break;
    case Return::tells_what_was_missed:
      untold_.push_back({std::max(now, untold_.back().t), message});
      break;
  }
}

}  // namespace jadoube::drivers::dgt
