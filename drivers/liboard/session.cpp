#include "drivers/liboard/session.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace jadoube::drivers::liboard {
namespace {

using namespace std::chrono_literals;

/// A position begins anew after so long a silence.
constexpr record::Time kSilence = 50ms;
/// The next change mostly tells what was lost. If there is none for so long, people are told that something was.
constexpr record::Time kUnknownFor = 30s;
constexpr record::Occupancy kStart{0xFFFF00000000FFFF};

/// Its bytes are letters and digits, as other things with this chip send them: a number in eight of them that goes up and
/// down looks like a piece that is lifted and put back.
bool is_text(record::Occupancy occupied) {
  return std::ranges::all_of(encode(occupied), [](std::uint8_t byte) {
    return (byte >= ' ' && byte <= '~') || byte == '\r' || byte == '\n' || byte == '\t';
  });
}

}  // namespace

record::Header::Board LiBoardSession::board() const {
  return {.id = facts_.serial,
          .model = "LiBoard",
          .senses = record::Senses::presence,
          .scan_period = std::nullopt,
          .extra = {}};
}

Tally LiBoardSession::tally() const {
  Tally tally;
  tally.frames = tally.readings = count_;
  tally.skipped_bytes = decoder_.losses().skipped_bytes;
  tally.bad_frames = decoder_.losses().bad_frames;
  return tally;
}

std::optional<record::Time> LiBoardSession::wanted_wake() const {
  if (decoder_.is_in_run()) return heard_ + kSilence;
  // What came since the last position was none that could be read: another one may stand there.
  const bool is_known = bad_before_ == decoder_.losses().bad_frames && decoder_.pending() == 0;
  return is_known || !said_ || !recognised_ ? std::nullopt : std::optional{heard_ + kUnknownFor};
}

void LiBoardSession::on_connect(record::Time /*now*/) {
  decoder_.reset();
  last_.reset();
}

void LiBoardSession::on_wake(record::Time now) {
  if (decoder_.is_in_run()) {
    decoder_.end_run(readings_);
    take_all();
  }
  if (const auto unknown = wanted_wake(); unknown && *unknown <= now)
    lose_track("what was sent last could not be read", *unknown);
}

void LiBoardSession::on_receive(std::span<const std::uint8_t> bytes, record::Time now) {
  if (bytes.empty()) return;
  if (now - heard_ >= kSilence) on_wake(now);
  heard_ = now;
  decoder_.push(bytes, readings_);
  take_all();
}

/// Whatever waited for the end of its run is as old as the last bytes.
void LiBoardSession::take_all() {
  for (const record::Occupancy occupied : std::exchange(readings_, {})) {
    const int changed = last_ ? std::popcount(last_->bits ^ occupied.bits) : 0;
    if (occupied == kStart || ((changed == 1 || changed == 2) && !is_text(occupied))) recognised_ = true;
    last_ = occupied;
    heard(heard_);
    restore(heard_);
    ++count_;
    bad_before_ = decoder_.losses().bad_frames;
    if (std::exchange(said_, occupied) != occupied)
      give(record::Scan{.t = heard_, .occupied = occupied, .white = {}, .pieces = {}});
  }
}

}  // namespace jadoube::drivers::liboard
