// What sensors do, and how often they err.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 2. Sensors

// period if the log does not say [reasoning: 25 scans a second are common]
inline constexpr Assumed<Time> kDefaultScanPeriod = 40ms;
// excursions closer together than this are one [prototype]
inline constexpr Assumed<Time> kBounce = 30ms;
// shortest touch; what is shorter is a blip [prototype]
inline constexpr Assumed<Time> kTouch = 100ms;
// a touch from here on is a long one; each is charged again [prototype]
inline constexpr Assumed<Time> kLongTouch = 1s;
// first blip of a square without a role: cross-talk, drop-out [prototype]
inline constexpr Assumed<LogWeight> kBlip{-4000};
// each further blip there [prototype]
inline constexpr Assumed<LogWeight> kBlipAgain{-500};
// the most that blips and short touches of one square cost [prototype]
inline constexpr Assumed<LogWeight> kFlicker{-8500};
// a piece stands badly: its square flickers from now on and is left out of account [simulator]
inline constexpr Fitted<LogWeight> kFlickers{-5500};
// the same of a piece that has just been put down: it shows at once [worlds]
inline constexpr Fitted<LogWeight> kFlickersAtOnce{-3000};
// … which is within this [worlds]
inline constexpr Fitted<Time> kStandsBadlyFrom = 1500ms;
// a badly placed piece is out of sight no longer than this at a time [simulator, whose longest drop-out it
// is]
inline constexpr Fitted<Time> kLongestFlicker = 800ms;
// a piece on a flickering square that stays out of sight for longer [simulator]
inline constexpr Fitted<Ramp> kHiddenForLong{kLongestFlicker, -2000, -8000};
// a square flickers from so many short excursions on, no sooner [reasoning]
inline constexpr Assumed<Excursions> kFlickersFrom = 2;
// a flickering square that agrees and has not changed for so long is believed again [prototype]
inline constexpr Assumed<Time> kFlickerQuiet = 20s;
// a piece is put down so that its sensor does not see it, from the first: 2 of 321 placements [recordings]
inline constexpr Assumed<LogWeight> kNotSeenThere{-6000};
// … and is seen there after all [reasoning: until it is taken up again, or put straight]
inline constexpr Assumed<LogWeight> kSeenAfterAll{-1000};
// a square gets stuck during this very ply [simulator (prototype: -8000)]
inline constexpr Fitted<LogWeight> kFault{-11000};
// more, where a hand was busy at that time: it is likelier that the hand did it [simulator]
inline constexpr Fitted<LogWeight> kFaultBesideHand{-2000};
// more, if it would complete a move and nobody has pressed [simulator]
inline constexpr Fitted<LogWeight> kFaultUnpressed{-1000};
// more, if of all squares the one fails that shows whether the move is complete [reasoning, simulator]
inline constexpr Fitted<LogWeight> kCoincidence{-4000};
// a square thought to be stuck changes after all [simulator]
inline constexpr Fitted<LogWeight> kStuckMoved{-4000};
// a blip younger than this may still pass [simulator]
inline constexpr Fitted<Time> kBlipPasses = 3s;
// the board lies the other way round: one in 700 [worlds: at one in 300 late scans of a move out of turn are taken for it]
inline constexpr Fitted<LogWeight> kTurned{-6500};
// share of captures whose taken piece is never seen away, before a hand is known: hands on film took most pieces off their
// square as they put their own there, other hands lift the taken piece first [recordings, worlds]
inline constexpr Assumed<ShareMissed> kVictimUnseen{0.30, 1.2, 0};
// … which counts for as much as so many captures of that hand that were agreed on [worlds]
inline constexpr Fitted<Captures> kVictimUnseenWorth = 3;
// of a hand so many captures are remembered [reasoning: it may tire, or hurry]
inline constexpr Assumed<Captures> kCapturesRemembered = 24;
// share whose taken piece is seen away for less than `kVictimAway` [prototype]
inline constexpr Assumed<ShareMissed> kVictimBlip{0.05, 2.0, 0};
// share of pawns that take on the last rank, and nobody sees whom, whose exchange for the piece is not seen either
// [simulator]
inline constexpr Fitted<ShareMissed> kExchangeUnseen{0.0007, 0, 0.45};
// none of these shares counts as more [prototype]
inline constexpr Assumed<Percent> kMissedAtMost = 50;
// a piece seen on the next square of its way within this and a period was slid there; later, carried and
// put down [simulator]
inline constexpr Fitted<Time> kSlidWithin = 60ms;
// nobody carries a piece to the next square within this less a period: it was pushed, or knocked
// [simulator]
inline constexpr Fitted<Time> kPushedWithin = 90ms;

}  // namespace jadoube::model
