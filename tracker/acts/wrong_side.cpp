// The side to move plays a piece of the other, and presses.
//
//   order of events                                  thought of
//   White to move, -e7 +e5 !W                        yes
//   White to move, -e7 +e5, -e7 +e5 !B               no: out of turn
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

constinit const Row wrong_side{
    .shape = Shape::transfer_or_capture,
    .when = When::pressed,
    .reason = Reason::wrong_side,
    .prior = model::kIllegal + model::kWrongSide,
    .fits =
        [](const Match& m) {
          return !m.is_of_turn() && m.pressed_by == m.position.turn() && !m.takes_own_king();
        },
};

}  // namespace jadoube::tracker::acts
