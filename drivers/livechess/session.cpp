#include "drivers/livechess/session.hpp"

#include <algorithm>
#include <utility>

#include "record/senses.hpp"

namespace jadoube::drivers::livechess {
namespace {

using namespace std::chrono_literals;

/// The list of boards comes every two seconds, and tells of each that it is there.
constexpr record::Time kSilenceLimit = 8s;
/// Older than that, what a running clock shows now cannot be reckoned.
constexpr std::int64_t kOldestClock = 24LL * 3600 * 1000;

record::PieceMap turned(const record::PieceMap& pieces) {
  record::PieceMap other = pieces;
  std::ranges::reverse(other);
  return other;
}

std::ptrdiff_t different(const record::PieceMap& one, const record::PieceMap& other) {
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < one.size(); ++i) count += one[i] != other[i] ? 1 : 0;
  return count;
}

std::string reason_of(std::string_view state) {
  if (state == "INACTIVE") return "switched off in LiveChess";
  if (state == "NOTRESPONDING") return "does not answer LiveChess";
  return "not there, LiveChess says";
}

}  // namespace

record::Header::Board LiveChessSession::board() const {
  return {.id = facts_.serial,
          .model = "DGT board behind LiveChess",
          .senses = record::Senses::identity,
          .scan_period = {},
          .extra = {}};
}

std::optional<record::Time> LiveChessSession::silence_limit() const {
  return kSilenceLimit;
}

void LiveChessSession::on_connect(record::Time /*now*/) {
  is_out_ = false;
  contradiction_.reset();
}

void LiveChessSession::on_restored() {
  said_.reset();
  clock_said_.reset();
  contradiction_.reset();
}

void LiveChessSession::on_receive(std::span<const std::uint8_t> bytes, record::Time now) {
  const auto message = parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!message || message->boards.size() != 1) {
    tally_.skipped_bytes += bytes.size();
    return;
  }
  ++tally_.frames;
  tally_.bad_frames += message->boards.front().impossible;
  take(*message, now);
}

void LiveChessSession::take(const Message& message, record::Time now) {
  const BoardNews& news = message.boards.front();
  facts_.serial = news.serial;
  if (news.battery_percent) facts_.battery_percent = news.battery_percent;
  if (news.state && !news.is_present()) {
    if (state() == State::alive && !std::exchange(is_out_, true)) lose_track(reason_of(*news.state), now);
    return;
  }
  heard(now);
  if (std::exchange(is_out_, false)) restore(now);
  if (news.pieces) {
    const record::PieceMap pieces = in_frame(news);
    if (message.kind == Message::Kind::feed)
      show(pieces, now);
    else
      listed(pieces, now);
  }
  // The list may be older than the last message of the feed: of clocks too it is only the first to tell.
  if (news.clock && (message.kind == Message::Kind::feed || !clock_said_))
    show(*news.clock, message.time, now);
}

/// What is listed twice in a row, without a feed message between, is how the board stands: then the feed has
/// missed something, and that is a gap.
void LiveChessSession::listed(const record::PieceMap& pieces, record::Time now) {
  if (!said_ || *said_ == pieces) {
    show(pieces, now);
  } else if (contradiction_ == pieces) {
    lose_track("LiveChess lists another position than it has told", now);
    restore(now);
    show(pieces, now);
  } else {
    contradiction_ = pieces;
  }
}

void LiveChessSession::show(const record::PieceMap& pieces, record::Time now) {
  contradiction_.reset();
  ++tally_.readings;
  seen_ = pieces;
  if (said_ == pieces) return;
  said_ = pieces;
  give(record::Scan{.t = now, .occupied = record::occupied(pieces), .white = {}, .pieces = pieces});
}

/// LiveChess says how old what it tells of the clock is; the side that runs has lost that time since.
void LiveChessSession::show(const ClockNews& clock, std::int64_t sent_at, record::Time now) {
  if (clock_said_ == clock) return;
  clock_said_ = clock;
  std::int64_t white = clock.white_seconds;
  std::int64_t black = clock.black_seconds;
  if (const std::int64_t age = sent_at - clock.time; clock.running && clock.time > 0 && age > 0) {
    std::int64_t& runs = *clock.running == chess::Side::white ? white : black;
    // What is too old to be reckoned says nothing of now.
    if (age > kOldestClock || age / 1000 > runs) return;
    runs -= age / 1000;
  }
  give(record::ClockReading{.t = now,
                            .white = std::chrono::seconds{white},
                            .black = std::chrono::seconds{black},
                            .running = clock.running,
                            .flag = {}});
}

/// Whether LiveChess turns what it tells when somebody says that the board is flipped is not written anywhere:
/// the position itself shows it, which is nearer to the last one in one way than in the other.
record::PieceMap LiveChessSession::in_frame(const BoardNews& news) {
  const record::PieceMap other = turned(*news.pieces);
  const record::PieceMap& as_before = is_turned_ ? other : *news.pieces;
  const record::PieceMap& otherwise = is_turned_ ? *news.pieces : other;
  const bool is_changed = flipped_ && news.flipped && *flipped_ != *news.flipped;
  if (news.flipped) flipped_ = news.flipped;
  if (!is_changed || different(otherwise, *seen_) >= different(as_before, *seen_)) return as_before;
  is_turned_ = !is_turned_;
  return otherwise;
}

}  // namespace jadoube::drivers::livechess
