// Games on boards behind a LiveChess made of software, as they are followed.
#include "devices/livechess.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detector/detector.hpp"
#include "drivers/livechess/server.hpp"
#include "drivers/livechess/session.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/published_game.hpp"

namespace jadoube {
namespace {

using namespace std::chrono_literals;
using drivers::livechess::LiveChessSession;
using drivers::livechess::Server;
using record::Record;
using record::Time;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::uint8_t> bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

/// A LiveChess, our end of the connection to it, and the sessions of its boards.
struct Connection {
  devices::LiveChess livechess;
  Server server;
  std::map<std::string, LiveChessSession> sessions;
  std::map<std::string, std::vector<Record>> records;
  std::vector<std::string> gone, warnings;
  /// The connection is there, and so many messages of the server are withheld.
  bool is_open = true;

  void open(Time now) {
    livechess.connect();
    server.connect(now);
    exchange(now);
  }
  void say(std::string_view message, Time now) {
    server.receive(bytes_of(message), now);
    exchange(now);
  }
  void exchange(Time now) {
    server.wake(now);
    for (bool more = true; std::exchange(more, false);) {
      for (const auto& command : server.take_commands()) {
        livechess.hear({reinterpret_cast<const char*>(command.data()), command.size()});
        more = true;
      }
      for (const std::string& message : livechess.take_said()) server.receive(bytes_of(message), now);
    }
    for (const auto& [serial, reason] : server.take_gone()) {
      gone.push_back(serial);
      sessions[serial].disconnect(reason, now);
    }
    for (const std::string& serial : server.take_found()) sessions[serial].connect(now);
    for (const auto& [serial, bytes] : server.take_said()) sessions[serial].receive(bytes, now);
    for (auto& [serial, session] : sessions) {
      session.wake(now);
      for (Record& record : session.take_records()) records[serial].push_back(std::move(record));
    }
    for (std::string& warning : server.take_warnings()) warnings.push_back(std::move(warning));
  }
  [[nodiscard]] std::vector<std::string> links(const std::string& serial) const {
    std::vector<std::string> all;
    for (const Record& record : records.at(serial))
      if (const auto* link = std::get_if<record::Link>(&record))
        all.push_back(link->state == record::Link::State::lost ? link->reason : "restored");
    return all;
  }
};

simulator::PlayedGame short_game(std::uint64_t seed) {
  simulator::Rng rng{seed, "game"};
  auto game = simulator::random_game(rng);
  game.moves.resize(std::min<std::size_t>(game.moves.size(), 60));
  game.spent.clear();
  game.result.clear();
  return game;
}

simulator::Recording played(const simulator::PlayedGame& game, std::uint64_t seed) {
  auto params = simulator::params_of(simulator::Tempo::blitz, simulator::Noise::none, 50);
  params.sensors.senses = record::Senses::identity;
  params.endings = {0, 0, 0};
  params.game_times = false;
  return simulate(game, params, seed);
}

std::vector<std::string> moves_in(
    const LiveChessSession& session, const std::vector<Record>& records,
    const std::function<void(const report::Report&)>& besides = [](const report::Report&) {}) {
  record::Header header;
  header.board = session.board();
  stream::PublishedGame game{header};
  detector::Detector detector{header, [&](const report::Report& line) {
                                game.tell(line);
                                besides(line);
                              }};
  for (const Record& record : records) {
    detector.advance_to(time_of(record));
    game.see(record);
    detector.on(record);
  }
  detector.finish();
  std::vector<std::string> moves;
  for (const auto& ply : game.plies()) moves.push_back(ply.uci);
  return moves;
}

std::vector<std::string> moves_of(const simulator::PlayedGame& game) {
  std::vector<std::string> moves;
  for (const auto& move : game.moves) moves.push_back(to_uci(move));
  return moves;
}

/// Between records the connection does what is due.
void play(
    Connection& connection, const std::map<std::string, simulator::Recording>& games,
    const std::function<void(Time)>& meanwhile = [](Time) {}) {
  std::vector<std::pair<std::string, const Record*>> all;
  for (const auto& [serial, game] : games)
    for (const Record& record : game.records) all.emplace_back(serial, &record);
  std::ranges::stable_sort(all, {}, [](const auto& each) { return time_of(*each.second); });
  for (const auto& [serial, record] : games) connection.livechess.see(serial, record.records.front());
  connection.open(Time{0});
  Time now{};
  for (const auto& [serial, record] : all) {
    for (; now + 500ms < time_of(*record); now += 500ms) {
      meanwhile(now);
      connection.exchange(now);
    }
    now = std::max(now, time_of(*record));
    connection.livechess.see(serial, *record);
    meanwhile(now);
    connection.exchange(now);
  }
}

TEST(LiveChessBoards, GamesAreFollowedMoveByMove) {
  Connection connection;
  std::map<std::string, simulator::Recording> games;
  for (unsigned board = 0; board < 4; ++board)
    games[std::to_string(23946 + board)] = played(short_game(board), board);
  play(connection, games);
  for (unsigned board = 0; board < 4; ++board) {
    const std::string serial = std::to_string(23946 + board);
    EXPECT_EQ(moves_in(connection.sessions[serial], connection.records[serial]), moves_of(short_game(board)));
    EXPECT_THAT(connection.links(serial), IsEmpty());
    EXPECT_EQ(connection.sessions[serial].facts().battery_percent, 84U);
  }
  EXPECT_EQ(connection.livechess.foreign_calls(), 0U);
}

TEST(LiveChessBoards, PositionsThatComeAfterTheClockAreFollowedAndAccuseNobody) {
  for (const Time late : {300ms, 900ms, 1500ms})
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const auto game = short_game(seed);
      auto recording = played(game, seed);
      for (Record& record : recording.records)
        if (auto* scan = std::get_if<record::Scan>(&record)) scan->t += late;
      std::ranges::stable_sort(recording.records, {}, record::time_of);
      Connection connection;
      play(connection, {{"7425", recording}});
      std::vector<report::Kind> accused;
      const auto moves =
          moves_in(connection.sessions["7425"], connection.records["7425"], [&](const report::Report& line) {
            const auto* finding = std::get_if<report::Finding>(&line);
            if (finding != nullptr && finding->grade == report::Grade::A) accused.push_back(finding->kind);
          });
      EXPECT_EQ(moves, moves_of(game)) << late.count() << " us late, game " << seed;
      EXPECT_THAT(accused, IsEmpty()) << late.count() << " us late, game " << seed;
    }
}

TEST(LiveChessBoards, NonsenseBetweenTheMessagesChangesNothing) {
  Connection connection;
  const auto game = short_game(5);
  unsigned said = 0;
  const std::string bomb(20'000, '[');
  play(connection, {{"7425", played(game, 5)}}, [&](Time now) {
    switch (++said % 8) {
      case 0:
        connection.say(bomb, now);
        break;
      case 1:
        connection.say(
            "{\"response\":\"feed\",\"id\":999,\"param\":{\"serialnr\":\"7425\",\"board\":\"8/8/8/8/8/8/8/"
            "8\"}}",
            now);
        break;
      case 2:
        connection.say("{\"response\":\"call\",\"id\":77777,\"param\":[]}", now);
        break;
      case 3:
        connection.say("{\"call\":\"setup\",\"id\":3}", now);
        break;
      case 4:
        connection.say(
            "{\"response\":\"feed\",\"id\":2,\"param\":{\"serialnr\":\"7425\",\"board\":\"9/8/8/8/8/8/8/"
            "8\"}}",
            now);
        break;
      case 5:
        connection.say(
            "{\"response\":\"feed\",\"id\":2,\"param\":{\"serialnr\":\"7425\",\"clock\":{\"white\":-300,"
            "\"black\":9,\"run\":true,\"time\":1}}}",
            now);
        break;
      case 6:
        // Half of a message.
        connection.say(R"({"response":"feed","id":2,"param":{"serialnr":"7425","board":"8/8/8)", now);
        break;
      default:
        connection.say("{\"response\":\"error\",\"id\":55,\"param\":{\"message\":\"?\"}}", now);
    }
  });
  EXPECT_EQ(moves_in(connection.sessions["7425"], connection.records["7425"]), moves_of(game));
  EXPECT_GT(connection.sessions["7425"].tally().bad_frames, 10U);
  EXPECT_EQ(connection.server.complaint(), "");
}

TEST(LiveChessBoards, ABrokenConnectionIsAGapBehindWhichTheGameGoesOn) {
  Connection connection;
  const auto game = short_game(6);
  const auto recording = played(game, 6);
  const Time middle = time_of(recording.records[recording.records.size() / 2]);
  bool is_broken = false;
  play(connection, {{"7425", recording}}, [&](Time now) {
    if (now < middle || std::exchange(is_broken, true)) return;
    connection.sessions["7425"].disconnect("the other end has closed the connection", now);
    connection.open(now);
  });
  EXPECT_EQ(moves_in(connection.sessions["7425"], connection.records["7425"]), moves_of(game));
  EXPECT_THAT(connection.links("7425"),
              ::testing::ElementsAre("the other end has closed the connection", "restored"));
}

TEST(LiveChessBoards, AFlippedBoardKeepsItsFrameWhetherLiveChessTurnsItOrNot) {
  for (const bool turns : {false, true}) {
    Connection connection;
    connection.livechess.turns = turns;
    const auto game = short_game(7);
    unsigned exchanges = 0;
    play(connection, {{"7425", played(game, 7)}}, [&](Time) {
      if (++exchanges % 40 == 0) connection.livechess.flip("7425");
    });
    EXPECT_EQ(moves_in(connection.sessions["7425"], connection.records["7425"]), moves_of(game)) << turns;
  }
}

TEST(LiveChessBoards, BoardsThatFailAreLostAndThoseThatGoAreGone) {
  Connection connection;
  connection.livechess.set_state("1", "ACTIVE");
  connection.livechess.set_state("2", "INACTIVE");
  connection.open(0s);
  EXPECT_THAT(connection.sessions, SizeIs(1)) << "a board that is not there is none of ours";
  connection.livechess.set_state("1", "NOTRESPONDING");
  connection.livechess.set_state("2", "DELAYED");
  connection.exchange(2s);
  EXPECT_THAT(connection.links("1"), ::testing::ElementsAre("does not answer LiveChess"));
  EXPECT_THAT(connection.sessions, SizeIs(2));
  connection.livechess.set_state("1", "ACTIVE");
  connection.exchange(4s);
  EXPECT_THAT(connection.links("1"), SizeIs(2));
  connection.livechess.remove("1");
  connection.exchange(6s);
  EXPECT_THAT(connection.gone, ::testing::ElementsAre("1"));
}

TEST(LiveChessBoards, ANumberThatChangesInMidGameMakesANewBoardAndLosesNothingOfTheOld) {
  Connection connection;
  const auto recording = played(short_game(8), 8);
  const Time middle = time_of(recording.records[recording.records.size() / 2]);
  connection.livechess.see("7425", recording.records.front());
  connection.open(0s);
  for (const Record& record : recording.records) {
    const bool is_renumbered = time_of(record) >= middle;
    if (is_renumbered && !connection.sessions.contains("9999")) {
      connection.livechess.renumber("7425", "9999");
      EXPECT_THAT(connection.gone, IsEmpty());
    }
    connection.livechess.see(is_renumbered ? "9999" : "7425", record);
    connection.exchange(time_of(record));
  }
  EXPECT_THAT(connection.gone, ::testing::ElementsAre("7425"));
  EXPECT_THAT(connection.warnings, ::testing::ElementsAre(HasSubstr(
                                       "board 7425 has the number 9999 in LiveChess now: what it tells from "
                                       "here on is that of a new board")));
  const auto scans = [&](const std::string& serial) {
    std::vector<record::PieceMap> all;
    for (const Record& record : connection.records[serial])
      if (const auto* scan = std::get_if<record::Scan>(&record)) all.push_back(*scan->pieces);
    return all;
  };
  // Every position before is in the log of the old number, every one after it in that of the new.
  std::vector<record::PieceMap> before, after;
  for (const Record& record : recording.records) {
    const auto* scan = std::get_if<record::Scan>(&record);
    if (scan == nullptr || !scan->pieces) continue;
    auto& list = time_of(record) < middle ? before : after;
    if (list.empty() || list.back() != *scan->pieces) list.push_back(*scan->pieces);
  }
  EXPECT_EQ(scans("7425"), before);
  ASSERT_GT(after.size(), 20U);
  const auto told = scans("9999");
  ASSERT_GE(told.size(), after.size());
  EXPECT_TRUE(std::equal(after.rbegin(), after.rend(), told.rbegin()));
  EXPECT_THAT(connection.links("7425"), ::testing::ElementsAre("has another number in LiveChess now"));
}

TEST(LiveChessBoards, ABoardThatTakesTheOthersPlaceBetweenTwoListsIsToldAsSuch) {
  Connection connection;
  for (const char* serial : {"1", "2"}) connection.livechess.set_state(serial, "ACTIVE");
  connection.open(0s);
  EXPECT_THAT(connection.warnings, IsEmpty());
  connection.livechess.renumber("2", "3");
  connection.exchange(2s);
  EXPECT_THAT(connection.gone, ::testing::ElementsAre("2"));
  EXPECT_TRUE(connection.sessions.contains("3"));
  EXPECT_THAT(connection.warnings,
              ::testing::ElementsAre(HasSubstr("LiveChess no longer has board 2, and has 3 now")));
}

TEST(LiveChessBoards, WhatTheFeedHasMissedIsAGap) {
  Connection connection;
  record::Scan scan{.t = 0s, .occupied = {}, .white = {}, .pieces = record::PieceMap{}};
  connection.livechess.see("1", scan);
  connection.open(0s);
  (*scan.pieces)[4] = chess::piece_from_letter('K');
  connection.livechess.see("1", scan, false);
  connection.exchange(2s);
  EXPECT_THAT(connection.links("1"), IsEmpty()) << "the message may be on its way";
  connection.exchange(4s);
  EXPECT_THAT(connection.links("1"), SizeIs(2));
  EXPECT_TRUE(std::holds_alternative<record::Scan>(connection.records["1"].back()));
}

TEST(LiveChessBoards, TwoBoardsWithOneNumberAreNotFollowed) {
  Connection connection;
  connection.livechess.set_state("1", "ACTIVE");
  connection.open(0s);
  connection.server.wake(2s);
  const auto asked = connection.server.take_commands();
  ASSERT_THAT(asked, SizeIs(1));
  connection.say(
      R"({"response":"call","id":4,"param":[{"serialnr":"1","state":"ACTIVE"},{"serialnr":"1","state":"ACTIVE"}]})",
      2s);
  EXPECT_THAT(connection.gone, ::testing::ElementsAre("1"));
  EXPECT_THAT(connection.warnings, Contains(HasSubstr("two boards have the number 1")));
}

TEST(LiveChessBoards, APositionOfThreeKingsIsWhatTheSensorsSay) {
  LiveChessSession session;
  session.connect(0s);
  session.receive(
      bytes_of(R"({"response":"feed","id":2,"param":{"serialnr":"1","board":"k7/8/8/8/8/8/8/KK6"}})"), 1s);
  const auto records = session.take_records();
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_EQ(std::get<record::Scan>(records[0]).occupied.bits, 0x0100000000000003U);
}

TEST(LiveChessBoards, ThreeKingsAmongThePositionsSpoilNoGame) {
  Connection connection;
  const auto game = short_game(9);
  const auto recording = played(game, 9);
  unsigned exchanges = 0;
  play(connection, {{"7425", recording}}, [&](Time now) {
    if (++exchanges % 10 != 0) return;
    const record::Scan* shown = nullptr;
    for (const Record& record : recording.records)
      if (const auto* scan = std::get_if<record::Scan>(&record); scan != nullptr && scan->t <= now)
        shown = scan;
    record::Scan kings = *shown;
    for (std::size_t square = 0, more = 2; square < 64 && more > 0; ++square)
      if (auto& piece = (*kings.pieces)[square]; !piece) {
        piece = chess::piece_from_letter('K');
        kings.occupied.bits |= std::uint64_t{1} << square;
        --more;
      }
    connection.livechess.see("7425", kings);
    connection.exchange(now);
    connection.livechess.see("7425", *shown);
    connection.exchange(now + 100ms);
  });
  EXPECT_EQ(moves_in(connection.sessions["7425"], connection.records["7425"]), moves_of(game));
  EXPECT_THAT(connection.links("7425"), IsEmpty());
}

TEST(LiveChessBoards, ANumberWithoutEndHidesNoBoard) {
  std::vector<std::string> lists;
  const auto message = drivers::livechess::parse(
      R"({"response":"call","id":1,"param":[{"serialnr":"7","state":"ACTIVE","more":1e990,)"
      R"("board":"8/8/8/8/8/8/8/8","clock":{"white":1e990,"black":60,"run":null}}]})",
      lists);
  ASSERT_TRUE(message);
  ASSERT_EQ(lists.size(), 1U);
  const auto alone = drivers::livechess::parse(lists[0]);
  ASSERT_TRUE(alone) << lists[0];
  EXPECT_EQ(alone->boards.at(0).serial, "7");
  EXPECT_TRUE(alone->boards.at(0).pieces);
  EXPECT_EQ(alone->boards.at(0).impossible, 1U) << "the clock";
}

TEST(LiveChessBoards, AnotherVersionIsToldAsSuch) {
  Server refused;
  refused.connect(0s);
  refused.receive(bytes_of(R"({"response":"error","id":1,"param":{"message":"unknown call eboards"}})"), 1s);
  EXPECT_THAT(refused.complaint(), AllOf(HasSubstr("interface v1.0"), HasSubstr("unknown call eboards")));
  Server mute;
  mute.connect(0s);
  mute.wake(mute.wake_at());
  EXPECT_THAT(mute.complaint(), HasSubstr("does not answer as LiveChess 2 does"));
}

TEST(LiveChessBoards, OneThatAnswersNoMoreIsToldWithinSeconds) {
  Connection connection;
  connection.livechess.set_state("1", "ACTIVE");
  connection.open(0s);
  connection.server.wake(2s);
  EXPECT_EQ(connection.server.complaint(), "");
  const Time until = connection.server.wake_at();
  EXPECT_LE(until, 7s);
  connection.server.wake(until);
  EXPECT_EQ(connection.server.complaint(), "does not answer any more");
}

TEST(LiveChessBoards, TheRunningClockIsAsOldAsLiveChessSays) {
  LiveChessSession session;
  session.connect(0s);
  session.receive(
      bytes_of(
          R"({"response":"feed","id":2,"time":100000,"param":{"serialnr":"1","clock":{"white":60,"black":50,"run":true,"time":95500}}})"),
      1s);
  const auto records = session.take_records();
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_EQ(std::get<record::ClockReading>(records[0]).white, 56s);
  EXPECT_EQ(std::get<record::ClockReading>(records[0]).black, 50s);
}

}  // namespace
}  // namespace jadoube
