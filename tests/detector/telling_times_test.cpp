// When something is told: what happened last, and how long that has to stand before it is believed (docs/model.md 7).
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using namespace std::chrono_literals;

constexpr record::Time kNever{-1};

record::Time told_at(const std::string& story, Kind kind) {
  const auto found = about(told(story), kind);
  return found.empty() ? kNever : found.front().t;
}

record::Time over_at(const std::string& story) {
  for (const Report& line : told(story))
    if (const auto* game = std::get_if<GameReport>(&line); game != nullptr && game->state == GameState::over)
      return game->t;
  return kNever;
}

const std::string kBlitz = "control 300+2\n!B [0.5] ";

TEST(ItIsTold, FourTenthsAfterThePressThatAMoveWasUnlawful) {
  EXPECT_EQ(told_at(kBlitz + "-a1 [1] +c3 [1.5] !W [2] . [+5]", Kind::illegal_move), 2s + 400ms);
  EXPECT_EQ(told_at(kBlitz + "-a1 [1] +c3 [1.5] !W [2] || [2.1] . [+5]", Kind::illegal_move), 2s + 400ms)
      << "also where the clock is stopped meanwhile";
}

TEST(ItIsTold, WithoutAPressWhenTheBoardHasRestedAndNobodyHasTakenItBack) {
  // 0.6 s until it is thought of, and 0.8 s.
  EXPECT_EQ(told_at(kBlitz + "-a1 [1] +c3 [1.5] . [+5]", Kind::illegal_move_pending), 1500ms + 600ms + 800ms);
  EXPECT_EQ(told_at(kBlitz + "-a1 [1] || [1.1] +c3 [1.55] . [+5]", Kind::illegal_move_pending),
            1550ms + 600ms + 800ms)
      << "the sensors have half a second to settle after the clock was stopped";
  EXPECT_EQ(told_at(kBlitz + "-a1 [1] || [1.1] +c3 [1.65] . [+5]", Kind::illegal_move_pending), kNever);
}

TEST(ItIsTold, ASecondAfterAPawnHasReachedTheLastRankThatNobodySawItExchanged) {
  EXPECT_EQ(told_at("fen 7k/4P3/8/8/8/8/8/4K3 w - - 0 1\n" + kBlitz + "-e7 [2] +e8=Q [2.6] . [+5]",
                    Kind::promotion_unverified),
            2600ms + 1s);
}

TEST(ItIsTold, ThatNothingFitsWhenTheBoardHasRestedForLongerThanAHandIsAway) {
  EXPECT_EQ(told_at(kBlitz + "-a1 [2] -h8 [2.1] -c1 [2.2] . [+20]", Kind::unresolved), 2200ms + 4s);
  EXPECT_EQ(told_at(kBlitz + "-a1 [2] -h8 [2.1] . [+20]", Kind::unresolved), 2100ms + 8s)
      << "two pieces may be in hands";
}

TEST(TheGameIsOver, WhenAMateHasRestedOrTheScansThatBelongToThePressHaveCome) {
  const std::string back_rank = "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\n";
  EXPECT_EQ(over_at(back_rank + kBlitz + "-a1 [2] +a8 [2.6] !W [3] . [+9]"), 3s + 400ms);
  EXPECT_EQ(over_at(back_rank + kBlitz + "-a1 [2] +a8 [2.6] . [+9]"), 2600ms + 4s)
      << "while the clock runs the rook may slide on";
  EXPECT_EQ(over_at(back_rank + kBlitz + "-a1 [2] +a8 [2.6] || [2.7] . [+9]"), 2600ms + 500ms);
}

TEST(TheGameIsOver, WhenTheKingsHaveStoodInTheCentre) {
  const std::string kings = "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\n" + kBlitz;
  EXPECT_EQ(over_at(kings + "-e1 [2] +e4 [2.5] -g8 [3] +d5 [4] . [+19]"), 4s + 5s);
  EXPECT_EQ(over_at(kings + "|| [1] -e1 [2] +e4 [2.5] -g8 [3] +d5 [4] . [+19]"), 4s + 1500ms);
}

TEST(TheNextGame, BeginsWhenThePiecesHaveStoodOnTheirFirstSquaresForThreeSeconds) {
  const auto lines = told(kBlitz +
                          "-e2 [1] +e4 [1.5] !W [2] -e7 [3] +e5 [3.5] !B [4] "
                          "-e4 [6] +e2 [6.4] -e5 [7] +e7 [7.5] . [+9]");
  std::vector<record::Time> put_up;
  for (const Report& line : lines)
    if (const auto* game = std::get_if<GameReport>(&line); game != nullptr && game->state == GameState::setup)
      put_up.push_back(game->t);
  ASSERT_EQ(put_up.size(), 2U);
  EXPECT_EQ(put_up[1], 7500ms + 3s);
}

// The knights go out and back, and Black presses for the last ply alone.
TEST(TheNextGame, DoesNotBeginWherePiecesWerePlayedBackToTheirFirstSquares) {
  const auto lines = told(kBlitz +
                          "-g1 [2.6] +f3 [3.2] !W [3.8] -g8 [9] +f6 [9.1] -f3 [11.6] +g1 [12.1] "
                          "-f6 [14.6] +g8 [15.5] !B [16.5] -e2 [20] +e4 [20.4] !W [21] . [+2]");
  EXPECT_EQ(moves_of(lines), (std::vector<std::string>{"g1f3", "g8f6", "f3g1", "f6g8", "e2e4"}));
}

}  // namespace
}  // namespace jadoube::detector
