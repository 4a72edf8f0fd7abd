// two_hands (rules.md R15): lifts too close together, or two men in the air, for one hand.
//
//   order of events                                        opened
//   castling: -K -R +K +R, both in the air > 1½ scans       grade B: one hand holds one man
//   castling: -R first                                      no: castling_order
//   castling: +K before -R                                  no
//   capture:  -x -a (or -a -x) closer than a hand travels   grade C
//   capture:  swipe (victim away < 90 ms)                   no: one hand pushes one man off with the other
//   capture:  victim never seen away                        no
//
// Never counted unless the arbiter confirms: hands are not sensed.
#include <cstdlib>

#include "detector/findings/segment.hpp"

namespace jadoube::detector::findings {

namespace {

constexpr Time kSwipe = 90ms;

/// Below this the two lifts of a capture are closer than one hand is likely to manage at that distance: 50
/// ms, and 32 ms for each square of distance (one in ten thousand captures at blitz pace, reconstruction.md
/// section 5).
constexpr Time least_between_lifts(Square a, Square b) {
  const int df = static_cast<int>(file_of(a)) - static_cast<int>(file_of(b));
  const int dr = static_cast<int>(rank_of(a)) - static_cast<int>(rank_of(b));
  // Euclidean distance in thousandths of a square, by Newton's method on integers.
  const std::int64_t target = std::int64_t{1'000'000} * (df * df + dr * dr);
  std::int64_t root = 10'000;
  for (int i = 0; i < 20 && root > 0; ++i) root = (root + target / root) / 2;
  return 50ms + Time{root * 32};
}

}  // namespace

void two_hands(const ClosedSegment& segment, Notices& notices) {
  const chess::Move move = segment.move.move;
  if (segment.move.is_castling()) {
    const Square rook_from = chess::first(segment.move.cleared & ~chess::bit(move.from()));
    const Square rook_to = chess::first(segment.move.filled & ~chess::bit(move.to()));
    const Touch* king_up = segment.touch(move.from());
    const Touch* rook_up = segment.touch(rook_from);
    const Touch* king_down = segment.touch(move.to());
    const Touch* rook_down = segment.touch(rook_to);
    if (king_up == nullptr || rook_up == nullptr || king_down == nullptr || rook_down == nullptr) return;
    if (rook_up->last_start < king_up->last_start) return;  // castling_order says it
    const Time together =
        std::min(king_down->first, rook_down->first) - std::max(king_up->last_start, rook_up->last_start);
    if (together <= std::max<Time>(60ms, segment.scan_period * 3 / 2)) return;
    Notice n = segment.notice(Kind::two_hands, Grade::B);
    n.squares = {move.from(), rook_from};
    n.text = "King and rook were in the air together for " + std::to_string(together.count() / 1000) +
             " ms while castling. If both hands were seen: no more than that.";
    notices.push_back(std::move(n));
    return;
  }
  if (segment.move.victim == 0) return;
  const Touch* attacker = segment.touch(move.from());
  const Touch* victim = segment.touch(move.to());
  if (attacker == nullptr || victim == nullptr || victim->longest_until(segment.now) < kSwipe) return;
  const Time between =
      attacker->first > victim->first ? attacker->first - victim->first : victim->first - attacker->first;
  if (between >= least_between_lifts(move.from(), move.to())) return;
  Notice n = segment.notice(Kind::two_hands, Grade::C);
  n.squares = {move.from(), move.to()};
  n.text = "The " + segment.man_on(move.from()) + " and the " + segment.man_on(move.to()) +
           " were lifted within " + std::to_string(between.count() / 1000) + " ms of each other.";
  notices.push_back(std::move(n));
}

}  // namespace jadoube::detector::findings
