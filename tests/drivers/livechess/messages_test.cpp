// What a LiveChess may say, message by message, and what comes of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drivers/livechess/codec.hpp"
#include "drivers/livechess/server.hpp"
#include "drivers/livechess/session.hpp"

namespace jadoube::drivers::livechess {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kStartBoard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// Our end of a connection to a LiveChess, which is told each of its messages by hand. Ids of calls count from 1.
class ToldByHand : public ::testing::Test {
 protected:
  ToldByHand() {
    server_.connect(0s);
    server_.wake(0s);
  }
  void say(const std::string& message, record::Time now = 1s) {
    server_.receive(std::vector<std::uint8_t>{message.begin(), message.end()}, now);
  }
  static std::string board(const std::string& serial, const std::string& state = "ACTIVE") {
    return R"({"serialnr":")" + serial + R"(","state":")" + state + R"(","board":")" + kStartBoard + R"("})";
  }
  static std::string list(unsigned id, const std::string& boards) {
    return R"({"response":"call","id":)" + std::to_string(id) + R"(,"time":1,"param":[)" + boards + "]}";
  }
  static std::string feed(unsigned id, const std::string& news) {
    return R"({"response":"feed","id":)" + std::to_string(id) + R"(,"time":1,"param":)" + news + "}";
  }
  static std::string error(const std::string& id, const std::string& words) {
    return R"({"response":"error","id":)" + id + R"(,"time":1,"param":{"message":")" + words + R"("}})";
  }
  Server server_;
};

/// The list is call 1; feed 2 is asked for by call 3.
TEST_F(ToldByHand, AFeedThatIsRefusedIsSaidOnceForEachBoard) {
  say(list(1, board("7425")));
  EXPECT_THAT(server_.take_found(), ElementsAre("7425"));
  say(error("3", "no such board"));
  EXPECT_THAT(server_.take_warnings(),
              ElementsAre("LiveChess does not give the feed of board 7425: no such board"));
  EXPECT_THAT(server_.take_gone(), IsEmpty()) << "the list goes on telling of it";
  // The next list, call 4, asks for the feed again by call 6.
  server_.wake(100s);
  say(list(4, board("7425")));
  say(error("6", ""));
  EXPECT_THAT(server_.take_warnings(), IsEmpty()) << "once is enough";
}

TEST_F(ToldByHand, AListThatIsRefusedIsSaid) {
  say(error("1", ""));
  EXPECT_EQ(server_.complaint(), "refuses to list its boards; LiveChess 2 with its interface v1.0 is needed");
}

TEST_F(ToldByHand, ALaterListThatIsRefusedIsSaidAndNothingElse) {
  say(list(1, ""));
  say(error("55", "what?"));
  EXPECT_EQ(server_.complaint(), "") << "of no call of ours";
  server_.wake(100s);
  say(error("99", "what?"));
  EXPECT_EQ(server_.complaint(), "") << "of none that is waited for";
  say(error("2", "not now"));
  EXPECT_THAT(server_.complaint(), HasSubstr("refuses to list its boards"));
  EXPECT_THAT(server_.complaint(), HasSubstr(": not now"));
}

TEST_F(ToldByHand, AnAnswerThatIsNoListIsSaid) {
  say(R"({"response":"call","id":1,"time":1,"param":{"boards":[]}})");
  EXPECT_EQ(server_.complaint(), "does not list its boards as LiveChess 2 does (its interface v1.0)");
  say(R"({"response":"call","time":1,"param":[]})");
  EXPECT_EQ(server_.skipped_bytes(), 0U) << "an answer to nobody";
}

TEST_F(ToldByHand, WithoutAnAnswerItAsksNoSecondTime) {
  for (record::Time now = 1s; now < 30s; now += 1s) server_.wake(now);
  EXPECT_THAT(server_.take_commands(), SizeIs(1));
  EXPECT_THAT(server_.complaint(), HasSubstr("is it running?"));
}

TEST_F(ToldByHand, AFeedOfSeveralBoardsOrOfAKnownOneIsPassedOver) {
  say(list(1, board("7425") + "," + board("7426")));
  server_.take_said();
  say(feed(2, "[" + board("7425") + "," + board("7426") + "]"));
  EXPECT_THAT(server_.take_said(), IsEmpty());
  say(feed(2, board("7426")));
  EXPECT_THAT(server_.take_said(), IsEmpty()) << "which has a feed of its own";
  EXPECT_GT(server_.skipped_bytes(), 0U);
  EXPECT_GT(server_.wake_at(), 1s) << "the next list";
  say(feed(2, board("7425")));
  EXPECT_THAT(server_.take_said(), SizeIs(1));
}

TEST_F(ToldByHand, ABoardHasAnotherNumberOnce) {
  say(list(1, board("7425")));
  say(feed(2, board("9999")));
  EXPECT_THAT(server_.take_warnings(),
              ElementsAre(HasSubstr("board 7425 has the number 9999 in LiveChess now")));
  // Lost again, and told of under a feed that was given up and by one that is not: the next list says more.
  server_.wake(100s);
  say(list(6, board("7425")));
  server_.take_warnings();
  say(feed(7, board("9999")));
  EXPECT_THAT(server_.take_warnings(), IsEmpty()) << "it has been told";
}

TEST_F(ToldByHand, WhatTakesTheOthersPlaceIsToldOnce) {
  say(list(1, board("1")));
  for (const auto& [id, serial] : {std::pair{4U, "2"}, {7U, "1"}, {10U, "2"}}) {
    server_.wake(record::Time{1s} * 100 * id);
    say(list(id, board(serial)));
  }
  EXPECT_THAT(server_.take_warnings(), SizeIs(2)) << "of 2 that took the place of 1, and of 1; 2 was told";
}

TEST_F(ToldByHand, NoMoreIsSaidThanOfAsManyBoardsAsThereCanBe) {
  say(list(1, ""));
  server_.take_commands();
  unsigned said = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    server_.wake(record::Time{1s} * 100 * (i + 1));
    const auto commands = server_.take_commands();
    ASSERT_FALSE(commands.empty());
    // Two boards of one number, another one each time.
    const std::string number = "A" + std::to_string(i);
    const std::string call{commands.front().begin(), commands.front().end()};
    const std::string id = call.substr(call.find(':') + 1, call.find(',') - call.find(':') - 1);
    say(list(static_cast<unsigned>(std::stoul(id)), board(number) + "," + board(number)));
    said += static_cast<unsigned>(server_.take_warnings().size());
  }
  EXPECT_LT(said, 2000U);
  EXPECT_GT(said, 0U);
}

// ---- one board

class ToldOfOne : public ::testing::Test {
 protected:
  ToldOfOne() { session_.connect(0s); }
  std::vector<record::Record> hear(const std::string& text, record::Time now) {
    session_.receive(std::vector<std::uint8_t>{text.begin(), text.end()}, now);
    return session_.take_records();
  }
  static std::string fed(const std::string& members, std::int64_t time = 100'000) {
    return R"({"response":"feed","id":2,"time":)" + std::to_string(time) + R"(,"param":{"serialnr":"7425",)" +
           members + "}}";
  }
  static std::string of_board() { return std::string{R"("board":")"} + kStartBoard + '"'; }
  static std::string of_clock(const std::string& run, std::int64_t time) {
    return of_board() + R"(,"clock":{"white":300,"black":200,"run":)" + run + R"(,"time":)" +
           std::to_string(time) + "}";
  }
  LiveChessSession session_;
};

TEST_F(ToldOfOne, WhatIsNoMessageOfOneBoardIsPassedOver) {
  EXPECT_THAT(hear("nonsense", 1s), IsEmpty());
  EXPECT_THAT(hear(R"({"response":"call","id":1,"param":[]})", 1s), IsEmpty());
  EXPECT_GT(session_.tally().skipped_bytes, 0U);
  EXPECT_FALSE(session_.is_recognised());
}

TEST_F(ToldOfOne, ItIsOneUntilItIsGone) {
  EXPECT_THAT(hear(fed(of_board()), 1s), SizeIs(1));
  EXPECT_TRUE(session_.is_recognised());
  session_.disconnect("no longer in LiveChess", 2s);
  EXPECT_FALSE(session_.is_recognised());
}

TEST_F(ToldOfOne, EachStateHasItsReasonAndIsToldOnce) {
  for (const auto& [state, reason] : {std::pair{"INACTIVE", "switched off in LiveChess"},
                                      {"NOTRESPONDING", "does not answer LiveChess"},
                                      {"DELETED", "not there, LiveChess says"}}) {
    LiveChessSession session;
    session.connect(0s);
    const auto tell = [&](const std::string& text, record::Time now) {
      session.receive(std::vector<std::uint8_t>{text.begin(), text.end()}, now);
      return session.take_records();
    };
    const std::string out = fed(std::string{R"("state":")"} + state + '"');
    EXPECT_THAT(tell(out, 1s), IsEmpty()) << "nothing was known of it";
    tell(fed(R"("state":"ACTIVE",)" + of_board()), 2s);
    const auto records = tell(out, 3s);
    ASSERT_THAT(records, SizeIs(1));
    EXPECT_EQ(std::get<record::Link>(records.front()).reason, reason);
    EXPECT_THAT(tell(out, 4s), IsEmpty()) << "once";
  }
}

/// What a clock showed some time ago it shows no more: the side that runs has lost that time, unless it is too long ago.
TEST_F(ToldOfOne, AClockThatRunsHasLostTheAgeOfItsMessage) {
  const auto shown = [&](const std::string& run, std::int64_t time) -> std::optional<record::ClockReading> {
    LiveChessSession session;
    session.connect(0s);
    const std::string text = fed(of_clock(run, time));
    session.receive(std::vector<std::uint8_t>{text.begin(), text.end()}, 1s);
    for (const record::Record& record : session.take_records())
      if (const auto* reading = std::get_if<record::ClockReading>(&record)) return *reading;
    return std::nullopt;
  };
  EXPECT_EQ(shown("true", 95'000)->white, 295s);
  EXPECT_EQ(shown("true", 95'000)->black, 200s);
  EXPECT_EQ(shown("false", 95'000)->black, 195s);
  EXPECT_EQ(shown("null", 95'000)->white, 300s) << "it stands";
  EXPECT_EQ(shown("true", 0)->white, 300s) << "nobody knows how old it is";
  EXPECT_EQ(shown("true", 200'000)->white, 300s) << "from the future";
  EXPECT_FALSE(shown("true", -1'000'000'000'000)->white != 300s) << "no time at all";
}

TEST_F(ToldOfOne, AClockOfLongAgoSaysNothing) {
  const auto readings = [&](std::int64_t sent) {
    LiveChessSession session;
    session.connect(0s);
    const std::string text = fed(of_clock("true", 1), sent);
    session.receive(std::vector<std::uint8_t>{text.begin(), text.end()}, 1s);
    const auto records = session.take_records();
    return std::ranges::count_if(records, [](const record::Record& record) {
      return std::holds_alternative<record::ClockReading>(record);
    });
  };
  EXPECT_EQ(readings(2'001), 1);
  EXPECT_EQ(readings(1'000'000'000), 0) << "days";
  EXPECT_EQ(readings(301'001), 0) << "more than the clock had";
}

TEST_F(ToldOfOne, ABoardThatIsFlippedBeforeItHasShownAnythingIsTakenAsItStands) {
  EXPECT_THAT(hear(fed(R"("flipped":false)"), 1s), IsEmpty());
  EXPECT_THAT(hear(fed(R"("flipped":true,)" + of_board()), 2s), SizeIs(1));
  EXPECT_THAT(hear(fed(of_board()), 3s), IsEmpty()) << "nothing is said of flipping";
}

// ---- the codec

TEST(ALiveChessMessage, SaysOnlyWhatIsOfItsKind) {
  const auto read = [](const std::string& text) { return parse(text).value(); };
  EXPECT_THAT(read(R"({"response":"feed","param":[{"serialnr":"1"}]})").boards, IsEmpty());
  EXPECT_THAT(read(R"({"response":"else","param":[{"serialnr":"1"}]})").boards, IsEmpty());
  EXPECT_EQ(read(R"({"response":"call","param":{"message":"a"}})").error, "");
  EXPECT_EQ(read(R"({"response":"error","param":{"message":"caf\u00e9"}})").error, "caf??");
  EXPECT_EQ(read(R"({"response":"error","param":{"message":"a\u007fb"}})").error, "a?b");
}

TEST(ALiveChessMessage, MayHaveAClockOfWhichNobodySaysWhetherItRuns) {
  std::vector<std::string> single;
  const auto message =
      parse(R"({"response":"call","id":1,"param":[{"serialnr":"1","clock":{"white":3,"black":4}},)"
            R"({"serialnr":"2","clock":{"white":3,"black":4,"run":null}}]})",
            single);
  ASSERT_TRUE(message);
  ASSERT_THAT(message->boards, SizeIs(2));
  for (const BoardNews& news : message->boards) {
    ASSERT_TRUE(news.clock);
    EXPECT_FALSE(news.clock->running);
  }
  EXPECT_THAT(single, SizeIs(2));
}

}  // namespace
}  // namespace jadoube::drivers::livechess
