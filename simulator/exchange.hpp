// Games that began with two pieces on each other's squares.
#pragma once

#include <cstdint>

#include "chess/bitboard.hpp"
#include "simulator/game_source.hpp"
#include "simulator/params.hpp"

namespace jadoube::simulator {

/// The game as it is played on the board that was really set up: as it is, unless its incidents want two pieces
/// exchanged and it starts from the initial position. Then its moves are invented, as many as it had.
PlayedGame as_set_up(const PlayedGame& game, const Params& params, std::uint64_t seed);

/// The first ply, counted from 1, that could not have been played from the initial position; 0: all could.
unsigned first_revealing_ply(const PlayedGame& game);

}  // namespace jadoube::simulator
