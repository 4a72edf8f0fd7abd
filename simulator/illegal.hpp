// Illegal transfers of every kind, found in a given position.
//
// The simulator must not know the detector that is tested with it. So the reasons are said here once more,
// and what each means is worked out independently; tests/score/names_test.cpp compares the names.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/position.hpp"
#include "simulator/rng.hpp"

namespace jadoube::simulator {

/// The reasons of docs/findings.md in their order. Each transfer found for a reason gives no cause for an
/// earlier one.
enum class IllegalReason : std::uint8_t {
  wrong_side,
  own_piece_captured,
  king_in_check,
  castling_rights,
  castling_through_check,
  castling_blocked,
  castling_half_done,
  en_passant_unavailable,
  en_passant_pawn_left,
  path_blocked,
  not_a_move_of_that_piece,
  two_moves,
  piece_removed,
  piece_added,
};
inline constexpr std::size_t kIllegalReasons = 14;

struct IllegalAct {
  /// A piece goes from one square to another; nothing for `from`: comes from the box, for `to`: goes into it.
  struct Transfer {
    std::optional<chess::Square> from, to;
    chess::Piece piece;
  };
  IllegalReason reason{};
  std::vector<Transfer> transfers;
  /// The piece taken off the board by it, own or the opponent's.
  std::optional<chess::Square> victim;
  /// What a record would call it.
  std::string uci;
};

/// Every such transfer that no legal move resembles: no legal move leaves the same squares occupied.
std::vector<IllegalAct> illegal_acts(const chess::Position& position, IllegalReason reason);
/// One of them; nothing if there is none.
std::optional<IllegalAct> find_illegal(const chess::Position& position, IllegalReason reason, Rng& rng);
/// The one with this transfer.
std::optional<IllegalAct> find_illegal(const chess::Position& position, IllegalReason reason,
                                       std::pair<chess::Square, chess::Square> transfer);
/// Every piece of the opponent's that one of the side to move takes although it cannot: its king is safe, and it
/// may well have a lawful capture that leaves the same squares occupied. `beside_legal`: those of pieces that have
/// a lawful capture; otherwise those of pieces that have none.
std::vector<IllegalAct> illegal_captures(const chess::Position& position, bool beside_legal);
/// One that leaves its own king in check and gives check as well.
std::optional<IllegalAct> find_double_check(const chess::Position& position, Rng& rng);

/// Which squares it leaves occupied.
chess::Bitboard occupied_after(const chess::Position& position, const IllegalAct& act);
/// The position from which the game goes on if nobody notices: nothing where no game could (a king gone, more
/// pieces than there are). Rights and en passant that no longer fit are dropped.
std::optional<chess::Position> position_after(const chess::Position& position, const IllegalAct& act);

}  // namespace jadoube::simulator
