#include "arbiter/live_hall.hpp"

#include <filesystem>
#include <fstream>
#include <future>

#include <gmock/gmock.h>

#include "chess/chess960.hpp"
#include "chess/position.hpp"
#include "evidence/log_folder.hpp"
#include "record/recording_verify.hpp"
#include "record/scan_log.hpp"
#include "tests/arbiter/hall_of_games.hpp"
#include "tests/support/file_limit.hpp"

namespace jadoube::arbiter {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class LiveHallTest : public HallOfGames {
 protected:
  [[nodiscard]] std::filesystem::path last_log() const {
    return logs_in(folder_.path() / "boards" / "sim-1").back();
  }
  Outcome<std::string> tournament(const std::string& text, unsigned round, const std::string& start = {}) {
    return hall_->tournament(arbiter_, {text, round, start})()();
  }
  /// The disk is full from the middle of the game until the next one is put up. The name of the game's log.
  std::string play_over_a_full_disk(const simulator::Recording& played) {
    hall_->board_there(played.header);
    const std::span<const record::Record> records{played.records};
    hall_->on("sim-1", records.first(records.size() / 4));
    const std::string log = last_log().filename().string();
    const tests::FileLimit full{4096};
    hall_->on("sim-1", records.subspan(records.size() / 4));
    record::Arbiter result;
    result.action = record::Arbiter::Action::result;
    result.result = "1-0";
    const record::Time ended = time_of(played.records.back()) + std::chrono::seconds{5};
    result.t = ended;
    const record::Scan up{ended, {0xffff00000000ffff}, {}, {}};
    hall_->on("sim-1", std::vector<record::Record>{result, up});
    hall_->advance("sim-1", ended + std::chrono::seconds{20});
    return log;
  }
};

simulator::Recording chess960_recording(unsigned number, std::uint64_t seed) {
  auto params = simulator::cell("blitz-none-25").value();
  params.endings = {0, 0, 0};
  simulator::Rng rng{seed, "moves"};
  const auto start = chess::Position::from(chess::chess960_start(number)).value();
  auto played = simulator::simulate(simulator::random_game(rng, start), params, seed);
  played.header.board.id = "sim-1";
  std::erase_if(played.records, [](const record::Record& r) {
    return std::holds_alternative<record::Truth>(r) || std::holds_alternative<record::End>(r);
  });
  return played;
}
/// As a FEN has it: "RNBQKBNR".
std::string first_rank(unsigned number) {
  const std::string fen = to_fen(chess::chess960_start(number).placement);
  return fen.substr(fen.rfind('/') + 1);
}

std::uint64_t id_of(const boost::json::value& alert) {
  return alert.at("id").to_number<std::uint64_t>();
}
record::Arbiter entry(record::Arbiter::Action action, std::uint64_t finding = 0) {
  record::Arbiter made;
  made.action = action;
  if (finding != 0) made.finding = finding;
  return made;
}

TEST_F(LiveHallTest, FollowsAGameAndComesBackToItAfterARestart) {
  open();
  play(recording("illegal_move", 3));
  const std::string moves = *hall_->moves("sim-1");
  const auto found = alerts();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at("finding").at("kind"), "illegal_move");
  EXPECT_THAT(std::string{found[0].at("parts").at("fact").as_string()},
              AllOf(testing::StartsWith("Move "), Not(HasSubstr("sim-1"))))
      << "a table has a number, and no such name";
  hall_.reset();

  open();
  run();
  EXPECT_EQ(*hall_->moves("sim-1"), moves);
  const auto again = alerts();
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[0], found[0]);
  EXPECT_EQ(again[1].at("finding").at("kind"), "link_lost");
  EXPECT_THAT(said_.front(), HasSubstr("goes on at ply"));
}

/// After going back to an older version.
TEST_F(LiveHallTest, AnOpenAlertOfAKindThatIsNotKnownIsToldAndLeftAsItIs) {
  open();
  play(recording("illegal_move", 3));
  const std::uint64_t id = id_of(alerts().at(0));
  hall_.reset();
  const std::string file = folder_ / "store.sqlite";
  ASSERT_TRUE(Database::open(file)->run("UPDATE alerts SET kind='king_eaten'", {}));
  said_.clear();

  open();
  run();
  const std::string unknown =
      "entry " + std::to_string(id) +
      " of the store's table \"alerts\" has the kind \"king_eaten\", which this version "
      "of jadoube does not know; it is left as it is";
  EXPECT_THAT(said_, testing::Contains(unknown));
  EXPECT_THAT(hall_->health().warnings, testing::Contains(unknown));
  // The log says what it has always said, under another number.
  ASSERT_EQ(alerts().size(), 2U);
  EXPECT_EQ(alerts()[0].at("finding").at("kind"), "illegal_move");
  EXPECT_GT(id_of(alerts()[0]), id);
  hall_.reset();
  std::string kind;
  ASSERT_TRUE(Database::open(file)->run("SELECT kind FROM alerts WHERE id=?", {id},
                                        [&](const SqlRow& row) { kind = row.text(0); }));
  EXPECT_EQ(kind, "king_eaten");
}

/// In a hall where nothing else happens.
TEST_F(LiveHallTest, TellsAtOnceThatAnAlertIsConfirmed) {
  open();
  play(recording("illegal_move", 3));
  const std::uint64_t id = id_of(alerts().at(0));
  ASSERT_TRUE(hall_->acknowledge(arbiter_, id, ""));
  std::vector<std::string> told;
  const auto listening = hall_->listen([&](const Update& update) {
    if (update.kind == Update::Kind::alert)
      told.emplace_back(boost::json::parse(*update.text).at("alert").at("status").as_string());
  });
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", entry(record::Arbiter::Action::confirm, 1)));
  hall_->wait_for_disk();
  EXPECT_THAT(told, testing::Contains("closed"));
}

TEST_F(LiveHallTest, SaysWhatWasDoneInTheLanguageOfWhoeverAsks) {
  open();
  play(recording("illegal_move", 3));
  ASSERT_TRUE(hall_->acknowledge(arbiter_, id_of(alerts().at(0)), "on my way"));
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", entry(record::Arbiter::Action::confirm, 1)));
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 12));
  const auto what = [&](std::optional<words::Language> language) {
    std::vector<std::string> said;
    const auto entries = boost::json::parse(*hall_->audit(0, 3, language)).at("entries").as_array();
    for (const auto& each : entries) said.emplace_back(each.at("what").as_string());
    return said;
  };
  EXPECT_THAT(what({}), testing::ElementsAre("table 12", HasSubstr("confirm, finding 1, at 0:"),
                                             "acknowledged: on my way"));
  EXPECT_THAT(
      what(words::Language::danish),
      testing::ElementsAre("bord 12", HasSubstr("bekræft, fund 1, loggens tid 0:"), "set: on my way"));
  EXPECT_EQ(
      boost::json::parse(*hall_->audit(0, 1, words::Language::danish)).at("entries").at(0).at("language"),
      "da");
  // What another version has kept without its words.
  ASSERT_TRUE(
      Database::open(folder_ / "store.sqlite")
          ->run(
              "INSERT INTO audit(utc, by, role, what, board, alert) VALUES('','x','admin','as it was','',0)",
              {}));
  EXPECT_THAT(what(words::Language::danish), testing::Contains("as it was"));
}

TEST_F(LiveHallTest, KeepsAcknowledgementsAndConfirmationsOverARestart) {
  open();
  play(recording("illegal_move", 3));
  const std::uint64_t id = id_of(alerts().at(0));
  ASSERT_TRUE(hall_->acknowledge(arbiter_, id, "on my way"));
  const auto twice = hall_->acknowledge(arbiter_, id, "");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().kind, Refusal::Kind::conflict);
  const auto confirmed = hall_->enter(arbiter_, "sim-1", entry(record::Arbiter::Action::confirm, 1));
  ASSERT_TRUE(confirmed) << confirmed.error().sentence;
  const auto again = hall_->enter(arbiter_, "sim-1", entry(record::Arbiter::Action::confirm, 1));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, Refusal::Kind::conflict);
  const auto before = alerts().at(0);
  EXPECT_EQ(before.at("status"), "closed");
  EXPECT_EQ(before.at("remark"), "on my way");
  const std::string audit = *hall_->audit(0, 10);
  EXPECT_THAT(audit, HasSubstr("confirm, finding 1"));
  hall_.reset();
  open();
  EXPECT_EQ(alerts().at(0), before);
  EXPECT_EQ(*hall_->audit(0, 10), audit);
}

TEST_F(LiveHallTest, WhatWasDecidedOrAcknowledgedIsTakenBackAndStaysSoOverARestart) {
  open();
  play(recording("illegal_move", 3));
  const std::uint64_t id = id_of(alerts().at(0));
  EXPECT_EQ(hall_->take_back_acknowledgement(arbiter_, id, "not mine").error().kind, Refusal::Kind::conflict);
  EXPECT_EQ(hall_->take_back_acknowledgement(arbiter_, 77, "not mine").error().kind,
            Refusal::Kind::not_found);
  ASSERT_TRUE(hall_->acknowledge(arbiter_, id, "on my way"));
  ASSERT_TRUE(hall_->take_back_acknowledgement(arbiter_, id, "not mine"));
  EXPECT_EQ(alerts().at(0).at("status"), "open");
  EXPECT_FALSE(alerts().at(0).as_object().contains("acknowledged_by"));

  auto retract = entry(record::Arbiter::Action::retract, 1);
  retract.reason = "the wrong board";
  EXPECT_EQ(hall_->enter(arbiter_, "sim-1", retract).error().kind, Refusal::Kind::conflict);
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", entry(record::Arbiter::Action::confirm, 1)));
  EXPECT_EQ(alerts().at(0).at("status"), "closed");
  const auto done = hall_->enter(arbiter_, "sim-1", retract);
  ASSERT_TRUE(done) << done.error().sentence;
  const auto before = alerts().at(0);
  EXPECT_EQ(before.at("status"), "open");
  EXPECT_EQ(before.at("finding").at("state"), "updated");
  const std::string audit = *hall_->audit(0, 10);
  EXPECT_THAT(audit, HasSubstr("the decision on finding 1 is taken back: the wrong board"));
  EXPECT_THAT(audit, HasSubstr("acknowledgement taken back: not mine"));
  hall_.reset();
  open();
  ASSERT_FALSE(alerts().empty());
  EXPECT_EQ(alerts().at(0).at("status"), "open");
  EXPECT_EQ(alerts().at(0).at("history"), before.at("history"));
}

TEST_F(LiveHallTest, AnAlertThatIsHandedOverIsOpenUntilThatPersonSeesToIt) {
  open();
  ASSERT_TRUE(hall_->store().tokens().add("Anna", Role::arbiter, "hash", "2026-11-21T10:00:00.000Z"));
  ASSERT_TRUE(hall_->store().tokens().add("wall", Role::hall, "other", "2026-11-21T10:00:00.000Z"));
  EXPECT_EQ(*hall_->people(), R"({"people":[{"name":"Anna","role":"arbiter"}]})");
  play(recording("illegal_move", 3));
  const std::uint64_t id = id_of(alerts().at(0));
  ASSERT_TRUE(hall_->acknowledge(arbiter_, id, "on my way"));
  EXPECT_EQ(hall_->hand(arbiter_, id, "wall", "").error().kind, Refusal::Kind::invalid);
  EXPECT_EQ(hall_->hand(arbiter_, 77, "Anna", "").error().kind, Refusal::Kind::not_found);
  ASSERT_TRUE(hall_->hand(arbiter_, id, "Anna", "the players wait"));
  const auto handed = alerts().at(0);
  EXPECT_EQ(handed.at("status"), "open");
  EXPECT_EQ(handed.at("handed_to"), "Anna");
  EXPECT_EQ(handed.at("handed_by"), "desk");
  EXPECT_THAT(*hall_->audit(0, 10), HasSubstr("handed to Anna: the players wait"));
  hall_.reset();
  open();
  EXPECT_EQ(alerts().at(0).at("handed_to"), "Anna");
  ASSERT_TRUE(hall_->acknowledge({"Anna", Role::arbiter}, id, ""));
  EXPECT_FALSE(alerts().at(0).as_object().contains("handed_to"));
  EXPECT_EQ(alerts().at(0).at("acknowledged_by"), "Anna");
  ASSERT_TRUE(hall_->hand({"Anna", Role::arbiter}, id, "", ""));
  EXPECT_EQ(alerts().at(0).at("status"), "open");
  EXPECT_FALSE(alerts().at(0).as_object().contains("handed_to"));
}

TEST_F(LiveHallTest, ANoteIsEvidenceAndStaysWithItsAlert) {
  open();
  play(recording("illegal_move", 3));
  const std::uint64_t id = id_of(alerts().at(0));
  ASSERT_TRUE(hall_->add_note(arbiter_, id, "White was told"));
  auto note = entry(record::Arbiter::Action::note);
  note.text = "Black came late";
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", note));
  const std::string timeline = *(*hall_->timeline("sim-1", 0, record::Time{0}, record::Time::max()))();
  EXPECT_THAT(timeline, HasSubstr(R"("action":"note")"));
  EXPECT_EQ(alerts().at(0).at("status"), "open");
  const auto noted = alerts().at(0);
  const auto& told = noted.at("history").as_array().back();
  EXPECT_EQ(told.at("by"), "desk");
  EXPECT_THAT(std::string{told.at("what").as_string()}, HasSubstr("White was told"));
  hall_.reset();
  open();
  EXPECT_THAT(*hall_->audit(0, 10), HasSubstr("note: Black came late"));
}

TEST_F(LiveHallTest, WhoIsAtABoardAndWhereTablesStandIsKnownAfterARestart) {
  open();
  play(recording("none", 3));
  EXPECT_EQ(hall_->attend(arbiter_, "none").error().kind, Refusal::Kind::not_found);
  ASSERT_TRUE(hall_->attend(arbiter_, "sim-1"));
  ASSERT_TRUE(hall_->place_table(arbiter_, 7, desk::Place{3, 1}));
  const std::string here = R"("at_boards":[{"name":"desk","board":"sim-1",)";
  const std::string map = R"("map":[{"number":7,"x":3,"y":1}])";
  EXPECT_THAT(hall_->snapshot(Role::viewer), AllOf(HasSubstr(here), HasSubstr(map)));
  EXPECT_THAT(hall_->snapshot(Role::hall), AllOf(Not(HasSubstr("at_boards")), HasSubstr(map)));
  hall_.reset();
  open();
  EXPECT_THAT(hall_->snapshot(Role::viewer), AllOf(HasSubstr(here), HasSubstr(map)));
  ASSERT_TRUE(hall_->attend(arbiter_, ""));
  ASSERT_TRUE(hall_->place_table(arbiter_, 7, std::nullopt));
  EXPECT_THAT(hall_->snapshot(Role::viewer), AllOf(HasSubstr(R"("at_boards":[])"), HasSubstr(R"("map":[])")));
  EXPECT_THAT(*hall_->audit(0, 10),
              AllOf(HasSubstr("is at the board"), HasSubstr("took table 7 off the map")));
}

TEST_F(LiveHallTest, AnAlertThatNobodyAcknowledgedStaysWhenItsFindingIsOver) {
  open();
  play(recording("illegal_move", 3));
  const auto id = id_of(alerts().at(0));
  EXPECT_EQ(alerts().at(0).at("over"), false);
  auto result = entry(record::Arbiter::Action::result);
  result.result = "1-0";
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", result));
  run();
  ASSERT_EQ(alerts().size(), 1U);
  EXPECT_EQ(alerts().at(0).at("finding").at("state"), "closed");
  EXPECT_EQ(alerts().at(0).at("over"), true);
  EXPECT_EQ(alerts().at(0).at("status"), "open");
  hall_.reset();
  open();
  ASSERT_FALSE(alerts().empty());
  EXPECT_EQ(alerts().at(0).at("over"), true);
  ASSERT_TRUE(hall_->acknowledge(arbiter_, id, ""));
  EXPECT_EQ(alerts().at(0).at("status"), "closed");
  EXPECT_FALSE(hall_->acknowledge(arbiter_, id, ""));
}

TEST_F(LiveHallTest, RefusesWhatMakesNoSenseAndLeavesItOutOfTheLog) {
  open();
  play(recording("none", 3));
  auto set = entry(record::Arbiter::Action::set_position);
  set.fen = "8/8/8/8/8/8/8/8 w - - 0 1";
  EXPECT_EQ(hall_->enter(arbiter_, "sim-1", set).error().kind, Refusal::Kind::invalid);
  EXPECT_EQ(hall_->enter(arbiter_, "none", set).error().kind, Refusal::Kind::not_found);
  EXPECT_EQ(hall_->enter(arbiter_, "sim-1", entry(record::Arbiter::Action::confirm)).error().kind,
            Refusal::Kind::invalid);
  EXPECT_EQ(hall_->acknowledge(arbiter_, 77, "").error().kind, Refusal::Kind::not_found);
  EXPECT_EQ(hall_->number(arbiter_, "none", 1).error().kind, Refusal::Kind::not_found);
  EXPECT_EQ(hall_->timeline("sim-1", 0, record::Time{2}, record::Time{1}).error().kind,
            Refusal::Kind::invalid);
  const std::string timeline =
      *(*hall_->timeline("sim-1", 0, record::Time{0}, record::Time{4'000'000'000}))();
  EXPECT_THAT(timeline, testing::Not(HasSubstr("\"arbiter\"")));
}

TEST_F(LiveHallTest, ATableHasOneBoardAndKeepsItOverARestart) {
  open();
  play(recording("none", 3));
  play(recording("none", 4, "sim-2"));
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 12));
  EXPECT_EQ(hall_->number(arbiter_, "sim-2", 12).error().kind, Refusal::Kind::conflict);
  hall_.reset();
  open();
  EXPECT_EQ(board().at("number").to_number<int>(), 12);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 0));
  EXPECT_TRUE(hall_->number(arbiter_, "sim-2", 12));
}

TEST_F(LiveHallTest, ABoardThatIsNotSeenInThisRunHasLostItsLink) {
  open();
  auto untouched = recording("none", 3);
  untouched.records.clear();
  play(untouched);
  EXPECT_EQ(board().at("link"), "up");
  EXPECT_EQ(hall_->health().attached, 1U);
  hall_.reset();
  open();
  EXPECT_EQ(board().at("link"), "lost");
  EXPECT_EQ(board(Role::hall).at("link"), "lost");
  EXPECT_EQ(hall_->health().attached, 0U);
  hall_->board_there(untouched.header);
  EXPECT_EQ(board().at("link"), "up");
}

TEST_F(LiveHallTest, ATableGoesToTheBoardThatIsHereFromOneThatIsNot) {
  open();
  play(recording("none", 3));
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 12));
  hall_.reset();
  open();
  const auto here = recording("none", 4, "sim-2");
  play(here);
  const auto given = hall_->number(arbiter_, "sim-2", 12);
  ASSERT_TRUE(given) << given.error().sentence;
  EXPECT_EQ(board().as_object().count("number"), 0U);
  EXPECT_THAT(*hall_->audit(0, 10), HasSubstr("lost table 12 to sim-2"));
  play(recording("none", 3));
  EXPECT_EQ(hall_->number(arbiter_, "sim-1", 12).error().kind, Refusal::Kind::conflict) << "both are here";
  hall_.reset();
  open();
  EXPECT_EQ(board().as_object().count("number"), 0U);
  EXPECT_EQ(board(Role::arbiter, "sim-2").at("number").to_number<int>(), 12);
}

TEST_F(LiveHallTest, ABoardOfAnEarlierDayDoesNotComeBackToATableThatIsTaken) {
  open();
  play(recording("none", 3));
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 12));
  hall_.reset();
  std::filesystem::last_write_time(last_log(),
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours{24});
  open();
  play(recording("none", 4, "sim-2"));
  ASSERT_TRUE(hall_->number(arbiter_, "sim-2", 12));
  play(recording("none", 3));
  EXPECT_EQ(board().as_object().count("number"), 0U);
}

TEST_F(LiveHallTest, ThePairingOfATableIsTheGamesAsLongAsNothingWasPlayed) {
  open();
  auto played = recording("none", 3);
  const auto records = std::exchange(played.records, {});
  play(played);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 1));
  const auto read =
      tournament("board,white,black,law,time_control\n1,Aas,Bø,dsu-blitz-2018,300+0\n2,Ceder,Ceder,,\n", 5);
  ASSERT_TRUE(read) << read.error().sentence;
  EXPECT_THAT(*read, HasSubstr("against himself"));
  hall_->on("sim-1", records);
  run();
  EXPECT_EQ(board().at("white"), "Aas");
  EXPECT_EQ(board().at("law"), "dsu-blitz-2018");
  EXPECT_EQ(board().at("time_control"), "300+0");
  EXPECT_THAT(*hall_->pgn("sim-1"), HasSubstr("[Round \"5\"]"));
  // What a list would change is told, and nothing is changed by that.
  const auto preview =
      hall_->tournament(arbiter_, {"Bo.;Name;Name\n1;Ceder;Dam\n2;Ek;Fog\n3;Gad;bye\n", 5, "", true})()();
  ASSERT_TRUE(preview) << preview.error().sentence;
  EXPECT_THAT(
      *preview,
      AllOf(HasSubstr(R"("dry_run":true)"),
            HasSubstr(R"({"number":1,"white":"Ceder","black":"Dam","board":"sim-1","change":"running",)"
                      R"("was_white":"Aas","was_black":"Bø"})"),
            HasSubstr(R"({"number":2,"white":"Ek","black":"Fog"})"),
            HasSubstr(R"("byes":["Gad"],"gone":[],"idle":[])")));
  EXPECT_EQ(board().at("white"), "Aas");
  EXPECT_FALSE(hall_->tournament(arbiter_, {"hello", 5, "", true})()());
  // In the middle of the game: names and law, by records of the log.
  ASSERT_TRUE(tournament("board,white,black,law\n1,Ceder,Dam,fide-2023-blitz-B2\n", 6));
  EXPECT_EQ(board().at("white"), "Ceder");
  EXPECT_EQ(board().at("law"), "fide-2023-blitz-B2");
}

TEST_F(LiveHallTest, AGameOfChess960BeginsWhereTheRoundSaysIt) {
  open();
  auto played = chess960_recording(342, 3);
  const auto records = std::exchange(played.records, {});
  played.header.game.start_fen = played.header.game.variant = {};
  play(played);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 1));
  EXPECT_FALSE(tournament("board,white,black\n1,Aas,Bø\n", 5, "960"));
  EXPECT_EQ(tournament("board,white,black\n1,Aas,Bø\n", 5, "8/8/8/8/8/8/8/8 w - -").error().kind,
            Refusal::Kind::invalid);
  const auto read = tournament("board,white,black,start\n1,Aas,Bø,\n2,Ceder,Dam,standard\n", 5, "342");
  ASSERT_TRUE(read) << read.error().sentence;
  EXPECT_THAT(*read, AllOf(HasSubstr(R"("start":"342")"), HasSubstr(R"("start":"standard")")));
  EXPECT_EQ(board().at("variant"), "chess960");
  EXPECT_EQ(board().at("start_number"), 342);
  hall_->on("sim-1", std::span{records}.first(records.size() / 2));
  run();
  EXPECT_GT(board().at("ply").to_number<int>(), 20);
  EXPECT_THAT(alerts(), testing::IsEmpty());
  const std::string rank = first_rank(342);
  EXPECT_THAT(*hall_->pgn("sim-1"), AllOf(HasSubstr("[Variant \"Chess960\"]\n"), HasSubstr("[SetUp \"1\"]\n"),
                                          HasSubstr('/' + rank + " w KQkq - 0 1\"]\n")));
  // It has begun: another start is for the next game, and that is told.
  EXPECT_EQ(board().at("game"), "started");
  const auto late = tournament("board,white,black\n1,Aas,Bø\n", 5, "17");
  EXPECT_THAT(*late, HasSubstr("has begun from another position"));
  EXPECT_EQ(board().at("start_number"), 342);
  hall_->close();
  const auto log = record::ScanLogReader::open(last_log().string(), [](const record::Problem&) {});
  EXPECT_EQ((*log)->header().game.variant, "chess960");
  EXPECT_THAT((*log)->header().game.start_fen, HasSubstr(rank));
}

TEST_F(LiveHallTest, TheHallHasAStartForBoardsWhosePairingNamesNone) {
  open();
  auto header = recording("none", 3).header;
  header.game.start_fen = {};  // as boards are, unlike simulated ones
  hall_->board_there(header);
  EXPECT_EQ(board().as_object().count("variant"), 0U);
  hall_->set_start("518");
  EXPECT_EQ(board().at("variant"), "chess960");
  EXPECT_EQ(board().at("start_number"), 518);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 1));
  ASSERT_TRUE(tournament("board,white,black,start\n1,Aas,Bø,standard\n", 1));
  EXPECT_EQ(board().as_object().count("variant"), 0U);
}

TEST_F(LiveHallTest, TheNextGameHasALogOfItsOwnChainedToTheOneBefore) {
  open();
  auto played = recording("none", 3);
  play(played);
  auto result = entry(record::Arbiter::Action::result);
  result.result = "1-0";
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", result));
  EXPECT_EQ(board().at("result"), "1-0");
  const record::Time ended = time_of(played.records.back());
  const std::vector<record::Record> up{
      record::Scan{ended + std::chrono::seconds{5}, {0xffff00000000ffff}, {}, {}}};
  hall_->on("sim-1", up);
  hall_->advance("sim-1", ended + std::chrono::seconds{20});
  EXPECT_EQ(board().at("game"), "setup");
  EXPECT_EQ(board().at("ply").to_number<int>(), 0);
  hall_->close();
  const auto logs = logs_in(folder_.path() / "boards" / "sim-1");
  ASSERT_EQ(logs.size(), 2U);
  const auto first = record::verify_recording(logs[0].string());
  const auto second = record::verify_recording(logs[1].string());
  ASSERT_TRUE(first->ends_with_seal());
  EXPECT_EQ(second->previous, first->seals.back().digest);
  ASSERT_EQ(digests_.size(), 2U);
  EXPECT_THAT(digests_[0], HasSubstr("sim-1/" + logs[0].filename().string()));
  EXPECT_THAT(digests_[0], HasSubstr(record::hex(first->seals.back().digest)));
  EXPECT_THAT(digests_[1], HasSubstr(record::hex(second->seals.back().digest)));
}

TEST_F(LiveHallTest, AnAlertFromAnEarlierGameHasTheFilmOfThatGame) {
  open();
  const auto played = recording("illegal_move", 3);
  play(played);
  const auto alert = alerts().at(0);
  const auto& evidence = alert.at("finding").at("evidence");
  const record::Time from{evidence.at("from_us").to_number<std::int64_t>()};
  const record::Time to{evidence.at("to_us").to_number<std::int64_t>()};
  const auto film_of_present_game = hall_->timeline("sim-1", 0, from, to).value();
  const std::string film = *film_of_present_game();
  EXPECT_THAT(film, HasSubstr("\"lift\""));
  EXPECT_EQ(hall_->timeline("sim-1", id_of(alert), from, to).value()(), film) << "of the present game";
  auto result = entry(record::Arbiter::Action::result);
  result.result = "1-0";
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", result));
  const record::Time ended = time_of(played.records.back());
  hall_->on("sim-1", std::vector<record::Record>{
                         record::Scan{ended + std::chrono::seconds{5}, {0xffff00000000ffff}, {}, {}}});
  hall_->advance("sim-1", ended + std::chrono::seconds{20});
  ASSERT_EQ(board().at("game"), "setup");
  const auto later = hall_->timeline("sim-1", id_of(alert), from, to);
  ASSERT_TRUE(later) << later.error().sentence;
  EXPECT_EQ(*film_of_present_game(), film) << "asked for when it still was the present one";
  // Not on the thread of the boards.
  const auto again = std::async(std::launch::async, *later).get();
  ASSERT_TRUE(again) << again.error().sentence;
  EXPECT_THAT(*again, HasSubstr("\"lift\""));
  EXPECT_THAT(*hall_->timeline("sim-1", 0, from, to).value()(), testing::Not(HasSubstr("\"lift\"")));
  EXPECT_EQ(hall_->timeline("sim-1", 77, from, to).error().kind, Refusal::Kind::not_found);
}

TEST_F(LiveHallTest, AFindingIsOnTheDiskBeforeItIsShown) {
  open();
  std::vector<std::string> missing;
  const auto listening = hall_->listen([&](const Update& update) {
    if (!update.text->starts_with(R"({"type":"alert")")) return;
    const auto parsed = boost::json::parse(*update.text);
    const std::string log{parsed.at("alert").at("log").as_string()};
    auto other = Store::open(folder_ / "store.sqlite").value();
    const auto rows = other->alerts_of("sim-1", log).value().rows;
    if (std::ranges::none_of(rows, [&](const AlertRow& row) { return row.id == id_of(parsed.at("alert")); }))
      missing.push_back(*update.text);
    if (other->anchors(log)->empty()) missing.push_back("no anchor");
  });
  play(recording("illegal_move", 3));
  EXPECT_FALSE(alerts().empty());
  EXPECT_THAT(missing, testing::IsEmpty());
}

TEST_F(LiveHallTest, AFullDiskIsToldAndDetectionGoesOn) {
  open();
  const auto played = recording("illegal_move", 3);
  hall_->board_there(played.header);
  const auto half = static_cast<std::ptrdiff_t>(played.records.size() / 4);
  const std::span<const record::Record> records{played.records};
  hall_->on("sim-1", records.first(static_cast<std::size_t>(half)));
  run();
  {
    const tests::FileLimit full{4096};
    hall_->on("sim-1", records.subspan(static_cast<std::size_t>(half)));
    run(1500);
    EXPECT_EQ(alerts().size(), 1U);
    EXPECT_FALSE(hall_->health().disk_ok);
    EXPECT_THAT(hall_->health().warnings,
                AllOf(testing::Contains(HasSubstr("evidence is not recorded: File too large")),
                      testing::Each(testing::Not(HasSubstr("scanlog")))));
    EXPECT_GT(hall_->health().records_not_written, 0U);
    const auto refused = hall_->enter(arbiter_, "sim-1", entry(record::Arbiter::Action::confirm, 1));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Refusal::Kind::unavailable);
    const auto taken_on = hall_->acknowledge(arbiter_, id_of(alerts().at(0)), "on my way");
    ASSERT_TRUE(taken_on) << taken_on.error().sentence;
    EXPECT_THAT(*taken_on, HasSubstr("the acknowledgement is not on the disk yet"));
    EXPECT_EQ(alerts().at(0).at("status"), "acknowledged");
    EXPECT_EQ(alerts().at(0).at("acknowledged_in_memory"), true);
    EXPECT_EQ(hall_->acknowledge(arbiter_, id_of(alerts().at(0)), "").error().kind, Refusal::Kind::conflict);
    EXPECT_THAT(*hall_->audit(0, 10), testing::Not(HasSubstr("on my way")));
    EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("will be lost if the program ends")));
    run(1500);
    EXPECT_FALSE(hall_->health().disk_ok);
  }
  run(2500);
  EXPECT_TRUE(hall_->health().disk_ok);
  EXPECT_EQ(hall_->health().records_not_written, 0U);
  EXPECT_FALSE(alerts().at(0).as_object().contains("acknowledged_in_memory"));
  EXPECT_THAT(*hall_->audit(0, 10), HasSubstr("acknowledged: on my way"));
  EXPECT_EQ(alerts().at(0).at("history").as_array().back().at("what"), "the acknowledgement is on the disk");
  const std::string moves = *hall_->moves("sim-1");
  hall_.reset();
  open();
  EXPECT_EQ(*hall_->moves("sim-1"), moves);
  EXPECT_EQ(alerts().at(0).at("status"), "acknowledged");
  EXPECT_EQ(alerts().at(0).at("remark"), "on my way");
  EXPECT_EQ(alerts().at(0).at("history").as_array().back().at("what"), "the acknowledgement is on the disk");
}

TEST_F(LiveHallTest, WhatAFullDiskTookOfAFinishedGameIsToldForGood) {
  open();
  const auto played = recording("none", 3);
  const std::string log = play_over_a_full_disk(played);
  const auto lost = hall_->health().records_not_written;
  EXPECT_GT(lost, 0U);
  const std::string sentence =
      "sim-1: " + std::to_string(lost) + " record(s) of sim-1/" + log + " are lost: ";
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr(sentence)));
  EXPECT_THAT(said_, testing::Contains(HasSubstr(sentence)));
  run(2500);
  EXPECT_TRUE(hall_->health().disk_ok);
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr(sentence))) << "with the disk back";
  EXPECT_THAT(*hall_->audit(0, 10), AllOf(HasSubstr(log), HasSubstr("are lost")));
  EXPECT_THAT(hall_->close(), testing::ElementsAre(HasSubstr(sentence)));
}

TEST_F(LiveHallTest, TheEndSaysWhatIsNotOnTheDisk) {
  open();
  const auto played = recording("illegal_move", 3);
  hall_->board_there(played.header);
  const tests::FileLimit full{4096};
  hall_->on("sim-1", played.records);
  run();
  EXPECT_THAT(hall_->close(), testing::ElementsAre(HasSubstr("record(s)"), HasSubstr("1 alert(s)")));
}

TEST_F(LiveHallTest, AnEndOnASoundDiskHasNothingToSay) {
  open();
  play(recording("illegal_move", 3));
  EXPECT_THAT(hall_->close(), testing::IsEmpty());
}

TEST_F(LiveHallTest, TheStartSaysWhatIsGoneOfWhatTheStoreKnowsOf) {
  open();
  play(recording("illegal_move", 3));
  hall_.reset();
  const auto log = last_log();
  const auto anchors =
      Store::open(folder_ / "store.sqlite").value()->anchors("sim-1/" + log.filename().string());
  std::filesystem::resize_file(log, anchors->back().bytes - 10);
  open();
  const auto gone = AllOf(HasSubstr("10 byte(s) of sim-1/" + log.filename().string()), HasSubstr("are gone"));
  EXPECT_THAT(hall_->health().warnings, testing::Contains(gone));
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("of an unfinished record")));
  const auto snapshot = boost::json::parse(hall_->snapshot(Role::viewer));
  EXPECT_EQ(snapshot.at("server").at("repairs").as_array().size(), 2U);
  EXPECT_EQ(*hall_->note_repairs(arbiter_), R"({"noted":2})");
  EXPECT_THAT(hall_->health().warnings, testing::IsEmpty());
  EXPECT_THAT(*hall_->audit(0, 10), HasSubstr("noted what was repaired in 2 log(s)"));
  run();
  EXPECT_THAT(*hall_->audit(0, 10), gone);
  hall_.reset();
  open();
  run();
  EXPECT_THAT(hall_->health().warnings, testing::IsEmpty()) << "its new end has a digest of its own";
}

TEST_F(LiveHallTest, TheStartSaysThatALogIsNotWhatItWas) {
  open();
  play(recording("illegal_move", 3));
  hall_.reset();
  {
    std::fstream file{last_log(), std::ios::in | std::ios::out | std::ios::binary};
    file.seekg(1000);
    const char other = static_cast<char>(file.get() ^ 1);
    file.seekp(1000);
    file.put(other);
  }
  open();
  run();
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("are not what they were at")));
  EXPECT_THAT(*hall_->audit(0, 10), HasSubstr("are not what they were at"));
}

TEST_F(LiveHallTest, TheStartSaysThatALogIsMissing) {
  open();
  play(recording("illegal_move", 3));
  hall_.reset();
  std::filesystem::remove(last_log());
  open();
  run();
  EXPECT_THAT(hall_->health().warnings, testing::Contains(HasSubstr("is not there")));
  EXPECT_THAT(*hall_->audit(0, 10), HasSubstr("is not there"));
}

TEST_F(LiveHallTest, AStartAfterASoundEndHasNothingToWarnOf) {
  open();
  play(recording("illegal_move", 3));
  hall_.reset();
  open();
  EXPECT_THAT(hall_->health().warnings, testing::IsEmpty());
}

TEST_F(LiveHallTest, UnchangedScansReturnAtOnce) {
  open();
  play(recording("none", 3));
  const auto before = hall_->health();
  record::Scan again{record::Time{4'000'000'000}, {}, {}, {}};
  const std::uint64_t seq = hall_->last_seq();
  again.occupied.bits = std::stoull(std::string{board().at("occupied").as_string()}, nullptr, 16);
  const std::vector<record::Record> records(1000, again);
  hall_->on("sim-1", records);
  EXPECT_EQ(hall_->health().scans, before.scans + 1000);
  EXPECT_EQ(hall_->health().changed_scans, before.changed_scans);
  EXPECT_EQ(hall_->last_seq(), seq);
}

TEST_F(LiveHallTest, WhileOneBoardsLostPliesAreSearchedForOthersHaveTheirTurn) {
  using record::Link;
  constexpr record::Time kLost{32'000'000};
  constexpr record::Time kBack{43'000'000};
  constexpr record::Time kSearched = kBack + record::Time{500'000};
  auto played = recording("none", 3);
  auto& records = played.records;
  std::erase_if(records, [&](const record::Record& r) { return time_of(r) >= kLost && time_of(r) < kBack; });
  const auto back = std::ranges::find_if(records, [&](const auto& r) { return time_of(r) >= kBack; });
  records.insert(records.insert(back, Link{kBack, Link::State::restored, {}}),
                 Link{kLost, Link::State::lost, {}});
  const auto searched = std::ranges::find_if(records, [&](const auto& r) { return time_of(r) >= kSearched; });

  open();
  hall_->board_there(played.header);
  hall_->on("sim-1", {records.begin(), searched});
  hall_->on("sim-1", {searched, records.end()});
  const std::string lost = *hall_->moves("sim-1");
  const auto other = recording("none", 4, "sim-2");
  hall_->board_there(other.header);
  hall_->on("sim-2", other.records);
  EXPECT_EQ(*hall_->moves("sim-1"), lost);
  EXPECT_GT(hall_->moves("sim-2")->size(), lost.size());

  LawCache laws{{}};
  FollowedGame followed{played.header, laws, {}, {}};
  for (const auto& record : records) followed.on(record);
  const auto moves = [&] { return boost::json::parse(*hall_->moves("sim-1")).at("moves").as_array().size(); };
  // What has waited is followed in parts as well.
  for (int i = 0; i < 300 && moves() != followed.game().plies().size(); ++i) run();
  EXPECT_EQ(moves(), followed.game().plies().size());
}

TEST_F(LiveHallTest, AnswersAnEntryInAWholeSentence) {
  open();
  play(recording("none", 3));
  record::Arbiter seen = entry(record::Arbiter::Action::seen);
  seen.square = record::SensorSquare{60};
  seen.piece = 'q';
  const auto answer = hall_->enter(arbiter_, "sim-1", seen);
  ASSERT_TRUE(answer) << answer.error().sentence;
  EXPECT_EQ(boost::json::parse(*answer).at("text"), "No promotion on e8 is open.");
}

TEST_F(LiveHallTest, AllAlertsOfAKindAreAcknowledgedAtOnce) {
  open();
  play(recording("illegal_move", 3));
  play(recording("illegal_move", 4, "sim-2"));
  hall_.reset();

  open();
  run();
  const std::size_t before = hall_->health().open_alerts;
  EXPECT_EQ(*hall_->acknowledge_all(arbiter_, report::Kind::link_lost), R"({"acknowledged":2})");
  EXPECT_EQ(*hall_->acknowledge_all(arbiter_, report::Kind::link_lost), R"({"acknowledged":0})");
  EXPECT_EQ(hall_->health().open_alerts, before);
  for (const char* board : {"sim-1", "sim-2"})
    for (const auto& alert : alerts(board))
      EXPECT_EQ(alert.at("status"), alert.at("finding").at("kind") == "link_lost" ? "acknowledged" : "open");
  EXPECT_THAT(*hall_->audit(0, 10), HasSubstr("acknowledged, with all of link_lost"));
}

TEST_F(LiveHallTest, ABoardThatIsGoneCanBeTakenFromTheWallAndItsEvidenceStays) {
  open();
  const auto played = recording("illegal_move", 3);
  play(played);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 12));
  const auto here = hall_->forget(arbiter_, "sim-1");
  ASSERT_FALSE(here);
  EXPECT_EQ(here.error().kind, Refusal::Kind::conflict);
  hall_.reset();

  open();
  std::vector<std::string> told;
  const auto listening = hall_->listen([&](const Update& update) { told.push_back(*update.text); });
  const auto forgotten = hall_->forget(arbiter_, "sim-1");
  ASSERT_TRUE(forgotten) << forgotten.error().sentence;
  EXPECT_FALSE(hall_->board("sim-1", Role::admin));
  EXPECT_THAT(told, testing::Contains(HasSubstr(R"("type":"forgotten")")));
  EXPECT_EQ(hall_->health().open_alerts, 0U);
  EXPECT_THAT(*hall_->audit(0, 10), HasSubstr("took the board from the wall"));
  run();
  EXPECT_TRUE(record::verify_recording(last_log())->ends_with_seal());
  hall_.reset();

  open();
  EXPECT_EQ(hall_->health().boards, 0U);
  const auto before = last_log();
  play(recording("illegal_move", 4));
  EXPECT_EQ(hall_->health().boards, 1U);
  EXPECT_NE(last_log(), before);
  EXPECT_TRUE(std::filesystem::exists(before));
  EXPECT_TRUE(hall_->store().numbers()->empty());
}

TEST_F(LiveHallTest, ABoardThatWasOnlySilentComesBackToTheWall) {
  open();
  const auto played = recording("illegal_move", 3);
  play(played);
  const record::Time end = time_of(played.records.back()) + std::chrono::seconds{1};
  const record::Link silent{end, record::Link::State::lost, "silent"};
  hall_->on("sim-1", std::vector<record::Record>{silent});
  ASSERT_TRUE(hall_->forget(arbiter_, "sim-1"));
  hall_->on("sim-1", std::vector<record::Record>{silent});
  EXPECT_EQ(hall_->health().boards, 0U);
  hall_->on("sim-1", std::vector<record::Record>{record::Scan{end, {0xffff00000000ffff}, {}, {}}});
  EXPECT_EQ(hall_->health().boards, 1U);
}

TEST_F(LiveHallTest, OffersTheLawsThatAreBuiltInAndThoseOfTheFolder) {
  LiveHall::Options options;
  options.data = folder_.path();
  options.library = laws::Library{
      {{"club-blitz.toml",
        "id = \"club-blitz\"\nname = \"Blitz of the club\"\nbased_on = \"fide-2023-blitz-B2\"\n"}}};
  hall_ = LiveHall::open(io_.get_executor(), std::move(options)).value();
  const auto laws = boost::json::parse(hall_->laws()).at("laws").as_array();
  ASSERT_EQ(laws.size(), laws::built_in_ids().size() + 1);
  EXPECT_EQ(laws.front().at("id"), "fide-2023-std");
  EXPECT_EQ(laws.back().at("id"), "club-blitz");
  EXPECT_EQ(laws.back().at("name"), "Blitz of the club");
}

TEST_F(LiveHallTest, ASecondDaemonIsRefusedTheFolder) {
  open();
  LiveHall::Options options;
  options.data = folder_.path();
  const auto second = LiveHall::open(io_.get_executor(), std::move(options));
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error(), HasSubstr("another jadoube"));
}

TEST_F(LiveHallTest, WhoeverComesBackAfterAGapGetsWhatHeMissed) {
  open();
  play(recording("none", 3));
  const std::uint64_t seq = hall_->last_seq();
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 3));
  const auto missed = hall_->since(seq);
  ASSERT_TRUE(missed);
  ASSERT_FALSE(missed->empty());
  EXPECT_EQ(missed->front().seq, seq + 1);
  EXPECT_TRUE(hall_->since(hall_->last_seq())->empty());
  EXPECT_FALSE(hall_->since(hall_->last_seq() + 1));
}

TEST_F(LiveHallTest, DoesNotTakeAClientOfTheRunBeforeForOneThatHasMissedLittle) {
  open();
  const std::uint64_t seen = hall_->last_seq();
  hall_.reset();

  open();
  const auto played = recording("illegal_move", 3);
  hall_->board_there(played.header);
  hall_->on("sim-1", played.records);
  run();
  EXPECT_TRUE(hall_->since(hall_->last_seq()));
  EXPECT_FALSE(hall_->since(seen)) << "it must have a snapshot";
}

}  // namespace
}  // namespace jadoube::arbiter
