// A piece was knocked from its square to another, with no move beside it. (Beside a move: tracker/irregular_acts.cpp.)
//
//   order of events                                  thought of
//   -d2 +e3 within 150 ms                            yes, the likelier if the squares are neighbours
//   -d2 … +e3 later                                  yes, the less likely the longer it was in the air
//   -d2 +d3, where it may be moved                   no: it was; where it may be moved by the other side, or with
//                                                    the king in check: yes, but hardly
//   -d2, and nothing has come                        fallen
#include "tracker/acts/rows.hpp"
#include "tracker/illegality.hpp"

namespace jadoube::tracker::acts {

namespace {

/// A piece that was in the air for longer than one that is knocked over was carried.
LogWeight carried_slowly(const Match& m) {
  const Touch* lift = m.touches.find(m.first.from);
  const Touch* fill = m.touches.find(m.first.to);
  if (lift == nullptr || fill == nullptr) return LogWeight{0};
  return weights::of_lasting(fill->start - lift->start, model::kCarriedSlowly);
}

/// A piece is not knocked over to a square that it might have been moved to.
bool may_have_been_moved(const Match& m) {
  if (!m.is_of_turn() && m.pressed_by != m.position.turn()) return m.is_lawful_for_its_side();
  return explain_illegal(m.position, m.first.from, m.first.to).reason != Reason::not_a_move_of_that_piece;
}

}  // namespace

constinit const Row displaced{
    .shape = Shape::transfer,
    .kind = StepKind::displaced,
    .prior = model::kDisplaced,
    .fits = [](const Match& m) { return !m.half_done; },
    .beside =
        [](const Match& m) {
          const bool neighbours = chess::contains(chess::king_attacks(m.first.from), m.first.to);
          return carried_slowly(m) + (may_have_been_moved(m) ? model::kDisplacedAloneWhereLegal
                                      : neighbours           ? model::kDisplacedBeside
                                                             : model::kDisplacedAloneFar);
        },
};

}  // namespace jadoube::tracker::acts
