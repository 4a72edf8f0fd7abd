#include "drivers/tabutronic/session.hpp"

#include <utility>

namespace jadoube::drivers::tabutronic {
namespace {

using namespace std::chrono_literals;

/// The stream is continuous: silence for longer than a second is a failure of cable or power (section 8).
constexpr Time kSilenceLimit = 1500ms;
constexpr unsigned kEnoughToRecognise = 3;

}  // namespace

Header::Board TabutronicSession::board() const {
  return {.id = facts_.serial,
          .model = "Tabutronic board",
          .senses = Senses::presence,
          .scan_period = std::nullopt,
          .extra = {}};
}

Tally TabutronicSession::tally() const {
  Tally tally = tally_;
  tally.skipped_bytes = decoder_.losses().skipped_bytes;
  tally.bad_frames = decoder_.losses().bad_frames;
  return tally;
}

bool TabutronicSession::is_recognised() const {
  return sound_in_a_row_ >= kEnoughToRecognise && Session::is_recognised();
}

std::optional<Time> TabutronicSession::silence_limit() const {
  return kSilenceLimit;
}

void TabutronicSession::on_connect(Time /*now*/) {
  decoder_.reset();
  last_.reset();
  sound_in_a_row_ = 0;
}

void TabutronicSession::on_restored() {
  said_.reset();
  last_.reset();
}

void TabutronicSession::on_receive(std::span<const std::uint8_t> bytes, Time now) {
  decoder_.push(bytes, readings_);
  // A bad one among the first ends the row; later ones are the line's fault.
  if (std::exchange(bad_before_, decoder_.losses().bad_frames) != decoder_.losses().bad_frames &&
      sound_in_a_row_ < kEnoughToRecognise)
    sound_in_a_row_ = 0;
  for (const Occupancy occupied : std::exchange(readings_, {})) take(occupied, now);
}

void TabutronicSession::take(Occupancy occupied, Time now) {
  heard(now);
  ++tally_.frames;
  ++tally_.readings;
  if (sound_in_a_row_ < kEnoughToRecognise) ++sound_in_a_row_;
  // A lost digit makes another number, and there is no checksum: what two frames say is believed.
  const bool is_said_twice = last_ == occupied;
  if (!is_said_twice) last_at_ = now;
  last_ = occupied;
  if (!is_said_twice || said_ == occupied) return;
  said_ = occupied;
  give(Scan{.t = last_at_, .occupied = occupied, .white = {}, .pieces = {}});
}

}  // namespace jadoube::drivers::tabutronic
