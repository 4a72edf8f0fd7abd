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
/// A board that reports tells what its clock shows, and a clock that runs shows something else every second. A
/// board that does not tell has lost the order, or was reset by its watchdog, or its clock stands still: the order
/// is given again, and its position shows that it is there and what has been missed. (A mode in which the times
/// come every second, changed or not, tells presses up to a second late.)
constexpr record::Time kReportLimit = 1300ms;
constexpr record::Time kHeartbeat = 1s;
/// A board reads itself once in so long: what a reading knows may be reported behind it.
constexpr record::Time kConfirmAfter = 250ms;
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
/// More than one move was missed: that is worth the eight seconds.
constexpr unsigned kWorthTheLog = 3;
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
  if (polled_) return std::nullopt;
  return kSilenceLimit;
}

void DgtSession::on_connect(record::Time now) {
  recognised_ = false;
  changes_in_a_row_ = 0;
  next_ = clock_heard_ = now;
  doubted_.reset();
  introduce();
}

void DgtSession::on_lost(record::Time t) {
  if (return_ == Return::tells_what_was_missed) {
    // Lost again while it was being told: the rest of it belongs to the evidence all the same.
    while (!untold_.empty()) tell_untold(t);
  }
  return_ = Return::none;
  doubted_.reset();
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
  watch_mode(now);
}

/// Whatever has been missed of its reports is noticed here.
void DgtSession::watch_mode(record::Time now) {
  using enum Command;
  const bool reports = polled_ || now - clock_heard_ < kReportLimit;
  const record::Time patience = dump_wanted_ ? kAnswerLimit : reports ? kFullReadingEvery : kHeartbeat;
  if (now - dump_ < patience) {
    next_ = std::max(now + kBetweenCommands,
                     polled_ ? dump_ + patience : std::min(clock_heard_ + kReportLimit, dump_ + patience));
    return;
  }
  to_ask_ = {send_board, report_changes_and_clock_changes};
  next_ = now;
  on_wake(now);
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
  if (std::holds_alternative<ClockTimes>(message)) clock_heard_ = now;
  if (const auto* dump = std::get_if<BoardDump>(&message); dump != nullptr && !believe(*dump, now)) return;
  if (const auto* update = std::get_if<FieldUpdate>(&message); update != nullptr && doubted_)
    doubted_->fields[index(update->field)] = update->code;
  recollection_.hear(message);
  if (return_ == Return::none)
    tell(message, now);
  else
    come_back(message, now);
}

bool DgtSession::believe(const BoardDump& dump, record::Time now) {
  const unsigned missed = return_ == Return::none ? recollection_.contradictions(dump) : 0;
  if (missed == 0) {
    doubted_.reset();
    return true;
  }
  if (doubted_ != dump) {
    doubted_ = dump;
    to_ask_ = {Command::send_board};
    next_ = now + kConfirmAfter;
    return false;
  }
  // What is different was not reported: a gap, however the board came to say nothing.
  lose_track("the board shows what it has not reported", now);
  if (missed >= kWorthTheLog) {
    return_ = Return::waits_for_position;
    return true;
  }
  recollection_.hear(dump);
  recollection_.go_on();
  restore(now);
  tell(dump, now);
  return false;
}

void DgtSession::recognise(const Message& message) {
  const auto* update = std::get_if<FieldUpdate>(&message);
  const bool is_change =
      update != nullptr ? !update->unknown_bits : std::holds_alternative<ClockTimes>(message);
  const Tally faults = tally();
  const std::uint64_t before = std::exchange(faults_before_, faults.skipped_bytes + faults.bad_frames);
  const bool is_clean = before == faults_before_;
  if (!is_clean) changes_in_a_row_ = 0;
  changes_in_a_row_ = is_change ? changes_in_a_row_ + 1 : 0;
  // A version is so short that an hour of noise may have one.
  recognised_ = (std::holds_alternative<Version>(message) && is_clean) ||
                std::holds_alternative<SerialNumber>(message) || std::holds_alternative<BoardDump>(message) ||
                changes_in_a_row_ >= kChangesToRecognise;
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
      untold_.push_back({Recollection::tell_after(untold_.back().t, message, now), message});
      break;
  }
}

}  // namespace jadoube::drivers::dgt
