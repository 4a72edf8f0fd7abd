#include "drivers/dgt/session.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;

/// The board's input buffer has ten bytes, and commands that follow closely get lost (sections 2 and 12).
constexpr Time kBetweenCommands = 100ms;
constexpr Time kFirstBackOff = 1s;
constexpr Time kLongestBackOff = 30s;
/// A board at rest says nothing: it is asked for its serial number to show that it is there.
constexpr Time kHeartbeat = 1s;
constexpr Time kSilenceLimit = 3500ms;
/// Changes get lost: the whole board is read again that often.
constexpr Time kFullReadingEvery = 30s;
constexpr Time kAnswerLimit = 1s;

}  // namespace

Header::Board DgtSession::board() const {
  return {.id = facts_.serial,
          .model = "DGT electronic board",
          .senses = Senses::identity,
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

std::optional<Time> DgtSession::silence_limit() const {
  return kSilenceLimit;
}

void DgtSession::on_connect(Time now) {
  recognised_ = false;
  next_ = now;
  introduce();
}

void DgtSession::on_restored() {
  scans_.begin_anew();
  introduce();
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

void DgtSession::on_wake(Time now) {
  using enum Command;
  if (!to_ask_.empty()) {
    const Command command = to_ask_.back();
    to_ask_.pop_back();
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
    to_ask_ = {report_changes_and_clock_changes, send_clock, send_board};
    next_ = now;
    on_wake(now);
    return;
  }
  if (now - heard_ >= kHeartbeat) ask(send_serial_number);
  next_ = now + kHeartbeat;
}

void DgtSession::on_receive(std::span<const std::uint8_t> bytes, Time now) {
  for (const std::uint8_t byte : bytes)
    if (const auto message = decoder_.push(byte)) take(*message, now);
}

void DgtSession::take(const Message& message, Time now) {
  using enum Command;
  // Well framed and unknown: that may be anything.
  const bool known = !std::holds_alternative<Unknown>(message);
  ++tally_.frames;
  if (!known && !recognised_) return;
  if (std::holds_alternative<Version>(message) || std::holds_alternative<SerialNumber>(message) ||
      std::holds_alternative<BoardDump>(message))
    recognised_ = true;
  heard(now);
  heard_ = now;
  if (std::holds_alternative<Version>(message) && !std::exchange(answered_, true)) {
    to_ask_ = {report_changes_and_clock_changes, send_clock,       send_board,
               send_long_serial_number,          send_bus_address, send_serial_number};
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
  scans_.take(message, now, out_);
  give_all(out_);
}

}  // namespace jadoube::drivers::dgt
