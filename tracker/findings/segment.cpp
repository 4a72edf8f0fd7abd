#include "tracker/findings/segment.hpp"

#include "report/sentences.hpp"

namespace jadoube::tracker::findings {

Notice ClosedSegment::notice(Kind kind, Grade grade) const {
  Notice n;
  n.kind = kind;
  n.side = side();
  n.ply = ply();
  n.grade = grade;
  n.t = now;
  n.from = now;
  for (const Touch& touch : before.touches) n.from = std::min(n.from, touch.first);
  return n;
}

Text ClosedSegment::piece_on(Square square) const {
  const auto piece = position().at(square);
  return piece ? words_of(*piece) : wording("piece");
}

std::optional<CastlingHands> castling_hands(const ClosedSegment& segment) {
  const Successor& castling = segment.move;
  if (!castling.is_castling()) return std::nullopt;
  const Bitboard left = castling.cleared & ~chess::bit(castling.move.from());
  const Bitboard reached = castling.filled & ~chess::bit(castling.move.to());
  if (left == 0 || reached == 0) return std::nullopt;
  CastlingHands hands{chess::first(left), chess::first(reached), nullptr, nullptr, nullptr, nullptr};
  hands.king_up = segment.touch(castling.move.from());
  hands.rook_up = segment.touch(hands.rook_from);
  hands.king_down = segment.touch(castling.move.to());
  hands.rook_down = segment.touch(hands.rook_to);
  const bool seen = hands.king_up != nullptr && hands.rook_up != nullptr && hands.king_down != nullptr &&
                    hands.rook_down != nullptr;
  return seen ? std::optional{hands} : std::nullopt;
}

void read_off(const ClosedSegment& segment, Notices& notices) {
  two_hands(segment, notices);
  castling_order(segment, notices);
  touch_move(segment, notices);
  move_changed_after_release(segment, notices);
  promotion(segment, notices);
}

}  // namespace jadoube::tracker::findings
