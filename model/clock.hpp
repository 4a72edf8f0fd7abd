// What the clock's own readings tell.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 4.3 The clock's own word

// readings come in whole seconds and up to a second late; what differs by more is a fault of the clock
// [reasoning]
inline constexpr Assumed<ClockTime> kClockTolerance = 2000ms;
// a clock that has shown zero so long has fallen, also if it does not say so [reasoning]
inline constexpr Assumed<Time> kFallenAtZero = 1s;

// == 4.4 Between the clock and the board

// how much later scans come than presses, or earlier: at most [reasoning]
inline constexpr Assumed<Time> kLongestDelay = 1s;
// how finely [reasoning]
inline constexpr Assumed<Time> kDelayGrid = 50ms;
// how far a delay is from none before anything has been heard: two in three are below 150 ms [reasoning]
inline constexpr Assumed<std::array<Knot, 5>> kDelayPrior{
    {{0ms, 0}, {100ms, -300}, {200ms, -1200}, {500ms, -3500}, {1s, -5000}}};
// from the placement to the press; flat where players differ: order alone tells of a delay, and a slow player
// is no late clock [reasoning]
inline constexpr Assumed<std::array<Knot, 5>> kPressAfter{
    {{-50ms, -4500}, {0ms, -2500}, {60ms, 0}, {3s, 0}, {6s, -4500}}};
// a side's presses that come so nearly the same time after its placements are of one hand [reasoning]
inline constexpr Assumed<Time> kOwnPressesWithin = 150ms;
// … and any others come at any time within this [reasoning]
inline constexpr Assumed<Time> kOtherPressesWithin = 3s;
// … of which so many are as good as known before the first [reasoning]
inline constexpr Assumed<std::size_t> kPressesAtFirst = 4;
// … and of each side the last so many are [reasoning]
inline constexpr Assumed<std::size_t> kPressesKept = 8;
// from the press to the first lift of the reply: one in forty does not wait [recordings]
inline constexpr Measured<std::array<Knot, 4>> kReplyAfter{
    {{-500ms, -5500}, {-100ms, -4000}, {-20ms, -2500}, {30ms, 0}}};
// a press that was not made, or is lost among others [reasoning]
inline constexpr Assumed<LogWeight> kPressUnheard{-5500};
// what is less likely than this beside the likeliest delay is not told apart [reasoning]
inline constexpr Assumed<LogWeight> kChannelFloor{-100'000};
// what is less likely than this beside the likeliest delay cannot be: one in a hundred [reasoning]
inline constexpr Assumed<LogWeight> kDelayExcluded{-4600};
// after so many plies with a press the delay is known well enough [simulator]
inline constexpr Fitted<Plies> kDelayKnownAfter = 4;
// a delay below this harms nothing, and one in use is changed by no less [reasoning]
inline constexpr Assumed<Time> kDelayMatters = 100ms;
// presses that come late by less than this harm nothing either: a reply may have begun, and to wait for them would hold
// back every scan [simulator]
inline constexpr Fitted<Time> kLateMatters = 300ms;
// the wrong one of the two clocks was started, before anybody had moved: one in 250 [reasoning]
inline constexpr Assumed<LogWeight> kStartedForOther{-5500};
// the clock stands the wrong way round: one in 600 [reasoning]
inline constexpr Assumed<LogWeight> kClockTurned{-6500};
// … where the board does so too: the players have exchanged their seats [reasoning]
inline constexpr Assumed<LogWeight> kClockTurnedWithBoard{-2000};
// … and is said to at a hundred to one [reasoning]
inline constexpr Assumed<LogWeight> kClockTurnedFor{4600};
// … and at ten to one against it nobody is accused of how he presses [reasoning]
inline constexpr Assumed<LogWeight> kClockInDoubt{2300};
// delays that are tried on the opening of a game whose presses do not belong to lawful moves one by one [reasoning]
inline constexpr Assumed<std::array<Time, 5>> kDelaysTried{{600ms, 900ms, -600ms, -900ms, 300ms}};
// … from this press on [reasoning]
inline constexpr Assumed<Times> kTrialsFrom = 3;
// … if there is reason to by this one [reasoning]
inline constexpr Assumed<Times> kSuspectedBy = 10;
// the best of them is followed beside the game as it is told up to this press … [reasoning]
inline constexpr Assumed<Times> kTrialsTo = 24;
// … or until it is so much less likely [reasoning]
inline constexpr Assumed<LogWeight> kTrialLoses{-9000};
// … with explanations of so many steps in all, so that a board with one takes hardly more memory [speed]
inline constexpr Fitted<Steps> kTrialRoom = 90;
// it is believed where it explains all that was seen so much better, prior and all: three to one [reasoning]
inline constexpr Assumed<LogWeight> kTrialWins{1000};
// an opening is as many records at most: scans, and what the clock said [reasoning]
inline constexpr Assumed<std::size_t> kOpeningRecords = 120;
// … of which so many are read before other boards have their turn: a millisecond or so [speed]
inline constexpr Fitted<std::size_t> kRecordsAtOnce = 12;
// a delay that is tried stands for those that differ from it by no more [reasoning]
inline constexpr Assumed<Time> kTrialReaches = 200ms;
// a game that is worth less beside the likeliest keeps nobody from learning of it [reasoning]
inline constexpr Assumed<LogWeight> kNobodyElse{-3000};

}  // namespace jadoube::model
