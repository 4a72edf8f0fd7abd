// Games that are hard to follow, told as stories.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Following, OnABoardThatKnowsColoursACaptureIsNotOverAtItsLift) {
  // The queen leaves in the same scan as the piece she replies to, and takes long after it has been put down.
  // The square of the captured pawn never looks again as it did before.
  const auto lines = told(
      "senses colour\nfen 4Q3/6k1/8/R3p1n1/P7/q7/8/4K1N1 b - - 5 49\ncontrol 180+2\n"
      "clock W 0:00:24 B 0:00:38\n!W [1] (-a3 -e8) [5.32] +e7=Q [5.36] (-e7 +b3=q) [5.4] +e6=Q [5.44] "
      "(-e5 -e6) [5.76] +e5=Q [5.8] !B [5.99] !W [6.87] -g7 [11.04] +f8 [11.2] !B [11.8] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("a3b3", "e8e5", "g7f8"));
  EXPECT_TRUE(about(lines, Kind::illegal_move).empty());
}

// Which of two pieces the rook took nobody saw; it comes out forty plies later, when the rook moves again.
TEST(Following, WhatWasOpenForFortyPliesIsStillSettled) {
  std::ostringstream story;
  story << "fen 4k3/8/8/P1r5/8/2P5/8/4K3 b - - 0 1\nclock W 1:30:00 B 1:30:00\n!W [1] -c5 [+5] !B [+1] ";
  // Both kings walk to and fro.
  constexpr std::array<std::array<const char*, 8>, 2> kWalks{
      {{"e1", "f1", "g1", "h1", "h2", "g2", "f2", "e2"}, {"e8", "f8", "g8", "h8", "h7", "g7", "f7", "e7"}}};
  for (std::size_t i = 0; i < 41; ++i) {
    const auto& walk = kWalks[i % 2];
    story << '-' << walk[i / 2 % 8] << " [+4] +" << walk[(i / 2 + 1) % 8] << (i % 2 == 0 ? " !W" : " !B")
          << " [+1] ";
  }
  for (const char* taken : {"c3", "a5"}) {
    std::ostringstream end;
    end << '-' << taken << " [+4] +" << taken[0] << "4=r !B [+1] . [+3]";
    const auto moves = moves_of(told(story.str() + end.str()));
    ASSERT_EQ(moves.size(), 43U) << taken;
    EXPECT_EQ(moves[0].substr(2), taken);
    EXPECT_EQ(moves[42].substr(0, 2), taken);
  }
}

// White's bishop stands on g1 and the knight on f1: f4, and what was taken for a knight goes to d4.
TEST(Following, PiecesThatWereExchangedAtTheSetUpAccuseNobody) {
  const std::string opening =
      "control 5400+30\n!B [1] -f2 [+0.5] +f4 [+0.4] !W [+2] -a7 [+0.5] +a6 [+0.4] !B [+2] ";
  const auto lines = told(opening +
                          "-g1 [+0.5] +d4 [+0.4] !W [+2] -a6 [+0.5] +a5 [+0.4] !B [+2] -f1 [+0.5] +g3 "
                          "[+0.4] !W . [+4]");
  EXPECT_TRUE(about(lines, Kind::illegal_move).empty());
  const auto found = about(lines, Kind::initial_position);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].squares, (std::vector{chess::Square::f1, chess::Square::g1}));
  EXPECT_EQ(found[0].side, Side::white);
  EXPECT_EQ(found[0].grade, Grade::B);
}

// White's e-pawn stands on d3 from the beginning, and stays there.
TEST(Following, APieceThatWasSetUpWrongWasMovedByNobody) {
  const auto compiled = support::compile_story(
      "control 5400+30\n!B [1] -c2 [+4] +c3 [+0.4] !W [+2] -a7 [+0.5] +a6 [+0.4] !B [+2] -g1 [+0.5] +f3 "
      "[+0.4] "
      "!W . [+4]");
  ASSERT_TRUE(compiled);
  std::vector<Report> lines;
  Detector detector{compiled->header, [&](const Report& line) { lines.push_back(line); }};
  for (record::Record record : compiled->records) {
    if (auto* scan = std::get_if<record::Scan>(&record))
      scan->occupied.bits ^= chess::bit(Square::e2) | chess::bit(Square::d3);
    detector.on(record);
  }
  detector.finish();
  EXPECT_THAT(moves_of(lines), ElementsAre("c2c3", "a7a6", "g1f3"));
  ASSERT_EQ(about(lines, Kind::initial_position).size(), 1U);
  for (const Kind kind :
       {Kind::illegal_move, Kind::illegal_move_pending, Kind::displaced, Kind::sensor_fault})
    EXPECT_TRUE(about(lines, kind).empty()) << name(kind);
}

// The sensor of b6 is dead: the queen that hesitates on a4 and goes there seems to have stayed on a4, where she is not seen.
TEST(IllegalMove, OfAPieceThatNobodySawLeaveIsNotEstablished) {
  const auto compiled = support::compile_story(
      "fen 6k1/5ppp/q7/8/8/8/5PPP/1N4K1 b - - 0 1\ncontrol 5400+30\n!W [1] -a6 [3] +a4 [3.4] -a4 [4.4] +b6 "
      "[4.8] !B [5.6] "
      "-b1 [9] +c3 [9.4] !W [10] -b6 [14] +d8 [14.5] !B [15.5] . [+5]");
  ASSERT_TRUE(compiled);
  std::vector<Report> lines;
  Detector detector{compiled->header, [&](const Report& line) { lines.push_back(line); }};
  for (record::Record record : compiled->records) {
    if (auto* scan = std::get_if<record::Scan>(&record)) scan->occupied.bits &= ~chess::bit(Square::b6);
    detector.on(record);
  }
  detector.finish();
  const auto found = about(lines, Kind::illegal_move);
  ASSERT_FALSE(found.empty());
  for (const Finding& finding : found) EXPECT_NE(finding.grade, Grade::A);
}

// … while a move that White has made before the clock was started is one.
TEST(Following, AMoveMadeBeforeTheClockIsStartedIsAMove) {
  const auto compiled = support::compile_story(
      "control 5400+30\n!B [1] . [+1] -e2 [+1] +e4 [+0.4] !W [+2] -a7 [+0.5] +a6 [+0.4] !B [+2] -g1 [+0.5] "
      "+f3 "
      "[+0.4] !W . [+4]");
  ASSERT_TRUE(compiled);
  std::vector<Report> lines;
  Detector detector{compiled->header, [&](const Report& line) { lines.push_back(line); }};
  for (record::Record record : compiled->records) {
    // The board is plugged in when the pawn stands on e4 already.
    if (auto* scan = std::get_if<record::Scan>(&record); scan != nullptr && scan->t < Time{3'500'000})
      scan->occupied.bits =
          SensedBoard::of(chess::Position{}).occupied ^ (chess::bit(Square::e2) | chess::bit(Square::e4));
    detector.on(record);
  }
  detector.finish();
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "a7a6", "g1f3"));
}

// A bishop that has moved as one is no knight, and a king that only walks into check no queen.
TEST(Following, AMoveThatNoExchangeExplainsIsIllegal) {
  const std::string opening =
      "control 5400+30\n!B [1] -e2 [+0.5] +e4 [+0.4] !W [+2] -a7 [+0.5] +a6 [+0.4] !B [+2] ";
  const auto lines = told(opening +
                          "-f1 [+0.5] +c4 [+0.4] !W [+2] -a6 [+0.5] +a5 [+0.4] !B [+2] -c4 [+0.5] +d6 [+0.4] "
                          "!W . [+4]");
  EXPECT_EQ(about(lines, Kind::illegal_move).size(), 1U);
  EXPECT_TRUE(about(lines, Kind::initial_position).empty());
}

// What the sensor shows after the press it may have missed before: the piece may have stood there, badly.
TEST(Following, APressBeforeThePlacementIsASuspicion) {
  const std::string opening =
      "control 300+2\n!B [1] -e2 [+0.5] +e4 [+0.4] !W [+2] -a7 [+0.1] +a6 [+0.4] !B [+2] -d2 [+0.1] +d4 "
      "[+0.4] !W [+2] "
      "-b7 [+0.1] +b6 [+0.4] !B [+2] -g1 [+0.1] +f3 [+0.4] !W [+2] -c7 [+0.1] +c6 [+0.4] !B [+2] ";
  const auto known =
      about(told(opening + "-h2 [+0.3] !W [+0.4] +h3 [+0.9] . [+4]"), Kind::press_before_place);
  ASSERT_FALSE(known.empty());
  for (const Finding& finding : known) {
    EXPECT_EQ(finding.grade, Grade::C);
    EXPECT_NE(finding.state, State::withdrawn);
  }
}

// Scans come 0.2 s late, as is learnt in time: that explains no placement 1.2 s after its press.
TEST(Following, ADelayThatIsTooShortExcusesNoPress) {
  const auto story = [](const std::string& first_after) {
    return "control 300+2\n!B [1] -e2 [+2] !W [+0.5] +e4 [+" + first_after +
           "] -a7 [+0.3] !B [+0.5] +a6 [+0.2] -d2 [+0.3] !W [+0.5] +d4 [+0.2] -b7 [+0.3] !B [+0.5] +b6 "
           "[+0.2] -g1 "
           "[+0.3] "
           "!W [+0.5] +f3 [+0.2] -c7 [+0.3] !B [+0.5] +c6 [+0.2] -h2 [+0.3] !W [+0.5] +h3 [+0.2] . [+4]";
  };
  const auto last_of = [](std::vector<Finding> told) {
    std::erase_if(told, [](const Finding& finding) { return finding.ply != 1; });
    return told.back();
  };
  const Finding late = last_of(about(told(story("1.2")), Kind::press_before_place));
  EXPECT_NE(late.state, State::withdrawn);
  EXPECT_EQ(last_of(about(told(story("0.45")), Kind::press_before_place)).state, State::withdrawn);
}

// The piece that was in the air at the press is never seen again: perhaps it stands there badly.
TEST(Following, APieceThatIsNeverSeenToBePutDownMayHaveBeenInTime) {
  const std::string opening =
      "control 300+2\n!B [1] -e2 [+0.5] +e4 [+0.4] !W [+2] -a7 [+0.5] +a6 [+0.4] !B [+2] -d2 [+0.5] +d4 "
      "[+0.4] !W [+2] "
      "-b7 [+0.5] +b6 [+0.4] !B [+2] -g1 [+0.5] +f3 [+0.4] !W [+2] -c7 [+0.5] +c6 [+0.4] !B [+2] ";
  for (const Finding& finding : about(told(opening + "-h2 [+0.5] !W . [+20]"), Kind::press_before_place))
    EXPECT_EQ(finding.grade, Grade::C);
}

// The pawn on d5 is taken in one movement, and stands on d6 while the clock is pressed: nobody goes to d6.
TEST(Following, APieceThatIsTakenMayBeSetDownBesideItsSquare) {
  for (const char* away : {"[+0.4]", "[+1.2]"}) {
    const auto lines = told(
        std::string{
            "fen 4k3/7p/8/3p4/8/2N5/P7/4K3 w - - 0 1\ncontrol 5400+30\n!B [1] -c3 [+0.5] +d6 [+0.3] !W "} +
        away + " -d6 [+4] -e8 [+1] +f8 [+0.4] !B [+1] . [+3]");
    EXPECT_THAT(moves_of(lines), ElementsAre("c3d5", "e8f8"));
    for (const Finding& finding : about(lines, Kind::illegal_move)) EXPECT_EQ(finding.grade, Grade::C);
    EXPECT_TRUE(left_of(lines, Kind::illegal_move).empty());
    EXPECT_TRUE(about(lines, Kind::displaced).empty());
  }
}

// Where it stands on for long, somebody may have gone there: a suspicion.
TEST(Following, WhatStandsBesideACaptureForLongMayHaveGoneThere) {
  const auto lines = told(
      "fen r3k2r/p4p2/b2qpp2/2p4p/3p4/5N2/PPPQ1PPP/R3R1K1 w kq - 0 18\ncontrol 5400+30\n"
      "!B [1] -f3 [+0.5] +d3 [+0.5] !W [+0.3] . [+5]");
  const auto illegal = left_of(lines, Kind::illegal_move);
  ASSERT_EQ(illegal.size(), 1U);
  EXPECT_EQ(illegal.front().grade, Grade::C);
}

// The queen on d2 is knocked to d3 by the hand that has just put the rook down on d1; the clock is pressed.
TEST(Following, APieceThatSlipsToTheNextSquareIsNoSecondMove) {
  const std::string board = "fen 4k3/8/8/8/8/8/3Q2PP/R5K1 w - - 0 1\ncontrol 300+2\n!B [1] ";
  const auto slipped = told(board + "-a1 [+1] +d1 [+0.4] -d2 [+0.12] +d3 [+0.02] !W [+0.2] . [+4]");
  EXPECT_TRUE(about(slipped, Kind::illegal_move).empty());
  EXPECT_EQ(about(slipped, Kind::displaced).size(), 1U);
  const auto moved = told(board + "-a1 [+1] +d1 [+0.4] -d2 [+0.4] +d3 [+0.3] !W [+0.2] . [+4]");
  EXPECT_FALSE(about(moved, Kind::illegal_move).empty());
}

// Knocked to d6 or moved there: that something is wrong is sure, and is not kept back until it is known what.
TEST(Following, WhatStandsElsewhereIsToldBeforeItIsKnownHowItCameThere) {
  const auto lines = told(
      "fen 4k3/2pp4/8/8/8/8/6PP/R5K1 b - - 0 1\ncontrol 300+2\n"
      "!W [1] -d7 [+1] +d6 [+0.4] -c7 [+0.05] +c6 [+0.1] !B [+0.4] . [+2]");
  for (const Report& line : lines) {
    const auto* move = std::get_if<MoveReport>(&line);
    if (move == nullptr) continue;
    EXPECT_EQ(std::count(move->alternatives.begin(), move->alternatives.end(), move->uci), 0);
  }
  const auto knocked = about(lines, Kind::displaced);
  const auto moved = about(lines, Kind::illegal_move);
  ASSERT_EQ(knocked.size() + moved.size(), 1U);
  const Finding& told_first = (knocked.empty() ? moved : knocked).front();
  EXPECT_EQ(told_first.grade, Grade::C);
  EXPECT_EQ(told_first.text.english(),
            "Two pieces were moved: d7-d6 and c7-c6. Or: The black pawn stood on c6 instead of c7 when Black "
            "pressed.");
}

// The board is 0.6 s behind the clock. After a few plies that is known, and nobody has pressed too early.
TEST(Following, AClockThatIsAheadOfTheBoardIsLearnt) {
  const auto lines = told(
      "control 180+2\n!B [1] -e2 [+2] !W [+0.4] +e4 -e7 [+2] !B [+0.4] +e5 -g1 [+2] !W [+0.4] +f3 -b8 [+2] "
      "!B [+0.4] "
      "+c6 -f1 [+2] !W [+0.4] +c4 -f8 [+2] !B [+0.4] +c5 -c2 [+2] !W [+0.4] +c3 -g8 [+2] !B [+0.4] +f6 . "
      "[+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6"));
  const auto early = about(lines, Kind::press_before_place);
  EXPECT_TRUE(std::all_of(early.begin(), early.end(), [](const Finding& f) { return f.ply <= 4; }));
}

// White presses without a move, and Black stops the clocks at once: that is what the arbiter is called for.
TEST(Following, WhatWasBelievedIsToldAlthoughTheClocksAreStopped) {
  const auto lines =
      told("control 300+2\n!B [1] -e2 [2] +e4 [2.4] !W [3] -e7 [5] +e5 [5.4] !B [6] !W [8] || [8.4] . [+20]");
  EXPECT_EQ(about(lines, Kind::press_without_move).size(), 1U);
}

// The clocks are stopped while the queen is put down that ends the game. Nobody presses any more; the board rests.
TEST(Following, TheLastMoveIsFollowedAlthoughTheClocksAreStoppedWithIt) {
  const auto lines = told(
      "senses identity\nfen 2b4k/1p3P1p/p6R/8/8/8/PP6/6K1 b - - 0 40\ncontrol 5400+30\n"
      "!W [1] -a6 [2] +a5 [2.3] -f7 [7] +f8=P [7.1] -f8 [9.5] || [9.55] +f8=Q [9.56] ARB result 1-0 [13] . "
      "[+1]");
  EXPECT_THAT(moves_of(lines), ElementsAre("a6a5", "f7f8q"));
}

// White's button is at Black's side.
TEST(Following, ATurnedClockIsToldAndCostsNothing) {
  const auto lines = told(
      "control 180+2\n!W [1] -e2 [+1] +e4 [+0.4] !B [+2] -e7 [+1] +e5 [+0.4] !W [+3] -g1 [+1] +f3 [+0.4] !B "
      "[+1] -b8 [+1] "
      "+c6 [+0.4] !W [+4] -f1 [+1] +c4 [+0.4] !B [+2] -f8 [+1] +c5 [+0.4] !W [+1] -c2 [+1] +c3 [+0.4] !B "
      "[+3] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3"));
  ASSERT_EQ(about(lines, Kind::clock_fault).size(), 1U);
  EXPECT_TRUE(left_of(lines, Kind::press_without_move).empty());
}

// The sensor of c3 shows a piece for ever. The knight leaves it and takes; its other square is swept so quickly
// that nothing is seen of it either.
TEST(StuckSquare, ACaptureOutOfItIsToldByTheClockAlone) {
  const auto lines = told(
      "fen 4k3/7p/8/3p4/8/2N5/P7/4K3 w - - 0 1\ncontrol 5400+30\n!B [1] !W [+20] -e8 [+8] +f8 [+0.4] "
      "!B [+1] -d5 [+9] +f4 [+0.4] !W [+1] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("c3d5", "e8f8", "d5f4"));
}

TEST(StuckSquare, ACaptureOutOfItIsLikelierThanAMoveOnTheClockOfOneWhoHadNotMoved) {
  // Something was seen of the pawn.
  const auto lines = told(
      "fen 4k3/7p/8/3p4/8/2N5/P7/4K3 w - - 0 1\ncontrol 5400+30\n!B [1] -d5 [+9] +d5 [+0.04] !W [+1] "
      "-e8 [+8] +f8 [+0.4] !B [+1] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("c3d5", "e8f8"));
  EXPECT_TRUE(about(lines, Kind::out_of_turn).empty());
}

TEST(StuckSquare, APieceThatLeavesItIsFollowedAlthoughTheReplyComesAtOnce) {
  // g1 shows a piece for ever, and before anybody can be sure of that the reply is on its way.
  const auto lines = told(
      "fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ncontrol 180+2\n!B [1] +f1=K [+3] -g7 [+0.08] +g6 [+0.2] "
      "!W [+0.3] !B [+0.4] -f1 [+3] +e2 [+0.3] !W [+0.5] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("g1f1", "g7g6", "f1e2"));
}

TEST(StuckSquare, APieceThatWasLiftedDuringTheOthersMoveMayHaveGoneThere) {
  // While White's rook slides, Black's rook is lifted, and is seen nowhere until it moves again.
  const auto lines = told(
      "fen 6k1/5ppp/8/r7/P7/8/5PPP/3R2K1 w - - 0 1\ncontrol 180+2\n!B [1] -d1 [+3] +d2 [+0.04] -a5 [+0.04] "
      "-d2 [+0] +d3 [+0.04] -d3 [+0.08] +d4 [+0.04] !W [+0.5] !B [+0.3] -g2 [+3] +g3 [+0.3] !W [+0.4] "
      "+c8=r [+3] !B [+0.4] -g3 [+3] +g4 [+0.3] !W [+0.4] -c8 [+3] +c2 [+0.4] !B [+0.4] . [+3]");
  const auto moves = moves_of(lines);
  ASSERT_EQ(moves.size(), 6U);
  EXPECT_EQ(moves[0], "d1d4");
  EXPECT_EQ(moves[3].substr(2), "c8");
  EXPECT_EQ(moves[1], "a5" + moves[3].substr(0, 2));
}

TEST(StuckSquare, APieceGoesThereAndTheReplyIsInTheHandAtThePress) {
  const auto lines = told(
      "fen 6k1/5ppp/8/r7/8/3N4/5PPP/6K1 b - - 0 1\ncontrol 180+2\n!W [1] -a5 [+3] -d3 [+0.5] !B [+0.1] "
      "+b4 [+0.25] !W [+0.5] -g7 [+3] +g6 [+0.3] !B [+0.4] -h2 [+3] +h3 [+0.3] !W [+0.4] +a8=r [+3] !B "
      "[+0.4] . [+3]");
  const auto moves = moves_of(lines);
  ASSERT_EQ(moves.size(), 5U);
  EXPECT_EQ(moves[1], "d3b4");
  EXPECT_EQ(moves[4].substr(2), "a8");
  EXPECT_EQ(moves[0], "a5" + moves[4].substr(0, 2));
}

TEST(StuckSquare, APieceLeavesItAndOnlyTheOthersPieceIsInTheHandAtThePress) {
  const auto lines = told(
      "fen 6k1/1p3ppp/8/8/8/8/P4PPP/6K1 b - - 0 1\ncontrol 180+2\n!W [1] +b5=p [+3] -a2 [+0.2] !B [+0.24] "
      "+a4 [+0.04] !W [+0.5] -g8 [+3] +f8 [+0.3] !B [+0.4] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("b7b5", "a2a4", "g8f8"));
}

// A queen is seen to leave, and nowhere to come: any of twenty-odd squares may be blind. Where she was comes
// out when she takes again.
TEST(StuckSquare, WhereAQueenWentStaysOpenUntilSheMovesAgain) {
  std::string story = "fen 4k3/7p/8/8/3Q4/8/7p/K7 w - - 0 1\ncontrol 5400+30\n!B [1] -d4 [+9] !W [+2] ";
  constexpr std::array<const char*, 4> kKing{"e8", "e7", "f7", "e8"};
  constexpr std::array<const char*, 4> kOther{"a1", "a2", "b1", "a1"};
  for (std::size_t i = 0; i < 3; ++i) {
    story += std::string{"-"} + kKing[i] + " [+8] +" + kKing[i + 1] + " [+0.4] !B [+1] ";
    story += std::string{"-"} + kOther[i] + " [+8] +" + kOther[i + 1] + " [+0.4] !W [+1] ";
  }
  story += "-e8 [+8] +f8 [+0.4] !B [+1] ";
  // The likeliest square changes on the way; what else it may be is said each time.
  std::vector<std::string> alternatives;
  for (const Report& line : told(story + ". [+3]")) {
    const auto* move = std::get_if<MoveReport>(&line);
    if (move != nullptr && move->ply == 1) alternatives = move->alternatives;
    if (std::holds_alternative<RevisionReport>(line)) alternatives.clear();
  }
  EXPECT_THAT(alternatives, testing::Contains("d4d3"));
  const auto moves = moves_of(told(story + "-h7 [+8] +h7=Q [+0.6] !W [+1] . [+3]"));
  ASSERT_EQ(moves.size(), 9U);
  EXPECT_EQ(moves[0], "d4d3");
  EXPECT_EQ(moves[8], "d3h7");
}

// The sensor of d8 is stuck: the queen that left it is still seen there, and its capture on g5 is not seen at all. The
// knight had not come to g5 two seconds before it was lifted.
TEST(StuckSquare, APieceThatLeftItIsNotTheOneThatTakesAnother) {
  const auto lines = told(
      "fen r1bqk1nr/p1pp1ppp/2P5/2b1p3/8/5N1P/1PPPPPP1/RNBQKB1R b KQkq - 0 1\ncontrol 180+2\n!W [1] +g5=q "
      "[8] "
      "!B [8.58] -f3 [10.44] !W [11.8] -c6 [13.8] -d7 [13.96] +c6 [14.16] !B [14.64] . [+2]");
  EXPECT_TRUE(about(lines, Kind::out_of_turn).empty());
  EXPECT_THAT(moves_of(lines), ElementsAre("d8g5", "f3g5", "d7c6"));
}

TEST(StuckSquare, ShowsNoKingInTheCentre) {
  // The knight has left e4, whose sensor goes on showing a piece; a king stands on e5, and the other walks.
  const auto lines = told(
      "fen 8/8/8/4k3/4N3/5K2/7p/8 w - - 0 1\ncontrol 5400+30\n!B [1] +g5=N [+9] !W [+1] -h2 [+9] +h1=q "
      "[+0.5] !B [+1] -f3 [+9] +g3 [+0.4] !W [+1] . [+20] -h1 [+1] +g1 [+0.4] !B [+1] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e4g5", "h2h1q", "f3g3", "h1g1"));
  EXPECT_TRUE(about(lines, Kind::result_signal).empty());
}

// A flickering sensor is no reason to wait, and no reason to overlook the piece that stood on it.
TEST(OutOfTurn, IsSeenBesideASquareThatFlickers) {
  std::string story =
      "fen 4k3/8/8/8/8/8/1P6/R3K2R w - - 0 1\ncontrol 180+2\n!B [0.5] -b2 [2] +b3 [2.4] !W [3] ";
  const auto flicker = [&](double from, double to) {
    for (double t = from; t < to; t += 0.4)
      story += "-h1 [" + std::to_string(t) + "] +h1 [" + std::to_string(t + 0.1) + "] ";
  };
  flicker(3.5, 7.9);
  story += "-b3 [8] +b4 [8.5] ";  // White again
  flicker(8.6, 11.9);
  const auto found = about(told(story + " . [+0.1]"), Kind::out_of_turn);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].played, "b3b4");
  EXPECT_LT(found[0].t, Time{11'000'000});
}

TEST(OutOfTurn, IsSeenOfAPieceWhoseSquareFlickered) {
  std::string story =
      "fen 4k3/8/8/8/8/8/1P6/R3K2R w - - 0 1\ncontrol 180+2\n!B [0.5] -b2 [2] +b3 [2.4] !W [3] ";
  for (double t = 3.5; t < 7.9; t += 0.4)
    story += "-h1 [" + std::to_string(t) + "] +h1 [" + std::to_string(t + 0.1) + "] ";
  const auto found = about(told(story + "-h1 [8] +h4 [8.5] . [+4]"), Kind::out_of_turn);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back().id, found.front().id);
  EXPECT_EQ(found.back().played, "h1h4");
  EXPECT_EQ(found.back().grade, Grade::B);
}

// With a queen on e8 it is mate; nobody has seen which piece was put there.
TEST(Following, AMateByAnUnseenPieceWaitsForTheClockOrForWhatIsPlayed) {
  const std::string story =
      "fen 6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1\nclock W 1:30:00 B 1:30:00\n!B [1] -e7 [5] +e8=Q [6] !W [7] ";
  const auto results = [&](const std::string& what_follows) {
    std::vector<std::string> list;
    for (const Report& line : told(story + what_follows))
      if (const auto* game = std::get_if<GameReport>(&line);
          game != nullptr && game->state == GameState::over)
        list.push_back(game->result);
    return list;
  };
  EXPECT_THAT(results("|| [9] . [+3]"), ElementsAre("1-0"));
  EXPECT_THAT(results(". [+70]"), ElementsAre("1-0"));
  EXPECT_THAT(results("-g8 [20] +f8 [20.5] !B [21] . [+3]"), testing::IsEmpty());
  EXPECT_THAT(moves_of(told(story + "-g8 [20] +f8 [20.5] !B [21] . [+3]")), ElementsAre("e7e8n", "g8f8"));
}

// … as does one for which it is needed, plies later: a knight on g8 leaves g5 to the king.
TEST(Following, AMateThatRestsOnAnUnseenPieceWaitsToo) {
  const std::string story =
      "fen 8/p5P1/8/8/7k/5K2/8/R7 w - - 0 1\nclock W 1:30:00 B 1:30:00\n!B [1] -g7 [5] +g8=Q [6] !W [7] -a7 "
      "[20] +a6 "
      "[20.5] !B [21] -a1 [25] +h1 [25.5] !W [26] ";
  const auto is_over = [&](const std::string& what_follows) {
    const auto lines = told(story + what_follows);
    return std::any_of(lines.begin(), lines.end(), [](const Report& line) {
      const auto* game = std::get_if<GameReport>(&line);
      return game != nullptr && game->state == GameState::over;
    });
  };
  EXPECT_TRUE(is_over("|| [28] . [+3]"));
  EXPECT_TRUE(is_over(". [+70]"));
  const std::string goes_on = "-h4 [40] +g5 [40.5] !B [41] . [+3]";
  EXPECT_FALSE(is_over(goes_on));
  const auto moves = moves_of(told(story + goes_on));
  ASSERT_EQ(moves.size(), 4U);
  EXPECT_EQ(moves[0], "g7g8n");
  EXPECT_EQ(moves[3], "h4g5");
}

// The game is over, nobody has said so, and White's clock runs: the pieces are put up again, the king first.
TEST(IllegalMove, IsNoneWherePiecesGoHomeOneAfterTheOther) {
  const std::string story =
      "fen 4k1n1/3b4/2r1p3/2b5/1q6/8/4K3/8 w - - 30 62\nclock W 1:45:55 B 1:42:53\n!B [1] -e2 [20] +e1 "
      "[20.3] ";
  EXPECT_TRUE(
      about(told(story +
                 "-b4 [20.9] +d8 [21.5] -c5 [22.3] +c8 [22.8] -c6 [23.4] +a8 [23.9] -e6 [24.7] -d7 [26] "
                 "+f8=b [26.5] +a1 [28.1] . [+8]"),
            Kind::illegal_move)
          .empty());
  EXPECT_EQ(about(told(story + "!W [21] . [+3]"), Kind::illegal_move).size(), 1U);
}

// White's pawn on b7 may be pushed, or take on c8.
constexpr const char* kAboutToPromote = "fen 2r3k1/1P6/8/8/8/8/5PPP/6K1 w - - 0 40\ncontrol 5400+30\n!B [1] ";

TEST(PromotionIncomplete, IsLikelierThanACaptureAndAnExchangeThatNobodySaw) {
  const auto lines = told(std::string{kAboutToPromote} + "-b7 [5] !W [6.5] . [+3]");
  const auto found = about(lines, Kind::promotion_incomplete);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].squares, ElementsAre(Square::b8));
  EXPECT_EQ(found[0].grade, Grade::B);
  EXPECT_EQ(
      found[0].text.english(),
      "White pressed the clock, and no piece stands on b8 where the pawn was promoted, unless it took on "
      "c8 between two scans.");
}

TEST(PromotionIncomplete, IsBelievedWhereTheSquareWasSeenToEmptyAgain) {
  const std::string start = "fen 6k1/1P6/8/8/8/8/5PPP/6K1 w - - 0 40\ncontrol 5400+30\n!B [1] -b7 [5] ";
  const auto seen = about(told(start + "+b8 [5.4] -b8 [5.8] !W [6.5] . [+3]"), Kind::promotion_incomplete);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen.back().grade, Grade::B) << "the queen may stand there, badly";
  // A sensor that has failed as the queen came says the same.
  const auto unseen = about(told(start + "!W [6.5] . [+3]"), Kind::promotion_incomplete);
  ASSERT_EQ(unseen.size(), 1U);
  EXPECT_EQ(unseen[0].grade, Grade::B);
}

TEST(PromotionIncomplete, IsNoneWhereTheSquareOfTheTakenPieceHasChanged) {
  const auto lines = told(std::string{kAboutToPromote} + "-c8 [4.5] -b7 [5] +c8=Q [6] !W [6.5] . [+3]");
  EXPECT_TRUE(about(lines, Kind::promotion_incomplete).empty());
  EXPECT_THAT(moves_of(lines), ElementsAre("b7c8q"));
}

TEST(PromotionIncomplete, IsFoundWhenThePlyBeforeLastWasNeverPressed) {
  // Black's clock runs all the time: the press is for the pawn, not for Black's move of long ago.
  const auto lines = told(
      "fen 6k1/8/8/8/8/8/1p3PPP/R5K1 w - - 0 40\ncontrol 5400+30\n!B [1] -f2 [3] +f3 [3.5] !W [4] "
      "-g8 [9] +g7 [9.5] -h2 [13] +h3 [13.5] -a1 [17] -b2 [18] !B [20] . [+3]");
  const auto found = about(lines, Kind::promotion_incomplete);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].squares, ElementsAre(Square::a1));
}

// Black's pawn comes to stand where it might have been moved to, while White's bishop is being carried.
// Whoever had played it would have pressed.
TEST(Displaced, IsToldOfAReplyThatIsNotPressed) {
  const std::string story =
      "fen 4k3/pp3ppp/8/8/8/8/PP3PPP/4KB2 w - - 0 1\nclock W 1:30:00 B 1:30:00\n!B [1] -f1 [5] -b7 [5.16] "
      "+c4 [5.24] +b6 [5.28] !W [5.8] ";
  const auto found = about(told(story + ". [+4]"), Kind::displaced);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_LT(found[0].t, Time{8'300'000});
  EXPECT_EQ(found[0].text.english(),
            "The black pawn stood on b6 instead of b7 when White pressed, unless Black has moved it there "
            "and not pressed.");
  const auto pressed = told(story + "!B [6.1] . [+4]");
  EXPECT_TRUE(about(pressed, Kind::displaced).empty());
  EXPECT_THAT(moves_of(pressed), ElementsAre("f1c4", "b7b6"));
}

// The queen rests on her way; the bishop replies, and is still being slid when she goes on.
TEST(Following, APieceThatRestedOnItsWayGoesOnAfterTheReply) {
  const auto lines = told(
      "fen 6k1/5ppp/2q5/8/1B6/8/5PPP/6K1 b - - 0 1\nclock W 0:02:17 B 0:02:04\n!W [1] (-c6 +d6) [5] -b4 "
      "[5.24] "
      "+c3 [5.28] (-c3 +d2) [5.4] -d6 [5.44] +e6 [5.48] -d2 [5.52] +e1 [5.56] !B [5.9] !W [6.1] -e6 [9] +e2 "
      "[9.2] !B [9.9] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("c6e6", "b4e1", "e6e2"));
}

// Which piece goes to which square is told by when they went: the second had not left when the first arrived.
TEST(IllegalMove, IsOfTwoPiecesWhenNeitherWasKnockedOver) {
  const auto found =
      about(told("fen k7/8/8/4B3/4N3/8/8/4K3 w - - 0 1\nclock W 0:40:00 B 0:40:00\n!B [1] -e4 [5] "
                 "+f6 [5.5] -e5 [6] +g3 [6.5] !W [7.3] . [+1.5]"),
            Kind::illegal_move);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].reason, Reason::two_moves);
}

TEST(IllegalMove, TakesNoKingOfItsOwnSide) {
  const auto lines = told(
      "fen 4k3/1b6/8/8/8/8/8/4K2R w - - 0 1\nclock W 0:40:00 B 0:40:00\n!B [1] -e8 [4] +e8 "
      "[4.08] -b7 [5] !W [7] . [+1.5]");
  EXPECT_TRUE(about(lines, Kind::king_captured).empty());
  const auto found = about(lines, Kind::illegal_move);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].reason, Reason::piece_removed);
}

// White has won and nobody has said so; White's pieces are put up again while Black's clock runs.
TEST(OutOfTurn, IsNoneWherePiecesGoHomeAfterTheGame) {
  const auto lines = told(
      "fen 1rb5/6k1/5q2/3p1p2/7P/N1B3PQ/8/3R2K1 b - - 0 50\nclock W 0:00:46 B 0:00:54\n!W [1] -d1 [21.44] "
      "+a1 "
      "[21.8] -g1 [22.44] +e1 [22.72] -a3 [23.4] +b1 [23.72] -c3 [24.08] +c1 [24.32] -g3 [25.04] +a2=P "
      "[25.44] "
      ". [+8]");
  EXPECT_TRUE(about(lines, Kind::out_of_turn).empty());
  EXPECT_TRUE(about(lines, Kind::illegal_move).empty());
}

// White has just moved, and his rook goes to its first square: the game may be over.
TEST(OutOfTurn, OfAPieceThatGoesHomeIsASuspicion) {
  const std::string story =
      "fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ncontrol 300+2\n!B [1] -h2 [4] +h3 [4.4] !W [5] -d1 [20] "
      "+a1 [20.6] ";
  const auto home = about(told(story + ". [+5]"), Kind::out_of_turn);
  ASSERT_FALSE(home.empty());
  EXPECT_EQ(home.back().grade, Grade::C);
  std::string elsewhere = story;
  elsewhere.replace(elsewhere.find("+a1"), 3, "+d7");
  const auto away = about(told(elsewhere + ". [+5]"), Kind::out_of_turn);
  ASSERT_FALSE(away.empty());
  EXPECT_EQ(away.back().grade, Grade::B);
}

// The pawn was put down on g5 for a moment, and pushed to g6 alone: White's pawn does not take it in passing.
TEST(Following, APawnThatHesitatedIsNotTakenEnPassant) {
  const auto lines = told(
      "fen 6k1/5ppp/8/7P/8/8/5PP1/6K1 b - - 0 1\nclock W 0:02:26 B 0:02:26\n!W [1] -g7 [5] +g5 [5.24] -g5 "
      "[5.36] "
      "+g6 [5.48] !B [5.9] -h5 [8] -g6 [8.16] +g6=P [8.2] !W [10] -g8 [12] +g7 [12.3] !B [13] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("g7g6", "h5g6", "g8g7"));
}

// The knight is in the hand at the press, and put down a second later. It might have taken d6 unseen, until
// then.
constexpr const char* kInHandAtPress =
    "fen 4k3/pp3ppp/3p4/8/2N5/8/PP3PPP/4K3 w - - 0 1\ncontrol 180+2\n!B [1] -c4 [5] !W [5.3] ";

TEST(PressBeforePlace, IsSeenAlthoughThePieceMightHaveTakenUnseen) {
  const auto lines = told(std::string{kInHandAtPress} + "+e3 [6.1] . [+2]");
  const auto found = about(lines, Kind::press_before_place);
  ASSERT_EQ(found.size(), 1U);
  // Nobody knows yet how much later scans come than presses.
  EXPECT_EQ(found[0].grade, Grade::C);
  EXPECT_LT(found[0].t, Time{8'000'000});
  EXPECT_EQ(found[0].text.english(), "White pressed the clock with the piece from c4 still in the air.");
  EXPECT_THAT(moves_of(lines), ElementsAre("c4e3"));
  EXPECT_TRUE(
      about(told(std::string{kInHandAtPress} + "+e3 [5.4] . [+2]"), Kind::press_before_place).empty());
}

TEST(PressBeforePlace, IsNoCaptureOfAPieceTouchedBefore) {
  const std::string before = "fen 4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 b - - 0 1\ncontrol 180+2\n!W [1] ";
  // a7 is put straight before the pawn is lifted; or it flickers while the pawn is in the air.
  for (const char* touched : {"-a7 [3] +a7 [3.5] -f7 [5] ", "-f7 [5] -a7 [5.12] +a7 [5.16] "}) {
    const auto lines = told(before + touched + "!B [5.4] . [5.9] +f5 [6] . [+2]");
    EXPECT_TRUE(about(lines, Kind::illegal_move).empty()) << touched;
    EXPECT_EQ(about(lines, Kind::press_before_place).size(), 1U) << touched;
    EXPECT_THAT(moves_of(lines), ElementsAre("f7f5")) << touched;
  }
}

TEST(PressBeforePlace, IsNoneWhereThePieceHadStoodOnItsSquare) {
  // It stands badly: the sensor lost it before the press, and finds it again.
  const auto lines = told(
      "fen 4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 b - - 0 1\ncontrol 5400+30\n!W [1] -f7 [5] +f6 [5.3] -f6 [6.6] !B "
      "[6.64] "
      "+f6 [7.2] -f6 [7.36] +f6 [7.68] . [+2]");
  const auto found = about(lines, Kind::press_before_place);
  EXPECT_TRUE(found.empty());
  EXPECT_THAT(moves_of(lines), ElementsAre("f7f6"));
}

// The second pawn is moved half a second after the first: no hand was there to knock it over.
TEST(IllegalMove, IsOfTwoPiecesWhereTheSecondIsMovedAfterTheFirst) {
  const std::string story =
      "fen 4k3/pp3ppp/8/8/8/8/PP3PPP/4KB2 w - - 0 1\nclock W 0:02:30 B 0:02:30\n!B [1] -f1 [5] +c4 [5.2] ";
  const auto found = about(told(story + "-h2 [5.72] +h3 [5.84] !W [6.5] . [+1]"), Kind::illegal_move);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].reason, Reason::two_moves);
}

// Nobody saw the pawn on d5 leave, and White is slow to press.
/// The story as a clock and a board tell of it of which the board is later by `delay`.
/// `every`: how often it is asked to look although nothing has come; zero: never.
std::vector<Report> told_late(const std::string& story, Time delay, Time every = Time{0}) {
  const auto compiled = support::compile_story(story);
  if (!compiled) throw std::runtime_error{compiled.error().sentence};
  std::vector<record::Record> records = compiled->records;
  for (record::Record& record : records)
    if (auto* scan = std::get_if<record::Scan>(&record)) scan->t += delay;
  std::stable_sort(records.begin(), records.end(),
                   [](const record::Record& a, const record::Record& b) { return time_of(a) < time_of(b); });
  std::vector<Report> lines;
  Detector detector{compiled->header, [&](const Report& line) { lines.push_back(line); }};
  Time looked{0};
  for (const auto& record : records) {
    for (; every > Time{0} && looked < time_of(record); looked += every) detector.advance_to(looked);
    detector.on(record);
  }
  detector.finish();
  return lines;
}

// On a set that lies the other way round the first move might be one of Black's, too, that came after White's press:
// then all presses would fit as well.
TEST(Following, ScansThatComeLateFromTheFirstMoveOnCostNoPly) {
  const std::string game =
      "control 60+0\n!B [2] -b1 [4] +c3 [4.2] !W [4.3] -c7 [5.4] +c6 [5.6] !B [5.7] -f2 [6.9] +f3 [7.1] !W "
      "[7.2] "
      "-d7 [8.3] +d5 [8.5] !B [8.6] -g1 [9.9] +h3 [10.1] !W [10.2] -g8 [11.3] +f6 [11.5] !B [11.6] -e2 "
      "[12.7] "
      "+e4 [12.9] !W [13] -e7 [14.2] +e6 [14.4] !B [14.5] -f1 [15.8] +d3 [16] !W [16.1] -f8 [17.2] +d6 "
      "[17.4] "
      "!B [17.5] -a2 [18.6] +a3 [18.8] !W [18.9] -b8 [20] +d7 [20.2] !B [20.3] -d1 [21.4] +e2 [21.6] !W "
      "[21.7] "
      "-d8 [22.8] +e7 [23] !B [23.1] . [+5]\n";
  for (const bool turned : {false, true})
    for (const int delay : {0, 500, 700, 900}) {
      const auto lines = told_late((turned ? "turned\n" : "") + game, std::chrono::milliseconds{delay});
      EXPECT_THAT(moves_of(lines), ElementsAre("b1c3", "c7c6", "f2f3", "d7d5", "g1h3", "g8f6", "e2e4", "e7e6",
                                               "f1d3", "f8d6", "a2a3", "b8d7", "d1e2", "d8e7"))
          << delay << " ms, turned: " << turned;
      for (const Kind kind :
           {Kind::illegal_move, Kind::out_of_turn, Kind::clock_fault, Kind::initial_position})
        for (const Finding& finding : about(lines, kind))
          EXPECT_TRUE(finding.grade == Grade::C || finding.state == State::withdrawn)
              << finding.text.english();
    }
}

TEST(Following, ACaptureThatNobodySawIsToldBeforeTheLatePress) {
  const auto lines = told(
      "fen r1bqkbnr/ppp1pppp/2n5/3p4/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1\ncontrol 5400+30\nperiod 0.2\n"
      "!B [1] -c4 [5] . [7.6]");
  const auto said = std::find_if(lines.begin(), lines.end(),
                                 [](const Report& line) { return std::holds_alternative<MoveReport>(line); });
  ASSERT_NE(said, lines.end());
  EXPECT_EQ(std::get<MoveReport>(*said).uci, "c4d5");
  EXPECT_LT(std::get<MoveReport>(*said).t, Time{7'600'000});
}

// The pawn that was knocked off b7 moves from where it stands. Later another one is knocked over.
TEST(Displaced, IsToldAgainOfAnotherPiece) {
  const auto found = about(
      told("fen 4k3/pp3ppp/8/8/8/8/PP3PPP/4KB2 w - - 0 1\nclock W 0:02:30 B 0:02:30\n!B [1] -f1 [5] -b7 "
           "[5.08] +c7 [5.12] +c4 [5.2] !W [5.6] -c7 [9] +b6 [9.2] !B [9.6] -c4 [14] -h7 [14.08] +h8 [14.12] "
           "+d5 [14.2] !W [14.6] . [+2]"),
      Kind::displaced);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].text.english(), "The black pawn stood on c7 instead of b7 when White pressed.");
  EXPECT_EQ(found[1].text.english(), "The black pawn stood on h8 instead of h7 when White pressed.");
}

// The piece is knocked from a square that has been flickering: that it left the square is not certain.
TEST(Displaced, IsToldOfAPieceWhoseSquareFlickers) {
  const auto lines = told(
      "fen 4k3/p4ppp/5r2/8/8/2n5/PP3PPP/2R1KB2 b - - 0 1\nclock W 0:02:30 B 0:02:30\n!W [1] -c1 [2] +c1 "
      "[2.3] -c1 [3] +c1 [3.1] -c1 [3.6] +c1 [4] -h7 [4.4] +h6 [4.6] !B [4.9] -c1 [5.5] +c1 [5.6] -c1 [6.5] "
      "+c1 [6.7] -h2 [7] +h3 [7.2] !W [7.6] -c1 [8] +c1 [8.1] -c3 [9.2] -c1 [9.32] +d1 [9.4] +b5 [9.48] !B "
      "[10.32] . [+2]");
  const auto found = about(lines, Kind::displaced);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].text.english(),
            "The white rook stood on d1 instead of c1 when Black pressed, unless White has moved it there "
            "and not pressed.");
  EXPECT_THAT(moves_of(lines), ElementsAre("h7h6", "h2h3", "c3b5"));
}

// The knight flickers on its new square, at the press too.
TEST(Displaced, IsToldBesideASquareThatFlickers) {
  const auto lines = told(
      "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\nclock W 0:02:57 B 0:03:00\n!W [1] "
      "(-f7 -g8) [3] +e6 [3.12] +h6 [3.24] -h6 [3.56] !B [3.564] +h6 [3.6] -h6 [4.12] +h6 [4.16] -h6 [4.64] "
      "+h6 [4.8] . [5.5]");
  EXPECT_EQ(about(lines, Kind::displaced).size(), 1U);
  EXPECT_TRUE(about(lines, Kind::illegal_move).empty());
}

// King and queen arrive within an instant: no hand makes two moves like that.
TEST(Displaced, IsNoSecondMoveOfTheSameHand) {
  const auto lines = told(
      "fen 8/6k1/5q2/8/8/8/5PPP/6K1 b - - 0 1\nclock W 0:02:30 B 0:02:30\n!W [1] -g7 [2] +g7 [2.3] -g7 [3] "
      "+g7 [3.1] -g7 [3.6] +g7 [4] -f6 [4.4] +f5 [4.6] !B [4.9] -g7 [5.5] +g7 [5.6] -h2 [7] +h3 [7.2] !W "
      "[7.6] -g7 [8] +g7 [8.04] -g7 [8.7] +g7 [8.74] -g7 [9] -f5 [9.08] +e4 [9.12] +g8 [9.16] !B [9.75] . "
      "[+2.5]");
  EXPECT_EQ(about(lines, Kind::displaced).size(), 1U);
  EXPECT_TRUE(about(lines, Kind::out_of_turn).empty());
}

// Black's pawn may go to h6; but who replies in the instant in which the move is complete does not then wait.
TEST(Displaced, IsLikelierThanAReplyInThatInstant) {
  const auto found = about(
      told("fen rnbqkbnr/pppppp1p/6p1/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq - 0 1\nclock W 0:02:30 B 0:02:30\n!B "
           "[1] -g2 [5.12] (+g4 -h7) [5.28] +h6 [5.32] !W [6.1] . [8.1]"),
      Kind::displaced);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].text.english(),
            "The black pawn stood on h6 instead of h7 when White pressed, unless Black has moved it there "
            "and not pressed.");
}

// The queen that goes on to g2 may have been White's, had Black taken elsewhere. That is less likely by far.
TEST(OutOfTurn, IsToldWhereTheOtherSideMayHaveMovedUnlawfully) {
  const auto grade = [](const std::string& arrives) {
    const auto found =
        about(told("fen 1rb2k2/pp3pb1/4pn1r/nB4pp/P2qR3/6PP/1BPPNP2/1R2Q1K1 b - - 0 18\nclock W 0:02:06 B "
                   "0:01:47\n!W [1] -d4 [9.12] -e4 [9.56] +e4 [9.68] !B [11.314] -e4 [14.12] +g2 [" +
                   arrives + "] . [16.6]"),
              Kind::out_of_turn);
    EXPECT_EQ(found.size(), 1U) << arrives;
    return found.empty() ? Grade::A : found[0].grade;
  };
  EXPECT_EQ(grade("14.24"), Grade::C) << "it may have been pushed there, and nobody has pressed for it";
  EXPECT_EQ(grade("14.44"), Grade::B) << "it was carried";
}

// The queen is put down at once, and her sensor loses her while Black presses; or it was the pawn, and was taken away.
TEST(PromotionIncomplete, IsASuspicionUntilNothingHasComeBack) {
  const auto grades = [](const std::string& comes) {
    std::vector<Grade> list;
    for (const Finding& finding : about(told("fen 5b2/4pk1r/8/8/8/8/p7/4K3 b - - 0 31\ncontrol 90+2\n!W [1] "
                                             "-a2 [3] +a1 [3.7] -a1 [4.3] !B [4.6] " +
                                             comes + " . [9]"),
                                        Kind::promotion_incomplete))
      list.push_back(finding.grade);
    return list;
  };
  EXPECT_THAT(grades(""), ElementsAre(Grade::C, Grade::B));
  EXPECT_THAT(grades("+a1=q [5.2]"), ElementsAre(Grade::C));
}

// A pawn was lifted for more than a second, another piece moves, and the reply is under way at once.
TEST(TouchMove, IsToldAlthoughTheReplyOverlaps) {
  const auto lines = told(
      "fen r3k3/ppp2ppp/8/8/8/8/PP3PPP/4KB2 b - - 0 1\nclock W 0:02:30 B 0:02:30\n!W [1] -c7 [2] +c7 [3.4] "
      "-a8 [4.52] -f1 [4.64] +b8 [4.8] +e2 [4.84] !B [5.3] !W [5.6] . [+2]");
  EXPECT_THAT(moves_of(lines), ElementsAre("a8b8", "f1e2"));
  EXPECT_EQ(about(lines, Kind::touch_move).size(), 1U);
}

// Whose hand it was the press tells, however long White waits with it.
TEST(IllegalMove, IsOfTheWrongSideWhereThePressComesAfterAWait) {
  const auto lines = told(
      "fen r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w - - 0 1\nclock W 1:20:00 B 1:20:00\n!B "
      "[1] -g7 [3] +g7 [3.2] -a8 [5] +a7 [5.28] !W [6.135] . [+1]");
  const auto found = about(lines, Kind::illegal_move);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].reason, Reason::wrong_side);
}

// The sensor of a7 loses its piece while White moves and presses. Nobody saw it astray, and it stands there
// again.
TEST(Displaced, IsNoneOfAPieceThatIsBackBeforeItIsTold) {
  const auto lines = told(
      "fen rnbqk1nr/pppppp1p/7b/6p1/1P6/8/P1PPPPPP/RNBQKBNR w KQkq - 0 1\ncontrol 5400+30\n!B [1] -e2 [2] "
      "+e3 "
      "[2.3] !W [3] -b7 [8] +b6 [8.3] !B [9] -d1 [15] -a7 [15.64] +h5 [15.68] !W [16.16] +a7 [16.36] -h6 "
      "[40.68] +g7 [41.04] !B [41.9] . [+3]");
  EXPECT_TRUE(about(lines, Kind::displaced).empty());
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e3", "b7b6", "d1h5", "h6g7"));
}

/// While White plays g4 Black's pawn is knocked from h7 to h6, where it may go.
std::vector<Finding> told_of_knocked_pawn(const std::string& then) {
  return about(told("fen rnbqkbnr/pppppp1p/6p1/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq - 0 1\nclock W 0:02:30 B "
                    "0:02:30\n!B [1] "
                    "-g2 [5.12] -h7 [5.24] +g4 [5.28] +h6 [5.32] !W [6.1] " +
                    then),
               Kind::displaced);
}

// Whether the piece was knocked over or moved is open until somebody puts it back: then it was knocked over.
TEST(Displaced, IsOfGradeCWhereThePieceIsBackWhenItIsTold) {
  const auto found = told_of_knocked_pawn("-h6 [6.3] +h7 [6.44] . [+3]");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].grade, Grade::C);
  EXPECT_EQ(found[0].variant, kPutRight);
  // The evidence is the board at the press, not the one that has been put right.
  EXPECT_TRUE(chess::contains(found[0].evidence.occupied, Square::h6));
  EXPECT_FALSE(chess::contains(found[0].evidence.occupied, Square::h7));
  EXPECT_THAT(found[0].text.english(), testing::EndsWith(" It has been put right since."));
}

// … and it is told, as a suspicion, before: it is likelier than not.
TEST(Displaced, IsASuspicionAsSoonAsItIsLikelierThanNot) {
  const auto found = told_of_knocked_pawn("-h6 [8.4] +h7 [8.6] . [+3]");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].grade, Grade::C);
  EXPECT_LT(found[0].t, std::chrono::milliseconds{8400});
  EXPECT_TRUE(found[0].variant.empty());
}

// The press has completed it: that a sensor which fails shows its piece later for a moment makes it no move that still waits for one.
TEST(IllegalMove, StaysPressedWhateverASensorDoesLater) {
  const auto lines = told(
      "fen r1b2r1k/p5b1/2p3p1/5p1p/2QP1P2/PP4P1/2N2K1n/1RB3R1 w - - 3 29\ncontrol 180+2\n!B [1] -a3 [2.29] "
      "+a4 [2.49] -a4 [2.64] +a4 [2.96] -a4 [3.25] !W [3.64] -g7 [5.08] +h6 "
      "[5.16] !B [5.64] -c4 [6.18] +d3 [6.23] !W [7.18] -c8 [8.01] +h3 [8.15] !B [8.55] +a4 [10.92] -a4 "
      "[11.13] . [+3]");
  const auto left = left_of(lines, Kind::illegal_move);
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].reason, Reason::path_blocked);
  EXPECT_TRUE(about(lines, Kind::illegal_move_pending).empty());
}

// White's rook went to and fro, and Black's queen between: nobody need have moved the other's piece.
TEST(IllegalMove, IsNoneOfTheWrongSideWhereALawfulGameFits) {
  const auto lines = told(
      "fen rnb1kb2/2qp1p2/2p1r3/p5QN/4P3/P6P/2PP4/R1B1KB1R w KQq - 0 22\nclock W 0:02:10 B 0:02:10\n!B [1] "
      "-h1 "
      "[5.12] (+g1 -c7) [5.28] +b6 [5.48] -g1 [5.52] +h1 [5.68] !W [5.826] !B [5.976] -e6 [6.96] -e4 [7.24] "
      "+e4 "
      "[7.28] . [+5]");
  EXPECT_TRUE(about(lines, Kind::illegal_move).empty());
  EXPECT_THAT(moves_of(lines), ElementsAre("h1g1", "c7b6", "g1h1", "e6e4"));
}

// The knight stood on h4, or e5 had been taken unseen: either may have been complete at the press.
TEST(PressBeforePlace, IsNoneWhereAnotherMoveWasCompleteToo) {
  const auto found = about(told("fen rnb1r1k1/pp1p1ppp/1q1b1n2/2p1p3/2B1P1P1/1P3N1P/P1PPQP2/RNB2RK1 w - - 1 "
                                "9\ncontrol 180+2\n!B [1] -f3 [9.84] +h4 [10.2] -h4 [10.84] !W [10.915] +h4 "
                                "[11.44] -b6 [11.8] +c7 [12] !B [12.56] . [+2]"),
                           Kind::press_before_place);
  EXPECT_TRUE(found.empty());
}

// The bishop had taken on a3 and stood there when the sensor of a3 lost it.
TEST(PressBeforePlace, IsNoneWhereThePieceHadTaken) {
  const auto found = about(
      told("fen 1nb1kb1r/2p2pp1/r3qn2/1P2p3/7p/P1NRPN2/3Q1P1P/4KB1R b - - 0 27\nclock W 0:02:54 B "
           "0:01:49\n!W [1] -a3 [6.56] -f8 [7.6] +a3 [8.32] -a3 [9.04] !B [9.056] +a3 [9.64] -b5 [11.72] -a6 "
           "[12.08] +a6 [12.2] !W [13.84] . [+2]"),
      Kind::press_before_place);
  EXPECT_TRUE(found.empty());
}

// The piece may take on c3, and what it takes is seldom seen to leave: it may have been put down there before the press.
TEST(PressBeforePlace, IsASuspicionWhereThePieceMayHaveTakenUnseen) {
  const auto found =
      about(told("fen 4k3/pp3ppp/8/3p4/4N3/2p5/PP3PPP/4K3 w - - 0 1\ncontrol 180+2\n!B [1] -e4 "
                 "[9.2] !W [10.58] -c3 [11.28] +c3 [11.52] . [+2]"),
            Kind::press_before_place);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].grade, Grade::C);
  EXPECT_LT(found[0].share.value_or(1000), 500U);
}

// Of five promoted pieces in a hundred nobody can say before they move what they are, and some never give it
// away.
TEST(IllegalMove, OfAPieceThatNobodyHasSeenIsDoubtful) {
  // From d8 to b7 goes a knight alone, from b7 to b4 a rook or a queen, to e6 nobody.
  const std::string story =
      "fen 7k/3P4/8/8/7p/8/8/K7 w - - 0 1\ncontrol 5400+30\n!B [1] -d7 [9] +d8 [9.6] !W [11] -h4 [20] +h3 "
      "[20.4] !B [21] -d8 [30] +b7 [30.4] !W [31] -h3 [40] +h2 [40.4] !B [41] -b7 [50] ";
  const auto rook = about(told(story + "+b4 [50.4] !W [51] . [+5]"), Kind::illegal_move);
  ASSERT_EQ(rook.size(), 1U);
  EXPECT_EQ(rook[0].grade, Grade::B);
  EXPECT_THAT(rook[0].text.english(),
              HasSubstr("What the pawn became that is now the white knight on b7 was not seen."));
  const auto nobody = about(told(story + "+e6 [50.4] !W [51] . [+5]"), Kind::illegal_move);
  ASSERT_EQ(nobody.size(), 1U);
  EXPECT_EQ(nobody[0].grade, Grade::A);
}

// The pawn goes off the board and a queen comes, which takes longer than to push the pawn. It is taken at once.
TEST(PromotionIncomplete, IsNoneWhereThePieceWasFetchedAndIsTaken) {
  const auto lines = told(
      "fen 7r/2P2pkp/8/8/8/8/5PPP/6K1 w - - 0 1\ncontrol 180+2\n!B [1] -c7 [8.4] +c8 [9.68] -c8 [9.92] !W "
      "[10.33] -h8 [10.84] +c8 [11.44] !B [12.3] . [+2]");
  EXPECT_TRUE(about(lines, Kind::promotion_incomplete).empty());
  EXPECT_THAT(moves_of(lines), ElementsAre("c7c8q", "h8c8"));
}

// She was seen for four scans, and then the sensor lost her for a second.
TEST(PressBeforePlace, IsNoneWhereThePieceWasSeenBefore) {
  const auto found =
      about(told("clock W 0:03:00 B 0:03:00\n!B [1] -g1 [5] +f3 [5.2] -f3 [5.36] !W [5.7] +f3 [6.6] "
                 "-f3 [7.4] +f3 [8] . [+2]"),
            Kind::press_before_place);
  EXPECT_TRUE(found.empty());
}

// On c1 stood the pawn, and then the queen, of the reply that did not wait.
TEST(MoveChangedAfterRelease, IsNoneWhereTheReplyStoodThere) {
  const auto lines = told(
      "fen 4k3/8/8/p7/8/8/2p2PPP/R5K1 w - - 0 1\ncontrol 180+2\n!B [1] -a5 [8] -a1 [8.4] +a2 [8.44] -a2 "
      "[8.52] +a3 [8.56] -a3 [8.64] -c2 [8.68] +a4 [8.68] -a4 [8.72] +c1 [8.76] +a5 [8.76] !W [9.4] -c1 "
      "[10.48] +c1 [10.56] !B [11.2] . [+2]");
  EXPECT_TRUE(about(lines, Kind::move_changed_after_release).empty());
  EXPECT_THAT(moves_of(lines), ElementsAre("a1a5", "c2c1q"));
}

// Who pushes a pawn to the last rank before the move is complete is not done: the piece is still to be
// fetched.
TEST(Displaced, IsNoPawnThatIsBeingPromoted) {
  const auto lines = told(
      "fen 4k3/1P6/8/5n2/8/8/5PPP/6K1 b - - 0 1\ncontrol 180+2\n!W [1] -f5 [8] -b7 [8.08] +b8 [8.12] +h6 "
      "[8.32] !B [8.935] -b8 [9.52] +b8 [9.68] !W [10.85] . [+2]");
  EXPECT_TRUE(about(lines, Kind::displaced).empty());
  EXPECT_THAT(moves_of(lines), ElementsAre("f5h6", "b7b8q"));
}

TEST(Displaced, IsNoPawnInTheHandThatFetchesAPiece) {
  const auto lines = told(
      "fen 4k1n1/5P2/8/8/8/8/5PPP/6K1 b - - 0 1\ncontrol 180+2\n!W [1] (-f7 -e8) [8.44] +e7 [8.52] !B "
      "[9.209] -g8 [10.6] +g8 [12.48] !W [13] . [+2]");
  EXPECT_TRUE(about(lines, Kind::displaced).empty());
  EXPECT_THAT(moves_of(lines), ElementsAre("e8e7", "f7g8q"));
}

// The pawn that is slid over f3 and taken in passing stood on f4 before the other was lifted: it was not taken from f3 and set
// down there.
TEST(EnPassant, IsNoCaptureOfAPieceThatWasSetDownBeside) {
  const auto lines = told(
      "fen rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3\ncontrol 180+2\n!B [1] -f2 [1.48] +f3 "
      "[1.8] -f3 [1.92] +f4 [1.96] !W [2.2] -e4 [2.72] +f3 [3] -f4 [3.08] !B [3.69] -g1 [4.4] +h3 [4.72] !W "
      "[5.25] . [+2]");
  EXPECT_THAT(moves_of(lines), ElementsAre("f2f4", "e4f3", "g1h3"));
}

}  // namespace
}  // namespace jadoube::detector
