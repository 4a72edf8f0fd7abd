// En passant that is none.
//
//   order of events                                  thought of
//   -e5 +d6 -d5, d7-d5 was not the last move         yes: en_passant
//   -e5 +d6 -d5, d7-d5 was the last move             no
//   -e5 +d6 -c7 !W, e5xd6 would be en passant        yes: another pawn than the captured one was taken off
//   -e5 +d6, d5 stays                                an illegal move
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

constinit const Row en_passant{
    .shape = Shape::transfer_and_gone,
    .reason = Reason::en_passant_unavailable,
    .prior = model::kIllegal,
    .fits =
        [](const Match& m) { return m.is_of_turn() && looks_en_passant(m) && !m.is_lawful_for_its_side(); },
};

constinit const Row another_pawn_taken{
    .shape = Shape::transfer_and_gone,
    .when = When::pressed,
    .prior = model::kIllegal + model::kPieceMissingBesideMove,
    .fits =
        [](const Match& m) {
          if (!m.is_of_turn() || looks_en_passant(m) || filled_before_lifted(m)) return false;
          // En passant is none while the captured pawn stands.
          const auto legal = m.position.find_legal(m.first.from, m.first.to);
          return legal && legal->kind() == chess::MoveKind::en_passant;
        },
};

}  // namespace jadoube::tracker::acts
