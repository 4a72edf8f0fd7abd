// Games that were read wrongly once, cut down to what matters.
#include <gmock/gmock.h>

#include <map>
#include <stdexcept>

#include "detector/credence.hpp"
#include "record/scan_log.hpp"
#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

/// What is said of a log.
std::vector<Report> told_of(const char* path) {
  auto log = record::ScanLogReader::open(path, {});
  if (!log) throw std::runtime_error{log.error()};
  std::vector<Report> lines;
  Detector detector{(*log)->header(), [&](const Report& line) { lines.push_back(line); }};
  while (const record::Entry* entry = (*log)->next()) detector.on(entry->record);
  detector.finish();
  return lines;
}

// A board without a clock, whose scans came late and two plies at a time. Black moves out of turn at ply 5; White might have
// begun on a set that lies the other way round instead, if a sensor had hidden his first move.
TEST(KeptLogs, LateScansNeedNoSetThatLiesTheOtherWayRound) {
  const auto lines = told_of("tests/detector/out-of-turn-in-late-scans.scanlog.jsonl");
  EXPECT_THAT(moves_of(lines), testing::ElementsAre("a2a4", "b7b5", "a4b5", "g8f6", "g1f3", "f6h5", "g2g4",
                                                    "h8g8", "f3g1", "c8b7"));
  EXPECT_THAT(about(lines, Kind::out_of_turn), testing::Not(testing::IsEmpty()));
}

// Scans come 0.86 s later than presses, which is known after three plies. The first press, 0.57 s before its move was seen, was
// heard when nothing was known of that, and is not held against a delay that it was not heard with.
TEST(KeptLogs, APressIsHeldAgainstTheDelayThatItWasHeardWith) {
  const auto lines = told_of("tests/detector/pressed-before-the-delay-was-known.scanlog.jsonl");
  EXPECT_THAT(about(lines, Kind::press_without_move), testing::IsEmpty());
  std::map<std::uint64_t, State> last;
  for (const Finding& finding : about(lines, Kind::press_before_place)) {
    EXPECT_EQ(finding.grade, Grade::C);
    last[finding.id] = finding.state;
  }
  EXPECT_FALSE(last.empty());
  for (const auto& [id, state] : last) EXPECT_EQ(state, State::withdrawn) << id;
}

// The players sit on each other's sides, and the clock stands so: 1. a3 is seen as h7-h6, pressed with Black's button, after Black's
// clock was started. Or Black has begun, and White has let him.
TEST(KeptLogs, WhoBeginsWithHisClockRunningHasWhite) {
  const auto lines = told_of("tests/detector/seats-and-clock-exchanged.scanlog.jsonl");
  EXPECT_THAT(moves_of(lines), testing::IsSupersetOf({"a2a3", "c7c5", "g1h3", "e7e5"}));
  EXPECT_THAT(about(lines, Kind::clock_fault), testing::SizeIs(1));
  for (const Finding& f : about(lines, Kind::out_of_turn)) EXPECT_EQ(f.grade, Grade::C);
}

// Scans come a second early, the set lies the other way round, and the first plies are read from the wrong side: by these the clock
// would be turned. It is not: the whole opening, read with that delay, is a lawful game.
TEST(KeptLogs, AClockThatIsLateIsNotTurned) {
  const auto lines = told_of("tests/detector/late-clock-that-looks-turned.scanlog.jsonl");
  EXPECT_THAT(about(lines, Kind::clock_fault), testing::IsEmpty());
}

// 39...h1 was a bishop, which nobody saw, and went to d1. White does not mind a check that a queen would give.
TEST(KeptLogs, WhatAttacksNobodyMayHaveBeenPromotedToSomethingElse) {
  const auto found =
      about(told_of("tests/detector/promoted-bishop-taken-for-a-queen.scanlog.jsonl"), Kind::illegal_move);
  ASSERT_THAT(found, testing::Not(testing::IsEmpty()));
  for (const Finding& f : found) EXPECT_EQ(f.grade, Grade::C);
  EXPECT_THAT(found[0].text.english(),
              testing::HasSubstr("What the pawn became that is now the black queen on d1 was not seen."));
}

// Ply 34 was taken for another one. Black moves g7-g6 and presses: by that game a white bishop was pushed there, and Black has not
// moved. Two things at once, of one piece, are none of them.
TEST(KeptLogs, WhoMovesOnePieceAloneAndPressesHasPlayedIt) {
  const auto lines = told_of("tests/detector/moved-alone-by-a-game-misread.scanlog.jsonl");
  for (const Kind kind : {Kind::displaced, Kind::press_without_move})
    for (const Finding& f : about(lines, kind)) EXPECT_EQ(f.grade, Grade::C);
  EXPECT_THAT(about(lines, Kind::displaced), testing::Not(testing::IsEmpty()));
}

TEST(KeptLogs, APieceInTheHandWhenTheLinkComesBackIsNoReasonToInventPlies) {
  const auto lines = told_of("tests/detector/link-back-in-mid-move.scanlog.jsonl");
  EXPECT_THAT(moves_of(lines), testing::ElementsAre("e2e4", "c7c6", "d2d4", "d7d5", "b1c3", "d5e4", "c3e4",
                                                    "g8f6", "d1d3", "e7e5", "d4e5", "d8a5", "c1d2", "a5e5",
                                                    "e1c1", "f6e4", "d3d8", "e8d8", "d2g5", "d8c7", "g5d8"));
  EXPECT_THAT(about(lines, Kind::sensor_fault), testing::IsEmpty());
}

// A pawn that stands badly on a6 is not seen, and comes and goes; a knight is adjusted on b8 meanwhile. The pawn has not taken
// the knight.
TEST(KeptLogs, APieceThatIsOutOfSightHasNotTakenAnotherThatWasAdjusted) {
  const auto lines = told_of("tests/detector/badly-put-pawn-and-the-game-goes-on.scanlog.jsonl");
  EXPECT_THAT(moves_of(lines), testing::Contains("a7a6"));
  EXPECT_THAT(about(lines, Kind::illegal_move), testing::IsEmpty());
}

// A pawn is slid over h6, rests there for 0.8 s, goes on to h5, and the clock is pressed. Before it, one reply had come before
// the press: to take the clock for 0.3 s late for that put the press before the second half of the slide.
TEST(KeptLogs, OneReplyThatDidNotWaitIsNoLateClock) {
  const auto lines = told_of("tests/detector/one-reply-that-did-not-wait.scanlog.jsonl");
  EXPECT_THAT(moves_of(lines), testing::Contains("h7h5"));
  EXPECT_THAT(about(lines, Kind::out_of_turn), testing::IsEmpty());
}

// A rook rests on c6 for 1.4 s and is slid on to d6 while a bishop is slid to b5: three plies of one hand in a tenth of a second are
// no better.
TEST(KeptLogs, WhoRestsOnHisWayHasHesitatedThere) {
  const auto moves = moves_of(told_of("tests/detector/rests-on-its-way-while-the-other-moves.scanlog.jsonl"));
  EXPECT_THAT(moves, testing::IsSupersetOf({"a6d6", "f1b5"}));
  EXPECT_THAT(moves, testing::Not(testing::Contains("c4b5")));
}

// Black leaves his king in check, White takes it. A lawful fiction from seven plies before is no likelier for that: there is one
// offence to be explained away, not two.
TEST(KeptLogs, AKingThatIsTakenIsNoSecondOffence) {
  const auto lines = told_of("tests/detector/king-taken-after-an-illegal-move.scanlog.jsonl");
  EXPECT_THAT(moves_of(lines), testing::Contains("d5a8"));
  EXPECT_THAT(about(lines, Kind::king_captured), testing::Not(testing::IsEmpty()));
  for (const Finding& finding : about(lines, Kind::illegal_move)) EXPECT_NE(finding.state, State::withdrawn);
}

// King and queen were exchanged when the set was put up; each has made steps that the other may have made as well.
TEST(KeptLogs, TheQueenIsFoundWhereverTheKingHasGone) {
  const auto lines = told_of("tests/detector/queen-where-the-king-stands.scanlog.jsonl");
  EXPECT_THAT(about(lines, Kind::initial_position), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(about(lines, Kind::illegal_move), testing::IsEmpty());
}

// A bishop stands on b1 and takes on f5, whose piece is lifted first: as long as f5 is empty its sensor may be at fault.
TEST(KeptLogs, PiecesExchangedAreThoughtOfAgainWhenTheMoveIsComplete) {
  const auto lines = told_of("tests/detector/bishop-where-the-knight-stands.scanlog.jsonl");
  EXPECT_THAT(about(lines, Kind::initial_position), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(about(lines, Kind::illegal_move), testing::IsEmpty());
}

// 4. Ba4, which no sensor sees: by what is seen the bishop has taken on c6, unseen as well. Seventeen plies later the knight moves
// that would have been taken.
TEST(KeptLogs, WhatWasTakenUnseenMayTurnOutNeverToHaveBeenTaken) {
  const auto lines = told(
      "control 3600+0\ngap 4\n!B -e2 +e4 !W -e7 +e5 !B -g1 +f3 !W -b8 +c6 !B -f1 +b5 !W -a7 +a6 !B -b5 !W "
      "-h7 +h6 !B -h2 +h3 !W -g7 +g6 !B -g2 +g3 !W -f8 +g7 !B -c2 +c3 !W -g8 +e7 !B -d2 +d3 !W -f7 +f6 !B "
      "-d1 +e2 !W -g6 +g5 !B -c1 +e3 !W -h6 +h5 !B -b1 +d2 !W -h8 +h6 !B -f3 +g1 !W -c6 +b8 !B -e2 +f3 !W "
      "-b8 +c6 !B -d2 +b3 !W");
  EXPECT_THAT(moves_of(lines), testing::IsSupersetOf({"c6b8", "b8c6", "d2b3"}));
  EXPECT_THAT(moves_of(lines), testing::Not(testing::Contains("b5c6")));
  EXPECT_THAT(left_of(lines, Kind::illegal_move), testing::IsEmpty());
  EXPECT_THAT(left_of(lines, Kind::out_of_turn), testing::IsEmpty());
}

// 3. Nf3xc6, of which nothing is seen but that the knight has left f3; Black stops him, and both pieces are put back.
TEST(KeptLogs, WhatIsPutRightTellsWhatItWas) {
  const auto lines = told(
      "control 3600+0\ngap 2\n!B -e2 +e4 !W -e7 +e5 !B -g1 +f3 !W -b8 +c6 !B -f3 !W -c6 +f3 +c6 !B -f1 +b5 "
      "!W "
      "-a7 +a6 !B -b5 +a4 !W");
  EXPECT_THAT(moves_of(lines), testing::ElementsAre("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4"));
  const auto found = left_of(lines, Kind::illegal_move);
  ASSERT_THAT(found, testing::SizeIs(1));
  EXPECT_EQ(found[0].ply, 5U);
  EXPECT_THAT(found[0].squares, testing::ElementsAre(Square::f3, Square::c6));
}

// The same with the clock stopped meanwhile, and no other piece of White's that a knight on f3 could have taken unseen but a pawn.
TEST(KeptLogs, WhatIsPutRightWhileTheClockStandsTellsWhatItWas) {
  const auto lines = told(
      "control 300+3\ngap 1\n!B -e2 +e4 !W -e7 +e5 !B -g1 +f3 !W -b8 +c6 !B -f1 +c4 !W -f8 +c5 !B -d2 +d3 !W "
      "-d7 +d6 !B -f3 !W || -c6 +f3 +c6 >W -f3 +g5 !W -g8 +f6 !B");
  EXPECT_THAT(moves_of(lines), testing::IsSupersetOf({"d7d6", "f3g5", "g8f6"}));
  const auto found = left_of(lines, Kind::illegal_move);
  ASSERT_THAT(found, testing::SizeIs(1));
  EXPECT_THAT(found[0].squares, testing::ElementsAre(Square::f3, Square::c6));
}

// The knight has no lawful capture at all: he may have pressed with it in his hand. But nobody holds a piece for five seconds, and
// then plays the knight that he had to play.
TEST(KeptLogs, WhatIsPutRightIsNoPieceThatWasInTheHand) {
  const std::string before =
      "control 300+3\ngap 1\n!B -e2 +e4 !W -c7 +c5 !B -g1 +f3 !W -d7 +d6 !B -f1 +b5 !W -c8 +d7 !B ";
  const std::string after = " -f3 [+3] +g5 [+0.4] !W [+0.4] -h7 +h6 !B";
  for (const auto& [taken, grade] : {std::pair{"d6", Grade::B}, {"d2", Grade::C}}) {
    const std::string to{taken};
    for (const std::string& put_right :
         {" -" + to + " [+4] +f3 [+0.7] +" + to + " [+0.6] !B [+0.5]",
          " || [+5] -" + to + " [+4] +f3 [+0.7] +" + to + " [+0.6] >W [+20]"}) {
      const auto lines = told(before + "-f3 [+3] !W [+0.6]" + put_right + after);
      EXPECT_THAT(moves_of(lines), testing::IsSupersetOf({"c8d7", "f3g5", "h7h6"})) << put_right;
      const auto found = left_of(lines, Kind::illegal_move);
      ASSERT_THAT(found, testing::SizeIs(1)) << put_right;
      EXPECT_THAT(found[0].squares,
                  testing::UnorderedElementsAre(Square::f3, *chess::square_from_string(to)));
      EXPECT_EQ(found[0].grade, grade) << put_right << ": hands do not take their own pieces";
      EXPECT_THAT(left_of(lines, Kind::press_before_place), testing::IsEmpty()) << put_right;
    }
  }
}

// A board that knows its pieces shows what stands there: no lawful game of which occupancy alone is known is beside that.
TEST(KeptLogs, ABoardThatKnowsItsPiecesEstablishesAnIllegalCapture) {
  const auto lines = told(
      "senses identity\ncontrol 300+3\ngap 1\n!B -e2 +e4 !W -e7 +e5 !B -g1 +f3 !W -b8 +c6 !B -f1 +c4 !W -f8 "
      "+c5 !B "
      "-d2 +d3 !W -d7 +d6 !B -f3 [+3] xc6 [+0.4] !W [+0.6] -c6 [+4] +f3 [+0.7] +c6=n [+0.6] !B [+0.5] -f3 "
      "[+3] "
      "+g5 [+0.4] !W [+0.4] -g8 +f6 !B");
  const auto found = left_of(lines, Kind::illegal_move);
  ASSERT_THAT(found, testing::SizeIs(1));
  EXPECT_EQ(found[0].grade, Grade::A);
  EXPECT_THAT(moves_of(lines), testing::IsSupersetOf({"d7d6", "f3g5", "g8f6"}));
}

// The arbiter enters the position that he has had put up again: with that it is known what was put right. What the knight took had been
// laid beside it.
TEST(KeptLogs, APositionThatIsSetAsItStoodTellsWhatItPutsRight) {
  const std::string until_stopped =
      "control 300+3\ngap 1\n!B -e2 +e4 !W -e7 +e5 !B -g1 +f3 !W -b8 +c6 !B -f1 +c4 !W -f8 +c5 !B -d2 +d3 !W "
      "-d7 +d6 !B -f3 ";
  const std::string then =
      "!W || -c6 +f3 +c6 ARB set_position r1bqk1nr/ppp2ppp/2np4/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 "
      "5\n>W -f3 +g5 !W "
      "-g8 +f6 !B";
  for (const std::string laid : {"", "+d5=n [+0.4] -d5 [+0.3] "}) {
    const auto lines = told(until_stopped + laid + then);
    EXPECT_THAT(moves_of(lines), testing::IsSupersetOf({"d7d6", "f3g5", "g8f6"})) << laid;
    const auto found = left_of(lines, Kind::illegal_move);
    ASSERT_THAT(found, testing::SizeIs(1)) << laid;
    EXPECT_THAT(found[0].squares, testing::ElementsAre(Square::f3, Square::c6)) << laid;
  }
}

// Moves are taken back because both agree to that, or an illegal one is found after other moves. Play goes on from where it was, and
// nobody is accused of how the pieces came there.
TEST(KeptLogs, PlayGoesOnFromWhereThePiecesWerePutBackTo) {
  const std::string opening = "control 300+3\ngap 1\n!B -e2 +e4 !W -e7 +e5 !B -g1 +f3 !W -b8 +c6 !B ";
  for (const char* const back : {"|| [+4] -c6 [+2] +b8 [+1] >B [+4] -d7 [+3] +d6 !B -f1 +c4 !W",
                                 "-c6 [+4] +b8 !W [+2] -d7 [+3] +d6 !B -f1 +c4 !W"}) {
    const auto lines = told(opening + back);
    EXPECT_THAT(moves_of(lines), testing::ElementsAre("e2e4", "e7e5", "g1f3", "d7d6", "f1c4")) << back;
    for (const Kind kind : {Kind::illegal_move, Kind::out_of_turn, Kind::displaced, Kind::unresolved})
      EXPECT_THAT(left_of(lines, kind), testing::IsEmpty()) << back;
  }
  // A clock that tells of presses alone, stopped by a person; and none at all.
  for (const char* const story :
       {"control 300+3\nclock buttons\ngap 1\n!B -e2 +e4 !W -e7 +e5 !B ARB pause [+4] -e5 [+4] +e7 [+1] ARB "
        "resume [+5] -c7 "
        "[+3] +c5 !B -g1 +f3 !W",
        "clock none\ngap 1\n-e2 +e4 -e7 +e5 . [+5] -e5 [+4] +e7 . [+5] -c7 [+3] +c5 . [+3] -g1 +f3 . [+5]"}) {
    const auto lines = told(story);
    EXPECT_THAT(moves_of(lines), testing::ElementsAre("e2e4", "c7c5", "g1f3")) << story;
    for (const Kind kind : {Kind::illegal_move, Kind::out_of_turn})
      EXPECT_THAT(left_of(lines, kind), testing::IsEmpty()) << story;
  }
  // Two plies, the first of them a capture of which nothing was seen but that its piece left.
  const auto two = told(
      "control 300+3\ngap 1\n!B -e2 +e4 !W -d7 +d5 !B -e4 !W -g8 +f6 !B || [+4] -f6 [+2] +g8 -d5 +e4 +d5 >W "
      "[+4] -e4 "
      "[+3] +e5 !W -c8 +f5 !B");
  EXPECT_THAT(moves_of(two), testing::ElementsAre("e2e4", "d7d5", "e4e5", "c8f5"));
  EXPECT_THAT(left_of(two, Kind::illegal_move), testing::IsEmpty());
}

TEST(KeptLogs, AnIllegalMoveThatIsFoundLateStandsWhenAllIsPutBack) {
  const auto lines = told(
      "control 300+3\ngap 1\n!B -e2 +e4 !W -e7 +e5 !B -g1 +g3 !W -b8 +c6 !B -f1 +c4 !W -f8 +c5 !B -d2 +d3 !W "
      "|| [+4] -d3 "
      "[+5] +d2 -c5 +f8 -c4 +f1 -c6 +b8 -g3 +g1 >W [+9] -g1 [+3] +f3 !W -d7 +d6 !B . [+20]");
  EXPECT_THAT(moves_of(lines), testing::ElementsAre("e2e4", "e7e5", "g1f3", "d7d6"));
  const auto found = left_of(lines, Kind::illegal_move);
  ASSERT_THAT(found, testing::SizeIs(1));
  EXPECT_THAT(found[0].squares, testing::ElementsAre(Square::g1, Square::g3));
  EXPECT_EQ(found[0].grade, Grade::A);
  EXPECT_THAT(about(lines, Kind::unresolved), testing::IsEmpty());
}

// The bishop that was put back was moved as it may, and then White's clock was set going.
TEST(KeptLogs, AnotherMoveIsMadeWhileTheClockStands) {
  const auto lines = told(
      "control 300+3\ngap 1\n!B -e2 +e4 !W -e7 +e5 !B -f1 +c4 !W -f8 [+2] +h5 !B [+0.5] || [+3] -h5 [+9] +f8 "
      "[+0.5] -f8 [+4] "
      "+c5 [+0.4] >W [+4] -g1 [+3] +f3 !W -d7 +d6 !B . [+9]");
  EXPECT_THAT(moves_of(lines), testing::ElementsAre("e2e4", "e7e5", "f1c4", "f8c5", "g1f3", "d7d6"));
  const auto found = left_of(lines, Kind::illegal_move);
  ASSERT_THAT(found, testing::SizeIs(1));
  EXPECT_EQ(found[0].grade, Grade::A);
  EXPECT_THAT(about(lines, Kind::displaced), testing::IsEmpty());
}

// White's pawn went to a5, and may have taken on b5 instead, the piece that it took being laid aside on a5. That was taken away, then:
// what is adjusted there four minutes later is no piece that Black is about to play.
TEST(KeptLogs, WhatWasSetBesideACaptureDoesNotComeBack) {
  const auto lines = told(
      "control 5400+30\nperiod 0.02\nfen r3k2r/1pp1bpp1/8/1p5p/P7/5N2/1PP2PPP/R3K2R w - - 0 1\n!B [1] -a4 "
      "[+20] +a5 [+0.14] !W "
      "[+0.3] -a5 [+238] +a5 [+0.32] -f3 [+0.32] +f3 [+0.16] -a1 [+0.3] +a1 [+0.86] . [+25] -e7 +f6 [+0.6] "
      "!B [+0.5]");
  EXPECT_THAT(moves_of(lines), testing::ElementsAre("a4a5", "e7f6"));
  for (const Report& line : lines) EXPECT_FALSE(std::holds_alternative<RevisionReport>(line));
  EXPECT_THAT(about(lines, Kind::unresolved), testing::IsEmpty());
}

// The queen's rook stands badly before and after a person enters the position: which sensors flicker is known still.
TEST(KeptLogs, ASensorThatFlickersDoesSoStillWhenAPositionWasSet) {
  const std::string blinks = "-a1 [+0.8] +a1 [+0.2] -a1 [+0.6] +a1 [+0.3] ";
  const auto lines = told(
      "control 900+10\ngap 1\n!B -e2 +e4 " + blinks + "!W -e7 +e5 " + blinks + "!B -g1 +f3 " + blinks +
      "!W || [+4] ARB set_position rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n>B [+4] " +
      blinks + "-d7 [+3] +d6 !B " + blinks + "-f1 +c4 !W " + blinks);
  EXPECT_THAT(moves_of(lines), testing::IsSupersetOf({"d7d6", "f1c4"}));
  EXPECT_THAT(left_of(lines, Kind::sensor_fault), testing::SizeIs(1));
}

// Black presses first, and only then the pawn goes back: that too is a move taken back.
TEST(KeptLogs, WhoAgreesThatAMoveIsTakenBackMayPressBefore) {
  const auto lines = told(
      "control 7200+30\ngap 2\n!B -e2 +e4 !W -e7 +e5 !B -g1 +f3 !W -b8 +c6 !B -f1 +c4 !W -f8 +c5 !B -d2 +d4 "
      "!W [+0.8] !B "
      "[+2.9] -d4 "
      "[+1.2] +d2 [+0.4] -e1 [+3.8] +g1 [+0.2] -h1 [+0.6] +f1 [+0.3] !W -g8 +f6 !B . [+3]");
  EXPECT_THAT(moves_of(lines),
              testing::ElementsAre("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "g8f6"));
  EXPECT_THAT(left_of(lines, Kind::press_without_move), testing::IsEmpty());
  EXPECT_THAT(about(lines, Kind::unresolved), testing::IsEmpty());
}

// And that there was such a press says nothing against what comes next: the board sees its pieces, and the rook on h1.
TEST(KeptLogs, AMoveTakenBackLeavesNoDoubtOfTheNext) {
  const auto lines = told(
      "control 5400+30\nsenses identity\ngap 1.5\n!B -e2 +e4 !W -e7 +e5 !B -g1 +f3 !W -b8 +c6 !B -f1 +c4 !W "
      "-f8 +c5 !B -d2 +d4 "
      "!W [+0.8] !B [+3] -d4 [+1.2] +d2 [+2] -e1 +g1 !W . [+6]");
  const auto found = left_of(lines, Kind::illegal_move);
  ASSERT_THAT(found, testing::SizeIs(1));
  EXPECT_EQ(found[0].grade, Grade::A);
}

// The bishop is slid over e2 to d3, where its sensor does not see it for twenty seconds, and might have taken a pawn unseen instead:
// nobody has moved it on from e2 then, out of turn.
TEST(KeptLogs, APieceThatWasSlidIsLookedForBeyondWhereItPassed) {
  const auto lines = told(
      "control 900+10\ngap 1.5\n!B -e2 +e4 !W -a7 +a6 !B -f1 [+3] +e2 [+0.06] -e2 [+0.06] !W [+0.9] +d3 "
      "[+18] . [+1] "
      "-g8 [+4] +f6 !B -g1 +f3 !W . [+3]");
  EXPECT_THAT(moves_of(lines), testing::ElementsAre("e2e4", "a7a6", "f1d3", "g8f6", "g1f3"));
  EXPECT_THAT(left_of(lines, Kind::out_of_turn), testing::IsEmpty());
}

// A rook passes over e6, whose sensor has not shown for half a minute the knight that stood there.
TEST(KeptLogs, WhatIsUnlawfulForAPieceAloneThatNobodySeesIsASuspicion) {
  const auto lines = told(
      "control 300+3\ngap 1\nfen 4r1k1/5ppp/4n3/8/8/8/5PPP/R4RK1 w - - 0 1\n!B -e6 [+0.5] -a1 [+8] +a5 !W "
      "-g7 [+2] +g6 !B -f1 "
      "[+5] +d1 !W -h7 +h5 !B -h2 +h4 !W -e8 [+4] +e4 !B . [+4]");
  for (const Finding& found : about(lines, Kind::illegal_move)) EXPECT_EQ(found.grade, Grade::C);
}

// The board is 0.2 s late: the rook is seen to leave 20 ms after the press, which no hand does.
TEST(KeptLogs, APieceSeenToLeaveRightAfterThePressWasInTheHand) {
  const auto lines = told_of("tests/detector/lifted-before-the-press-seen-after-it.scanlog.jsonl");
  EXPECT_THAT(about(lines, Kind::press_before_place), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(about(lines, Kind::press_without_move), testing::IsEmpty());
}

// White has promoted a pawn, and lost the queen that he began with, before his king goes where only a queen may: the queen there
// is never stood on the king's square.
TEST(KeptLogs, AQueenThatWasAPawnWasNotExchangedForTheKing) {
  const auto lines = told(
      "control 3600+0\ngap 1\n!B -a2 +a4 !W -b7 +b5 !B -a4 xb5 !W -a7 +a6 !B -b5 xa6 !W -c8 +b7 !B "
      "-a6 xb7 !W -g8 +f6 !B -b7 xa8 -a8 +a8=q !W -f6 +e4 !B -d2 +d4 !W -e4 +c3 !B -h2 +h3 !W "
      "-c3 xd1 !B -e1 +b4 !W . [+5]");
  EXPECT_THAT(about(lines, Kind::illegal_move), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(about(lines, Kind::initial_position), testing::IsEmpty());
}

// A bishop is slid to d7, rests there for 1.7 s and goes on to e6, which is seen a tenth of a second after the press: the scans
// are late, and no piece is moved out of turn.
TEST(KeptLogs, WhatGoesOnAfterThePressToTheEyeWentOnBeforeIt) {
  const auto lines = told_of("tests/detector/goes-on-after-the-press-to-the-eye.scanlog.jsonl");
  EXPECT_THAT(moves_of(lines), testing::Contains("c8e6"));
  for (const Finding& finding : about(lines, Kind::out_of_turn)) EXPECT_EQ(finding.state, State::withdrawn);
}

// White's queen is in the air when his press is heard, and may have taken on f7 unseen, with mate; a third of a second later she
// stands on h5.
TEST(KeptLogs, NoGameIsOverWhileAnotherMoveMayYetBeSeen) {
  const auto lines = told_of("tests/detector/mate-while-the-queen-is-in-the-air.scanlog.jsonl");
  EXPECT_THAT(moves_of(lines), testing::IsSupersetOf({"f3h5", "d4c2"}));
  for (const Report& line : lines) {
    const auto* game = std::get_if<GameReport>(&line);
    EXPECT_FALSE(game != nullptr && game->state == GameState::over);
  }
}

// As the kings go to d4 and e5, a pawn that takes a rook somewhere else explains the board better than anything else that is no
// signal.
TEST(KeptLogs, KingsInTheCentreAreSeenHoweverTheirWayMayBeRead) {
  const auto lines = told_of("tests/detector/kings-in-the-centre-of-a-full-board.scanlog.jsonl");
  EXPECT_THAT(about(lines, Kind::unresolved), testing::IsEmpty());
  EXPECT_THAT(about(lines, Kind::result_signal), testing::SizeIs(1));
  EXPECT_EQ(moves_of(lines).size(), 72U);
}

// The promoted piece goes from h8 to f6 while Black's rook is still in the air. A queen that replies early, and a knight that
// moves as it must not, leave the same board; the likelier of the two by a little is not the only one that is heard of.
TEST(KeptLogs, AnIllegalMoveDoesNotHideTheLawfulOneThatLeavesTheSameBoard) {
  const auto lines = told_of("tests/detector/promoted-piece-moves-before-the-reply-rests.scanlog.jsonl");
  EXPECT_THAT(about(lines, Kind::illegal_move), testing::IsEmpty());
  EXPECT_THAT(moves_of(lines), testing::Contains("h8f6"));
}

// A bishop is slid from c1 over four squares and takes on h6. What explains the board at first has the other side to move: that
// White presses then says nothing of a piece that Black would hold.
TEST(KeptLogs, APressOfTheOtherSideEndsNoPatienceWithAHand) {
  const auto lines = told_of("tests/detector/slid-over-four-squares-and-taken-there.scanlog.jsonl");
  EXPECT_THAT(about(lines, Kind::unresolved), testing::IsEmpty());
}

}  // namespace
}  // namespace jadoube::detector
