#include <array>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/crc32c.hpp"
#include "record/recording_verify.hpp"
#include "record/sha256.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::record {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Sha256, IsThatOfFips180) {
  EXPECT_EQ(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Sha256 sum;
  sum.add("a");
  EXPECT_EQ(sum.digest(), sha256("a"));
  sum.add("bc");
  EXPECT_EQ(sum.digest(), sha256("abc"));
  EXPECT_EQ(digest_from_hex(hex(sum.digest())), sum.digest());
  EXPECT_FALSE(digest_from_hex("ba78"));
}

struct ChainTest : testing::Test {
  static constexpr std::size_t kBlock = 256;
  tests::TemporaryFolder folder_;
  std::string path_ = folder_ / "game.jscan";
  Digest previous_ = sha256("the log before");

  /// Some twenty blocks.
  void write(bool close = true) {
    Header header;
    header.board.id = "demo";
    auto writer = create_recording(open_sink(path_).value(), header, kBlock, previous_).value();
    add(*writer, 0, 400);
    ASSERT_TRUE(close ? writer->close() : writer->sync());
  }
  static void add(RecordingWriter& writer, int from, int until) {
    for (int i = from; i < until; ++i) {
      ASSERT_TRUE(
          writer.write(Scan{Time{i * 40'000}, Occupancy{static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15U},
                            std::nullopt, std::nullopt}));
      if (i % 10 == 0) {
        ASSERT_TRUE(writer.flush());
      }
      if (i % 100 == 50) {
        ASSERT_TRUE(writer.seal());
      }
    }
  }
  [[nodiscard]] std::string bytes() const {
    std::ifstream in{path_, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
  }
  void put(const std::string& bytes) const { std::ofstream{path_, std::ios::binary} << bytes; }
  [[nodiscard]] ChainCheck check() const { return verify_recording(path_).value(); }
};

TEST_F(ChainTest, AWholeRecordingIsAsItWasWritten) {
  write();
  const ChainCheck check = this->check();
  EXPECT_TRUE(check.chained);
  EXPECT_THAT(check.faults, IsEmpty());
  EXPECT_EQ(check.previous, previous_);
  EXPECT_EQ(check.records, 400U);
  EXPECT_EQ(check.seals.size(), 5U);
  EXPECT_TRUE(check.ends_with_seal());
  EXPECT_EQ(check.bytes, bytes().size());
}

TEST_F(ChainTest, AReaderThatKnowsNoChainReadsTheSameRecords) {
  write();
  // Version 1 passes by the rest of a block's header and frames of kinds that it does not know.
  std::size_t records = 0;
  auto reader = ScanLogReader::open(path_, [](const Problem& p) { ADD_FAILURE() << p.sentence; }).value();
  while (reader->next() != nullptr) ++records;
  EXPECT_EQ(records, 400U);
}

TEST_F(ChainTest, GoesOnAfterBeingReopenedAsIfNothingHadHappened) {
  write(false);
  auto reopened = reopen_recording(path_, [](const Problem& p) { ADD_FAILURE() << p.sentence; }).value();
  ASSERT_TRUE(reopened.writer->is_chained());
  add(*reopened.writer, 400, 800);
  ASSERT_TRUE(reopened.writer->close());
  EXPECT_THAT(check().faults, IsEmpty());
  EXPECT_EQ(check().records, 800U);
  EXPECT_TRUE(check().ends_with_seal());
}

TEST_F(ChainTest, GoesOnFromEveryPlaceAtWhichItMayBeCutOff) {
  write();
  const std::string whole = bytes();
  for (std::size_t length = 200; length < whole.size(); length += 67) {
    put(whole.substr(0, length));
    auto reopened = reopen_recording(path_, [](const Problem&) {});
    ASSERT_TRUE(reopened) << length << reopened.error();
    const auto last = static_cast<int>(reopened->last.count() / 40'000);
    add(*reopened->writer, last + 1, last + 30);
    ASSERT_TRUE(reopened->writer->close());
    const ChainCheck check = this->check();
    ASSERT_THAT(check.faults, IsEmpty()) << length << ' ' << check.faults.front().sentence;
    ASSERT_TRUE(check.ends_with_seal());
  }
}

/// The checksums of a block's frame, made good again.
void repair(std::string& bytes, std::size_t frame) {
  const auto length = static_cast<std::size_t>(static_cast<unsigned char>(bytes[frame + 4])) +
                      256U * static_cast<unsigned char>(bytes[frame + 5]);
  const std::uint32_t sum = crc32c(std::string_view{bytes}.substr(frame + 4, length + 4));
  for (unsigned i = 0; i < 4; ++i) bytes[frame + i] = static_cast<char>(sum >> (8 * i));
}

TEST_F(ChainTest, AChangedByteIsFoundThoughItsChecksumIsRight) {
  write();
  std::string forged = bytes();
  // In the records of block 5, behind its state.
  const std::size_t state = 5 * kBlock + kChainedBlockHeaderSize;
  std::size_t frame = state;
  while (forged[frame + 6] != 'R') frame += kFrameHeaderSize + static_cast<unsigned char>(forged[frame + 4]);
  forged[frame + kFrameHeaderSize + 6] ^= 1;
  repair(forged, frame);
  put(forged);
  const ChainCheck check = this->check();
  ASSERT_EQ(check.faults.size(), 1U);
  EXPECT_EQ(check.faults[0].place.offset, 5 * kBlock);
  EXPECT_THAT(check.faults[0].sentence, HasSubstr("was changed"));
  EXPECT_EQ(check.changed_at, 5 * kBlock);
}

TEST_F(ChainTest, DamageThatWasThereWhenTheRecordingWentOnIsAFaultAndNoChange) {
  // A power loss: sectors that were being written are there, those before them are not.
  write(false);
  put(bytes() + std::string(20, '\x55'));
  auto reopened = reopen_recording(path_, [](const Problem&) {}).value();
  add(*reopened.writer, 400, 500);
  ASSERT_TRUE(reopened.writer->close());
  const ChainCheck check = this->check();
  EXPECT_FALSE(check.faults.empty());
  EXPECT_EQ(check.changed_at, std::nullopt);
  EXPECT_TRUE(check.ends_with_seal());
  // The same place changed once more is one.
  std::string changed = bytes();
  changed[check.faults.front().place.offset + 10] ^= 1;
  put(changed);
  EXPECT_TRUE(this->check().changed_at.has_value());
}

TEST_F(ChainTest, ABlockThatAPowerLossTookPartOfIsNoChangeOnceThatIsNoted) {
  // Of the last blocks one is there, and of the one before it some sectors are not.
  write(false);
  std::string torn = bytes();
  const std::size_t block = (torn.size() / kBlock - 1) * kBlock;
  std::fill_n(torn.begin() + static_cast<std::ptrdiff_t>(block + kBlock / 2), kBlock / 2, '\0');
  put(torn);
  const ChainCheck before = check();
  ASSERT_EQ(before.changed.size(), 1U);
  EXPECT_EQ(before.changed[0].offset, block);
  EXPECT_EQ(before.changed_at, block);

  auto reopened = reopen_recording(path_, [](const Problem&) {}).value();
  ASSERT_TRUE(reopened.writer->write(note_of(before.changed[0], reopened.last)));
  add(*reopened.writer, 400, 500);
  ASSERT_TRUE(reopened.writer->close());
  const ChainCheck after = check();
  EXPECT_THAT(after.faults,
              testing::Contains(testing::Field(&Problem::sentence, HasSubstr("which is noted there"))));
  EXPECT_EQ(after.changed_at, std::nullopt);
  EXPECT_THAT(after.changed, IsEmpty());
  EXPECT_TRUE(after.ends_with_seal());
  // The same block changed once more is one.
  std::string changed = bytes();
  changed[block + kBlock - 1] ^= 1;
  put(changed);
  EXPECT_EQ(check().changed_at, block);
}

TEST_F(ChainTest, EveryFlippedByteIsFound) {
  write();
  const std::string whole = bytes();
  for (std::size_t at = 40; at < whole.size(); at += 61) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    put(changed);
    EXPECT_FALSE(check().faults.empty()) << at;
    EXPECT_TRUE(check().changed_at.has_value() || at >= whole.size() - kBlock) << at;
  }
}

TEST_F(ChainTest, ABlockThatWasCutOutIsFound) {
  write();
  std::string cut = bytes();
  cut.erase(7 * kBlock, kBlock);
  put(cut);
  EXPECT_FALSE(check().faults.empty());
}

TEST_F(ChainTest, AnEndThatWasCutOffIsMissed) {
  write();
  put(bytes().substr(0, 9 * kBlock + 100));
  EXPECT_FALSE(check().ends_with_seal());
}

TEST_F(ChainTest, ARecordingWithoutAChainSaysSo) {
  auto writer = create_recording(open_sink(path_).value(), Header{}, kBlock).value();
  ASSERT_TRUE(writer->write(Scan{}));
  ASSERT_TRUE(writer->close());
  EXPECT_FALSE(writer->is_chained());
  EXPECT_FALSE(check().chained);
  EXPECT_THAT(check().faults, IsEmpty());
}

TEST_F(ChainTest, WhatIsNoRecordingIsRefused) {
  put("{\"type\":\"header\"}");
  EXPECT_FALSE(verify_recording(path_));
  EXPECT_FALSE(verify_recording(folder_ / "none.jscan"));
}

}  // namespace
}  // namespace jadoube::record
