// Why a transfer of men is not a legal move.
#pragma once

#include <string>
#include <vector>

#include "chess/position.hpp"
#include "detector/report.hpp"

namespace jadoube::detector {

struct Illegality {
  Reason reason = Reason::not_a_move_of_that_piece;
  std::vector<Square> attackers;
  std::string text;  // one sentence
};

/// What was wrong with moving a man from one square to the other in this position; the first reason that
/// applies in the order of docs/findings.md. `from` must be occupied.
Illegality explain_illegal(const chess::Position& position, Square from, Square to);

/// The set-up that an unlawful transfer leaves: the man stands on `to`, whatever stood there is gone, `turn`
/// is to move, rights that no longer fit and any en passant square are dropped. Nothing if no game can go on
/// from it (a king gone).
std::optional<chess::Position> after_transfer(const chess::Position& position, Square from, Square to,
                                              chess::Bitboard removed, Side turn);

}  // namespace jadoube::detector
