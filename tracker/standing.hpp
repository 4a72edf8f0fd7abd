// The board as it stands, whatever was played: pieces that are elsewhere than the game has them, and no ply that took them there.
#pragma once

#include "tracker/games.hpp"

namespace jadoube::tracker {

/// The last step of its game that was made before `since`.
[[nodiscard]] StepPtr step_before(const Hypothesis& h, Time since);

/// The pieces on the squares of `wrong` stand where they are sensed, and nobody has moved them.
[[nodiscard]] StepPtr standing_as_sensed(const Games& games, const Hypothesis& before, Bitboard wrong);

/// The game up to `base`, with the pieces standing as they have been set up to go on.
[[nodiscard]] Owned set_up_as_sensed(Games& games, const Hypothesis& h, const StepPtr& base);

/// While the board was not seen the piece has come from one square to the other, and no move took it there.
[[nodiscard]] Owned displaced_unseen(Games& games, const Hypothesis& h, Square from, Square to);

}  // namespace jadoube::tracker
