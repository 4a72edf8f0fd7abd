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

TEST(Retract, AConfirmedLimitGoesWithItsOffence) {
  Script s = under("fide-2023-std", "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 3");
  s.run(kIllegal);
  s.run(kTwice);
  s.run("22 confirm 1000001\n30 retract 2");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "confirmed", "withdrawn"));
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

}  // namespace
}  // namespace jadoube::laws
