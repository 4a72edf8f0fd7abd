#include "drivers/ichessone/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string_view>

#include "tests/support/in_pieces.hpp"

namespace jadoube::drivers::ichessone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::VariantWith;
using Bytes = std::vector<std::uint8_t>;

Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

/// Of other programs' unit tests.
Bytes start() {
  return Bytes{0x3D, 0x70, 0xA8, 0x9B, 0xC9, 0x8A, 0x77, 0x77, 0x77, 0x77} + Bytes(16, 0) +
         Bytes{0x11, 0x11, 0x11, 0x11, 0x42, 0x35, 0x63, 0x24};
}
/// e2-e4 behind it.
Bytes e4() {
  Bytes bytes = start();
  bytes[2 + 6 * 4 + 2] = 0x01;
  bytes[2 + 4 * 4 + 2] = 0x10;
  return bytes;
}

std::vector<Message> decode(Decoder& decoder, std::span<const std::uint8_t> bytes) {
  std::vector<Message> messages;
  decoder.push(bytes, messages);
  return messages;
}
std::vector<Message> decode(std::span<const std::uint8_t> bytes) {
  Decoder decoder;
  return decode(decoder, bytes);
}

/// From a8 to h1, as a diagram is read.
std::string diagram(const Message& message) {
  std::string text;
  for (unsigned i = 0; i < 64; ++i) {
    const auto piece = std::get<Position>(message).pieces[i ^ 56U];
    constexpr std::string_view kLetters = "PNBRQKpnbrqk";
    char letter = '.';
    for (const char each : kLetters)
      if (chess::piece_from_letter(each) == piece) letter = each;
    text.push_back(letter);
  }
  return text;
}

constexpr std::string_view kStart = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";

TEST(IChessOneCodec, TheStartPositionAndAMoveAreRead) {
  const auto messages = decode(start() + e4());
  ASSERT_THAT(messages, SizeIs(2));
  EXPECT_EQ(diagram(messages[0]), kStart);
  EXPECT_EQ(diagram(messages[1]), "rnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR");
}

TEST(IChessOneCodec, ABoardThatIsTurnedIsReportedAsItStands) {
  const Bytes turned = Bytes{0x3D, 0x70, 0x42, 0x36, 0x53, 0x24} + Bytes(4, 0x11) + Bytes(16, 0) +
                       Bytes(4, 0x77) + Bytes{0xA8, 0x9C, 0xB9, 0x8A};
  const auto messages = decode(turned);
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(diagram(messages[0]), std::string(kStart.rbegin(), kStart.rend()));
}

TEST(IChessOneCodec, EveryCodeGoesBothWays) {
  for (unsigned code = 0; code <= 12; ++code) {
    Bytes one = Bytes{0x3D, 0x70} + Bytes(32, 0);
    one[2] = static_cast<std::uint8_t>(code << 4U);
    const auto messages = decode(one);
    ASSERT_THAT(messages, SizeIs(1));
    EXPECT_EQ(code_of(std::get<Position>(messages[0]).pieces[56]), code);
  }
}

TEST(IChessOneCodec, RequestsAreThreeAndNoOthers) {
  EXPECT_THAT(encode(Request::position), ElementsAre(0x52, 0x50));
  EXPECT_THAT(encode(Request::battery), ElementsAre(0x52, 0x42));
  EXPECT_THAT(encode(Request::changes), ElementsAre(0x43, 0x50, 0x49, 0x52, 0x51));
}

TEST(IChessOneCodec, ABatteryTellsItsCharge) {
  EXPECT_THAT(decode(Bytes{0x3D, 0x62, 0x01, 0x64}), ElementsAre(VariantWith<Battery>(Battery{100, true})));
  EXPECT_THAT(decode(Bytes{0x3D, 0x62, 0x00, 0x58}), ElementsAre(VariantWith<Battery>(Battery{88, false})));
  EXPECT_THAT(decode(Bytes{0x3D, 0x62, 0x02, 0x58}), IsEmpty());
  EXPECT_THAT(decode(Bytes{0x3D, 0x62, 0x00, 101}), IsEmpty());
}

TEST(IChessOneCodec, ASquareWithACodeOfNoPieceIsNoPosition) {
  for (std::size_t at = 2; at < kPositionSize; ++at) {
    for (const std::uint8_t wrong : Bytes{0x0D, 0x0E, 0x0F, 0xD0, 0xE0, 0xF0}) {
      Bytes bad = start();
      bad[at] = wrong;
      Decoder decoder;
      EXPECT_EQ(decode(decoder, bad + e4()), decode(e4())) << at;
      EXPECT_EQ(decoder.losses(), (Losses{.skipped_bytes = kPositionSize, .bad_frames = 1})) << at;
    }
  }
}

TEST(IChessOneCodec, AMessageCutAnywhereCostsNoOtherAndMakesNoPosition) {
  const Bytes good = start();
  for (std::size_t kept = 0; kept < kPositionSize; ++kept) {
    const Bytes cut{good.begin(), good.begin() + static_cast<std::ptrdiff_t>(kept)};
    Decoder decoder;
    EXPECT_EQ(decode(decoder, cut + e4()), decode(e4())) << kept;
    EXPECT_EQ(decoder.losses().skipped_bytes, kept);
    EXPECT_EQ(decoder.losses().bad_frames, kept >= 2 ? 1U : 0U) << kept;
  }
}

TEST(IChessOneCodec, ABatteryThatWasCutCostsOnePositionAtMost) {
  const Bytes good = {0x3D, 0x62, 0x01, 0x64};
  for (std::size_t kept = 0; kept < kBatterySize; ++kept) {
    const Bytes cut{good.begin(), good.begin() + static_cast<std::ptrdiff_t>(kept)};
    const auto messages = decode(cut + e4() + start());
    EXPECT_EQ(diagram(messages.back()), kStart) << kept;
  }
}

TEST(IChessOneCodec, BytesMissingOrTooManyMakeNoMessageOfThoseBehind) {
  const Bytes good = start();
  for (std::size_t from = 2; from < kPositionSize; ++from) {
    Bytes torn = good;
    torn.erase(torn.begin() + static_cast<std::ptrdiff_t>(from));
    EXPECT_EQ(decode(torn + e4()), decode(e4())) << from;
    Bytes longer = good;
    longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(from), 0xFF);
    EXPECT_EQ(decode(longer + e4()), decode(e4())) << from;
  }
}

TEST(IChessOneCodec, GluedAndRepeatedMessagesAreReadOneByOne) {
  Decoder decoder;
  EXPECT_THAT(decode(decoder, start() + start() + Bytes{0x3D, 0x62, 0x00, 0x3D} + e4()), SizeIs(4));
  EXPECT_EQ(decoder.losses(), Losses{});
}

TEST(IChessOneCodec, ChunkingDoesNotMatter) {
  std::mt19937 random{1};
  Bytes bytes;
  for (int i = 0; i < 300; ++i) {
    Bytes one = i % 3 == 0 ? e4() : start();
    if (i % 7 == 0) one[random() % one.size()] = static_cast<std::uint8_t>(random());
    if (i % 11 == 0) one.resize(random() % one.size());
    bytes = std::move(bytes) + one;
  }
  Decoder at_once;
  const auto whole = decode(at_once, bytes);
  ASSERT_GT(whole.size(), 200U);
  ASSERT_GT(at_once.losses().bad_frames, 10U);
  jadoube::testing::expect_the_same_in_pieces(bytes, whole, at_once);
}

TEST(IChessOneCodec, ABoardThatWasUnpluggedBeginsAnew) {
  Decoder decoder;
  const Bytes good = start();
  EXPECT_THAT(decode(decoder, std::span{good}.first(20)), IsEmpty());
  decoder.reset();
  EXPECT_EQ(decoder.pending(), 0U);
  EXPECT_THAT(decode(decoder, good), SizeIs(1));
}

}  // namespace
}  // namespace jadoube::drivers::ichessone
