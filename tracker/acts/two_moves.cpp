// Two legal moves of one side for one press. (Of a side that has moved and not pressed: tracker/irregular_acts.cpp.)
//
//   order of events                                  thought of
//   -e2 +e4 -d2 +d4 !W                               yes
//   -e2 -d2 +e4 +d4 !W                               no: one hand carries one piece
//   -e2 +e4 -d2 +d4                                  no: one of them may be put back
//   -e2 +e4 -d3 +d4 within 60 ms !W                  yes, but less likely: d3 may have been knocked over
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

namespace {

/// One hand can make the two transfers: it had time to fetch the second piece when it had put down the first.
bool one_after_the_other(const Match& m) {
  const auto lifted = [&](Transfer t) {
    const Touch* touch = m.touches.find(t.from);
    return touch == nullptr ? Time{} : touch->start;
  };
  // When a piece that takes another is put down is not seen; but it was carried there.
  const auto put_down = [&](Transfer t) {
    const Touch* touch = m.touches.find(t.to);
    return touch == nullptr ? lifted(t) + model::kCarry : touch->start;
  };
  return put_down(m.first) + model::kFetch <= lifted(m.second) ||
         put_down(m.second) + model::kFetch <= lifted(m.first);
}

bool is_legal(const Match& m, Transfer t) {
  return m.position.at(t.from)->side == m.position.turn() && m.position.find_legal(t.from, t.to);
}

}  // namespace

constinit const Row two_moves{
    .shape = Shape::two_transfers,
    .when = When::pressed,
    .reason = Reason::two_moves,
    .prior = model::kIllegal + model::kTwoMoves,
    .fits =
        [](const Match& m) {
          // Which of the two is named first says nothing.
          return m.first.from < m.second.from && is_legal(m, m.first) && is_legal(m, m.second) &&
                 one_after_the_other(m);
        },
    .beside =
        [](const Match& m) {
          return weight_of_slipping(m.touches, m.first) + weight_of_slipping(m.touches, m.second);
        },
};

}  // namespace jadoube::tracker::acts
