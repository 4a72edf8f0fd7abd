#include "display/pgn_export.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chess/pgn.hpp"
#include "tests/display/lines.hpp"

namespace jadoube::display {
namespace {

using chess::Side;
using report::GameState;
using testing::HasSubstr;
using testing::SizeIs;

TEST(PgnExport, WritesTagsMovesClocksAndResult) {
  PgnExport pgn{club_game()};
  chess::Position position;
  pgn.tell(game(0, GameState::setup));
  pgn.see(clock(0, 180, 180, Side::white));
  pgn.tell(game(0, GameState::started));
  pgn.see(clock(5, 175, 180, Side::black));
  pgn.tell(play(position, 5, 1, "e2e4"));
  pgn.see(clock(8, 175, 177, Side::white));
  const auto after_e4 = position;
  pgn.tell(play(position, 8, 2, "c7c5"));
  pgn.tell(revise(after_e4, 9, 2, {"e7e5"}));
  pgn.tell(game(10, GameState::over, "1-0", "entered by the arbiter"));
  EXPECT_EQ(pgn.take(), "") << "the record may still change";
  pgn.finish();
  EXPECT_EQ(pgn.take(), R"([Event "Club championship"]
[Site "?"]
[Date "2026.05.02"]
[Round "2"]
[White "Adams"]
[Black "Brown"]
[Result "1-0"]
[TimeControl "180+2"]
[Board "7"]
[UTCDate "2026.05.02"]
[UTCTime "13:00:00"]

1. e4 {[%clk 0:02:55]} 1... e5 {[%clk 0:02:57]} 1-0

)");
}

TEST(PgnExport, EachGameOfALogIsWrittenWhenTheNextIsSetUp) {
  PgnExport pgn{club_game()};
  chess::Position position;
  pgn.tell(game(0, GameState::setup));
  pgn.tell(game(1, GameState::started));
  pgn.tell(play(position, 5, 1, "e2e4"));
  pgn.tell(game(10, GameState::over, "1-0", "entered by the arbiter"));
  record::Arbiter pairing;
  pairing.action = record::Arbiter::Action::pairing;
  pairing.white_name = "Brown";
  pairing.black_name = "Clark";
  pgn.see(pairing);
  pgn.tell(game(20, GameState::setup));
  EXPECT_THAT(pgn.take(), HasSubstr("[White \"Adams\"]"));
  position = {};
  pgn.tell(play(position, 25, 1, "d2d4"));
  pgn.finish();
  const auto games = chess::read_pgn(pgn.take());
  ASSERT_THAT(games, SizeIs(1));
  EXPECT_EQ(games[0].record.tags.find("White"), "Brown");
  EXPECT_EQ(games[0].record.tags.find("Black"), "Clark");
  EXPECT_EQ(games[0].record.result, chess::Result::unknown);
  EXPECT_THAT(games[0].record.plies, SizeIs(1));
}

TEST(PgnExport, ALogInWhichNobodyPlayedHasNoGame) {
  PgnExport pgn{club_game()};
  pgn.tell(game(0, GameState::setup));
  pgn.tell(report::SummaryReport{});
  pgn.finish();
  EXPECT_EQ(pgn.take(), "");
}

TEST(PgnExport, AnIllegalMoveThatStandsAndAPositionSetByAnArbiterAreReadBackAsOneGame) {
  PgnExport pgn{club_game()};
  chess::Position position;
  pgn.tell(game(0, GameState::started));
  pgn.tell(play(position, 1, 1, "e2e4"));
  pgn.tell(play(position, 2, 2, "e7e5"));
  report::MoveReport bishop;
  bishop.t = at(3);
  bishop.ply = 3;
  bishop.uci = bishop.san = "f1e3";
  bishop.fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/4B3/PPPP1PPP/RNBQK1NR b KQkq - 1 2";
  bishop.completed = true;
  pgn.tell(bishop);
  position = *chess::position_from_fen(bishop.fen);
  pgn.tell(play(position, 4, 4, "d7d6"));
  record::Arbiter set;
  set.action = record::Arbiter::Action::set_position;
  set.fen = "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
  pgn.see(set);
  position = *chess::position_from_fen(set.fen);
  pgn.tell(play(position, 6, 5, "g1f3"));
  pgn.finish();
  const auto games = chess::read_pgn(pgn.take());
  ASSERT_THAT(games, SizeIs(1));
  const auto& plies = games[0].record.plies;
  ASSERT_THAT(plies, SizeIs(6));
  ASSERT_NE(plies[2].illegal(), nullptr);
  EXPECT_EQ(to_uci(*plies[2].illegal()->transfer), "f1e3");
  ASSERT_NE(plies[4].illegal(), nullptr);
  EXPECT_EQ(plies[4].illegal()->transfer, std::nullopt);
  EXPECT_EQ(to_fen(plies[4].illegal()->after), set.fen);
  EXPECT_EQ(plies[4].comment, "position set by the arbiter");
}

TEST(PgnExport, AMoveThatCannotBeToldApartNamesTheOthers) {
  PgnExport pgn{club_game()};
  chess::Position position;
  auto line = play(position, 1, 1, "e2e4");
  line.certainty = report::Certainty::open;
  line.alternatives = {"d2d4", "c2c4"};
  pgn.tell(line);
  pgn.finish();
  EXPECT_THAT(pgn.take(), HasSubstr("1. e4 {or d2d4 c2c4} *"));
}

}  // namespace
}  // namespace jadoube::display
