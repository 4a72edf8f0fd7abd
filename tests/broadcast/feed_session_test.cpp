#include "broadcast/feed_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/json.hpp>

#include "drivers/livechess/codec.hpp"
#include "tests/broadcast/typed_game.hpp"

namespace jadoube::broadcast {
namespace {

using boost::json::value;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kAtStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
constexpr const char* kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";

struct FeedSessionTest : testing::Test {
  FeedBoards boards_;
  FeedSession session_{boards_};

  void SetUp() override {
    session_.at(1'587'948'082'875);
    put({}, 0);
  }
  void put(std::initializer_list<const char*> moves, int at, const std::string& log = "a/1") {
    boards_.put_game("23946", log, typed_game(moves), second(at));
    boards_.put_state("23946", {0xffff00000000ffff, true, {}}, second(at));
    boards_.show(second(at));
  }
  std::vector<value> ask(std::string_view message) {
    session_.hear(message);
    return said();
  }
  std::vector<value> said() {
    std::vector<value> all;
    for (const std::string& text : session_.take_said()) {
      EXPECT_TRUE(drivers::livechess::parse(text)) << text;
      all.push_back(boost::json::parse(text));
    }
    return all;
  }
  std::vector<value> subscribe(int feed = 1) {
    return ask(R"({"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":)" + std::to_string(feed) +
               R"(,"param":{"serialnr":"23946"}}})");
  }
  std::vector<value> setup(std::string_view fen) {
    return ask(R"({"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"fen":")" +
               std::string{fen} + R"("}}})");
  }
};

TEST_F(FeedSessionTest, AnswersAsLiveChessDoesInARecordedExchange) {
  EXPECT_THAT(
      ask(R"({"id":1,"call":"eboards"})"),
      ElementsAre(boost::json::parse(
          R"({"response":"call","id":1,"param":[{"serialnr":"23946","source":"jadoube","state":"ACTIVE","battery":null,)"
          R"("comment":null,"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR","flipped":false,"clock":null}],)"
          R"("time":1587948082875})")));
  EXPECT_THAT(
      subscribe(),
      ElementsAre(
          boost::json::parse(R"({"response":"call","id":2,"param":null,"time":1587948082875})"),
          boost::json::parse(
              R"({"response":"feed","id":1,"param":{"serialnr":"23946","flipped":false,)"
              R"("board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR","clock":null},"time":1587948082875})")));
  put({"e4"}, 1);
  session_.tell("23946");
  const auto told = said();
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0].at("param").at("board"), kAfterE4);
}

TEST_F(FeedSessionTest, TellsTheClockInSecondsAndWhoseRuns) {
  boards_.put_state("23946", {0, true, FeedClock{5676, 7190, chess::Side::white, 1'503'845'105'357}},
                    second(1));
  boards_.show(second(1));
  const auto told = subscribe();
  EXPECT_EQ(told[1].at("param").at("clock"),
            boost::json::parse(R"({"white":5676,"black":7190,"run":true,"time":1503845105357})"));
}

TEST_F(FeedSessionTest, SetupGivesTheMovesSinceThatPosition) {
  subscribe();
  const std::string start = std::string{kAtStart} + " w KQkq - 0 1";
  auto told = setup(start);
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_EQ(told[1].at("param").at("san").as_array().size(), 0U);
  EXPECT_EQ(told[1].at("param").at("match"), true);
  EXPECT_EQ(std::string{told[1].at("param").at("start").as_string()}, start);
  put({"e4", "e5", "Nf3"}, 1);
  session_.tell("23946");
  EXPECT_EQ(said()[0].at("param").at("san"), boost::json::parse(R"(["e4","e5","Nf3"])"));
  told = setup(std::string{kAfterE4} + " b KQkq - 0 1");
  EXPECT_EQ(told[1].at("param").at("san"), boost::json::parse(R"(["e5","Nf3"])"));
  told = setup("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(told[1].at("param").at("match"), false);
}

TEST_F(FeedSessionTest, FlipTurnsTheBoardForThatFeedAlone) {
  put({"e4"}, 1);
  subscribe(1);
  subscribe(2);
  const auto told = ask(R"({"id":4,"call":"call","param":{"id":1,"method":"flip","param":{"flip":true}}})");
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_EQ(told[1].at("param").at("flipped"), true);
  EXPECT_EQ(told[1].at("param").at("board"), "RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr");
  session_.tell("23946");
  const auto both = said();
  ASSERT_THAT(both, SizeIs(2));
  EXPECT_EQ(both[1].at("param").at("flipped"), false);
}

TEST_F(FeedSessionTest, AFeedThatIsGivenUpSaysNoMore) {
  subscribe(1);
  EXPECT_EQ(ask(R"({"id":5,"call":"unsubscribe","param":{"id":1}})")[0].at("response"), "call");
  subscribe(2);
  EXPECT_EQ(ask(R"({"id":6,"call":"call","param":{"id":2,"method":"unsubscribe"}})")[0].at("response"),
            "call");
  session_.tell("23946");
  EXPECT_THAT(said(), IsEmpty());
}

TEST_F(FeedSessionTest, WrongCallsAreRefusedInWords) {
  subscribe();
  for (const std::string& message :
       {std::string{},
        std::string{"["},
        std::string{"7"},
        std::string{"{}"},
        std::string{R"({"id":1})"},
        std::string{R"({"id":[1],"call":"eboards"})"},
        std::string{R"({"id":1,"call":7})"},
        std::string{R"({"id":1,"call":"tournaments"})"},
        std::string{R"({"id":1,"call":"subscribe"})"},
        std::string{R"({"id":1,"call":"subscribe","param":{"feed":"x","id":1,"param":{}}})"},
        std::string{R"({"id":1,"call":"subscribe","param":{"feed":"eboardevent","id":1}})"},
        std::string{
            R"({"id":1,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"1"}}})"},
        std::string{R"({"id":1,"call":"call","param":{"id":9,"method":"setup","param":{"fen":""}}})"},
        std::string{R"({"id":1,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"8/8"}}})"},
        std::string{R"({"id":1,"call":"call","param":{"id":1,"method":"flip","param":{"flip":1}}})"},
        std::string{R"({"id":1,"call":"call","param":{"id":1,"method":"erase","param":{}}})"},
        std::string{R"({"id":1,"call":"unsubscribe","param":{"id":9}})"},
        R"({"id":")" + std::string(100, 'x') + R"(","call":"eboards"})",
        std::string(5000, '['),
        R"({"id":1,"call":"eboards","param":)" + std::string(5000, '{')}) {
    const auto told = ask(message);
    ASSERT_THAT(told, SizeIs(1)) << message;
    EXPECT_EQ(told[0].at("response"), "error") << message;
    EXPECT_FALSE(told[0].at("param").at("message").as_string().empty());
  }
}

TEST_F(FeedSessionTest, ThousandsOfFeedsAreTooMany) {
  for (int feed = 0; feed < 3000; ++feed) subscribe(feed);
  session_.tell("23946");
  EXPECT_THAT(session_.take_said(), SizeIs(kMostFeeds));
  EXPECT_EQ(subscribe(7)[0].at("response"), "call") << "one that is there may be asked for again";
}

TEST_F(FeedSessionTest, NothingIsSeenBeforeItsTime) {
  subscribe();
  boards_.put_game("23946", "a/1", typed_game({"e4"}), second(100));
  boards_.put_state("23946", {0, true, FeedClock{10, 20, {}, 0}}, second(100));
  boards_.put_state("23946", {0, true, FeedClock{9, 20, {}, 0}}, second(101));
  EXPECT_FALSE(boards_.show("23946", second(99)));
  EXPECT_TRUE(boards_.show("23946", second(100)));
  EXPECT_EQ(boards_.find("23946")->clock->white_seconds, 10);
  EXPECT_EQ(to_fen(boards_.find("23946")->pieces), kAfterE4);
  EXPECT_TRUE(boards_.show("23946", second(101)));
  EXPECT_EQ(boards_.find("23946")->clock->white_seconds, 9);
  EXPECT_FALSE(boards_.show("23946", second(101)));
}

TEST_F(FeedSessionTest, BeforeTheGameThePiecesThatAreUpAreShown) {
  boards_.put_state("23946", {0xffff000000000000, true, {}}, second(1));
  boards_.show(second(1));
  EXPECT_EQ(to_fen(boards_.find("23946")->pieces), "rnbqkbnr/pppppppp/8/8/8/8/8/8");
}

TEST(FeedBoards, HaveSerialNumbersThatLiveChessCouldHave) {
  EXPECT_EQ(FeedBoards::serial_of("dgt-01025"), "dgt01025");
  EXPECT_EQ(FeedBoards::serial_of("a/b: \xc3\xa6"), "ab");
  EXPECT_THAT(FeedBoards::serial_of(std::string(100, 'a')), SizeIs(32));
}

}  // namespace
}  // namespace jadoube::broadcast
