// two_hands (docs/rules.md 3.15): lifts too close together, or two pieces in the air, for one hand.
//
//   order of events                                        opened
//   castling: -K -R +K +R, both in the air > 1½ scans       grade B: one hand holds one piece
//   castling: -R first, -K closer than a hand travels       grade B
//   castling: -R first                                      no: castling_order
//   castling: +K before -R                                  no
//   capture:  -x -a closer than a hand travels              grade C
//   capture:  -a -x closer than a hand carries a piece      grade C
//   capture:  swipe (victim away < 90 ms)                   no: one hand pushes one piece off with the other
//   capture:  victim never seen away                        no
//
// Never counted unless the arbiter confirms: hands are not sensed.
#include <cstdlib>

#include "detector/findings/segment.hpp"

namespace jadoube::detector::findings {

namespace {

constexpr Time kSwipe = 90ms;

/// With more than this on the clock hands take half as long again as in blitz …
constexpr Time kUnhurried = 20min;
/// … and with less than this they take three quarters of it (docs/model.md section 3.5).
constexpr Time kScramble = 1min;

/// What a hand needs at least for something, at blitz pace: `still`, and `per_square` for each square of
/// distance (about one capture in ten thousand is quicker; docs/model.md section 3.5).
struct LeastTime {
  Time still;
  Time per_square;
};
/// To reach a second piece once the first was lifted.
constexpr LeastTime kReach{50ms, 32ms};
/// To carry the first piece to the second and take hold of that as well.
constexpr LeastTime kCarryAndGrasp{75ms, 40ms};

Time least(const LeastTime& time, Square a, Square b, const ClosedSegment& segment) {
  const int df = static_cast<int>(file_of(a)) - static_cast<int>(file_of(b));
  const int dr = static_cast<int>(rank_of(a)) - static_cast<int>(rank_of(b));
  // Euclidean distance in thousandths of a square, by Newton's method on integers.
  const std::int64_t target = std::int64_t{1'000'000} * (df * df + dr * dr);
  std::int64_t root = 10'000;
  for (int i = 0; i < 20 && root > 0; ++i) root = (root + target / root) / 2;
  const Time hurried = time.still + time.per_square * root / 1000;
  if (segment.time_left > kUnhurried) return hurried * 3 / 2;
  if (segment.time_left && *segment.time_left < kScramble) return hurried * 3 / 4;
  return hurried;
}

}  // namespace

bool lifted_by_one_hand(const ClosedSegment& segment, Square first, Square second) {
  const Touch* a = segment.touch(first);
  const Touch* b = segment.touch(second);
  return a != nullptr && b != nullptr && b->start - a->start >= least(kReach, first, second, segment);
}

void two_hands(const ClosedSegment& segment, Notices& notices) {
  const chess::Move move = segment.move.move;
  if (segment.move.is_castling()) {
    const auto hands = castling_hands(segment);
    if (!hands) return;
    const auto& [rook_from, rook_to, king_up, rook_up, king_down, rook_down] = *hands;
    if (rook_up->start < king_up->start && lifted_by_one_hand(segment, rook_from, move.from()))
      return;  // castling_order says it
    const Time together =
        std::min(king_down->first, rook_down->first) - std::max(king_up->start, rook_up->start);
    if (together <= std::max<Time>(60ms, segment.scan_period * 3 / 2)) return;
    Notice n = segment.notice(Kind::two_hands, Grade::B);
    n.squares = {move.from(), rook_from};
    n.text = "King and rook were in the air together for " + std::to_string(together.count() / 1000) +
             " ms while castling. If both hands were seen: no more than that.";
    notices.push_back(std::move(n));
    return;
  }
  if (segment.move.victim() == 0) return;
  const Touch* attacker = segment.touch(move.from());
  const Touch* victim = segment.touch(move.to());
  if (attacker == nullptr || victim == nullptr || victim->longest_until(segment.now) < kSwipe) return;
  const bool attacker_first = attacker->first < victim->first;
  const Time between = attacker_first ? victim->first - attacker->first : attacker->first - victim->first;
  if (between >= least(attacker_first ? kCarryAndGrasp : kReach, move.from(), move.to(), segment)) return;
  Notice n = segment.notice(Kind::two_hands, Grade::C);
  n.squares = {move.from(), move.to()};
  n.text = "The " + segment.piece_on(move.from()) + " and the " + segment.piece_on(move.to()) +
           " were lifted within " + std::to_string(between.count() / 1000) + " ms of each other.";
  notices.push_back(std::move(n));
}

}  // namespace jadoube::detector::findings
