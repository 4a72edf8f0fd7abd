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

}  // namespace jadoube::tracker
