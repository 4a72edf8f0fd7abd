#include "chess/game.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace jadoube::chess {
namespace {

void play(Game& game, const std::string& uci_moves) {
  std::istringstream in{uci_moves};
  for (std::string text; in >> text;) {
    const auto move = move_from_uci(game.position(), text);
    ASSERT_TRUE(move) << text << " in " << to_fen(game.position());
    game.play(*move);
  }
}

Game game_from(const char* fen) {
  return Game{position_from_fen(fen).value()};
}

TEST(Game, StartsWithItsFirstPositionSeenOnce) {
  const Game game;
  EXPECT_EQ(game.plies(), 0U);
  EXPECT_EQ(game.repetitions(), 1U);
  EXPECT_EQ(game.outcome(), Outcome::open);
}

TEST(Game, KnightsThatGoHomeTwiceMakeAThreefoldRepetition) {
  Game game;
  play(game, "g1f3 g8f6 f3g1 f6g8");
  EXPECT_EQ(game.repetitions(), 2U);
  play(game, "b1c3 b8c6 c3b1 c6b8");
  EXPECT_EQ(game.repetitions(), 3U);
  EXPECT_TRUE(game.is_threefold());
  EXPECT_FALSE(game.is_fivefold());
  play(game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
  EXPECT_TRUE(game.is_fivefold());
}

TEST(Game, ThePositionCountsOnlyWithTheSameSideToMove) {
  // The king triangulates: the same board, the other side to move.
  Game game = game_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  play(game, "e1e2 e8e7 e2d1 e7e8 d1e1");
  EXPECT_EQ(game.repetitions(), 1U);
}

TEST(Game, ALostCastlingRightMakesAnotherPosition) {
  Game game = game_from("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1");
  play(game, "e1e2 a8b8 e2e1 b8a8");
  EXPECT_EQ(game.repetitions(), 1U);
  play(game, "e1e2 a8b8 e2e1 b8a8");
  EXPECT_EQ(game.repetitions(), 2U);
}

TEST(Game, ACastlingRightThatIsBlockedForNowStillCounts) {
  // The bishop on b1 blocks both times, but only the first time would castling be possible once it has gone.
  Game game = game_from("4k3/8/8/8/8/8/8/RB2K3 w Q - 0 1");
  play(game, "a1a2 e8e7 a2a1 e7e8");
  EXPECT_EQ(game.repetitions(), 1U);
}

TEST(Game, EnPassantCountsOnlyIfItIsLegal) {
  // No pawn can take on e3: the position after 1 e4 comes back as the same.
  Game open_square;
  play(open_square, "e2e4 g8f6 g1f3 f6g8 f3g1");
  EXPECT_EQ(open_square.repetitions(), 2U);

  // The pawn on d4 can take on e3 once; afterwards it is another position.
  Game capture = game_from("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
  play(capture, "e2e4 e8e7 e1d1 e7e8 d1e1");
  EXPECT_EQ(capture.repetitions(), 1U);

  // The pawn on d4 is pinned to its king on d8: the capture never was legal, so the position is the same.
  Game pinned = game_from("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1");
  play(pinned, "e2e4 d8e7 e1f1 e7d8 f1e1");
  EXPECT_EQ(pinned.repetitions(), 2U);
}

TEST(Game, ACaptureOrPawnMoveEndsEveryRepetition) {
  Game game;
  play(game, "g1f3 g8f6 f3g1 f6g8 e2e4 e7e5 g1f3 g8f6 f3g1 f6g8");
  EXPECT_EQ(game.repetitions(), 2U);
  EXPECT_EQ(game.position().halfmove_clock(), 4U);
}

TEST(Game, FiftyAndSeventyFiveMovesAreCountedFromTheStartPositionsClock) {
  Game game = game_from("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
  EXPECT_FALSE(game.is_fifty_moves());
  play(game, "a1a2");
  EXPECT_TRUE(game.is_fifty_moves());
  EXPECT_FALSE(game.is_seventy_five_moves());
  EXPECT_EQ(game.repetitions(), 1U) << "the clock began before this record did";
  EXPECT_TRUE(game_from("4k3/8/8/8/8/8/8/R3K3 w - - 150 99").is_seventy_five_moves());
}

TEST(Game, MateAndStalemateEndIt) {
  Game mate;
  play(mate, "f2f3 e7e5 g2g4 d8h4");
  EXPECT_EQ(mate.outcome(), Outcome::checkmate);
  EXPECT_EQ(game_from("k7/8/1Q6/8/8/8/8/4K3 b - - 0 1").outcome(), Outcome::stalemate);
}

TEST(Game, TakingBackRestoresEverything) {
  Game game;
  play(game, "e2e4 d7d5 e4d5 g8f6 f1b5");
  const std::string before = to_fen(game.position());
  play(game, "c7c6");
  game.take_back();
  EXPECT_EQ(to_fen(game.position()), before);
  while (game.plies() != 0) game.take_back();
  EXPECT_EQ(to_fen(game.position()), to_fen(Position{}));
  EXPECT_TRUE(game.position().is_consistent());
}

}  // namespace
}  // namespace jadoube::chess
