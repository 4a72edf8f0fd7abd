// What players must not learn from the system (docs/rules.md 11) is in no text for the role hall.
#include <set>

#include <gmock/gmock.h>

#include "chess/setup.hpp"
#include "tests/arbiter/hall_of_games.hpp"

namespace jadoube::arbiter {
namespace {

using HallSecrets = HallOfGames;

const std::set<std::string> kBoardMembers{
    "id",     "number",       "model",     "senses", "link",        "law",           "white",
    "black",  "time_control", "game",      "result", "fen",         "occupied",      "white_is_near",
    "clocks", "t_us",         "utc_start", "need",   "scans_per_s", "last_change_us"};

void expect_nothing_secret(const boost::json::object& board) {
  for (const auto& [member, value] : board)
    EXPECT_TRUE(kBoardMembers.contains(std::string{member})) << member;
  EXPECT_EQ(board.at("need").to_number<int>(), 0);
  EXPECT_EQ(board.at("scans_per_s").to_number<int>(), 0);
  const std::string fen{board.at("fen").as_string()};
  EXPECT_TRUE(fen.ends_with(" w - - 0 1")) << fen;
  // The sensors would show what is wrong: the squares are those of the position.
  const auto pieces = chess::placement_from_fen(fen.substr(0, fen.find(' ')));
  ASSERT_TRUE(pieces);
  EXPECT_EQ(std::stoull(std::string{board.at("occupied").as_string()}, nullptr, 16), pieces->occupied());
  if (const auto* clocks = board.if_contains("clocks")) {
    EXPECT_FALSE(clocks->as_object().contains("flag"));
  }
}

TEST_F(HallSecrets, AreInNoTextWhateverGoesWrongAtABoard) {
  open();
  std::size_t heard = 0;
  const auto listening = hall_->listen([&](const Update& update) {
    if (!update.hall_text) return;
    ++heard;
    EXPECT_FALSE(update.is_close()) << *update.text;
    const auto parsed = boost::json::parse(*update.hall_text).as_object();
    const std::string type{parsed.at("type").as_string()};
    ASSERT_TRUE(type == "board" || type == "server") << *update.hall_text;
    if (type == "board") expect_nothing_secret(parsed.at("board").as_object());
    if (type == "server") {
      EXPECT_TRUE(parsed.at("server").at("warnings").as_array().empty());
    }
  });
  std::uint64_t seed = 1;
  for (const char* incident :
       {"illegal_move", "displaced", "press_without_move", "clock_not_pressed", "flag_fallen",
        "threefold_available", "fifty_moves_available", "touch_move", "link_lost"}) {
    const auto played = recording(incident, ++seed, std::string{"sim-"} + incident);
    hall_->board_there(played.header);
    for (const record::Record& record : played.records) {
      hall_->on(played.header.board.id, {&record, 1});
      io_.poll();
    }
    run(20);
    expect_nothing_secret(board(Role::hall, played.header.board.id).as_object());
  }
  EXPECT_GT(heard, 30U);
  const auto snapshot = boost::json::parse(hall_->snapshot(Role::hall));
  EXPECT_TRUE(snapshot.at("alerts").as_array().empty());
  EXPECT_EQ(snapshot.at("boards").as_array().size(), 9U);
  for (const auto& each : snapshot.at("boards").as_array()) expect_nothing_secret(each.as_object());
  EXPECT_FALSE(boost::json::parse(hall_->snapshot(Role::viewer)).at("alerts").as_array().empty());
}

TEST_F(HallSecrets, AMoveThatIsNotPressedIsNotShown) {
  open();
  record::Header header;
  header.board.id = "sim-1";
  hall_->board_there(header);
  const auto at = [](int s) { return record::Time{s * 1'000'000}; };
  constexpr std::uint64_t kStart = 0xffff00000000ffff;
  const auto clock = [&](int s, chess::Side side) {
    return record::ClockReading{at(s), std::chrono::minutes{5}, std::chrono::minutes{5}, side, {}};
  };
  const std::vector<record::Record> start{record::Scan{at(0), {kStart}, {}, {}},
                                          clock(5, chess::Side::white)};
  hall_->on("sim-1", start);
  const std::string before = *hall_->board("sim-1", Role::hall);
  const std::vector<record::Record> move{
      record::Scan{at(6), {kStart & ~0x1000ULL}, {}, {}},
      record::Scan{at(7), {(kStart & ~0x1000ULL) | 0x10000000ULL}, {}, {}}};
  hall_->on("sim-1", move);
  hall_->advance("sim-1", at(30));
  run();
  EXPECT_EQ(board().at("ply").to_number<int>(), 1);
  EXPECT_THAT(*hall_->findings("sim-1"), testing::HasSubstr("clock_not_pressed"));
  EXPECT_EQ(*hall_->board("sim-1", Role::hall), before);
  const std::vector<record::Record> press{clock(31, chess::Side::black)};
  hall_->on("sim-1", press);
  EXPECT_THAT(*hall_->board("sim-1", Role::hall), testing::HasSubstr("/4P3/"));
}

TEST_F(HallSecrets, TheOrderOfBoardsSaysNothing) {
  open();
  play(recording("none", 3));
  play(recording("illegal_move", 3, "sim-2"));
  const auto first = [&](Role role) {
    return std::string{boost::json::parse(hall_->snapshot(role)).at("boards").at(0).at("id").as_string()};
  };
  EXPECT_EQ(first(Role::viewer), "sim-2");
  EXPECT_EQ(first(Role::hall), "sim-1");
}

}  // namespace
}  // namespace jadoube::arbiter
