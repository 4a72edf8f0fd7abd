// move_changed_after_release (docs/rules.md 3.17): a legal move was released, then replaced by another
// before the press. Whether the hand had let go, no sensor tells: a piece that is held looks the same however
// long it is held.
//
//   order of events                                    opened
//   -g1 +f3 [rests ≥ 600 ms] -f3 +g1 -d2 +d4           grade C
//   -g1 +f3 [rests ≥ 600 ms] -f3 +h3                   grade C
//   -e2 +e3 [slides on within 600 ms] -e3 +e4          no: the hand had not let go
//   -c7 +c8 [≥ 600 ms] -c8 … -d1 +d8, a reply to d8    no: the reply, a promotion say, did not wait
//   -a1 +a4 [rests ≥ 1.5 s] -a4 +a7                    grade C: slid on along its line, it rests longer
//   -e2 +e5 (not legal) -e5 +e4                        no: nothing legal was released
#include <algorithm>

#include "report/sentences.hpp"
#include "tracker/findings/segment.hpp"

namespace jadoube::tracker::findings {

namespace {

/// A piece of the other side was lifted before and has not come back, and may have gone there: the reply did
/// not wait.
bool may_be_the_reply(const ClosedSegment& segment, const Touch& stood) {
  const chess::Position after = segment.position().after(segment.move.move);
  const auto has_gone_there = [&](const Touch& lifted) {
    return lifted.open && lifted.start <= stood.first &&
           (after.find_legal(lifted.square, stood.square) ||
            after.find_legal(lifted.square, stood.square, chess::PieceType::queen));
  };
  return std::any_of(segment.before.touches.begin(), segment.before.touches.end(), has_gone_there);
}

}  // namespace

void move_changed_after_release(const ClosedSegment& segment, Notices& notices) {
  const chess::Position& position = segment.position();
  for (const Touch& touch : segment.before.touches) {
    const Bitboard here = chess::bit(touch.square);
    if (here & (segment.move.roles() | segment.before.sensors.fault | position.occupied())) continue;
    if (touch.open ||
        touch.longest < (here & segment.move.path ? model::kReleasedOnTheWay : model::kReleased))
      continue;
    // The move of a piece of the side to move that was away while the square was filled.
    const auto& moves = segment.moves();
    const auto made = std::find_if(moves.begin(), moves.end(), [&](const Successor& s) {
      if (s.move.to() != touch.square) return false;
      const Touch* from = segment.touch(s.move.from());
      return from != nullptr && from->first <= touch.first;
    });
    if (made == moves.end() || may_be_the_reply(segment, touch)) continue;
    Notice n = segment.notice(Kind::move_changed_after_release, Grade::C);
    n.from = touch.first;
    n.squares = {made->move.from(), touch.square, segment.move.move.from(), segment.move.move.to()};
    n.text = wording("The {1} on {2} stood on {3} for {4} ms; then another move was made instead.",
                     segment.piece_on(made->move.from()), to_string(made->move.from()),
                     to_string(touch.square), std::to_string(touch.longest.count() / 1000));
    notices.push_back(std::move(n));
    return;
  }
}

}  // namespace jadoube::tracker::findings
