#include "model/afterwards.hpp"

#include <gtest/gtest.h>

namespace jadoube::model {
namespace {

TEST(PressHabit, OfForgettingIsTheShareSoFarOrOneOfTenPliesMore) {
  EXPECT_EQ(PressHabit{}.of_forgetting(), log_of_count(1) - log_of_count(10)) << "nothing is known yet";
  EXPECT_EQ((PressHabit{90, 90}.of_forgetting()), log_of_count(1) - log_of_count(100));
  // Eight plies of ninety without a press: four times somebody forgot it, and the reply could not be pressed.
  EXPECT_EQ((PressHabit{90, 82}.of_forgetting()), log_of_count(5) - log_of_count(100));
  EXPECT_EQ((PressHabit{90, 120}.of_forgetting()), log_of_count(1) - log_of_count(100)) << "idle presses";
  EXPECT_EQ((PressHabit{4000, 4000}.of_forgetting()), log_of_count(1) - log_of_count(210));
}

TEST(AreVariations, OnePlyOrTwoWereForgottenAndFourWereTriedOut) {
  const PressHabit careful{80, 80};
  EXPECT_FALSE(are_variations(0, careful));
  EXPECT_FALSE(are_variations(1, careful));
  EXPECT_FALSE(are_variations(2, careful));
  EXPECT_TRUE(are_variations(4, careful));  // twice 1 in 90: -8,999; tried out: -5,600
  EXPECT_TRUE(are_variations(20, careful));
}

TEST(AreVariations, OfPlayersWhoSeldomPressNothingIsTakenBack) {
  EXPECT_FALSE(are_variations(6, {40, 10}));
}

TEST(AreVariations, AClockThatFellSilentIsLikelierThanThatTheyGoOnForSixtyPlies) {
  EXPECT_TRUE(are_variations(50, {60, 60}));  // -5,300 - 4,900 against -10,600
  EXPECT_FALSE(are_variations(60, {60, 60}));
}

// Tried out: 5,300, and 100 for each ply before the last. A clock that fell silent: 10,600.
TEST(AreVariations, GoOnForFiftyThreePliesAtMost) {
  const PressHabit careful{200, 200};
  EXPECT_TRUE(are_variations(53, careful));
  EXPECT_FALSE(are_variations(54, careful));
}

// The last of three was not pressed any more, for 1,600, and of the other two one was forgotten: one in 49, or in 50.
TEST(AreVariations, AreLikelierThanThatPliesWereForgottenFromThenOn) {
  EXPECT_FALSE(are_variations(3, {39, 39}));  // -3,892 - 1,600 against -5,500
  EXPECT_TRUE(are_variations(3, {40, 40}));   // -3,912 - 1,600
}

TEST(PressHabit, OfAsManyPressesAsPliesNothingIsForgotten) {
  // Half of what was not pressed is forgotten: the other half is the reply, which could not be.
  EXPECT_EQ((PressHabit{10, 9}.of_forgetting()), log_of_count(1) - log_of_count(20));
  EXPECT_EQ((PressHabit{10, 8}.of_forgetting()), log_of_count(2) - log_of_count(20));
  EXPECT_EQ((PressHabit{200, 100}.of_forgetting()), log_of_count(51) - log_of_count(210));
  EXPECT_EQ((PressHabit{2000, 1000}.of_forgetting()), log_of_count(51) - log_of_count(210)) << "of 200 plies";
}

}  // namespace
}  // namespace jadoube::model
