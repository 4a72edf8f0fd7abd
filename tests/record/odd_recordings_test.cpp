// Recordings whose checksums are right and whose contents are not: what a writer with a fault, or somebody with a hex editor, leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "record/crc32c.hpp"
#include "record/little_endian.hpp"
#include "record/record_codec.hpp"
#include "record/recording.hpp"
#include "record/recording_layout.hpp"
#include "record/recording_verify.hpp"
#include "record/scanlog_jsonl.hpp"
#include "tests/record/log_reading.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::record {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::size_t kSmall = 256;
constexpr auto kRecords = FrameKind::records;

std::string file_of(FileHeader file) {
  std::string bytes;
  append(bytes, file);
  bytes.resize(std::max<std::size_t>(file.size, kFileHeaderSize), '\0');
  return bytes;
}

std::string frame(FrameKind kind, std::string_view payload, bool begun_before = false, bool goes_on = false) {
  std::string bytes;
  append(bytes, Frame{.kind = kind, .begun_before = begun_before, .goes_on = goes_on, .payload = payload});
  return bytes;
}

std::string head(std::uint32_t number, std::uint64_t base_time, std::uint64_t records_before) {
  std::string bytes;
  append(bytes, BlockHeader{
                    .number = number, .base_time = base_time, .records_before = records_before, .chain = {}});
  return bytes;
}

/// The end of a log at that time, as the codec writes it after `last`.
std::string end_at(std::int64_t t, std::int64_t last = 0) {
  std::string bytes;
  RecordCodec{Time{last}}.append(bytes, End{Time{t}}, {});
  return bytes;
}

std::string block(std::string contents, std::size_t size) {
  contents.resize(size, '\0');
  return contents;
}

FileHeader small_file(std::uint32_t block_size = kSmall) {
  FileHeader file;
  file.block_size = block_size;
  return file;
}

/// The first block of a recording: its header, and so many ends, a second apart.
std::string first_block(int ends, std::size_t block_size = kSmall) {
  std::string bytes = file_of(small_file(static_cast<std::uint32_t>(block_size))) + head(0, 0, 0) +
                      frame(FrameKind::header, to_json(Header{}));
  for (int i = 1; i <= ends; ++i) bytes += frame(kRecords, end_at(i * 1'000'000, (i - 1) * 1'000'000));
  return bytes;
}

std::size_t records_of(const std::string& bytes) {
  return read_bytes(bytes).records.size();
}

TEST(AnOddRecording, IsOneOnlyWithTheMagicInFront) {
  std::string bytes = first_block(1);
  EXPECT_TRUE(read_file_header(bytes));
  bytes[1] = 'X';
  EXPECT_FALSE(read_file_header(bytes));
}

TEST(AnOddRecording, OfSizesThatMakeNoSenseIsRefused) {
  const auto refusal = [](FileHeader file) { return read_bytes(file_of(file) + head(0, 0, 0)).refusal; };
  for (const std::uint16_t size : {std::uint16_t{16}, std::uint16_t{129}}) {
    FileHeader file;
    file.size = size;
    EXPECT_EQ(refusal(file), "game: the sizes in the first 32 bytes of the recording make no sense") << size;
  }
  FileHeader file;
  file.block_header_size = 129;
  EXPECT_EQ(refusal(file), "game: the sizes in the first 32 bytes of the recording make no sense");
}

TEST(AnOddRecording, OfBlocksThatDoNotGoOnPassesThemOver) {
  const std::string start = block(first_block(3), kSmall);
  const auto problems = [&](std::uint64_t base_time, std::uint64_t records_before) {
    return read_bytes(start + head(1, base_time, records_before) +
                      frame(kRecords, end_at(9'000'000, 3'000'000)))
        .problems;
  };
  EXPECT_THAT(problems(3'000'000, 3), IsEmpty());
  EXPECT_THAT(problems(3'000'000, 2), ElementsAre(HasSubstr("does not go on")))
      << "fewer records than there are";
  EXPECT_THAT(problems(2'000'000, 3), ElementsAre(HasSubstr("does not go on"))) << "an earlier time";
  EXPECT_THAT(problems(~std::uint64_t{0}, 3), ElementsAre(HasSubstr("does not go on"))) << "beyond all time";
}

/// The block's head is damaged, and the copy of an old one that lies in it is not where reading goes on.
TEST(AnOddRecording, DoesNotGoOnWithAnOldBlockInsideADamagedOne) {
  constexpr std::size_t kBlock = 1024;
  std::string second = head(1, 3'000'000, 3);
  second[6] ^= 1;
  second = block(second, kSmall) + block(head(0, 0, 0), kSmall) + block(head(1, 3'000'000, 3), kSmall) +
           std::string(kSmall, '\0');
  const Outcome outcome = read_bytes(block(first_block(3, kBlock), kBlock) + second);
  EXPECT_THAT(outcome.records, SizeIs(3));
  EXPECT_THAT(outcome.problems, Contains(HasSubstr("the head of the block is damaged")));
}

TEST(AnOddRecording, OfAStateThatMakesNoSenseLosesItsBlock) {
  const Outcome outcome =
      read_bytes(block(first_block(3), kSmall) + head(1, 3'000'000, 3) + frame(FrameKind::state, "\x08") +
                 frame(kRecords, end_at(4'000'000, 3'000'000)));
  EXPECT_THAT(outcome.records, SizeIs(3));
  EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("the state of the block makes no sense")));
}

TEST(AnOddRecording, WithAStateInItsMiddleIsDamaged) {
  EXPECT_THAT(read_bytes(first_block(3) + frame(FrameKind::state, "\x08")).problems,
              ElementsAre(HasSubstr("a frame is out of place")));
}

TEST(AnOddRecording, ThatEndsInZerosAndSomethingElseIsDamaged) {
  EXPECT_THAT(read_bytes(first_block(1) + std::string(8, '\0') + "x").problems,
              ElementsAre(HasSubstr("the unused end of the block is damaged")));
}

TEST(AnOddRecording, WithARecordThatGoesOnInNothingLosesThatOne) {
  const Outcome outcome = read_bytes(first_block(1) + frame(kRecords, "\x01", false, true) +
                                     frame(kRecords, end_at(2'000'000, 1'000'000)));
  EXPECT_THAT(outcome.records, SizeIs(2));
  EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("the record that begins here is not complete")));
}

TEST(AnOddRecording, WithMoreThanARecordInThePiecesOfOneIsDamaged) {
  const std::string record = end_at(2'000'000, 1'000'000);
  const auto with = [&](const std::string& rest) {
    return read_bytes(first_block(1) + frame(kRecords, record.substr(0, 2), false, true) +
                      frame(kRecords, record.substr(2) + rest, true, false));
  };
  EXPECT_THAT(with("").problems, IsEmpty());
  EXPECT_THAT(with("").records, SizeIs(2));
  EXPECT_THAT(with("x").problems, ElementsAre(HasSubstr("a record makes no sense")));
}

TEST(AnOddRecording, PassesByPiecesOfAKindThatItDoesNotKnow) {
  const auto kind = static_cast<FrameKind>('Z');
  const Outcome outcome =
      read_bytes(first_block(1) + frame(kind, "a", false, true) + frame(kind, "b", true, false) +
                 frame(kRecords, end_at(2'000'000, 1'000'000)));
  EXPECT_THAT(outcome.records, SizeIs(2));
  EXPECT_THAT(outcome.problems, IsEmpty());
}

TEST(AnOddRecording, WithPiecesThatNeverEndIsDamaged) {
  constexpr std::size_t kBlock = std::size_t{1} << 16U;
  std::string bytes = first_block(1, kBlock);
  bytes += frame(kRecords, std::string(kBlock - bytes.size() - kFrameHeaderSize, 'x'), false, true);
  for (std::uint32_t number = 1; number <= 17; ++number) {
    std::string next = head(number, 1'000'000, 2);
    next += frame(kRecords, std::string(kBlock - next.size() - kFrameHeaderSize, 'x'), true, true);
    bytes += next;
  }
  EXPECT_THAT(read_bytes(bytes).problems, Contains(HasSubstr("a record is too long")));
}

/// A block that says it begins earlier than a record which began before it and ends in it.
TEST(AnOddRecording, WhoseTimeGoesBackAfterARecordInPiecesIsDamaged) {
  const std::string record = end_at(9'000'000, 1'000'000);
  std::string first = first_block(1);
  first += frame(kRecords, record.substr(0, 2), false, true);
  const Outcome outcome = read_bytes(block(first, kSmall) + head(1, 2'000'000, 2) +
                                     frame(kRecords, record.substr(2), true, false) +
                                     frame(kRecords, end_at(3'000'000, 2'000'000)));
  EXPECT_THAT(outcome.records, SizeIs(2));
  EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("a record makes no sense")));
}

TEST(AnOddRecording, WithoutASoundHeaderIsReadAllTheSame) {
  const std::string bytes = file_of(small_file()) + head(0, 0, 0) + frame(FrameKind::header, "no header") +
                            frame(kRecords, end_at(5));
  const Outcome outcome = read_bytes(block(bytes, kSmall) + head(1, 0, 1) + frame(kRecords, end_at(7)));
  EXPECT_THAT(outcome.problems, Contains(HasSubstr("the header makes no sense")));
  EXPECT_THAT(outcome.records, Contains(R"({"type":"end","t_us":7})"));
}

TEST(AnOddRecording, OfUnwrittenBlocksAndADamagedOneAfterThemIsDamaged) {
  std::string damaged = head(2, 3'000'000, 3);
  damaged[6] ^= 1;
  const Outcome outcome =
      read_bytes(block(first_block(3), kSmall) + std::string(kSmall, '\0') + block(damaged + "x", kSmall));
  EXPECT_THAT(outcome.records, SizeIs(3));
  EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("never written")));
}

/// A later version may have longer heads of blocks, chained or not: this one goes on with none of them.
TEST(AnOddRecording, OfLongerHeadsIsGoneOnWithAsOneWithoutAChain) {
  FileHeader file = small_file();
  file.block_header_size = 64;
  file.compatible = kChained;
  std::string long_head;
  append(long_head, BlockHeader{});
  long_head.resize(64, '\0');
  std::string sum;
  append_little_endian(sum, crc32c(std::string_view{long_head}.substr(4)));
  long_head.replace(0, 4, sum);
  const tests::TemporaryFolder folder;
  const std::string path = folder / "game.jscan";
  ASSERT_TRUE(write_file(path, file_of(file) + long_head + frame(FrameKind::header, to_json(Header{}))));
  const auto reopened = reopen_recording(path, [](const Problem&) {});
  ASSERT_TRUE(reopened) << reopened.error();
  EXPECT_FALSE(reopened->writer->is_chained());
}

TEST(AnOddRecording, WithBlocksOutOfTheirPlacesIsSearchedThrough) {
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), Header{}, kSmall).value();
  for (int i = 0; i < 400; ++i)
    ASSERT_TRUE(
        writer->write(Scan{Time{i * 1000}, Occupancy{static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15U},
                           std::nullopt, std::nullopt}));
  ASSERT_TRUE(writer->close());
  // The blocks in the middle stand there twice, so that those after them are not where their numbers say; and the last is cut off.
  const std::size_t middle = bytes.size() / kSmall / 2 * kSmall;
  bytes.insert(middle, bytes.substr(middle, kSmall));
  bytes.resize(bytes.size() / kSmall * kSmall + 10);
  for (const std::int64_t t : {0, 100'000, 250'000, 399'000}) {
    auto reader = ScanLogReader::open(memory_source("game", bytes), [](const Problem&) {}).value();
    ASSERT_TRUE(reader->seek(Time{t}));
    const Entry* entry = reader->next();
    if (entry != nullptr) {
      EXPECT_GE(time_of(entry->record), Time{t});
    }
  }
}

TEST(Varints, HaveSixtyFourBitsAtMost) {
  for (const std::uint64_t value :
       {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, ~std::uint64_t{0}}) {
    std::string bytes;
    append_varint(bytes, value);
    std::string_view rest = bytes;
    EXPECT_EQ(take_varint(rest), value);
    EXPECT_TRUE(rest.empty());
  }
  std::string_view long_one = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02";
  EXPECT_FALSE(take_varint(long_one));
  std::string_view cut = "\xff";
  EXPECT_FALSE(take_varint(cut));
}

TEST(Digests, AreReadFromHexadecimalDigitsAlone) {
  std::string text(64, 'a');
  EXPECT_TRUE(digest_from_hex(text));
  text[20] = 'g';
  EXPECT_FALSE(digest_from_hex(text));
}

/// Whatever is left of a block when a record comes that is longer than any: nothing, a few bytes, or much.
TEST(ARecordLongerThanABlock, IsWrittenWhateverRoomIsLeft) {
  const auto truth = [](std::int64_t t, std::size_t length) {
    return Truth{Time{t}, R"({"type":"truth","t_us":)" + std::to_string(t) + R"(,"note":")" +
                              std::string(length, 'x') + "\"}"};
  };
  for (std::size_t pad = 0; pad < 200; ++pad) {
    std::string bytes;
    auto writer = create_recording(memory_sink(bytes), Header{}, kSmall).value();
    ASSERT_TRUE(writer->write(truth(1, pad)));
    ASSERT_TRUE(writer->flush());
    ASSERT_TRUE(writer->write(truth(2, 900)));
    ASSERT_TRUE(writer->write(End{Time{3}}));
    ASSERT_TRUE(writer->close());
    EXPECT_EQ(records_of(bytes), 3U) << pad;
  }
}

// ---- what a recording says of itself and of others

/// A chained recording with these records of unknown types.
std::string noted(const std::vector<Other>& notes) {
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), Header{}, kSmall, Digest{}).value();
  for (const Other& note : notes) EXPECT_TRUE(writer->write(note)) << note.json;
  EXPECT_TRUE(writer->close());
  return bytes;
}

ChainCheck check_of(const std::vector<Other>& notes) {
  return verify_recording("game", noted(notes)).value();
}

TEST(ANoteInARecording, IsReadBack) {
  const Digest digest = sha256("another");
  const ChainCheck check =
      check_of({note_of(Repair{500, 400}, Time{1}), note_of(Crossing{"other.jscan", {300, digest}}, Time{2}),
                note_of(ChangedBlock{256, digest}, Time{3})});
  EXPECT_THAT(check.repairs, ElementsAre(Repair{500, 400}));
  EXPECT_THAT(check.crossings, ElementsAre(Crossing{"other.jscan", {300, digest}}));
  EXPECT_TRUE(check.ends_with_seal());
}

TEST(ANoteInARecording, ThatDoesNotSayAllThatItShouldIsNone) {
  const std::string digest = hex(sha256("another"));
  const auto note = [](const std::string& members) { return Other{Time{1}, "{\"type\":" + members + "}"}; };
  for (const std::string& members : std::vector<std::string>{
           R"("repaired","t_us":1,"bytes":500)",
           R"("repaired","t_us":1,"sealed":500)",
           R"("repaired","t_us":1,"bytes":"500","sealed":400)",
           R"("something","t_us":1,"about":"repaired","bytes":500,"sealed":400)",
           R"("digest_of","t_us":1,"bytes":300,"sha256":")" + digest + '"',
           R"("digest_of","t_us":1,"log":5,"bytes":300,"sha256":")" + digest + '"',
           R"("digest_of","t_us":1,"log":"other","sha256":")" + digest + '"',
           R"("digest_of","t_us":1,"log":"other","bytes":300)",
           R"("digest_of","t_us":1,"log":"other","bytes":300,"sha256":5)",
           R"("digest_of","t_us":1,"log":"other","bytes":300,"sha256":"ab")",
           R"("changed_block","t_us":1,"offset":256)",
           R"("changed_block","t_us":1,"sha256":")" + digest + '"',
       }) {
    const ChainCheck check = check_of({note(members)});
    EXPECT_THAT(check.repairs, IsEmpty()) << members;
    EXPECT_THAT(check.crossings, IsEmpty()) << members;
    EXPECT_EQ(check.records, 1U) << members;
  }
}

TEST(AVerification, RefusesWhatIsNoRecordingOrIsPacked) {
  EXPECT_THAT(
      verify_recording(
          "game", R"({"type":"header","format":"jadoube-scanlog","version":1,"board":{"senses":"presence"}})"
                  "\n")
          .error(),
      HasSubstr("game: is not a recording"));
  const tests::TemporaryFolder folder;
  const std::string path = folder / "game.zst";
  ASSERT_TRUE(write_file(path, noted({})));
  std::ostringstream packed;
  packed << std::ifstream{path, std::ios::binary}.rdbuf();
  EXPECT_THAT(verify_recording("game", packed.str()).error(), HasSubstr("game: is packed"));
  EXPECT_FALSE(verify_recording("/nothing/here"));
  ChainCheck nothing;
  EXPECT_FALSE(nothing.ends_with_seal());
}

TEST(AVerification, FindsASealOfOtherBytesOrOfAnotherLength) {
  FileHeader file = small_file();
  file.block_header_size = kChainedBlockHeaderSize;
  file.compatible = kChained;
  std::string start = file_of(file);
  append(start, BlockHeader{.number = 0, .base_time = 0, .records_before = 0, .chain = Digest{}});
  start += frame(FrameKind::header, to_json(Header{}));
  const auto sealed = [&](std::string_view payload) {
    return verify_recording("game", start + frame(FrameKind::seal, payload)).value();
  };
  EXPECT_THAT(sealed(bytes_of(sha256(start))).seals, SizeIs(1));
  const ChainCheck wrong = sealed(bytes_of(sha256("something else")));
  EXPECT_THAT(wrong.seals, IsEmpty());
  ASSERT_THAT(wrong.faults, SizeIs(1));
  EXPECT_THAT(wrong.faults.front().sentence, HasSubstr("the seal here does not agree"));
  EXPECT_THAT(sealed("short").seals, IsEmpty());
  EXPECT_THAT(sealed("short").faults, IsEmpty());
}

TEST(AVerification, LeavesFramesWithoutContentsAndHeadsThatAreCutOffToTheReader) {
  std::string bytes = noted({});
  std::string empty(kFrameHeaderSize, '\0');
  empty[6] = 'Z';
  std::string sum;
  append_little_endian(sum, crc32c(std::string_view{empty}.substr(4)));
  const ChainCheck with_empty = verify_recording("game", bytes + empty.replace(0, 4, sum)).value();
  EXPECT_THAT(with_empty.seals, SizeIs(1)) << "the one before it";
  bytes.resize(kSmall, '\0');
  EXPECT_TRUE(verify_recording("game", bytes + "cut").value().chained);
}

/// The feature is there, and no hash in the heads of the blocks.
TEST(AVerification, TakesNoRecordingForChainedWhoseHeadsHaveNoRoomForAHash) {
  FileHeader file = small_file();
  file.compatible = kChained;
  EXPECT_FALSE(
      verify_recording("game", file_of(file) + head(0, 0, 0) + frame(FrameKind::header, to_json(Header{})))
          .value()
          .chained);
}

}  // namespace
}  // namespace jadoube::record
