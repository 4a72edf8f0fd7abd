#include "score/worlds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "score/picture.hpp"
#include "score/worlds_report.hpp"

namespace jadoube::score {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Worlds 1, 2, … of 100 plies and ten games each, of which so many were right, with so many alarms.
std::vector<WorldScore> worlds(const std::vector<unsigned>& right, unsigned alarms_of_last = 0) {
  std::vector<WorldScore> list;
  for (const unsigned plies : right) {
    WorldScore score;
    score.world.seed = list.size() + 1;
    score.world.params.tempo = list.size() % 2 == 0 ? simulator::Tempo::blitz : simulator::Tempo::rapid;
    score.tally.games = 10;
    score.tally.exact = plies / 10;
    score.tally.plies = 100;
    score.tally.right = plies;
    list.push_back(score);
  }
  list.back().tally.kinds[0].false_alarms[1] = alarms_of_last;
  return list;
}

TEST(Worlds, MeanMedianWorstTenthAndWorst) {
  // Twelve worlds: the worst tenth, rounded up, are two of them.
  const auto spread =
      spread_of(worlds({100, 90, 100, 40, 100, 60, 80, 100, 100, 100, 100, 100}), WorldMetric::final_plies);
  EXPECT_EQ(spread.worlds, 12U);
  EXPECT_DOUBLE_EQ(spread.mean, 1070.0 / 12);
  EXPECT_DOUBLE_EQ(spread.median, 100);
  EXPECT_DOUBLE_EQ(spread.worst_tenth, 50);
  EXPECT_DOUBLE_EQ(spread.worst, 40);
  EXPECT_EQ(spread.worst_seed, 4U);
}

TEST(Worlds, OfAnEvenNumberTheWorseMiddleIsTheMedian) {
  EXPECT_DOUBLE_EQ(spread_of(worlds({10, 20, 30, 40}), WorldMetric::final_plies).median, 20);
  EXPECT_DOUBLE_EQ(spread_of(worlds({10, 20, 30, 40, 50}), WorldMetric::final_plies).median, 30);
}

TEST(Worlds, MoreAlarmsAreWorse) {
  const auto spread = spread_of(worlds({100, 100, 100}, 3), WorldMetric::false_b);
  EXPECT_DOUBLE_EQ(spread.mean, 100);  // three in thirty games
  EXPECT_DOUBLE_EQ(spread.median, 0);
  EXPECT_DOUBLE_EQ(spread.worst_tenth, 300);
  EXPECT_EQ(spread.worst_seed, 3U);
}

TEST(Worlds, WhereThereIsNothingToFindNothingIsSaidOfIt) {
  auto list = worlds({100, 100, 100});
  EXPECT_EQ(spread_of(list, WorldMetric::found).worlds, 0U);
  EXPECT_THAT(to_table(list), Not(HasSubstr("found %")));
  list[1].tally.kinds[3].truths = 4;
  list[1].tally.kinds[3].found = 1;
  const auto spread = spread_of(list, WorldMetric::found);
  EXPECT_EQ(spread.worlds, 1U);
  EXPECT_DOUBLE_EQ(spread.mean, 25);
  EXPECT_EQ(spread.worst_seed, 2U);
}

TEST(Worlds, OfNoneThereIsNoSpread) {
  EXPECT_EQ(spread_of({}, WorldMetric::final_plies).worlds, 0U);
}

TEST(Worlds, TheirSumIsThatOfTheirGames) {
  const Tally sum = sum_of(worlds({100, 50}, 2));
  EXPECT_EQ(sum.games, 20U);
  EXPECT_EQ(sum.plies, 200U);
  EXPECT_EQ(sum.right, 150U);
  EXPECT_DOUBLE_EQ(sum.false_alarms(1), 100);
}

TEST(Worlds, AreTableJsonAndPicture) {
  const auto list = worlds({100, 90, 80}, 1);
  const std::string table = to_table(list);
  EXPECT_THAT(table, HasSubstr("all: 3 worlds, 30 games, 300 plies"));
  EXPECT_THAT(table, HasSubstr("blitz: 2 worlds"));
  EXPECT_THAT(table, HasSubstr("rapid: 1 worlds"));
  EXPECT_THAT(to_json(list), HasSubstr(R"("worst_seed":3)"));
  EXPECT_THAT(to_svg(list), HasSubstr("3 worlds, one dot each"));
}

}  // namespace
}  // namespace jadoube::score
