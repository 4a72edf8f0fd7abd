#include "tracker/pending_plies.hpp"

#include "model/presses.hpp"

namespace jadoube::tracker {

namespace {

/// The last ply up to `step`; null: there is none, or it has been forgotten.
const Step* ply_at_or_before(const Step* step) {
  while (step != nullptr && !step->on_record()) step = step->parent.get();
  return step;
}

}  // namespace

std::optional<unsigned> ply_pressed(const Hypothesis& h, Side side, Time now) {
  // Presses come in the order of the plies. A player who has not pressed for a while, and has moved again
  // since, has forgotten it: then this press is for the later ply.
  std::optional<unsigned> found;
  const Step* ply = ply_at_or_before(h.step.get());
  for (unsigned behind = 0; behind < h.presses.pending && ply != nullptr; ++behind) {
    if (ply->side == side) {
      if (found && now - ply->t > model::kPressLag) break;
      found = behind;
    }
    ply = ply_at_or_before(ply->parent.get());
  }
  return found;
}

unsigned plies_passed_over(const Hypothesis& h, Side side, unsigned behind) {
  unsigned oldest = behind;
  const Step* ply = ply_at_or_before(h.step.get());
  for (unsigned i = 0; i < h.presses.pending && ply != nullptr; ++i) {
    if (ply->side == side) oldest = i;
    ply = ply_at_or_before(ply->parent.get());
  }
  return oldest - behind;
}

Time ply_made_at(const Hypothesis& h, unsigned behind) {
  const Step* ply = ply_at_or_before(h.step.get());
  for (unsigned i = 0; i < behind && ply != nullptr; ++i) ply = ply_at_or_before(ply->parent.get());
  return ply != nullptr ? ply->t : Time::max();
}

}  // namespace jadoube::tracker
