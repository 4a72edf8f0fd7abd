#include "drivers/pegasus/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "devices/pegasus.hpp"
#include "tests/drivers/sessions.hpp"
#include "tests/support/virtual_link.hpp"

namespace jadoube::drivers::pegasus {
namespace {

using namespace std::chrono_literals;
using drivers::testing::kLifted;
using drivers::testing::kStart;
using drivers::testing::scan;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::VariantWith;
using Bytes = std::vector<std::uint8_t>;

Bytes dump(record::Occupancy occupied) {
  Bytes bytes{0x86, 0x00, 0x43};
  for (unsigned field = 0; field < 64; ++field)
    bytes.push_back(static_cast<std::uint8_t>(occupied.bits >> (field ^ 56U) & 1U));
  return bytes;
}
/// As public notes have it: e2 is lifted, e4 placed.
const Bytes kLiftE2{0x8E, 0x00, 0x05, 0x34, 0x00};
const Bytes kPlaceE4{0x8E, 0x00, 0x05, 0x24, 0x01};
constexpr record::Occupancy kAfterE4{0xFFFF00001000EFFF};

using PegasusSessionTest = drivers::testing::SessionTest<PegasusSession>;

TEST_F(PegasusSessionTest, AsksForChangesThePositionAndWhatItIsOneAfterTheOther) {
  std::vector<Bytes> first;
  for (const auto& [time, command] : drivers::testing::sent_to_nobody(session_, 450ms))
    first.push_back(command);
  EXPECT_THAT(first, ElementsAre(Bytes{0x44}, Bytes{0x42}, Bytes{0x55}, Bytes{0x4D}, Bytes{0x4C}));
}

TEST_F(PegasusSessionTest, AMoveIsReadInWhateverPiecesItComes) {
  Bytes all = dump(kStart);
  for (const Bytes& each : {kLiftE2, kPlaceE4}) all.insert(all.end(), each.begin(), each.end());
  for (std::size_t piece = 1; piece <= all.size(); ++piece) {
    PegasusSession session;
    session.connect(0s);
    for (std::span<const std::uint8_t> rest{all}; !rest.empty();
         rest = rest.subspan(std::min(piece, rest.size())))
      session.receive(rest.first(std::min(piece, rest.size())), 1s);
    EXPECT_THAT(session.take_records(), ElementsAre(VariantWith<record::Scan>(scan(1s, kStart)),
                                                    VariantWith<record::Scan>(scan(1s, kLifted)),
                                                    VariantWith<record::Scan>(scan(1s, kAfterE4))))
        << piece;
    EXPECT_TRUE(session.is_recognised());
  }
}

TEST_F(PegasusSessionTest, TheBatteryOfACaptureIsRead) {
  hear(Bytes{0xA0, 0x00, 0x0C, 0x58, 0, 0, 0, 0, 0, 0, 0, 0x02}, 1s);
  EXPECT_EQ(session_.facts().battery_percent, 88U);
}

TEST_F(PegasusSessionTest, ChangesBeforeAPositionIsKnownAreNotTold) {
  EXPECT_THAT(hear(kLiftE2, 1s), IsEmpty());
  EXPECT_FALSE(session_.is_recognised());
}

TEST_F(PegasusSessionTest, APositionThatWasReadBeforeAChangeWasToldIsNoGap) {
  hear(dump(kStart), 1s);
  EXPECT_THAT(hear(dump(kLifted), 2s), IsEmpty());
  EXPECT_THAT(hear(kLiftE2, 2s), ElementsAre(VariantWith<record::Scan>(scan(2s, kLifted))));
  EXPECT_THAT(hear(dump(kLifted), 3s), IsEmpty());
}

TEST_F(PegasusSessionTest, APositionThatTwiceContradictsWhatWasToldIsAGap) {
  using State = record::Link::State;
  hear(dump(kStart), 1s);
  EXPECT_THAT(hear(dump(kAfterE4), 2s), IsEmpty());
  EXPECT_THAT(
      hear(dump(kAfterE4), 2100ms),
      ElementsAre(
          VariantWith<record::Link>(record::Link{2100ms, State::lost, "changes were not told"}),
          VariantWith<record::Link>(record::Link{2100ms, State::restored, "the board has changed meanwhile"}),
          VariantWith<record::Scan>(scan(2100ms, kAfterE4))));
}

TEST_F(PegasusSessionTest, ABoardThatDoesNotAnswerIsAskedEveryTwoSeconds) {
  record::Time last{};
  const auto asked = drivers::testing::sent_to_nobody(session_, 5min);
  for (const auto& [time, command] : asked) {
    EXPECT_LE(time - last, 2s);
    last = time;
  }
  EXPECT_LE(asked.size(), 330U);
  EXPECT_THAT(session_.take_records(), IsEmpty());
}

TEST_F(PegasusSessionTest, WhateverItHearsItShowsNoKeyAndLightsNoLamp) {
  std::mt19937 random{1};
  for (record::Time t{}; t < 10min; t += 50ms) {
    Bytes bytes = dump(kStart);
    for (auto& byte : bytes)
      if (random() % 50 == 0) byte = static_cast<std::uint8_t>(random());
    hear(bytes, t);
    for (const auto& command : session_.take_commands()) {
      ASSERT_EQ(command.size(), 1U);
      EXPECT_NE(command[0], 0x60);
      EXPECT_NE(command[0], 0x63);
    }
  }
  EXPECT_GT(session_.tally().bad_frames, 0U);
}

/// A piece that goes up and down, once a second, on a board that was reset after three seconds.
TEST(PegasusReset, ABoardThatWasResetTellsChangesAgainWithinTwoSeconds) {
  devices::PegasusFirmware firmware{{}};
  PegasusSession session;
  jadoube::testing::VirtualLink link{firmware, session};
  firmware.see(scan(0s, kStart));
  link.plug_in();
  link.run_until(3s);
  firmware.power_up(link.now());
  link.records.clear();
  firmware.see(scan(3s, kLifted));
  link.run_until(5s);
  EXPECT_THAT(link.records,
              ElementsAre(VariantWith<record::Link>(::testing::_), VariantWith<record::Link>(::testing::_),
                          VariantWith<record::Scan>(::testing::_)));
  for (record::Time t = 5s; t < 15s; t += 1s) {
    link.records.clear();
    firmware.see(scan(t, t / 1s % 2 == 0 ? kLifted : kStart));
    link.run_until(t + 100ms);
    EXPECT_EQ(link.records.size(), 1U) << t / 1s;
    link.run_until(t + 1s);
  }
  EXPECT_EQ(firmware.forbidden(), 0U);
  EXPECT_EQ(session.facts().firmware, "1.0");
  EXPECT_EQ(session.facts().battery_percent, 88U);
}

}  // namespace
}  // namespace jadoube::drivers::pegasus
