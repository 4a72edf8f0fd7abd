#include "drivers/chessnut/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/drivers/sessions.hpp"

namespace jadoube::drivers::chessnut {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::VariantWith;
using State = BoardSession::State;
using Bytes = std::vector<std::uint8_t>;

const Bytes kRealTime{0x21, 0x01, 0x00};
const Bytes kAskBattery{0x29, 0x01, 0x00};

/// A lone king somewhere on the first rank.
Bytes king_on(unsigned file) {
  Bytes bytes(64, 0);
  bytes[0] = 0x01;
  bytes[1] = 0x3D;
  const unsigned nibble = 63 - file;
  bytes[2 + nibble / 2] = static_cast<std::uint8_t>(nibble % 2 == 0 ? 0x0C : 0xC0);
  return bytes;
}

record::Scan king_scan(record::Time t, unsigned file) {
  record::Scan scan{
      .t = t, .occupied = {std::uint64_t{1} << file}, .white = {}, .pieces = record::PieceMap{}};
  (*scan.pieces)[file] = chess::piece_from_letter('K');
  return scan;
}

class ChessnutSessionTest : public testing::SessionTest<ChessnutSession> {
 protected:
  std::vector<record::Record> hear(const Bytes& bytes, record::Time now) {
    return SessionTest::hear(bytes, now);
  }
};

TEST_F(ChessnutSessionTest, AsksForRealTimeModeAndOnceForTheBattery) {
  session_.wake(0s);
  EXPECT_THAT(session_.take_commands(), ElementsAre(kRealTime));
  EXPECT_THAT(hear(king_on(4), 100ms), ElementsAre(VariantWith<record::Scan>(king_scan(100ms, 4))));
  EXPECT_TRUE(session_.is_recognised());
  for (record::Time t = 300ms; t < 1min; t += 200ms) hear(king_on(4), t);
  EXPECT_THAT(session_.take_commands(), ElementsAre(kAskBattery));
  hear({0x2A, 0x02, 0x55, 0x00}, 61s);
  EXPECT_EQ(session_.facts().battery_percent, 0x55U);
}

TEST(ChessnutMoveSession, AsksForRealTimeModeAndForItsBatteryInItsOwnWay) {
  ChessnutSession session{ChessnutSession::Family::move};
  session.connect(0s);
  session.wake(0s);
  EXPECT_THAT(session.take_commands(), ElementsAre(kRealTime));
  for (record::Time t = 100ms; t < 10s; t += 200ms) {
    session.wake(t);
    session.receive(king_on(4), t);
  }
  EXPECT_THAT(session.take_commands(), ElementsAre(Bytes{0x41, 0x01, 0x0C}));
  session.receive(Bytes{0x41, 0x03, 0x0C, 0x00, 0x55}, 10s);
  EXPECT_EQ(session.facts().battery_percent, 0x55U);
}

TEST_F(ChessnutSessionTest, SaysAPositionOnceAndEveryChange) {
  EXPECT_THAT(hear(king_on(4), 1s), SizeIs(1));
  EXPECT_THAT(hear(king_on(4), 1200ms), IsEmpty());
  EXPECT_THAT(hear(king_on(5), 1400ms), ElementsAre(VariantWith<record::Scan>(king_scan(1400ms, 5))));
  EXPECT_EQ(session_.tally().readings, 3U);
}

TEST_F(ChessnutSessionTest, AHeaderAmongBytesWithoutMeaningHoldsNothingUp) {
  Bytes noisy = king_on(4);
  noisy[50] = 0x01;
  noisy[51] = 0x3D;
  EXPECT_THAT(hear(noisy, 1s), ElementsAre(VariantWith<record::Scan>(king_scan(1s, 4))));
  noisy[2 + 29] = 0x0C;
  EXPECT_THAT(hear(noisy, 1200ms), SizeIs(1));
  EXPECT_EQ(session_.tally().bad_frames, 0U);
}

TEST_F(ChessnutSessionTest, ASquareInErrorIsOccupiedBySomethingUnknownAndCounted) {
  Bytes faulty = king_on(4);
  faulty[2] = 0x0F;  // h8
  record::Scan expected = king_scan(1s, 4);
  expected.occupied.bits |= std::uint64_t{1} << 63U;
  EXPECT_THAT(hear(faulty, 1s), ElementsAre(VariantWith<record::Scan>(expected)));
  EXPECT_THAT(hear(faulty, 1200ms), IsEmpty());
  EXPECT_THAT(hear(king_on(4), 1400ms), ElementsAre(VariantWith<record::Scan>(king_scan(1400ms, 4))));
  EXPECT_EQ(session_.tally().sensor_errors, 2U);
  EXPECT_EQ(session_.tally().bad_frames, 0U);
}

TEST_F(ChessnutSessionTest, ABoardThatDoesNotAnswerIsAskedEverMoreRarely) {
  const auto asked = testing::sent_to_nobody(session_, 5min);
  for (const auto& [time, command] : asked) EXPECT_EQ(command, kRealTime);
  ASSERT_GE(asked.size(), 8U);
  EXPECT_EQ(asked[1].first - asked[0].first, 500ms);
  EXPECT_EQ(asked[2].first - asked[1].first, 1s);
  EXPECT_LE(asked.size(), 20U);
  EXPECT_THAT(session_.take_records(), IsEmpty());
}

TEST_F(ChessnutSessionTest, ASilentBoardIsLostAndToldItsModeAgain) {
  session_.wake(0s);
  hear(king_on(4), 1s);
  session_.take_commands();
  session_.wake(2s);
  EXPECT_EQ(session_.state(), State::silent);
  EXPECT_THAT(session_.take_records(),
              ElementsAre(VariantWith<record::Link>(record::Link{2s, record::Link::State::lost, "silent"})));
  session_.wake(3s);
  EXPECT_THAT(session_.take_commands(), ::testing::Contains(kRealTime));
  EXPECT_THAT(hear(king_on(4), 1h),
              ElementsAre(VariantWith<record::Link>(record::Link{1h, record::Link::State::restored, {}}),
                          VariantWith<record::Scan>(king_scan(1h, 4))));
}

TEST_F(ChessnutSessionTest, AnswersAloneDoNotKeepTheLink) {
  hear(king_on(4), 1s);
  hear({0x23, 0x01, 0x00}, 1900ms);
  session_.wake(2s);
  EXPECT_EQ(session_.state(), State::silent);
}

TEST_F(ChessnutSessionTest, UnpluggedInTheMiddleOfAReport) {
  hear(king_on(4), 1s);
  const Bytes other = king_on(5);
  session_.receive(std::span{other}.first(40), 1200ms);
  session_.disconnect("unplugged", 1300ms);
  session_.connect(9s);
  EXPECT_THAT(
      hear(king_on(4), 10s),
      ElementsAre(VariantWith<record::Link>(record::Link{1300ms, record::Link::State::lost, "unplugged"}),
                  VariantWith<record::Link>(record::Link{10s, record::Link::State::restored, {}}),
                  VariantWith<record::Scan>(king_scan(10s, 4))));
}

TEST_F(ChessnutSessionTest, WhateverItHearsItOnlyAsksForModeAndBattery) {
  std::mt19937 random{1};
  for (record::Time t{}; t < 10min; t += 50ms) {
    Bytes bytes = king_on(static_cast<unsigned>(random() % 8));
    for (auto& byte : bytes)
      if (random() % 50 == 0) byte = static_cast<std::uint8_t>(random());
    hear(bytes, t);
    for (const auto& command : session_.take_commands())
      EXPECT_THAT(command, ::testing::AnyOf(kRealTime, kAskBattery));
  }
  EXPECT_GT(session_.tally().sensor_errors, 0U);
}

TEST_F(ChessnutSessionTest, AnotherBoardsBytesAreNotRecognised) {
  std::mt19937 random{3};
  for (int i = 0; i < 200'000; ++i)
    hear({static_cast<std::uint8_t>(" 0123456789:\r\nL"[random() % 15])}, record::Time{i * 200});
  EXPECT_FALSE(session_.is_recognised());
  EXPECT_EQ(session_.state(), State::waiting);
  EXPECT_EQ(session_.tally().skipped_bytes, 200'000U);
}

}  // namespace
}  // namespace jadoube::drivers::chessnut
