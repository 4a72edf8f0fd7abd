#include "drivers/chessnut/session.hpp"

#include <algorithm>
#include <utility>

#include "record/senses.hpp"

namespace jadoube::drivers::chessnut {
namespace {

using namespace std::chrono_literals;

/// Reports come every 200 ms even when nothing changes; without one for a second the link counts as lost.
constexpr record::Time kReportPeriod = 200ms;
constexpr record::Time kSilenceLimit = 1s;
/// Between writes at least 200 ms.
constexpr record::Time kFirstBackOff = 500ms;
constexpr record::Time kLongestBackOff = 30s;

}  // namespace

record::Header::Board ChessnutSession::board() const {
  return {.id = facts_.serial,
          .model = family_ == Family::move ? "Chessnut Move" : "Chessnut board",
          .senses = record::Senses::identity,
          .scan_period = kReportPeriod,
          .extra = {}};
}

Tally ChessnutSession::tally() const {
  Tally tally = tally_;
  const Losses& losses = decoder_.losses();
  tally.skipped_bytes = losses.skipped_bytes;
  tally.bad_frames = losses.cut + losses.bad_contents;
  tally.sensor_errors = losses.sensor_errors;
  return tally;
}

std::optional<record::Time> ChessnutSession::silence_limit() const {
  return kSilenceLimit;
}

void ChessnutSession::on_connect(record::Time now) {
  decoder_.reset();
  recognised_ = false;
  battery_asked_ = false;
  read_ = now - kSilenceLimit;
  next_ = now;
  back_off_ = kFirstBackOff;
}

void ChessnutSession::on_wake(record::Time now) {
  if (now - read_ < kSilenceLimit) {
    // It reports. Its battery is asked for once; newer boards tell it unasked.
    if (!std::exchange(battery_asked_, true))
      send(encode(family_ == Family::move ? Request::battery_of_move : Request::battery));
    back_off_ = kFirstBackOff;
    next_ = now + kSilenceLimit;
    return;
  }
  // A link that was down, and a board that was switched off, forget the mode.
  send(encode(Request::real_time_mode));
  next_ = now + back_off_;
  back_off_ = std::min(2 * back_off_, kLongestBackOff);
}

void ChessnutSession::on_receive(std::span<const std::uint8_t> bytes, record::Time now) {
  decoder_.push_report(bytes, messages_);
  for (const Message& message : std::exchange(messages_, {})) {
    ++tally_.frames;
    if (const auto* report = std::get_if<BoardReport>(&message)) take(*report, now);
    // Answers are no sign that positions will come: only those keep the link.
    if (const auto* battery = std::get_if<Battery>(&message)) facts_.battery_percent = battery->percent;
  }
}

void ChessnutSession::take(const BoardReport& report, record::Time now) {
  recognised_ = true;
  heard(now);
  read_ = now;
  ++tally_.readings;
  if (std::exchange(said_, report) == report) return;
  const record::Occupancy occupied{report.unknown.bits | record::occupied(report.pieces).bits};
  give(record::Scan{.t = now, .occupied = occupied, .white = {}, .pieces = report.pieces});
}

}  // namespace jadoube::drivers::chessnut
