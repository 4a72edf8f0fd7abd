// castling_order (docs/rules.md 3.12): castling begun with the rook, or with king and rook released in the
// wrong order.
//
//   order of events                    opened
//   -e1 +g1 -h1 +f1                    no
//   -e1 -h1 +g1 +f1                    no (two_hands, perhaps)
//   -h1 -e1 +g1 +f1                    grade B: the rook was touched first
//   -h1 15 s -e1 +g1 +f1               grade C: longer than a hand holds a rook, the sensor may have lost it
//   -h1 +f1 -e1 +g1                    grade B: the rook move was already made
//   -e1 +f1 -h1 +g1                    grade B: the king was released on the rook's square
//   -e1 +f1 -f1 within 0.4 s -h1 +g1 +f1  no: the king was carried over it
//   -h1 -e1 closer than a hand travels no (two_hands: the order says nothing)
//   Chess960: the rook lifted first    grade B, if king and rook both move
//   Chess960: one of them stays        no: either may be all that is moved (Guidelines II.3.2)
#include "report/sentences.hpp"
#include "tracker/findings/segment.hpp"

namespace jadoube::tracker::findings {

namespace {

/// King and rook may go to where the other was: only which of them was lifted first can be told.
void castling_order_in_chess960(const ClosedSegment& segment, Notices& notices) {
  const auto paths = segment.position().castling_paths(segment.move.move);
  const Touch* king_up = segment.touch(paths.king_from);
  const Touch* rook_up = segment.touch(paths.rook_from);
  const bool both_move = paths.king_from != paths.king_to && paths.rook_from != paths.rook_to;
  if (!both_move || king_up == nullptr || rook_up == nullptr || rook_up->first >= king_up->first ||
      !lifted_by_one_hand(segment, paths.rook_from, paths.king_from))
    return;
  Notice n = segment.notice(Kind::castling_order, Grade::B);
  n.squares = {paths.rook_from, paths.king_from};
  n.text = wording("The rook on {1} was lifted before the king.", to_string(paths.rook_from));
  notices.push_back(std::move(n));
}

}  // namespace

void castling_order(const ClosedSegment& segment, Notices& notices) {
  if (segment.move.is_castling() && !segment.position().castles_from_home())
    return castling_order_in_chess960(segment, notices);
  const auto hands = castling_hands(segment);
  if (!hands) return;
  const auto& [rook_from, rook_to, king_up, rook_up, king_down, rook_down] = *hands;
  const chess::Move move = segment.move.move;
  // The last lift of the rook counts: it may have been adjusted before.
  const bool rook_first =
      rook_up->start < king_down->first && lifted_by_one_hand(segment, rook_from, move.from());
  // A king that is carried over the rook's square leaves it again before the rook comes.
  const bool let_go = rook_down->start < rook_up->first || rook_down->longest >= model::kRestsOnPath.from;
  const bool king_beside = rook_down->first < rook_up->first && king_up->first < rook_down->first &&
                           king_down->first > rook_up->first && let_go;
  if (king_beside) {
    Notice n = segment.notice(Kind::castling_order, Grade::B);
    n.squares = {move.from(), rook_to, rook_from, move.to()};
    n.variant = "king_released";
    n.text =
        wording("The king seems to have gone to {1}, and then the rook to {2}. Look at which stands where.",
                to_string(rook_to), to_string(move.to()));
    notices.push_back(std::move(n));
    return;
  }
  if (!rook_first) return;
  const bool released = rook_down->first < king_up->start;
  const bool held = king_up->start - rook_up->start <= model::kHandHolds;
  Notice n = segment.notice(Kind::castling_order, released || held ? Grade::B : Grade::C);
  n.squares = {rook_from, move.from()};
  if (released) n.variant = "rook_released";
  n.text = released ? wording("The rook was moved and released on {1} before the king was lifted.",
                              to_string(rook_to))
                    : wording("The rook on {1} was lifted before the king.", to_string(rook_from));
  notices.push_back(std::move(n));
}

}  // namespace jadoube::tracker::findings
