// Which of the last plies a press completes. Plies are counted back from the last one, which is 0; steps that
// are no plies do not count.
#pragma once

#include <optional>

#include "tracker/hypothesis.hpp"

namespace jadoube::tracker {

/// The ply that a press by `side` completes `now`; nothing if none of its plies waits for a press.
std::optional<unsigned> ply_pressed(const Hypothesis& h, Side side, Time now);

/// How many plies lie between the ply `behind` and the oldest of `side` that waits for a press.
unsigned plies_passed_over(const Hypothesis& h, Side side, unsigned behind);

/// When the ply `behind` was made; never, if it is not kept any more.
Time ply_made_at(const Hypothesis& h, unsigned behind);

}  // namespace jadoube::tracker
