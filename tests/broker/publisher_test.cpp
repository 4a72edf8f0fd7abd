// A hall with games, and a broker made of a list.
#include "broker/publisher.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "broker/news.hpp"
#include "json/text.hpp"
#include "tests/arbiter/hall_of_games.hpp"

namespace jadoube::broker {
namespace {

struct Published {
  std::string topic, payload;
  bool retained = false;
};

class FakeConnection : public Connection {
 public:
  std::optional<int> publish(const std::string& topic, std::string_view payload, bool retained) override {
    published.push_back({topic, std::string{payload}, retained});
    return ++numbers;
  }
  void subscribe(const std::string& filter) override { filters.push_back(filter); }
  void restart() override { ++restarts; }
  void close() override {}

  std::vector<Published> published;
  std::vector<std::string> filters;
  int numbers = 0, restarts = 0;
};

struct Publishing : arbiter::HallOfGames {
  FakeConnection* connection_ = nullptr;
  ConnectionEvents events_;
  std::unique_ptr<Publisher> publisher_;
  std::vector<std::string> warnings_;
  std::int64_t queue_mib_ = 16;
  std::chrono::milliseconds silence_{30'000};

  void speak() {
    Publisher::Options options;
    options.config.url = "mqtt://a";
    options.config.hall = "A";
    options.config.state_ms = 100;
    options.config.queue_mib = queue_mib_;
    options.folder = folder_.path();
    options.silence = silence_;
    options.warn = [this](const std::string&, const std::string& sentence) { warnings_.push_back(sentence); };
    auto made =
        Publisher::start(io_.get_executor(), *hall_, std::move(options),
                         [this](ConnectionEvents events,
                                const Status&) -> tl::expected<std::unique_ptr<Connection>, std::string> {
                           events_ = std::move(events);
                           auto connection = std::make_unique<FakeConnection>();
                           connection_ = connection.get();
                           return connection;
                         });
    ASSERT_TRUE(made) << made.error();
    publisher_ = *std::move(made);
  }
  /// Everything that was handed over has arrived.
  void acknowledge_all() {
    for (int told = acknowledged_; told < connection_->numbers; acknowledged_ = told)
      events_.acknowledged(++told);
  }
  int acknowledged_ = 0;
  /// Events on a channel, in the order of their coming.
  [[nodiscard]] std::vector<Event> events(std::string_view channel = "/event/") const {
    std::vector<Event> found;
    for (const Published& each : connection_->published) {
      if (each.topic.find(channel) == std::string::npos) continue;
      const auto read = read_message(*read_topic("jadoube/v1", each.topic), each.payload);
      EXPECT_TRUE(read) << read.error() << each.payload;
      if (const auto* event = std::get_if<Event>(&*read)) found.push_back(*event);
    }
    return found;
  }
  /// How long that takes is the machine's business; the publisher looks ten times as seldom as it needs for it.
  template <class Condition>
  void until(Condition holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{2};
    do {
      run(20);
      if (holds()) return;
    } while (std::chrono::steady_clock::now() < end);
    FAIL() << publisher_->journal().acknowledged() << " acknowledged of " << publisher_->journal().head();
  }
  /// The journal has everything that the hall says of its boards, and that others are gone.
  [[nodiscard]] bool has_heard_all() const {
    const Told& told = publisher_->journal().told();
    News news{told};
    for (const auto& [id, board] : told.boards)
      if (!hall_->board(id, arbiter::Role::viewer)) news.forgotten(id);
    const auto snapshot = boost::json::parse(hall_->snapshot(arbiter::Role::viewer));
    for (const auto& each : snapshot.at("boards").as_array()) {
      const std::string id{each.at("id").as_string()};
      news.link(id, std::string{each.at("link").as_string()});
      news.moves(id, *game_moves_from(*hall_->moves(id), std::string{each.at("utc_start").as_string()}));
      const std::string findings = *hall_->findings(id);
      for (const auto& member : json::members_of(findings))
        if (member.name == "findings")
          for (const std::string_view text : json::values_of(member.value))
            news.alert(static_cast<std::uint64_t>(boost::json::parse(text).at("id").as_int64()), id, text,
                       false);
    }
    return news.is_nothing();
  }
  void until_all_is_kept() {
    until([&] { return has_heard_all(); });
  }
  void until_all_is_sent() {
    until([&] {
      acknowledge_all();
      const Journal& journal = publisher_->journal();
      return has_heard_all() && journal.acknowledged() == journal.head();
    });
  }
};

TEST_F(Publishing, TellsEverythingOfAGameInOrder) {
  open();
  speak();
  events_.up();
  play(arbiter::recording("illegal_move", 3));
  until_all_is_sent();
  std::vector<std::string> moves;
  std::map<std::int64_t, std::string> alerts;
  std::uint64_t seq = 0;
  for (const Event& event : events()) {
    EXPECT_EQ(event.seq, ++seq);
    EXPECT_EQ(event.board_seq, seq);
    EXPECT_EQ(event.board, "sim-1");
    if (event.kind == Event::Kind::alert)
      alerts[event.alert.at("id").as_int64()] = boost::json::serialize(event.alert);
    if (event.kind != Event::Kind::moves) continue;
    ASSERT_LE(event.first, moves.size());
    moves.resize(event.first);
    for (const auto& each : event.moves) moves.push_back(boost::json::serialize(each));
  }
  const auto truth = game_moves_from(*hall_->moves("sim-1"), "")->moves;
  ASSERT_GT(truth.size(), 10U);
  ASSERT_EQ(moves.size(), truth.size());
  for (std::size_t i = 0; i < moves.size(); ++i)
    EXPECT_EQ(boost::json::parse(moves[i]), boost::json::parse(truth[i]));
  const auto found = HallOfGames::alerts();
  ASSERT_FALSE(found.empty());
  ASSERT_EQ(alerts.size(), found.size());
  for (const auto& each : found) EXPECT_EQ(boost::json::parse(alerts.at(each.at("id").as_int64())), each);
}

TEST_F(Publishing, KeepsWhatTheBrokerHasNotGotOverARestart) {
  open();
  speak();
  play(arbiter::recording("illegal_move", 3));
  until_all_is_kept();
  const std::uint64_t head = publisher_->journal().head();
  ASSERT_GT(head, 0U);
  EXPECT_TRUE(events().empty()) << "there is no connection yet";
  publisher_->stop();
  publisher_.reset();
  hall_->close();
  hall_.reset();
  open();
  speak();
  events_.up();
  until_all_is_sent();
  const auto told = events();
  ASSERT_GE(told.size(), head);
  for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i].seq, i + 1);
}

TEST_F(Publishing, FindsOutAfterACrashWhatCouldNotBeTold) {
  open();
  speak();
  events_.up();
  publisher_.reset();  // It dies before it has put anything on the disk.
  play(arbiter::recording("illegal_move", 3));
  const auto truth = game_moves_from(*hall_->moves("sim-1"), "")->moves;
  hall_->close();
  hall_.reset();
  open();
  speak();
  events_.up();
  acknowledged_ = 0;
  until_all_is_sent();
  std::size_t moves = 0, alerts = 0;
  for (const Event& event : events()) {
    if (event.kind == Event::Kind::moves) moves = event.first + event.moves.size();
    if (event.kind == Event::Kind::alert) ++alerts;
  }
  EXPECT_EQ(moves, truth.size());
  EXPECT_GT(alerts, 0U);
}

TEST_F(Publishing, SendsAgainWhatACentreHasNotGot) {
  open();
  speak();
  events_.up();
  play(arbiter::recording("illegal_move", 3));
  until_all_is_sent();
  const auto first = events();
  ASSERT_GE(first.size(), 3U);
  events_.heard(
      {"jadoube/v1/A/replay", payload_of(Replay{"c1", publisher_->journal().sender().journal, 2, 3})});
  acknowledge_all();
  const auto again = events("/again/c1");
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[0].seq, 2U);
  EXPECT_EQ(again[1].seq, 3U);
  // Of another journal, of another hall, and what is no wish at all.
  events_.heard({"jadoube/v1/A/replay", payload_of(Replay{"c1", "other", 2, 3})});
  events_.heard(
      {"jadoube/v1/B/replay", payload_of(Replay{"c1", publisher_->journal().sender().journal, 2, 3})});
  events_.heard({"jadoube/v1/A/replay", "{"});
  EXPECT_EQ(events("/again/c1").size(), 2U);
}

TEST_F(Publishing, TellsABoardAsItIsForABrokerThatKeepsIt) {
  open();
  speak();
  events_.up();
  play(arbiter::recording("illegal_move", 3));
  until_all_is_sent();
  const Published* last = nullptr;
  // It is told at most once in a tenth of a second.
  until([&] {
    acknowledge_all();
    for (const Published& each : connection_->published)
      if (each.topic == "jadoube/v1/A/board/sim-1") last = &each;
    const auto read = last != nullptr ? read_message({"A", Channel::board, "sim-1"}, last->payload)
                                      : tl::unexpected{std::string{}};
    return read && std::get<BoardState>(*read).board_seq == publisher_->journal().head() &&
           std::get<BoardState>(*read).said.at("ply") == board().at("ply");
  });
  ASSERT_NE(last, nullptr);
  EXPECT_TRUE(last->retained);
  const auto read = read_message({"A", Channel::board, "sim-1"}, last->payload);
  ASSERT_TRUE(read) << read.error();
  const auto& state = std::get<BoardState>(*read);
  EXPECT_EQ(state.board_seq, publisher_->journal().head());
  EXPECT_EQ(state.said.at("ply"), board().at("ply"));
  EXPECT_EQ(state.alerts.size(), board().at("alerts").as_array().size());
  EXPECT_FALSE(state.said_in_hall.contains("ply"));
}

TEST_F(Publishing, TellsWhatIsLostOnceAndGoesOn) {
  {
    auto journal = Journal::open(folder_ / "broker.sqlite", "A", 1000);
    ASSERT_TRUE(journal) << journal.error();
    for (int i = 1; i <= 30; ++i) {
      News news{journal->told()};
      news.alert(static_cast<std::uint64_t>(i), "b",
                 R"({"id":)" + std::to_string(i) + R"(,"board":"b","status":"open"})", false);
      ASSERT_TRUE(journal->add(news.take()));
    }
    ASSERT_GT(journal->first_kept(), 1U);
  }
  open();
  speak();
  const std::uint64_t first = publisher_->journal().first_kept();
  events_.up();
  until_all_is_sent();
  std::vector<Lost> lost;
  for (const Published& each : connection_->published)
    if (each.topic == "jadoube/v1/A/lost")
      lost.push_back(std::get<Lost>(*read_message(*read_topic("jadoube/v1", each.topic), each.payload)));
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].first, 1U);
  EXPECT_EQ(lost[0].last, first - 1);
  EXPECT_EQ(events().front().seq, first);
  // A centre that asks for them is told the same.
  events_.heard(
      {"jadoube/v1/A/replay", payload_of(Replay{"c1", publisher_->journal().sender().journal, 1, first})});
  acknowledge_all();
  ASSERT_EQ(events("/again/c1").size(), 1U);
  EXPECT_EQ(events("/again/c1")[0].seq, first);
}

TEST_F(Publishing, ConnectsAnewToABrokerThatTakesAndSaysNothing) {
  silence_ = std::chrono::milliseconds{150};
  open();
  speak();
  events_.up();
  play(arbiter::recording("illegal_move", 3));
  until([&] { return connection_->restarts > 0; });
  ASSERT_FALSE(warnings_.empty());
  EXPECT_NE(warnings_.back().find("acknowledges nothing"), std::string::npos);
}

TEST_F(Publishing, KeepsWhatABrokerRefusesUntilItTakesIt) {
  open();
  speak();
  events_.up();
  play(arbiter::recording("illegal_move", 3));
  until([&] { return !events().empty(); });
  const auto first = events();
  events_.refused("not authorized");
  EXPECT_EQ(connection_->restarts, 1);
  EXPECT_NE(warnings_.back().find("not authorized"), std::string::npos);
  EXPECT_EQ(publisher_->journal().acknowledged(), 0U);
  acknowledged_ = connection_->numbers;
  events_.up();
  until_all_is_sent();
  EXPECT_EQ(events().back().seq, publisher_->journal().head());
  EXPECT_EQ(events()[first.size()].seq, 1U) << "from the first on";
}

TEST_F(Publishing, SaysThatAnotherHallHasItsName) {
  open();
  speak();
  events_.up();
  events_.heard(
      {"jadoube/v1/A/status", payload_of(Status{publisher_->journal().sender(), true, 0, "r", {}})});
  EXPECT_TRUE(warnings_.empty());
  events_.heard({"jadoube/v1/A/status", payload_of(Status{{"A", "other"}, true, 0, "r", {}})});
  EXPECT_NE(warnings_.back().find("calls itself A, too"), std::string::npos);
}

TEST_F(Publishing, SaysThatABrokerIsAwayOnlyAfterAWhile) {
  open();
  speak();
  events_.down("nobody is there");
  run(250);
  events_.up();
  acknowledge_all();
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(Publishing, TakesBackWhatItHasSaidOnceTheBrokerTakesWhatIsTold) {
  open();
  speak();
  events_.up();
  events_.refused("not authorized");
  ASSERT_EQ(warnings_.size(), 1U);
  events_.up();
  EXPECT_EQ(warnings_.size(), 1U) << "that it lets us in says nothing";
  acknowledge_all();
  ASSERT_EQ(warnings_.size(), 2U);
  EXPECT_EQ(warnings_[1], "");
}

}  // namespace
}  // namespace jadoube::broker
