#include "simulator/game_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chess/pgn.hpp"
#include "simulator/grid.hpp"
#include "simulator/simulate.hpp"
#include "tests/simulator/reading.hpp"

namespace jadoube::simulator {
namespace {

using namespace std::chrono_literals;

tl::expected<PlayedGame, std::string> read(std::string_view pgn) {
  return played_game(chess::read_pgn(pgn).at(0).record);
}

TEST(GameSource, ClockReadingsBecomeTimesSpent) {
  const auto game = read(
      "[White \"A\"]\n[Black \"B\"]\n[TimeControl \"300+3\"]\n\n"
      "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:04:43]} 1-0\n");
  ASSERT_TRUE(game);
  EXPECT_EQ(game->base, record::ClockTime{300s});
  EXPECT_EQ(game->increment, record::ClockTime{3s});
  EXPECT_THAT(game->spent,
              testing::ElementsAre(std::nullopt, std::nullopt, record::Time{10s}, record::Time{20s}));
  EXPECT_EQ(game->result, "1-0");
  EXPECT_EQ(game->header.white, "A");
}

TEST(GameSource, SpentTimesAndReadingsTogetherTellTheIncrement) {
  std::string pgn = "[TimeControl \"90 minutes, then 30\"]\n\n";
  const char* moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
  for (int i = 0; i < 16; ++i) {
    const int clock = 5400 + 20 * (i / 2);
    pgn += moves[i % 4] + std::string{" {[%clk 1:"} + std::to_string(clock / 60 - 60) + ':' +
           std::to_string(clock % 60) + "] [%emt 0:00:10]} ";
  }
  const auto game = read(pgn + "*\n");
  ASSERT_TRUE(game);
  EXPECT_EQ(game->increment, record::ClockTime{30s});
  EXPECT_EQ(game->spent[5], record::Time{10s});
}

TEST(GameSource, LaterPeriodsAreAddedToTheBaseTime) {
  const auto game = read("[TimeControl \"40/60+0:60\"]\n\n1. e4 {[%emt 0:02:00]} e5 {[%emt 0:00:10]} *\n");
  ASSERT_TRUE(game);
  EXPECT_GE(*game->base, record::ClockTime{150s});
}

TEST(GameSource, TheGameEndsBeforeItsFirstIllegalMove) {
  const auto game = read("1. e4 e5 2. Ke5 *\n");
  ASSERT_TRUE(game);
  EXPECT_EQ(game->moves.size(), 2u);
}

TEST(GameSource, RefusesWhatCannotBePlayed) {
  EXPECT_THAT(read("[Event \"x\"]\n\n*\n").error(), testing::HasSubstr("no move"));
}

TEST(GameSource, AClockedGameIsPlayedInItsOwnTime) {
  const auto game = read(
      "[TimeControl \"300+3\"]\n\n1. e4 {[%emt 0:00:05]} e5 {[%emt 0:00:07]} 2. Nf3 {[%emt 0:00:30]} "
      "Nc6 {[%emt 0:00:02]} *\n");
  ASSERT_TRUE(game);
  Params params = *cell("blitz-none-25");
  params.hands.forgotten_presses = params.hands.early_replies = params.hands.overlaps = 0;
  std::vector<double> at;
  for (const auto& line : truths(simulate(*game, params, 1)))
    if (line.label == "move") at.push_back(static_cast<double>(line.t.count()) * 1e-6);
  ASSERT_EQ(at.size(), 4u);
  EXPECT_NEAR(at[2] - at[1], 30, 1);
  EXPECT_NEAR(at[3] - at[2], 2, 1);
}

}  // namespace
}  // namespace jadoube::simulator
