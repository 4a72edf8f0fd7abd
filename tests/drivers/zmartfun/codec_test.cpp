#include "drivers/zmartfun/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string_view>

#include "drivers/zmartfun/session.hpp"
#include "tests/drivers/sessions.hpp"

namespace jadoube::drivers::zmartfun {
namespace {

using namespace std::chrono_literals;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Bytes = std::vector<std::uint8_t>;

Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

/// Of another program's client.
Bytes start() {
  return Bytes{0x43, 0x25, 0x51, 0x34, 0x66, 0x66, 0x66, 0x66} + Bytes(16, 0) +
         Bytes{0xCC, 0xCC, 0xCC, 0xCC, 0xA9, 0x8B, 0xB7, 0x9A};
}
Bytes e4() {
  Bytes bytes = start();
  bytes[6] = 0x60;
  bytes[14] = 0x06;
  return bytes;
}

std::vector<Reading> decode(Decoder& decoder, const Bytes& report) {
  std::vector<Reading> readings;
  decoder.push_report(report, readings);
  return readings;
}

/// From a8 to h1, as a diagram is read.
std::string diagram(const Reading& reading) {
  std::string text;
  for (unsigned i = 0; i < 64; ++i) {
    constexpr std::string_view kLetters = "PNBRQKpnbrqk";
    char letter = '.';
    for (const char each : kLetters)
      if (chess::piece_from_letter(each) == reading.pieces[i ^ 56U]) letter = each;
    text.push_back(letter);
  }
  return text;
}

constexpr std::string_view kStart = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";
constexpr std::string_view kE4 = "rnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR";

TEST(ZmartfunCodec, TheStartPositionTellsHowReportsAreToBeRead) {
  for (const Bytes& before : {Bytes{}, Bytes{0x00}, Bytes{0x01}, Bytes{0x05}}) {
    for (const std::size_t behind : {0U, 1U, 31U}) {
      Decoder decoder;
      const auto readings = decode(decoder, before + start() + Bytes(behind, 0));
      ASSERT_THAT(readings, SizeIs(1)) << before.size() << ' ' << behind;
      EXPECT_EQ(diagram(readings[0]), kStart);
      const auto next = decode(decoder, before + e4() + Bytes(behind, 0));
      ASSERT_THAT(next, SizeIs(1));
      EXPECT_EQ(diagram(next[0]), kE4);
      EXPECT_EQ(decoder.losses(), Losses{});
    }
  }
}

TEST(ZmartfunCodec, ABoardThatIsTurnedTellsToo) {
  Bytes turned = start();
  std::ranges::reverse(turned);
  for (auto& byte : turned) byte = static_cast<std::uint8_t>(byte << 4U | byte >> 4U);
  Decoder decoder;
  const auto readings = decode(decoder, Bytes{0} + turned);
  ASSERT_THAT(readings, SizeIs(1));
  EXPECT_EQ(diagram(readings[0]), std::string(kStart.rbegin(), kStart.rend()));
}

TEST(ZmartfunCodec, WhatCanBeReadInTwoWaysIsNotRead) {
  Bytes kings(32, 0);
  kings[10] = 0x01;
  kings[20] = 0x07;
  Decoder decoder;
  EXPECT_THAT(decode(decoder, Bytes{0} + kings), IsEmpty());
  EXPECT_FALSE(decoder.is_sure());
  EXPECT_EQ(decoder.losses(), (Losses{.skipped_bytes = 33, .bad_frames = 1}));
  decode(decoder, Bytes{0} + start());
  EXPECT_THAT(decode(decoder, Bytes{0} + kings), SizeIs(1));
}

TEST(ZmartfunCodec, EveryCodeGoesBothWaysAndThreeAreUnknown) {
  Decoder decoder;
  decode(decoder, Bytes{0} + start());
  for (unsigned code = 0; code <= 15; ++code) {
    Bytes one(33, 0);
    one[1] = static_cast<std::uint8_t>(code);
    const auto readings = decode(decoder, one);
    ASSERT_THAT(readings, SizeIs(1));
    EXPECT_EQ(code_of(readings[0].pieces[0]), code <= 12 ? code : 0);
    EXPECT_EQ(readings[0].unknown.bits, code <= 12 ? 0U : 1U);
  }
  EXPECT_EQ(decoder.losses(), (Losses{.sensor_errors = 3}));
}

TEST(ZmartfunCodec, ReportsThatAreCutAreNone) {
  Decoder decoder;
  decode(decoder, Bytes{0} + start());
  for (std::size_t kept = 0; kept < 33; ++kept) {
    Bytes cut = Bytes{0} + e4();
    cut.resize(kept);
    EXPECT_THAT(decode(decoder, cut), IsEmpty()) << kept;
  }
  EXPECT_THAT(decode(decoder, Bytes{0xFF} + e4()), IsEmpty());
  EXPECT_EQ(decoder.losses().bad_frames, 34U);
  EXPECT_THAT(decode(decoder, Bytes{0} + e4()), SizeIs(1));
}

TEST(ZmartfunCodec, OtherDevicesOfThatIdAreNotTakenForIt) {
  std::mt19937 random{1};
  for (int device = 0; device < 200; ++device) {
    Decoder decoder;
    for (int i = 0; i < 200; ++i) {
      // A pad: few bytes that change and many that do not.
      Bytes report(64, static_cast<std::uint8_t>(device));
      for (unsigned j = 0; j < 8; ++j) report[j] = static_cast<std::uint8_t>(random());
      if (device % 2 == 0)
        for (auto& byte : report) byte = static_cast<std::uint8_t>(random());
      decode(decoder, report);
    }
    EXPECT_FALSE(decoder.is_sure()) << device;
  }
}

using ZmartfunSessionTest = testing::SessionTest<ZmartfunSession>;

TEST_F(ZmartfunSessionTest, SaysAPositionOnceAndEveryChangeAndSendsNothing) {
  EXPECT_THAT(hear(Bytes{0} + start(), 1s), SizeIs(1));
  EXPECT_TRUE(session_.is_recognised());
  EXPECT_THAT(hear(Bytes{0} + start(), 2s), IsEmpty());
  EXPECT_THAT(hear(Bytes{0} + e4(), 3s), SizeIs(1));
  session_.wake(1h);
  EXPECT_EQ(session_.state(), BoardSession::State::alive);
  EXPECT_THAT(session_.take_commands(), IsEmpty());
}

TEST_F(ZmartfunSessionTest, UnpluggedIsALossAndWhatStandsIsSaidAgain) {
  hear(Bytes{0} + start(), 1s);
  session_.disconnect("unplugged", 2s);
  session_.connect(3s);
  EXPECT_THAT(hear(Bytes{0} + start(), 4s), SizeIs(3));  // lost, restored, the position
}

}  // namespace
}  // namespace jadoube::drivers::zmartfun
