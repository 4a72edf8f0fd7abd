#include "drivers/liboard/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/drivers/sessions.hpp"

namespace jadoube::drivers::liboard {
namespace {

using Bytes = std::vector<std::uint8_t>;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::kLifted;
using testing::kStart;

constexpr record::Occupancy kPut{0xFFFF00001000EFFF};

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
  decoder.push(bytes_of({record::Occupancy{1}}), out);
  EXPECT_THAT(out, ElementsAre(kStart, kLifted));
  decoder.end_run(out);
  EXPECT_THAT(out, ElementsAre(kStart, kLifted, record::Occupancy{1}));
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
  EXPECT_THAT(left_of(kPut, 7), IsEmpty()) << "the king of e1 may be lifted too";
  EXPECT_THAT(left_of(kPut, 6), ElementsAre(kPut));
  EXPECT_THAT(left_of(kPut, 5), IsEmpty()) << "on the fourth rank or on the third";
  EXPECT_THAT(left_of(kPut, 3), IsEmpty()) << "too little to tell";
  EXPECT_THAT(left_of(kLifted, 7), IsEmpty());
  EXPECT_THAT(left_of(record::Occupancy{0x0000FF000000EFFF}, 7), IsEmpty()) << "no hand does that";
  Decoder anew;
  EXPECT_THAT(run(anew, Bytes(7, 0xFF)), IsEmpty()) << "nothing has been seen before";
}

TEST(LiBoardCodec, ALostByteInTheMiddleOfARunMakesNoPosition) {
  Decoder decoder;
  run(decoder, bytes_of({kStart}));
  Bytes bytes = bytes_of({kLifted, kPut, kLifted, kPut});
  bytes.erase(bytes.begin() + 10);
  EXPECT_THAT(run(decoder, bytes), ElementsAre(kLifted));
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
