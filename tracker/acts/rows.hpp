// Every irregular act there is (docs/model.md section 5): a file and a line each. Two pieces that were exchanged when the set
// was put up are no act of the game: tracker/exchanged.cpp.
#pragma once

#include <span>

#include "tracker/acts/row.hpp"

namespace jadoube::tracker::acts {

extern const Row another_pawn_taken;
extern const Row castling;
extern const Row castling_960;
extern const Row displaced;
extern const Row en_passant;
extern const Row fallen;
extern const Row illegal_move;
extern const Row king_taken;
extern const Row out_of_turn;
extern const Row piece_added;
extern const Row piece_removed;
extern const Row piece_removed_beside;
extern const Row two_moves;
extern const Row wrong_side;

/// All of them. Of acts that are equally likely the earlier one is believed.
std::span<const Row* const> rows();

}  // namespace jadoube::tracker::acts
