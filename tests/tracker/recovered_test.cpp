// What a game weighs that was played while the link was lost, worked out by hand from docs/model.md 8.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "tests/tracker/followed.hpp"

namespace jadoube::tracker {
namespace {

Bitboard set_of(std::initializer_list<Square> squares) {
  Bitboard set = 0;
  for (const Square square : squares) set |= chess::bit(square);
  return set;
}

/// 1. e4, pressed; then the link is lost at 5 s, and back at 10 s with these squares changed. `heard` of the clock meanwhile.
template <class Heard>
Followed lost(std::initializer_list<Square> changed, Heard heard) {
  Followed board;
  board.play({Square::e2}, {Square::e4});
  board.tracker().link_lost(5s);
  heard(board.tracker());
  board.tracker().link_restored(10s);
  board.change(set_of(changed), 10s).wait(12s);
  return board;
}

void nothing(Tracker& /*tracker*/) {}

/// Beside the game up to the loss.
int since_loss(const Followed& board, const std::string& moves) {
  const int score = board.score(moves);
  return score == 1 ? 1 : score - (-2996 - 20);
}

constexpr int kOneOf29 = -3367;  // ln 29: White's moves after 1. e4 e5

TEST(Recovered, APlyThatNobodySawCostsThatItWasLostAndItsChoice) {
  EXPECT_EQ(since_loss(lost({Square::e7, Square::e5}, nothing), "e2e4 e7e5"), kOneOfTwenty)
      << "it may have been played after the gap: nothing need have been missed";
  EXPECT_EQ(since_loss(lost({Square::e7, Square::e5, Square::g1, Square::f3}, nothing), "e2e4 e7e5 g1f3"),
            -1500 + kOneOfTwenty + kOneOf29);
}

TEST(Recovered, WhereNothingWasPlayedNothingIsCharged) {
  Followed board;
  board.play({Square::e2}, {Square::e4});
  board.tracker().link_lost(5s);
  board.tracker().link_restored(10s);
  board.wait(12s);
  EXPECT_FALSE(board.tracker().is_lost());
  EXPECT_EQ(since_loss(board, "e2e4"), 0);
}

TEST(Recovered, EachPlyMoreOrLessThanPressesWereHeardCosts) {
  const auto pressed = [](const std::vector<Side>& presses) {
    return [=](Tracker& tracker) {
      tracker.set_running(Side::black);
      for (const Side side : presses) {
        tracker.press(7s, side);
        tracker.set_running(~side);
      }
    };
  };
  const auto one = {Square::e7, Square::e5};
  EXPECT_EQ(since_loss(lost(one, pressed({Side::black})), "e2e4 e7e5"), -1500 + kOneOfTwenty);
  EXPECT_EQ(since_loss(lost(one, pressed({})), "e2e4 e7e5"), kOneOfTwenty) << "he may press yet";
  const auto two = {Square::e7, Square::e5, Square::g1, Square::f3};
  EXPECT_EQ(since_loss(lost(two, pressed({Side::black})), "e2e4 e7e5 g1f3"),
            -1500 + kOneOfTwenty + kOneOf29 - 3000 - 2500)
      << "his own clock runs, too";
  EXPECT_EQ(since_loss(lost(one, pressed({Side::black, Side::white, Side::black})), "e2e4 e7e5"),
            -1500 + kOneOfTwenty - 2 * 3000);
}

TEST(Recovered, NoMorePliesAreThoughtOfThanTwoMoreThanPressesWereHeard) {
  const auto heard = [](Tracker& tracker) { tracker.set_running(Side::black); };
  // … e5 2. Nf3, and … e5 2. Nf3 Nc6.
  EXPECT_NE(since_loss(lost({Square::e7, Square::e5, Square::g1, Square::f3}, heard), "e2e4 e7e5 g1f3"), 1);
  EXPECT_TRUE(lost({Square::e7, Square::e5, Square::g1, Square::f3, Square::b8, Square::c6}, heard)
                  .tracker()
                  .is_lost());
}

TEST(Recovered, APieceMayStandBesideItsSquareAndNobodyHasPlayedIt) {
  const Followed board = lost({Square::d7, Square::c6}, nothing);
  ASSERT_FALSE(board.live().empty());
  EXPECT_EQ(board.live().front()->step->kind, StepKind::displaced);
  EXPECT_EQ(since_loss(board, "e2e4"), -9500);
}

TEST(Recovered, FourPressesInTurnAndNothingChangesMeansThatTheBoardIsNotHeardOf) {
  Followed board;
  board.play({Square::e2}, {Square::e4});
  Side side = Side::black;
  for (int i = 0; i < 3; ++i, side = ~side) board.press(side, 5s + 1s * i);
  EXPECT_TRUE(board.tracker().is_lost()) << "the first was White's, for the pawn";
  Followed twice;
  twice.play({Square::e2}, {Square::e4});
  for (int i = 0; i < 2; ++i) twice.press(i == 0 ? Side::black : Side::white, 5s + 1s * i);
  EXPECT_FALSE(twice.tracker().is_lost());
  Followed same_side;
  for (int i = 0; i < 8; ++i) same_side.press(Side::white, 5s + 1s * i);
  EXPECT_FALSE(same_side.tracker().is_lost()) << "not in turn";
}

}  // namespace
}  // namespace jadoube::tracker
