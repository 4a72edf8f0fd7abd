// The side that is not to move makes a move that would be legal if it were its turn.
//
//   order of events                                  thought of
//   White to move, -e7 +e5                           yes
//   -e7 +e5 !B                                       yes, and meant: the likelier for that
//   -e7 +e5 !W                                       no: White has moved the wrong side's piece
//   White to move, -e7 +e3                           no: knocked over, if anything
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

constinit const Row out_of_turn{
    .shape = Shape::transfer_or_capture,
    .kind = StepKind::out_of_turn,
    .prior = model::kOutOfTurn,
    .fits =
        [](const Match& m) {
          return !m.is_of_turn() && m.pressed_by != m.position.turn() && m.is_lawful_for_its_side();
        },
    .beside =
        [](const Match& m) {
          return m.pressed_by == m.mover() ? model::kMeantOutOfTurn - model::kPressTwice : LogWeight{0};
        },
};

}  // namespace jadoube::tracker::acts
