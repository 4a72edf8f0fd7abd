#include "detector/board_reading.hpp"

#include <gtest/gtest.h>

namespace jadoube::detector {
namespace {

using namespace std::chrono_literals;

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
  board.show(0s, showing(0));
  EXPECT_TRUE(board.is_known());
}

TEST(BoardReading, ABoardIsReadAsItIsShown) {
  BoardReading board;
  board.show(0s, showing(kOnTheirRanks));
  EXPECT_EQ(board.upright(), showing(kOnTheirRanks));
  EXPECT_TRUE(board.shows(kAtTheStart));
  EXPECT_FALSE(board.lies_right_again(kAtTheStart));
}

TEST(BoardReading, ASidewaysBoardIsSetUpright) {
  BoardReading board;
  board.show(0s, showing(kOnTheirFiles));
  EXPECT_FALSE(board.shows(kAtTheStart));
  board.take_for_sideways();
  EXPECT_TRUE(board.shows(kAtTheStart));
  EXPECT_EQ(board.shown(), showing(kOnTheirFiles));
  // a2 on the board (bit 8) is b8 upright: a quarter turn takes a1 to a8.
  board.show(0s, showing(Bitboard{1} << 8U));
  EXPECT_EQ(board.upright(), showing(chess::bit(Square::b8)));
}

TEST(BoardReading, ASidewaysBoardThatIsLaidRightIsReadAsItIsShownAgain) {
  BoardReading board;
  board.show(0s, showing(kOnTheirFiles));
  board.take_for_sideways();
  EXPECT_FALSE(board.lies_right_again(kAtTheStart));
  board.show(0s, showing(kOnTheirRanks));
  EXPECT_FALSE(board.shows(kAtTheStart));
  EXPECT_TRUE(board.lies_right_again(kAtTheStart));
  EXPECT_TRUE(board.shows(kAtTheStart));
  EXPECT_EQ(board.upright(), showing(kOnTheirRanks));
}

TEST(BoardReading, ASensorThatFailsDoesNotHideHowItLies) {
  BoardReading board;
  board.show(0s, showing(kOnTheirFiles));
  board.take_for_sideways();
  board.show(
      0s, showing(kOnTheirRanks ^ chess::bit(Square::b7) ^ chess::bit(Square::e2) ^ chess::bit(Square::e4)));
  EXPECT_FALSE(board.lies_right_again(kAtTheStart)) << "three squares: pieces are still being put up";
  board.show(0s, showing(kOnTheirRanks ^ chess::bit(Square::b7)));
  EXPECT_TRUE(board.lies_right_again(kAtTheStart));
}

TEST(BoardReading, APositionTellsWhichWayRoundItLies) {
  const SensedBoard opened =
      SensedBoard::of(*chess::position_from_fen("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1"));
  BoardReading board;
  EXPECT_EQ(board.orientation_that_shows(opened), std::nullopt);
  board.show(0s, opened);
  EXPECT_EQ(board.orientation_that_shows(opened), Orientation::straight);
  EXPECT_EQ(board.orientation_that_shows(opened.turned()), Orientation::turned);
  EXPECT_EQ(board.orientation_that_shows(kAtTheStart), std::nullopt) << "it looks alike from both sides";
  board.show(0s, showing(opened.occupied ^ chess::bit(Square::e7)));
  EXPECT_EQ(board.orientation_that_shows(opened), Orientation::straight) << "one sensor fails";
  board.show(0s, showing(opened.turned().occupied ^ reading::half_turn(chess::bit(Square::a4))));
  EXPECT_EQ(board.orientation_that_shows(opened), Orientation::turned)
      << "the one of the pawn that has moved";
  board.show(0s, showing(0));
  EXPECT_EQ(board.orientation_that_shows(opened), std::nullopt);
}

TEST(BoardReading, APieceHasJustLeftForAsLongAsOneThatStandsBadlyIsOutOfSight) {
  const Bitboard e2 = chess::bit(Square::e2);
  BoardReading board;
  board.show(1s, showing(kOnTheirRanks));
  EXPECT_EQ(board.just_left(1s), Bitboard{0}) << "where nothing was seen nothing has left";
  board.show(2s, showing(kOnTheirRanks & ~e2));
  EXPECT_EQ(board.just_left(2800ms), e2);
  EXPECT_EQ(board.just_left(2801ms), Bitboard{0});
  board.show(3s, showing(kOnTheirRanks));
  EXPECT_EQ(board.just_left(3s), Bitboard{0}) << "it is back";
}

}  // namespace
}  // namespace jadoube::detector
