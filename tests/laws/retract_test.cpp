// What a person takes back of what he has decided or entered.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const char* const kTwice = "9 confirm 1\n20 finding press_without_move B white ply=7\n21 confirm 2";

TEST(Retract, AConfirmedFindingIsOpenAgainAsItWas) {
  Script s = under("fide-2023-std", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run(kIllegal);
  const std::string before = s.about(1).back().advice.text.english();
  s.run("9 confirm 1\n10 retract 1");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed", "updated"));
  EXPECT_EQ(s.about(1).back().advice.offence_number, 1U);
  EXPECT_EQ(s.about(1).back().actions, s.about(1).front().actions);
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("Taken back: the wrong board"));
  EXPECT_FALSE(refused(s));
  s.run("11 confirm 1");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed", "updated", "confirmed"));
}

TEST(Retract, ADismissedFindingIsOpenAgainWhateverIsPlayedMeanwhile) {
  Script s = under("fide-2023-blitz-B3", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run(kIllegal);
  s.run("5 dismiss 1");
  s.line(std::string{"7.1 "} + kReply);
  s.run("9 retract 1\n20 press black");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "dismissed", "updated"));
  s.run("21 confirm 1");
  EXPECT_FALSE(refused(s));
}

TEST(Retract, AFindingThatWasConfirmedWhileItsWindowClosedDoesNotCloseAnyMore) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.run("6 lift b8\n7 place c6");
  s.line(std::string{"7.1 "} + kReply);
  s.run("7.2 confirm 1\n7.3 retract 1\n7.6 lift h8\n9 place h8\n20 press black");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed", "updated"));
}

TEST(Retract, TheSecondOffenceLosesTheGameNoLonger) {
  Script s = under("fide-2023-std", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run(kIllegal);
  s.run(kTwice);
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened"));
  s.run("30 retract 2");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "withdrawn"));
  EXPECT_THAT(states(s, 2), ElementsAre("opened", "confirmed", "updated"));
  EXPECT_EQ(s.about(2).back().advice.offence_number, 2U);
  s.run("31 dismiss 2\n40 finding press_without_move B white ply=9");
  EXPECT_EQ(s.about(3).back().advice.offence_number, 2U);
}

TEST(Retract, TheFirstOffenceMakesTheSecondTheFirst) {
  Script s = under("fide-2023-std", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run(kIllegal);
  s.run(kTwice);
  s.run("25 finding press_without_move B white ply=9\n30 retract 1");
  EXPECT_EQ(s.about(3).back().advice.offence_number, 2U);
  EXPECT_THAT(states(s, Judge::kOwnIds).back(), "withdrawn");
}

/// Two illegal moves of White's, the second after the first had been put right, and both confirmed.
Script lost_by_two(const std::shared_ptr<const LawSet>& law) {
  Script s{{.fen = kInCheck, .time_control = "300+2", .law_set = law}};
  s.run(kIllegal);
  s.run(
      std::string{"9 confirm 1\n10 position 5:00 7:00 "} + kInCheck +
      "\n11 resume\n11 clock 5:00 7:00 white\n"
      "13 move 5 white g2g3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/5PP1/PPPP3P/RNBQKBNR b KQkq - 0 3\n"
      "13 press white\n"
      "16 move 6 black h4f6 completed fen=rnb1kbnr/pppp1ppp/5q2/4p3/4P3/5PP1/PPPP3P/RNBQKBNR w KQkq - 1 4\n"
      "16 press black\n20 press white\n"
      "20.4 finding illegal_move A white ply=7 squares=h1,h3 reason=path_blocked touched=h1 at=20\n"
      "20.4 move 7 white h1h3 completed fen=rnb1kbnr/pppp1ppp/5q2/4p3/4P3/5PPR/PPPP3P/RNBQKBN1 b KQkq - 0 4\n"
      "21 pause\n22 confirm 2\n");
  return s;
}

/// White had 5:00 when his clock was started at 11, used two seconds until 13 and four from 16 on, and got two for
/// the press that stood; the two of the press that is undone are taken back.
TEST(Retract, WhatLostTheGameAndIsTheFirstOffenceNowAsksForWhatThatAsks) {
  for (const char* id : {"fide-2023-std", "fide-2023-rapid-A5", "dsu-rapid-2018"}) {
    Script s = lost_by_two(built_in_law(id));
    ASSERT_EQ(s.about(2).back().advice.offence_number, 2U) << id;
    ASSERT_TRUE(s.about(2).back().advice.reinstate_fen.empty()) << id;
    s.run("30 retract 1");
    const Ruling now = s.about(2).back();
    EXPECT_EQ(name(now.finding.state), "confirmed") << id;
    EXPECT_EQ(now.advice.offence_number, 1U) << id;
    EXPECT_EQ(now.advice.reinstate_fen, "rnb1kbnr/pppp1ppp/5q2/4p3/4P3/5PP1/PPPP3P/RNBQKBNR w KQkq - 1 4")
        << id;
    ASSERT_FALSE(now.advice.clocks.empty()) << id;
    EXPECT_EQ(now.advice.clocks.front().times.white, clock_from_text("4:56")) << id;
    EXPECT_THAT(now.actions, ::testing::Contains(Action::back)) << id;
    EXPECT_THAT(last_reply(s), HasSubstr("Finding 2 counts otherwise now")) << id;
    // What is asked of the players is asked of them: h1 can move nowhere else.
    s.run("31 position rnb1kbnr/pppp1ppp/5q2/4p3/4P3/5PP1/PPPP3P/RNBQKBNR w KQkq - 1 4\n40 confirm 1");
    EXPECT_EQ(states(s, Judge::kOwnIds + 1), std::vector<std::string>{"opened"}) << id << ": two again";
  }
}

TEST(Retract, WhatIsAnotherOffenceThanItWasSaysWhatThatCosts) {
  LawSet law = *built_in_law("fide-2023-std");
  law.parameters.loss_at = 3;
  law.parameters.penalties = {Seconds{60}, Seconds{180}};
  Script s = lost_by_two(std::make_shared<const LawSet>(std::move(law)));
  s.run("30 retract 1");
  EXPECT_THAT(s.about(2).back().advice.text.english(),
              HasSubstr("First offence of White. It costs 1:00 and not 3:00."));
  EXPECT_TRUE(s.about(2).back().advice.reinstate_fen.empty()) << "that was done when it was confirmed";
}

TEST(Retract, WhatIsOpenAgainIsNotSaidToCloseByPlay) {
  for (const char* law : {"fide-2023-std", "fide-2023-rapid-A5", "fide-2009-rapid", "skak-1985"}) {
    Script s = under(law, kInCheck);
    s.run(kIllegal);
    s.run("5 claim black illegal move\n6 confirm 1");
    s.line(std::string{"7.1 "} + kReply);
    s.run("10 retract 1");
    EXPECT_EQ(s.about(1).back().advice.parts.window.english(), "Open until you decide.") << law;
  }
}

TEST(Retract, AConfirmedLimitGoesWithItsOffence) {
  Script s = under("fide-2023-std", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run(kIllegal);
  s.run(kTwice);
  s.run("22 confirm 1000001\n30 retract 2");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "confirmed", "withdrawn"));
}

TEST(Retract, WhatALimitEndedIsOpenAgainWithoutIt) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run(kTwice);
  s.run(
      "22 finding touch_move B white ply=7 squares=d2\n23 finding displaced B black ply=8 squares=d7\n"
      "24 dismiss 4\n25 confirm 1000001");
  EXPECT_THAT(states(s, 3), ElementsAre("opened", "closed"));
  s.run("30 retract 2");
  EXPECT_THAT(states(s, Judge::kOwnIds).back(), "withdrawn");
  EXPECT_THAT(states(s, 3), ElementsAre("opened", "closed", "updated"));
  EXPECT_EQ(s.about(3).back().governed_by, std::nullopt);
  EXPECT_THAT(states(s, 4), ElementsAre("opened", "dismissed")) << "the arbiter's own word";
  s.run("31 confirm 3");
  EXPECT_FALSE(refused(s));
}

TEST(Retract, WhatWasDecidedWithItIsOpenAgainToo) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run(
      "4.5 finding two_hands C white ply=5 squares=a2,a3 at=4\n5 finding touch_move C white ply=5 "
      "squares=d2\n"
      "6 dismiss 3\n9 confirm 1\n10 retract 1");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed", "updated"));
  EXPECT_THAT(states(s, 2), ElementsAre("opened", "closed", "updated"));
  EXPECT_THAT(states(s, 3), ElementsAre("opened", "dismissed")) << "that was another decision";
}

TEST(Retract, WhatWasNotDecidedIsRefusedWithASentence) {
  Script s = under("fide-2023-std", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run(kIllegal);
  s.run("9 retract 1");
  EXPECT_TRUE(refused(s));
  EXPECT_EQ(last_reply(s), "There is no decision on finding 1 that can be taken back.");
  s.run("10 retract 77");
  EXPECT_TRUE(refused(s));
  s.run("11 confirm 1\n12 retract 1\n13 retract 1");
  EXPECT_TRUE(refused(s));
  s.run("14 retract entered 11");
  EXPECT_EQ(last_reply(s), "Nothing that can be taken back was entered at 0:00:11.0.");
}

TEST(Retract, AResultLetsTheGameGoOnAndWhatItClosedIsOpenAgain) {
  Script s = under("fide-2023-std", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run(kIllegal);
  s.run("9 result 1-0\n9 game over\n20 retract entered 9\n20 game resumed");
  EXPECT_FALSE(refused(s));
  EXPECT_EQ(last_reply(s), "The result 1-0 is taken back: the game goes on.");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed", "updated"));
  s.run("21 confirm 1");
  EXPECT_FALSE(refused(s));
}

TEST(Retract, OfTwoResultsTheLaterOneFirst) {
  Script s = under("fide-2023-std");
  s.run("9 result 1-0\n9 game over\n12 result 0-1\n20 retract entered 9");
  EXPECT_TRUE(refused(s));
  s.run("21 retract entered 12");
  EXPECT_EQ(last_reply(s), "The result 0-1 is taken back.");
  s.run("22 retract entered 9");
  EXPECT_EQ(last_reply(s), "The result 1-0 is taken back: the game goes on.");
}

TEST(Retract, APositionMakesRoomForTheOneBeforeIt) {
  Script s = under("fide-2023-std", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run(kIllegal);
  const std::string asked_for = s.about(1).back().advice.reinstate_fen;
  s.run("9 position " + asked_for);
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("The position that it asks for is set"));
  s.run("20 retract entered 9");
  EXPECT_FALSE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("the game is followed from the one before it"));
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("Taken back: the wrong board"));
  EXPECT_EQ(s.about(1).back().advice.reinstate_fen, asked_for);
  s.run("21 retract entered 9");
  EXPECT_TRUE(refused(s));
}

TEST(Retract, APositionStandsOnceMovesWereMadeFromIt) {
  Script s = under("fide-2023-std", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run("9 position rnb1kbnr/pppp1ppp/8/4p3/4P2q/6P1/PPPP1P1P/RNBQKBNR b KQkq - 0 3");
  s.line(std::string{"12 "} + kReply);
  s.run("20 retract entered 9");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("enter the right one instead"));
}

TEST(Retract, APairingMakesRoomForTheOneBeforeIt) {
  Script s = under("fide-2023-std");
  s.run("3 pairing Anna Bo\n9 pairing Carl Dora\n20 retract entered 9");
  EXPECT_FALSE(refused(s));
  EXPECT_EQ(last_reply(s), "The pairing is taken back: Anna - Bo play.");
  s.run("21 retract entered 9");
  EXPECT_TRUE(refused(s));
}

TEST(Retract, NothingOfAnEarlierGame) {
  Script s = under("fide-2023-std");
  s.run("9 result 1-0\n9 game over\n12 game setup\n20 retract entered 9");
  EXPECT_TRUE(refused(s));
}

TEST(Retract, ABreachThatWasNotedIsNotedNoLonger) {
  Script s = under("fide-2023-std");
  s.run("4 finding displaced B white ply=1 squares=d2 at=4\n9 confirm 1\n10 retract 1");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed", "updated"));
  s.run("11 confirm 1\n12 retract 1");
  EXPECT_EQ(last_reply(s), "The decision on finding 1 is taken back: it is open again.");
}

TEST(Retract, ABreachThatWasNotedAfterAllWasPutRightIsNotedNoLonger) {
  Script s = under("fide-2023-std");
  s.run(
      "0 clock 5:00 5:00 white\n3 lift d2\n4 press white\n4.4 finding displaced B white ply=1 squares=d2 "
      "at=4\n"
      "8 place d2\n9 clock 4:58 5:00 white");
  s.run("10 retract 1");
  EXPECT_TRUE(refused(s)) << "nothing has been noted";
  s.run("11 confirm 1");
  EXPECT_THAT(last_reply(s), HasSubstr("the breach is noted against White"));
  s.run("12 retract 1");
  EXPECT_EQ(last_reply(s), "The breach of finding 1 is noted no longer.");
  s.run("13 retract 1");
  EXPECT_TRUE(refused(s));
}

TEST(Retract, WhatWasConfirmedUnderAnotherLawIsOpenUnderThisOne) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 confirm 1\n10 law fide-2023-blitz-B3\n11 retract 1");
  EXPECT_THAT(s.about(1).back().law, "fide-2023-blitz-B3");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed", "updated"));
}

TEST(Retract, WhatTheLawOfNowDoesNotKnowIsWithdrawn) {
  Script s = under("fide-2023-std");
  s.run("4 finding castling_order B white ply=1 squares=e1,h1\n9 confirm 1\n10 law michigan-speed-2000");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed"));
  s.run("11 retract 1");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed", "withdrawn"));
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("The law is now michigan-speed-2000."));
}

TEST(Retract, OfTwoFaultsInOneMoveTheOtherStillCounts) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run(
      "9 confirm 1\n9.5 finding two_hands B white ply=5 squares=b1,c3 at=4\n10 confirm 2\n11 retract 1\n"
      "20 finding press_without_move B white ply=7");
  EXPECT_EQ(s.about(3).back().advice.offence_number, 2U);
  s.run("21 retract 2\n30 finding press_without_move B white ply=9");
  EXPECT_EQ(s.about(4).back().advice.offence_number, 1U);
}

TEST(Retract, WithoutTheLastOffenceALimitThatWasReachedBeforeItStands) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run(kTwice);
  s.run("30 finding press_without_move B white ply=9\n31 confirm 3");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened"));
  EXPECT_THAT(states(s, Judge::kOwnIds + 1), ElementsAre("opened"));
  s.run("40 retract 3");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened"));
  EXPECT_THAT(states(s, Judge::kOwnIds + 1), ElementsAre("opened", "withdrawn"));
  s.run("41 dismiss 1000001\n42 retract 2");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "dismissed")) << "it is over";
}

TEST(Retract, AnOffenceOfOneSideTakesNothingFromTheOther) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run(
      "9 confirm 1\n12 finding press_without_move B black ply=6\n13 confirm 2\n"
      "14 finding press_without_move B black ply=8\n15 confirm 3\n20 retract 1");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened")) << "Black's second offence";
}

TEST(Retract, WithTheDecisionGoesTheMoveThatHadToBePlayed) {
  const auto told_after = [](const char* then) {
    Script s = under("fide-2023-std");
    s.run(
        "4 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked touched=e2 at=3\n"
        "4.1 move 1 white e2e5 completed fen=rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
        "9 confirm 1");
    s.run("10 position " + s.about(1).back().advice.reinstate_fen);
    s.run(then);
    s.run("20 move 1 white d2d4 completed");
    return states(s, Judge::kOwnIds);
  };
  EXPECT_THAT(told_after(""), ElementsAre("opened")) << "the pawn on e2 had to move";
  EXPECT_THAT(told_after("11 retract 1"), ElementsAre());
}

TEST(Retract, NoPositionOfAGameThatIsOver) {
  Script s = under("fide-2023-std");
  s.run(
      "9 position rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\n12 game over\n20 retract "
      "entered 9");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("no position can be taken back"));
}

TEST(Retract, APositionGivesTheClocksBackAsTheyWere) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  const std::string asked_for = s.about(1).back().advice.reinstate_fen;
  s.run("8 stop\n9 position 3:00 3:00 " + asked_for + "\n10 claim black flag");
  EXPECT_THAT(last_reply(s), HasSubstr("White has 3:00 left"));
  s.run("11 retract entered 9\n12 claim black flag");
  EXPECT_THAT(last_reply(s), HasSubstr("White has 4:58 left"));
}

TEST(Retract, APositionLeavesAloneWhatWasWithdrawnMeanwhile) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  s.run("9 position " + s.about(1).back().advice.reinstate_fen + "\n12 withdraw 1\n20 retract entered 9");
  EXPECT_FALSE(refused(s));
  EXPECT_THAT(states(s, 1).back(), "withdrawn");
}

TEST(Retract, APositionThatADecisionAskedForIsAskedForAgain) {
  Script s = under("fide-2023-std", kInCheck);
  s.run(kIllegal);
  const std::string asked_for = s.about(1).back().advice.reinstate_fen;
  s.run("9 confirm 1\n10 position " + asked_for + "\n11 retract entered 10\n12 position " + asked_for);
  EXPECT_FALSE(refused(s));
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "confirmed"));
}

}  // namespace
}  // namespace jadoube::laws
