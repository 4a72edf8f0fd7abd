#include "drivers/tabutronic/session.hpp"

namespace jadoube::drivers::tabutronic {

record::Header::Board TabutronicSession::board() const {
  return {.id = facts_.serial,
          .model = "Tabutronic board",
          .senses = record::Senses::presence,
          .scan_period = std::nullopt,
          .extra = {}};
}

void TabutronicSession::begin_anew() {
  said_.reset();
  last_.reset();
}

void TabutronicSession::take(const record::Occupancy& occupied, record::Time now) {
  // A lost digit makes another number, and there is no checksum: what two frames say is believed.
  const bool is_said_twice = last_ == occupied;
  if (!is_said_twice) last_at_ = now;
  last_ = occupied;
  if (!is_said_twice || said_ == occupied) return;
  said_ = occupied;
  give(record::Scan{.t = last_at_, .occupied = occupied, .white = {}, .pieces = {}});
}

}  // namespace jadoube::drivers::tabutronic
