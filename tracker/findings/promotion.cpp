// promotion_unverified (docs/rules.md 3.13): the last rank is reached, and the exchange was not seen.
//
//   order of events                                         opened
//   presence only: -e7 +e8 -e8 +e8                          no: the pawn was pushed and exchanged
//   presence only: -e7 +e8                                  grade B: the pawn was left there, or the
//                                                           new piece was put down directly
//   presence only: -f8 -e7 +f8 (taken, no second excursion) grade B
//   an identity board that shows the new piece              no
//
// promotion_incomplete, its grade-A sister, is opened at the press: findings/press.cpp.
#include "report/sentences.hpp"
#include "tracker/findings/segment.hpp"

namespace jadoube::tracker::findings {

void promotion(const ClosedSegment& segment, Notices& notices) {
  if (!segment.move.move.is_promotion() || segment.identified) return;
  const Square to = segment.move.move.to();
  const Touch* touch = segment.touch(to);
  const bool exchanged = touch != nullptr && touch->count >= model::kExchangedFrom;
  if (exchanged) return;
  Notice n = segment.notice(Kind::promotion_unverified, Grade::B);
  n.squares = {to};
  n.text = wording("Look at {1}: is it a piece, or was the pawn left there?", to_string(to));
  notices.push_back(std::move(n));
}

}  // namespace jadoube::tracker::findings
