// Findings that a press of the clock opens, as one hypothesis sees the board at that moment.
#pragma once

#include <vector>

#include "detector/hypothesis.hpp"

namespace jadoube::detector::findings {

struct AtPress {
  const Hypothesis& h;  // the side that pressed is to move: nothing was complete
  Side side;
  Time now;
  Bitboard missing;  // men that are not on their squares
  Bitboard wrong;    // squares that hold what they should not
};

void press_without_move(const AtPress& press, std::vector<Notice>& notices);
void press_before_place(const AtPress& press, std::vector<Notice>& notices);

}  // namespace jadoube::detector::findings
