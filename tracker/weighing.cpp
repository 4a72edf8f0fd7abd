#include "tracker/weighing.hpp"

#include <algorithm>

namespace jadoube::tracker {

void Weighing::work_out_moves(Hypothesis& h) const {
  // Explanations that differ in how the position came about, or in the sensors that they trust, have the same
  // moves.
  const auto alike = std::find_if(live_.begin(), live_.end(), [&](const Owned& other) {
    return other->cache.successors != nullptr && other->step->position().key() == h.step->position().key() &&
           other->step->board() == h.step->board();
  });
  using Moves = std::vector<Successor>;
  h.cache.successors =
      alike != live_.end()
          ? (*alike)->cache.successors
          : std::make_shared<const Moves>(successors_of(h.step->position(), h.step->board()));
}

bool Weighing::is_complete(Hypothesis& h) const {
  // One that a sensor at fault would hide altogether is none that anybody has seen.
  const Bitboard seen = ~scene_.unseen(h);
  const auto complete = scene_.is_sensed(h);
  return std::any_of(moves(h).begin(), moves(h).end(), [&](const Successor& s) {
    if (!complete(s) || (s.changed() & seen) == 0) return false;
    // A pawn that takes on the last rank is exchanged there: both in one scan is hardly to be believed.
    return !(s.move.is_promotion() && s.victim() != 0 && h.touches.find(s.move.to()) == nullptr);
  });
}

LogWeight Weighing::compute_unfinished(Hypothesis& h) const {
  const Bitboard deviating = scene_.deviation(h);
  const Bitboard dark = scene_.dark(h);
  h.cache.in_the_air = deviating != 0 || dark != 0 || h.touches.open() != 0;
  LogWeight hidden;
  if (h.presses.early) hidden += weight_of_holding(h, scene_.now, scene_.settling);
  for (const Square square : chess::squares(dark)) {
    const Time away = scene_.now - scene_.sensors.last_toggle(square, h.orientation);
    hidden += weights::of_lasting(away, model::kHiddenForLong);
  }
  if (deviating == 0 && h.touches.empty()) return hidden;
  if (deviating == 0) return hidden + put_back_weight(segment_of(h), scene_.now);
  const Bitboard occupied = scene_.sensed(h.orientation).occupied;
  const Bitboard missing = deviating & ~occupied;
  const Bitboard extra = deviating & occupied;
  Cache& cache = h.cache;
  const bool is_new = cache.prospects_at < scene_.scanned_at;
  if (is_new || cache.outlook.until <= scene_.now) {
    const SegmentView view = segment_of(h);
    const std::vector<Successor>& all = moves(h);
    if (is_new) {
      cache.prospects = prospects_of(view, all, missing, extra, occupied);
      cache.prospects_at = scene_.moment;
    }
    cache.outlook =
        outlook_of(view, all, cache.prospects, missing, extra, scene_.scan_of(h.turn()), scene_.now);
  }
  return hidden + unfinished_weight(h.touches, cache.outlook, missing, scene_.last_change, scene_.now);
}

LogWeight Weighing::compute_overdue(Hypothesis& h) const {
  Time made{};
  if (h.pressed()) {
    if (!is_complete(h)) return LogWeight{0};
    made = scene_.last_change;
  } else {
    // The latest ply of the side whose clock runs, if no press has completed it. What was made in one's own
    // time may be in the hand still.
    const Step* ply = h.step.get();
    for (unsigned i = 0; ply != nullptr; ply = ply->parent.get()) {
      if (!ply->on_record()) continue;
      if (ply->side == scene_.running) break;
      if (++i == h.presses.pending) return LogWeight{0};
    }
    if (ply == nullptr) return LogWeight{0};
    const Touch* put = ply->touches().find(ply->move.to());
    made = put == nullptr ? ply->t : put->open ? put->start : put->end;
    if (made > scene_.last_press) return LogWeight{0};
  }
  return weights::of_lasting(scene_.now, {std::max(made + model::kPressesWithin, scene_.last_press),
                                          scene_.overdue_rate(*scene_.running), model::kOverdue.millinats()});
}

}  // namespace jadoube::tracker
