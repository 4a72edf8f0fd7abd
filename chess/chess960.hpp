// The 960 start positions of Chess960 (FIDE Laws, Guidelines II.2).
#pragma once

#include <optional>

#include "chess/setup.hpp"

namespace jadoube::chess {

inline constexpr unsigned kChess960Starts = 960;
/// The number of the position from which ordinary chess begins.
inline constexpr unsigned kOrdinaryStart = 518;

/// Start position 0 … 959 (asserted), in the numbering of Reinhard Scharnagl that everybody uses: the number leaves
/// the square of the light-squared bishop, then of the dark-squared one, of the queen, and of the two knights.
Setup chess960_start(unsigned number);

/// Which of them stands on the board, all 32 pieces at their places. Nothing: none of them.
std::optional<unsigned> chess960_number(const Placement& placement);

}  // namespace jadoube::chess
