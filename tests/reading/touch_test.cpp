#include "reading/touch.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace jadoube::reading
