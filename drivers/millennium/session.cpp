#include "drivers/millennium/session.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "record/senses.hpp"

namespace jadoube::drivers::millennium {
namespace {

using namespace std::chrono_literals;

/// By default the board sends a position after every scan of 41 ms.
constexpr record::Time kScanPeriod = 41ms;
constexpr record::Time kSilenceLimit = 2s;
/// A board that other software has told to speak only of changes is asked for its position that often.
constexpr record::Time kHeartbeat = 500ms;
constexpr record::Time kLongestBackOff = 30s;
/// A board with its settings as they were made has sent many positions by then.
constexpr record::Time kListenFirst = 1s;
/// An eONE does not say by itself what its sensors see.
constexpr record::Time kEonePeriod = 100ms;
constexpr record::Time kAnswerLimit = 300ms;
constexpr unsigned kMostQuestions = 4;
/// Above this version it may be an eONE.
constexpr std::uint16_t kLastWithPieces = 0x01FF;

}  // namespace

record::Header::Board MillenniumSession::board() const {
  const bool eone = kind_ == Kind::eone;
  return {.id = facts_.serial,
          .model = eone ? "Millennium eONE" : "Millennium ChessLink board",
          .senses = kind_ == Kind::identity ? record::Senses::identity : record::Senses::presence,
          .scan_period = eone ? kEonePeriod : kScanPeriod,
          .extra = {}};
}

Tally MillenniumSession::tally() const {
  Tally tally = tally_;
  const Losses& losses = decoder_.losses();
  tally.skipped_bytes = losses.skipped_bytes;
  tally.bad_frames = losses.bad_frames;
  return tally;
}

std::optional<record::Time> MillenniumSession::silence_limit() const {
  return kSilenceLimit;
}

void MillenniumSession::on_connect(record::Time now) {
  decoder_.reset();
  was_heard_ = false;
  next_.reset();
  if (is_vouched_for_) {
    back_off_ = kListenFirst;
    next_ = now + kListenFirst;
  }
  unanswered_ = 0;
  // A session is of one board, whose kind does not change; the bridge must still be heard before it is asked.
}

void MillenniumSession::decide(Kind kind, record::Time now) {
  kind_ = kind;
  unanswered_ = 0;
  back_off_ = kind == Kind::eone ? kEonePeriod : kHeartbeat;
  next_ = now + back_off_;
}

void MillenniumSession::ask_what_it_is(record::Time now) {
  if (unanswered_++ == kMostQuestions) {
    decide(Kind::presence, now);
    return;
  }
  send(encode(version_ ? Request::info : Request::version));
  next_ = now + kAnswerLimit;
}

void MillenniumSession::on_wake(record::Time now) {
  if (was_heard_ && kind_ == Kind::unknown) {
    ask_what_it_is(now);
    return;
  }
  send(encode(kind_ == Kind::eone ? Request::sensed : Request::status));
  next_ = now + back_off_;
  back_off_ = std::min(2 * back_off_, kLongestBackOff);
}

void MillenniumSession::on_receive(std::span<const std::uint8_t> bytes, record::Time now) {
  decoder_.push(bytes, frames_);
  for (const Frame& frame : std::exchange(frames_, {})) take(frame, now);
}

void MillenniumSession::take(const Frame& frame, record::Time now) {
  ++tally_.frames;
  if (const auto* version = std::get_if<Version>(&frame); version != nullptr && was_heard_) {
    version_ = *version;
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%u.%02x", unsigned{version->number} >> 8U,
                  unsigned{version->number} & 0xFFU);
    facts_.firmware = text.data();
    unanswered_ = 0;
    if (kind_ == Kind::unknown && version->number <= kLastWithPieces) decide(Kind::identity, now);
    if (kind_ == Kind::unknown) next_ = now;
  }
  if (const auto* info = std::get_if<Info>(&frame); info != nullptr && version_ && kind_ == Kind::unknown)
    decide(info->is_eone() ? Kind::eone : Kind::identity, now);

  const auto* status = std::get_if<Status>(&frame);
  const auto* sensed = std::get_if<Sensed>(&frame);
  // Only now is it sure that what is behind the bridge may be written to.
  if ((status != nullptr || sensed != nullptr) && !std::exchange(was_heard_, true)) next_ = now;
  const bool tells = kind_ == Kind::eone ? sensed != nullptr : status != nullptr;
  if (!tells) return;
  heard(now);
  ++tally_.readings;
  if (kind_ == Kind::unknown) return;
  back_off_ = kind_ == Kind::eone ? kEonePeriod : kHeartbeat;
  // A board that tells its position unasked need not be asked.
  if (kind_ != Kind::eone) next_ = now + kHeartbeat;
  record::Scan scan{.t = now, .occupied = {}, .white = {}, .pieces = {}};
  if (sensed != nullptr) {
    scan.occupied = sensed->occupied;
  } else {
    scan.occupied = record::occupied(status->pieces);
    if (kind_ == Kind::identity) scan.pieces = status->pieces;
  }
  read(scan);
}

void MillenniumSession::read(const record::Scan& scan) {
  if (said_ && said_->occupied == scan.occupied && said_->pieces == scan.pieces) return;
  said_ = scan;
  give(scan);
}

}  // namespace jadoube::drivers::millennium
