#include "arbiter/round/round_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evidence/log_folder.hpp"
#include "record/recording_verify.hpp"
#include "tests/arbiter/hall_of_games.hpp"
#include "tournament/pairing_file.hpp"

namespace jadoube::arbiter {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class RoundReportTest : public HallOfGames {
 protected:
  [[nodiscard]] std::string part(const std::string& file, unsigned round = 0) const {
    const auto text = hall_->round_file(file, round).value()();
    EXPECT_TRUE(text) << text.error().sentence;
    return text.value_or("");
  }
  void pair_up(const std::string& text, unsigned round) {
    const auto taken = hall_->tournament(arbiter_, {text, round, ""})()();
    ASSERT_TRUE(taken) << taken.error().sentence;
  }
  void enter_result(const std::string& result) {
    record::Arbiter entry;
    entry.action = record::Arbiter::Action::result;
    entry.result = result;
    const auto entered = hall_->enter(arbiter_, "sim-1", entry);
    ASSERT_TRUE(entered) << entered.error().sentence;
    run();
  }
};

TEST_F(RoundReportTest, HasGamesThatGoOnAndTablesWithoutABoardAsUnfinished) {
  open();
  auto played = recording("none", 3);
  const auto records = std::exchange(played.records, {});
  play(played);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 1));
  EXPECT_EQ(hall_->round_file("games.pgn", 0).value()().error().kind, Refusal::Kind::not_found);
  EXPECT_EQ(hall_->round_file("games.doc", 0).error().kind, Refusal::Kind::not_found);
  pair_up("event;board;white;black\nOpen;1;\"Aas; \"\"A\"\"\";Bø\nOpen;2;Ceder;Dam\n", 3);
  hall_->on("sim-1", std::span{records}.first(records.size() / 2));
  run();
  const std::string games = part("games.pgn");
  EXPECT_THAT(games, AllOf(HasSubstr("[White \"Aas; \\\"A\\\"\"]\n"), HasSubstr("[Round \"3\"]\n"),
                           HasSubstr("[Board \"1\"]\n"), HasSubstr("[White \"Ceder\"]\n"),
                           HasSubstr("[Event \"Open\"]\n"), HasSubstr("1. ")));
  EXPECT_THAT(games, Not(HasSubstr("1-0")));
  EXPECT_EQ(part("results.csv"),
            "\xEF\xBB\xBF"
            "round;board;white;black;result\r\n3;1;\"Aas; \"\"A\"\"\";Bø;*\r\n3;2;Ceder;Dam;*\r\n");
  EXPECT_EQ(part("results.csv", 3), part("results.csv"));
  EXPECT_EQ(hall_->round_file("results.csv", 4).value()().error().kind, Refusal::Kind::not_found);
}

TEST_F(RoundReportTest, KeepsAGameWhenTheNextIsPutUpAndALaterResultReplacesIt) {
  open();
  auto played = recording("none", 3);
  const auto records = std::exchange(played.records, {});
  play(played);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 1));
  pair_up("board,white,black\n1,Aas,Bø\n", 3);
  hall_->on("sim-1", records);
  run();
  const std::string moves = part("games.pgn");
  enter_result("1-0");
  EXPECT_THAT(part("results.csv"), HasSubstr(";Bø;1-0\r\n"));
  enter_result("1/2-1/2");
  EXPECT_THAT(part("results.csv"), HasSubstr(";Bø;1/2-1/2\r\n"));
  // The pieces are put up again: the game of the round is still the one that was played.
  const record::Time ended = time_of(records.back()) + std::chrono::seconds{5};
  hall_->on("sim-1", std::vector<record::Record>{record::Scan{ended, {0xffff00000000ffff}, {}, {}}});
  hall_->advance("sim-1", ended + std::chrono::seconds{20});
  run();
  ASSERT_EQ(board().at("game"), "setup");
  EXPECT_THAT(part("results.csv"), HasSubstr(";Bø;1/2-1/2\r\n"));
  EXPECT_EQ(part("games.pgn").substr(part("games.pgn").find("1. "), 30), moves.substr(moves.find("1. "), 30));
  // That game's evidence is there as well, and nothing of another board's.
  const auto log = boost::json::parse(part("round.json")).at("tables").at(0).at("log").as_string();
  const auto page = hall_->evidence("sim-1", std::string_view{log}).value()();
  ASSERT_TRUE(page) << page.error().sentence;
  EXPECT_THAT(*page, AllOf(HasSubstr("<html"), HasSubstr(std::string{log})));
  EXPECT_TRUE(hall_->evidence("sim-1", "").value()());
  EXPECT_EQ(hall_->evidence("sim-1", "..").error().kind, Refusal::Kind::not_found);
  EXPECT_EQ(hall_->evidence("sim-9", "").error().kind, Refusal::Kind::not_found);
  // Another round does not take the first one's place.
  pair_up("board,white,black\n1,Bø,Aas\n", 4);
  EXPECT_THAT(part("results.csv"), HasSubstr("4;1;Bø;Aas;*\r\n"));
  EXPECT_THAT(part("results.csv", 3), HasSubstr("3;1;Aas;Bø;1/2-1/2\r\n"));
  // What is written can be read.
  const auto knows = [](std::string_view) { return false; };
  for (const char* file : {"results.csv", "results.trf"}) {
    const auto again = read_pairings(part(file, 3), 3, knows);
    ASSERT_TRUE(again) << file;
    ASSERT_EQ(again->round.pairings.size(), 1U);
    EXPECT_EQ(again->round.pairings.front(), (Pairing{1, "Aas", "Bø", "", "", "1/2-1/2", ""})) << file;
  }
}

TEST_F(RoundReportTest, KnowsAGameThatWasGivenItsPairingWhenItWasGoingOn) {
  open();
  auto played = recording("none", 3);
  played.header.game.round = "9";  // a wrong one was read before
  const auto records = std::exchange(played.records, {});
  play(played);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 1));
  hall_->on("sim-1", std::span{records}.first(records.size() / 2));
  run();
  pair_up("board,white,black\n1,Aas,Bø\n", 3);
  const auto table = boost::json::parse(part("round.json")).at("tables").at(0);
  ASSERT_TRUE(table.as_object().contains("plies"));
  EXPECT_GT(table.at("plies").as_int64(), 10);

  hall_.reset();
  const auto log = logs_in(folder_.path() / "boards" / "sim-1").back();
  const auto digest = record::verify_recording(log.string())->seals.back().digest;
  open();
  EXPECT_EQ(boost::json::parse(part("round.json")).at("tables").at(0).at("digest").as_string(),
            record::hex(digest));
}

TEST_F(RoundReportTest, ListsWhatHappenedAndWhoSawToIt) {
  open();
  auto played = recording("illegal_move", 3);
  const auto records = std::exchange(played.records, {});
  play(played);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 7));
  pair_up("board,white,black\n7,Aas,Bø\n", 3);
  hall_->on("sim-1", records);
  run();
  ASSERT_FALSE(alerts().empty());
  ASSERT_TRUE(
      hall_->acknowledge(arbiter_, alerts().front().at("id").to_number<std::uint64_t>(), "seen; by me"));
  ASSERT_TRUE(
      hall_->add_note(arbiter_, alerts().front().at("id").to_number<std::uint64_t>(), "White was told"));
  record::Arbiter note;
  note.action = record::Arbiter::Action::note;
  note.text = "Black came late";
  ASSERT_TRUE(hall_->enter(arbiter_, "sim-1", note));
  run();
  const auto summary = boost::json::parse(part("round.json"));
  ASSERT_FALSE(summary.at("incidents").as_array().empty());
  EXPECT_EQ(summary.at("incidents").at(0).at("notes").at(0).at("text"), "White was told");
  EXPECT_EQ(summary.at("incidents").at(0).at("notes").at(0).at("by"), "desk");
  EXPECT_EQ(summary.at("tables").at(0).at("notes").at(0).at("text"), "Black came late");
  const auto& first = summary.at("incidents").at(0);
  EXPECT_EQ(first.at("number"), 7);
  EXPECT_EQ(first.at("kind"), "illegal_move");
  EXPECT_EQ(first.at("seen_by"), "desk");
  EXPECT_GT(first.at("move").as_int64(), 0);
  EXPECT_EQ(summary.at("tables").at(0).at("board"), "sim-1");
  EXPECT_THAT(part("incidents.csv"),
              AllOf(StartsWith("\xEF\xBB\xBFround;board;"), HasSubstr("\"seen; by me\"")));
}

}  // namespace
}  // namespace jadoube::arbiter
