// A piece was taken off, alone or beside a transfer.
//
//   order of events                                  thought of
//   -d7 !W                                           yes
//   -d2 !W                                           hardly: it is in his hand, or its sensor is dead
//   -e2 +e4 -d7 !W                                   no: e2-e4 is legal, and d7 was knocked over
//   -e2 +e5 -d7 !W                                   yes, beside an illegal move
//   +e5 -e2 -d7 !W                                   no: what stands on e5 is not what stood on e2
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

constinit const Row piece_removed{
    .shape = Shape::gone,
    .when = When::pressed,
    .reason = Reason::piece_removed,
    .prior = model::kIllegal,
    .beside = [](const Match& m) -> LogWeight {
      return m.mover() == *m.pressed_by ? model::kOwnPieceRemoved : model::kPieceMoreOrLess;
    },
};

constinit const Row piece_removed_beside{
    .shape = Shape::transfer_and_gone,
    .when = When::pressed,
    .reason = Reason::piece_removed,
    .prior = model::kIllegal + model::kPieceMissingBesideMove,
    .fits =
        [](const Match& m) {
          return m.is_of_turn() && !looks_en_passant(m) && !filled_before_lifted(m) &&
                 !m.position.find_legal(m.first.from, m.first.to);
        },
};

}  // namespace jadoube::tracker::acts
