// clock_not_pressed (docs/rules.md 3.19): a move was made, and its player's clock still runs. For the private
// log.
//
//   -e2 +e4, White's clock runs on for 10 s           grade A
//   … and the clock is thought to stand turned         grade C: the positions may come later than is thought of
//   -e4 where it can take on d5                       grade C: nothing was seen on d5, the pawn may be in the hand
//   -e2 +e4, Black replies before that                no: it is pressed or forgiven
//   -e2 +e4 !W                                        no
//   -e2 +e4, and the link is lost                     no: a reply would not be seen
//   -e2 +e4, and the log ends before that             no
//   no clock, or the clock stands                     no
#pragma once

#include <optional>

#include "detector/names.hpp"

namespace jadoube::detector::findings {

/// `last`: the last ply on the record, not completed. `is_doubted`: whose clock runs is known only because the clock is thought to
/// stand the wrong way round, or the piece may be in the hand still.
Finding clock_not_pressed(const Step& last, bool is_doubted);

}  // namespace jadoube::detector::findings
