// What a server sees of several halls, and what it passes on to them.
#include <boost/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "broker/names.hpp"
#include "broker/relay.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::broker {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kKey = "what only the two know";

TEST(Names, OfBoardsAndAlertsAreOneHallsAlone) {
  EXPECT_EQ(central_board("Sal A", "tcp:b~1"), "Sal A~tcp:b~1");
  const auto at = board_at_hall("Sal A~tcp:b~1");
  ASSERT_TRUE(at);
  EXPECT_EQ(at->hall, "Sal A");
  EXPECT_EQ(at->board, "tcp:b~1");
  for (const char* none : {"", "dgt-1", "~b", "A~"}) EXPECT_FALSE(board_at_hall(none)) << none;
  const auto id = central_alert("Sal A", 7);
  ASSERT_TRUE(id);
  EXPECT_LT(*id, std::uint64_t{1} << 53U);
  EXPECT_NE(*id, *central_alert("Sal B", 7));
  EXPECT_EQ(alert_at_hall(*id).alert, 7U);
  EXPECT_EQ(alert_at_hall(*id).prefix, alert_prefix("Sal A"));
  EXPECT_FALSE(central_alert("Sal A", std::uint64_t{1} << 32U));
}

struct PassedOn {
  std::string topic, payload;
};

struct Central : testing::Test {
  tests::TemporaryFolder folder_;
  std::unique_ptr<arbiter::Store> store_ = *arbiter::Store::open(folder_ / "store.sqlite");
  CentralHall hall_{{"jadoube/v1", "c1", "1.0", words::Language::english}, *store_};
  std::vector<PassedOn> sent_;
  bool is_connected_ = true;
  Relay relay_{{"jadoube/v1", "c1", std::string{kKey}, 10s},
               hall_,
               [this](const std::string& topic, std::string_view payload) {
                 if (is_connected_) sent_.push_back({topic, std::string{payload}});
                 return is_connected_;
               }};
  std::vector<arbiter::Update> updates_;
  std::shared_ptr<void> subscription_ =
      hall_.listen([this](const arbiter::Update& update) { updates_.push_back(update); });
  std::optional<server::Response> answered_;

  void say(const std::string& name, Channel channel, const std::string& about, const std::string& payload) {
    hall_.hear(text_of("jadoube/v1", {name, channel, about}), payload);
  }
  void online(const std::string& name, bool is_online = true) {
    say(name, Channel::status, {}, payload_of(Status{{name, "j"}, is_online, 0, "r1", 5s}));
    relay_.heard_status(name, Relay::Clock::now());
  }
  std::uint64_t version_ = 0;
  void board(const std::string& name, const std::string& id, const std::vector<std::string>& alerts = {}) {
    const std::string said = R"({"id":")" + id + R"(","link":"up","need":1,"alerts":[7]})";
    say(name, Channel::board, id,
        board_payload({name, "j"}, id, 0, ++version_, said, R"({"id":")" + id + "\"}", alerts));
  }
  /// As the server asks it; true: it was passed on.
  bool ask(server::Ask what, server::Method method, const std::string& target, const std::string& id,
           const std::string& body = {}) {
    answered_.reset();
    auto passed = relay_.pass(
        {what, method, target, *server::parse_target(target), id, body, {"Anna", arbiter::Role::arbiter}});
    if (!passed) return false;
    if (passed->elsewhere)
      passed->elsewhere([this](server::Response response) { answered_ = std::move(response); });
    else
      answered_ = std::move(passed);
    return true;
  }
  AskMessage last_ask() {
    const auto read = read_ask(sent_.back().payload, sent_.back().topic, kKey);
    EXPECT_TRUE(read);
    return *read;
  }
  void answer(const std::string& name, std::uint64_t number, unsigned status, const std::string& body,
              std::string_view key = kKey) {
    const std::string topic = text_of("jadoube/v1", {name, Channel::answer, "c1"});
    relay_.hear(topic, payload_of(AnswerMessage{number, status, "application/json", {}, body}, topic, key));
  }
};

TEST_F(Central, ShowsTheBoardsOfAllHallsAsOne) {
  for (const char* name : {"A", "B"}) {
    online(name);
    board(name, "dgt-1", {R"({"id":7,"board":"dgt-1","status":"open"})"});
  }
  const auto snapshot = boost::json::parse(hall_.snapshot(arbiter::Role::arbiter));
  std::vector<std::string> ids;
  for (const auto& each : snapshot.at("boards").as_array()) ids.emplace_back(each.at("id").as_string());
  EXPECT_THAT(ids, ElementsAre("A~dgt-1", "B~dgt-1"));
  EXPECT_EQ(snapshot.at("boards").at(0).at("hall"), "A");
  EXPECT_EQ(snapshot.at("alerts").at(1).at("id").as_int64(),
            static_cast<std::int64_t>(*central_alert("B", 7)));
  EXPECT_EQ(snapshot.at("boards").at(1).at("alerts").at(0), snapshot.at("alerts").at(1).at("id"));
  EXPECT_EQ(snapshot.at("server").at("halls").as_array().size(), 2U);
  // Of what players must not learn nothing.
  const auto in_hall = boost::json::parse(hall_.snapshot(arbiter::Role::hall));
  EXPECT_TRUE(in_hall.at("alerts").as_array().empty());
  EXPECT_FALSE(in_hall.at("boards").at(0).as_object().contains("need"));
  EXPECT_FALSE(in_hall.at("server").as_object().contains("halls"));
  for (const arbiter::Update& update : updates_)
    if (update.kind == arbiter::Update::Kind::alert) {
      EXPECT_EQ(update.hall_text, nullptr);
    }
}

TEST_F(Central, TellsScreensThatPlayersSeeNothingWhereNothingThatTheyShowHasChanged) {
  online("A");
  board("A", "b");
  updates_.clear();
  board("A", "b");
  ASSERT_EQ(updates_.size(), 1U);
  EXPECT_NE(updates_[0].text, nullptr);
  EXPECT_EQ(updates_[0].hall_text, nullptr);
}

TEST_F(Central, SaysThatAHallIsAway) {
  online("A");
  board("A", "dgt-1");
  updates_.clear();
  online("A", false);
  ASSERT_EQ(updates_.size(), 1U);
  EXPECT_THAT(*updates_[0].text, HasSubstr(R"("hall_is_away":true)"));
  EXPECT_THAT(hall_.snapshot(arbiter::Role::viewer), HasSubstr("A is not connected"));
}

TEST_F(Central, PassesWhatIsDoneOnToTheHallAndItsAnswerBack) {
  online("A");
  board("A", "tcp:b/1", {R"({"id":7,"board":"tcp:b/1","status":"open"})"});
  const std::string id = std::to_string(*central_alert("A", 7));
  ASSERT_TRUE(ask(server::Ask::acknowledge, server::Method::post, "/api/v1/alerts/" + id + "/acknowledge", id,
                  R"({"remark":""})"));
  ASSERT_EQ(sent_.size(), 1U);
  EXPECT_EQ(sent_[0].topic, "jadoube/v1/A/ask");
  const AskMessage asked = last_ask();
  EXPECT_EQ(asked.request.target, "/api/v1/alerts/7/acknowledge");
  EXPECT_EQ(asked.request.actor.name, "Anna");
  EXPECT_EQ(asked.run, "r1");
  EXPECT_FALSE(answered_);
  answer("A", asked.number, 200, R"({"id":8})", "a secret that is another one");
  answer("B", asked.number, 200, R"({"id":8})");
  EXPECT_FALSE(answered_) << "that was somebody else";
  answer("A", asked.number, 200, R"({"id":7,"board":"tcp:b/1","status":"acknowledged"})");
  ASSERT_TRUE(answered_);
  const auto alert = boost::json::parse(*answered_->body);
  EXPECT_EQ(alert.at("id").as_int64(), static_cast<std::int64_t>(*central_alert("A", 7)));
  EXPECT_EQ(alert.at("board"), "A~tcp:b/1");

  const std::string board = "A~tcp:b/1";
  ASSERT_TRUE(ask(server::Ask::timeline, server::Method::get, "/api/v1/boards/A~tcp:b%2F1/timeline?from_us=5",
                  board));
  EXPECT_EQ(last_ask().request.target, "/api/v1/boards/tcp:b%2F1/timeline?from_us=5");
  // What the hall refuses is refused.
  answer("A", last_ask().number, 403, R"({"error":{"kind":"forbidden","text":"No."}})");
  EXPECT_EQ(answered_->status, 403U);
}

TEST_F(Central, SaysWhenNothingCanBeDone) {
  const auto enter = [&] {
    return ask(server::Ask::enter, server::Method::post, "/api/v1/boards/A~b/arbiter", "A~b", "{}");
  };
  ASSERT_TRUE(enter());
  EXPECT_EQ(answered_->status, 404U);
  online("A");
  board("A", "b");
  is_connected_ = false;
  ASSERT_TRUE(enter());
  EXPECT_EQ(answered_->status, 503U);
  is_connected_ = true;
  ASSERT_TRUE(enter());
  EXPECT_FALSE(answered_);
  relay_.tick(Relay::Clock::now() + 11s);
  ASSERT_TRUE(answered_);
  EXPECT_EQ(answered_->status, 503U);
  EXPECT_THAT(*answered_->body, HasSubstr("before you do it again"));
  online("A", false);
  ASSERT_TRUE(enter());
  EXPECT_THAT(*answered_->body, HasSubstr("not connected"));
}

TEST_F(Central, AnswersItselfWhatItKnows) {
  online("A");
  board("A", "b");
  EXPECT_FALSE(ask(server::Ask::board, server::Method::get, "/api/v1/boards/A~b", "A~b"));
  EXPECT_FALSE(ask(server::Ask::tokens, server::Method::get, "/api/v1/tokens", {}));
  EXPECT_TRUE(ask(server::Ask::moves, server::Method::get, "/api/v1/boards/A~b/moves", "A~b"));
  EXPECT_EQ(sent_.size(), 1U);
  say("A", Channel::event, "b",
      event_payload({"A", "j"},
                    {"b", Event::Kind::moves, R"("game":"g","start_fen":"f","from":0,"moves":[{"ply":1}])"},
                    1, 1));
  EXPECT_FALSE(ask(server::Ask::moves, server::Method::get, "/api/v1/boards/A~b/moves", "A~b"));
  EXPECT_EQ(*hall_.moves("A~b"), R"({"start_fen":"f","moves":[{"ply":1}]})");
}

TEST_F(Central, AsksAllHallsWhatConcernsAll) {
  for (const char* name : {"A", "B"}) online(name);
  ASSERT_TRUE(ask(server::Ask::acknowledge_all, server::Method::post, "/api/v1/alerts/acknowledge", {},
                  R"({"kind":"link_lost"})"));
  ASSERT_EQ(sent_.size(), 2U);
  answer("A", 1, 200, R"({"acknowledged":2})");
  EXPECT_FALSE(answered_);
  answer("B", 2, 200, R"({"acknowledged":3})");
  ASSERT_TRUE(answered_);
  EXPECT_EQ(*answered_->body, R"({"acknowledged":5})");
}

}  // namespace
}  // namespace jadoube::broker
