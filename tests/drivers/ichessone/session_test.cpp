#include "drivers/ichessone/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "devices/ichessone.hpp"
#include "tests/drivers/sessions.hpp"
#include "tests/support/virtual_link.hpp"

namespace jadoube::drivers::ichessone {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::VariantWith;
using State = BoardSession::State;
using Bytes = std::vector<std::uint8_t>;

/// A lone king somewhere on the first rank.
Bytes king_on(unsigned file) {
  Bytes bytes(kPositionSize, 0);
  bytes[0] = 0x3D;
  bytes[1] = 0x70;
  bytes[2 + (56 + file) / 2] = file % 2 == 0 ? 0x60 : 0x06;
  return bytes;
}
record::Scan king_scan(record::Time t, unsigned file) {
  record::Scan scan{
      .t = t, .occupied = {std::uint64_t{1} << file}, .white = {}, .pieces = record::PieceMap{}};
  (*scan.pieces)[file] = chess::piece_from_letter('K');
  return scan;
}

using IChessOneSessionTest = testing::SessionTest<IChessOneSession>;

TEST_F(IChessOneSessionTest, APositionIsBelievedWhenItComesTwiceAndTheSecondIsAskedForAtOnce) {
  session_.wake(0s);
  EXPECT_THAT(session_.take_commands(), ElementsAre(encode(Request::changes), encode(Request::position)));
  EXPECT_THAT(hear(king_on(4), 10ms), IsEmpty());
  EXPECT_FALSE(session_.is_recognised());
  session_.wake(11ms);
  EXPECT_THAT(session_.take_commands(), ElementsAre(encode(Request::position)));
  EXPECT_THAT(hear(king_on(4), 20ms), ElementsAre(VariantWith<record::Scan>(king_scan(10ms, 4))));
  EXPECT_TRUE(session_.is_recognised());
}

TEST_F(IChessOneSessionTest, ADamagedPositionIsNotBelieved) {
  hear(king_on(4), 10ms);
  hear(king_on(4), 20ms);
  Bytes damaged = king_on(4);
  damaged[10] = 0x11;
  EXPECT_THAT(hear(damaged, 1s), IsEmpty());
  EXPECT_THAT(hear(king_on(4), 1010ms), IsEmpty());
  EXPECT_THAT(hear(king_on(4), 1020ms), IsEmpty());
}

TEST_F(IChessOneSessionTest, ABoardThatDoesNotAnswerIsAskedEveryTwoSeconds) {
  const auto asked = testing::sent_to_nobody(session_, 5min);
  record::Time last{};
  for (const auto& [time, command] : asked) {
    EXPECT_LE(time - last, 2s);
    last = time;
  }
  EXPECT_LE(asked.size(), 320U);
  EXPECT_THAT(session_.take_records(), IsEmpty());
}

TEST_F(IChessOneSessionTest, ABatteryDoesNotKeepTheLink) {
  hear(king_on(4), 10ms);
  hear(king_on(4), 1s);
  hear(Bytes{0x3D, 0x62, 0x00, 0x58}, 2900ms);
  session_.wake(3s);
  EXPECT_EQ(session_.facts().battery_percent, 88U);
  EXPECT_EQ(session_.state(), State::silent);
  EXPECT_THAT(session_.take_records(),
              ElementsAre(VariantWith<record::Link>(record::Link{3s, record::Link::State::lost, "silent"})));
  hear(king_on(4), 1h);
  EXPECT_THAT(hear(king_on(4), 1h + 10ms), ElementsAre(VariantWith<record::Scan>(king_scan(1h, 4))));
}

/// A king that walks along the first rank, one square every 300 ms, on a board that tells changes or has forgotten to:
/// how many of its squares were recorded, and how late each was at most.
struct Walk {
  std::size_t scans = 0;
  record::Time latest{};
};
Walk walk(devices::IChessOneFirmware& firmware, bool is_reset) {
  IChessOneSession session;
  jadoube::testing::VirtualLink link{firmware, session};
  firmware.see(king_scan(0s, 0));
  link.plug_in();
  link.run_until(3s);
  link.records.clear();
  if (is_reset) firmware.power_up(link.now());
  Walk walk;
  for (unsigned step = 1; step <= 40; ++step) {
    const record::Time t = 3s + step * 300ms;
    link.run_until(t);
    firmware.see(king_scan(t, step % 8));
    link.run_until(t + 299ms);
    for (const record::Record& record : std::exchange(link.records, {})) {
      ++walk.scans;
      if (step > 2) walk.latest = std::max(walk.latest, time_of(record) - t);
    }
  }
  EXPECT_EQ(firmware.forbidden(), 0U);
  EXPECT_EQ(session.facts().battery_percent, 88U);
  return walk;
}

TEST(IChessOneReset, ABoardThatWasResetOrDidNotHearTellsChangesAgainWithTheSecondOne) {
  for (const bool is_reset : {false, true}) {
    for (const unsigned unheard : {0U, 1U}) {
      devices::IChessOneFirmware firmware{{.unheard_orders = is_reset ? 0 : unheard}};
      const Walk found = walk(firmware, is_reset);
      EXPECT_GE(found.scans, 38U) << is_reset << unheard;
      EXPECT_LE(found.latest, 51ms) << is_reset << unheard;
    }
  }
}

TEST_F(IChessOneSessionTest, WhateverItHearsItOnlyAsks) {
  std::mt19937 random{1};
  for (record::Time t{}; t < 10min; t += 50ms) {
    Bytes bytes = king_on(static_cast<unsigned>(random() % 8));
    for (auto& byte : bytes)
      if (random() % 50 == 0) byte = static_cast<std::uint8_t>(random());
    hear(bytes, t);
    for (const auto& command : session_.take_commands())
      EXPECT_THAT(command, ::testing::AnyOf(encode(Request::position), encode(Request::changes),
                                            encode(Request::battery)));
  }
  EXPECT_GT(session_.tally().bad_frames, 0U);
}

}  // namespace
}  // namespace jadoube::drivers::ichessone
