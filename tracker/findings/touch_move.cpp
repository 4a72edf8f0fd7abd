// touch_move (docs/rules.md 3.17): a piece with a legal move was lifted and returned, then another was moved.
//
//   order of events                              opened
//   -d1 +d1 -e2 +e4   (d1 away ≥ 350 ms)         grade C: adjusting looks the same
//   -d1 +d1 -e2 +e4   (d1 has no legal move)     no
//   -d1 +d1 -d1 +d4                              no: the touched piece was moved
//   a blip of the sensor                         no
//   the opponent's piece lifted and returned     grade C if it could have been captured
#include <algorithm>

#include "report/sentences.hpp"
#include "tracker/findings/segment.hpp"

namespace jadoube::tracker::findings {

namespace {}

void touch_move(const ClosedSegment& segment, Notices& notices) {
  const Bitboard own = segment.position().pieces(segment.side());
  for (const Touch& touch : segment.before.touches) {
    const Bitboard here = chess::bit(touch.square);
    if (here & (segment.move.roles() | segment.before.sensors.fault)) continue;
    if (touch.open || touch.longest < model::kDeliberate || (here & segment.position().occupied()) == 0)
      continue;
    const auto& moves = segment.moves();
    const bool could = std::any_of(moves.begin(), moves.end(), [&](const Successor& s) {
      return (own & here) != 0 ? s.move.from() == touch.square
                               : segment.position().captured_square(s.move) == touch.square;
    });
    if (!could) continue;
    Notice n = segment.notice(Kind::touch_move, Grade::C);
    n.from = touch.first;
    n.squares = {touch.square, segment.move.move.from()};
    n.text = wording("The {1} on {2} was lifted for {3} ms and put back; then another piece was moved.",
                     segment.piece_on(touch.square), to_string(touch.square),
                     std::to_string(touch.longest.count() / 1000));
    notices.push_back(std::move(n));
  }
}

}  // namespace jadoube::tracker::findings
