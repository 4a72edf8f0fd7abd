#include "score/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "score/picture.hpp"
#include "score/report.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::score {
namespace {

GameVerdict judged(std::uint64_t i) {
  auto params = *simulator::cell("blitz-light-25");
  params.incidents = {*simulator::parse_incident("press_without_move")};
  simulator::Rng rng{i, "moves"};
  const auto recording = simulator::simulate(simulator::random_game(rng), params, i);
  GameRun run{recording.header};
  for (const auto& record : recording.records) EXPECT_TRUE(run.on(record));
  auto verdict = run.finish();
  verdict.scan_us.clear();  // the times alone depend on the machine
  verdict.all_us = 0;
  return verdict;
}

TEST(Run, TheNumberOfThreadsChangesNothing) {
  const auto tally_of = [](unsigned threads) {
    std::vector<std::uint64_t> order;
    auto tally =
        tally_games(24, threads, judged, [&](std::uint64_t i, const GameVerdict&) { order.push_back(i); });
    tally.name = "some cell";
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
    return to_json({tally});
  };
  const auto alone = tally_of(1);
  EXPECT_EQ(alone, tally_of(3));
  EXPECT_THAT(alone, testing::HasSubstr("\"games\":24"));
}

TEST(Run, AFaultInOneGameReachesTheCaller) {
  const auto play = [](std::uint64_t i) -> GameVerdict {
    if (i == 5) throw std::runtime_error{"game 5"};
    return {};
  };
  EXPECT_THROW(tally_games(10, 2, play, [](std::uint64_t, const GameVerdict&) {}), std::runtime_error);
}

TEST(Run, AFaultOfWhoTakesTheResultsReachesTheCaller) {
  const auto take = [](std::uint64_t i, const GameVerdict&) {
    if (i == 5) throw std::runtime_error{"game 5"};
  };
  EXPECT_THROW(tally_games(
                   1000, 3, [](std::uint64_t) { return GameVerdict{}; }, take),
               std::runtime_error);
}

TEST(Report, SharesAreNeverRoundedUpToAll) {
  Tally tally;
  tally.name = "cell";
  tally.plies = 1'000'000;
  tally.right = 999'999;
  tally.games = tally.exact = 7;
  const auto table = to_table({tally});
  EXPECT_THAT(table, testing::HasSubstr("99.999"));
  EXPECT_THAT(table, testing::HasSubstr("100.000"));  // games exact
}

TEST(Report, KindsAreListedWithWhatWasSaidInstead) {
  Tally tally;
  tally.name = "cell";
  auto& kind = tally.kinds[static_cast<std::size_t>(report::Kind::displaced)];
  kind.truths = 4;
  kind.found = 3;
  kind.alarmed = 2;
  kind.confused_with[report::Kind::illegal_move] = 1;
  EXPECT_THAT(to_table({tally}), testing::ContainsRegex("displaced +4 +3 +75.0 +50.0 +1 .*illegal_move 1"));
  EXPECT_THAT(to_json({tally}), testing::HasSubstr("\"confused_with\":{\"illegal_move\":1}"));
}

TEST(Report, PercentilesAreOfTheNearestRank) {
  std::vector<std::int64_t> values;
  for (int i = 100; i >= 1; --i) values.push_back(i * 1'000'000);
  const auto p = percentiles_s(values);
  EXPECT_DOUBLE_EQ(p.p50, 50);
  EXPECT_DOUBLE_EQ(p.p95, 95);
  EXPECT_DOUBLE_EQ(p.p99, 99);
  EXPECT_DOUBLE_EQ(percentiles_s({}).p99, 0);
}

TEST(Picture, NamesAreEscapedAndTheDocumentIsClosed) {
  Tally tally;
  tally.name = "a<b&c";
  tally.plies = 10;
  tally.right = 9;
  tally.kinds[0].truths = 1;
  const auto svg = to_svg({tally});
  EXPECT_THAT(svg, testing::StartsWith("<svg"));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
  EXPECT_THAT(svg, testing::HasSubstr("a&lt;b&amp;c"));
  EXPECT_THAT(svg, testing::Not(testing::HasSubstr("a<b")));
}

}  // namespace
}  // namespace jadoube::score
