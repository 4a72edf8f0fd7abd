// A proof without search that no mate can ever happen: where can each piece get to at all, and does any mate
// fit in there?
#pragma once

#include <atomic>

#include "chess/mating/board.hpp"

namespace jadoube::chess::mating {

/// True only if the winner can never mate. Silent (false) about positions with castling rights or an en
/// passant capture. docs/mating.md states the argument and why it is sound.
bool no_mate_fits(const Board& board);

/// The same, with one piece split into two worlds: "never taken where it stands now" and "taken there, so it
/// never moves". Tries every piece; slower by a factor of thirty.
bool no_mate_fits_split_once(const Board& board);
/// The same with two pieces and four worlds; slower by a factor of a thousand, and silent once `cancel` (may
/// be null) is set.
bool no_mate_fits_split_twice(const Board& board, const std::atomic<bool>* cancel);

}  // namespace jadoube::chess::mating
