// How well a move, or an unfinished segment, explains what was touched (docs/model.md section 3).
#pragma once

#include <boost/container/small_vector.hpp>
#include <vector>

#include "reading/touch.hpp"
#include "tracker/names.hpp"

namespace jadoube::tracker {

/// What a touched square has to do with a move that gives it no role.
enum class Bystander : std::uint8_t { none, first_on_path, next_on_path, other_target, beside_capture };

/// Log weight of a touched square without a role. `occupied`: a piece stands there under the hypothesis.
LogWeight bystander_weight(const Touch& touch, bool occupied, Bystander what, Time now);

/// … of all touches but those of `roles`, which have nothing to do with what happened.
LogWeight bystanders_weight(const Touches& touches, Bitboard occupied, Bitboard roles, Time now);

/// A move that a segment is closed with.
struct SegmentView {
  const Touches& touches;
  Bitboard occupied;   // at the beginning of the segment, under the hypothesis
  Bitboard ignored;    // squares whose sensor is not believed
  Bitboard opponents;  // pieces of the side that is not to move
  /// Where the last two plies took pieces that were not seen to leave, and when the later one did.
  Bitboard taken_unseen = 0;
  Time taken_at{};
  /// Empty squares where the piece that the last ply took may have been set down, and when that was.
  Bitboard beside = 0;
  Time beside_at{};
};

/// Log-likelihood of the evidence if `successor` was played and is complete now; prior included. Squares of
/// `carried` belong to the next ply already.
LogWeight segment_weight(const SegmentView& segment, const Successor& successor, std::size_t legal_moves,
                         Bitboard carried, const ScanWeights& scan, Time now);

/// The moves that an unfinished segment may become, as far as what was touched tells: good until something
/// is touched again, however much time passes.
struct Prospects {  // NOLINT(bugprone-exception-escape): a small_vector may need memory to be moved
  /// Moves that nothing touched tells apart: what is said of one is said of all.
  struct Alike {
    std::uint16_t move;   // the first of them, in the list of successors
    std::uint16_t count;  // they need not be next to each other, but for moves that nothing touched concerns
    bool complete;        // the board is as the move leaves it; such a move is like no other
  };
  boost::container::small_vector<Alike, 12> concerned;
  std::uint64_t untouched = 0;  // moves that nothing touched concerns
};

/// `missing`: squares that should hold a piece and do not; `extra`: squares that hold one and should not.
Prospects prospects_of(const SegmentView& segment, const std::vector<Successor>& successors, Bitboard missing,
                       Bitboard extra, Bitboard sensed);

/// What those moves make of it together: good until a touch has lasted so long that it means something else.
struct Outlook {
  LogWeight weight = kImpossible;  // of the evidence; impossible if none of them explains it
  LogWeight floor{};               // what it is worth at least
  Bitboard put = 0;                // squares that hold a piece and should not, as it was put there by a hand
  Time until = Time::min();
};

/// If of `missing` and `extra` one is not empty.
Outlook outlook_of(const SegmentView& segment, const std::vector<Successor>& successors,
                   const Prospects& prospects, Bitboard missing, Bitboard extra, const ScanWeights& scan,
                   Time now);

/// Log-likelihood of the evidence if nothing is complete yet.
LogWeight unfinished_weight(const Touches& touches, const Outlook& outlook, Bitboard missing,
                            Time last_change, Time now);

/// … and if everything is where it belongs again, whatever was touched.
LogWeight put_back_weight(const SegmentView& segment, Time now);

}  // namespace jadoube::tracker
