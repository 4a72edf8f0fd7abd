#include "score/truth.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::score {
namespace {

using namespace std::chrono_literals;

record::Truth record(Time t, std::string json) {
  return {t, std::move(json)};
}

TEST(Truth, MovesAndIrregularitiesAreRead) {
  Truth truth;
  ASSERT_TRUE(add(
      truth,
      record(
          5s,
          R"({"type":"truth","t_us":5000000,"label":"move","ply":3,"uci":"e2e4","from_us":4500000,"how":"slide"})")));
  ASSERT_TRUE(add(
      truth,
      record(
          6s,
          R"({"type":"truth","t_us":6000000,"label":"irregularity","kind":"illegal_move","side":"black","ply":4,"reason":"king_in_check","by_us":7000000,"gone_us":9000000,"optional":true})")));
  ASSERT_TRUE(
      add(truth, record(9s, R"({"type":"truth","t_us":9000000,"label":"game_over","result":"1-0"})")));
  ASSERT_EQ(truth.moves.size(), 1u);
  EXPECT_EQ(truth.moves[0].ply, 3u);
  EXPECT_EQ(truth.moves[0].uci, "e2e4");
  EXPECT_EQ(truth.moves[0].from, Time{4500ms});
  ASSERT_EQ(truth.irregularities.size(), 1u);
  const auto& what = truth.irregularities[0];
  EXPECT_EQ(what.kind, report::Kind::illegal_move);
  EXPECT_EQ(what.side, chess::Side::black);
  EXPECT_EQ(what.reason, report::Reason::king_in_check);
  EXPECT_EQ(what.by, Time{7s});
  EXPECT_EQ(what.gone, Time{9s});
  EXPECT_TRUE(what.optional);
  EXPECT_EQ(truth.over, Time{9s});
}

TEST(Truth, TheShortestFormIsEnough) {
  Truth truth;
  ASSERT_TRUE(
      add(truth, record(6s, R"({"type":"truth","t_us":6000000,"label":"irregularity","kind":"link_lost"})")));
  EXPECT_EQ(truth.irregularities.at(0).side, std::nullopt);
  EXPECT_EQ(truth.irregularities.at(0).by, Time{6s});
  EXPECT_FALSE(truth.irregularities.at(0).optional);
}

TEST(Truth, LabelsOfOthersArePassedOver) {
  Truth truth;
  EXPECT_TRUE(add(truth, record(1s, R"({"type":"truth","t_us":1000000,"label":"weather"})")));
  EXPECT_TRUE(truth.moves.empty());
}

TEST(Truth, RefusesWhatCannotBeJudged) {
  Truth truth;
  EXPECT_FALSE(add(truth, record(1s, "[1,2]")));
  EXPECT_FALSE(add(truth, record(1s, R"({"label":"move","uci":"e2e4"})")));
  EXPECT_THAT(add(truth, record(1s, R"({"label":"irregularity","kind":"ilegal_move"})")).error(),
              testing::HasSubstr("ilegal_move"));
}

}  // namespace
}  // namespace jadoube::score
