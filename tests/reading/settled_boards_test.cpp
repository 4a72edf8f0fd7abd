#include "reading/settled_boards.hpp"

#include <gtest/gtest.h>

#include "tests/reading/squares.hpp"

namespace jadoube::reading {
namespace {

using chess::Square;
using namespace std::chrono_literals;

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
  EXPECT_EQ(kept[0].touched, Bitboard{0}) << "nothing has changed before";
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

TEST(SettledBoards, HasSettledAfterThreeTenthsOfASecond) {
  const auto kept = [](Time rests) {
    SettledBoards boards{0s};
    boards.change(1s, kBefore, kLifted);
    boards.change(1s + rests, kLifted, kAfter);
    return boards.count();
  };
  EXPECT_EQ(kept(300ms - 1us), 1U);
  EXPECT_EQ(kept(300ms), 2U);
}

TEST(SettledBoards, KeepsEachOnce) {
  SettledBoards boards{0s};
  boards.change(1s, kBefore, kLifted);
  boards.press(2s, Side::white, kLifted);
  boards.change(3s, kLifted, kAfter);  // it rested since the press, and nothing was touched
  const auto kept = boards.after(0s, 4s, kAfter);
  ASSERT_EQ(kept.size(), 3U);
  EXPECT_EQ(kept[1].pressed, Side::white);
  EXPECT_EQ(kept[2].until, Time{4s});
  EXPECT_EQ(kept[2].touched, squares({Square::e4}));
  EXPECT_FALSE(kept[0].passing || kept[0].pressed || kept[2].passing || kept[2].pressed);
}

TEST(SettledBoards, WhatAPressFindsIsPassingIfItChangesWithinFourTenths) {
  const auto passing = [](Time after) {
    SettledBoards boards{0s};
    boards.change(1s, kBefore, kLifted);
    boards.press(1100ms, Side::white, kLifted);
    boards.change(1100ms + after, kLifted, kAfter);
    return boards.after(1s, 9s, kAfter).at(0).passing;
  };
  EXPECT_TRUE(passing(400ms - 1us));
  EXPECT_FALSE(passing(400ms));
}

TEST(SettledBoards, ABoardThatNobodyPressedIsNotPassing) {
  SettledBoards boards{0s};
  boards.change(1s, kBefore, kLifted);
  boards.change(1100ms, kLifted, kAfter);
  EXPECT_FALSE(boards.after(0s, 2s, kAfter).at(0).passing);
}

// It was on its way when White pressed, however long it rests afterwards.
TEST(SettledBoards, WhatWasPassingStaysSo) {
  SettledBoards boards{0s};
  boards.press(1s, Side::white, kLifted);
  boards.change(1100ms, kLifted, kAfter);
  boards.change(1200ms, kAfter, kLifted);
  boards.change(1500ms - 1us, kLifted, kAfter);
  EXPECT_TRUE(boards.after(0s, 2s, kAfter).at(0).passing);
}

TEST(SettledBoards, AreTurnedForAGameThatIsPlayedFromTheOtherSide) {
  SettledBoards boards{0s};
  boards.change(1s, kBefore, kAfter);
  const auto turned = boards.after(0s, 2s, kAfter, Orientation::turned);
  ASSERT_EQ(turned.size(), 2U);
  EXPECT_EQ(turned[0].occupied, squares({Square::d7})) << "where e2 is for who sits behind rank 8";
  EXPECT_EQ(turned[1].occupied, squares({Square::d5}));
  EXPECT_EQ(turned[1].touched, squares({Square::d7, Square::d5}));
  EXPECT_EQ(boards.after(0s, 2s, kAfter, Orientation::straight).at(0).occupied, kBefore);
}

TEST(SettledBoards, TellsOfThoseThatStoodAfterAMoment) {
  SettledBoards boards{0s};
  boards.press(1s, Side::white, kBefore);
  boards.press(2s, Side::black, kAfter);
  EXPECT_EQ(boards.after(1s - 1us, 3s, kAfter).size(), 3U);
  EXPECT_EQ(boards.after(1s, 3s, kAfter).size(), 2U);
  EXPECT_EQ(boards.after(2s, 3s, kAfter).size(), 1U);
}

TEST(SettledBoards, KeepsForty) {
  SettledBoards boards{0s};
  for (int i = 1; i <= 40; ++i) {
    boards.press(1s * i, Side::white, kBefore);
    EXPECT_EQ(boards.after(0s, 50s, kBefore).size(), static_cast<std::size_t>(i) + 1);
  }
  EXPECT_EQ(boards.after(0s, 50s, kBefore).size(), 41U);
  boards.press(41s, Side::white, kBefore);
  EXPECT_TRUE(boards.after(0s, 50s, kBefore).empty());
  EXPECT_EQ(boards.after(2s, 50s, kBefore).size(), 40U);
  EXPECT_EQ(boards.count(), 41U);
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
