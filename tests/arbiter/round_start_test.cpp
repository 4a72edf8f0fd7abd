// An arbiter starts the round for all boards, by one press.
#include "arbiter/round/round_start.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evidence/log_folder.hpp"
#include "tests/arbiter/hall_of_games.hpp"

namespace jadoube::arbiter {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kUp = 0xffff00000000ffff;
/// The pawn of e2 is still missing.
constexpr std::uint64_t kNotUp = kUp & ~(std::uint64_t{1} << 12U);

class RoundStartTest : public HallOfGames {
 protected:
  void pair_up(const std::string& text, unsigned round) {
    const auto taken = hall_->tournament(arbiter_, {text, round, ""})()();
    ASSERT_TRUE(taken) << taken.error().sentence;
  }
  void board_at(unsigned table, std::uint64_t occupied) {
    const std::string id = "sim-" + std::to_string(table);
    record::Header header;
    header.board = {id, "simulated", record::Senses::presence, {}, {}};
    hall_->board_there(header);
    shows(table, occupied, record::Time{1000});
    ASSERT_TRUE(hall_->number(arbiter_, id, table));
  }
  void shows(unsigned table, std::uint64_t occupied, record::Time t) {
    hall_->on("sim-" + std::to_string(table),
              std::vector<record::Record>{record::Scan{t, {occupied}, {}, {}}});
  }
  boost::json::value start(unsigned round) {
    const auto answer = hall_->start_round(arbiter_, round);
    EXPECT_TRUE(answer) << answer.error().sentence;
    run();
    return boost::json::parse(answer.value_or("{}"));
  }
  [[nodiscard]] std::string of_log(const std::string& board) const {
    std::string kinds;
    auto log = record::ScanLogReader::open(logs_in(folder_.path() / "boards" / board).back().string(),
                                           [](const auto&) {})
                   .value();
    while (const auto* entry = log->next())
      if (is_round_start(entry->record)) kinds += std::get<record::Other>(entry->record).json;
    return kinds;
  }
};

TEST_F(RoundStartTest, OpensTheGamesWhosePiecesAreUpAndSaysOfEachOtherWhyNot) {
  open();
  for (unsigned table = 1; table <= 3; ++table) board_at(table, table == 3 ? kNotUp : kUp);
  pair_up("board,white,black,result\n1,Aas,Bø,\n2,Ceder,Dam,\n3,Ek,Fisk,\n4,Gren,Holm,\n5,Ib,Juul,1-0\n", 9);
  const auto said = start(9);
  EXPECT_EQ(said.at("round"), 9);
  EXPECT_EQ(said.at("opened"),
            boost::json::parse(R"([{"number":1,"board":"sim-1"},{"number":2,"board":"sim-2"}])"));
  ASSERT_EQ(said.at("waiting").as_array().size(), 2U);
  EXPECT_EQ(said.at("waiting").at(0).at("why"), "pieces");
  EXPECT_EQ(said.at("waiting").at(0).at("squares"), boost::json::parse(R"(["e2"])"));
  EXPECT_THAT(std::string{said.at("waiting").at(0).at("text").as_string()}, HasSubstr("look at e2"));
  EXPECT_EQ(said.at("waiting").at(1).at("why"), "no_board");
  EXPECT_TRUE(board().as_object().contains("opened_us"));
  EXPECT_FALSE(board(Role::hall).as_object().contains("opened_us"));
  EXPECT_FALSE(board(Role::arbiter, "sim-3").as_object().contains("opened_us"));
  EXPECT_THAT(of_log("sim-1"), HasSubstr(R"("round":9,"by":"desk","role":"arbiter")"));
  EXPECT_EQ(of_log("sim-3"), "");
  EXPECT_THAT(*hall_->audit(0, 1), HasSubstr("started round 9, at 2 table(s), and not yet at 3, 4"));
  // Somebody has gone there. What is open stays as it is, and over a restart too.
  shows(3, kUp, record::Time{9'000'000});
  const auto again = start(9);
  EXPECT_EQ(again.at("before"), boost::json::parse("[1,2]"));
  EXPECT_EQ(again.at("opened"), boost::json::parse(R"([{"number":3,"board":"sim-3"}])"));
  hall_.reset();
  open();
  run();
  EXPECT_TRUE(board().as_object().contains("opened_us"));
  EXPECT_EQ(start(9).at("before"), boost::json::parse("[1,2,3]"));
}

TEST_F(RoundStartTest, PutsAnEarlierGameAsideOnceThePiecesAreUp) {
  open();
  auto played = recording("none", 3);
  const auto records = std::exchange(played.records, {});
  play(played);
  ASSERT_TRUE(hall_->number(arbiter_, "sim-1", 1));
  pair_up("board,white,black\n1,Aas,Bø\n", 8);
  hall_->on("sim-1", std::span{records}.first(records.size() / 2));
  run();
  EXPECT_EQ(start(8).at("before"), boost::json::parse("[1]")) << "it is played";
  pair_up("board,white,black\n1,Ceder,Dam\n", 9);
  EXPECT_EQ(start(9).at("waiting").at(0).at("why"), "earlier_game");
  const auto ended = time_of(records.back()) + std::chrono::seconds{5};
  shows(1, kUp, ended);
  EXPECT_EQ(start(9).at("opened").as_array().size(), 1U);
  EXPECT_EQ(board().at("white"), "Ceder");
  EXPECT_EQ(board().at("ply"), 0);
}

TEST_F(RoundStartTest, IsForTheRoundThatOneHasBeforeOnesEyes) {
  open();
  EXPECT_EQ(hall_->start_round(arbiter_, 9).error().kind, Refusal::Kind::not_found);
  pair_up("board,white,black\n1,Aas,Bø\n", 9);
  const auto refused = hall_->start_round(arbiter_, 8);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Refusal::Kind::conflict);
  EXPECT_EQ(refused.error().sentence,
            "The pairings that were read last are those of round 9, not of round 8.");
}

TEST_F(RoundStartTest, DoesNotOpenWhatHasNoLink) {
  open();
  board_at(1, kUp);
  pair_up("board,white,black\n1,Aas,Bø\n", 9);
  hall_->on("sim-1", std::vector<record::Record>{
                         record::Link{record::Time{2000}, record::Link::State::lost, "unplugged"}});
  run();
  EXPECT_EQ(start(9).at("waiting").at(0).at("why"), "link_lost");
}

TEST(RoundStart, LooksAtThePiecesWhicheverWayRoundThePlayersSit) {
  const record::Header::Game standard;
  const auto squares = [&](std::uint64_t occupied) {
    return out_of_place(record::Scan{{}, {occupied}, {}, {}}, standard);
  };
  EXPECT_EQ(squares(kUp), 0U);
  EXPECT_EQ(squares(kNotUp), std::uint64_t{1} << 12U);
  record::Header::Game own;
  own.start_fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
  const std::uint64_t straight = 0x1000000000000110;
  EXPECT_EQ(out_of_place(record::Scan{{}, {straight}, {}, {}}, own), 0U);
  EXPECT_EQ(out_of_place(record::Scan{{}, {0x0880000000000008}, {}, {}}, own), 0U) << "turned";
}

}  // namespace
}  // namespace jadoube::arbiter
