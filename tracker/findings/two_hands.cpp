// two_hands (docs/rules.md 3.15): lifts too close together, or two pieces in the air, for one hand.
//
//   order of events                                        opened
//   castling: -K -R closer than the fastest hand carries,   grade B: one hand cannot have lifted both
//             +K +R, both in the air > 1½ scans
//   castling: the same, the lifts further apart             grade C: one hand can hold both, and the king may stand
//                                                           badly
//   castling: -R first, -K closer than a hand travels       the same
//   castling: -R first                                      no: castling_order
//   castling: +K before -R                                  no
//   any of these, and the clock not pressed                 not yet (FIDE 7.5.4): it may be taken back
//   castling in Chess960                                    no: the king is to wait beside the board (Guidelines II.3.2.5)
//   capture:  -x -a closer than a hand travels              grade C
//   capture:  -a -x closer than a hand carries a piece      grade C
//   capture:  a hand needs less than one scan takes         no: the board does not tell it
//   capture:  -a -x, both put back, then one after the other no: what was taken back says nothing of it
//   capture:  swipe (victim away < 90 ms)                   no: one hand pushes one piece off with the other
//   capture:  victim never seen away                        no
//
// Never counted unless the arbiter confirms: hands are not sensed.
#include <cstdlib>

#include "report/sentences.hpp"
#include "tracker/findings/segment.hpp"

namespace jadoube::tracker::findings {

namespace {

/// In blitz (docs/model.md section 3.5).
Time least_in_blitz(const model::LeastTime& time, Square a, Square b) {
  const int df = static_cast<int>(file_of(a)) - static_cast<int>(file_of(b));
  const int dr = static_cast<int>(rank_of(a)) - static_cast<int>(rank_of(b));
  // Euclidean distance in thousandths of a square, by Newton's method on integers.
  const std::int64_t target = std::int64_t{1'000'000} * (df * df + dr * dr);
  std::int64_t root = 10'000;
  for (int i = 0; i < 20 && root > 0; ++i) root = (root + target / root) / 2;
  return time.still + time.per_square * root / 1000;
}

/// By how much is left on the clock.
Time least(const model::LeastTime& time, Square a, Square b, const ClosedSegment& segment) {
  const Time hurried = least_in_blitz(time, a, b);
  if (segment.time_left > model::kSlowHandsAbove) return hurried * model::kSlowHands / 100;
  if (segment.time_left && *segment.time_left < model::kFastHandsBelow)
    return hurried * model::kFastHands / 100;
  return hurried;
}

}  // namespace

bool lifted_by_one_hand(const ClosedSegment& segment, Square first, Square second) {
  const Touch* a = segment.touch(first);
  const Touch* b = segment.touch(second);
  return a != nullptr && b != nullptr &&
         b->start - a->start >= least(model::kReachSecond, first, second, segment);
}

void two_hands(const ClosedSegment& segment, Notices& notices) {
  const chess::Move move = segment.move.move;
  if (segment.move.is_castling()) {
    const auto hands = castling_hands(segment);
    if (!hands || !segment.position().castles_from_home()) return;
    const auto& [rook_from, rook_to, king_up, rook_up, king_down, rook_down] = *hands;
    if (lifted_by_one_hand(segment, rook_from, move.from())) return;  // castling_order says it
    const Time together =
        std::min(king_down->first, rook_down->first) - std::max(king_up->start, rook_up->start);
    if (together <=
        std::max<Time>(model::kInAirTogether, segment.scan_period * model::kInAirTogetherOfPeriod / 100))
      return;
    // Seen a scan later than it was, the second may have been lifted so much later than the first; and nobody is slow for having time.
    const Time between = std::max(king_up->start, rook_up->start) - std::min(king_up->start, rook_up->start);
    const bool at_once =
        between + segment.scan_period <
        least_in_blitz(model::kCarryAndGrasp, move.from(), rook_from) * model::kFastHands / 100;
    Notice n = segment.notice(Kind::two_hands, at_once ? Grade::B : Grade::C);
    n.squares = {move.from(), rook_from};
    n.text = wording(
        "King and rook were in the air together for {1} ms while castling. If both hands were seen: no more "
        "than that.",
        std::to_string(together.count() / 1000));
    notices.push_back(std::move(n));
    return;
  }
  if (segment.move.victim() == 0) return;
  const Touch* attacker = segment.touch(move.from());
  const Touch* victim = segment.touch(move.to());
  if (attacker == nullptr || victim == nullptr || victim->longest_until(segment.now) < model::kSwipe) return;
  // What was lifted in a try that was taken back has been put down since.
  const bool tried_before = attacker->count > 1 && victim->first < attacker->end;
  const Time victim_up = tried_before ? victim->start : victim->first;
  const bool attacker_first = attacker->start < victim_up;
  const Time between = attacker_first ? victim_up - attacker->start : attacker->start - victim_up;
  const Time needed =
      least(attacker_first ? model::kCarryAndGrasp : model::kReachSecond, move.from(), move.to(), segment);
  if (between >= needed || segment.scan_period >= needed) return;
  Notice n = segment.notice(Kind::two_hands, Grade::C);
  n.squares = {move.from(), move.to()};
  n.text = wording("The {1} on {2} and the {3} on {4} were lifted within {5} ms of each other.",
                   segment.piece_on(move.from()), to_string(move.from()), segment.piece_on(move.to()),
                   to_string(move.to()), std::to_string((between + segment.scan_period).count() / 1000));
  notices.push_back(std::move(n));
}

}  // namespace jadoube::tracker::findings
