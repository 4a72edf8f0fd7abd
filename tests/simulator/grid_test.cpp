#include "simulator/grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace jadoube::simulator {
namespace {

TEST(Grid, EveryCellHasItsName) {
  const auto cells = all_cells();
  EXPECT_EQ(cells.size(), 4u * 6 * 6);
  EXPECT_EQ(std::set<std::string>(cells.begin(), cells.end()).size(), cells.size());
  for (const auto& name : cells) EXPECT_TRUE(cell(name)) << name;
}

TEST(Grid, CellsMeanWhatTheySay) {
  const auto blitz = cell("blitz-medium-25");
  ASSERT_TRUE(blitz);
  EXPECT_EQ(blitz->tempo, Tempo::blitz);
  EXPECT_EQ(blitz->sensors.rate, 25u);
  EXPECT_DOUBLE_EQ(blitz->hands.pace, 0.95);
  EXPECT_DOUBLE_EQ(blitz->sensors.flips_per_second, 0.005);
  EXPECT_EQ(cell("classical-stuck-50")->sensors.stuck_squares, 1u);
  EXPECT_EQ(cell("classical-lost-50")->links.lost_intervals, 1u);
  EXPECT_EQ(cell("scramble-none-1000")->sensors.flips_per_second, 0);
}

TEST(Grid, RealHandsAreAskedForByName) {
  const auto real = cell("real-medium-25");
  ASSERT_TRUE(real);
  EXPECT_EQ(real->tempo, Tempo::real);
  EXPECT_EQ(real->law, cell("rapid-medium-25")->law);
  EXPECT_DOUBLE_EQ(real->hands.victims_beside, 0.22);
  EXPECT_DOUBLE_EQ(real->sensors.flips_per_second, 0.005);
  for (const auto& name : all_cells()) EXPECT_FALSE(name.starts_with("real")) << name;
}

TEST(Grid, RefusesWhatItDoesNotKnow) {
  for (const char* name :
       {"", "blitz", "blitz-medium", "blitz-medium-", "blitz-medium-4", "blitz-medium-1001",
        "blitz-medium-25x", "bullet-medium-25", "blitz-loud-25", "blitz-medium-25-25"})
    EXPECT_FALSE(cell(name)) << name;
}

}  // namespace
}  // namespace jadoube::simulator
