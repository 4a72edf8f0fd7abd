// How far the search for explanations goes, after every scan and after a lost link.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 6. How far the search goes

// what is further behind the likeliest is dropped; nothing that was ever came back in 20,000 simulated
// games [simulator, speed]
inline constexpr Fitted<LogWeight> kBeam{-12700};
// the same of what is not allowed, which may be taken back piece by piece [prototype]
inline constexpr Assumed<LogWeight> kBeamIrregular{-22000};
// the same of the board read from the other side, until there are so many plies, … [worlds]
inline constexpr Fitted<Plies> kEitherSideUntil = 4;
// … where the likelier side is worth no more: what is touched before the first move is nobody's yet [worlds]
inline constexpr Fitted<LogWeight> kEitherSideBelow{-5000};
// less than a twentieth of a thousandth: not weighed anew while nothing changes, nor asked what is irregular [speed]
inline constexpr Fitted<LogWeight> kNotWeighedAnew{-10000};
// carried at most; 8 are enough in ordinary play, 24 in a noisy scramble [prototype, on the games]
inline constexpr Fitted<Hypotheses> kWidth = 24;
// while a square is stuck: a queen goes to 27 squares, and any may be blind [simulator]
inline constexpr Fitted<Hypotheses> kWidthOneStuck = 96;
// after a lost link [prototype]
inline constexpr Assumed<Hypotheses> kWidthAfterLoss = 72;
// … that have come to one position with the same doubts, and differ in what was touched [prototype]
inline constexpr Assumed<Hypotheses> kWaysKept = 2;
// … of these one that has an irregular move gives way to a lawful one that is worth a ninth of it [grade B: nine in ten]
inline constexpr Assumed<LogWeight> kYieldsToLawful{2197};
// memory for all hypotheses while no more than `kWidth` are carried, in units of a step, those that several have counted once;
// the likeliest stay [speed]
inline constexpr Fitted<Steps> kRoom = 262;
// what a hypothesis takes besides its steps [speed]
inline constexpr Fitted<Steps> kRoomForOne = 12;
// what a step takes whose position and board are kept [speed]
inline constexpr Fitted<Steps> kRoomForStand = 2;
// lists of legal moves kept for the next scan [speed]
inline constexpr Fitted<Moves> kMovesKept = 200;
// how long alternatives to a ply are kept without question: of captures whose taken piece nobody saw 93 %
// are told by then, 6 % never [games]
inline constexpr Measured<Plies> kOpenPlies = 24;
// how long any alternative is kept [reasoning]
inline constexpr Assumed<Plies> kMaxOpenPlies = 80;
// after `kOpenPlies` what is no further behind stays open [simulator]
inline constexpr Fitted<LogWeight> kStaysOpen{-8000};
// alternatives are given up only when the board has rested so long [simulator]
inline constexpr Fitted<Time> kAtRest = 350ms;
// so many steps later positions, for which seldom anybody asks, are worked out again rather than kept
// [speed]
inline constexpr Fitted<Steps> kStandTells = 2;
// so many steps later nothing depends on what was touched [speed]
inline constexpr Fitted<Steps> kTouchesTell = 3;
// displaced pieces between two plies that are looked past [reasoning]
inline constexpr Assumed<Steps> kMostDisplaced = 8;
// after the last change: when resting is weighed [prototype]
inline constexpr Assumed<std::array<Time, 11>> kTicks{50ms,   100ms,  200ms,  350ms,  600ms, 1000ms,
                                                      1300ms, 1600ms, 2500ms, 4000ms, 8000ms};
// rest before variations of several plies are looked for [prototype]
inline constexpr Assumed<Time> kResyncAfter = 90ms;
// an unfinished segment below this fits nothing, and such lines are looked for [prototype]
inline constexpr Assumed<LogWeight> kStrange{-9000};
// also where only the second is like that, if it is no further behind [simulator]
inline constexpr Fitted<LogWeight> kNearlyAsLikely{-2500};
// … of so many, the likeliest [simulator]
inline constexpr Fitted<Hypotheses> kStrangeAmong = 2;
// rest before irregular acts are tried without a press [simulator (prototype: 1.5 s)]
inline constexpr Fitted<Time> kIrregularAfter = 600ms;
// the same just after a press that found something unfinished [simulator]
inline constexpr Fitted<Time> kRestBesidePress = 100ms;
// from so many irregular acts are tried [speed]
inline constexpr Fitted<Hypotheses> kIrregularBases = 4;
// … that are no further behind the likeliest [simulator]
inline constexpr Fitted<LogWeight> kIrregularWithin{-8000};
// two plies at once are tried from so many … [prototype]
inline constexpr Assumed<Hypotheses> kInterleavedBases = 4;
// … that are no further behind the likeliest … [prototype]
inline constexpr Assumed<LogWeight> kInterleavedWithin{-10000};
// … on squares that were away for longer than this; the second ply … [prototype]
inline constexpr Assumed<Time> kInterleavedAway = 20ms;
// … changes so many at most: castling [reasoning]
inline constexpr Assumed<Squares> kSquaresOfPly = 4;
// variations of several plies are looked for from so many … [prototype]
inline constexpr Assumed<Hypotheses> kVariationBases = 3;
// … that are no further behind the likeliest, where nothing fits (`kStrange`) … [prototype]
inline constexpr Assumed<LogWeight> kVariationsWithin{-12000};
// … and no more are touched [prototype, speed]
inline constexpr Assumed<Squares> kVariationSquares = 12;
// the longest variation … [prototype, speed]
inline constexpr Assumed<Plies> kVariationPlies = 4;
// … and the longest if one square is stuck [prototype, speed]
inline constexpr Assumed<Plies> kVariationPliesOneStuck = 3;
// each ply of a variation counts as one of so many [reasoning]
inline constexpr Assumed<Moves> kVariationChoices = 30;
// of what is found the likeliest so many are kept [prototype, speed]
inline constexpr Assumed<Variations> kVariationsKept = 6;
// a search that has found more ends … [speed]
inline constexpr Fitted<Variations> kVariationsFound = 60;
// … as one does that has looked at so many: no more than 240 were in simulated scrambles with incidents … [simulator, speed]
inline constexpr Fitted<Positions> kVariationPositions = 400;
// … or, with others of the same moment, at so many: they count as those after a lost link do [speed]
inline constexpr Fitted<Positions> kVariationPositionsAtOnce = 600;
// the first lifts come in another order than the plies [prototype]
inline constexpr Assumed<LogWeight> kLiftsInOtherOrder{-3000};
// more, for how far they are apart [prototype]
inline constexpr Assumed<Ramp> kLiftsApart{0s, -3000, -6000};

// == 8. After a lost link

// the board rests so long before the search begins [prototype]
inline constexpr Assumed<Time> kRestAfterLink = 300ms;
// the longest line [games, speed]
inline constexpr Fitted<Plies> kMaxPlies = 16;
// … where nothing was heard of the clock [speed]
inline constexpr Fitted<Plies> kMaxPliesWithoutClock = 10;
// … and where it was, so many more than presses were heard [reasoning]
inline constexpr Assumed<Plies> kMorePliesThanPresses = 2;
// looked at in one search [games, speed]
inline constexpr Fitted<Positions> kMaxPositions = 12'000;
// … and no more than are left of these, of which there are so many at first … [speed]
inline constexpr Fitted<Positions> kPositionsAtFirst = 16'000;
// … and more with each change of the board and each press: no log costs more than its length allows [speed]
inline constexpr Fitted<Positions> kPositionsEach = 20;
// gone on from after each ply, in all searches together [games, speed]
inline constexpr Fitted<Positions> kSearchWidth = 1200;
// … the likeliest, if each square that is not as it is seen counts like this [games]
inline constexpr Fitted<LogWeight> kSquareOff{-2000};
// before other boards have their turn: under a millisecond [speed]
inline constexpr Fitted<Positions> kPositionsAtOnce = 100;
// hypotheses no further behind are begun from … [prototype]
inline constexpr Assumed<LogWeight> kRecoveryWithin{-6000};
// … so many at most [speed]
inline constexpr Fitted<Hypotheses> kRecoveryBases = 6;
// carried on, likeliest first [speed]
inline constexpr Fitted<Lines> kMaxTakenUp = 60;
// of those that lead to one position [prototype]
inline constexpr Assumed<Lines> kMaxWaysToOnePosition = 2;
// so long more hypotheses than usual are carried [prototype]
inline constexpr Assumed<Time> kWideFor = 60s;
// plies were played that nobody saw [prototype]
inline constexpr Assumed<LogWeight> kLost{-1500};
// none was, but a hand was at one [simulator]
inline constexpr Fitted<LogWeight> kInHand{-2500};
// … on no more squares [reasoning]
inline constexpr Assumed<Squares> kInHandAtMost = 2;
// so many presses, by one side and the other, and the board shows no change: it is not heard of any more [reasoning]
inline constexpr Assumed<Times> kQuietPresses = 4;
// of what was taken up so much agrees on the position: it is known again [reasoning]
inline constexpr Assumed<Thousandths> kFoundAgain = 950;
// … and if no more does, a person is asked [reasoning]
inline constexpr Assumed<Thousandths> kNotFound = 500;
// plies later it is past doubt [reasoning]
inline constexpr Assumed<Plies> kFoundForGood = 8;
// for each ply more or less than presses were heard [simulator]
inline constexpr Fitted<LogWeight> kLostPress{-3000};
// where nothing was heard of the presses, for how much more or less the increments add up to: both clocks are read in whole
// seconds, and not at the same moment [reasoning]
inline constexpr Assumed<Ramp> kCreditedOff{1s, -3000, -9000};
// no clock adds more with a press [reasoning]
inline constexpr Assumed<std::chrono::seconds> kLongestIncrement = 3600s;
// the clock is waited for so long after the link is back, if it had been heard of before: readings come every second
// [reasoning]
inline constexpr Assumed<Time> kClockComesBack = 1500ms;
// findings that each notice is compared with before those are put away that no notice can be about [speed]
inline constexpr Assumed<std::size_t> kEntriesLookedThrough = 6;

}  // namespace jadoube::model
