// The game as a judge follows it: what counts as completed, which ply is whose, and what a revision leaves.
#include "judge/judged_game.hpp"

#include <gtest/gtest.h>

namespace jadoube::laws {
namespace {

using namespace std::chrono_literals;

constexpr const char* kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
constexpr const char* kAfterE5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
constexpr const char* kBlackToMove = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31";

report::MoveReport told(Time t, unsigned ply, Side side, std::string uci, std::string fen,
                        bool completed = true) {
  report::MoveReport line;
  line.t = t;
  line.ply = ply;
  line.side = side;
  line.uci = std::move(uci);
  line.fen = std::move(fen);
  line.completed = completed;
  return line;
}

/// 1. e4 e5, the second not pressed yet.
JudgedGame opened() {
  JudgedGame game{""};
  game.on(told(1s, 1, Side::white, "e2e4", kAfterE4));
  game.on(told(2s, 2, Side::black, "e7e5", kAfterE5, false));
  return game;
}

TEST(AJudgedGame, BeginsWhereTheLogSays) {
  const JudgedGame ordinary{""};
  EXPECT_EQ(ordinary.to_move(), Side::white);
  EXPECT_EQ(ordinary.completed(Side::white), 0U);
  EXPECT_EQ(ordinary.last(), 0U);
  EXPECT_TRUE(ordinary.last_is_legal());
  EXPECT_EQ(ordinary.mover(1), Side::white);
  EXPECT_EQ(ordinary.mover(2), Side::black);
  const JudgedGame later{kBlackToMove};
  EXPECT_EQ(later.to_move(), Side::black);
  EXPECT_EQ(later.completed(Side::white), 31U) << "of move 31 Black's is still to come";
  EXPECT_EQ(later.completed(Side::black), 30U);
  EXPECT_EQ(later.mover(1), Side::black);
  EXPECT_EQ(later.mover(2), Side::white);
}

TEST(AJudgedGame, CountsAMoveOnceItIsPressedOrItsPlayerHasMadeTheNext) {
  JudgedGame game = opened();
  EXPECT_EQ(game.completed(Side::white), 1U);
  EXPECT_EQ(game.completed(Side::black), 0U);
  EXPECT_FALSE(game.on(told(3s, 2, Side::black, "e7e5", kAfterE5))) << "the same ply, pressed now";
  EXPECT_EQ(game.completed(Side::black), 1U);
  EXPECT_EQ(game.plies().at(2).t, 2s) << "when it was first told";
  EXPECT_FALSE(game.on(told(4s, 2, Side::black, "e7e5", kAfterE5, false)));
  EXPECT_EQ(game.completed(Side::black), 1U) << "what was pressed stays so";
}

TEST(AJudgedGame, AnotherMoveInItsPlaceTakesAwayWhatCameAfterIt) {
  JudgedGame game = opened();
  EXPECT_TRUE(game.on(
      told(5s, 1, Side::white, "d2d4", "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1")));
  EXPECT_EQ(game.last(), 1U);
  EXPECT_EQ(game.plies().at(1).t, 5s);
  EXPECT_TRUE(game.on(told(6s, 1, Side::black, "d2d4", ""))) << "or another player's";
}

TEST(AJudgedGame, OfARevisionEveryPlyIsWhoseItIsAndWhenItWasFirstTold) {
  JudgedGame game = opened();
  report::RevisionReport line;
  line.t = 9s;
  line.from_ply = 2;
  line.moves = {"c7c5", "g1f3"};
  game.on(line);
  ASSERT_EQ(game.last(), 3U);
  EXPECT_EQ(game.plies().at(2).uci, "c7c5");
  EXPECT_EQ(game.plies().at(2).side, Side::black);
  EXPECT_EQ(game.plies().at(2).t, 2s) << "explained differently, and made when it was";
  EXPECT_FALSE(game.plies().at(2).completed);
  EXPECT_EQ(game.plies().at(3).side, Side::white);
  EXPECT_EQ(game.plies().at(3).t, 9s);
  EXPECT_EQ(game.fen(), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2") << "played out";
  // What is no lawful move leads to what the detector says, and out of turn it is whose piece it is.
  line.from_ply = 1;
  line.moves = {"e7e5"};
  line.fens = {"rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"};
  game.on(line);
  EXPECT_EQ(game.last(), 1U);
  EXPECT_EQ(game.plies().at(1).side, Side::black);
  EXPECT_TRUE(game.plies().at(1).completed) << "as ply 1 was";
  EXPECT_EQ(game.fen(), line.fens[0]);
  EXPECT_FALSE(game.last_is_legal());
  EXPECT_EQ(game.mover(2), Side::white) << "they go on by turns from there";
  EXPECT_EQ(game.mover(3), Side::black);
}

TEST(AJudgedGame, ASetPositionThatItHadGoesBackToItAndAnyOtherStandsInTheLastOnesPlace) {
  const auto setup = [](const char* fen) { return *chess::setup_from_fen(fen); };
  JudgedGame back = opened();
  back.set_position(setup("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 7 9"));
  EXPECT_EQ(back.last(), 1U) << "rights and counters mean little";
  EXPECT_EQ(back.fen(), kAfterE4) << "and stay what they were";
  JudgedGame start = opened();
  start.set_position(setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 7 9"));
  EXPECT_EQ(start.last(), 0U);
  EXPECT_EQ(start.fen(), to_fen(chess::Setup::start()));
  JudgedGame other = opened();
  other.set_position(setup("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"));
  EXPECT_EQ(other.last(), 2U) << "the other player is to move there";
  EXPECT_EQ(other.to_move(), Side::white);
  EXPECT_EQ(other.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  JudgedGame before_any{""};
  before_any.set_position(setup(kBlackToMove));
  EXPECT_EQ(before_any.fen(), kBlackToMove);
}

TEST(AJudgedGame, NamesThePositionBeforeAPlyAndTheLegalMoveThatItWas) {
  const JudgedGame game = opened();
  EXPECT_EQ(game.fen_before(1), to_fen(chess::Setup::start()));
  EXPECT_EQ(game.fen_before(2), kAfterE4);
  EXPECT_EQ(game.fen_before(3), kAfterE5);
  EXPECT_TRUE(game.legal_move(2));
  EXPECT_FALSE(game.legal_move(3)) << "there is none yet";
  EXPECT_TRUE(game.last_is_legal());
  // A king that has castled without the rook is named like one that has castled.
  JudgedGame half{"4k3/8/8/8/8/8/8/4K2R w K - 0 1"};
  half.on(told(1s, 1, Side::white, "e1g1", "4k3/8/8/8/8/8/8/6KR b - - 1 1"));
  EXPECT_FALSE(half.legal_move(1));
  JudgedGame whole{"4k3/8/8/8/8/8/8/4K2R w K - 0 1"};
  whole.on(told(1s, 1, Side::white, "e1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"));
  EXPECT_TRUE(whole.legal_move(1));
}

TEST(AJudgedGame, AKingIsTakenOnItsSquareAndNowhereElse) {
  JudgedGame game{"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"};
  game.on(told(1s, 1, Side::white, "e7e8", "4R3/8/8/8/8/8/8/4K3 b - - 0 1"));
  EXPECT_TRUE(game.takes_king(game.plies().at(1)));
  JudgedGame beside{"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"};
  beside.on(told(1s, 1, Side::white, "e7d7", "4k3/3R4/8/8/8/8/8/4K3 b - - 1 1"));
  EXPECT_FALSE(beside.takes_king(beside.plies().at(1)));
  EXPECT_FALSE(game.takes_king(JudgedGame::Ply{})) << "not on record";
}

TEST(AJudgedGame, FindsTheFirstPlyOfASideThatWasToldAfterATime) {
  JudgedGame game = opened();
  game.on(told(3s, 3, Side::white, "g1f3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
  EXPECT_EQ(game.made_after(Side::white, 0s, 1)->uci, "e2e4");
  EXPECT_EQ(game.made_after(Side::white, 1s, 1)->uci, "g1f3") << "told after that time, and not then";
  EXPECT_EQ(game.made_after(Side::white, 0s, 3)->uci, "g1f3") << "that very ply counts";
  EXPECT_EQ(game.made_after(Side::white, 0s, 4), nullptr);
  EXPECT_EQ(game.made_after(Side::white, 3s, 1), nullptr);
}

TEST(WhatIsNoPosition, IsNotIllegalAndHasNoNumber) {
  EXPECT_FALSE(is_illegal_board("no board"));
  EXPECT_EQ(move_number("no board"), 0U);
  EXPECT_EQ(move_number(kBlackToMove), 31U);
}

}  // namespace
}  // namespace jadoube::laws
