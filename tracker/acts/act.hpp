// What a board that no legal move explains may mean: an illegal transfer, one out of turn, a displaced piece.
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>

#include "chess/position.hpp"
#include "tracker/hypothesis.hpp"
#include "tracker/names.hpp"

namespace jadoube::tracker {

struct Transfer {
  Square from;
  Square to;
};

/// An irregular act: pieces that went somewhere, and pieces that went away.
struct Act {  // NOLINT(bugprone-exception-escape): a small_vector may need memory to be moved
  StepKind kind = StepKind::illegal;
  boost::container::small_vector<Transfer, 2> transfers;  // the first one names the act
  Bitboard removed = 0;
  Bitboard added = 0;            // squares that hold a piece that is not known
  Reason reason = Reason::none;  // none: the explanation of the first transfer tells
  LogWeight weight{};

  /// King and rook, in this order.
  bool castling = false;

  [[nodiscard]] Bitboard roles() const {
    Bitboard set = removed | added;
    for (const Transfer& t : transfers) set |= chess::bit(t.from) | chess::bit(t.to);
    return set;
  }
};

/// The side to move took the other's king. No game can go on from there; the position stays as it was.
bool takes_king(const chess::Position& position, const Act& act);

/// What it costs a second move that its piece was on the next square at once, as one is that the hand knocks in going by.
LogWeight weight_of_slipping(const Touches& touches, Transfer transfer);

/// The position an act leaves, `turn` to move; nothing if no game can go on from it.
std::optional<chess::Position> after_act(const chess::Position& position, const Act& act, Side turn);

/// What stands on the board after the act.
SensedBoard board_after(const SensedBoard& before, const chess::Position& position, const Act& act);

}  // namespace jadoube::tracker
