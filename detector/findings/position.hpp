// Findings about a position that has been reached, whoever reached it and however.
#pragma once

#include <optional>
#include <vector>

#include "chess/position.hpp"
#include "detector/names.hpp"

namespace jadoube::detector::findings {

/// How a game that is over by itself ended.
struct Ending {
  std::string result;
  std::string reason;
};

/// checkmate and stalemate (docs/rules.md 3.22), and the findings that end a game by themselves.
/// `automatic_draws`: fivefold repetition and seventy-five moves do.
std::optional<Ending> ended(const chess::Position& position, unsigned repetitions, bool automatic_draws);

/// The position is over by mate, stalemate or as a dead one, and would not be, or otherwise, if on one of the squares of
/// `guessed` stood another piece that a pawn may become.
bool rests_on_guess(const chess::Position& position, chess::Bitboard guessed);

/// Neither side can mate by any series of legal moves, as far as a few minor pieces show it
/// (docs/rules.md 3.22, 3.23).
bool is_dead(const chess::Position& position);

/// Findings of the position after `ply`, in the order of docs/findings.md. `repetitions` counts this
/// appearance too.
///
///   both_kings_in_check    both kings are attacked: grade A (docs/rules.md 3.10)
///   dead_position          is_dead, and no stalemate: grade A (R22)
///   fivefold               the position has appeared five times: grade A (R24)
///   seventy_five_moves     150 half-moves without capture or pawn move, and no mate: grade A (R24)
///   threefold_available    exactly the third appearance: grade A, private (R24)
///   fifty_moves_available  exactly 100 half-moves: grade A, private (R24)
std::vector<Finding> about(const chess::Position& position, unsigned ply, unsigned repetitions);

}  // namespace jadoube::detector::findings
