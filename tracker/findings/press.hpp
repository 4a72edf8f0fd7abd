// Findings that a press of the clock opens, as one hypothesis sees the board at that moment.
#pragma once

#include <vector>

#include "tracker/hypothesis.hpp"

namespace jadoube::tracker::findings {

struct AtPress {
  const Hypothesis& h;  // the side that pressed is to move: nothing was complete
  Side side;
  Time now;
  Bitboard missing;     // pieces that are not on their squares
  Bitboard extra;       // squares that hold what they should not
  Bitboard hidden = 0;  // pieces of that side whose sensors are not believed: one may have moved
};

void press_without_move(const AtPress& press, std::vector<Notice>& notices);
void press_before_place(const AtPress& press, std::vector<Notice>& notices);
/// A piece is seen to be lifted so soon after a press with nothing made that it may have been lifted before. `h.presses.early`
/// is set.
void lifted_at_press(Hypothesis& h, Time settling);
/// press_without_move for a pawn that has reached the last rank: promotion_incomplete.
bool promotion_incomplete(const AtPress& press, std::vector<Notice>& notices);
/// Another piece has stood on the promotion square than the pawn: the square was filled twice, or later than a pawn is put
/// there.
[[nodiscard]] bool was_exchanged(const Touches& touches, chess::Move promotion);
/// The step has just promoted, and on the square of promotion nothing stands, or what no pawn becomes.
void not_promoted(const Step& promotion, const SensedBoard& shown, Time now, Notice& notice);

}  // namespace jadoube::tracker::findings
