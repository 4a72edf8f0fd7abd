// What a player claims, and how a claim is answered.
#pragma once

#include <cstdint>
#include <string_view>

#include "laws/law.hpp"

namespace jadoube::laws {

enum class ClaimKind : std::uint8_t {
  irregularity,  // of the opponent, whichever it is
  illegal_move,
  flag,
  repetition,
  fifty_moves,
  draw,             // and not by which rule
  count,            // rule 13 of Michigan
  queens_or_rooks,  // rule 10 of Michigan
  no_winning_chances,
  wrong_set_up,
  board_turned,
  colours,  // are reversed
  displaced,
  touched_piece,
  castling,  // illegally, or begun with the rook
  promotion,
  two_hands,
  press,      // without a move
  adjusting,  // on the opponent's time
  distraction,
  recording,       // the opponent does not record the moves
  absent,          // the opponent has not come by the default time
  conduct,         // what no sensor shows: telephones, advice, notes, leaving the board
  clock,           // is set wrongly, or is defective
  clock_handling,  // pressed with the other hand, or roughly
  end_on_board,    // mate, stalemate, a dead position
  agreement,       // a draw that was agreed, a resignation
};

/// By the words that an arbiter enters (docs/scanlog.md); what names nothing else is an irregularity.
ClaimKind claim_kind(std::string_view what);

/// A finding in that row is one that the claim may be about.
bool bears_on(ClaimKind kind, Row row, std::string_view which);

enum class ClaimAnswer : std::uint8_t { valid, too_late, not_his, wrong, judgement };
/// "valid", "too late", "not his to claim", "wrong", "yours to judge"
std::string_view name(ClaimAnswer answer);

}  // namespace jadoube::laws
