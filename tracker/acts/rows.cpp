#include "tracker/acts/rows.hpp"

#include <array>

namespace jadoube::tracker::acts {

std::span<const Row* const> rows() {
  static constexpr std::array all{
      &illegal_move,
      &king_taken,
      &wrong_side,
      &out_of_turn,
      &displaced,
      &fallen,
      &piece_removed,
      &piece_added,
      &en_passant,
      &another_pawn_taken,
      &piece_removed_beside,
      &castling,
      &castling_960,
      &two_moves,
  };
  return all;
}

}  // namespace jadoube::tracker::acts
