// What it is worth that games agree on a finding: how often it was true in worlds (docs/model.md 7.4).
#pragma once

#include "detector/names.hpp"
#include "model/credence.hpp"

namespace jadoube::detector {

/// Of findings of that kind that all games agree on, told on that grade, so many are true, in thousandths: where one irregularity
/// happens in each game. What the games do not know is counted here: adjusting, holding, sensors, a game that is lost.
[[nodiscard]] constexpr unsigned credence(Kind kind, Grade grade) {
  const bool suspicion = grade == Grade::C;
  switch (kind) {
    case Kind::illegal_move:
      return suspicion           ? model::kTrueIllegalC
             : grade == Grade::B ? model::kTrueIllegalB
                                 : model::kTrueIllegalA;
    case Kind::illegal_move_pending:
      return model::kTruePending;
    case Kind::out_of_turn:
      return suspicion ? model::kTrueOutOfTurnC : model::kTrueOutOfTurnB;
    case Kind::king_captured:
      return model::kTrueKingTaken;
    case Kind::initial_position:
      return suspicion ? model::kTrueSetUpC : model::kTrueSetUpB;
    case Kind::displaced:
      return suspicion ? model::kTrueDisplacedC : model::kTrueDisplacedB;
    case Kind::displaced_earlier:
      return model::kTrueDisplacedEarlier;
    case Kind::press_without_move:
      return suspicion ? model::kTrueNoMoveC : model::kTrueNoMoveB;
    case Kind::press_before_place:
      return model::kTrueBeforePlaceC;
    case Kind::promotion_incomplete:
      return suspicion ? model::kTruePromotionC : model::kTruePromotionB;
    case Kind::castling_order:
      return model::kTrueRookFirst;
    case Kind::two_hands:
      return suspicion ? model::kTrueTwoHandsC : model::kTrueTwoHandsB;
    case Kind::touch_move:
      return model::kTrueTouched;
    case Kind::move_changed_after_release:
      return model::kTrueChanged;
    case Kind::sensor_fault:
      return model::kTrueSensor;
    default:
      return 1000;  // asks, informs, or is weighed by nobody
  }
}

}  // namespace jadoube::detector
