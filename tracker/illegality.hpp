// Why a transfer of a piece is not a legal move.
#pragma once

#include <string>
#include <vector>

#include "chess/position.hpp"
#include "tracker/names.hpp"

namespace jadoube::tracker {

struct Illegality {
  Reason reason = Reason::not_a_move_of_that_piece;
  std::vector<Square> attackers;
  words::Text text;  // one sentence
};

/// What was wrong with moving a piece from one square to the other in this position; the first reason that
/// applies in the order of docs/findings.md. `from` must be occupied.
Illegality explain_illegal(const chess::Position& position, Square from, Square to);
/// The same of castling that took the king from one square to the other, and a rook with it.
Illegality explain_illegal_castling(const chess::Position& position, Square from, Square to);

}  // namespace jadoube::tracker
