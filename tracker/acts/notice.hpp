// An irregular act as a finding tells it.
#pragma once

#include "tracker/acts/act.hpp"

namespace jadoube::tracker {

/// The act, which is no displacement, as a finding sees it: kind, reason, grade on a board that senses what
/// `sensed` tells, squares and one sentence. On the squares of `guessed` stand promoted pieces: it was not
/// seen what they became.
Notice notice_of(const chess::Position& position, const Act& act, unsigned ply, const SensedBoard& sensed,
                 Bitboard guessed);

}  // namespace jadoube::tracker
