// Adjourned games (docs/rules.md 10): is what stands there at the resumption what was put into the
// envelope?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/setup.hpp"
#include "laws/ruling.hpp"

namespace jadoube::laws {

/// What stands otherwise than in the position, one sentence each. `source` is where that is written: "the
/// envelope".
std::vector<std::string> differing_squares(const std::string& fen, chess::Bitboard occupied,
                                           std::string_view source);

/// What differs from the envelope, one sentence each; empty: everything is in order. Times are compared to
/// the second.
std::vector<std::string> check_resumption(const Adjournment& adjourned, chess::Bitboard occupied,
                                          const std::optional<Readings>& clocks);

/// The envelope's record as text, one fact a line.
std::string envelope(const Adjournment& adjourned);

}  // namespace jadoube::laws
