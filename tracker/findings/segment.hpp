// Findings that can be read off a closed segment: the move that was made, and everything that was touched on
// the way.
//
// Each kind has a file of its own here, with the event orders that do and do not open it.
#pragma once

#include <optional>
#include <vector>

#include "tracker/hypothesis.hpp"

namespace jadoube::tracker::findings {

struct ClosedSegment {
  const Hypothesis& before;  // with the touches of the segment
  const Successor& move;
  Time now;
  Time scan_period;
  bool identified;                // the board has told which piece stands on the move's target
  std::optional<Time> time_left;  // on the clock of the side that moved, as it was last read

  [[nodiscard]] const chess::Position& position() const { return before.step->position(); }
  /// All that were legal: `move` is one of them.
  [[nodiscard]] const std::vector<Successor>& moves() const { return *before.cache.successors; }
  [[nodiscard]] Side side() const { return before.turn(); }
  [[nodiscard]] unsigned ply() const { return before.step->ply + 1; }
  [[nodiscard]] const Touch* touch(Square square) const { return before.touches.find(square); }
  /// A notice of this kind about the side that moved, dated from its first lift to now.
  [[nodiscard]] Notice notice(Kind kind, Grade grade) const;
  /// "white knight on g1"; of an empty square the words for some piece there.
  [[nodiscard]] words::Text piece_on(Square square) const;
};

/// What was seen of king and rook when castling; none of the touches is null.
struct CastlingHands {
  Square rook_from, rook_to;
  const Touch *king_up, *rook_up, *king_down, *rook_down;
};
/// Nothing: it is another move, or not all of it was seen. A rook that stood astray where castling takes king
/// or rook need not have been lifted.
[[nodiscard]] std::optional<CastlingHands> castling_hands(const ClosedSegment& segment);

/// One hand can have lifted the first piece and then the second: it had the time to get there.
[[nodiscard]] bool lifted_by_one_hand(const ClosedSegment& segment, Square first, Square second);

using Notices = std::vector<Notice>;

void two_hands(const ClosedSegment& segment, Notices& notices);
void castling_order(const ClosedSegment& segment, Notices& notices);
void touch_move(const ClosedSegment& segment, Notices& notices);
void move_changed_after_release(const ClosedSegment& segment, Notices& notices);
void promotion(const ClosedSegment& segment, Notices& notices);

/// All of the above.
void read_off(const ClosedSegment& segment, Notices& notices);

}  // namespace jadoube::tracker::findings
