#include "drivers/tabutronic/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/drivers/sessions.hpp"
#include "tests/support/in_pieces.hpp"

namespace jadoube::drivers::tabutronic {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::kStart;

const std::string kFrame = ":255 255 0 0 0 0 255 255 \r\n";

std::vector<record::Occupancy> decode(Decoder& decoder, const std::string& text) {
  const std::vector<std::uint8_t> bytes{text.begin(), text.end()};
  std::vector<record::Occupancy> readings;
  decoder.push(bytes, readings);
  return readings;
}
std::vector<record::Occupancy> decode(const std::string& text) {
  Decoder decoder;
  return decode(decoder, text);
}

TEST(TabutronicCodec, TheNotesFramesAreReadAndWritten) {
  EXPECT_EQ(encode(kStart), kFrame);
  EXPECT_THAT(decode(kFrame), ElementsAre(kStart));
  EXPECT_THAT(decode(":255 255 0 0 0 0 255 254\nL\r\n"),
              ElementsAre(record::Occupancy{kStart.bits & ~(1ULL << 7U)}));
  EXPECT_THAT(decode(":255 255 0 0 0 0 247 255 \r\n:255 255 0 0 8 0 247 255 \r\n"),
              ElementsAre(record::Occupancy{kStart.bits & ~(1ULL << 12U)},
                          record::Occupancy{(kStart.bits & ~(1ULL << 12U)) | 1ULL << 28U}));
}

TEST(TabutronicCodec, WhatIsWrittenIsRead) {
  std::mt19937_64 random{1};
  for (int i = 0; i < 1000; ++i) {
    const record::Occupancy occupied{random()};
    EXPECT_THAT(decode(encode(occupied)), ElementsAre(occupied));
  }
}

TEST(TabutronicCodec, WhatIsNoFrameIsCountedAndCostsNoOther) {
  for (const std::string wrong :
       {":255 255 0 0 0 0 255 \r\n", ":255 255 0 0 0 0 255 255 0 \r\n", ":256 255 0 0 0 0 255 255 \r\n",
        ":255 255 00 0 0 0 255 255 \r\n", ":255  255 0 0 0 0 255 255 \r\n", ":255 255 0 0 0 0 255 -1 \r\n",
        ":255 255 0 0 0 0 255 255  \r\n", ":255 255 0 0 0 0 255 2x5 \r\n", ":\r\n", ": \r\n",
        ":3 0 84 252 153 196 3 166 0 65 3 0 84 2 3 3 0 83 177 224 \r\n"}) {
    Decoder decoder;
    EXPECT_THAT(decode(decoder, wrong), IsEmpty()) << wrong;
    EXPECT_EQ(decoder.losses().bad_frames, 1U) << wrong;
    EXPECT_EQ(decoder.losses().skipped_bytes, wrong.size()) << wrong;
    EXPECT_THAT(decode(decoder, kFrame), ElementsAre(kStart));
  }
}

TEST(TabutronicCodec, AFrameCutAnywhereCostsNoOther) {
  for (std::size_t kept = 0; kept < kFrame.size(); ++kept) {
    EXPECT_THAT(decode(kFrame.substr(0, kept) + kFrame), ElementsAre(kStart)) << kept;
    EXPECT_THAT(decode(kFrame.substr(kept + 1) + kFrame), ElementsAre(kStart)) << kept;
  }
}

TEST(TabutronicCodec, ChunkingDoesNotMatter) {
  std::mt19937 random{1};
  std::string text;
  for (int i = 0; i < 300; ++i) {
    std::string one = encode({(std::uint64_t{random()} << 32U) | random()});
    if (i % 7 == 0) one[random() % one.size()] = static_cast<char>(random());
    if (i % 11 == 0) one.resize(random() % one.size());
    text += one;
  }
  Decoder at_once;
  const auto whole = decode(at_once, text);
  ASSERT_GT(whole.size(), 200U);
  const std::vector<std::uint8_t> bytes{text.begin(), text.end()};
  jadoube::testing::expect_the_same_in_pieces(bytes, whole, at_once);
}

TEST(TabutronicCodec, TenMinutesOfRandomBytesAreAccountedFor) {
  std::mt19937 random{2};
  std::string noise(600 * 3840, ' ');
  for (auto& letter : noise) letter = static_cast<char>(random());
  Decoder decoder;
  EXPECT_THAT(decode(decoder, noise), IsEmpty());
  EXPECT_EQ(decoder.losses().skipped_bytes + decoder.pending(), noise.size());
  EXPECT_THAT(decode(decoder, kFrame), ElementsAre(kStart));
}

}  // namespace
}  // namespace jadoube::drivers::tabutronic
