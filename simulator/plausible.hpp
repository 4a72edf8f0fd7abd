// Players made of a few rules of thumb: legal games that look like chess, without a collection of games at
// hand.
#pragma once

#include "chess/position.hpp"
#include "simulator/game_source.hpp"
#include "simulator/rng.hpp"

namespace jadoube::simulator {

/// A legal move drawn with a preference for what people play: captures that pay, castling, development,
/// promotion; few blunders. Nothing if there is no legal move.
std::optional<chess::Move> plausible_move(const chess::Position& position, Rng& rng);

/// A quiet move of a piece that can be taken back later (no pawn, no capture, no castling): for shuffling.
std::optional<chess::Move> shuffling_move(const chess::Position& position, Rng& rng);

/// A whole game of 20 … 240 plies: until mate, stalemate, fivefold repetition or bare kings, or until
/// somebody resigns or the players agree to a draw.
PlayedGame random_game(Rng& rng, const chess::Position& start = {});

}  // namespace jadoube::simulator
