#include "model/log_weight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace jadoube::model {
namespace {

TEST(LogWeight, LogarithmsAgreeWithTheMathematicsLibraryToAThousandth) {
  for (int n = 1; n <= 256; ++n)
    EXPECT_NEAR(log_of_count(static_cast<std::size_t>(n)).millinats(), 1000 * std::log(n), 0.51) << n;
  for (double p = 0.001; p <= 1.0; p += 0.013)
    EXPECT_NEAR(log_probability(p).millinats(), 1000 * std::log(p), 0.51) << p;
}

/// As exactly as numbers of this kind can be, on either side of where they are halved or doubled.
TEST(LogWeight, NaturalLogarithmsAreExact) {
  for (const double x : {1e-9, 0.001, 0.64, 0.70, 0.7072, 1.0, 1.41, 1.4143, 1.5, 1.99, 3.0, 256.0})
    EXPECT_NEAR(natural_log(x), std::log(x), 1e-15 * std::max(1.0, 2 * std::abs(std::log(x)))) << x;
}

TEST(LogWeight, ProbabilitiesAreRoundedToTheNearest) {
  for (double p = 0.0005; p < 1.0; p += 0.0007)
    EXPECT_NEAR(log_probability(p).millinats(), 1000 * std::log(p), 0.500001) << p;
  EXPECT_EQ(log_probability(1.5), LogWeight{405}) << "405.465";
}

/// At run time as in a constant: ln 2 is 0.693, and what is certain weighs nothing.
TEST(LogWeight, LogarithmsOfWhatIsNotBelowOneAreRoundedToTheNearest) {
  EXPECT_EQ(log_probability(1.0), LogWeight{0});
  EXPECT_EQ(log_probability(2.0), LogWeight{693});
  EXPECT_EQ(log_probability(0.5), LogWeight{-693});
}

TEST(LogWeight, WeightsFallWithDistanceAndVanish) {
  EXPECT_EQ(weight(LogWeight{0}), kWholeWeight);
  for (int behind = 1; behind < 17000; behind += 37) {
    EXPECT_LE(weight(LogWeight{behind}), weight(LogWeight{behind - 1}));
    EXPECT_NEAR(static_cast<double>(weight(LogWeight{behind})) / static_cast<double>(kWholeWeight),
                std::exp(-behind / 1000.0), 2e-4);
  }
  EXPECT_EQ(weight(LogWeight{30000}), 0U);
  EXPECT_EQ(weight(LogWeight{16999}), 1U) << "0.7 of 2^-24";
  EXPECT_EQ(weight(LogWeight{17000}), 0U);
}

TEST(LogWeight, ASumIsThatOfTheWeights) {
  LogSum sum;
  EXPECT_TRUE(sum.empty());
  sum.add(LogWeight{-3000}, 1);
  EXPECT_EQ(sum.log(), LogWeight{-3000});
  sum.add(LogWeight{-1000}, 3);  // 3 e^-1 + e^-3 = 1.1534
  EXPECT_FALSE(sum.empty());
  EXPECT_NEAR(sum.log().millinats(), 143, 1);
  sum.add(LogWeight{-30000}, 1);
  EXPECT_NEAR(sum.log().millinats(), 143, 1);
}

TEST(LogWeight, LogOfWeightIsTheInverse) {
  for (int behind = 0; behind < 8000; behind += 101)
    EXPECT_NEAR(log_of_weight(weight(LogWeight{behind})).millinats(), -behind, 2);
  for (std::uint64_t w = 1; w < kWholeWeight << 20U; w += w / 3 + 1)
    EXPECT_NEAR(log_of_weight(w).millinats(), 1000 * std::log(static_cast<double>(w) / kWholeWeight), 0.51)
        << w;
}

static_assert(sizeof(LogWeight) == 4 && std::is_trivially_copyable_v<LogWeight>);
static_assert(!std::is_convertible_v<int, LogWeight> && !std::is_convertible_v<LogWeight, int>);

TEST(LogWeight, IsAddedComparedAndScaled) {
  LogWeight w{-3000};
  w += LogWeight{500};
  w -= LogWeight{250};
  EXPECT_EQ(w, LogWeight{-2750});
  EXPECT_EQ(w + LogWeight{50} - LogWeight{-700}, LogWeight{-2000});
  EXPECT_EQ(-w * 2, LogWeight{5500});
  EXPECT_EQ(w / 100, LogWeight{-27}) << "rounded towards 0";
  EXPECT_LT(kImpossible, w);
  EXPECT_EQ(LogWeight{}, LogWeight{0});
}

}  // namespace
}  // namespace jadoube::model
