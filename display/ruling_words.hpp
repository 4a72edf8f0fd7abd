// A ruling as an arbiter reads it: labelled lines, the most urgent first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/ruling.hpp"

namespace jadoube::display {

struct LabelledLine {
  words::Text label;
  words::Text text;
  friend bool operator==(const LabelledLine&, const LabelledLine&) = default;
};

/// "you must step in once you have seen it"
words::Text meaning(laws::Authority authority);

/// Rule, who may act, until when, what to do, clock times (a line for each proposal), offence, what is left
/// to the arbiter. Lines without anything to say are left out; there are none for an operating fault.
std::vector<LabelledLine> labelled(const laws::Ruling& ruling);

}  // namespace jadoube::display
