// A game that is read again from a ply that is sure: what speaks against the record has stacked up
// (docs/model.md section 8.1).
#pragma once

#include <optional>

#include "reading/reading.hpp"
#include "tracker/hypothesis.hpp"

namespace jadoube::tracker {

/// Under way: begun from so far back, and next from further back.
struct Rereading {
  StepPtr leaf;                                     // of the record as it stands, which …
  LogWeight standing;                               // … weighs so much from where it is read again
  StepPtr base;                                     // that is here …
  Orientation orientation = Orientation::straight;  // … and so
  std::size_t attempt = 0;
  std::uint64_t positions_left = 0;
  std::optional<reading::Reading> reading;
};

}  // namespace jadoube::tracker
