#include "detector/findings/segment.hpp"

namespace jadoube::detector::findings {

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

std::string ClosedSegment::man_on(Square square) const {
  const auto piece = position().at(square);
  if (!piece) return "man on " + to_string(square);
  return std::string{name(piece->side)} + " " + std::string{name(piece->type)} + " on " + to_string(square);
}

void read_off(const ClosedSegment& segment, Notices& notices) {
  two_hands(segment, notices);
  castling_order(segment, notices);
  touch_move(segment, notices);
  move_changed_after_release(segment, notices);
  promotion(segment, notices);
}

}  // namespace jadoube::detector::findings
