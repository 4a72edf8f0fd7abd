// A piece has fallen over, or stands between two squares.
//
//   order of events                                  thought of
//   -d7 (White to move)                              yes
//   -d2 (White to move)                              yes, but it may as well be in the hand
//   -d2 !W                                           no: piece_removed
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

constinit const Row fallen{
    .shape = Shape::gone,
    .when = When::not_pressed,
    .kind = StepKind::displaced,
    .prior = model::kDisplaced,
    .beside = [](const Match& m) { return m.is_of_turn() ? model::kPieceMoreOrLess : LogWeight{0}; },
};

}  // namespace jadoube::tracker::acts
