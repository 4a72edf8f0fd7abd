// A legal move as the set of squares it touches.
#pragma once

#include <vector>

#include "chess/position.hpp"
#include "detector/sensed.hpp"

namespace jadoube::detector {

struct Successor {
  chess::Move move;
  Bitboard after = 0;     // occupancy once carried out, on the physical board of the hypothesis
  Bitboard cleared = 0;   // occupied before, empty after
  Bitboard filled = 0;    // empty before, occupied after
  Bitboard path = 0;      // crossed by a man that is slid
  Bitboard targets = 0;   // all squares the same man may go to
  Bitboard concerns = 0;  // all of these: a touch elsewhere has nothing to do with the move

  /// Occupied before and after, by the captured and the capturing man.
  [[nodiscard]] Bitboard victim() const { return chess::bit(move.to()) & ~filled; }
  [[nodiscard]] Bitboard roles() const { return cleared | filled | chess::bit(move.to()); }
  [[nodiscard]] bool is_castling() const { return move.kind() == chess::MoveKind::castling; }
};

/// Squares a man crosses when it is slid from one square to the other (a knight: round the corner).
Bitboard slide_path(Square from, Square to);

/// All legal moves of a position, as they would show on a board on which some men may be displaced.
std::vector<Successor> successors_of(const chess::Position& position, const Contents& board);

/// What stands on the board after the move, given what stood on it before.
Contents contents_after(const Contents& before, const chess::Position& position, const Successor& successor);

}  // namespace jadoube::detector
