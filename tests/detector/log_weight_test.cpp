#include "detector/log_weight.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jadoube::detector {
namespace {

TEST(LogWeight, LogarithmsAgreeWithTheMathematicsLibraryToAThousandth) {
  for (int n = 1; n <= 256; ++n)
    EXPECT_NEAR(log_of_count(static_cast<std::size_t>(n)), 1000 * std::log(n), 0.51) << n;
  for (double p = 0.001; p <= 1.0; p += 0.013) EXPECT_NEAR(log_probability(p), 1000 * std::log(p), 0.51) << p;
}

TEST(LogWeight, WeightsFallWithDistanceAndVanish) {
  EXPECT_EQ(weight(0), kWholeWeight);
  for (LogWeight behind = 1; behind < 17000; behind += 37) {
    EXPECT_LE(weight(behind), weight(behind - 1));
    EXPECT_NEAR(static_cast<double>(weight(behind)) / static_cast<double>(kWholeWeight),
                std::exp(-behind / 1000.0), 2e-4);
  }
  EXPECT_EQ(weight(30000), 0U);
}

TEST(LogWeight, LogOfWeightIsTheInverse) {
  for (LogWeight behind = 0; behind < 8000; behind += 101)
    EXPECT_NEAR(log_of_weight(weight(behind)), -behind, 2);
  for (std::uint64_t w = 1; w < kWholeWeight << 20U; w += w / 3 + 1)
    EXPECT_NEAR(log_of_weight(w), 1000 * std::log(static_cast<double>(w) / kWholeWeight), 0.51) << w;
}

}  // namespace
}  // namespace jadoube::detector
