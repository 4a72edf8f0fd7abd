// What each thing that can be seen on a square costs a hypothesis, in thousandths of a nat.
//
// They are log relative frequencies, estimated or set by hand on simulated games whose truth is known;
// docs/model.md says of each what it means and where it comes from. Durations are microseconds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "detector/nats.hpp"
#include "record/scan.hpp"

namespace jadoube::detector {

using record::Time;
using namespace std::chrono_literals;

/// `rate` thousandths of a nat per second beyond `from`, at most `limit`. A log may tell of any time, so what
/// is longer than a day counts as a day: every limit is reached by then.
constexpr Nats per_second(Time duration, Time from, std::int64_t rate, Nats limit) {
  if (duration <= from) return 0;
  const std::int64_t over = std::min<Time>(duration - from, 24h).count();
  return static_cast<Nats>(std::min<std::int64_t>(limit, over * rate / 1'000'000));
}

namespace cost {

// A square that the move does not concern.
inline constexpr Time kBounce = 30ms;  // excursions closer together than this are one
inline constexpr Time kTouch = 100ms;  // at least this long: somebody touched it; shorter: a blip
inline constexpr Time kLongTouch = 1s;
inline constexpr Nats kTouched = -6000;  // first touch: adjusting, hesitating
inline constexpr Nats kTouchedAgain = -4000;
inline constexpr Nats kBlip = -4000;  // cross-talk, drop-out
inline constexpr Nats kBlipAgain = -500;
inline constexpr Nats kFlicker = -8500;       // the most that one flickering square can cost
inline constexpr Nats kOpponentsMan = -2500;  // more, if it is the other side's: nobody adjusts those
inline constexpr Nats kPathFirst = -1500;     // slid over
inline constexpr Nats kPathNext = -200;
inline constexpr Time kPathRest = 400ms;   // a man that rests on the way for longer has been put down there
inline constexpr Nats kHesitated = -4500;  // rested on another legal target of the same piece

// A square that has a role in the move.
inline constexpr Nats kReplaced = -700;  // put down more than once
inline constexpr Nats kReplacedFloor = -5500;
inline constexpr Nats kVictimSeen = -100;
inline constexpr Nats kTakenAfterAll = -5000;  // a victim not seen before the capture, but right after it …
inline constexpr Time kVictimLate = 1s;
inline constexpr Nats kPlacedBeforeLifted = -3000;

inline constexpr Nats kPutBack = -2000;        // back where he came from, to be lifted once more
inline constexpr Nats kCaptureUndone = -5000;  // … with the man that he was to take in the hand

// Around the move.
inline constexpr Nats kMayMoveOn = -2000;         // complete, but the hand may not have let go …
inline constexpr Nats kPutDown = -4000;           // … of a man that has been put down
inline constexpr Nats kOverlap = -4000;           // the reply had been lifted before the move was complete
inline constexpr Nats kOverlapUnhurried = -7000;  // … by one who has ten minutes left
inline constexpr Nats kOverlapVictim = -1000;     // … and what had been lifted of it was the man it takes
inline constexpr Nats kReplyBeforeMove = -8000;   // the reply was complete before the move was
inline constexpr Nats kReplySensedFirst = -4500;  // … or the moved man stood badly and was sensed late
inline constexpr Time kAtOnce = 60ms;             // a reply complete so soon after the move …
inline constexpr Nats kReplyAtOnce = -1000;       // … is a third of those that overlap
inline constexpr Nats kReplyPushed = -1000;  // … and nobody lifted its man: he was pushed there, or knocked
// From the lift of a man to where a quick player sees that it is going, and has his own in the hand.
inline constexpr Time kSeen = 250ms;
// Reach, grasp and carry: no hand is quicker (docs/model.md section 3.5).
inline constexpr Time kQuickest = 140ms;
inline constexpr Nats kTooQuick = -5000;         // two plies of one side within that time
inline constexpr Nats kChaos = -8000;            // nothing explains it: the floor …
inline constexpr Nats kChaosTouch = -7000;       // … and what every touch adds to the floor
inline constexpr Nats kNothingPromoted = -4000;  // a pawn was to promote, and nothing was put down
inline constexpr Nats kFault = -11000;           // a square gets stuck during this very ply
inline constexpr Nats kCoincidence = -4000;      // … one that happens to decide something
inline constexpr Nats kFlickers = -5500;         // a man that stands badly makes its square flicker
inline constexpr Nats kStuckMoved = -4000;       // a square thought to be stuck changes after all

// Clock.
inline constexpr Nats kPressExpected = -20;
inline constexpr Nats kNoPress = -2500;           // the reply was made before the press
inline constexpr Nats kNoPressUnhurried = -5500;  // … by one who has ten minutes left
inline constexpr Nats kNoPressForgiven = -1000;   // … which then came after all
inline constexpr Nats kPressForgotten = -5000;    // … long after the reply
// A player presses within a second of his move; of a hundred presses five come later than 1½ s in blitz, than
// 2 s where there is time.
inline constexpr Time kPressesWithin = 500ms;
inline constexpr Nats kOverduePerSecond = 3300;
inline constexpr Nats kOverdueUnhurried = 2000;
inline constexpr Nats kOverdue = -5000;          // … or he has forgotten to
inline constexpr Nats kPressTooEarly = -7000;    // the side to move pressed, and no move was complete
inline constexpr Nats kPressWithVictim = -2500;  // … and only a man of the other side was in the hand
inline constexpr Nats kPressTwice = -4600;

/// A side makes a ply so soon after its last one: he cannot have seen all of the reply that came between.
constexpr Nats of_pace(Time since_last) {
  if (since_last >= kSeen + kQuickest) return 0;
  if (since_last < kQuickest) return kTooQuick;
  return kTooQuick * static_cast<Nats>((kSeen + kQuickest - since_last).count() / 1000) /
         static_cast<Nats>(kSeen.count() / 1000);
}

/// A man was lifted so soon after the one that his move answers: nobody can have seen where that goes.
constexpr Nats of_foresight(Time after) {
  if (after >= kSeen) return 0;
  return -static_cast<Nats>(std::min<std::int64_t>(9000, (kSeen - after).count() / 30));
}

/// Something stood on a square so long before the man was lifted that is said to have come there.
constexpr Nats of_coming_early(Time early) {
  if (early <= 50ms) return 0;
  return kPlacedBeforeLifted - per_second(early, Time{0}, 3000, 9000);
}

// Irregular.
inline constexpr Nats kIllegal = -9200;
inline constexpr Nats kUnlawfulReply = -5000;  // … put down before the other had pressed
inline constexpr Nats kPlaysOn = -6000;        // … although a man has come or gone, which nobody overlooks
inline constexpr Nats kTwoMoves = -3000;       // more, if the second of the two is legal by itself
inline constexpr Nats kOutOfTurn = -9200;
inline constexpr Nats kUnclaimed = -3000;   // … on the clock of the other, who had pressed and not moved
inline constexpr Nats kPassedOver = -3500;  // … and the other side simply makes its move
inline constexpr Nats kDisplaced = -9500;
inline constexpr Nats kRestored = -700;
inline constexpr Nats kTurned = -7000;      // the board lies the other way round (prior 10⁻³)
inline constexpr Nats kLost = -1500;        // plies nobody saw
inline constexpr Nats kInHand = -2500;      // no ply, but a hand was at one when the link came back
inline constexpr Nats kLostPress = -3000;   // for each ply more or less than presses were counted
inline constexpr Nats kWitnessed = -20000;  // a person has seen another man there

// Beam.
inline constexpr Nats kBeam = -13300;
inline constexpr Nats kBeamIrregular = -22000;  // of what is not allowed: it may be taken back man by man
inline constexpr Nats kFarBehind = -10000;      // less than a twentieth of a thousandth of the posterior
inline constexpr std::size_t kWidth = 24;
inline constexpr std::size_t kWidthOneStuck = 96;  // a queen goes to 27 squares, and any may be blind
inline constexpr std::size_t kWidthAfterLoss = 300;

}  // namespace cost

/// Costs that depend on how often the board looks: a victim that is away for less than a scan is not seen.
struct ScanCosts {
  Nats victim_unseen;
  Nats victim_blip;
  Nats exchange_unseen;  // of a pawn that has taken on the last rank; or it was left there
  Time slid_within;
  Time pushed_within;  // as seen here, no hand carries a man to the next square in less

  static constexpr ScanCosts for_period(Time period) {
    const double seconds = static_cast<double>(period.count()) * 1e-6;
    const auto at_most_half = [](double p) { return p < 0.5 ? p : 0.5; };
    return {log_probability(at_most_half(0.010 + 1.6 * seconds)),
            log_probability(at_most_half(0.05 + 2.0 * seconds)),
            log_probability(at_most_half(0.003 + 2.0 * seconds * seconds)), 60ms + period, 90ms - period};
  }
};

}  // namespace jadoube::detector
