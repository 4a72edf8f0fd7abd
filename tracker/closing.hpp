// What is asked whenever a segment is closed with a ply: when it was complete, how soon after the other's, and whether a press
// before it was meant for it.
#pragma once

#include <vector>

#include "tracker/hypothesis.hpp"

namespace jadoube::tracker {

/// When the last of a move's squares took the state in which the move leaves it.
Time completed_at(const Successor& s, const Touches& touches);

/// A reply that is complete before the move is, and was begun so soon after it that it could not be seen yet
/// where it goes. One that is sensed in the same scan, or one scan early, may have overlapped.
LogWeight weight_of_foresight(const Successor& reply, const Touches& touches, chess::Move move,
                              const Touches& of_move, Time early, Time scan_period);

/// A reply that is complete `after` ≥ 0 the move: a player who begins it when the move is seen coming is
/// seldom that quick, and never if the piece is lifted.
LogWeight weight_of_reply_at_once(const Successor& reply, const Touches& touches, Time after,
                                  Time pushed_within);

/// What it costs that the reply was sensed on its square before the piece, or the rook, that it replies to
/// was on its own; the more, the less time there was to see the move being made.
LogWeight weight_of_haste(const Successor& reply, const Touches& touches, const Step& move, Time scan_period,
                          Time pushed_within);

/// An illegal move was put right, and its piece is to be moved, or what it took to be taken, if that is possible (FIDE 4.3, 7.5.1).
/// `all`: the legal moves, of which `s` is chosen.
LogWeight moved_as_touched(const Hypothesis& h, const Successor& s, const std::vector<Successor>& all);

/// A press that seemed to come before the move did not: the move was complete, or its last piece was being
/// let go of, when the button was hit. Something else on the board hid it, and had begun to before the press.
bool excuses(const Hypothesis& h, const Successor& s, Bitboard carried, Time settling);

/// What such a press was said to have found.
void forget_early_press(const Hypothesis& h, std::vector<Notice>& notices);

/// Pieces thought to have been knocked over at a press, that have been played with since.
void forget_fallen(Bitboard roles, std::vector<Notice>& notices);

}  // namespace jadoube::tracker
