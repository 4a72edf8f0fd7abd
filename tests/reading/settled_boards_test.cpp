#include "reading/settled_boards.hpp"

#include <gtest/gtest.h>

namespace jadoube::reading {
namespace {

using chess::Square;
using namespace std::chrono_literals;

Bitboard squares(std::initializer_list<Square> list) {
  Bitboard set = 0;
  for (const Square square : list) set |= chess::bit(square);
  return set;
}

const Bitboard kBefore = squares({Square::e2});
const Bitboard kLifted = 0;
const Bitboard kAfter = squares({Square::e4});

TEST(SettledBoards, KeepsWhatHasRested) {
  SettledBoards boards{0s};
  boards.change(1s, kBefore, kLifted);
  boards.change(1200ms, kLifted, kAfter);  // in the air for 0.2 s
  boards.change(5s, kAfter, kLifted);
  const auto kept = boards.after(0s, 6s, kLifted);
  ASSERT_EQ(kept.size(), 3U);
  EXPECT_EQ(kept[0].occupied, kBefore);
  EXPECT_EQ(kept[0].until, Time{1s});
  EXPECT_EQ(kept[1].occupied, kAfter);
  EXPECT_EQ(kept[1].touched, squares({Square::e2, Square::e4}));
  EXPECT_EQ(kept[2].until, Time{6s}) << "the board as it is";
  EXPECT_EQ(kept[2].touched, squares({Square::e4}));
  EXPECT_EQ(boards.count(), 2U);
}

TEST(SettledBoards, KeepsWhatAPressFinds) {
  SettledBoards boards{0s};
  boards.change(1s, kBefore, kLifted);
  boards.change(1100ms, kLifted, kAfter);
  boards.press(1150ms, Side::white, kAfter);
  boards.change(1300ms, kAfter, kLifted);
  const auto kept = boards.after(1s, 2s, kLifted);
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].pressed, Side::white);
  EXPECT_EQ(kept[0].occupied, kAfter);
  EXPECT_TRUE(kept[0].passing) << "it changed 0.15 s later";
}

TEST(SettledBoards, TellsNothingIfOneIsNotKeptAnyMore) {
  SettledBoards boards{0s};
  Time t = 1s;
  for (std::size_t i = 0; i <= model::kBoardsKept; ++i) boards.press(t += 1s, Side::white, kBefore);
  EXPECT_TRUE(boards.after(0s, t, kBefore).empty());
  EXPECT_EQ(boards.after(t - 1s, t, kBefore).size(), 2U);
}

}  // namespace
}  // namespace jadoube::reading
