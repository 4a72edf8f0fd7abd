#include "drivers/certabo/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/support/in_pieces.hpp"

namespace jadoube::drivers::certabo {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<Tags> decode(Decoder& decoder, const std::string& text) {
  std::vector<Tags> readings;
  decoder.push(std::vector<std::uint8_t>{text.begin(), text.end()}, readings);
  return readings;
}
std::vector<Tags> decode(const std::string& text) {
  Decoder decoder;
  return decode(decoder, text);
}

Tags arbitrary(std::mt19937_64& random) {
  Tags tags{};
  for (Tag& tag : tags)
    if (random() % 2 == 0) tag = static_cast<Tag>(random() & 0xFFFFFFFFFFU);
  return tags;
}

TEST(CertaboCodec, TheFirstNumbersAreA8AndATagIsFiveOfThem) {
  std::string text = ":3 0 84 252 153 196 3 166 0 65 3 0 84 2 3 3 0 83 177 224 ";
  for (int i = 4; i < 64; ++i) text += "0 0 0 0 0 ";
  const auto readings = decode(text + "\r\n");
  ASSERT_EQ(readings.size(), 1U);
  EXPECT_EQ(readings[0][56], Tag{0x030054FC99});
  EXPECT_EQ(readings[0][57], Tag{0xC403A60041});
  EXPECT_EQ(readings[0][59], Tag{0x030053B1E0});
  EXPECT_EQ(readings[0][0], Tag::none);
  EXPECT_EQ(encode(readings[0]), text + "\r\n");
}

TEST(CertaboCodec, ATagWithMoreThanTwoZerosWasHardlyReceived) {
  EXPECT_TRUE(is_empty(Tag::none));
  EXPECT_TRUE(is_empty(Tag{0x0300540000}));
  EXPECT_FALSE(is_empty(Tag{0x0300540002}));
  EXPECT_FALSE(is_empty(Tag{0x030054FC99}));
}

TEST(CertaboCodec, WhatIsWrittenIsRead) {
  std::mt19937_64 random{1};
  for (int i = 0; i < 200; ++i) {
    const Tags tags = arbitrary(random);
    EXPECT_THAT(decode(encode(tags)), ElementsAre(tags));
  }
}

TEST(CertaboCodec, LineFeedsAtPacketEdgesAndAnswersToLampsChangeNothing) {
  std::mt19937_64 random{2};
  for (int i = 0; i < 50; ++i) {
    const Tags tags = arbitrary(random);
    std::string text = encode(tags);
    for (const char* answer : {"", "L", "D", "\nL"}) {
      std::string one = text.substr(0, text.size() - 2) + answer + "\r\n";
      for (std::size_t at = 64; at + 4 < one.size(); at += 65) one.insert(at, 1, '\n');
      EXPECT_THAT(decode(one + "L\r\nD\r\n"), ElementsAre(tags)) << answer;
    }
  }
}

TEST(CertaboCodec, WhatIsNoFrameIsCountedAndCostsNoOther) {
  const Tags tags{Tag{0x0102030405}};
  const std::string sound = encode(tags);
  const std::string short_of_one = sound.substr(0, sound.size() - 4) + "\r\n";
  for (const std::string& wrong :
       {short_of_one, sound.substr(0, sound.size() - 2) + "0 \r\n", ":256 " + sound.substr(3),
        std::string{":255 255 0 0 0 0 255 255 \r\n"}, ":00 " + sound.substr(3)}) {
    Decoder decoder;
    EXPECT_THAT(decode(decoder, wrong), IsEmpty()) << wrong;
    EXPECT_EQ(decoder.losses().bad_frames, 1U) << wrong;
    EXPECT_EQ(decoder.losses().skipped_bytes, wrong.size());
    EXPECT_THAT(decode(decoder, sound), ElementsAre(tags));
  }
}

TEST(CertaboCodec, AFrameCutAnywhereCostsNoOther) {
  std::mt19937_64 random{3};
  const Tags tags = arbitrary(random);
  const std::string text = encode(tags);
  for (std::size_t kept = 0; kept < text.size(); kept += 3) {
    EXPECT_THAT(decode(text.substr(0, kept) + text), ElementsAre(tags)) << kept;
    EXPECT_THAT(decode(text.substr(kept + 1) + text), ElementsAre(tags)) << kept;
  }
}

TEST(CertaboCodec, ChunkingDoesNotMatter) {
  std::mt19937_64 random{4};
  std::string text;
  for (int i = 0; i < 60; ++i) {
    std::string one = encode(arbitrary(random));
    if (i % 7 == 0) one[random() % one.size()] = static_cast<char>(random());
    if (i % 11 == 0) one.resize(random() % one.size());
    text += one;
  }
  Decoder at_once;
  const auto whole = decode(at_once, text);
  ASSERT_GT(whole.size(), 40U);
  const std::vector<std::uint8_t> bytes{text.begin(), text.end()};
  jadoube::testing::expect_the_same_in_pieces(bytes, whole, at_once);
}

TEST(CertaboCodec, TenMinutesOfRandomBytesAreAccountedFor) {
  std::mt19937 random{5};
  std::string noise(600 * 3840, ' ');
  for (auto& letter : noise) letter = static_cast<char>(random());
  Decoder decoder;
  EXPECT_THAT(decode(decoder, noise), IsEmpty());
  EXPECT_EQ(decoder.losses().skipped_bytes + decoder.pending(), noise.size());
  const Tags tags{Tag{0x0102030405}};
  EXPECT_THAT(decode(decoder, encode(tags)), ElementsAre(tags));
}

}  // namespace
}  // namespace jadoube::drivers::certabo
