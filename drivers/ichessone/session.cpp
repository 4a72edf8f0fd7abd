#include "drivers/ichessone/session.hpp"

#include <utility>

#include "record/senses.hpp"

namespace jadoube::drivers::ichessone {
namespace {

using namespace std::chrono_literals;

constexpr record::Time kHeartbeat = 500ms;
/// The answer to a question takes 3 ms on the line.
constexpr record::Time kAskAgain = 100ms;
/// A board that does not answer. One that is switched on again is asked within that time.
constexpr record::Time kRetry = 2s;
constexpr unsigned kFewQuestions = 4;
constexpr record::Time kSilenceLimit = 2s;

}  // namespace

record::Header::Board IChessOneSession::board() const {
  return {.id = facts_.serial,
          .model = "iChessOne board",
          .senses = record::Senses::identity,
          .scan_period = std::nullopt,
          .extra = {}};
}

Tally IChessOneSession::tally() const {
  Tally tally = tally_;
  tally.skipped_bytes = decoder_.losses().skipped_bytes;
  tally.bad_frames = decoder_.losses().bad_frames;
  return tally;
}

std::optional<record::Time> IChessOneSession::silence_limit() const {
  return kSilenceLimit;
}

void IChessOneSession::on_connect(record::Time now) {
  decoder_.reset();
  on_restored();
  is_asked_ = battery_asked_ = false;
  must_be_told_ = true;
  unanswered_ = 0;
  next_ = now;
}

void IChessOneSession::on_restored() {
  said_.reset();
  last_.reset();
}

void IChessOneSession::ask(record::Time now) {
  send(encode(Request::position));
  is_asked_ = true;
  next_ = now + (last_ != said_ ? kAskAgain : kHeartbeat);
}

void IChessOneSession::on_wake(record::Time now) {
  if (is_asked_) ++unanswered_;
  // A board that was away has forgotten what it was told.
  if (std::exchange(must_be_told_, unanswered_ != 0) || unanswered_ != 0) send(encode(Request::changes));
  if (said_ && !std::exchange(battery_asked_, true)) send(encode(Request::battery));
  ask(now);
  if (unanswered_ >= kFewQuestions) next_ = now + kRetry;
}

void IChessOneSession::on_receive(std::span<const std::uint8_t> bytes, record::Time now) {
  decoder_.push(bytes, messages_);
  for (const Message& message : std::exchange(messages_, {})) {
    ++tally_.frames;
    if (const auto* position = std::get_if<Position>(&message)) take(*position, now);
    // No sign that positions will come: only those keep the link.
    if (const auto* battery = std::get_if<Battery>(&message)) facts_.battery_percent = battery->percent;
  }
}

void IChessOneSession::take(const Position& position, record::Time now) {
  heard(now);
  ++tally_.readings;
  const bool was_asked = std::exchange(is_asked_, false);
  unanswered_ = 0;
  const bool is_said_twice = last_ == position;
  if (!is_said_twice) last_at_ = now;
  last_ = position;
  if (said_ == position) return;
  if (!is_said_twice) {
    // A change that it tells only when it is asked: it has been reset, or has not heard what it was told.
    if (was_asked && said_) must_be_told_ = true;
    next_ = now;
    return;
  }
  said_ = position;
  give(record::Scan{
      .t = last_at_, .occupied = record::occupied(position.pieces), .white = {}, .pieces = position.pieces});
}

}  // namespace jadoube::drivers::ichessone
