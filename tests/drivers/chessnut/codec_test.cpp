#include "drivers/chessnut/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string_view>

#include "tests/support/in_pieces.hpp"

namespace jadoube::drivers::chessnut {
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

/// The bytes of the start position.
Bytes start_squares() {
  return Bytes{0x58, 0x23, 0x31, 0x85, 0x44, 0x44, 0x44, 0x44} + Bytes(16, 0) +
         Bytes{0x77, 0x77, 0x77, 0x77, 0xA6, 0xC9, 0x9B, 0x6A};
}
Bytes report(const Bytes& squares, std::uint8_t tail = 0) {
  return Bytes{0x01, 0x3D} + squares + Bytes(29, tail);
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
    const auto piece = std::get<BoardReport>(message).pieces[i ^ 56U];
    constexpr std::string_view kLetters = "PNBRQK";
    char letter = '.';
    for (const char each : kLetters)
      if (piece && chess::piece_from_letter(each)->type == piece->type) letter = each;
    if (piece && piece->side == chess::Side::black) letter = static_cast<char>(letter - 'A' + 'a');
    text.push_back(letter);
  }
  return text;
}

constexpr std::string_view kStart = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";

TEST(ChessnutCodec, TheNotesStartPositionIsRead) {
  const auto messages = decode(report(start_squares()));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(diagram(messages[0]), kStart);
}

TEST(ChessnutCodec, ABoardThatIsTurnedIsReportedAsItStands) {
  const Bytes turned = Bytes{0xA6, 0xB9, 0x9C, 0x6A} + Bytes(4, 0x77) + Bytes(16, 0) + Bytes(4, 0x44) +
                       Bytes{0x58, 0x13, 0x32, 0x85};
  const auto messages = decode(report(turned));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(diagram(messages[0]), std::string(kStart.rbegin(), kStart.rend()));
}

TEST(ChessnutCodec, TheKingsPawnGoesToTheFourthRank) {
  Bytes squares = start_squares();
  squares[17] = 0x70;
  squares[25] = 0x07;
  const auto messages = decode(report(squares));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(diagram(messages[0]), "rnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR");
}

TEST(ChessnutCodec, EveryCodeGoesBothWays) {
  for (unsigned code = 0; code <= 12; ++code) {
    Bytes squares(32, 0);
    squares[0] = static_cast<std::uint8_t>(code);
    const auto messages = decode(report(squares));
    ASSERT_THAT(messages, SizeIs(1));
    EXPECT_EQ(code_of(std::get<BoardReport>(messages[0]).pieces[63]), code);
  }
}

TEST(ChessnutCodec, RequestsAreThoseOfTheNoteAndNoOthers) {
  EXPECT_THAT(encode(Request::real_time_mode), ElementsAre(0x21, 0x01, 0x00));
  EXPECT_THAT(encode(Request::battery), ElementsAre(0x29, 0x01, 0x00));
}

TEST(ChessnutCodec, ABatteryTellsItsCharge) {
  EXPECT_THAT(decode(Bytes{0x2A, 0x02, 0x64, 0x01}), ElementsAre(VariantWith<Battery>(Battery{100, true})));
  EXPECT_THAT(decode(Bytes{0x2A, 0x02, 0x80 | 50, 0x00}),
              ElementsAre(VariantWith<Battery>(Battery{50, true})));
  EXPECT_THAT(decode(Bytes{0x2A, 0x02, 0x32, 0x00}), ElementsAre(VariantWith<Battery>(Battery{50, false})));
  EXPECT_THAT(decode(Bytes{0x2A, 0x02, 0x00, 0x00}), IsEmpty()) << "0 percent is bogus";
  EXPECT_THAT(decode(Bytes{0x2A, 0x02, 101, 0x00}), IsEmpty());
}

TEST(ChessnutCodec, TheBatteryOfAMoveSaysWhetherItIsChargedFirst) {
  EXPECT_THAT(encode(Request::battery_of_move), ElementsAre(0x41, 0x01, 0x0C));
  EXPECT_THAT(decode(Bytes{0x41, 0x03, 0x0C, 0x01, 0x64}),
              ElementsAre(VariantWith<Battery>(Battery{100, true})));
  EXPECT_THAT(decode(Bytes{0x41, 0x03, 0x0C, 0x00, 0x32}),
              ElementsAre(VariantWith<Battery>(Battery{50, false})));
  EXPECT_THAT(decode(Bytes{0x41, 0x03, 0x0C, 0x02, 0x32}), IsEmpty());
}

/// One notification of Bluetooth.
Bytes notification(const Bytes& squares, std::size_t tail = 4) {
  return Bytes{0x01, 0x24} + squares + Bytes(tail, 0xFF);
}
Bytes after_e4() {
  Bytes squares = start_squares();
  squares[17] = 0x70;
  squares[25] = 0x07;
  return squares;
}

TEST(ChessnutCodec, NotificationsOfBluetoothAreReadWholeCutAndGlued) {
  const auto expected = decode(report(start_squares()) + report(after_e4()));
  for (const std::size_t tail : {2U, 4U}) {
    const Bytes first = notification(start_squares(), tail);
    const Bytes second = notification(after_e4(), tail);
    const Bytes both = first + second;
    for (const std::size_t piece : {20U, 23U, 30U, 36U, 38U, 72U, 76U}) {
      Decoder decoder;
      std::vector<Message> messages;
      // Pieces begin anew with each notification, but where several came as one.
      for (const Bytes& each : piece > 38 ? std::vector<Bytes>{both} : std::vector<Bytes>{first, second})
        for (std::span<const std::uint8_t> rest{each}; !rest.empty();
             rest = rest.subspan(std::min(piece, rest.size())))
          decoder.push_report(rest.first(std::min(piece, rest.size())), messages);
      EXPECT_EQ(messages, expected) << tail << ' ' << piece;
      EXPECT_EQ(decoder.losses().bad_contents + decoder.losses().cut, 0U);
    }
  }
}

TEST(ChessnutCodec, ALinkThatBreaksInsideANotificationCostsThatOneAlone) {
  const Bytes whole = notification(start_squares());
  for (std::size_t kept = 2; kept < 36; ++kept) {
    Decoder decoder;
    std::vector<Message> messages;
    decoder.push_report(std::span{whole}.first(kept), messages);
    // Answers come between.
    decoder.push_report(Bytes{0x2A, 0x02, 0x64, 0x01}, messages);
    EXPECT_THAT(messages, ElementsAre(VariantWith<Battery>(Battery{100, true}))) << kept;
    decoder.push_report(notification(after_e4()), messages);
    ASSERT_THAT(messages, SizeIs(2)) << kept;
    EXPECT_EQ(messages[1], decode(report(after_e4()))[0]);
    EXPECT_EQ(decoder.losses().cut, 1U);
  }
}

TEST(ChessnutCodec, ACodeThatNoSourceKnowsIsSomethingUnknownOnThatSquareAlone) {
  const auto start = std::get<BoardReport>(decode(report(start_squares()))[0]);
  for (unsigned nibble = 0; nibble < 64; ++nibble) {
    for (const std::uint8_t code : Bytes{0x0D, 0x0E, 0x0F}) {
      Bytes squares = start_squares();
      auto& both = squares[nibble / 2];
      both = static_cast<std::uint8_t>(nibble % 2 == 0 ? (both & 0xF0U) | code
                                                       : (both & 0x0FU) | static_cast<unsigned>(code) << 4U);
      Decoder decoder;
      const auto messages = decode(decoder, report(squares));
      ASSERT_THAT(messages, SizeIs(1)) << nibble;
      BoardReport expected = start;
      expected.pieces[index(square_of(nibble))].reset();
      expected.unknown.bits = std::uint64_t{1} << index(square_of(nibble));
      EXPECT_EQ(std::get<BoardReport>(messages[0]), expected) << nibble;
      EXPECT_EQ(decoder.losses(), (Losses{.sensor_errors = 1})) << nibble;
    }
  }
}

TEST(ChessnutCodec, MorePiecesThanASetHasAndUnknownCodesAreNoPosition) {
  Decoder decoder;
  EXPECT_THAT(decode(decoder, report(Bytes(32, 0xF7))), IsEmpty());
  EXPECT_EQ(decoder.losses().bad_contents, 1U);
  EXPECT_EQ(decoder.losses().sensor_errors, 0U);
  EXPECT_THAT(decode(decoder, report(start_squares())), SizeIs(1));
}

TEST(ChessnutCodec, EveryOtherLengthIsNoBoardReport) {
  for (unsigned length = 0; length < 256; ++length) {
    if (length == 0x3D) continue;
    Bytes wrong = report(start_squares());
    wrong[1] = static_cast<std::uint8_t>(length);
    Decoder decoder;
    EXPECT_THAT(decode(decoder, wrong), IsEmpty()) << length;
    EXPECT_GT(decoder.losses().skipped_bytes, 0U);
    EXPECT_THAT(decode(decoder, report(start_squares())), SizeIs(1));
  }
}

TEST(ChessnutCodec, AReportCutAnywhereCostsNoOtherAndMakesNoPosition) {
  const Bytes good = report(start_squares(), 0x5A);
  Bytes other = start_squares();
  other[17] = 0x70;
  other[25] = 0x07;
  for (std::size_t kept = 0; kept < kReportSize; ++kept) {
    const Bytes cut{good.begin(), good.begin() + static_cast<std::ptrdiff_t>(kept)};
    Decoder decoder;
    EXPECT_EQ(decode(decoder, cut + report(other)), decode(report(other))) << kept;
    EXPECT_EQ(decoder.losses().cut, kept >= 2 ? 1U : 0U) << kept;
  }
}

TEST(ChessnutCodec, AHeaderAmongBytesWithoutMeaningCostsNothing) {
  Bytes other = start_squares();
  other[17] = 0x70;
  other[25] = 0x07;
  for (const bool is_filled_up : {true, false}) {
    for (std::size_t at = kMeaningSize; at + 2 <= kReportSize; ++at) {
      for (const std::uint8_t tail : Bytes{0, 0x5A, 0x01, 0xFF}) {
        Bytes strange = report(start_squares(), tail);
        strange[at] = 0x01;
        strange[at + 1] = 0x3D;
        if (is_filled_up) strange.push_back(0);
        const Bytes all = strange + strange + report(other) + Bytes{0};
        Decoder decoder;
        const auto messages = decode(decoder, all);
        ASSERT_THAT(messages, SizeIs(3)) << at << ' ' << int{tail} << ' ' << is_filled_up;
        EXPECT_EQ(messages[0], decode(report(start_squares()))[0]);
        EXPECT_EQ(messages[1], messages[0]);
        EXPECT_EQ(messages[2], decode(report(other))[0]);
        EXPECT_EQ(decoder.losses(), Losses{}) << at;
        jadoube::testing::expect_the_same_in_pieces(all, messages, decoder);
      }
    }
  }
}

TEST(ChessnutCodec, AReportThatIsOnePacketWaitsForNoOther) {
  for (std::size_t at = kMeaningSize; at + 2 <= kReportSize; ++at) {
    Bytes strange = report(start_squares()) + Bytes{0};
    strange[at] = 0x01;
    strange[at + 1] = 0x3D;
    Decoder decoder;
    std::vector<Message> messages;
    decoder.push_report(strange, messages);
    EXPECT_EQ(messages, decode(report(start_squares()))) << at;
    EXPECT_EQ(decoder.losses(), Losses{});
    EXPECT_EQ(decoder.pending(), 0U);
    // Behind the beginning of another one it is read too.
    decoder.push(Bytes{0x01, 0x3D, 0x58}, messages);
    decoder.push_report(report(start_squares()) + Bytes{0}, messages);
    EXPECT_THAT(messages, SizeIs(2));
    EXPECT_EQ(decoder.losses().cut, 1U);
  }
}

TEST(ChessnutCodec, AReportWithBytesMissingInsideIsNoPosition) {
  const Bytes good = report(start_squares());
  for (std::size_t from = 2; from < kMeaningSize; ++from) {
    for (std::size_t count = 1; count < 20; ++count) {
      Bytes torn = good;
      const auto at = torn.begin() + static_cast<std::ptrdiff_t>(from);
      torn.erase(at, at + static_cast<std::ptrdiff_t>(count));
      Decoder decoder;
      EXPECT_THAT(decode(decoder, torn + good), SizeIs(1)) << from << ' ' << count;
    }
  }
}

TEST(ChessnutCodec, GluedAndRepeatedReportsAreReadOneByOne) {
  const Bytes good = report(start_squares(), 0x33) + Bytes{0};
  Decoder decoder;
  EXPECT_THAT(decode(decoder, good + good + Bytes{0x23, 0x01, 0x00} + Bytes(61, 0) + good), SizeIs(4));
  EXPECT_EQ(decoder.losses(), Losses{});
}

TEST(ChessnutCodec, ChunkingDoesNotMatter) {
  std::mt19937 random{1};
  Bytes bytes;
  for (int i = 0; i < 200; ++i) {
    Bytes one = report(start_squares());
    for (std::size_t at = kMeaningSize; at < kReportSize; ++at) one[at] = static_cast<std::uint8_t>(random());
    if (i % 7 == 0) one[random() % one.size()] = static_cast<std::uint8_t>(random());
    bytes = std::move(bytes) + one + Bytes{0};
  }
  Decoder at_once;
  const auto whole = decode(at_once, bytes);
  ASSERT_GT(whole.size(), 170U);
  for (const Decoder& each : jadoube::testing::expect_the_same_in_pieces(bytes, whole, at_once))
    EXPECT_EQ(each.filling(), at_once.filling());
}

TEST(ChessnutCodec, RandomBytesMakeNoPositionAndTheFirstSoundReportIsRead) {
  // As many as ten minutes of reports, with headers more often than chance has them.
  std::mt19937 random{2};
  Bytes noise(600 * 5 * 64);
  for (std::size_t i = 0; i < noise.size(); ++i) {
    noise[i] = static_cast<std::uint8_t>(random());
    if (i > 0 && random() % 40 == 0) {
      noise[i - 1] = 0x01;
      noise[i] = 0x3D;
    }
  }
  Decoder decoder;
  for (const Message& message : decode(decoder, noise))
    EXPECT_FALSE(std::holds_alternative<BoardReport>(message));
  EXPECT_GT(decoder.losses().bad_contents + decoder.losses().cut, 1000U);
  const auto messages = decode(decoder, report(start_squares()));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(diagram(messages[0]), kStart);
}

TEST(ChessnutCodec, ABoardThatWasUnpluggedBeginsAnew) {
  Decoder decoder;
  const Bytes good = report(start_squares());
  EXPECT_THAT(decode(decoder, std::span{good}.first(40)), IsEmpty());
  decoder.reset();
  EXPECT_EQ(decoder.pending(), 0U);
  EXPECT_THAT(decode(decoder, good), SizeIs(1));
}

}  // namespace
}  // namespace jadoube::drivers::chessnut
