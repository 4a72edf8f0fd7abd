#include "tracker/hypothesis.hpp"

namespace jadoube::tracker {

const Touches Step::kNoTouches;

void Step::forget_stand() const {
  const bool is_move = kind == StepKind::legal || kind == StepKind::unseen;
  if (stands_ != nullptr && is_move && parent != nullptr &&
      stands_->board == SensedBoard::of(stands_->position))
    stands_.reset();
}

void Step::work_out_stand() const {
  const chess::Position after = parent->position().after(move);
  stands_ = std::make_unique<const Stand>(Stand{after, SensedBoard::of(after)});
}

LogWeight weight_of_holding(const Hypothesis& h, Time now, Time settling) {
  LogWeight c;
  if (!h.presses.early) return c;
  const Bitboard own = h.step->position().pieces(h.turn());
  for (const Touch& touch : h.touches) {
    if (!chess::contains(own, touch.square) || touch.first >= *h.presses.early) continue;
    const bool is_held = touch.open && touch.start < *h.presses.early;
    c += weights::of_lasting((is_held ? now : touch.end) - *h.presses.early - settling, model::kHeldAtPress);
  }
  return c;
}

SegmentView segment_of(const Hypothesis& h) {
  // A player who has moved out of turn touches that piece again.
  const Bitboard touched_by_owner =
      h.step->kind == StepKind::out_of_turn ? chess::bit(h.step->move.to()) : Bitboard{0};
  SegmentView view{h.touches, h.occupied(), h.sensors.fault,
                   h.step->position().pieces(~h.turn()) & ~touched_by_owner};
  const Step* step = h.step.get();
  if (step->takes) {
    view.beside = beside_capture(step->move.to(), h.occupied());
    view.beside_at = step->t;
  }
  for (model::Plies plies = 0;
       plies < model::kTakenUnseenFor && step->kind == StepKind::legal && step->parent; ++plies) {
    const chess::Square to = step->move.to();
    if (step->takes && step->touches().find(to) == nullptr) {
      view.taken_unseen |= chess::bit(to);
      view.taken_at = std::max(view.taken_at, step->t);
    }
    step = step->parent.get();
  }
  return view;
}

}  // namespace jadoube::tracker
