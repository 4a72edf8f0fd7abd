// The side to move plays a piece of the other, and presses.
//
//   order of events                                  thought of
//   White to move, -e7 +e5 !W                        yes
//   White to move, -e7 +e3 !W                        hardly: nor may Black's pawn go there
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
    // What may not be moved like that by its owner either is two illegal moves in one.
    .beside = [](const Match& m) -> LogWeight {
      return m.is_lawful_for_its_side() ? LogWeight{0} : model::kIllegal;
    },
};

}  // namespace jadoube::tracker::acts
