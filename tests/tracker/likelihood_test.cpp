#include "tracker/likelihood.hpp"

#include <gtest/gtest.h>

namespace jadoube::tracker {
namespace {

constexpr Square kE2 = chess::make_square(4, 1);
constexpr Square kE3 = chess::make_square(4, 2);
constexpr Square kE4 = chess::make_square(4, 3);
constexpr Square kG1 = chess::make_square(6, 0);

TEST(Likelihood, ThePiecesThatMayLeaveHaveTheirMovesAlone) {
  const chess::Position start;
  const auto some = successors_of(start, SensedBoard::of(start), chess::bit(kG1) | chess::bit(kE2));
  ASSERT_EQ(some.size(), 4U);  // e3, e4, Nf3, Nh3
  for (const Successor& s : some) EXPECT_TRUE(s.move.from() == kG1 || s.move.from() == kE2);
  EXPECT_TRUE(successors_of(start, SensedBoard::of(start), chess::bit(chess::make_square(4, 6))).empty());
}

TEST(Likelihood, WhoRestsOnHisWayHasHesitatedThere) {
  Touches touches;
  touches.update(chess::bit(kE3), chess::bit(kE3), 1s);
  const Touch& touch = *touches.find(kE3);
  for (Time rest = 100ms; rest < 8s; rest += 100ms) {
    const auto weight = [&](Bystander what) { return bystander_weight(touch, false, what, 1s + rest); };
    EXPECT_GE(weight(Bystander::first_on_path), weight(Bystander::other_target)) << rest.count();
  }
}

/// For ten seconds after the last touch: whatever was said to hold does.
void expect_outlook_to_hold(const Touches& touches, Time from) {
  const chess::Position start;
  const auto moves = successors_of(start, SensedBoard::of(start));
  Bitboard away = 0;
  for (const Touch& touch : touches)
    if (touch.open) away |= chess::bit(touch.square);
  const SegmentView segment{touches, start.occupied(), 0, start.pieces(Side::black)};
  const Bitboard missing = away & start.occupied();
  const Bitboard extra = away & ~start.occupied();
  const auto prospects = prospects_of(segment, moves, missing, extra, start.occupied() ^ away);
  const auto scan = ScanWeights::for_period(40ms);
  Outlook held;
  int worked_out = 0;
  for (Time now = from; now < from + 10s; now += 5ms) {
    const Outlook outlook = outlook_of(segment, moves, prospects, missing, extra, scan, now);
    if (held.until <= now) {
      held = outlook;
      ++worked_out;
    }
    EXPECT_EQ(held.weight, outlook.weight) << now.count();
    EXPECT_EQ(held.floor, outlook.floor) << now.count();
    EXPECT_EQ(held.put, outlook.put) << now.count();
  }
  EXPECT_LT(worked_out, 1700);  // of 2000: while a piece is away for so long that it costs more and more
}

TEST(Likelihood, AnOutlookHoldsAsLongAsItSays) {
  Touches lifted;
  lifted.update(chess::bit(kE2), chess::bit(kE2), 0s);
  expect_outlook_to_hold(lifted, 0s);

  Touches moved = lifted;
  moved.update(chess::bit(kE4), chess::bit(kE4), 240ms);
  expect_outlook_to_hold(moved, 240ms);

  Touches slid = lifted;
  slid.update(chess::bit(kE3), chess::bit(kE3), 30ms);
  expect_outlook_to_hold(slid, 30ms);
  slid.update(chess::bit(kE3), 0, 150ms);
  slid.update(chess::bit(kE4), chess::bit(kE4), 150ms);
  slid.update(chess::bit(kG1), chess::bit(kG1), 300ms);
  expect_outlook_to_hold(slid, 300ms);
}

}  // namespace
}  // namespace jadoube::tracker
