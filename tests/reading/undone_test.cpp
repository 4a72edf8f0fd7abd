#include "reading/undone.hpp"

#include <gtest/gtest.h>

#include "tests/reading/squares.hpp"

namespace jadoube::reading {
namespace {

using chess::Square;
using namespace std::chrono_literals;

/// White has lifted the knight of g1 and pressed; he puts it back, and something else is touched.
class PutBack : public ::testing::Test {
 protected:
  const chess::Position start_;
  const Bitboard stands_ = start_.occupied();
  const Bitboard lifted_ = stands_ & ~squares({Square::g1});
  std::vector<SettledBoard> boards_{{1s, lifted_, squares({Square::g1, Square::e7}), Side::white, false},
                                    {9s, stands_, squares({Square::g1, Square::c7}), {}, false}};
};

TEST_F(PutBack, TellsWhatWasTouchedBeforeThePressAndAfterIt) {
  const auto undone = undone_since(boards_, start_, 0);
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->from, Square::g1);
  EXPECT_EQ(undone->pressed, 1s);
  EXPECT_EQ(undone->before, squares({Square::e7}));
  EXPECT_EQ(undone->after, squares({Square::g1, Square::c7}));
}

TEST_F(PutBack, ThePlyBeforeMayHaveBeenSettling) {
  EXPECT_EQ(undone_since(boards_, start_, squares({Square::e7}))->before, Bitboard{0});
}

TEST_F(PutBack, NothingWasAwayAtAPressOfTheOtherSide) {
  boards_[0].pressed = Side::black;
  EXPECT_FALSE(undone_since(boards_, start_, 0));
}

TEST_F(PutBack, WhatTheOtherSideHasPressedForSinceIsCounted) {
  EXPECT_EQ(undone_since(boards_, start_, 0)->pressed_back, 0);
  boards_.insert(boards_.begin(), {0s, stands_, 0, Side::black, false});
  EXPECT_EQ(undone_since(boards_, start_, 0)->pressed_back, 0) << "before it";
  boards_.push_back({12s, stands_, 0, Side::black, false});
  boards_.push_back({13s, stands_, 0, Side::white, false});
  EXPECT_EQ(undone_since(boards_, start_, 0)->pressed_back, 1);
}

TEST_F(PutBack, OnePieceAloneWasAway) {
  boards_[0].occupied = stands_;
  EXPECT_FALSE(undone_since(boards_, start_, 0));
  boards_[0].occupied = lifted_ & ~squares({Square::e2});
  EXPECT_FALSE(undone_since(boards_, start_, 0));
  boards_[0].occupied = stands_ & ~squares({Square::g8});
  EXPECT_FALSE(undone_since(boards_, start_, 0)) << "his opponent's";
}

}  // namespace
}  // namespace jadoube::reading
