// clock_not_pressed (docs/rules.md 3.19): a move was made, and its player's clock still runs. For the private
// log.
//
//   -e2 +e4, White's clock runs on for 10 s           grade A
//   -e2 +e4, Black replies before that                no: it is pressed or forgiven
//   -e2 +e4 !W                                        no
//   no clock, or the clock stands                     no
#pragma once

#include <optional>

#include "detector/hypothesis.hpp"

namespace jadoube::detector::findings {

/// After this long the press counts as forgotten (docs/rules.md 3.19).
inline constexpr Time kForgotten = 10s;

/// `last`: the last ply on the record, not completed.
Finding clock_not_pressed(const Step& last);

}  // namespace jadoube::detector::findings
