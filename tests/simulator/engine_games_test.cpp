#include "simulator/engine_games.hpp"

#include <gtest/gtest.h>

#include <set>

namespace jadoube::simulator {
namespace {

TEST(EngineGames, AreWholeAndDifferent) {
  std::set<std::vector<std::string>> openings;
  for (const PlayedGame& game : engine_games()) {
    EXPECT_GE(game.moves.size(), 50U);
    EXPECT_FALSE(game.result.empty());
    std::vector<std::string> opening;
    for (std::size_t i = 0; i < 16; ++i) opening.push_back(to_uci(game.moves[i]));
    openings.insert(opening);
  }
  EXPECT_GE(engine_games().size(), 30U);
  EXPECT_EQ(openings.size(), engine_games().size());
}

}  // namespace
}  // namespace jadoube::simulator
