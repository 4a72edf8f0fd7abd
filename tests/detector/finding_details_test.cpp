// What a finding carries beside its kind, for the laws: the pieces touched, the transfer, the case of its row.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Finding only(const std::string& story, Kind kind) {
  const auto findings = about(told(story), kind);
  if (findings.empty()) throw std::runtime_error{"no such finding"};
  return findings.front();
}

constexpr const char* kCastling =
    "fen r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 6 5\ncontrol 300+2\n!B [1] ";

TEST(FindingDetails, AnIllegalMoveNamesItsTransferAndThePiecesTouchedInOrder) {
  const Finding f =
      only("control 300+2\n!B [1] -d2 [3] +d2 [3.6] -b1 [5] +b1 [5.5] -f1 [7] +f5 [7.6] !W [8] . [+3]",
           Kind::illegal_move);
  EXPECT_EQ(f.played, "f1f5");
  EXPECT_THAT(f.touched, ElementsAre(Square::d2, Square::b1, Square::f1));
}

TEST(FindingDetails, ABlipAndAReplyThatDidNotWaitWereNotTouchedByTheOffender) {
  const Finding f = only(std::string{kCastling} +
                             "-a2 [2] +a2 [2.05] -h1 [3] -e1 [3.8] +g1 [4.4] +f1 [5] -d7 [5.5] !W [5.7] "
                             "+d6 [6.2] !B [7] . [+3]",
                         Kind::castling_order);
  EXPECT_THAT(f.touched, ElementsAre(Square::h1, Square::e1));
}

TEST(FindingDetails, CastlingInTheWrongOrderSaysWhichCaseItIs) {
  const auto variant = [](const std::string& events) {
    return only(kCastling + events + " !W [8] . [+3]", Kind::castling_order).variant;
  };
  EXPECT_EQ(variant("-h1 [3] -e1 [3.8] +g1 [4.4] +f1 [5]"), "");
  EXPECT_EQ(variant("-h1 [3] +f1 [3.8] -e1 [5.4] +g1 [6]"), "rook_released");
  EXPECT_EQ(variant("-e1 [3] +f1=K [3.8] -h1 [5.4] +g1=R [6]"), "king_released");
}

TEST(FindingDetails, AKingCarriedOverTheRooksSquareWasNotReleasedThere) {
  const auto findings = [](const std::string& events) {
    return about(told(kCastling + events + " !W [8] . [+3]"), Kind::castling_order);
  };
  EXPECT_THAT(findings("-e1 [3] +f1 [3.1] -f1 [3.3] -h1 [3.32] +g1 [3.35] +f1 [3.7]"), IsEmpty());
  EXPECT_THAT(findings("-e1 [3] +f1 [3.1] -f1 [3.3] -h1 [3.8] +g1 [3.85] +f1 [4.5]"), IsEmpty());
}

TEST(FindingDetails, ARookThatIsMissingForLongBeforeTheKingIsLiftedMayHaveBeenLostByItsSensor) {
  const auto grade = [](const std::string& events) {
    return only(kCastling + events + " . [+3]", Kind::castling_order).grade;
  };
  EXPECT_EQ(grade("-h1 [3] -e1 [3.8] +g1 [4.4] +f1 [5] !W [6]"), Grade::B);
  EXPECT_EQ(grade("-h1 [3] -e1 [18] +g1 [18.4] +f1 [19] !W [20]"), Grade::C);
  EXPECT_EQ(grade("-h1 [3] +f1 [4] -e1 [18] +g1 [18.4] !W [20]"), Grade::B);
}

TEST(AnIllegalMove, IsAnsweredByAMoveUnlessTheBoardIsOnTheWayBack) {
  const auto played = [](const std::string& reply) {
    return moves_of(told("control 300+2\n!B [0.5] -b1 [1] +b3 [1.5] !W [2] " + reply + " . [+10]"));
  };
  EXPECT_THAT(played("-h7 [3] +h4 [3.5] !B [4]"), ElementsAre("b1b3", "h7h4"));
  EXPECT_THAT(played("-h7 [3] +h6 [3.5] !B [4]"), ElementsAre("b1b3", "h7h6"));
  // Black presses back: as it stands, with the knight in his hand, or put back.
  EXPECT_THAT(played("!B [4]"), ElementsAre("b1b3"));
  EXPECT_THAT(played("-b3 [3] !B [4] +b1 [5]"), IsEmpty());
  EXPECT_THAT(played("-b3 [3] +b1 [3.5] !B [4]"), IsEmpty());
}

/// A knight that nobody sees where it stands, or whose it is to hold: nobody is accused, and no game is called impossible.
TEST(Unresolved, IsASuspicionWhereOnePieceIsMerelyOutOfSight) {
  const auto found =
      about(told("control 5400+30\n!B [0.5] -g1 [+1] +f3 [+0.4] !W [+0.5] -f3 [+1] +f3 [+2.7] -f3 [+1] "
                 ". [+15]"),
            Kind::unresolved);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found.front().grade, Grade::C);
  EXPECT_EQ(found.front().text.english(),
            "Nothing is seen on f3, where a piece should stand: in a hand, perhaps, or put down badly. "
            "Please look at it.");
}

/// Black has pressed, and moves again; White does not see it, and plays on. The pawn stays where it is.
TEST(AMoveOutOfTurn, ThatIsPassedOverIsKept) {
  const auto lines = told(
      "control 5400+30\n!B [0.5] -e2 [+1] +e4 [+0.4] !W [+0.5] -e7 [+2] +e5 [+0.4] !B [+1] -h7 [+3] +h6 "
      "[+0.1] -a2 [+60] "
      "+a4 [+0.4] !W [+1] -g8 [+2] +f6 [+0.4] !B [+0.5] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "h7h6", "a2a4", "g8f6"));
  const auto found = about(lines, Kind::out_of_turn);
  ASSERT_FALSE(found.empty());
  EXPECT_NE(found.back().state, State::withdrawn);
  EXPECT_THAT(about(lines, Kind::displaced), IsEmpty());
}

/// A pawn that the mover's sleeve took to a square where it might have gone: it stood there before he pressed.
TEST(APieceKnockedToALawfulSquare, IsNoSecondMoveOfTheOtherPlayer) {
  for (const char* senses : {"presence", "identity"}) {
    const auto lines =
        told("control 5400+30\nsenses " + std::string{senses} +
             "\n!B [0.5] -d2 [20] +d3 [20.4] -h7 [20.4] +h6 [20.5] !W [21] -d7 [28.6] +d6 [29.2] "
             "!B [29.6] -g1 [37] +f3 [37.6] !W [38] . [+5]");
    EXPECT_THAT(about(lines, Kind::illegal_move), IsEmpty()) << senses;
    EXPECT_THAT(about(lines, Kind::displaced), SizeIs(1)) << senses;
  }
}

TEST(TwoHands, AreSuspectedWhereOneHandHadNotTheTimeThatItsPaceNeeds) {
  const auto found = [](const std::string& control, const std::string& lifts) {
    return about(told("fen 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\ncontrol " + control + "\n!B [0.5] " + lifts +
                      " +d5 [2.6] !W [3] . [+3]"),
                 Kind::two_hands)
        .size();
  };
  // The second piece has to be reached …
  EXPECT_EQ(found("300+2", "-d5 [2] -e4 [2.08]"), 1U);
  EXPECT_EQ(found("300+2", "-d5 [2] -e4 [2.12]"), 0U);
  EXPECT_EQ(found("5400+30", "-d5 [2] -e4 [2.12]"), 1U);
  EXPECT_EQ(found("5400+30", "-d5 [2] -e4 [2.16]"), 0U);
  // … or the first one carried to it.
  EXPECT_EQ(found("300+2", "-e4 [2] -d5 [2.12]"), 1U);
  EXPECT_EQ(found("300+2", "-e4 [2] -d5 [2.16]"), 0U);
  EXPECT_EQ(found("5400+30", "-e4 [2] -d5 [2.18]"), 1U);
  EXPECT_EQ(found("5400+30", "-e4 [2] -d5 [2.22]"), 0U);
}

TEST(TwoHands, AreNotSuspectedByWhatTheBoardCannotTellApart) {
  const auto found = [](const std::string& period) {
    return about(told("fen 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\ncontrol 300+2\nperiod " + period +
                      "\n!B [0.5] -d5 [2] -e4 [2] +d5 [2.6] !W [3] . [+3]"),
                 Kind::two_hands)
        .size();
  };
  EXPECT_EQ(found("0.04"), 1U);
  EXPECT_EQ(found("0.2"), 0U);
}

TEST(TwoHands, ATryThatWasTakenBackSaysNothingOfTheMoveAfterIt) {
  const auto lines = told(
      "fen 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] -d5 [2] -e4 [2.01] +d5 [2.8] +e4 [3.2] "
      "-d5 [5] -e4 [5.6] +d5 [6] !W [7] . [+3]");
  EXPECT_THAT(about(lines, Kind::two_hands), IsEmpty());
}

/// FIDE 7.5.4: who has not pressed may still take it back, and move with one hand.
TEST(TwoHands, AreToldWithThePress) {
  const auto told_at = [](const std::string& control, const std::string& after) {
    const auto found = about(told("fen 4k3/7p/8/3p4/4P3/8/8/4K3 w - - 0 1\n" + control +
                                  "\n-d5 [2] -e4 [2.01] +d5 [2.8] " + after),
                             Kind::two_hands);
    return found.empty() ? record::Time{-1} : found.front().t;
  };
  constexpr record::Time kHold = std::chrono::milliseconds{400};
  EXPECT_EQ(told_at("control 300+2\n!B [0.5]", "!W [6] . [+3]"), std::chrono::seconds{6} + kHold);
  EXPECT_EQ(told_at("control 300+2\n!B [0.5]", ". [+9]"), record::Time{-1});
  // Nobody waits for a press where there is no clock …
  EXPECT_LT(told_at("clock none", ". [+9]"), std::chrono::seconds{4});
  EXPECT_GT(told_at("clock none", ". [+9]"), record::Time{0});
  // … or that was forgotten.
  EXPECT_GT(told_at("control 300+2\n!B [0.5]", "-h7 [5] +h5 [6] . [+9]"), std::chrono::seconds{6});
}

TEST(TwoHands, ThatCastleAreNotAskedWhichOfThemWasFirst) {
  const auto lines = told(std::string{kCastling} + "-h1 [3] -e1 [3.08] +g1 [3.5] +f1 [3.6] !W [8] . [+3]");
  EXPECT_THAT(about(lines, Kind::castling_order), IsEmpty());
  const auto both = about(lines, Kind::two_hands);
  ASSERT_THAT(both, SizeIs(1));
  EXPECT_EQ(both[0].grade, Grade::B);
}

TEST(AMoveOfTwoPieces, IsIllegalIfItIsHalfDoneAtThePress) {
  const std::string passed =
      "fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\ncontrol 300+2\n!B [0.5] -e5 [2] +d6 [2.6] ";
  const Finding pawn = only(passed + "!W [3.4] . [+3]", Kind::illegal_move);
  EXPECT_EQ(pawn.reason, Reason::en_passant_pawn_left);
  EXPECT_EQ(pawn.grade, Grade::B) << "that it is still there one sensor tells alone";
  EXPECT_EQ(pawn.played, "e5d6");
  const Finding king = only(kCastling + std::string{"-e1 [2] +g1 [2.6] !W [3.4] . [+3]"}, Kind::illegal_move);
  EXPECT_EQ(king.reason, Reason::castling_half_done);
  EXPECT_EQ(king.played, "e1g1");
  // Before the press the hand is still on its way, and the sensors may lag behind it.
  EXPECT_TRUE(about(told(passed + ". [+4] -d5 !W . [+3]"), Kind::illegal_move).empty());
  EXPECT_TRUE(about(told(passed + "!W [3.4] -d5 [3.6] . [+3]"), Kind::illegal_move).empty());
}

TEST(APromotion, ToNothingIsIncompleteAtThePress) {
  const std::string start = "fen 7k/4P3/8/8/8/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] ";
  for (const std::string events : {"-e7 [2] +e8 [2.6] -e8 [3] !W [3.8] . [+5]", "-e7 [2] !W [3.8] . [+5]",
                                   "-e7 [2] +e8 [2.6] -e8 [3] !W [3.8] +e8=Q [6] . [+5]"}) {
    const auto lines = told(start + events);
    const auto found = about(lines, Kind::promotion_incomplete);
    // What was seen there may stand badly, and come back; and one piece in a few hundred is never seen.
    const bool was_seen = events.find("-e8") != std::string::npos;
    ASSERT_THAT(found, SizeIs(was_seen ? 2 : 1)) << events;
    EXPECT_EQ(found.front().grade, was_seen ? Grade::C : Grade::B);
    EXPECT_EQ(found.back().grade, Grade::B);
    EXPECT_EQ(found[0].ply, 1U);
    EXPECT_THAT(found[0].squares, ElementsAre(Square::e8));
    for (const Kind other : {Kind::promotion_unverified, Kind::displaced, Kind::press_before_place})
      EXPECT_THAT(about(lines, other), IsEmpty()) << name(other) << events;
  }
  for (const std::string events :
       {"-e7 [2] +e8 [2.6] -e8 [3] !W [3.8] +e8=Q [4] . [+5]", "-e7 [2] !W [3.8] +e8=Q [4] . [+5]",
        "-e7 [2] +e8 [2.6] -e8 [3] . [+9] +e8=Q !W . [+5]"})
    EXPECT_THAT(about(told(start + events), Kind::promotion_incomplete), IsEmpty()) << events;
}

// After three seconds it is a piece that was fetched, and one that stands badly is not seen.
TEST(APromotion, ToAPieceThatWasFetchedMayStandBadly) {
  const auto found = about(told("fen 7k/4P3/8/8/8/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] -e7 [2] +e8 [5] "
                                "-e8 [5.2] !W [6.8] . [+5]"),
                           Kind::promotion_incomplete);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].grade, Grade::C);
  EXPECT_EQ(found[1].grade, Grade::B);
}

// The queen was there before the pawn was lifted, and the reply has begun before the press, or she stands badly.
TEST(APromotion, ToAPieceThatStoodThereBeforeThePawnWasLiftedIsComplete) {
  const std::string taking = "fen 2r4k/1P6/8/8/8/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] ";
  EXPECT_THAT(
      about(
          told("fen 2rr3k/1P6/8/8/8/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] -c8 [2] +c8=Q [4.6] -b7 [5.2] "
               "-c8 [6.3] !W [6.5] -d8 [7.3] +c8 [7.6] . [+5]"),
          Kind::promotion_incomplete),
      IsEmpty());
  const auto badly = about(told(taking + "-c8 [2] +c8=Q [4.6] -b7 [5.2] -c8 [6.3] !W [6.5] . [+5]"),
                           Kind::promotion_incomplete);
  ASSERT_THAT(badly, SizeIs(2));
  EXPECT_EQ(badly[0].grade, Grade::C);
  EXPECT_EQ(badly[1].grade, Grade::B);
}

TEST(APromotion, ToWhatNoPawnBecomesIsIncompleteAtThePress) {
  const auto told_of = [](const std::string& senses, const std::string& events) {
    return told("senses " + senses + "\nfen 7k/4P3/8/8/8/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] " +
                events);
  };
  struct Shown {
    const char* senses;
    const char* events;
    const char* what;
  };
  for (const auto& [senses, events, what] :
       {Shown{"identity", "-e7 [2] +e8 [2.6] !W [3.8] . [+5]", "white pawn"},
        Shown{"identity", "-e7 [2] +e8 [2.6] -e8 [3] +e8=P [4] !W [5] . [+5]", "white pawn"},
        Shown{"identity", "-e7 [2] +e8=q [2.6] !W [3.8] . [+5]", "black queen"},
        Shown{"colour", "-e7 [2] +e8=q [2.6] !W [3.8] . [+5]", "black piece"}}) {
    const auto lines = told_of(senses, events);
    const auto found = about(lines, Kind::promotion_incomplete);
    ASSERT_THAT(found, SizeIs(1)) << events;
    EXPECT_EQ(found[0].grade, Grade::A);
    EXPECT_EQ(found[0].text.english(),
              std::string{"White pressed the clock, and on e8, where the pawn was promoted, stands a "} +
                  what + ".");
    EXPECT_THAT(moves_of(lines), ElementsAre("e7e8q"));
  }
  // Before the press it may still be exchanged; and what the board shows then is what it became.
  for (const std::string events :
       {"-e7 [2] +e8 [2.6] . [+9] -e8 +e8=R !W . [+5]", "-e7 [2] +e8=R [2.6] !W [3.8] . [+5]"}) {
    const auto lines = told_of("identity", events);
    EXPECT_THAT(about(lines, Kind::promotion_incomplete), IsEmpty()) << events;
    EXPECT_THAT(moves_of(lines), ElementsAre("e7e8r"));
  }
}

TEST(MovesOutOfTurn, AreNoneWhenThePiecesArePutUpAgainOrTheKingsTellTheResult) {
  const std::string game = "control 300+2\n!B [0.5] -e2 [2] +e4 [2.6] !W [3.4] ";
  const std::string once = "-g1 [9] +f3 [9.3] ";
  EXPECT_THAT(about(told(game + once + ". [+5]"), Kind::out_of_turn), SizeIs(1));
  EXPECT_THAT(
      about(told(game + once + "-b1 [10] +c3 [10.3] -f1 [10.9] +e2 [11.2] . [+5]"), Kind::out_of_turn),
      IsEmpty());
  const std::string kings =
      "fen 8/8/2k5/8/8/4K3/8/R7 w - - 0 1\ncontrol 300+2\n!B [0.5] -a1 [2] +a2 [2.6] !W [3.4] -e3 [9] +e4 "
      "[9.3] ";
  EXPECT_THAT(about(told(kings + ". [+5]"), Kind::out_of_turn), SizeIs(1));
  EXPECT_THAT(about(told(kings + "-c6 [11] +d5 [11.3] . [+8]"), Kind::out_of_turn), IsEmpty());
}

TEST(IllegalMoves, AreLessCertainWhereAnEarlierOneStillStands) {
  // Three pawns that go where no pawn goes, and nobody says a word.
  const std::string game = "control 300+2\n!B [0.5] -a2 [2] +c4 [2.6] !W [3.4] -h7 [5] +f6 [5.6] !B [6.4] ";
  const auto found = about(told(game + "-h2 [8] +f3 [8.6] !W [9.4] . [+5]"), Kind::illegal_move);
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0].grade, Grade::A);
  EXPECT_EQ(found[1].grade, Grade::B);
  EXPECT_EQ(found[2].grade, Grade::C);
  EXPECT_THAT(found[0].text.english(), testing::Not(testing::HasSubstr("misread")));
  EXPECT_THAT(found[1].text.english(), testing::HasSubstr("misread"));
  // One that an arbiter has confirmed was no misreading.
  const auto confirmed =
      about(told(game.substr(0, game.find("-h7")) +
                 "ARB confirm 1 [4.5] -h7 [6] +f6 [6.6] !B [7.4] -g1 [9] +f3 [9.5] !W [10] . [+5]"),
            Kind::illegal_move);
  ASSERT_GE(confirmed.size(), 3U);
  EXPECT_EQ(confirmed[1].state, State::confirmed);
  EXPECT_EQ(confirmed.back().ply, 2U);
  EXPECT_EQ(confirmed.back().grade, Grade::A);
  // One that was put right says nothing about the next.
  const auto again =
      about(told("control 300+2\n!B [0.5] -a2 [2] +c4 [2.6] !W [3.4] -c4 [6] +a2 [6.6] -e2 [8] +e4 [8.6] "
                 "!W [9.4] -h7 [11] +f6 [11.6] !B [12.4] . [+5]"),
            Kind::illegal_move);
  ASSERT_THAT(again, SizeIs(2));
  EXPECT_EQ(again[1].grade, Grade::A);
}

TEST(IllegalMoves, AreGradedByWhatElseTheyMayBe) {
  const auto grade_of_move = [](const std::string& fen, const std::string& moved, const std::string& senses) {
    return only("fen " + fen + "\nsenses " + senses + "\ncontrol 300+2\n!B [0.5] " + moved +
                    " !W [3.4] . [+3]",
                Kind::illegal_move)
        .grade;
  };
  // A bishop that moves like a knight may be one.
  const std::string bishop = "4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1";
  EXPECT_EQ(grade_of_move(bishop, "-c1 [2] +d3 [2.6]", "presence"), Grade::B);
  EXPECT_EQ(grade_of_move(bishop, "-c1 [2] +d3 [2.6]", "identity"), Grade::A);
  // What stands on d4 may be the knight that was on e5, and the rook on e5.
  const std::string rook = "4k3/8/8/R3n3/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(grade_of_move(rook, "-a5 [2] +d4 [2.6]", "presence"), Grade::C);
  EXPECT_EQ(grade_of_move(rook, "-a5 [2] +d4 [2.6]", "colour"), Grade::A);
  // On g3 it is no capture; but it is not beyond doubt that it was moved there.
  EXPECT_EQ(grade_of_move(rook, "-a5 [2] +g3 [2.6]", "presence"), Grade::B);
}

// Nf3xe5 is lawful, and what stands on e4 may be the pawn that it took, put down there: not for three seconds, while the game
// goes on.
TEST(IllegalMoves, WhatStandsBesideACaptureForLongIsNotWhatWasTaken) {
  const auto last_grade = [](const std::string& waits) {
    const auto found =
        about(told("fen 4k3/p7/8/4p3/8/5N2/P7/4K3 w - - 0 1\ncontrol 300+2\n!B [1] -f3 [+0.3] +e4 "
                   "[+0.4] !W [+" +
                   waits + "] -a7 [+0.3] +a6 [+0.4] !B . [+0.6]"),
              Kind::illegal_move);
    return found.empty() ? Grade::C : found.back().grade;
  };
  EXPECT_EQ(last_grade("0.5"), Grade::C);
  EXPECT_EQ(last_grade("5"), Grade::B);
}

// What went from b1 may be a bishop, and have taken on g6; where nothing was seen of that it may be a knight that stands badly on a3.
TEST(InitialPosition, WhatWasTakenUnseenMakesAnExchangeASuspicion) {
  const auto grade_of_exchange = [](const std::string& taking) {
    const auto found =
        about(told("control 300+2\n!B [1] -c2 [+0.5] +c3 [+0.4] !W [+1] -g7 [+0.5] +g6 [+0.4] !B [+1] " +
                   taking + " !W [+1] -a7 [+0.5] +a6 [+0.4] !B . [+2]"),
              Kind::initial_position);
    EXPECT_EQ(found.size(), 1U) << taking;
    return found.empty() ? Grade::A : found.back().grade;
  };
  EXPECT_EQ(grade_of_exchange("-b1 [+0.8]"), Grade::C);
  EXPECT_EQ(grade_of_exchange("-b1 [+0.5] -g6 [+0.5] +g6 [+0.4]"), Grade::B);
}

// The queen that took on b6 without a trace gives check from there, and Black plays on; or she stands on another square, badly.
TEST(IllegalMoves, ACheckByWhatNobodySawArriveIsASuspicion) {
  const auto grade = [](const std::string& taking) {
    const auto found = about(told("fen 8/1b6/1p6/2k3PP/4P3/1Q6/7K/8 w - - 0 1\ncontrol 300+2\n!B [1] " +
                                  taking + " !W [+1] -b7 [+1] +c8 [+0.4] !B [+0.5] . [+5]"),
                             Kind::illegal_move);
    EXPECT_FALSE(found.empty()) << taking;
    return found.empty() ? Grade::A : found.back().grade;
  };
  EXPECT_EQ(grade("-b3 [+1]"), Grade::C);
  EXPECT_LE(grade("-b6 [+1] -b3 [+1] +b6 [+0.4]"), Grade::B);
}

// While neither Black's king nor his queen has moved they may stand on each other's squares, and Bb5 is no check.
TEST(IllegalMoves, ACheckOfAKingThatMayBeTheQueenIsNoProof) {
  const auto grade = [](const std::string& before, const std::string& senses) {
    const auto found =
        about(told("senses " + senses + "\ncontrol 300+2\n!B [1] -e2 [+1] +e4 [+0.4] !W [+0.5] " + before +
                   "-f1 [+1] +b5 [+0.4] !W [+0.5] -a7 [+1] +a6 [+0.4] !B [+0.5] . [+5]"),
              Kind::illegal_move);
    EXPECT_FALSE(found.empty());
    return found.empty() ? Grade::C : found.back().grade;
  };
  const std::string pawn = "-d7 [+1] +d6 [+0.4] !B [+0.5] ";
  EXPECT_EQ(grade(pawn, "presence"), Grade::B);
  EXPECT_EQ(grade(pawn, "identity"), Grade::A);
  // A queen that has gone to h4 was one.
  EXPECT_EQ(grade("-e7 [+1] +e6 [+0.4] !B [+0.5] -a2 [+1] +a3 [+0.4] !W [+0.5] -d8 [+1] +h4 [+0.4] !B [+0.5] "
                  "-a3 [+1] +a4 "
                  "[+0.4] !W [+0.5] " +
                      pawn,
                  "presence"),
            Grade::A);
}

TEST(APromotion, ThatTakesToNothingIsIncompleteAtThePress) {
  const std::string start = "fen 3q3k/2p1P3/5N2/8/8/8/1B6/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] ";
  for (const std::string events : {"-d8 [2] -e7 [3] !W [3.8] . [+6]", "-e7 [2] -d8 [3] !W [3.8] . [+6]",
                                   "-d8 [2] -e7 [5] !W [7.8] . [+6]"}) {
    const auto lines = told(start + events);
    const auto found = about(lines, Kind::promotion_incomplete);
    ASSERT_THAT(found, SizeIs(1)) << events;
    EXPECT_EQ(found[0].grade, Grade::B) << "the sensor may fail as she is put there";
    EXPECT_THAT(found[0].squares, ElementsAre(Square::d8));
    for (const Kind other : {Kind::press_before_place, Kind::illegal_move, Kind::unresolved})
      EXPECT_THAT(about(lines, other), IsEmpty()) << name(other) << events;
  }
  // A piece that takes and is no pawn is only late.
  const auto lines =
      told("fen 3q3k/2p5/4N3/8/8/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] -d8 [2] -e6 [3] !W [3.8] . [+6]");
  EXPECT_THAT(about(lines, Kind::promotion_incomplete), IsEmpty());
}

TEST(AFallenPiece, IsFoundWhileItLiesAndTheOpponentMayPressBack) {
  const std::string fallen = "control 300+2\n!B [0.5] -e2 [2] +e4 [2.6] -d2 [3] !W [3.4] ";
  for (const std::string events : {"!B [4.2] . [+4]", "!B [3.8] . [+4]", ". [+6]", "!B [5] . [+3]"}) {
    const auto lines = told(fallen + events);
    EXPECT_THAT(moves_of(lines), ElementsAre("e2e4")) << events;
    const auto found = about(lines, Kind::displaced);
    ASSERT_THAT(found, SizeIs(1)) << events;
    EXPECT_EQ(found[0].side, Side::white);
    EXPECT_THAT(found[0].squares, ElementsAre(Square::d2));
    EXPECT_LT(found[0].t, std::chrono::milliseconds{5500}) << events;
    EXPECT_THAT(about(lines, Kind::illegal_move), IsEmpty()) << events;
    EXPECT_THAT(about(lines, Kind::press_without_move), IsEmpty()) << events;
  }
  EXPECT_THAT(about(told(fallen + "+d2 [3.7] . [+4]"), Kind::displaced), IsEmpty());
}

TEST(AFallenPiece, OfTheOtherSideIsFoundOnceNobodyCanHaveItInTheHand) {
  const std::string nudged = "control 300+2\n!B [0.5] -e2 [2] +e4 [2.6] -d7 [3] !W [3.4] ";
  const auto found = about(told(nudged + ". [+12]"), Kind::displaced);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].side, Side::white) << "who moved has to see to the board";
  EXPECT_THAT(found[0].squares, ElementsAre(Square::d7));
  EXPECT_THAT(about(told(nudged + "+d5 [6] !B [6.5] . [+4]"), Kind::displaced), IsEmpty());
}

TEST(APiece, ThatWentAstrayBesideTheMoveWasNotPlayedAfterIt) {
  // Two pawns of one side at once: one was moved, the other one displaced, whichever it was.
  const auto lines = told("control 300+2\n!B [0.5] -e2 [2] -c2 [2.04] +c3 [2.2] +e4 [2.24] !W [2.64] . [+4]");
  ASSERT_THAT(about(lines, Kind::displaced), SizeIs(1));
  EXPECT_LT(about(lines, Kind::displaced)[0].t, std::chrono::milliseconds{4700});
  EXPECT_THAT(about(lines, Kind::out_of_turn), IsEmpty());
}

TEST(AKing, ThatIsTakenIsAFindingOfItsOwn) {
  const auto lines = told(
      "fen 3k4/8/8/8/8/8/8/3RK3 w - - 0 1\ncontrol 300+2\n!B [0.5] -d8 [2] -d1 [2.4] +d8=R [3] !W [3.4] . "
      "[+3]");
  const auto found = about(lines, Kind::king_captured);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].grade, Grade::B);  // only the lifts tell what was taken
  EXPECT_EQ(found[0].side, Side::white);
  EXPECT_EQ(found[0].played, "d1d8");
  EXPECT_THAT(about(lines, Kind::both_kings_in_check), IsEmpty());
  EXPECT_THAT(about(lines, Kind::illegal_move), IsEmpty());
}

constexpr const char* kKingsInTheCentre =
    "fen 4k3/p7/8/8/8/8/P7/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] -a2 [2] +a3 [2.4] !W [3] -a7 [4] +a6 [4.4] "
    "!B [5] -e1 [7] +d4 [7.3] -e8 [8.6] +e5 [9] . ";

TEST(KingsInTheCentre, AreTheEndOfTheGameAndNoMoves) {
  const auto lines = told(std::string{kKingsInTheCentre} + "[+8]");
  EXPECT_THAT(moves_of(lines), ElementsAre("a2a3", "a7a6"));
  EXPECT_THAT(about(lines, Kind::result_signal), SizeIs(1));
  for (const Kind kind : {Kind::illegal_move, Kind::both_kings_in_check, Kind::unresolved})
    EXPECT_THAT(about(lines, kind), IsEmpty()) << name(kind);
}

// Where the clock is only heard to be pressed nothing says that the game is over.
TEST(KingsInTheCentre, AreNoMovesEvenWhereAKingMightMoveThere) {
  const auto lines = told(
      "fen 8/p7/4k3/8/8/8/P7/4K3 w - - 0 1\ncontrol 300+2\nclock buttons\n!B [0.5] -a2 [2] +a3 [2.4] !W [3] "
      "-a7 [4] +a6 [4.4] !B [5] -a3 [6] +a4 [6.4] !W [7] -e6 [9] +e5 [9.3] -e1 [11] +d4 [11.4] . [+8]");
  EXPECT_THAT(about(lines, Kind::result_signal), SizeIs(1));
  EXPECT_THAT(moves_of(lines), ElementsAre("a2a3", "a7a6", "a3a4"));
}

const std::string kEightPliesByButtons =
    "control 300+2\nclock buttons\n!B [0.5] -e2 [2] +e4 [2.4] !W [3] -e7 [4] +e5 [4.4] !B [5] -g1 [6] +f3 "
    "[6.4] !W "
    "[7] -b8 [8] +c6 [8.4] !B [9] -f1 [10] +b5 [10.4] !W [11] -a7 [12] +a6 [12.4] !B [13] -b5 [14] +a4 "
    "[14.4] !W "
    "[15] -g8 [16] +f6 [16.4] !B [17] ";

TEST(Variations, ThatAreTriedOutAfterTheGameAreTakenBackWhenTheResultIsEntered) {
  const std::string tried =
      "-d2 [30] +d3 [30.4] -d7 [32] +d6 [32.4] -c2 [34] +c3 [34.4] -g7 [36] +g6 [36.4] -b1 [38] +d2 [38.4] "
      "-f8 "
      "[40] +g7 [40.4] ";
  EXPECT_THAT(moves_of(told(kEightPliesByButtons + tried + "ARB result 1-0 [50] . [+3]")), SizeIs(8));
  EXPECT_THAT(moves_of(told(kEightPliesByButtons + tried + ". [+30]")), SizeIs(8)) << "the log ends";
  EXPECT_THAT(moves_of(told(kEightPliesByButtons + tried + "-a4 [42] +b3 [42.4] !W [43] . [+30]")),
              SizeIs(15))
      << "the game went on";
  EXPECT_THAT(moves_of(told(kEightPliesByButtons + "-d2 [30] +d3 [30.4] -d7 [32] +d6 [32.4] . [+30]")),
              SizeIs(10))
      << "who replies to a ply that was not pressed cannot press";
}

TEST(Variations, AreNotTakenBackWhereTheLogWasCutOff) {
  auto story = support::compile_story(kEightPliesByButtons +
                                      "-d2 [30] +d3 [30.4] -d7 [32] +d6 [32.4] -c2 [34] "
                                      "+c3 [34.4] -g7 [36] +g6 [36.4] . [+5]");
  ASSERT_TRUE(story);
  const auto plies_of = [&](bool whole) {
    std::vector<Report> lines;
    Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }};
    for (const auto& record : story->records)
      if (whole || !std::holds_alternative<record::End>(record)) detector.on(record);
    detector.finish();
    return moves_of(lines).size();
  };
  EXPECT_EQ(plies_of(true), 8U);
  EXPECT_EQ(plies_of(false), 12U);
}

TEST(PiecesPutBack, AreANewGameAndNoMoves) {
  const auto lines = told(
      "control 300+2\nclock buttons\n!B [0.5] -e2 [2] +e4 [2.4] !W [3] -b8 [4] +c6 [4.4] !B [5] "
      "-g1 [6] +f3 [6.4] !W [7] -c6 [20] +b8 [20.4] -f3 [21] +g1 [21.4] -e4 [22] +e2 [22.4] . [+8]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "b8c6", "g1f3"));
  const auto is_setup = [](const Report& line) {
    const auto* game = std::get_if<GameReport>(&line);
    return game != nullptr && game->state == GameState::setup && game->t > std::chrono::seconds{1};
  };
  EXPECT_EQ(std::ranges::count_if(lines, is_setup), 1);
}

// The rook mates from where it stood before the game, and nobody presses any more.
TEST(PiecesPutBack, TakeNothingFromAGameThatHadEnded) {
  const auto lines = told(
      "fen R4bk1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1\ncontrol 300+2\nclock buttons\n!B [0.5] -a8 [2] +a1 [2.4] "
      "!W [3] "
      "-f8 [4] +a3 [4.4] !B [5] -a3 [6] -a1 [6.4] +a3 [6.8] !W [7] -g8 [8] +h8 [8.4] !B [9] -a3 [10] +a8 "
      "[10.4] "
      "-h8 [30] +g8 [30.4] +f8=b [31] . [+8]");
  EXPECT_THAT(moves_of(lines), ElementsAre("a8a1", "f8a3", "a1a3", "g8h8", "a3a8"));
}

// The king went to f2, as the queen might have if they were exchanged, and goes on as only she can: to the centre, and the
// other one follows.
TEST(KingsInTheCentre, AreNoQueenThatShowsItself) {
  const std::string played =
      "control 300+2\nclock buttons\n-f2 [2] +f3 [2.4] !W [3] -e7 [4] +e6 [4.4] !B [5] -e1 [6] +f2 [6.4] !W "
      "[7] -a7 [8] "
      "+a6 [8.4] !B [9] -f2 [18] +d4 [18.5] ";
  EXPECT_THAT(about(told(played + "-e8 [20] +d5 [20.4] . [+9]"), Kind::initial_position), IsEmpty());
  EXPECT_THAT(about(told(played + "!W [19.5] . [+9]"), Kind::initial_position), Not(IsEmpty()));
}

// White has resigned, and what would have been played is shown to him: nobody presses any more.
TEST(Variations, SayNothingOfAPositionThatNobodyPlayed) {
  const auto lines = told(
      "fen 8/2K5/5k2/8/8/8/6Q1/8 b - - 0 70\ncontrol 300+2\nclock buttons\n!W [0.5] -f6 [1] +e6 [1.4] !B [2] "
      "-c7 [3] +b6 "
      "[3.4] !W [4] -e6 [5] +f6 [5.4] !B [6] -b6 [7] +c7 [7.4] !W [8] -f6 [9] +e6 [9.4] !B [10] -c7 [20] +b6 "
      "[20.4] -e6 "
      "[22] +f5 [22.4] -g2 [24] +a8 [24.4] -f5 [26] +e5 [26.4] -a8 [28] +e4 [28.4] -e5 [30] -e4 [30.2] +e4 "
      "[30.8] . "
      "[+9]");
  EXPECT_THAT(about(lines, Kind::dead_position), IsEmpty());
}

// The piece on e5 is seen no more for two seconds.
TEST(KingsInTheCentre, MayStandBadly) {
  const auto lines = told(std::string{kKingsInTheCentre} + "[+1] -e5 . [+2] +e5 . [+0.5] -e5 . [+9]");
  EXPECT_THAT(about(lines, Kind::result_signal), SizeIs(1));
  EXPECT_THAT(about(lines, Kind::unresolved), IsEmpty());
}

TEST(KingsInTheCentre, AreNoSignalIfTheyGoBack) {
  const auto lines =
      told(std::string{kKingsInTheCentre} + "[+1] -e5 . [+1] +e8 . [+1] -d4 . [+1] +e1 . [+9]");
  EXPECT_THAT(about(lines, Kind::result_signal), IsEmpty());
}

// One king alone went there, beside the other, and his player pressed: that is a move, if no lawful one.
TEST(KingsInTheCentre, AreNoSignalWhereOneWasMovedAndTheClockPressed) {
  const auto lines =
      told("fen 8/8/4k3/8/4K3/8/7P/8 b - - 0 1\ncontrol 300+2\n!W [0.5] -e6 [1] +e5 [1.5] !B [2] . [+20]");
  EXPECT_THAT(about(lines, Kind::result_signal), IsEmpty());
  const auto found = about(lines, Kind::illegal_move);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].played, "e6e5");
}

// White's king goes beside Black's in the centre, which is illegal, and he presses; then the arbiter stops the clocks. That shows no result.
TEST(KingsInTheCentre, AreNoSignalWhereOneWasMovedAndPressedThoughTheClocksAreStoppedThen) {
  const auto lines = told(
      "fen 8/8/8/4k3/8/3K4/7P/8 w - - 0 1\ncontrol 300+2\n!B [0.5] -d3 [5] +e4 [5.6] !W [6] . [+2]\n|| "
      "[+1]\n. [+8]");
  EXPECT_THAT(about(lines, Kind::result_signal), IsEmpty());
  const auto found = about(lines, Kind::illegal_move);
  ASSERT_THAT(found, testing::Not(IsEmpty()));
  EXPECT_EQ(found.back().grade, Grade::A);
  EXPECT_NE(found.back().state, State::withdrawn);
}

TEST(KingsInTheCentre, AreNoSignalAnyMoreOnceAnArbiterHasSaidWhatIsPlayed) {
  for (const std::string said : {"ARB new_game [+1]", "ARB set_position 8/8/p7/4k3/3K4/P7/8/8 w - - 0 2 [+1]",
                                 "ARB set_position 4k3/8/p7/8/8/P7/8/4K3 w - - 0 2 [+1]"})
    EXPECT_THAT(about(told(kKingsInTheCentre + ("[+1]\n" + said + "\n. [+8]")), Kind::result_signal),
                IsEmpty())
        << said;
}

TEST(KingsInTheCentre, AreNoSignalIfTheBoardWasLostBeforeTheyHadRested) {
  auto story = support::compile_story(std::string{kKingsInTheCentre} + "[+1]");
  ASSERT_TRUE(story);
  std::vector<Report> lines;
  Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }};
  for (const auto& record : story->records)
    if (!std::holds_alternative<record::End>(record)) detector.on(record);
  detector.on(record::Link{std::chrono::seconds{11}, record::Link::State::lost, "unplugged"});
  detector.advance_to(std::chrono::seconds{30});
  EXPECT_THAT(about(lines, Kind::result_signal), IsEmpty());
}

TEST(ADeadPosition, EndsTheGame) {
  const auto after_taking = [](const std::string& fen, const std::string& events) {
    const auto lines = told("fen " + fen + "\ncontrol 300+2\n!B [0.5] " + events + " !W [4] . [+3]");
    return about(lines, Kind::dead_position).size();
  };
  EXPECT_EQ(after_taking("8/8/8/7k/8/8/4qN2/4K3 w - - 0 1", "-e2 [2] -e1 [2.4] +e2=K [3]"), 1U);
  EXPECT_EQ(after_taking("8/8/8/7k/8/8/4qR2/4K3 w - - 0 1", "-e2 [2] -e1 [2.4] +e2=K [3]"), 0U);
}

TEST(ADeadPosition, IsNoneAfterAMoveThatIsNotAllowed) {
  const auto lines = told(
      "fen 8/8/8/7k/8/4q3/5N2/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] -e3 [2] -e1 [2.4] +e3=K [3] !W [4] . "
      "[+3]");
  EXPECT_THAT(about(lines, Kind::illegal_move), SizeIs(1));
  EXPECT_THAT(about(lines, Kind::dead_position), IsEmpty());
}

/// White's rook on d1 may take on d5; what was seen is that `touched` was left, the rook lifted and `touched`
/// filled again.
std::vector<Report> after_rook_has_gone(const std::string& senses, const std::string& touched) {
  return told("fen 4k3/8/8/3p4/8/5p2/P7/3R2K1 w - - 0 1\ncontrol 300+2\n" + senses + "!B [0.5] " + touched +
              " . [+4]");
}

TEST(AnUnlawfulCapture, IsNotTakenForALawfulOneThatLeftNoTrace) {
  for (const std::string senses : {"", "senses colour\n", "senses identity\n"}) {
    const auto lines = after_rook_has_gone(senses, "-f3 [2] -d1 [2.3] +f3=R [2.8] !W [3.4]");
    const auto findings = about(lines, Kind::illegal_move);
    ASSERT_THAT(findings, SizeIs(1)) << senses;
    EXPECT_EQ(findings[0].played, "d1f3");
    EXPECT_THAT(moves_of(lines), ElementsAre("d1f3"));
  }
}

TEST(AnUnlawfulCapture, IsNoneWhereAPieceOfOnesOwnWasAdjusted) {
  const auto lines = after_rook_has_gone("", "-a2 [2] +a2 [2.4] -d1 [2.6] xd5 [2.9] !W [3.4]");
  EXPECT_THAT(about(lines, Kind::illegal_move), IsEmpty());
  EXPECT_THAT(moves_of(lines), ElementsAre("d1d5"));
}

TEST(FindingDetails, AMoveThatWasChangedNamesBoth) {
  const Finding f =
      only("control 300+2\n!B [0.5] -g1 [1] +f3 [2] -f3 [4] +g1 [4.6] -d2 [5.2] +d4 [5.8] !W [6.4] . [+3]",
           Kind::move_changed_after_release);
  EXPECT_THAT(f.squares, ElementsAre(Square::g1, Square::f3, Square::d2, Square::d4));
  EXPECT_EQ(f.played, "d2d4");
  EXPECT_EQ(f.grade, Grade::C) << "a piece that is held looks the same";
}

}  // namespace
}  // namespace jadoube::detector
