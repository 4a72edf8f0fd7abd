// What a board that no legal move explains may mean: illegal transfers, transfers out of turn, displaced
// pieces.
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>
#include <vector>

#include "chess/position.hpp"
#include "tracker/hypothesis.hpp"
#include "tracker/weights.hpp"

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

/// The acts that explain `missing` (squares that should hold a piece and do not) and `extra` (squares that
/// hold one and should not), given what else was touched. `pressed_by`: the clock has just been pressed by
/// that side.
///
///   missing  extra  acts
///   1 own    1      illegal transfer; displaced
///   1 other  1      out of turn (wrong_side, if the side to move has pressed); displaced
///   1        0      pressed: illegal capture where a piece was lifted and seems to be back; piece_removed
///                   not pressed: displaced, fallen or between two squares
///   0        1      pressed: piece_added
///   2        1      transfer and a piece taken off (en passant that is none, piece_removed)
///   2        2      castling that is none; pressed: two_moves
///   any             Chess960: castling that is none, if king and rook were touched
std::vector<Act> acts_for(const chess::Position& position, Bitboard missing, Bitboard extra,
                          const Touches& touches, std::optional<Side> pressed_by);

/// The side to move took the other's king. No game can go on from there; the position stays as it was.
bool takes_king(const chess::Position& position, const Act& act);

/// The position an act leaves, `turn` to move; nothing if no game can go on from it.
std::optional<chess::Position> after_act(const chess::Position& position, const Act& act, Side turn);

/// What stands on the board after the act.
SensedBoard board_after(const SensedBoard& before, const chess::Position& position, const Act& act);

/// The act, which is no displacement, as a finding sees it: kind, reason, grade on a board that senses what
/// `sensed` tells, squares and one sentence. On the squares of `guessed` stand promoted pieces: it was not
/// seen what they became.
Notice notice_of(const chess::Position& position, const Act& act, unsigned ply, const SensedBoard& sensed,
                 Bitboard guessed);

}  // namespace jadoube::tracker
