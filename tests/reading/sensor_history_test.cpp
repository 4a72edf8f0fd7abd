#include "reading/sensor_history.hpp"

#include <gtest/gtest.h>

namespace jadoube::reading {
namespace {

using namespace std::chrono_literals;

SensedBoard board_of(Bitboard occupied) {
  SensedBoard board;
  board.occupied = occupied;
  return board;
}

TEST(SensorHistory, TellsWhenASquareChangedLast) {
  SensorHistory history{10s, board_of(chess::bit(Square::e2))};
  history.update(11s, board_of(0));
  history.update(12s, board_of(chess::bit(Square::e4)));
  EXPECT_EQ(history.last_toggle(Square::e2, Orientation::straight), 11s);
  EXPECT_EQ(history.last_toggle(Square::d7, Orientation::turned), 11s)
      << "where e2 is for who sits behind rank 8";
  EXPECT_EQ(history.last_toggle(Square::e4, Orientation::straight), 12s);
  EXPECT_LT(history.last_toggle(Square::a1, Orientation::straight), 0s);
}

TEST(SensorHistory, KnowsTheBoardAsItWas) {
  SensorHistory history{10s, board_of(chess::bit(Square::e2))};
  history.update(11s, board_of(0));
  history.update(12s, board_of(chess::bit(Square::e4)));
  EXPECT_EQ(history.board(Orientation::turned).occupied, chess::bit(Square::d5));
  EXPECT_EQ(history.occupied_at(12s, Orientation::straight), chess::bit(Square::e4));
  EXPECT_EQ(history.occupied_at(11500ms, Orientation::straight), Bitboard{0});
  EXPECT_EQ(history.occupied_at(10500ms, Orientation::turned), chess::bit(Square::d7));
  EXPECT_EQ(history.occupied_at(1s, Orientation::straight), chess::bit(Square::e2))
      << "as long ago as is known";
}

TEST(SensorHistory, TellsWhatHasChangedSince) {
  SensorHistory history{10s, board_of(chess::bit(Square::e2))};
  history.update(11s, board_of(0));
  history.update(12s, board_of(chess::bit(Square::e4)));
  EXPECT_EQ(history.changed_after(12s, Orientation::straight), Bitboard{0});
  EXPECT_EQ(history.changed_after(11s, Orientation::straight), chess::bit(Square::e4));
  EXPECT_EQ(history.changed_after(11s, Orientation::turned), chess::bit(Square::d5));
  EXPECT_EQ(history.changed_after(1s, Orientation::straight),
            chess::bit(Square::e2) | chess::bit(Square::e4));
  for (int second = 13; second <= 100; ++second)
    history.update(std::chrono::seconds{second}, board_of(second % 2 == 0 ? chess::bit(Square::e4) : 0));
  EXPECT_EQ(history.changed_after(11s, Orientation::straight), chess::bit(Square::e4));
  EXPECT_EQ(history.changed_after(10s, Orientation::straight),
            chess::bit(Square::e2) | chess::bit(Square::e4))
      << "longer ago than the last 32 changes";
}

TEST(SensorHistory, ForgetsWhatWasLongAgo) {
  SensorHistory history{0s, board_of(chess::bit(Square::a1))};
  for (int second = 1; second <= 100; ++second)
    history.update(std::chrono::seconds{second}, board_of(static_cast<Bitboard>(second)));
  EXPECT_EQ(history.occupied_at(90s, Orientation::straight), Bitboard{90});
  EXPECT_EQ(history.occupied_at(1s, Orientation::straight), Bitboard{69}) << "the oldest of 32";
}

}  // namespace
}  // namespace jadoube::reading
