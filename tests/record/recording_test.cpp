#include "record/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "record/crc32c.hpp"
#include "record/little_endian.hpp"
#include "record/record_codec.hpp"
#include "tests/record/log_reading.hpp"

namespace jadoube::record {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string scan_line(std::int64_t t, std::uint64_t occupied) {
  return to_json(Scan{.t = Time{t}, .occupied = Occupancy{occupied}, .white = {}, .pieces = {}});
}

/// One of everything, among scans that fill several small blocks; the long record spans four of them.
std::vector<std::string> sample_lines() {
  std::vector<std::string> lines;
  std::int64_t t = 0;
  const auto scans = [&](int count) {
    for (int i = 0; i < count; ++i) {
      t += 40000 + i % 7;
      lines.push_back(scan_line(t, 0xFFFF00000000FFFF ^ (std::uint64_t{1} << (i % 64))));
    }
  };
  const auto add = [&](const std::string& type, const std::string& members) {
    lines.push_back("{\"type\":\"" + type + "\",\"t_us\":" + std::to_string(t) + members + "}");
  };
  scans(30);
  add("clock", R"(,"white_ms":180000,"black_ms":180000,"running":"white")");
  add("clock", R"(,"white_ms":-1,"black_ms":9007199254740,"running":"none","flag":"white")");
  add("press", R"(,"side":"black")");
  add("press", R"(,"side":"white","strength":[1,2])");
  scans(30);
  add("scan", R"(,"occupied":"000000000000ffff","white":"00000000000000ff")");
  add("scan", R"(,"occupied":"ffff00000000ffff","pieces":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")");
  add("scan", R"(,"occupied":"ffff00001000efff","pieces":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")");
  add("link", R"(,"state":"lost","reason":"silent")");
  add("link", R"(,"state":"restored")");
  add("arbiter", R"(,"action":"pairing","white":"A","black":"B","white_sits":"near_a1","room":1)");
  add("advice",
      R"(,"about":"played","ply":7,"fen":"x","engine":"E","depth":1,"rank":2,"moves":[{"uci":"e2e4","mate":-1,"a":0}],"b":1)");
  add("truth", R"(,"note":")" + std::string(900, 'x') + "\"");
  add("truth", R"(, "note" : "short")");
  add("aura", R"(,"colour":"green")");
  scans(30);
  add("end", R"(,"by":"hand")");
  return lines;
}

Header sample_header() {
  Header header;
  header.board.id = "12";
  header.game.white = "Anna Rudolf";
  header.game.extra = R"("x":[1])";
  return header;
}

/// A frame is closed after every `per_frame` records.
std::string recorded(const std::vector<std::string>& lines, std::size_t block_size,
                     std::size_t per_frame = 1000000) {
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), sample_header(), block_size).value();
  std::size_t count = 0;
  for (const RecordLine& each : parse_lines(lines)) {
    EXPECT_TRUE(writer->write(each.record, each.extra));
    if (++count % per_frame == 0) {
      EXPECT_TRUE(writer->flush());
    }
  }
  EXPECT_TRUE(writer->close());
  return bytes;
}

/// Are these some of the lines, in their order?
bool is_part_of(const std::vector<std::string>& some, const std::vector<std::string>& lines) {
  auto at = lines.begin();
  for (const std::string& each : some) {
    at = std::find(at, lines.end(), each);
    if (at == lines.end()) return false;
    ++at;
  }
  return true;
}

bool is_beginning_of(const std::vector<std::string>& some, const std::vector<std::string>& lines) {
  return some.size() <= lines.size() && std::equal(some.begin(), some.end(), lines.begin());
}

TEST(Recording, WhatIsWrittenIsReadBack) {
  for (const std::size_t block_size :
       {kSmallestBlockSize, std::size_t{1024}, kBlockSize, kLargestBlockSize}) {
    for (const std::size_t per_frame : {std::size_t{1}, std::size_t{7}, std::size_t{1000000}}) {
      const auto outcome = read_bytes(recorded(sample_lines(), block_size, per_frame));
      EXPECT_EQ(outcome.refusal, "");
      EXPECT_THAT(outcome.problems, IsEmpty());
      EXPECT_EQ(outcome.header, to_json(sample_header()));
      EXPECT_EQ(outcome.records, sample_lines());
      EXPECT_EQ(outcome.unknown_types, 1U);
    }
  }
}

TEST(Recording, TheExampleInTheDocumentIsWhatIsWritten) {
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), Header{}).value();
  for (const RecordLine& each : parse_lines({
           R"({"type":"scan","t_us":0,"occupied":"ffff00000000ffff"})",
           R"({"type":"clock","t_us":0,"white_ms":900000,"black_ms":900000,"running":"white"})",
           R"({"type":"scan","t_us":1200000,"occupied":"ffff00000000efff"})",
       }))
    ASSERT_TRUE(writer->write(each.record, each.extra));
  ASSERT_TRUE(writer->close());
  std::ostringstream dump;
  for (std::size_t at = 0; at < bytes.size(); at += 16) {
    dump << std::hex << std::setfill('0') << std::setw(8) << at << ' ';
    for (const char byte : bytes.substr(at, 16))
      dump << ' ' << std::setw(2) << unsigned{static_cast<unsigned char>(byte)};
    dump << '\n';
  }
  std::ifstream file{"docs/recording-format.md"};
  const std::string document{std::istreambuf_iterator<char>{file}, {}};
  EXPECT_THAT(document, HasSubstr("```text\n" + dump.str() + "```\n"));
}

TEST(Recording, HasNoRecordsButAHeader) {
  const auto outcome = read_bytes(recorded({}, kBlockSize));
  EXPECT_EQ(outcome.refusal, "");
  EXPECT_THAT(outcome.records, IsEmpty());
  EXPECT_THAT(outcome.problems, IsEmpty());
}

TEST(Recording, AHeaderMayBeLongerThanABlock) {
  Header header = sample_header();
  header.game.event = std::string(5000, 'e');
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), header, kSmallestBlockSize).value();
  ASSERT_TRUE(writer->write(End{Time{1}}));
  ASSERT_TRUE(writer->close());
  const auto outcome = read_bytes(bytes);
  EXPECT_EQ(outcome.header, to_json(header));
  EXPECT_EQ(outcome.records.size(), 1U);
}

TEST(Recording, TheLongestRecordIsWrittenAndALongerOneIsNot) {
  const auto truth = [](std::size_t length) {
    const std::string start = R"({"type":"truth","t_us":1,"x":")";
    return Truth{Time{1}, start + std::string(length - start.size() - 2, 'x') + "\"}"};
  };
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), sample_header()).value();
  ASSERT_TRUE(writer->write(truth(std::size_t{1} << 20U)));
  const auto refused = writer->write(truth((std::size_t{1} << 20U) + 1));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error(), HasSubstr("longer than 1 MiB"));
  ASSERT_TRUE(writer->write(End{Time{2}}));
  ASSERT_TRUE(writer->close());
  const auto outcome = read_bytes(bytes);
  EXPECT_THAT(outcome.problems, IsEmpty());
  EXPECT_EQ(outcome.records.size(), 2U);
}

TEST(Recording, CutAtAnyByteGivesEverythingBeforeTheCut) {
  const auto lines = sample_lines();
  for (const std::size_t per_frame : {std::size_t{1}, std::size_t{1000000}}) {
    const auto bytes = recorded(lines, kSmallestBlockSize, per_frame);
    const auto whole = read_bytes(bytes);
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
      const auto outcome = read_bytes(bytes.substr(0, cut));
      ASSERT_TRUE(is_beginning_of(outcome.records, lines)) << cut;
      ASSERT_LE(outcome.problems.size(), 2U) << cut;
      // A record stands in the frame at its place; one that another frame begins behind is complete.
      for (std::size_t i = outcome.records.size(); i + 1 < whole.places.size(); ++i)
        ASSERT_FALSE(whole.places[i].offset < whole.places[i + 1].offset && whole.places[i + 1].offset <= cut)
            << "record " << i << " is lost by a cut at " << cut;
    }
  }
}

TEST(Recording, ACutIsToldWithItsPlaceUnlessItFallsBetweenTwoFrames) {
  const auto bytes = recorded({scan_line(1, 1), scan_line(2, 2)}, kBlockSize, 1);
  const auto second = read_bytes(bytes).places.back().offset;
  EXPECT_THAT(read_bytes(bytes.substr(0, second)).problems, IsEmpty());
  for (std::size_t cut = second + 1; cut < bytes.size(); ++cut)
    EXPECT_THAT(read_bytes(bytes.substr(0, cut)).problems,
                ElementsAre("game: byte " + std::to_string(second) + ": the recording is cut off here"));
}

TEST(Recording, NoChangedByteGoesUnnoticedOrInventsARecord) {
  const auto lines = sample_lines();
  for (const std::size_t per_frame : {std::size_t{5}, std::size_t{1000000}}) {
    const auto bytes = recorded(lines, kSmallestBlockSize, per_frame);
    const auto whole = read_bytes(bytes);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        auto damaged = bytes;
        damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ flip);
        const auto outcome = read_bytes(damaged);
        ASSERT_FALSE(outcome.refusal.empty() && outcome.problems.empty()) << at;
        ASSERT_TRUE(is_part_of(outcome.records, lines)) << at;
        const auto before = static_cast<std::size_t>(std::count_if(
            whole.places.begin(), whole.places.end(),
            [&](const Place& place) { return place.offset / kSmallestBlockSize < at / kSmallestBlockSize; }));
        // What begins in earlier blocks is there; only the long record also needs those that it goes on in.
        if (at >= kSmallestBlockSize) {
          ASSERT_GE(outcome.records.size() + 1, before) << at;
        }
      }
    }
  }
}

TEST(Recording, DamageInTheMiddleCostsOneBlockAndSaysHowManyRecords) {
  const auto lines = sample_lines();
  auto bytes = recorded(lines, kSmallestBlockSize);
  const auto whole = read_bytes(bytes);
  bytes[3 * kSmallestBlockSize + 100] ^= 1;
  const auto in_block = [](const Place& place) { return place.offset / kSmallestBlockSize == 3; };
  const auto lost = std::count_if(whole.places.begin(), whole.places.end(), in_block);
  const auto outcome = read_bytes(bytes);
  EXPECT_EQ(outcome.records.size() + static_cast<std::size_t>(lost), lines.size());
  ASSERT_EQ(outcome.problems.size(), 1U);
  EXPECT_THAT(outcome.problems[0], HasSubstr("the recording is damaged here; it goes on at byte 1024, " +
                                             std::to_string(lost) + " records lost"));
}

TEST(Recording, BlocksThatWereNeverWrittenAreTold) {
  const auto bytes = recorded(sample_lines(), kSmallestBlockSize);
  const auto hole = bytes.substr(0, 512) + std::string(512, '\0') + bytes.substr(1024);
  EXPECT_THAT(read_bytes(hole).problems,
              ElementsAre(HasSubstr("game: byte 512: the block was never written; it goes on at")));
  const auto tail = read_bytes(bytes + std::string(2000, '\0'));
  EXPECT_EQ(tail.records, sample_lines());
  EXPECT_THAT(tail.problems, ElementsAre(HasSubstr("never written")));
}

TEST(Recording, BlocksThatAreMissingOrExchangedAreNotTakenForTheirNeighbours) {
  const auto lines = sample_lines();
  const auto bytes = recorded(lines, kSmallestBlockSize);
  const auto block = [&](std::size_t i) { return bytes.substr(i * kSmallestBlockSize, kSmallestBlockSize); };
  const auto missing = read_bytes(bytes.substr(0, 512) + bytes.substr(768));
  EXPECT_FALSE(missing.problems.empty());
  EXPECT_TRUE(is_part_of(missing.records, lines));
  const auto exchanged = read_bytes(bytes.substr(0, 512) + block(3) + block(2) + bytes.substr(1024));
  EXPECT_FALSE(exchanged.problems.empty());
  EXPECT_TRUE(is_part_of(exchanged.records, lines));
  EXPECT_EQ(exchanged.records.back(), lines.back());
}

TEST(Recording, BytesThatStandThereTwiceCostNoMoreThanTheirBlocks) {
  const auto lines = sample_lines();
  for (const std::size_t block_size : {std::size_t{256}, std::size_t{1024}}) {
    const auto bytes = recorded(lines, block_size);
    const auto whole = read_bytes(bytes);
    for (std::size_t at = block_size; at + 256 <= bytes.size(); at += 256) {
      for (const std::size_t size : {std::size_t{256}, block_size}) {
        auto twice = bytes;
        twice.insert(at, bytes.substr(at, size));
        const auto outcome = read_bytes(twice);
        // In what is repeated the head of a block may be, and then it is that one which has no end.
        const auto in_block = [&](const Place& place) {
          const auto number = place.offset / block_size;
          return number == at / block_size || number == (at + size - 1) / block_size;
        };
        // The record that spans several blocks is lost with one of them.
        const auto most = std::ranges::count_if(whole.places, in_block) + 1;
        EXPECT_TRUE(is_part_of(outcome.records, lines)) << at << ' ' << size;
        EXPECT_GE(outcome.records.size() + static_cast<std::size_t>(most), lines.size()) << at << ' ' << size;
        EXPECT_FALSE(outcome.problems.empty()) << at << ' ' << size;
      }
    }
  }
}

TEST(Recording, ABlockThatStandsThereTwiceCostsNothing) {
  const auto lines = sample_lines();
  auto bytes = recorded(lines, kSmallestBlockSize);
  bytes.insert(1024, bytes.substr(1024, kSmallestBlockSize));
  const auto outcome = read_bytes(bytes);
  EXPECT_EQ(outcome.records, lines);
  EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("it goes on at byte 1536")));
}

TEST(Recording, ALostHeaderDoesNotLoseTheRecords) {
  auto bytes = recorded(sample_lines(), kSmallestBlockSize, 1);
  bytes[kFileHeaderSize + kBlockHeaderSize + kFrameHeaderSize + 3] ^= 1;
  const auto outcome = read_bytes(bytes);
  EXPECT_EQ(outcome.refusal, "");
  EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("damaged here"), HasSubstr("the header is lost")));
  EXPECT_GT(outcome.records.size(), sample_lines().size() / 2);
}

TEST(Recording, IsRefusedIfItIsOfALaterVersionOrNeedsUnknownFeatures) {
  const auto starting_with = [](FileHeader file) {
    std::string bytes;
    append(bytes, file);
    append(bytes, BlockHeader{});
    return read_bytes(bytes).refusal;
  };
  FileHeader file;
  file.version = 2;
  EXPECT_EQ(starting_with(file), "game: version 2 is not known to this program, which knows version 1");
  file = {};
  file.incompatible = 4;
  EXPECT_EQ(starting_with(file), "game: the recording uses features that this program does not know");
  for (const std::uint32_t size : {0U, 128U, 4095U, 1U << 17U, 0xFFFFFFFFU}) {
    file = {};
    file.block_size = size;
    EXPECT_EQ(starting_with(file), "game: the sizes in the first 32 bytes of the recording make no sense");
  }
  file = {};
  file.block_header_size = 20;
  EXPECT_EQ(starting_with(file), "game: the sizes in the first 32 bytes of the recording make no sense");
  EXPECT_EQ(starting_with({}), "game: there is nothing in this recording that can be read");
}

TEST(Recording, CompatibleFeaturesMayLengthenTheHeadsAndAddFrames) {
  std::string bytes;
  append(bytes, FileHeader{.version = 1,
                           .size = 36,
                           .block_header_size = 56,
                           .block_size = 256,
                           .compatible = 1,
                           .incompatible = 0});
  bytes += "more";
  std::string head;
  append(head, BlockHeader{});
  head += std::string(32, 'h');
  std::string sum;
  append_little_endian(sum, crc32c(std::string_view{head}.substr(4)));
  bytes += head.replace(0, 4, sum);
  append(
      bytes,
      Frame{
          .kind = FrameKind::header, .begun_before = false, .goes_on = false, .payload = to_json(Header{})});
  append(bytes,
         Frame{.kind = static_cast<FrameKind>('Z'), .begun_before = false, .goes_on = false, .payload = "?"});
  std::string record;
  RecordCodec{}.append(record, End{Time{7}}, {});
  append(bytes,
         Frame{.kind = FrameKind::records, .begun_before = false, .goes_on = false, .payload = record});
  const auto outcome = read_bytes(bytes);
  EXPECT_EQ(outcome.refusal, "");
  EXPECT_THAT(outcome.problems, IsEmpty());
  EXPECT_THAT(outcome.records, ElementsAre(R"({"type":"end","t_us":7})"));
}

TEST(Recording, WhatMakesNoSenseInsideASoundFrameIsDamage) {
  const auto with_payload = [](const std::string& payload) {
    std::string bytes = recorded({}, kBlockSize);
    append(bytes,
           Frame{.kind = FrameKind::records, .begun_before = false, .goes_on = false, .payload = payload});
    return read_bytes(bytes);
  };
  using namespace std::string_literals;
  for (const std::string& payload : {
           "\x08\x00"s,                                      // an unknown kind of record
           "\x00"s,                                          // no time
           "\x07\xff\xff\xff\xff\xff\xff\xff\xff\x01"s,      // beyond all time
           "\x07\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02"s,  // more than 64 bits
           "\x10\x00\x49"s,                                  // an unknown way to write squares
           "\x10\x00\x42\x01\x40"s,                          // square 64
           "\x20\x00\x01\x01"s,                              // white on an empty square
           "\x50\x00\x01\x01\x01\x01\x0d"s,                  // an unknown piece
           "\x01\x00\x03\x00\x00"s,                          // neither white nor black runs
           "\x04\x00\x02{}"s,                                // an arbiter's entry without anything
           "\x05\x00\x02{}"s,                                // a truth that is none
           "\x05\x00\x7f{}"s,                                // longer than the frame
       }) {
    const auto outcome = with_payload(payload);
    EXPECT_THAT(outcome.records, IsEmpty());
    EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("a record makes no sense")));
  }
}

// Kinds of records cannot be added to the form: readers would stop there.
TEST(Recording, AdviceIsForOlderReadersARecordOfAnUnknownType) {
  const std::string line =
      R"({"type":"advice","t_us":70,"about":"explanations","ply":1,"fen":"x","moves":[{"uci":"e2e4","cp":-5}],"y":1})";
  const auto advice = parse_record(line).value();
  std::string bytes;
  RecordCodec{Time{60}}.append(bytes, advice.record, advice.extra);
  EXPECT_EQ(bytes, "\x06\x0a" + std::string(1, static_cast<char>(line.size())) + line);
  Record record;
  std::string extra;
  std::string_view left = bytes;
  ASSERT_TRUE(RecordCodec{Time{60}}.take(left, record, extra));
  EXPECT_EQ(record, advice.record);
  EXPECT_EQ(extra, R"("y":1)");
}

TEST(Recording, AWriterRefusesWhatAReaderWould) {
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), Header{}).value();
  EXPECT_TRUE(writer->write(Press{Time{5}, chess::Side::white}));
  EXPECT_FALSE(writer->write(Press{Time{4}, chess::Side::white}));
  EXPECT_FALSE(writer->write(Scan{.t = Time{6}, .occupied = {}, .white = Occupancy{1}, .pieces = {}}));
  EXPECT_FALSE(writer->write(Truth{Time{6}, "not JSON"}));
  EXPECT_FALSE(writer->write(Advice{.t = Time{6}, .fen = {}, .engine = {}, .rank = {}, .moves = {}}));
  EXPECT_FALSE(writer->write(
      ClockReading{.t = Time{6}, .white = ClockTime::max(), .black = {}, .running = {}, .flag = {}}));
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(read_bytes(bytes).records.size(), 1U);
}

}  // namespace
}  // namespace jadoube::record
