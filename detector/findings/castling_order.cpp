// castling_order (rules.md R12): castling begun with the rook, or with king and rook released in the wrong
// order.
//
//   order of events                    opened
//   -e1 +g1 -h1 +f1                    no
//   -e1 -h1 +g1 +f1                    no (two_hands, perhaps)
//   -h1 -e1 +g1 +f1                    grade B: the rook was touched first
//   -h1 +f1 -e1 +g1                    grade B: the rook move was already made
//   -e1 +f1 -h1 +g1                    grade B: the king was released on the rook's square
//   -h1 -e1 closer than a hand travels no (two_hands: the order says nothing)
#include "detector/findings/segment.hpp"

namespace jadoube::detector::findings {

void castling_order(const ClosedSegment& segment, Notices& notices) {
  if (!segment.move.is_castling()) return;
  const chess::Move move = segment.move.move;
  const Square rook_from = chess::first(segment.move.cleared & ~chess::bit(move.from()));
  const Square rook_to = chess::first(segment.move.filled & ~chess::bit(move.to()));
  const Touch* king_up = segment.touch(move.from());
  const Touch* rook_up = segment.touch(rook_from);
  const Touch* rook_down = segment.touch(rook_to);
  const Touch* king_down = segment.touch(move.to());
  if (king_up == nullptr || rook_up == nullptr || king_down == nullptr || rook_down == nullptr) return;
  // The last lift of the rook counts: it may have been adjusted before.
  const bool rook_first = rook_up->last_start < king_up->last_start &&
                          rook_up->last_start < king_down->first &&
                          lifted_by_one_hand(segment, rook_from, move.from());
  const bool king_beside = rook_down->first < rook_up->first && king_up->first < rook_down->first &&
                           king_down->first > rook_up->first;
  if (king_beside) {
    Notice n = segment.notice(Kind::castling_order, Grade::B);
    n.squares = {move.from(), rook_to, rook_from, move.to()};
    n.variant = "king_released";
    n.text = "The king seems to have gone to " + to_string(rook_to) + ", and then the rook to " +
             to_string(move.to()) + ". Look at which stands where.";
    notices.push_back(std::move(n));
    return;
  }
  if (!rook_first) return;
  Notice n = segment.notice(Kind::castling_order, Grade::B);
  n.squares = {rook_from, move.from()};
  const bool released = rook_down->first < king_up->last_start;
  if (released) n.variant = "rook_released";
  n.text = released
               ? "The rook was moved and released on " + to_string(rook_to) + " before the king was lifted."
               : "The rook on " + to_string(rook_from) + " was lifted before the king.";
  notices.push_back(std::move(n));
}

}  // namespace jadoube::detector::findings
