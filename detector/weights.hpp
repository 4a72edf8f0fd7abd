// What each thing that can be seen on a square weighs in a hypothesis.
//
// They are log relative frequencies, estimated or set by hand on simulated games whose truth is known;
// docs/model.md says of each what it means and where it comes from. Durations are microseconds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "detector/log_weight.hpp"
#include "record/scan.hpp"

namespace jadoube::detector {

using record::Time;
using namespace std::chrono_literals;

/// `rate` thousandths of a nat per second beyond `from`, at most `limit` thousandths. A log may tell of any
/// time, so what is longer than a day counts as a day: every limit is reached by then.
constexpr LogWeight per_second(Time duration, Time from, std::int32_t rate, std::int32_t limit) {
  if (duration <= from) return LogWeight{0};
  const std::int64_t over = std::min<Time>(duration - from, 24h).count();
  return LogWeight{static_cast<std::int32_t>(std::min<std::int64_t>(limit, over * rate / 1'000'000))};
}

namespace weights {

// A square that the move does not concern.
inline constexpr Time kBounce = 30ms;  // excursions closer together than this are one
inline constexpr Time kTouch = 100ms;  // at least this long: somebody touched it; shorter: a blip
inline constexpr Time kLongTouch = 1s;
inline constexpr LogWeight kTouched{-6000};  // first touch: adjusting, hesitating
inline constexpr LogWeight kTouchedAgain{-4000};
inline constexpr LogWeight kBlip{-4000};  // cross-talk, drop-out
inline constexpr LogWeight kBlipAgain{-500};
inline constexpr LogWeight kFlicker{-8500};  // the most that one flickering square can cost
// More, if it is the other side's, which is not for the player to adjust
inline constexpr LogWeight kOpponentsPiece{-2500};
inline constexpr LogWeight kPathFirst{-1500};  // slid over
inline constexpr LogWeight kPathNext{-200};
inline constexpr Time kPathRest = 400ms;  // a piece that rests on the way for longer has been put down there
inline constexpr LogWeight kHesitated{-4500};  // rested on another legal target of the same piece

// A square that has a role in the move.
inline constexpr LogWeight kReplaced{-700};  // put down more than once
inline constexpr LogWeight kReplacedFloor{-5500};
inline constexpr LogWeight kVictimSeen{-100};
// A victim not seen before the capture, but right after it …
inline constexpr LogWeight kTakenAfterAll{-5000};
inline constexpr Time kVictimLate = 1s;
inline constexpr LogWeight kPlacedBeforeLifted{-3000};

inline constexpr LogWeight kPutBack{-2000};        // back where it came from, to be lifted once more
inline constexpr LogWeight kCaptureUndone{-5000};  // … with the piece that it was to take in the hand

// Around the move.
inline constexpr LogWeight kMayMoveOn{-2000};  // complete, but the hand may not have let go …
inline constexpr LogWeight kPutDown{-4000};    // … of a piece that has been put down
inline constexpr LogWeight kOverlap{-4000};    // the reply had been lifted before the move was complete
inline constexpr LogWeight kOverlapUnhurried{-7000};  // … by one who has ten minutes left
inline constexpr LogWeight kOverlapVictim{-1000};  // … and what had been lifted of it was the piece it takes
inline constexpr LogWeight kReplyBeforeMove{-8000};   // the reply was complete before the move was
inline constexpr LogWeight kReplySensedFirst{-4500};  // … or the moved piece stood badly and was sensed late
inline constexpr Time kAtOnce = 60ms;                 // a reply complete so soon after the move …
inline constexpr LogWeight kReplyAtOnce{-1000};       // … is a third of those that overlap
// … and its piece was not lifted: it was pushed there, or knocked
inline constexpr LogWeight kReplyPushed{-1000};
// From the lift of a piece to where a quick player sees where it is going, and has another in the hand.
inline constexpr Time kSeen = 250ms;
// Reach, grasp and carry: no hand is quicker (docs/model.md section 3.5).
inline constexpr Time kQuickest = 140ms;
inline constexpr LogWeight kTooQuick{-5000};         // two plies of one side within that time
inline constexpr LogWeight kChaos{-8000};            // nothing explains it: the floor …
inline constexpr LogWeight kChaosTouch{-7000};       // … and what every touch adds to the floor
inline constexpr LogWeight kNothingPromoted{-4000};  // a pawn was to promote, and nothing was put down
inline constexpr LogWeight kFault{-11000};           // a square gets stuck during this very ply
inline constexpr LogWeight kCoincidence{-4000};      // … one that happens to decide something
inline constexpr LogWeight kFlickers{-5500};         // a piece that stands badly makes its square flicker
inline constexpr LogWeight kStuckMoved{-4000};       // a square thought to be stuck changes after all

// Clock.
inline constexpr LogWeight kPressExpected{-20};
inline constexpr LogWeight kNoPress{-2500};           // the reply was made before the press
inline constexpr LogWeight kNoPressUnhurried{-5500};  // … by one who has ten minutes left
inline constexpr LogWeight kNoPressForgiven{-1000};   // … which then came after all
inline constexpr LogWeight kPressForgotten{-5000};    // … long after the reply
// A player presses within a second of the move; of a hundred presses five come later than 1½ s in blitz, than
// 2 s where there is time.
inline constexpr Time kPressesWithin = 500ms;
inline constexpr std::int32_t kOverduePerSecond = 3300;
inline constexpr std::int32_t kOverdueUnhurried = 2000;
inline constexpr LogWeight kOverdue{-5000};          // … or the player has forgotten to
inline constexpr LogWeight kPressTooEarly{-7000};    // the side to move pressed, and no move was complete
inline constexpr LogWeight kPressWithVictim{-2500};  // … and only a piece of the other side was in the hand
inline constexpr LogWeight kPressTwice{-4600};

/// A side makes a ply so soon after its last one: the reply that came between cannot have been seen whole.
constexpr LogWeight of_pace(Time since_last) {
  if (since_last >= kSeen + kQuickest) return LogWeight{0};
  if (since_last < kQuickest) return kTooQuick;
  return kTooQuick * static_cast<int>((kSeen + kQuickest - since_last).count() / 1000) /
         static_cast<int>(kSeen.count() / 1000);
}

/// A piece was lifted so soon after the one that its move answers: it could not be seen yet where that goes.
constexpr LogWeight of_foresight(Time after) {
  if (after >= kSeen) return LogWeight{0};
  return -LogWeight{static_cast<std::int32_t>(std::min<std::int64_t>(9000, (kSeen - after).count() / 30))};
}

/// Something stood on a square so long before the piece was lifted that is said to have come there.
constexpr LogWeight of_coming_early(Time early) {
  if (early <= 50ms) return LogWeight{0};
  return kPlacedBeforeLifted - per_second(early, Time{0}, 3000, 9000);
}

// Irregular.
inline constexpr LogWeight kIllegal{-9200};
inline constexpr LogWeight kIllegalReply{-5000};  // … put down before the other had pressed
inline constexpr LogWeight kPlaysOn{-6000};  // … although a piece has come or gone, which is not overlooked
inline constexpr LogWeight kTwoMoves{-3000};  // more, if the second of the two is legal by itself
inline constexpr LogWeight kOutOfTurn{-9200};
inline constexpr LogWeight kUnclaimed{-3000};  // … on the clock of the other, who had pressed and not moved
inline constexpr LogWeight kPassedOver{-3500};  // … and the other side simply makes its move
inline constexpr LogWeight kDisplaced{-9500};
inline constexpr LogWeight kRestored{-700};
inline constexpr LogWeight kTurned{-7000};      // the board lies the other way round (prior 10⁻³)
inline constexpr LogWeight kLost{-1500};        // plies not seen
inline constexpr LogWeight kInHand{-2500};      // no ply, but a hand was at one when the link came back
inline constexpr LogWeight kLostPress{-3000};   // for each ply more or less than presses were counted
inline constexpr LogWeight kWitnessed{-20000};  // a person has seen another piece there

// Beam.
inline constexpr LogWeight kBeam{-13300};
// Of what is not allowed: it may be taken back piece by piece
inline constexpr LogWeight kBeamIrregular{-22000};
inline constexpr LogWeight kFarBehind{-10000};  // less than a twentieth of a thousandth of the posterior
inline constexpr std::size_t kWidth = 24;
inline constexpr std::size_t kWidthOneStuck = 96;  // a queen goes to 27 squares, and any may be blind
inline constexpr std::size_t kWidthAfterLoss = 300;

}  // namespace weights

/// Log weights and times that depend on how often the board looks: a victim that is away for less than a scan
/// is not seen.
struct ScanWeights {
  LogWeight victim_unseen;
  LogWeight victim_blip;
  LogWeight exchange_unseen;  // of a pawn that has taken on the last rank; or it was left there
  Time slid_within;
  Time pushed_within;  // as seen here, no hand carries a piece to the next square in less

  static constexpr ScanWeights for_period(Time period) {
    const double seconds = static_cast<double>(period.count()) * 1e-6;
    const auto at_most_half = [](double p) { return p < 0.5 ? p : 0.5; };
    return {log_probability(at_most_half(0.010 + 1.6 * seconds)),
            log_probability(at_most_half(0.05 + 2.0 * seconds)),
            log_probability(at_most_half(0.003 + 2.0 * seconds * seconds)), 60ms + period, 90ms - period};
  }
};

}  // namespace jadoube::detector
