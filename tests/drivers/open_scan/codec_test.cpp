#include "drivers/open_scan/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>
#include <string>

#include "tests/support/in_pieces.hpp"

namespace jadoube::drivers::open_scan {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::VariantWith;
using Bytes = std::vector<std::uint8_t>;

constexpr ScanReport kReading{
    .sequence = 7, .time_us = 500'000, .occupied = {0xFFFF00000000FFFF}, .buttons = Buttons{}};
constexpr Hello kHello{.sequence = 6, .scan_period_us = 20'000, .board_id = 0x4A0001, .has_buttons = true};

Bytes operator+(Bytes left, const auto& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

std::vector<Frame> decode(Decoder& decoder, std::span<const std::uint8_t> bytes) {
  std::vector<Frame> frames;
  decoder.push(bytes, frames);
  return frames;
}

std::vector<Frame> decode(std::span<const std::uint8_t> bytes) {
  Decoder decoder;
  return decode(decoder, bytes);
}

/// With a checksum that fits again.
FrameBytes resealed(FrameBytes frame) {
  const std::uint16_t crc = crc16(std::span{frame}.first(22));
  frame[22] = static_cast<std::uint8_t>(crc & 0xFFU);
  frame[23] = static_cast<std::uint8_t>(crc >> 8U);
  return frame;
}

std::string hex(const FrameBytes& frame) {
  std::string text;
  for (const std::uint8_t byte : frame) {
    constexpr const char* kDigits = "0123456789abcdef";
    if (!text.empty()) text.push_back(' ');
    text.push_back(kDigits[byte >> 4U]);
    text.push_back(kDigits[byte & 0x0FU]);
  }
  return text;
}

TEST(OpenScanCodec, TheChecksumIsTheOneOfTheDocument) {
  const std::string digits = "123456789";
  EXPECT_EQ(crc16(Bytes(digits.begin(), digits.end())), 0x29B1);
}

TEST(OpenScanCodec, TheDocumentsExamplesAreWhatTheCodecWrites) {
  std::ifstream file{"docs/open-scan-protocol.md"};
  std::stringstream text;
  text << file.rdbuf();
  const std::string examples = hex(encode(kHello)).append("\n").append(hex(encode(kReading)));
  EXPECT_NE(text.str().find(examples), std::string::npos) << examples;
}

RC_GTEST_PROP(OpenScanCodec, WhatIsWrittenIsRead, ()) {
  ScanReport reading{.sequence = *rc::gen::arbitrary<std::uint32_t>(),
                     .time_us = *rc::gen::arbitrary<std::uint32_t>(),
                     .occupied = {*rc::gen::arbitrary<std::uint64_t>()},
                     .buttons = {}};
  if (*rc::gen::arbitrary<bool>())
    reading.buttons = Buttons{*rc::gen::arbitrary<std::uint8_t>(), *rc::gen::arbitrary<std::uint8_t>()};
  const Hello hello{.sequence = *rc::gen::arbitrary<std::uint32_t>(),
                    .scan_period_us = *rc::gen::arbitrary<std::uint32_t>(),
                    .board_id = *rc::gen::arbitrary<std::uint64_t>(),
                    .has_buttons = *rc::gen::arbitrary<bool>()};
  const auto frames = decode(Bytes{} + encode(reading) + encode(hello));
  RC_ASSERT(frames.size() == 2U);
  RC_ASSERT(std::get<ScanReport>(frames[0]) == reading);
  RC_ASSERT(std::get<Hello>(frames[1]) == hello);
}

TEST(OpenScanCodec, ChunkingDoesNotMatter) {
  Bytes bytes;
  for (std::uint32_t i = 0; i < 100; ++i)
    bytes = std::move(bytes) + encode(ScanReport{i, i * 20'000, {0xA5A5A5A5A5A5A5A5ULL * i}, {}});
  Decoder at_once;
  const auto whole = decode(at_once, bytes);
  ASSERT_THAT(whole, SizeIs(100));
  jadoube::testing::expect_the_same_in_pieces(bytes, whole, at_once);
  EXPECT_EQ(at_once.losses(), Losses{});
}

TEST(OpenScanCodec, EverySingleWrongBitCostsOneFrameAndIsCounted) {
  const Bytes good = Bytes{} + encode(kReading);
  for (std::size_t bit = 0; bit < 8 * kFrameSize; ++bit) {
    Bytes damaged = good;
    damaged[bit / 8] = static_cast<std::uint8_t>(damaged[bit / 8] ^ 1U << bit % 8);
    Decoder decoder;
    EXPECT_THAT(decode(decoder, damaged + good), ElementsAre(VariantWith<ScanReport>(kReading))) << bit;
    EXPECT_EQ(decoder.losses().skipped_bytes, kFrameSize) << bit;
  }
}

TEST(OpenScanCodec, AFrameCutAnywhereCostsNoOther) {
  const Bytes good = Bytes{} + encode(kReading);
  for (std::size_t kept = 0; kept < kFrameSize; ++kept) {
    const Bytes cut{good.begin(), good.begin() + static_cast<std::ptrdiff_t>(kept)};
    EXPECT_THAT(decode(cut + good), ElementsAre(VariantWith<ScanReport>(kReading))) << kept;
  }
}

TEST(OpenScanCodec, ValuesThatTheDocumentDoesNotHaveArePassedOver) {
  std::vector<FrameBytes> strange;
  for (const auto& [at, value] :
       std::vector<std::pair<std::size_t, std::uint8_t>>{{1, 'T'}, {20, 3}, {21, 1}}) {
    strange.push_back(encode(kReading));
    strange.back()[at] = value;
  }
  strange.push_back(encode(ScanReport{}));  // no buttons, and yet a press
  strange.back()[2] = 1;
  strange.push_back(encode(kHello));
  strange.back()[2] = 2;
  for (const FrameBytes& frame : strange) {
    Decoder decoder;
    EXPECT_THAT(decode(decoder, resealed(frame)), IsEmpty()) << hex(frame);
    EXPECT_EQ(decoder.losses().not_understood, 1U);
    EXPECT_EQ(decoder.losses().skipped_bytes, kFrameSize);
  }
}

TEST(OpenScanCodec, AfterRandomBytesTheFirstSoundFrameIsRead) {
  std::mt19937 random{2};
  Bytes noise(1'000'000);
  std::ranges::generate(noise,
                        [&] { return static_cast<std::uint8_t>(random() % 4 == 0 ? 0xA5 : random()); });
  Decoder decoder;
  EXPECT_THAT(decode(decoder, noise), IsEmpty());
  EXPECT_THAT(decode(decoder, encode(kReading)), ElementsAre(VariantWith<ScanReport>(kReading)));
  EXPECT_EQ(decoder.losses().skipped_bytes, noise.size());
  EXPECT_GT(decoder.losses().bad_checksums, 100'000U);
}

TEST(OpenScanCodec, ALineThatWasCutBeginsAnew) {
  Decoder decoder;
  const auto frame = encode(kReading);
  EXPECT_THAT(decode(decoder, std::span{frame}.first(10)), IsEmpty());
  decoder.reset();
  EXPECT_EQ(decoder.pending(), 0U);
  EXPECT_EQ(decoder.losses().skipped_bytes, 10U);
  EXPECT_THAT(decode(decoder, frame), SizeIs(1));
}

}  // namespace
}  // namespace jadoube::drivers::open_scan
