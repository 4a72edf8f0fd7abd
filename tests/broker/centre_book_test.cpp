// What a broker may do to a centre: drop, repeat, mix, and pass on what others say.
#include "broker/centre_book.hpp"

#include <algorithm>
#include <random>

#include <boost/json.hpp>

#include <gtest/gtest.h>

namespace jadoube::broker {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kOurs = "jadoube/v1";

struct Sent {
  std::string topic, payload;
};

/// A hall that says what it is asked to, and remembers it.
struct SayingHall {
  Sender sender{"A", "j1"};
  std::string run = "r1";
  std::uint64_t seq = 0, version = 0;
  std::map<std::string, std::uint64_t> board_seqs;
  std::vector<Sent> events;

  [[nodiscard]] std::string topic(Channel channel, const std::string& about = {}) const {
    return text_of(kOurs, {sender.hall, channel, about});
  }
  [[nodiscard]] Sent status(bool online = true) const {
    return {topic(Channel::status), payload_of(Status{sender, online, seq, run})};
  }
  Sent event(const std::string& board, Event::Kind kind, const std::string& members) {
    const std::uint64_t number = ++seq;
    events.push_back({topic(Channel::event, board),
                      event_payload(sender, {board, kind, members}, number, ++board_seqs[board])});
    return events.back();
  }
  static std::string alert_text(const std::string& board, std::uint64_t id,
                                const std::string& status = "open") {
    return R"({"id":)" + std::to_string(id) + R"(,"board":")" + board + R"(","status":")" + status + "\"}";
  }
  /// An alert whose number is that of the event.
  Sent alert(const std::string& board) {
    return event(board, Event::Kind::alert, R"("alert":)" + alert_text(board, seq + 1));
  }
  Sent state(const std::string& board, const std::vector<std::string>& alerts = {}) {
    const std::string said = R"({"id":")" + board + R"(","link":"up"})";
    return {topic(Channel::board, board),
            board_payload(sender, board, board_seqs[board], ++version, said, said, alerts)};
  }
  /// As the hall answers it.
  [[nodiscard]] std::vector<Sent> again(const CentreBook::Wish& wish) const {
    const auto read = read_message(*read_topic(kOurs, wish.topic), wish.payload);
    const auto& replay = std::get<Replay>(*read);
    std::vector<Sent> sent;
    for (std::uint64_t i = replay.first; i <= std::min<std::uint64_t>(replay.last, seq); ++i)
      sent.push_back({topic(Channel::again, replay.centre), events[i - 1].payload});
    return sent;
  }
};

struct Centre : testing::Test {
  CentreBook book_{std::string{kOurs}, "c1"};
  SayingHall hall_;
  /// Numbers of the alerts that have been told of each board, in the order of their telling.
  std::map<std::string, std::vector<std::int64_t>> told_;
  std::vector<Change> changes_;

  void hear(const Sent& sent) {
    for (Change& change : book_.take(sent.topic, sent.payload)) {
      if (change.kind == Change::Kind::alert) told_[change.board].push_back(change.alert.at("id").as_int64());
      changes_.push_back(std::move(change));
    }
  }
  void begin() {
    hear(hall_.status());
    for (const char* board : {"b", "c"}) hear(hall_.state(board));
    changes_.clear();
  }
  [[nodiscard]] const HeardHall& heard() const { return book_.halls().at("A"); }
  [[nodiscard]] std::vector<std::int64_t> told(const std::string& board) { return told_[board]; }
  using Ids = std::vector<std::int64_t>;
};

TEST_F(Centre, TellsEachEventOnceHoweverOftenItComes) {
  begin();
  const Sent first = hall_.alert("b");
  const Sent second = hall_.alert("b");
  for (const Sent& each : {first, first, second, first, second}) hear(each);
  EXPECT_EQ(told("b"), (Ids{1, 2}));
  EXPECT_EQ(heard().counts.events, 2U);
  EXPECT_EQ(heard().counts.repeated, 3U);
}

TEST_F(Centre, KeepsTheOrderOfABoardWhenTheBrokerDoesNot) {
  begin();
  const Sent first = hall_.alert("b"), second = hall_.alert("b"), third = hall_.alert("b");
  hear(first);
  hear(third);
  EXPECT_EQ(told("b"), (Ids{1}));
  hear(second);
  EXPECT_EQ(told("b"), (Ids{1, 2, 3}));
  EXPECT_EQ(heard().counts.early, 1U);
}

TEST_F(Centre, DoesNotLetABoardWaitForAnother) {
  begin();
  const Sent of_b = hall_.alert("b"), of_c = hall_.alert("c"), more_of_c = hall_.alert("c");
  hear(of_b);
  hear(of_c);
  const Sent late = hall_.alert("b"), later_of_c = hall_.alert("c");
  hear(later_of_c);
  // Whether it is the next of its board its own number says.
  EXPECT_EQ(told("c"), (Ids{2}));
  hear(more_of_c);
  EXPECT_EQ(told("c"), (Ids{2, 3, 5}));
  hear(late);
  EXPECT_EQ(told("b"), (Ids{1, 4}));
}

TEST_F(Centre, AsksForWhatIsMissingAndNotForWhatIsOnlyLate) {
  begin();
  hear(hall_.alert("b"));
  hall_.alert("b");
  hall_.alert("c");
  hear(hall_.alert("b"));
  EXPECT_TRUE(book_.wishes(1000ms).empty());
  EXPECT_TRUE(book_.wishes(1200ms).empty());
  const auto wishes = book_.wishes(1400ms);
  ASSERT_EQ(wishes.size(), 1U);
  EXPECT_EQ(wishes[0].topic, "jadoube/v1/A/replay");
  // Once, until it has had its time.
  EXPECT_TRUE(book_.wishes(1500ms).empty());
  EXPECT_EQ(book_.wishes(3500ms).size(), 1U);
  for (const Sent& each : hall_.again(wishes[0])) hear(each);
  EXPECT_EQ(told("b"), (Ids{1, 2, 4}));
  EXPECT_EQ(told("c"), (Ids{3}));
  EXPECT_TRUE(book_.wishes(9000ms).empty());
  EXPECT_EQ(heard().counts.events, 4U);
}

TEST_F(Centre, MissesWhatTheHallSaysThatThereIs) {
  begin();
  hall_.alert("b");  // The broker takes it and passes it on to nobody, and nothing else happens.
  hear(hall_.status());
  EXPECT_TRUE(book_.wishes(0ms).empty());
  const auto wishes = book_.wishes(400ms);
  ASSERT_EQ(wishes.size(), 1U);
  for (const Sent& each : hall_.again(wishes[0])) hear(each);
  EXPECT_EQ(told("b"), (Ids{1}));
}

TEST_F(Centre, GoesOnBehindWhatIsLost) {
  begin();
  hear(hall_.alert("b"));
  for (int i = 0; i < 5; ++i) hall_.alert("b");
  const Sent next = hall_.alert("b");
  hear(next);
  EXPECT_EQ(told("b"), (Ids{1}));
  hear({hall_.topic(Channel::lost), payload_of(Lost{hall_.sender, 2, 6})});
  EXPECT_EQ(told("b"), (Ids{1, 7}));
  EXPECT_EQ(heard().counts.lost, 5U);
  hear({hall_.topic(Channel::lost), payload_of(Lost{hall_.sender, 2, 6})});
  EXPECT_EQ(heard().counts.lost, 5U);
  EXPECT_TRUE(book_.wishes(9000ms).empty());
}

TEST_F(Centre, BeginsWithWhatTheBrokerHasKept) {
  for (int i = 0; i < 20; ++i) hall_.alert("b");
  // In whatever order.
  hear(hall_.state("b", {SayingHall::alert_text("b", 20)}));
  hear(hall_.status());
  ASSERT_NE(book_.board("A", "b"), nullptr);
  EXPECT_EQ(book_.board("A", "b")->alerts.size(), 1U);
  hear(hall_.alert("b"));
  EXPECT_EQ(told("b").back(), 21);
  EXPECT_TRUE(book_.wishes(9000ms).empty()) << "what was before is nobody's wish";
}

TEST_F(Centre, DoesNotGoBackBehindAStateThatHasOvertakenTheEvents) {
  begin();
  const Sent open = hall_.event("b", Event::Kind::alert, R"("alert":)" + SayingHall::alert_text("b", 1));
  const Sent closed =
      hall_.event("b", Event::Kind::alert, R"("alert":)" + SayingHall::alert_text("b", 1, "closed"));
  hear(hall_.state("b"));
  hear(open);
  EXPECT_TRUE(book_.board("A", "b")->alerts.empty());
  hear(closed);
  EXPECT_TRUE(told("b").empty());
  EXPECT_EQ(heard().counts.events, 2U);
  // Nor behind a state that is older than the one it has.
  SayingHall before = hall_;
  hear(hall_.state("b", {SayingHall::alert_text("b", 9)}));
  before.version = 0;
  hear(before.state("b"));
  EXPECT_EQ(book_.board("A", "b")->alerts.size(), 1U);
}

TEST_F(Centre, FollowsTheMovesOfAGame) {
  begin();
  const auto moves = [&](const char* members) {
    hear(hall_.event("b", Event::Kind::moves, R"("start_fen":"f",)" + std::string{members}));
  };
  moves(R"("game":"g","from":0,"moves":[{"ply":1},{"ply":2}])");
  moves(R"("game":"g","from":1,"moves":[{"ply":"2, otherwise"},{"ply":3}])");
  const HeardBoard* board = book_.board("A", "b");
  EXPECT_EQ(boost::json::serialize(board->moves), R"([{"ply":1},{"ply":"2, otherwise"},{"ply":3}])");
  EXPECT_TRUE(board->has_all_moves);
  moves(R"("game":"h","from":3,"moves":[])");
  EXPECT_FALSE(board->has_all_moves);
}

TEST_F(Centre, BelievesNoLastWillOfARunBefore) {
  begin();
  const Sent will = hall_.status(false);
  hall_.run = "r2";
  hear(hall_.status());
  hear(will);
  EXPECT_TRUE(heard().is_online);
  hear(hall_.status(false));
  EXPECT_FALSE(heard().is_online);
}

TEST_F(Centre, TakesANewJournalForANewBeginning) {
  begin();
  hear(hall_.alert("b"));
  SayingHall anew;
  anew.sender.journal = "j2";
  anew.run = "r2";
  hear(anew.state("b"));
  EXPECT_TRUE(told("b") == Ids{1});
  hear(anew.status());
  EXPECT_EQ(book_.board("A", "c"), nullptr);
  hear(anew.state("b"));
  hear(anew.alert("b"));
  EXPECT_EQ(told("b"), (Ids{1, 1}));
  // What the broker has kept of the old one is of no account.
  hear(hall_.alert("b"));
  hear(hall_.state("b"));
  EXPECT_EQ(told("b"), (Ids{1, 1}));
  EXPECT_EQ(book_.board("A", "b")->journal, "j2");
}

TEST_F(Centre, ForgetsABoardThatHasLeftTheWallAndKnowsItAgain) {
  begin();
  hear(hall_.event("b", Event::Kind::forgotten, ""));
  EXPECT_EQ(changes_.back().kind, Change::Kind::forgotten);
  EXPECT_EQ(book_.board("A", "b"), nullptr);
  hear({hall_.topic(Channel::board, "b"), ""});
  hear(hall_.alert("b"));
  hear(hall_.state("b"));
  EXPECT_NE(book_.board("A", "b"), nullptr);
  hear(hall_.alert("b"));
  EXPECT_EQ(told("b"), (Ids{3}));
}

TEST_F(Centre, ForgetsAHallWhoseStatusWasTakenFromTheBroker) {
  begin();
  hear({hall_.topic(Channel::status), ""});
  EXPECT_TRUE(book_.halls().empty());
  ASSERT_EQ(changes_.size(), 2U);
  EXPECT_EQ(changes_[0].kind, Change::Kind::forgotten);
  begin();
  EXPECT_NE(book_.board("A", "b"), nullptr);
}

TEST_F(Centre, PassesOverWhatOthersSay) {
  begin();
  for (const char* topic :
       {"homeassistant/light/1/state", "jadoube/v1", "jadoube/v1/A/again/c2", "jadoube/v1/A/replay",
        "jadoube/v1/A/answer/c1", "jadoube/v2/A/status", "jadoube/v1/A/event/b/more", "", "/", "$SYS/x"})
    hear({topic, R"({"on":true})"});
  EXPECT_EQ(book_.strangers(), 10U);
  hear({hall_.topic(Channel::event, "b"), R"({"on":true})"});
  hear({hall_.topic(Channel::event, "b"), std::string(std::size_t{10} << 20U, 'x')});
  hear({hall_.topic(Channel::status), "\xff\xfe"});
  EXPECT_EQ(heard().counts.unreadable, 3U);
  EXPECT_TRUE(changes_.empty());
  hear(hall_.alert("b"));
  EXPECT_EQ(told("b"), (Ids{1}));
}

TEST_F(Centre, TakesNoNumberOfABoardTwice) {
  begin();
  hear(hall_.alert("b"));
  hall_.board_seqs["b"] = 0;
  hear(hall_.alert("b"));
  EXPECT_EQ(told("b"), (Ids{1}));
  EXPECT_EQ(heard().counts.unreadable, 1U);
  hear(hall_.alert("c"));
  hear(hall_.alert("b"));
  EXPECT_EQ(told("b"), (Ids{1, 4}));
}

TEST_F(Centre, HasNoRoomForEndlessHalls) {
  SayingHall other;
  for (int i = 0; i < 1000; ++i) {
    other.sender.hall = "H" + std::to_string(i);
    hear(other.status());
  }
  EXPECT_LE(book_.halls().size(), 64U);
  EXPECT_GT(book_.strangers(), 900U);
}

TEST_F(Centre, HasNoRoomForEndlessEventsThatWait) {
  begin();
  hall_.alert("b");  // Never comes.
  const std::string padding(100'000, 'x');
  for (int i = 0; i < 1000; ++i)
    hear(hall_.event("b", Event::Kind::link, R"("link":"up","more":")" + padding + '"'));
  EXPECT_LE(heard().waiting_bytes, std::size_t{33} << 20U);
  // It comes after all, and what there was no room for is asked for, part by part.
  auto now = 0ms;
  for (int i = 0; i < 10 && heard().counts.events < hall_.seq; ++i)
    for (now += 400ms; const auto& wish : book_.wishes(now += 3000ms))
      for (const Sent& each : hall_.again(wish)) hear(each);
  book_.wishes(now += 400ms);
  for (const auto& wish : book_.wishes(now += 400ms))
    for (const Sent& each : hall_.again(wish)) hear(each);
  EXPECT_EQ(heard().counts.events, hall_.seq);
  EXPECT_EQ(heard().waiting_bytes, 0U);
}

/// A broker that drops, repeats and mixes at random: nothing is lost, nothing doubled, and each board is in order.
TEST_F(Centre, HearsEverythingOnceThroughABadBroker) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random{seed};
    const auto chance = [&](unsigned percent) { return random() % 100 < percent; };
    book_ = CentreBook{std::string{kOurs}, "c1"};
    hall_ = {};
    told_.clear();
    begin();
    std::map<std::string, Ids> truth;
    std::vector<Sent> under_way;
    auto now = 0ms;
    const auto deliver = [&] {
      std::ranges::shuffle(under_way, random);
      const auto keep = static_cast<std::ptrdiff_t>(under_way.size() / 2);
      for (auto at = under_way.begin() + keep; at != under_way.end(); ++at)
        if (!chance(20)) hear(*at);
      under_way.resize(static_cast<std::size_t>(keep));
    };
    for (int i = 0; i < 300; ++i) {
      const std::string board = chance(50) ? "b" : "c";
      under_way.push_back(hall_.alert(board));
      truth[board].push_back(static_cast<std::int64_t>(hall_.seq));
      if (chance(10)) under_way.push_back(hall_.events[random() % hall_.events.size()]);
      if (chance(20)) deliver();
    }
    for (int i = 0; i < 200 && heard().counts.events < hall_.seq; ++i) {
      hear(hall_.status());
      for (const auto& wish : book_.wishes(now += 500ms))
        for (const Sent& each : hall_.again(wish)) under_way.push_back(each);
      deliver();
    }
    EXPECT_EQ(heard().counts.events, hall_.seq) << seed;
    EXPECT_EQ(told_, truth) << seed;
  }
}

}  // namespace
}  // namespace jadoube::broker
