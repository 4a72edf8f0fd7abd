#include "drivers/zmartfun/session.hpp"

#include <utility>

#include "record/senses.hpp"

namespace jadoube::drivers::zmartfun {

record::Header::Board ZmartfunSession::board() const {
  return {.id = facts_.serial,
          .model = "House of Staunton / Zmartfun board",
          .senses = record::Senses::identity,
          .scan_period = std::nullopt,
          .extra = {}};
}

Tally ZmartfunSession::tally() const {
  Tally tally;
  tally.frames = tally.readings = count_;
  tally.skipped_bytes = decoder_.losses().skipped_bytes;
  tally.bad_frames = decoder_.losses().bad_frames;
  tally.sensor_errors = decoder_.losses().sensor_errors;
  return tally;
}

void ZmartfunSession::on_receive(std::span<const std::uint8_t> bytes, record::Time now) {
  decoder_.push_report(bytes, readings_);
  for (const Reading& reading : std::exchange(readings_, {})) {
    heard(now);
    ++count_;
    if (std::exchange(said_, reading) == reading) continue;
    const record::Occupancy occupied{reading.unknown.bits | record::occupied(reading.pieces).bits};
    give(record::Scan{.t = now, .occupied = occupied, .white = {}, .pieces = reading.pieces});
  }
}

}  // namespace jadoube::drivers::zmartfun
