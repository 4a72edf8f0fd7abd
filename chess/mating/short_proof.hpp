// Proofs that take a handful of positions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/mating/board.hpp"

namespace jadoube::chess::mating {

enum class Ending : std::uint8_t {
  open,        // nothing forced any more
  mate,        // the winner has mated
  no_mate,     // stalemate, or the winner is mated
  material,    // the winner's pieces can mate on no board
  repetition,  // the forced moves go round in a circle
};

/// Follows the moves as long as each side has only one, at most `longest` of them, and tells how that ends.
/// Appends the moves to `line` and leaves the last position in `board`.
Ending follow_forced_line(Board& board, std::vector<Move>& line, std::size_t longest);

/// Whether every line of at most `plies` moves ends in a position without a mate to come. Gives up at the
/// first that does not, and after `nodes` positions, from which it subtracts what it has used.
bool all_lines_fail(const Board& board, unsigned plies, std::uint64_t& nodes);

}  // namespace jadoube::chess::mating
