#include "drivers/pegasus/session.hpp"

#include <utility>

namespace jadoube::drivers::pegasus {
namespace {

using namespace std::chrono_literals;

/// As for DGT's other boards, whose buffers are small.
constexpr record::Time kBetweenRequests = 100ms;
/// Notifications get lost: the whole board is read again that often.
constexpr record::Time kHeartbeat = 1s;
/// A board that does not answer. One that is switched on again is asked within that time.
constexpr record::Time kRetry = 2s;
constexpr unsigned kFewQuestions = 4;
constexpr record::Time kSilenceLimit = 3500ms;

record::Occupancy occupied_in(const dgt::BoardDump& dump) {
  record::Occupancy occupied;
  for (unsigned field = 0; field < 64; ++field)
    if (dump.fields[field] != dgt::Code::empty)
      occupied.bits |= std::uint64_t{1} << index(dgt::sensor_square(static_cast<dgt::Field>(field)));
  return occupied;
}

}  // namespace

record::Header::Board PegasusSession::board() const {
  return {.id = facts_.serial,
          .model = "DGT Pegasus",
          .senses = record::Senses::presence,
          .scan_period = std::nullopt,
          .extra = {}};
}

Tally PegasusSession::tally() const {
  Tally tally = tally_;
  const dgt::Losses& losses = decoder_.losses();
  tally.skipped_bytes = losses.skipped_bytes;
  tally.bad_frames = losses.bad_headers + losses.cut_frames + losses.bad_contents;
  return tally;
}

std::optional<record::Time> PegasusSession::silence_limit() const {
  return kSilenceLimit;
}

void PegasusSession::on_connect(record::Time now) {
  occupied_.reset();
  doubted_.reset();
  to_ask_ = {dgt::Command::send_battery, dgt::Command::send_version, dgt::Command::send_long_serial_number,
             dgt::Command::send_board, dgt::Command::report_changes};
  unanswered_ = 0;
  next_ = now;
}

void PegasusSession::on_wake(record::Time now) {
  dgt::Command request = dgt::Command::send_board;
  if (!to_ask_.empty()) {
    request = to_ask_.back();
    to_ask_.pop_back();
  } else if (unanswered_ != 0) {
    // A board that was away has forgotten what it was told.
    to_ask_.push_back(dgt::Command::report_changes);
  }
  send({dgt::encode(request)});
  if (request == dgt::Command::send_board) ++unanswered_;
  next_ = now + (to_ask_.empty() ? kHeartbeat : kBetweenRequests);
  if (to_ask_.empty() && unanswered_ > kFewQuestions) next_ = now + kRetry;
}

void PegasusSession::on_receive(std::span<const std::uint8_t> bytes, record::Time now) {
  for (const std::uint8_t byte : bytes) {
    const auto message = decoder_.push(byte);
    if (!message) continue;
    ++tally_.frames;
    take(*message, now);
  }
}

void PegasusSession::take(const dgt::Message& message, record::Time now) {
  if (const auto* dump = std::get_if<dgt::BoardDump>(&message)) {
    heard(now);
    unanswered_ = 0;
    ++tally_.readings;
    take(occupied_in(*dump), now);
  } else if (const auto* update = std::get_if<dgt::FieldUpdate>(&message); update != nullptr && occupied_) {
    heard(now);
    ++tally_.readings;
    const std::uint64_t bit = std::uint64_t{1} << index(dgt::sensor_square(update->field));
    occupied_->bits = update->code == dgt::Code::empty ? occupied_->bits & ~bit : occupied_->bits | bit;
    say(now);
  } else if (const auto* number = std::get_if<dgt::LongSerialNumber>(&message)) {
    facts_.serial = number->text;
  } else if (const auto* version = std::get_if<dgt::Version>(&message)) {
    facts_.firmware = std::to_string(version->major) + '.' + std::to_string(version->minor);
  } else if (const auto* battery = std::get_if<dgt::Battery>(&message)) {
    facts_.battery_percent = battery->percent;
  }
}

void PegasusSession::take(const record::Occupancy& position, record::Time now) {
  if (!occupied_) occupied_ = position;
  if (occupied_ == position) {
    doubted_.reset();
    say(now);
    return;
  }
  // It may only have been read before a change was told.
  if (std::exchange(doubted_, position) != position) {
    to_ask_.push_back(dgt::Command::send_board);
    next_ = now + kBetweenRequests;
    return;
  }
  // Notifications were lost, or it was reset and has forgotten to tell changes.
  doubted_.reset();
  lose_track("changes were not told", now);
  occupied_ = position;
  to_ask_.push_back(dgt::Command::report_changes);
  next_ = now;
  restore(now, "the board has changed meanwhile");
  say(now);
}

void PegasusSession::say(record::Time now) {
  if (std::exchange(said_, occupied_) == occupied_) return;
  give(record::Scan{.t = now, .occupied = *occupied_, .white = {}, .pieces = {}});
}

}  // namespace jadoube::drivers::pegasus
