#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "chess/pgn.hpp"

namespace jadoube::chess {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Ply played(const Position& position, std::string_view uci) {
  return Ply{move_from_uci(position, uci).value(), {}, {}, {}, {}};
}

GameRecord game_of(std::initializer_list<std::string_view> ucis) {
  GameRecord game;
  Position position;
  for (const auto uci : ucis) {
    game.plies.push_back(played(position, uci));
    position.make(std::get<Move>(game.plies.back().what));
  }
  return game;
}

GameRecord read_back(const std::string& text) {
  const auto games = read_pgn(text);
  EXPECT_EQ(games.size(), 1U) << text;
  if (games.empty()) return {};
  EXPECT_FALSE(games[0].misfit) << text;
  EXPECT_TRUE(games[0].blemishes.empty()) << text;
  return games[0].record;
}

/// 1. e4 e5 2. Ke2 Ke7 3. d4, then Black takes the king's pawn with the king from a distance, and the game
/// goes on.
GameRecord game_with_an_illegal_move() {
  GameRecord game = game_of({"e2e4", "e7e5", "e1e2", "e8e7", "d2d4"});
  game.tags.set("White", "Adams");
  game.tags.set("ECO", "C20");
  IllegalMove illegal;
  illegal.transfer = Transfer{Square::e7, Square::e4, {}};
  illegal.after = setup_from_fen("rnbq1bnr/pppp1ppp/8/4p3/3Pk3/8/PPP1KPPP/RNBQ1BNR w - - 0 4").value();
  game.plies.push_back(Ply{illegal, 59s, {}, "nobody noticed", {}});
  const Position after = Position::from(illegal.after, kForgivable).value();
  game.plies.push_back(played(after, "f2f3"));
  game.plies.push_back(played(after.after(std::get<Move>(game.plies.back().what)), "e4f5"));
  game.result = Result::draw;
  return game;
}

TEST(PgnWriter, WritesTheRosterFirstAndThenTheOtherTags) {
  GameRecord game = game_of({"e2e4", "e7e5", "g1f3"});
  game.tags.set("ECO", "C40");
  game.tags.set("Black", "Morphy \"the\" \\ Paul");
  game.tags.set("Date", "1858.??.??");
  game.result = Result::black_wins;
  EXPECT_EQ(to_pgn(game),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"1858.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
            "[Black \"Morphy \\\"the\\\" \\\\ Paul\"]\n[Result \"0-1\"]\n[ECO \"C40\"]\n\n"
            "1. e4 e5 2. Nf3 0-1\n\n");
  EXPECT_EQ(read_back(to_pgn(game)), game);
}

TEST(PgnWriter, WritesClocksCommentsAndGlyphs) {
  GameRecord game = game_of({"e2e4", "e7e5", "g1f3", "b8c6"});
  game.comment = "Round 1";
  game.plies[0].clock = 5400s;
  game.plies[0].elapsed = 6s + 50ms;
  game.plies[1].nags = {1, 14};
  game.plies[2].comment = "good {move}";
  EXPECT_THAT(to_pgn(game),
              HasSubstr("{Round 1} 1. e4 {[%clk 1:30:00] [%emt 0:00:06.05]} 1... e5 $1 $14 2. Nf3 {good\n"
                        "{move)} 2... Nc6 *\n\n"));
  game.plies[2].comment = "good {move)";
  EXPECT_EQ(read_back(to_pgn(game)), game);
}

TEST(PgnWriter, WritesAFractionOfASecondOnlyIfThereIsOne) {
  const auto clock = [](std::chrono::milliseconds time) {
    GameRecord game = game_of({"e2e4"});
    game.plies[0].clock = time;
    const std::string text = to_pgn(game);
    const auto begin = text.find("%clk ") + 5;
    return text.substr(begin, text.find(']', begin) - begin);
  };
  EXPECT_EQ(clock(0ms), "0:00:00");
  EXPECT_EQ(clock(1ms), "0:00:00.001");
  EXPECT_EQ(clock(10ms), "0:00:00.01");
  EXPECT_EQ(clock(59s + 900ms), "0:00:59.9");
  EXPECT_EQ(clock(100h), "100:00:00");
}

TEST(PgnWriter, WrapsBeforeTheEightiethColumnAndNeverInsideAClock) {
  GameRecord game;
  Position position;
  for (int i = 0; i < 60; ++i) {
    constexpr std::array<const char*, 4> there_and_back{"g1f3", "g8f6", "f3g1", "f6g8"};
    game.plies.push_back(played(position, there_and_back[static_cast<std::size_t>(i % 4)]));
    game.plies.back().clock = std::chrono::seconds{100 + i};
    if (i % 7 == 0)
      game.plies.back().comment =
          "5 % better [see] \xC3\xBC"
          "ber and a longer remark on what was played here";
    position.make(std::get<Move>(game.plies.back().what));
  }
  const std::string text = to_pgn(game);
  std::istringstream lines{text};
  std::size_t longest = 0;
  bool in_moves = false;
  for (std::string line; std::getline(lines, line);) {
    const auto characters =
        std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    longest = std::max(longest, static_cast<std::size_t>(characters));
    if (in_moves && !line.empty()) {
      EXPECT_NE(line[0], '%');
      EXPECT_NE(line[0], '[');
    }
    if (line.empty()) in_moves = true;
    EXPECT_EQ(std::count(line.begin(), line.end(), '['), std::count(line.begin(), line.end(), ']')) << line;
  }
  EXPECT_LE(longest, 79U);
  EXPECT_GE(longest, 70U);
  EXPECT_EQ(read_back(text), game);
}

TEST(PgnWriter, WritesTheLongestCommentWithoutAPlaceToEndALineAtOnce) {
  GameRecord game = game_of({"e2e4"});
  // Looking back from every blank took a minute and more.
  for (std::size_t size = 0; size + 4 < kPgnMostCommentText; size += 2) game.plies[0].comment += "[ ";
  game.plies[0].comment += "]";
  EXPECT_EQ(read_back(to_pgn(game)), game);
}

TEST(PgnWriter, WritesTheSetUp) {
  GameRecord game;
  game.start = setup_from_fen("4k3/8/8/8/8/8/4p3/4K3 b - - 3 40").value();
  const Position position = Position::from(game.start).value();
  game.plies.push_back(played(position, "e8d7"));
  const std::string text = to_pgn(game);
  EXPECT_THAT(text, HasSubstr("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 3 40\"]\n\n40... Kd7 *\n"));
  EXPECT_EQ(read_back(text), game);
}

TEST(PgnWriter, AResultOutsideTheStandardStaysInItsTag) {
  GameRecord game;
  game.other_result = "0-0";
  EXPECT_THAT(to_pgn(game), HasSubstr("[Result \"0-0\"]\n\n*\n"));
  EXPECT_EQ(read_back(to_pgn(game)), game);
}

TEST(PgnWriter, AfterAnIllegalMoveTheGameGoesOnInASecondRecord) {
  const GameRecord game = game_with_an_illegal_move();
  const std::string text = to_pgn(game);
  EXPECT_EQ(
      text,
      "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Adams\"]\n[Black \"?\"]\n"
      "[Result \"*\"]\n[ECO \"C20\"]\n\n"
      "1. e4 e5 2. Ke2 Ke7 3. d4\n"
      "{[%illegal e7e4 rnbq1bnr/pppp1ppp/8/4p3/3Pk3/8/PPP1KPPP/RNBQ1BNR w - - 0\n"
      "4] [%clk 0:00:59] nobody noticed} *\n\n"
      "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Adams\"]\n[Black \"?\"]\n"
      "[Result \"1/2-1/2\"]\n[ECO \"C20\"]\n[ContinuationPart \"2\"]\n[SetUp \"1\"]\n"
      "[FEN \"rnbq1bnr/pppp1ppp/8/4p3/3Pk3/8/PPP1KPPP/RNBQ1BNR w - - 0 4\"]\n\n"
      "4. f3+ Kf5 1/2-1/2\n\n");
  EXPECT_EQ(read_back(text), game);
}

TEST(PgnWriter, IllegalMovesMayStandAnywhereAndFollowEachOther) {
  const GameRecord usual = game_with_an_illegal_move();
  const Ply illegal = usual.plies[5];
  IllegalMove no_transfer = *illegal.illegal();
  no_transfer.transfer.reset();

  GameRecord first = usual;
  first.plies.erase(first.plies.begin(), first.plies.begin() + 5);
  EXPECT_EQ(read_back(to_pgn(first)), first);

  GameRecord last = usual;
  last.plies.resize(6);
  EXPECT_EQ(read_back(to_pgn(last)), last);
  EXPECT_THAT(to_pgn(last), Not(HasSubstr("ContinuationPart")));

  GameRecord twice = usual;
  twice.plies.insert(twice.plies.begin() + 5, Ply{no_transfer, {}, 2s, {}, {}});
  EXPECT_EQ(read_back(to_pgn(twice)), twice);

  GameRecord thrice = usual;
  for (std::size_t i = 5; i < usual.plies.size(); ++i) thrice.plies.push_back(usual.plies[i]);
  EXPECT_EQ(read_back(to_pgn(thrice)), thrice);
  EXPECT_THAT(to_pgn(thrice), HasSubstr("[ContinuationPart \"3\"]"));
}

TEST(PgnWriter, ARecordIsJoinedOnlyToTheOneItContinues) {
  const std::string text = to_pgn(game_with_an_illegal_move());
  const auto second = text.find("[Event", 1);
  const std::string first_part = text.substr(0, second);
  const std::string second_part = text.substr(second);
  EXPECT_EQ(read_pgn(first_part + first_part + second_part).size(), 2U);
  EXPECT_EQ(read_pgn(second_part + first_part).size(), 2U);
  EXPECT_EQ(read_pgn(first_part + "[Event \"other\"]\n1. e4 *\n" + second_part).size(), 3U);
  EXPECT_EQ(read_pgn(first_part + second_part + second_part).size(), 2U);
  std::string other_board = second_part;
  other_board.replace(other_board.find("0 4\""), 3, "0 5");
  EXPECT_EQ(read_pgn(first_part + other_board).size(), 2U);
}

TEST(PgnWriter, ABoardNobodyCanPlayOnEndsTheMovesButNotTheGame) {
  GameRecord game = game_of({"e2e4"});
  IllegalMove king_gone;
  king_gone.after = setup_from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQ1BNR b kq - 0 1").value();
  game.plies.push_back(Ply{king_gone, {}, {}, {}, {}});
  const std::string text = to_pgn(game);
  EXPECT_EQ(read_back(text), game);
  std::string with_move = text;
  with_move.replace(with_move.find(" *"), 2, " e5 *");
  const auto games = read_pgn(with_move);
  ASSERT_EQ(games.size(), 1U);
  ASSERT_TRUE(games[0].misfit);
  EXPECT_EQ(games[0].misfit->reason, MisfitReason::unplayable_position);
  EXPECT_THAT(describe(*games[0].misfit),
              HasSubstr("\"e5\", cannot be played on the board that the illegal move"));
}

TEST(PgnWriter, TheExampleInTheManualIsOneGame) {
  std::ostringstream page;
  page << std::ifstream{"docs/pgn.md"}.rdbuf();
  const std::string text = page.str();
  const auto begin = text.find("```text\n") + 8;
  const GameRecord game = read_back(text.substr(begin, text.find("```", begin) - begin));
  ASSERT_EQ(game.plies.size(), 7U);
  ASSERT_NE(game.plies[4].illegal(), nullptr);
  EXPECT_EQ(game.plies[4].illegal()->transfer, (Transfer{Square::f1, Square::c5, {}}));
  EXPECT_EQ(game.plies[4].clock, 41min + 7s);
  EXPECT_EQ(game.plies[4].comment, "nobody noticed");
  EXPECT_EQ(game.result, Result::white_wins);
}

}  // namespace
}  // namespace jadoube::chess
