#include "detector/board_reading.hpp"

#include <gtest/gtest.h>

namespace jadoube::detector {
namespace {

SensedBoard showing(Bitboard occupied) {
  SensedBoard board;
  board.occupied = occupied;
  return board;
}

const SensedBoard kAtTheStart = SensedBoard::of(chess::Position{});
constexpr Bitboard kOnTheirRanks = 0xFFFF00000000FFFF;
constexpr Bitboard kOnTheirFiles = 0xC3C3C3C3C3C3C3C3;  // a, b, g and h

TEST(BoardReading, NothingIsKnownBeforeTheFirstScan) {
  BoardReading board;
  EXPECT_FALSE(board.is_known());
  board.show(showing(0));
  EXPECT_TRUE(board.is_known());
}

TEST(BoardReading, ABoardIsReadAsItIsShown) {
  BoardReading board;
  board.show(showing(kOnTheirRanks));
  EXPECT_EQ(board.upright(), showing(kOnTheirRanks));
  EXPECT_TRUE(board.shows(kAtTheStart));
  EXPECT_FALSE(board.lies_right_again(kAtTheStart));
}

TEST(BoardReading, ASidewaysBoardIsSetUpright) {
  BoardReading board;
  board.show(showing(kOnTheirFiles));
  EXPECT_FALSE(board.shows(kAtTheStart));
  board.take_for_sideways();
  EXPECT_TRUE(board.shows(kAtTheStart));
  EXPECT_EQ(board.shown(), showing(kOnTheirFiles));
  // a2 on the board (bit 8) is b8 upright: a quarter turn takes a1 to a8.
  board.show(showing(Bitboard{1} << 8U));
  EXPECT_EQ(board.upright(), showing(chess::bit(Square::b8)));
}

TEST(BoardReading, ASidewaysBoardThatIsLaidRightIsReadAsItIsShownAgain) {
  BoardReading board;
  board.show(showing(kOnTheirFiles));
  board.take_for_sideways();
  EXPECT_FALSE(board.lies_right_again(kAtTheStart));
  board.show(showing(kOnTheirRanks));
  EXPECT_FALSE(board.shows(kAtTheStart));
  EXPECT_TRUE(board.lies_right_again(kAtTheStart));
  EXPECT_TRUE(board.shows(kAtTheStart));
  EXPECT_EQ(board.upright(), showing(kOnTheirRanks));
}

}  // namespace
}  // namespace jadoube::detector
