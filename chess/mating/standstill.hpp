// Officers that stay out of the way: a search in which they do so has little to go through.
#pragma once

#include <vector>

#include "chess/mating/board.hpp"

namespace jadoube::chess::mating {

/// Which officers may move where. A search that heeds this leaves moves out: what it does not find is not proved absent.
struct Standstill {
  /// Officers on these squares only capture from there,
  Bitboard still = 0;
  /// or go from one of these to another.
  Bitboard to_and_fro = 0;

  [[nodiscard]] bool leaves_moves_out() const { return still != 0; }
  [[nodiscard]] Bitboard allowed(const Board& board, const Fan& fan) const {
    if (!contains(still, fan.from) || fan.type == PieceType::king || fan.type == PieceType::pawn)
      return ~Bitboard{0};
    return board.of(~board.turn) | (contains(to_and_fro, fan.from) ? to_and_fro : Bitboard{0});
  }
};

/// All officers but one a side stand still. This one goes to and fro, or anywhere if the side is among `free` (bits by
/// their index). With another `number` it is another one, as long as there are any that can get to other squares.
Standstill standstill(const Board& board, unsigned number, unsigned free);

}  // namespace jadoube::chess::mating
