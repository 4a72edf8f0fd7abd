// Which pieces may have been put on each other's squares when the board was set up, for all that was played (docs/rules.md 3.1).
#include <gtest/gtest.h>

#include <string>

#include "tests/tracker/followed.hpp"

namespace jadoube::tracker {
namespace {

/// "a1 b1" of a side: where such pieces stand in the likeliest game.
std::string may_be_exchanged(Followed& board, Side side) {
  const Step& step = *board.tracker().best().step;
  std::string text;
  for (unsigned i = 0; i < 64; ++i) {
    const auto square = static_cast<Square>(i);
    const auto piece = step.position().at(square);
    if (board.tracker().may_be_exchanged(step, square, Orientation::straight) &&
        (!piece || piece->side == side))
      text += (text.empty() ? "" : " ") + to_string(square);
  }
  return text;
}

TEST(Exchanged, MayBeEachOfTwoThatStandBesideEachOtherAndHaveNotMoved) {
  Followed board;
  EXPECT_EQ(may_be_exchanged(board, Side::white), "a1 b1 c1 d1 e1 f1 g1 h1");
  EXPECT_EQ(may_be_exchanged(board, Side::black), "a8 b8 c8 d8 e8 f8 g8 h8");
}

TEST(Exchanged, IsNotWhatHasMovedAsTheOtherCannot) {
  Followed board;
  board.play({Square::g1}, {Square::f3});
  EXPECT_EQ(may_be_exchanged(board, Side::white), "a1 b1 c1 d1 e1") << "neither bishop nor rook jumps";
  board.play({Square::b8}, {Square::c6});
  EXPECT_EQ(may_be_exchanged(board, Side::black), "d8 e8 f8 g8 h8");
}

TEST(Exchanged, MayStillBeWhatTheOtherMightHaveDoneAsWell) {
  Followed board;
  board.play({Square::e2}, {Square::e4}).play({Square::e7}, {Square::e5});
  board.play({Square::e1}, {Square::e2});
  EXPECT_EQ(may_be_exchanged(board, Side::white), "a1 b1 c1 d1 f1 g1 h1 e2") << "a queen goes to e2 too";
  board.play({Square::d8}, {Square::h4});
  EXPECT_EQ(may_be_exchanged(board, Side::black), "a8 b8 c8 f8 g8 h8") << "and a king not to h4";
  EXPECT_EQ(may_be_exchanged(board, Side::white), "a1 b1 c1 d1 f1 g1 h1 e2");
}

TEST(Exchanged, IsNotABishopThatHasLeftItsSquareNorWhoeverHasCastled) {
  Followed board;
  board.play({Square::e2}, {Square::e4}).play({Square::e7}, {Square::e5});
  board.play({Square::f1}, {Square::c4}).play({Square::f8}, {Square::c5});
  EXPECT_EQ(may_be_exchanged(board, Side::white), "a1 b1 c1 d1 e1 g1 h1") << "the knight may be the rook";
  board.play({Square::g1}, {Square::f3}).play({Square::g8}, {Square::f6});
  board.play({Square::e1, Square::h1}, {Square::g1, Square::f1});
  EXPECT_EQ(may_be_exchanged(board, Side::white), "a1 b1 c1");
  EXPECT_EQ(may_be_exchanged(board, Side::black), "a8 b8 c8 d8 e8");
}

TEST(Exchanged, IsNothingOnceAllHaveShownWhatTheyAre) {
  Followed board;
  board.play({Square::e2}, {Square::e4}).play({Square::a7}, {Square::a6});
  board.play({Square::d1}, {Square::h5}).play({Square::h7}, {Square::h6});
  board.play({Square::g1}, {Square::f3}).play({Square::a6}, {Square::a5});
  board.play({Square::b1}, {Square::c3});
  EXPECT_EQ(may_be_exchanged(board, Side::white), "");
  EXPECT_EQ(may_be_exchanged(board, Side::black), "a8 b8 c8 d8 e8 f8 g8 h8");
  board.play({Square::b8}, {Square::c6});
  EXPECT_EQ(may_be_exchanged(board, Side::black), "d8 e8 f8 g8 h8") << "of Black all is still to be learnt";
}

TEST(Exchanged, IsNothingInAGameThatBeganElsewhere) {
  Followed board{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"};
  EXPECT_EQ(may_be_exchanged(board, Side::white), "");
  EXPECT_EQ(may_be_exchanged(board, Side::black), "");
}

}  // namespace
}  // namespace jadoube::tracker
