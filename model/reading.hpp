// What a line of plies costs by the boards that it leads through, when a game is read again.
// How a row is read: model/parameter.hpp.
#pragma once

#include "model/parameter.hpp"

namespace jadoube::model {

// == 8.1 A game that is read again

// the board has settled when nothing has changed for so long: a piece that is carried is down sooner [MTM-1]
inline constexpr Assumed<Time> kSettledFor = 300ms;
// settled boards that are kept: of some twelve moves [speed]
inline constexpr Fitted<Boards> kBoardsKept = 40;
// so many steps that are agreed on are kept, to begin from [speed]
inline constexpr Fitted<Steps> kStepsToReadAgain = 8;
// rest before a game is read again [reasoning: as before irregular acts are tried]
inline constexpr Assumed<Time> kReadAgainAfter = 600ms;
// an irregular ply gives rise to it for so many plies [reasoning]
inline constexpr Assumed<Plies> kSuspectFor = 8;
// it is begun from so many plies back, one after the other [reasoning]
inline constexpr Assumed<std::array<Plies, 3>> kReadFrom{6U, 12U, 24U};
// what has come of nothing is not tried again before so many settled boards have come, twice as many each time …
// [speed]
inline constexpr Fitted<Boards> kReadAgainEvery = 8;
// … up to so many doublings [speed]
inline constexpr Fitted<Times> kReadSeldomer = 4;
// as many times it is tried sooner where a sensor shows a piece that is not there: each ply makes it likelier that one is
// [reasoning: a board that rests, and a press]
inline constexpr Assumed<Boards> kReadShownEvery = 2;
// a ply of which it was not seen where its piece went is asked about again for so many plies, or twice as many [memory]
inline constexpr Fitted<Plies> kHindsight = 32;
// … of which so many may have been other ones, for one to be another: who takes back takes on another square then [reasoning]
inline constexpr Assumed<std::size_t> kChangesInHindsight = 2;
// … of which so many are played again at once, with others in the place of one of them: two milliseconds [speed]
inline constexpr Fitted<Plies> kPlayedAgain = 6000;
// lines gone on from after each board: a queen that was not seen to arrive has 27 squares [reasoning]
inline constexpr Assumed<Lines> kReadLines = 28;
// of what is found the likeliest so many are taken up [speed]
inline constexpr Fitted<Lines> kReadTakenUp = 8;
// plies between two settled boards at most [reasoning]
inline constexpr Assumed<Plies> kReadPlies = 3;
// positions looked at in one reading [speed]
inline constexpr Fitted<Positions> kReadPositions = 6000;
// a square that is not as the line has it, at each settled board … [games]
inline constexpr Assumed<LogWeight> kReadSquareOff{-2000};
// … of which no more are counted at one [reasoning]
inline constexpr Assumed<Squares> kReadSquaresOff = 8;
// … but no more than a sensor that got stuck (`kFault`), if no more squares than these are off [reasoning]
inline constexpr Assumed<Squares> kReadSquaresStuck = 2;
// an empty square that was touched, and belongs to no ply: a piece was slid over it, or rested there [reasoning:
// `kPathFirst`]
inline constexpr Assumed<LogWeight> kReadTouched{-1500};
// the same of a square on which a piece stands: that was adjusted; counted once, from
// then on the piece may stand badly [reasoning: `kTouched`]
inline constexpr Assumed<LogWeight> kReadAdjusted{-6000};
// a piece was taken whose square was not seen to change [reasoning: `kVictimUnseen` at 25 scans a second]
inline constexpr Assumed<LogWeight> kReadTakenUnseen{-1050};
// the side to move pressed the clock, and its move is seen right after; else it costs what any press for nothing does
// (`kPressTooEarly`, `kPressTwice`) [reasoning]
inline constexpr Assumed<LogWeight> kReadPressOff{-2500};
// a ply was answered and had not been pressed, by a player that is not known [reasoning]
inline constexpr Assumed<LogWeight> kReadUnpressed{-2000};
// what is read takes the place of the record if it is so much likelier: less than an unlawful act is worth (`kIllegal`),
// more than a lawful fiction of one saves [simulator]
inline constexpr Fitted<LogWeight> kReadMargin{6000};
// … and the record has so many irregular acts and sensors that it does not believe, or is about to: one unlawful act
// may have been made [reasoning]
inline constexpr Assumed<Times> kReadUnlawful = 2;
// … and so many plies have followed the first that was misread, at least [reasoning: what follows is the proof]
inline constexpr Assumed<Plies> kReadProvenBy = 2;
// lawful games that are worth no less beside the record are an innocent explanation of what is unlawful in it [grade B: nine in ten]
inline constexpr Assumed<LogWeight> kLawfulBeside{-2300};
// … and if no less than this, nothing is proved [grade A: one in ten thousand]
inline constexpr Assumed<LogWeight> kLawfulAtAll{-9200};

}  // namespace jadoube::model
