#include "reading/touch.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace jadoube::reading {
namespace {

using namespace std::chrono_literals;

Touches after(std::initializer_list<std::pair<Time, bool>> edges) {
  Touches touches;
  const Bitboard e2 = chess::bit(Square::e2);
  for (const auto& [t, away] : edges) touches.update(e2, away ? e2 : 0, t);
  return touches;
}

TEST(Touch, ExcursionsCloserThanABounceAreOne) {
  const Touches touches = after({{0ms, true}, {10ms, false}, {20ms, true}, {300ms, false}});
  const Touch& touch = *touches.find(Square::e2);
  EXPECT_EQ(touch.count, 1);
  EXPECT_EQ(touch.longest, Time{300ms});
  EXPECT_EQ(touch.long_touches, 0);
}

TEST(Touch, ExcursionsFurtherApartAreCounted) {
  const Touches touches = after({{0ms, true}, {200ms, false}, {900ms, true}, {2s, false}});
  const Touch& touch = *touches.find(Square::e2);
  EXPECT_EQ(touch.count, 2);
  EXPECT_EQ(touch.touches, 2);
  EXPECT_EQ(touch.long_touches, 1);
  EXPECT_FALSE(touch.open);
}

TEST(Touch, AnOpenExcursionCountsUpToNow) {
  const Touches touches = after({{0ms, true}});
  const Touch& touch = *touches.find(Square::e2);
  EXPECT_EQ(touch.touches_until(50ms), 0);
  EXPECT_EQ(touch.touches_until(150ms), 1);
  EXPECT_EQ(touch.long_touches_until(1500ms), 1);
  EXPECT_EQ(touch.longest_until(1500ms), Time{1500ms});
}

TEST(Touch, OfTwoExcursionsTheLongerCounts) {
  const Touches closed = after({{0s, true}, {2s, false}, {5s, true}, {5'050ms, false}});
  const Touch& touch = *closed.find(Square::e2);
  EXPECT_EQ(touch.longest, 2s);
  EXPECT_EQ(touch.touches, 1) << "0.05 s are no touch";
  // It is over, however long ago.
  EXPECT_EQ(touch.longest_until(60s), 2s);
  EXPECT_EQ(touch.touches_until(60s), 1);
  EXPECT_EQ(touch.long_touches_until(60s), 1);
  // The second has not lasted as long yet.
  const Touches open = after({{0s, true}, {2s, false}, {5s, true}});
  EXPECT_EQ(open.find(Square::e2)->longest_until(6s), 2s);
  EXPECT_EQ(open.find(Square::e2)->longest_until(8s), 3s);
  EXPECT_EQ(after({{0s, true}, {100ms, false}}).find(Square::e2)->touches, 1);
}

TEST(Touch, EndsAtItsLimits) {
  const auto count = [](Time gap) {
    return after({{0ms, true}, {200ms, false}, {200ms + gap, true}}).find(Square::e2)->count;
  };
  EXPECT_EQ(count(30ms), 2);
  EXPECT_EQ(count(30ms - 1us), 1);
  const Touches open = after({{1s, true}});
  const Touch& touch = *open.find(Square::e2);
  EXPECT_EQ(touch.touches_until(1100ms), 1);
  EXPECT_EQ(touch.touches_until(1100ms - 1us), 0);
  EXPECT_EQ(touch.long_touches_until(2s), 1);
  EXPECT_EQ(touch.long_touches_until(2s - 1us), 0);
  EXPECT_EQ(touch.longest_until(3s), 2s);
  EXPECT_NE(open.open(), 0U);
  EXPECT_EQ(after({{0ms, true}, {200ms, false}}).open(), 0U);
}

TEST(Touch, CountsNoFurtherThanItHasRoomFor) {
  Touch touch{Square::e2, 0s};
  touch.return_at(1s);
  for (int i = 1; i < 70'000; ++i) {
    touch.leave(2s * i);
    touch.return_at(2s * i + 1s);
  }
  EXPECT_EQ(touch.count, 0xFFFF);
  EXPECT_EQ(touch.touches, 0xFF);
  EXPECT_EQ(touch.long_touches, 0xFF);
  EXPECT_EQ(touch.longest, 1s);
}

TEST(Touches, KnowTheirSquaresAndForgetThem) {
  Touches touches = after({{0ms, true}});
  EXPECT_EQ(touches.squares(), chess::bit(Square::e2));
  touches.erase(Square::e2);
  EXPECT_TRUE(touches.empty());
  EXPECT_EQ(touches.find(Square::e2), nullptr);
}

TEST(Touches, AreKeptInTheOrderOfTheFirstTouchAndForgottenOneByOne) {
  Touches touches;
  const Bitboard e2 = chess::bit(Square::e2);
  const Bitboard d2 = chess::bit(Square::d2);
  const Bitboard c2 = chess::bit(Square::c2);
  touches.update(e2, e2, 1s);
  touches.update(c2 | d2, c2, 2s);  // d2 is as it should be: nothing has happened there
  touches.add({Square::d2, 3s});
  EXPECT_EQ(touches.find(Square::b2), nullptr);
  EXPECT_EQ(touches.find(Square::c2)->start, 2s);
  EXPECT_EQ(touches.squares(), c2 | d2 | e2);
  std::vector<Square> order;
  for (const Touch& touch : touches) order.push_back(touch.square);
  EXPECT_EQ(order, (std::vector{Square::e2, Square::c2, Square::d2}));
  touches.erase(Square::c2);
  touches.erase(Square::h8);
  EXPECT_EQ(touches.squares(), d2 | e2);
  EXPECT_EQ(touches.open(), d2 | e2);
  EXPECT_EQ(touches.find(Square::c2), nullptr);
  EXPECT_EQ(touches.find(Square::d2)->start, 3s);
}

// A scan that tells a square again as it was tells nothing new of it.
TEST(Touches, WhatIsToldTwiceHasHappenedOnce) {
  const Touches away = after({{1s, true}, {2s, true}});
  EXPECT_EQ(away.find(Square::e2)->start, 1s);
  EXPECT_EQ(away.find(Square::e2)->count, 1);
  EXPECT_TRUE(away.find(Square::e2)->open);
  const Touches back = after({{1s, true}, {2s, false}, {5s, false}});
  EXPECT_EQ(back.find(Square::e2)->end, 2s);
  EXPECT_EQ(back.find(Square::e2)->longest, 1s);
  EXPECT_FALSE(back.find(Square::e2)->open);
}

/// On d2 from 10 s to 12 s, on e2 since 11 s.
Touches of_two_squares() {
  Touches touches;
  const Bitboard d2 = chess::bit(Square::d2);
  const Bitboard e2 = chess::bit(Square::e2);
  touches.update(d2, d2, 10s);
  touches.update(e2, e2, 11s);
  touches.update(d2, 0, 12s);
  return touches;
}

// An open excursion has no end yet: that it began is all that has happened.
TEST(SpanOf, Squares) {
  const auto span = [](Bitboard squares) {
    const Span found = span_of(of_two_squares(), squares);
    return std::pair{found.from, found.to};
  };
  const Bitboard d2 = chess::bit(Square::d2);
  const Bitboard e2 = chess::bit(Square::e2);
  EXPECT_EQ(span(d2), (std::pair<Time, Time>{10s, 12s}));
  EXPECT_EQ(span(e2), (std::pair<Time, Time>{11s, 11s}));
  EXPECT_EQ(span(d2 | e2), (std::pair<Time, Time>{10s, 12s}));
  EXPECT_EQ(span(chess::bit(Square::a1)), (std::pair{Time::max(), Time::min()})) << "nothing";
}

// A hand that is busy on d2 from 10 s to 12 s is there for 0.7 s before and after.
TEST(BesideAct, IsWhatBeginsWhileAHandIsNear) {
  const auto is_beside = [](Time t) {
    Touches touches = of_two_squares();
    touches.add({Square::h7, t});
    return is_beside_act(touches, chess::bit(Square::h7), chess::bit(Square::d2));
  };
  EXPECT_FALSE(is_beside(9'300ms - 1us));
  EXPECT_TRUE(is_beside(9'300ms));
  EXPECT_TRUE(is_beside(12'700ms));
  EXPECT_FALSE(is_beside(12'700ms + 1us));
  EXPECT_FALSE(is_beside_act(of_two_squares(), chess::bit(Square::h7), chess::bit(Square::d2)));
}

}  // namespace
}  // namespace jadoube::reading
