// LiveChess's messages: what makes no sense is absent, and the rest is heard.
#include "drivers/livechess/codec.hpp"

#include <gtest/gtest.h>

namespace jadoube::drivers::livechess {
namespace {

/// What a feed says of a board with these members beside its number.
std::optional<BoardNews> news(const std::string& members, const std::string& serial = "aZ09") {
  const auto message = parse(R"({"response":"feed","id":3,"time":5,"param":{"serialnr":")" + serial + '"' +
                             (members.empty() ? "" : ',' + members) + "}}");
  if (!message || message->boards.empty()) return std::nullopt;
  return message->boards.front();
}

TEST(LiveChess, ABoardHasANumberOfLettersAndDigits) {
  EXPECT_EQ(news("")->serial, "aZ09");
  for (const char* serial :
       {"", "a b", "a:b", "a[b", "a`b", "a{b", "a@b", "a/b", "123456789012345678901234567890123"})
    EXPECT_FALSE(news("", serial)) << serial;
}

TEST(LiveChess, APositionIsABoardOfEightTimesEight) {
  EXPECT_TRUE(news(R"("board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")")->pieces);
  EXPECT_TRUE(news(R"("board":"8/8/8/8/8/8/8/7k")")->pieces);
  for (const char* board :
       {"", "8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "0/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8",
        "88/8/8/8/8/8/8/8", "8P/8/8/8/8/8/8/8", "7/8", "8/8/8/8/8/8/8/7", "x7/8/8/8/8/8/8/8"}) {
    const auto told = news(std::string{R"("board":")"} + board + '"');
    ASSERT_TRUE(told) << board;
    EXPECT_FALSE(told->pieces) << board;
    EXPECT_EQ(told->impossible, 1U) << board;
  }
  EXPECT_EQ(news(R"("board":null)")->impossible, 0U);
}

TEST(LiveChess, AClockShowsNoMoreThanADgtClockCan) {
  const auto clock = news(R"("clock":{"white":5676.0,"black":0,"run":true,"time":77})")->clock;
  ASSERT_TRUE(clock);
  EXPECT_EQ(clock->white_seconds, 5676);
  EXPECT_EQ(clock->running, chess::Side::white);
  EXPECT_EQ(clock->time, 77);
  EXPECT_EQ(news(R"("clock":{"white":1,"black":2,"run":false})")->clock->running, chess::Side::black);
  EXPECT_FALSE(news(R"("clock":{"white":1,"black":2,"run":null})")->clock->running);
  for (const char* members :
       {R"("white":1)", R"("white":360000,"black":1)", R"("white":-1,"black":1)",
        R"("white":1,"black":360000)", R"("white":"1","black":1)", R"("white":1e17,"black":1)",
        R"("white":-1e17,"black":1)", R"("white":1,"black":1,"run":"white")"}) {
    const auto told = news(std::string{R"("clock":{)"} + members + '}');
    EXPECT_FALSE(told->clock) << members;
    EXPECT_EQ(told->impossible, 1U) << members;
  }
  EXPECT_EQ(news(R"("clock":"none")")->impossible, 1U);
  EXPECT_EQ(news(R"("clock":null)")->impossible, 0U);
}

TEST(LiveChess, OfABatteryPercentAreTaken) {
  EXPECT_EQ(news(R"("battery":"75%")")->battery_percent, 75U);
  for (const char* battery : {"101%", "75", "4.1V", "%", ""})
    EXPECT_FALSE(news(std::string{R"("battery":")"} + battery + '"')->battery_percent) << battery;
}

TEST(LiveChess, WhetherABoardIsFlippedIsYesOrNo) {
  EXPECT_EQ(news(R"("flipped":true)")->flipped, true);
  EXPECT_FALSE(news(R"("flipped":"yes")")->flipped);
}

TEST(LiveChess, AnErrorIsToldInItsPrintableLetters) {
  const auto message = parse("{\"response\":\"error\",\"id\":1,\"param\":{\"message\":\"a\\nb\\u00e9c\"}}");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->error, "a?b??c");
}

TEST(LiveChess, OfAListEachBoardIsHeardThatCanBe) {
  std::vector<std::string> singles;
  const auto message = parse(
      R"({"response":"call","id":1,"param":["x",{"serialnr":"7","clock":3},{"board":null},{"serialnr":"8"}]})",
      singles);
  ASSERT_TRUE(message);
  ASSERT_EQ(message->boards.size(), 2U);
  EXPECT_EQ(message->boards[1].serial, "8");
  ASSERT_EQ(singles.size(), 2U);
  EXPECT_EQ(parse(singles[0])->boards.at(0).impossible, 1U) << "the clock is no less impossible by itself";
}

TEST(LiveChess, WhatIsNoMessageIsNone) {
  EXPECT_FALSE(parse("[1]"));
  EXPECT_FALSE(parse("{"));
  EXPECT_TRUE(parse(R"({"response":"something else"})"));
}

}  // namespace
}  // namespace jadoube::drivers::livechess
