#include "drivers/liboard/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/drivers/sessions.hpp"

namespace jadoube::drivers::liboard {
namespace {

using Bytes = std::vector<std::uint8_t>;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::kLifted;
using testing::kStart;
using ::testing::Not;

constexpr record::Occupancy kPut{0xFFFF00001000EFFF};
/// … and Black's pawn of e7 in the hand.
constexpr record::Occupancy kPutAndLifted{0xFFEF00001000EFFF};

Bytes bytes_of(std::initializer_list<record::Occupancy> positions) {
  Bytes all;
  for (const record::Occupancy each : positions)
    for (const std::uint8_t byte : encode(each)) all.push_back(byte);
  return all;
}
std::vector<record::Occupancy> run(Decoder& decoder, const Bytes& bytes) {
  std::vector<record::Occupancy> out;
  decoder.push(bytes, out);
  decoder.end_run(out);
  return out;
}

TEST(LiBoardCodec, TheNotesExamplesAreReadAndWritten) {
  EXPECT_THAT(encode(kStart), ElementsAre(0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF));
  EXPECT_THAT(encode(kPut), ElementsAre(0xFF, 0xFF, 0, 0, 0x10, 0, 0xEF, 0xFF));
  Decoder decoder;
  EXPECT_THAT(run(decoder, bytes_of({kStart, kLifted, kPut})), ElementsAre(kStart, kLifted, kPut));
}

TEST(LiBoardCodec, WhatOneHandDoesIsToldAtOnceAndAnythingElseAfterASilence) {
  Decoder decoder;
  std::vector<record::Occupancy> out;
  decoder.push(bytes_of({kStart}), out);
  EXPECT_THAT(out, IsEmpty()) << "nobody knows yet where a position begins";
  decoder.end_run(out);
  decoder.push(bytes_of({kLifted}), out);
  EXPECT_THAT(out, ElementsAre(kStart, kLifted));
  // Put on e4, and then what two others do, of one of whom nothing was heard.
  constexpr record::Occupancy kMore{kPutAndLifted.bits & ~1ULL};
  decoder.push(bytes_of({kMore}), out);
  EXPECT_THAT(out, ElementsAre(kStart, kLifted));
  decoder.end_run(out);
  EXPECT_THAT(out, ElementsAre(kStart, kLifted, kMore));
}

TEST(LiBoardCodec, WhatTheLastPositionDoesNotLeadToIsBelievedWithTheNextThatFollowsFromIt) {
  constexpr record::Occupancy kElsewhere{1};
  constexpr record::Occupancy kOnFromThere{3};
  Decoder decoder;
  run(decoder, bytes_of({kStart}));
  EXPECT_THAT(run(decoder, bytes_of({kElsewhere})), IsEmpty());
  EXPECT_EQ(decoder.pending(), 8U);
  EXPECT_THAT(run(decoder, bytes_of({kOnFromThere})), ElementsAre(kElsewhere, kOnFromThere));
  EXPECT_EQ(decoder.losses(), Losses{});
  // What follows from the last one instead tells that it was none.
  run(decoder, bytes_of({kLifted}));
  EXPECT_THAT(run(decoder, bytes_of({record::Occupancy{2}})), ElementsAre(record::Occupancy{2}));
  EXPECT_EQ(decoder.losses(), (Losses{8, 1}));
  EXPECT_EQ(decoder.pending(), 0U);
}

TEST(LiBoardCodec, WhatIsLeftOfTwoPositionsIsNone) {
  Decoder decoder;
  run(decoder, bytes_of({kPut}));
  Bytes cut = bytes_of({kPutAndLifted});
  cut.resize(5);
  const Bytes next = bytes_of({kPut});
  cut.insert(cut.end(), next.begin(), next.begin() + 3);
  EXPECT_THAT(run(decoder, cut), IsEmpty());
  EXPECT_THAT(run(decoder, bytes_of({kPutAndLifted})), ElementsAre(kPutAndLifted));
  EXPECT_EQ(decoder.losses(), (Losses{8, 1}));
}

TEST(LiBoardCodec, AByteThatWasLostIsMadeUpForWhereAHandLeavesOneChoice) {
  const Bytes sound = bytes_of({kLifted});
  constexpr std::size_t kOfTheLift = 6;
  for (std::size_t gone = 0; gone < sound.size(); ++gone) {
    Decoder decoder;
    run(decoder, bytes_of({kStart}));
    Bytes cut = sound;
    cut.erase(cut.begin() + static_cast<std::ptrdiff_t>(gone));
    // Without the rank of the lift nothing has changed; without the last one the lift is on that or on the one before.
    const std::vector<record::Occupancy> told(gone < kOfTheLift ? 1 : 0, kLifted);
    EXPECT_EQ(run(decoder, cut), told) << gone;
    EXPECT_EQ(decoder.losses(), (Losses{7, 1}));
    EXPECT_THAT(run(decoder, bytes_of({kPut})), ElementsAre(kPut));
  }
}

TEST(LiBoardCodec, WhatIsLeftOfAPositionTellsWhatAHandDidOrNothing) {
  const auto left_of = [](record::Occupancy next, std::size_t bytes) {
    Decoder decoder;
    run(decoder, bytes_of({kLifted}));
    Bytes cut = bytes_of({next});
    cut.resize(bytes);
    return run(decoder, cut);
  };
  EXPECT_THAT(left_of(kPut, 7), ElementsAre(kPut)) << "that the king of e1 is lifted too is much less likely";
  EXPECT_THAT(left_of(kPut, 6), ElementsAre(kPut));
  EXPECT_THAT(left_of(kPut, 5), ElementsAre(kPut)) << "the others are lost in one stretch";
  EXPECT_THAT(left_of(kPut, 4), IsEmpty()) << "nothing has changed there";
  constexpr record::Occupancy kInTheCorner{0x7FFF00000000EFFF};
  EXPECT_THAT(left_of(kInTheCorner, 2), ElementsAre(kInTheCorner));
  EXPECT_THAT(left_of(kInTheCorner, 1), IsEmpty()) << "too little to tell";
  EXPECT_THAT(left_of(record::Occupancy{0xFFEF00000000EFFF}, 2), IsEmpty()) << "gone from e7 or from e1";
  EXPECT_THAT(left_of(kLifted, 7), IsEmpty());
  EXPECT_THAT(left_of(record::Occupancy{0x0000FF000000EFFF}, 7), IsEmpty()) << "no hand does that";
  Decoder anew;
  EXPECT_THAT(run(anew, Bytes(7, 0xFF)), IsEmpty()) << "nothing has been seen before";
}

TEST(LiBoardCodec, ALostByteInTheMiddleOfARunCostsNothingBehindIt) {
  Decoder decoder;
  run(decoder, bytes_of({kStart}));
  Bytes bytes = bytes_of({kLifted, kPut, kLifted, kPut});
  bytes.erase(bytes.begin() + kFrame);
  EXPECT_THAT(run(decoder, bytes), ElementsAre(kLifted, kPut, kLifted, kPut));
  EXPECT_EQ(decoder.losses(), (Losses{7, 1}));
}

TEST(LiBoardCodec, APositionThatWasCutSpoilsNotTheNextOfItsRun) {
  for (std::size_t left = 0; left < kFrame; ++left) {
    Decoder decoder;
    run(decoder, bytes_of({kStart}));
    Bytes bytes = bytes_of({kLifted});
    bytes.resize(left);
    for (const std::uint8_t byte : bytes_of({kPut})) bytes.push_back(byte);
    const auto told = run(decoder, bytes);
    ASSERT_THAT(told, Not(IsEmpty())) << left;
    EXPECT_EQ(told.back(), kPut) << left;
    for (const record::Occupancy each : told)
      EXPECT_THAT(each, AnyOf(kStart, kLifted, kPut)) << left << " bytes make another position";
    EXPECT_THAT(run(decoder, bytes_of({kPutAndLifted})), ElementsAre(kPutAndLifted)) << left;
  }
}

TEST(LiBoardCodec, WhereAPositionBeginsIsNotKnownBeforeAWholeOneHasCome) {
  Bytes bytes = bytes_of({kLifted, kPut});
  bytes.erase(bytes.begin());
  Decoder decoder;
  EXPECT_THAT(run(decoder, bytes), IsEmpty());
  EXPECT_EQ(decoder.losses(), (Losses{15, 1}));
}

TEST(LiBoardCodec, MorePiecesThanThereAreIsNoPosition) {
  Decoder decoder;
  EXPECT_THAT(run(decoder, bytes_of({record::Occupancy{~0ULL}})), IsEmpty());
  EXPECT_EQ(decoder.losses(), (Losses{8, 1}));
}

TEST(LiBoardCodec, AFloodIsPassedOverUntilItEnds) {
  std::mt19937 random{1};
  Bytes noise(600 * 960);
  for (auto& byte : noise) byte = static_cast<std::uint8_t>(random());
  Decoder decoder;
  EXPECT_THAT(run(decoder, noise), IsEmpty());
  EXPECT_EQ(decoder.losses().skipped_bytes + decoder.pending(), noise.size());
  EXPECT_THAT(run(decoder, bytes_of({kStart})), ElementsAre(kStart));
}

TEST(LiBoardCodec, ChunkingDoesNotMatter) {
  std::mt19937 random{2};
  Bytes bytes;
  record::Occupancy at = kStart;
  for (int i = 0; i < 50; ++i) {
    at.bits ^= 1ULL << random() % 64;
    for (const std::uint8_t byte : encode(at)) bytes.push_back(byte);
  }
  bytes.erase(bytes.begin() + 200);
  Decoder at_once;
  run(at_once, bytes_of({kStart}));
  const auto whole = run(at_once, bytes);
  for (const std::size_t size : {1U, 7U, 64U}) {
    Decoder decoder;
    run(decoder, bytes_of({kStart}));
    std::vector<record::Occupancy> out;
    for (std::size_t i = 0; i < bytes.size(); i += size)
      decoder.push(std::span{bytes}.subspan(i, std::min(size, bytes.size() - i)), out);
    decoder.end_run(out);
    EXPECT_EQ(out, whole);
    EXPECT_EQ(decoder.losses(), at_once.losses());
  }
}

}  // namespace
}  // namespace jadoube::drivers::liboard
