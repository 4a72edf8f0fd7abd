// Adjourned games (docs/rules.md 10): is what stands there at the resumption what was put into the
// envelope?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/setup.hpp"
#include "judge/ruling.hpp"

namespace jadoube::laws {

/// What stands otherwise than in the position, one sentence each. `source` is where that is written: "the
/// envelope".
std::vector<words::Text> differing_squares(const std::string& fen, chess::Bitboard occupied,
                                           const words::Text& source);

/// What differs from the envelope, one sentence each; empty: everything is in order. Times are compared to
/// the second.
std::vector<words::Text> check_resumption(const Adjournment& adjourned, chess::Bitboard occupied,
                                          const std::optional<Readings>& clocks);

/// The envelope's record as text, one fact a line.
words::Text envelope(const Adjournment& adjourned);

}  // namespace jadoube::laws
