#include "broker/message.hpp"

#include <boost/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::broker {
namespace {

using testing::HasSubstr;

constexpr std::string_view kRoot = "jadoube/v1";
const Sender kHall{"Hall A", "j1"};

Topic of(Channel channel, std::string about = {}) {
  return {"Hall A", channel, std::move(about)};
}

NewEvent alert(std::string_view text) {
  return {"tcp:b/1", Event::Kind::alert, R"("alert":)" + std::string{text}};
}

TEST(Topics, NameBoardsWhateverTheyAreCalled) {
  const std::string text = text_of(kRoot, {"Sal 1/æ", Channel::board, "tcp:b/1+#%"});
  EXPECT_EQ(text, "jadoube/v1/Sal%201%2F%C3%A6/board/tcp:b%2F1%2B%23%25");
  const auto read = read_topic(kRoot, text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->hall, "Sal 1/æ");
  EXPECT_EQ(read->channel, Channel::board);
  EXPECT_EQ(read->about, "tcp:b/1+#%");
}

TEST(Topics, OfOtherPeopleAreNotRead) {
  for (const char* text :
       {"", "jadoube/v1", "jadoube/v1/", "jadoube/v1/A", "jadoube/v2/A/status", "jadoube/v1/A/state",
        "jadoube/v1/A/status/x", "jadoube/v1/A/board", "jadoube/v1/A/board/", "jadoube/v1/A/board/a/b",
        "jadoube/v1//status", "jadoube/v1/%41/status", "jadoube/v1/%4/status", "jadoube/v1/%zz/status",
        "jadoube/v1/A/board/%0A", "jadoube/v1/A/board/%FF", "xjadoube/v1/A/status",
        "jadoube/v1/%E2%80%AEA/status", "$SYS/broker/uptime"})
    EXPECT_FALSE(read_topic(kRoot, text)) << text;
}

TEST(Topics, RootIsPlain) {
  EXPECT_TRUE(check_root("a/b-1/v1"));
  for (const char* root : {"", "/a", "a/", "a//b", "a/#", "a b", "+"}) EXPECT_FALSE(check_root(root)) << root;
}

TEST(Messages, AreReadAsTheyWereWritten) {
  const auto status = read_message(of(Channel::status), payload_of(Status{kHall, true, 7, "r1"}));
  ASSERT_TRUE(status) << status.error();
  EXPECT_EQ(std::get<Status>(*status).head, 7U);
  EXPECT_TRUE(std::get<Status>(*status).online);

  const auto server =
      read_message(of(Channel::server), server_payload(kHall, R"({"version":"1"})", R"([{"name":"Anna"}])"));
  ASSERT_TRUE(server) << server.error();
  EXPECT_EQ(std::get<ServerState>(*server).people.size(), 1U);

  const std::string board = R"({"id":"b","fen":"x"})";
  const auto state = read_message(
      of(Channel::board, "b"),
      board_payload(kHall, "b", 4, 9, board, R"({"id":"b"})", {R"({"id":3,"board":"b","status":"open"})"}));
  ASSERT_TRUE(state) << state.error();
  EXPECT_EQ(boost::json::serialize(std::get<BoardState>(*state).said), board);
  EXPECT_EQ(std::get<BoardState>(*state).alerts.size(), 1U);

  const std::string text =
      event_payload(kHall, alert(R"({"id":3,"board":"tcp:b/1","status":"open"})"), 12, 5);
  const auto event = read_message(of(Channel::event, "tcp:b/1"), text);
  ASSERT_TRUE(event) << event.error();
  EXPECT_EQ(std::get<Event>(*event).seq, 12U);
  EXPECT_EQ(std::get<Event>(*event).board_seq, 5U);
  EXPECT_EQ(std::get<Event>(*event).bytes, text.size());
  EXPECT_TRUE(read_message(of(Channel::again, "c1"), text));

  const auto lost = read_message(of(Channel::lost), payload_of(Lost{kHall, 3, 9}));
  ASSERT_TRUE(lost) << lost.error();
  EXPECT_EQ(std::get<Lost>(*lost).last, 9U);
  const auto replay = read_message(of(Channel::replay), payload_of(Replay{"c1", "j1", 3, 9}));
  ASSERT_TRUE(replay) << replay.error();
  EXPECT_EQ(std::get<Replay>(*replay).centre, "c1");
}

struct Wrong {
  const char* payload;
  const char* why;
};

TEST(Messages, ThatCannotBeReadSayWhy) {
  const Wrong wrongs[] = {
      {"", "no JSON object"},
      {"[]", "no JSON object"},
      {"\xff", "no JSON object"},
      {R"({"hall":"Hall A"})", "schema"},
      {R"({"schema":2,"hall":"Hall A","journal":"j"})", "schema"},
      {R"({"schema":1,"hall":"Hall B","journal":"j","seq":1,"board":"b","board_seq":1,"kind":"forgotten"})",
       "topic"},
      {R"({"schema":1,"hall":"Hall A","journal":"","seq":1,"board":"b","board_seq":1,"kind":"forgotten"})",
       "journal"},
      {R"({"schema":1,"hall":"Hall A","journal":"j","seq":0,"board":"b","board_seq":1,"kind":"forgotten"})",
       "seq"},
      {R"({"schema":1,"hall":"Hall A","journal":"j","seq":9007199254740993,"board":"b","board_seq":1,"kind":"forgotten"})",
       "seq"},
      {R"({"schema":1,"hall":"Hall A","journal":"j","seq":1.5,"board":"b","board_seq":1,"kind":"forgotten"})",
       "seq"},
      {R"({"schema":1,"hall":"Hall A","journal":"j","seq":1,"board":"c","board_seq":1,"kind":"forgotten"})",
       "topic"},
      {R"({"schema":1,"hall":"Hall A","journal":"j","seq":1,"board":"b","board_seq":1,"kind":"news"})",
       "kind"},
      {R"({"schema":1,"hall":"Hall A","journal":"j","seq":1,"board":"b","board_seq":1,"kind":"alert","alert":{"id":1,"board":"c","status":"open"}})",
       "another board"},
      {R"({"schema":1,"hall":"Hall A","journal":"j","seq":1,"board":"b","board_seq":1,"kind":"link","link":"maybe"})",
       "link"},
      {R"({"schema":1,"hall":"Hall A","journal":"j","seq":1,"board":"b","board_seq":1,"kind":"moves","game":"g","start_fen":"f","from":0,"moves":[1]})",
       "moves"},
  };
  for (const Wrong& wrong : wrongs) {
    const auto read = read_message(of(Channel::event, "b"), wrong.payload);
    ASSERT_FALSE(read) << wrong.payload;
    EXPECT_THAT(read.error(), HasSubstr(wrong.why)) << wrong.payload;
  }
}

TEST(Messages, OfTenMegabytesAreNotLookedAt) {
  const std::string large(std::size_t{10} << 20U, ' ');
  const auto read = read_message(of(Channel::event, "b"), large);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error(), "is too large");
}

TEST(Messages, ThatNestTooDeepAreRefused) {
  std::string deep = R"({"schema":1,"hall":"Hall A","journal":"j","x":)";
  for (int i = 0; i < 100'000; ++i) deep += '[';
  EXPECT_FALSE(read_message(of(Channel::event, "b"), deep));
}

}  // namespace
}  // namespace jadoube::broker
