// Offences: what counts, whose, and what the last one costs.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(Offences, WhatIsClosedIsNotCounted) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.line(std::string{"7.1 "} + kReply);
  s.run("9 confirm 1\n20 finding illegal_move A white ply=7 squares=b2,b5 touched=b2\n21 confirm 2");
  EXPECT_EQ(s.about(2).back().advice.offence_number, 1U);
}

TEST(Offences, AConfirmedOneMakesWhatElseIsOpenAgainstThatPlayerOneMore) {
  Script s = under("fide-2023-std");
  s.run(
      "10 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked\n"
      "12 finding illegal_move A black ply=2 squares=e7,e4 reason=path_blocked\n"
      "20 finding illegal_move A white ply=3 squares=d2,d5 reason=path_blocked\n"
      "30 confirm 1");
  EXPECT_EQ(s.about(3).front().advice.offence_number, 1U);
  EXPECT_EQ(s.about(3).back().advice.offence_number, 2U);
  EXPECT_THAT(s.about(3).back().advice.text.english(), HasSubstr("White loses"));
  EXPECT_THAT(states(s, 2), ElementsAre("opened"));
}

TEST(Offences, ANewGameStartsWithNone) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("5 confirm 1\n60 game over\n70 game setup\n80 finding press_without_move B white ply=1");
  EXPECT_EQ(s.about(2).back().advice.offence_number, 1U);
}

TEST(Offences, TwoFaultsInOneMoveCountOnce) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("4.5 finding two_hands C white ply=5 squares=a2,a3 at=4\n9 confirm 1\n10 confirm 2");
  EXPECT_THAT(states(s, 2), ElementsAre("opened", "closed"));
  EXPECT_THAT(s.about(2).back().advice.text.english(), HasSubstr("Decided with finding 1."));
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(s.about(Judge::kOwnIds), IsEmpty());
}

TEST(Offences, OnlyConfirmedOnesCount) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 dismiss 1\n20 finding press_without_move B white ply=7");
  EXPECT_EQ(s.about(2).back().advice.offence_number, 1U);
}

TEST(Offences, EachPlayerHasHisOwn) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 confirm 1\n20 finding press_without_move B black ply=6");
  EXPECT_EQ(s.about(2).back().advice.offence_number, 1U);
}

TEST(Offences, AllKindsTogetherReachTheLimitAndBothDatesAreShown) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 confirm 1\n20 finding press_without_move B white ply=7\n21 confirm 2");
  const auto limit = s.about(Judge::kOwnIds);
  ASSERT_THAT(limit, SizeIs(1));
  EXPECT_THAT(limit[0].advice.text.english(), HasSubstr("First: move 3, 7.5.1; now: move 3, 7.5.3"));
  EXPECT_THAT(limit[0].advice.text.english(), HasSubstr("can still mate is not established"));
}

TEST(Offences, TheDrawExceptionIsJudgedOnTheReinstatedPosition) {
  // Before the illegal move Black has a bare king; the board after it does not matter.
  Script s{{.law = "fide-2023-std",
            .fen = "7k/8/8/8/8/8/P7/R3K3 w - - 0 40",
            .can_mate = [](const chess::Position&, Side) { return WinAnswer::yes; }}};
  s.run(
      "1 finding illegal_move A white ply=79 squares=a2,a5 touched=a2\n2 confirm 1\n"
      "3 finding illegal_move A white ply=81 squares=a2,a5 touched=a2\n4 confirm 2");
  EXPECT_THAT(s.about(Judge::kOwnIds).back().advice.text.english(),
              HasSubstr("Drawn: Black cannot mate by any series of legal moves"));
}

TEST(Offences, UnderTheClaimLawsAConfirmationWithoutAClaimSaysSo) {
  Script s = under("fide-2009-rapid", kInCheck);
  s.run(kIllegal);
  s.run("9 confirm 1");
  EXPECT_THAT(s.about(1).back().advice.text.english(),
              HasSubstr("only a player's claim entitles to this (A.4.c)"));
}

/// White's illegal move is put right by entering the position, and nobody confirms or dismisses it; then another one.
Script undecided(const char* law) {
  Script s = under(law, kInCheck);
  s.run(kIllegal);
  s.run(std::string{"6 pause\n9 position 5:00 7:00 "} + kInCheck +
        "\n10 resume\n"
        "13 move 5 white g2g3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/5PP1/PPPP3P/RNBQKBNR b KQkq - 0 3\n"
        "16 move 6 black h4f6 completed fen=rnb1kbnr/pppp1ppp/5q2/4p3/4P3/5PP1/PPPP3P/RNBQKBNR w KQkq - 1 4\n"
        "20.4 finding illegal_move A white ply=7 squares=h1,h3 reason=path_blocked touched=h1 at=20\n");
  return s;
}

TEST(Offences, OneThatNobodyHasDecidedIsSaidWithTheNext) {
  for (const char* law : {"fide-2023-std", "fide-2023-rapid-A5", "dsu-rapid-2018"}) {
    Script s = undecided(law);
    EXPECT_EQ(s.about(2).back().advice.offence_number, 1U) << law;
    EXPECT_THAT(s.about(2).back().advice.parts.offence.english(),
                ::testing::StartsWith(
                    "First offence of White. Decide finding 1 first. If you confirm it: Second offence of "
                    "White. Whether Black can still mate"))
        << law;
    s.run("22 confirm 1");
    EXPECT_THAT(s.about(2).back().advice.parts.offence.english(),
                ::testing::StartsWith("Second offence of White."))
        << law;
    EXPECT_THAT(s.about(2).back().advice.parts.offence.english(), ::testing::Not(HasSubstr("Decide finding")))
        << law;
  }
}

TEST(Offences, OneThatWasNoneIsNotSaidWithTheNextAnyMore) {
  Script s = undecided("fide-2023-std");
  s.run("22 dismiss 1");
  EXPECT_EQ(s.about(2).back().advice.parts.offence.english(), "First offence of White.");
  EXPECT_THAT(s.about(2).back().advice.text.english(), HasSubstr("Finding 1 comes before this one no more."));
  s.run("25 confirm 2");
  EXPECT_THAT(s.about(Judge::kOwnIds), IsEmpty());
}

TEST(Offences, OneOfTheOtherPlayersIsNothingToTheNext) {
  Script s = undecided("fide-2023-std");
  s.run("21 finding press_without_move B black ply=8");
  EXPECT_THAT(s.about(3).back().advice.text.english(), ::testing::Not(HasSubstr("Decide finding")));
}

}  // namespace
}  // namespace jadoube::laws
