#include "drivers/dgt/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "tests/drivers/dgt/bytes.hpp"

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;
using namespace jadoube::drivers::dgt::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::VariantWith;

FieldUpdate updated(unsigned field, Code code) {
  return {static_cast<Field>(field), code, false};
}

/// One good frame of every kind, with every length that the kind may have.
std::vector<Bytes> every_kind() {
  return {start_dump(false),
          update(0x34, 0),
          clock(182, 182, kLeftStands),
          frame(0x8D, {0x0A, 0x10, 0x09, 0x0A, 0x20, 0x00, 0x00}),
          frame(0x8F, Bytes(7936, 0x7F)),
          frame(0x90, {0x08, 0x01}),
          frame(0x91, {'0', '1', '0', '2', '5'}),
          frame(0x91, {'0', '1', '0', '2', '5', ' ', '1', '.', '3'}),
          frame(0x92, {'D', 'G', 'T'}),
          frame(0x93, {1, 8}),
          frame(0x94, Bytes(50, 4)),
          frame(0x95, Bytes(50, 1)),
          frame(0x96, {2, 0}),
          frame(0xA0, {80, 10, 30, 1, 5, 0, 2, 11, 2}),
          frame(0xA0, {80, 10, 30, 1}),
          frame(0xA2, {'3', '.', '2', '5', '0', '0', '0', '0', '0', '1'}),
          frame(0xA3, {1, 2, 3})};
}

Bytes glued(const std::vector<Bytes>& frames) {
  Bytes all;
  for (const Bytes& each : frames) all = std::move(all) + each;
  return all;
}

TEST(DgtCodec, ReadsTheStartPosition) {
  const auto messages = decode(start_dump(false));
  ASSERT_THAT(messages, ElementsAre(VariantWith<BoardDump>(::testing::_)));
  const auto& fields = std::get<BoardDump>(messages[0]).fields;
  EXPECT_EQ(fields[0], Code::black_rook);
  EXPECT_EQ(fields[4], Code::black_king);
  EXPECT_EQ(fields[15], Code::black_pawn);
  EXPECT_EQ(fields[16], Code::empty);
  EXPECT_EQ(fields[59], Code::white_queen);
  EXPECT_EQ(fields[63], Code::white_rook);
}

TEST(DgtCodec, Field0IsTheUpperLeftCornerAndField56TheBoardsOwnA1) {
  EXPECT_EQ(index(sensor_square(Field{56})), index(chess::Square::a1));
  EXPECT_EQ(index(sensor_square(Field{0})), index(chess::Square::a8));
  EXPECT_EQ(index(sensor_square(Field{63})), index(chess::Square::h1));
  EXPECT_EQ(index(sensor_square(Field{0x34})), index(chess::Square::e2));
}

TEST(DgtCodec, EveryCodeIsItsPieceAndResultPiecesAreNone) {
  std::string letters;
  for (unsigned code = 0; code < 16; ++code) {
    const auto piece = piece_of(static_cast<Code>(code));
    letters.push_back(piece ? chess::to_letter(*piece) : '.');
  }
  EXPECT_EQ(letters, ".PRNBKQprnbkq...");
}

TEST(DgtCodec, ReadsE2e4) {
  EXPECT_THAT(decode(update(0x34, 0) + update(0x24, 1)),
              ElementsAre(VariantWith<FieldUpdate>(updated(0x34, Code::empty)),
                          VariantWith<FieldUpdate>(updated(0x24, Code::white_pawn))));
}

TEST(DgtCodec, BitsOfUnknownMeaningInAnUpdateAreSetAsideAndReported) {
  const auto messages = decode(frame(0x8E, {0x74, 0x11}));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(std::get<FieldUpdate>(messages[0]), (FieldUpdate{Field{0x34}, Code::white_pawn, true}));
}

TEST(DgtCodec, ReadsTheClockWithTheRightHandSideFirst) {
  const Bytes running{0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x21, 0x59, 0x58, 0x09};
  const auto messages = decode(running);
  ASSERT_THAT(messages, SizeIs(1));
  const auto& times = std::get<ClockTimes>(messages[0]);
  EXPECT_EQ(times.right.time, 3min + 2s);
  EXPECT_EQ(times.left.time, 1h + 59min + 58s);
  EXPECT_TRUE(times.right.per_move_time);
  EXPECT_TRUE(times.running());
  EXPECT_FALSE(times.right_up());
  EXPECT_TRUE(times.connected());
  EXPECT_FALSE(times.battery_low());
}

TEST(DgtCodec, ReadsTheFlag) {
  const auto messages = decode(Bytes{0x8D, 0x00, 0x0A, 0x30, 0x00, 0x00, 0x60, 0x00, 0x16, 0x12});
  ASSERT_THAT(messages, SizeIs(1));
  const auto& times = std::get<ClockTimes>(messages[0]);
  EXPECT_TRUE(times.right.fallen);
  EXPECT_FALSE(times.right.flag_shown);
  EXPECT_FALSE(times.left.fallen);
  EXPECT_TRUE(times.left.flag_shown);
  EXPECT_FALSE(times.running());
  EXPECT_TRUE(times.right_up());
}

TEST(DgtCodec, WithoutAClockTheTimesMayBeAnything) {
  const auto messages = decode(frame(0x8D, {0x0F, 0x7F, 0x7F, 0x0F, 0x7F, 0x7F, 0x20}));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_FALSE(std::get<ClockTimes>(messages[0]).connected());
}

TEST(DgtCodec, TimesThatNoClockShowsAreRefusedAndCounted) {
  for (const Bytes& data :
       {Bytes{0x0B, 0, 0, 0, 0, 1, 9}, Bytes{0, 0x60, 0, 0, 0, 1, 9}, Bytes{0, 0x0A, 0, 0, 0, 1, 9},
        Bytes{0, 0, 0x75, 0, 0, 1, 9}, Bytes{0, 0, 1, 0x0C, 0, 1, 9}, Bytes{0, 0, 1, 0, 0x1F, 1, 9}}) {
    Decoder decoder;
    EXPECT_THAT(decode(decoder, frame(0x8D, data)), IsEmpty());
    EXPECT_EQ(decoder.losses().bad_contents, 1U);
    EXPECT_EQ(decoder.losses().skipped_bytes, 10U);
  }
}

TEST(DgtCodec, PutsTheBitsOfAnAcknowledgeBackInPlace) {
  const auto ack = [](const Bytes& data) {
    return std::get<ClockAck>(decode(frame(0x8D, data)).at(0)).bytes;
  };
  EXPECT_THAT(ack({0x0A, 0x10, 0x09, 0x0A, 0x20, 0x00, 0x00}), ElementsAre(0x10, 0x09, 0x20, 0x00));
  EXPECT_THAT(ack({0x0A, 0x10, 0x08, 0x2A, 0x11, 0x33, 0x00}), ElementsAre(0x10, 0x88, 0x11, 0x33));
  EXPECT_THAT(ack({0x3A, 0x10, 0x01, 0x1A, 0x05, 0x06, 0x00}), ElementsAre(0x90, 0x01, 0x85, 0x86));
}

TEST(DgtCodec, ReadsWhoTheBoardIs) {
  EXPECT_THAT(decode(frame(0x91, {'0', '1', '0', '2', '5'})),
              ElementsAre(VariantWith<SerialNumber>(SerialNumber{"01025"})));
  EXPECT_THAT(decode(frame(0x90, {0x08, 0x01})), ElementsAre(VariantWith<BusAddress>(BusAddress{1025})));
  EXPECT_THAT(decode(frame(0x93, {0x01, 0x02})), ElementsAre(VariantWith<Version>(Version{1, 2})));
  EXPECT_THAT(decode(frame(0x96, {0x02, 0x03})),
              ElementsAre(VariantWith<HardwareVersion>(HardwareVersion{2, 3})));
  EXPECT_THAT(decode(frame(0x92, Bytes(256, 'x'))),
              ElementsAre(VariantWith<Trademark>(Trademark{std::string(256, 'x')})));
  EXPECT_THAT(decode(frame(0xA2, Bytes(10, '7'))),
              ElementsAre(VariantWith<LongSerialNumber>(LongSerialNumber{"7777777777"})));
}

TEST(DgtCodec, ANumberIsMadeOfDigits) {
  EXPECT_THAT(decode(frame(0x91, {'0', '1', '0', '2', '5', ' ', '1', '.', '0'})),
              ElementsAre(VariantWith<SerialNumber>(SerialNumber{"01025 1.0"})));
  for (const Bytes& none :
       {Bytes{'d', '_', 0, 1, 2}, Bytes{'0', '1', '0', '2', ' '}, Bytes{0x30, 0x31, 0x3A, 0x33, 0x34},
        Bytes{'1', '2', '3', '4', 'x', ' ', '1', '.', '0'}}) {
    Decoder decoder;
    for (const std::uint8_t byte : frame(0x91, none)) EXPECT_EQ(decoder.push(byte), std::nullopt);
    EXPECT_EQ(decoder.losses().bad_contents, 1U);
  }
}

TEST(DgtCodec, ReadsTheBatteryInBothLengths) {
  EXPECT_THAT(decode(frame(0xA0, {80, 10, 30, 1, 5, 0, 2, 11, 2})),
              ElementsAre(VariantWith<Battery>(Battery{80, 10h + 30min, false, true})));
  EXPECT_THAT(decode(frame(0xA0, {80, 0x7F, 0x7F, 1})),
              ElementsAre(VariantWith<Battery>(Battery{80, std::nullopt, false, false})));
}

TEST(DgtCodec, HandsOverTheEventLogAndWhatItDoesNotKnowAsBytes) {
  const auto log = decode(frame(0x8F, Bytes(7936, 0x6A)));
  ASSERT_THAT(log, SizeIs(1));
  EXPECT_THAT(std::get<EventLog>(log[0]).bytes, SizeIs(7936));
  EXPECT_THAT(decode(frame(0xA3, {1, 2})), ElementsAre(VariantWith<Unknown>(Unknown{0xA3, {1, 2}})));
  EXPECT_THAT(decode(frame(0xB7, {})), ElementsAre(VariantWith<Unknown>(Unknown{0xB7, {}})));
}

TEST(DgtCodec, ADumpWithACodeAbove15IsRefused) {
  Bytes dump = start_dump(false);
  dump[20] = 0x10;
  Decoder decoder;
  EXPECT_THAT(decode(decoder, dump), IsEmpty());
  EXPECT_EQ(decoder.losses(),
            (Losses{.skipped_bytes = 67, .bad_headers = 0, .cut_frames = 0, .bad_contents = 1}));
}

TEST(DgtCodec, EveryOtherLengthThanItsOwnIsRefusedAtTheHeader) {
  for (const unsigned id :
       {0x86U, 0x8DU, 0x8EU, 0x8FU, 0x90U, 0x91U, 0x93U, 0x94U, 0x95U, 0x96U, 0xA0U, 0xA2U}) {
    for (unsigned length = 0; length < 1U << 14U; ++length) {
      const auto is_right = [&](const Bytes& good) {
        return good[0] == id && (static_cast<unsigned>(good[1]) << 7U | good[2]) == length;
      };
      static const auto good_frames = every_kind();
      if (std::ranges::any_of(good_frames, is_right)) continue;
      Decoder decoder;
      const Bytes header{static_cast<std::uint8_t>(id), static_cast<std::uint8_t>(length >> 7U),
                         static_cast<std::uint8_t>(length & 0x7FU)};
      ASSERT_THAT(decode(decoder, header), IsEmpty());
      ASSERT_EQ(decoder.losses().bad_headers, 1U) << "id " << id << ", length " << length;
      ASSERT_EQ(decoder.losses().skipped_bytes, 3U);
    }
  }
}

TEST(DgtCodec, ALengthUnderThreeIsRefusedEvenOfAnUnknownMessage) {
  for (std::uint8_t length = 0; length < 3; ++length) {
    Decoder decoder;
    EXPECT_THAT(decode(decoder, Bytes{0xB7, 0, length} + update(1, 1)), SizeIs(1));
    EXPECT_EQ(decoder.losses().bad_headers, 1U);
  }
}

TEST(DgtCodec, AGoodFrameIsFoundBehindEveryWayOfCuttingAnother) {
  for (const Bytes& whole : every_kind()) {
    // The interesting cuts of the long ones are those near their ends.
    const std::size_t step = whole.size() / 100 + 1;
    for (std::size_t kept = 0; kept < whole.size(); kept += kept < 20 ? 1 : step) {
      const Bytes head(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(kept));
      const Bytes tail(whole.begin() + static_cast<std::ptrdiff_t>(whole.size() - kept), whole.end());
      for (const Bytes& part : {head, tail}) {
        Decoder decoder;
        ASSERT_THAT(decode(decoder, part + update(0x24, 1)),
                    ElementsAre(VariantWith<FieldUpdate>(updated(0x24, Code::white_pawn))));
        ASSERT_EQ(decoder.losses().skipped_bytes, part.size());
      }
    }
  }
}

TEST(DgtCodec, FramesGluedAndRepeatedAreAllDelivered) {
  const auto frames = every_kind();
  const Bytes twice = glued(frames) + glued(frames);
  Decoder decoder;
  const auto messages = decode(decoder, twice);
  EXPECT_THAT(messages, SizeIs(2 * frames.size()));
  EXPECT_EQ(decoder.losses(), Losses{});
  EXPECT_EQ(decoder.pending(), 0U);
}

TEST(DgtCodec, AByteTooManyInsideAFrameShowsAsASkippedByte) {
  Bytes dump = start_dump(false);
  dump.insert(dump.begin() + 30, 0x00);
  Decoder decoder;
  decode(decoder, dump + update(0x24, 1));
  EXPECT_EQ(decoder.losses().skipped_bytes, 1U);
}

TEST(DgtCodec, CommandsAreTheirBytes) {
  EXPECT_EQ(encode(Command::send_board), 0x42);
  EXPECT_EQ(encode(Command::report_changes_and_clock_changes), 0x4B);
  EXPECT_EQ(encode(Command::send_long_serial_number), 0x55);
}

rc::Gen<Bytes> any_bytes() {
  return rc::gen::arbitrary<Bytes>();
}

rc::Gen<Bytes> any_frame() {
  return rc::gen::elementOf(every_kind());
}

/// Frames, pieces of frames and noise, as a bad line would deliver them.
rc::Gen<Bytes> any_stream() {
  return rc::gen::map(
      rc::gen::container<std::vector<Bytes>>(rc::gen::oneOf(any_frame(), any_bytes(), any_frame())), glued);
}

RC_GTEST_PROP(DgtCodec, AnUndamagedFrameIsDeliveredWhateverCameBefore, ()) {
  const Bytes noise = *any_stream();
  const Bytes good = *any_frame();
  const auto alone = decode(good);
  const auto after_noise = decode(noise + good);
  RC_ASSERT(!after_noise.empty());
  RC_ASSERT(after_noise.back() == alone.at(0));
}

RC_GTEST_PROP(DgtCodec, EveryByteIsInAMessageOrCountedAsSkippedOrPending, ()) {
  const Bytes stream = *any_stream();
  Decoder decoder;
  std::size_t in_messages = 0;
  std::size_t since_last = 0;
  for (const std::uint8_t byte : stream) {
    const std::size_t pending = decoder.pending();
    ++since_last;
    if (decoder.push(byte)) in_messages += pending + 1;
    RC_ASSERT(decoder.pending() < kLargestMessage);
  }
  RC_ASSERT(since_last == in_messages + decoder.losses().skipped_bytes + decoder.pending());
}

TEST(DgtCodec, TenMegabytesOfNoiseLeaveItBoundedAndReady) {
  std::mt19937 random{20260502};  // NOLINT: the same noise each time
  Decoder decoder;
  std::uint64_t delivered = 0;
  for (int i = 0; i < 10'000'000; ++i) {
    if (decoder.push(static_cast<std::uint8_t>(random()))) ++delivered;
    ASSERT_LT(decoder.pending(), kLargestMessage);
  }
  EXPECT_GT(decoder.losses().bad_headers, 0U);
  EXPECT_GT(decoder.losses().cut_frames, 0U);
  // Noise seldom looks like a described message: mostly the unknown ids with short lengths.
  EXPECT_LT(delivered, 100'000U);
  EXPECT_THAT(decode(decoder, update(0x24, 1)),
              ElementsAre(VariantWith<FieldUpdate>(updated(0x24, Code::white_pawn))));
}

}  // namespace
}  // namespace jadoube::drivers::dgt
