#include "drivers/millennium/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

#include "tests/support/in_pieces.hpp"

namespace jadoube::drivers::millennium {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::VariantWith;
using Bytes = std::vector<std::uint8_t>;

constexpr std::string_view kStart = "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";
constexpr std::string_view kAfterE4 = "srnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR";

Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}
/// With odd parity, and whatever block check the text has.
Bytes line(std::string_view text) {
  Bytes bytes;
  for (const char letter : text) {
    const auto byte = static_cast<std::uint8_t>(letter);
    bytes.push_back(static_cast<std::uint8_t>(std::popcount(byte) % 2 == 0 ? byte | 0x80U : byte));
  }
  return bytes;
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

TEST(MillenniumCodec, TheNotesExamplesAreWhatIsWritten) {
  EXPECT_THAT(encode(Request::version), ElementsAre(0xD6, 0xB5, 0xB6));
  EXPECT_THAT(encode(Request::status), ElementsAre(0xD3, 0xB5, 0xB3));
  EXPECT_THAT(encode("X"), ElementsAre(0x58, 0xB5, 0x38));
  EXPECT_THAT(encode("T"), ElementsAre(0x54, 0xB5, 0x34));
  EXPECT_THAT(encode("R00"), ElementsAre(0x52, 0xB0, 0xB0, 0xB5, 0x32));
  EXPECT_THAT(encode("W0203"), ElementsAre(0x57, 0xB0, 0x32, 0xB0, 0xB3, 0xB5, 0xB6));
  EXPECT_THAT(encode("x"), ElementsAre(0xF8, 0x37, 0x38));
  EXPECT_THAT(encode("l"), ElementsAre(0xEC, 0xB6, 0x43));
}

TEST(MillenniumCodec, TheNotesStartPositionIsWrittenAndRead) {
  const Bytes bytes = Bytes{0x73, 0xF2, 0x6E, 0x62, 0xF1, 0x6B, 0x62, 0x6E, 0xF2} + Bytes(8, 0x70) +
                      Bytes(32, 0xAE) + Bytes(8, 0xD0) +
                      Bytes{0x52, 0xCE, 0xC2, 0x51, 0xCB, 0xC2, 0xCE, 0x52, 0x37, 0xB3};
  EXPECT_EQ(encode(kStart), bytes);
  const auto frames = decode(bytes);
  ASSERT_THAT(frames, SizeIs(1));
  const record::PieceMap& pieces = std::get<Status>(frames[0]).pieces;
  EXPECT_EQ(pieces[0], chess::piece_from_letter('R'));
  EXPECT_EQ(pieces[4], chess::piece_from_letter('K'));
  EXPECT_EQ(pieces[59], chess::piece_from_letter('q'));
  EXPECT_EQ(pieces[63], chess::piece_from_letter('r'));
  EXPECT_EQ(std::ranges::count_if(pieces, [](const auto& piece) { return piece.has_value(); }), 32);
}

TEST(MillenniumCodec, TheOtherAnswersAreRead) {
  EXPECT_THAT(decode(encode("v010F")), ElementsAre(VariantWith<Version>(Version{0x010F})));
  EXPECT_THAT(decode(encode("ie-one 1.2")), ElementsAre(VariantWith<Info>(Info{"e-one 1.2"})));
  EXPECT_THAT(decode(encode("iSupreme")), ElementsAre(VariantWith<Info>(Info{"Supreme"})));
  EXPECT_THAT(decode(encode("w0203") + encode("r0114") + encode("l") + encode("x")),
              ElementsAre(VariantWith<Echo>(Echo{'w'}), VariantWith<Echo>(Echo{'r'}),
                          VariantWith<Echo>(Echo{'l'}), VariantWith<Echo>(Echo{'x'})));
  std::string sensed(65, '.');
  sensed[0] = 'g';
  sensed[1] = 'P';   // a8
  sensed[64] = '1';  // h1
  EXPECT_THAT(decode(encode(sensed)),
              ElementsAre(VariantWith<Sensed>(Sensed{{std::uint64_t{1} << 56U | 1U << 7U}})));
}

TEST(MillenniumCodec, EverySingleWrongBitCostsOneFrameAndIsCounted) {
  const Bytes good = encode(kStart);
  const auto one = decode(good);
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    Bytes damaged = good;
    damaged[bit / 8] = static_cast<std::uint8_t>(damaged[bit / 8] ^ 1U << bit % 8);
    Decoder decoder;
    EXPECT_EQ(decode(decoder, damaged + good), one) << bit;
    EXPECT_EQ(decoder.losses().bad_parity, 1U);
    EXPECT_EQ(decoder.losses().skipped_bytes, kLargestFrame) << bit;
  }
}

TEST(MillenniumCodec, TwoWrongBitsInOneByteAreFoundByTheBlockCheck) {
  const Bytes good = encode(kStart);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (unsigned one = 0; one < 8; ++one) {
      for (unsigned two = one + 1; two < 8; ++two) {
        Bytes damaged = good;
        damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ (1U << one | 1U << two));
        EXPECT_THAT(decode(damaged), IsEmpty()) << at;
      }
    }
  }
}

TEST(MillenniumCodec, WrongBlockChecksAndLengthsAreNoFrames) {
  for (unsigned wrong = 1; wrong < 256; ++wrong) {
    std::string text{kStart};
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const unsigned check = 0x73 ^ wrong;
    text += {kDigits[check >> 4U], kDigits[check & 0x0FU]};
    Decoder decoder;
    EXPECT_THAT(decode(decoder, line(text)), IsEmpty());
    EXPECT_GT(decoder.losses().bad_frames, 0U);
  }
  for (std::size_t squares = 0; squares < 130; ++squares) {
    if (squares == 64) continue;
    std::string text(squares + 1, 'P');
    text[0] = 's';
    Decoder decoder;
    const auto frames = decode(decoder, encode(text) + encode(kStart));
    ASSERT_THAT(frames, SizeIs(1)) << squares;
    EXPECT_EQ(frames, decode(encode(kStart)));
  }
  EXPECT_THAT(decode(line("x7")), IsEmpty());
  EXPECT_THAT(decode(line("sx")), IsEmpty());
  EXPECT_THAT(decode(line("v010f17")), IsEmpty()) << "digits are upper-case";
}

TEST(MillenniumCodec, AFrameCutAnywhereCostsNoOther) {
  const Bytes first = encode(kStart);
  const Bytes good = encode(kAfterE4);
  for (std::size_t kept = 0; kept < first.size(); ++kept) {
    const Bytes cut{first.begin(), first.begin() + static_cast<std::ptrdiff_t>(kept)};
    EXPECT_EQ(decode(cut + good), decode(good)) << kept;
    const Bytes end{first.begin() + static_cast<std::ptrdiff_t>(kept) + 1, first.end()};
    EXPECT_EQ(decode(end + good), decode(good)) << kept;
  }
}

TEST(MillenniumCodec, ChunkingDoesNotMatter) {
  std::mt19937 random{1};
  Bytes bytes;
  for (int i = 0; i < 300; ++i) {
    Bytes one = encode(i % 5 == 0 ? std::string_view{"v010F"} : i % 2 == 0 ? kStart : kAfterE4);
    if (i % 7 == 0) one[random() % one.size()] = static_cast<std::uint8_t>(random());
    if (i % 11 == 0) one.resize(random() % one.size());
    bytes = std::move(bytes) + one;
  }
  Decoder at_once;
  const auto whole = decode(at_once, bytes);
  ASSERT_GT(whole.size(), 220U);
  jadoube::testing::expect_the_same_in_pieces(bytes, whole, at_once);
}

TEST(MillenniumCodec, TenMinutesOfRandomBytesMakeNoPosition) {
  std::mt19937 random{2};
  constexpr std::string_view kLikely = "srgvwlxiKQRBNPkqrbnp.0123456789ABCDEF";
  Bytes noise = line(std::string(600 * 3840, '.'));
  for (auto& byte : noise)
    byte =
        random() % 8 == 0 ? static_cast<std::uint8_t>(random()) : line(kLikely.substr(random() % 37, 1))[0];
  Decoder decoder;
  for (const Frame& frame : decode(decoder, noise)) {
    EXPECT_FALSE(std::holds_alternative<Status>(frame));
    EXPECT_FALSE(std::holds_alternative<Sensed>(frame));
  }
  EXPECT_GT(decoder.losses().bad_frames, 1000U);
  EXPECT_THAT(decode(decoder, encode(kStart)), ::testing::Contains(VariantWith<Status>(::testing::_)));
}

TEST(MillenniumCodec, ALineThatWasCutBeginsAnew) {
  Decoder decoder;
  const Bytes good = encode(kStart);
  EXPECT_THAT(decode(decoder, std::span{good}.first(40)), IsEmpty());
  decoder.reset();
  EXPECT_EQ(decoder.pending(), 0U);
  EXPECT_EQ(decoder.losses().skipped_bytes, 40U);
  EXPECT_THAT(decode(decoder, good), SizeIs(1));
}

}  // namespace
}  // namespace jadoube::drivers::millennium
