#include "drivers/device_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace jadoube::drivers {
namespace {

using namespace std::chrono_literals;

TEST(DeviceClock, TakesAwayWhatAReportHasWaited) {
  DeviceClock clock;
  EXPECT_EQ(clock.time_of(1'000'000, 5s), 5s);
  EXPECT_EQ(clock.time_of(1'100'000, 5s + 140ms), 5s + 100ms);
}

TEST(DeviceClock, AFirstReportThatWaitedItselfIsFoundOutByTheNext) {
  DeviceClock clock;
  clock.time_of(0, 1s);
  EXPECT_EQ(clock.time_of(100'000, 1s + 60ms), 1s + 60ms);
  EXPECT_EQ(clock.time_of(200'000, 1s + 175ms), 1s + 160ms);
}

TEST(DeviceClock, StampsWrapEvery71MinutesAndASilenceMayBeLonger) {
  DeviceClock clock;
  clock.time_of(0xFFFFFF00, 1s);
  EXPECT_EQ(clock.time_of(0x00000000, 1s + 256us), 1s + 256us);
  const record::Time later = 1s + 256us + record::Time{3 * (std::int64_t{1} << 32U)};
  EXPECT_EQ(clock.time_of(1000, later + 1000us), later + 1000us);
  EXPECT_EQ(clock.jumps(), 0U);
}

TEST(DeviceClock, FollowsAQuartzThatIsOffForFourHours) {
  for (const std::int64_t ppm : {-900, -100, 0, 100, 900}) {
    DeviceClock clock;
    std::mt19937 random{1};
    record::Time worst{};
    for (std::int64_t i = 0; i < 4 * 3600 * 10; ++i) {
      const std::int64_t real = i * 100'000;
      const auto stamp = static_cast<std::uint32_t>(real + real / 1'000'000 * ppm);
      const record::Time made{real};
      const record::Time arrived = made + record::Time{200 + random() % 3000};
      const record::Time said = clock.time_of(stamp, arrived);
      EXPECT_LE(said, arrived);
      if (i > 100) worst = std::max({worst, said - made, made - said});
    }
    EXPECT_LT(worst, 5ms) << ppm;
    EXPECT_EQ(clock.jumps(), 0U) << ppm;
  }
}

TEST(DeviceClock, ABoardThatLiesAboutTheTimeIsGivenTheHosts) {
  DeviceClock clock;
  std::mt19937 random{2};
  record::Time last{};
  for (int i = 1; i < 1000; ++i) {
    const record::Time now = i * 20ms;
    const record::Time said = clock.time_of(static_cast<std::uint32_t>(random()), now);
    EXPECT_GE(said, last);
    EXPECT_LE(said, now);
    EXPECT_LE(now - said, 1s + 20ms);
    last = said;
  }
  EXPECT_GT(clock.jumps(), 900U);
}

}  // namespace
}  // namespace jadoube::drivers
