// Records as bytes: what is cut off or changed makes no record that was never written.
#include "record/record_codec.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "record/scanlog_jsonl.hpp"

namespace jadoube::record {
namespace {

PieceMap start_pieces() {
  PieceMap pieces{};
  for (unsigned file = 0; file < 8; ++file) {
    pieces[8 + file] = chess::piece_from_letter('P');
    pieces[48 + file] = chess::piece_from_letter('p');
  }
  return pieces;
}

/// One of each kind, and of each way in which a board is written.
std::vector<Record> one_of_each() {
  PieceMap moved = start_pieces();
  std::swap(moved[12], moved[28]);
  const Occupancy all{0xFFFF00000000FFFF};
  Arbiter result;
  result.t = Time{9};
  result.action = Arbiter::Action::result;
  result.result = "1-0";
  return {
      Scan{.t = Time{1}, .occupied = all, .white = {}, .pieces = {}},
      Scan{.t = Time{2}, .occupied = {0xFFFF00000000FFFE}, .white = {}, .pieces = {}},
      Scan{.t = Time{3}, .occupied = {0xFFFF00000010EFFE}, .white = Occupancy{0x10EFFE}, .pieces = {}},
      Scan{.t = Time{4},
           .occupied = {0x00FF00000000FF00},
           .white = Occupancy{0xFF00},
           .pieces = start_pieces()},
      Scan{.t = Time{5}, .occupied = {0x00FF00001000EF00}, .white = {}, .pieces = moved},
      Scan{.t = Time{6}, .occupied = all, .white = {}, .pieces = {}},
      ClockReading{Time{7}, ClockTime{300'000}, ClockTime{299'000}, chess::Side::black, chess::Side::white},
      Press{Time{8}, chess::Side::black},
      result,
      Link{Time{10}, Link::State::lost, "silent"},
      Truth{Time{11}, R"({"type":"truth","t_us":11,"note":"x"})"},
      Other{Time{12}, R"({"type":"aura","t_us":12})"},
      End{Time{13}},
  };
}

TEST(RecordCodec, ReadsWhatItWrote) {
  RecordCodec writer;
  RecordCodec reader;
  for (const Record& record : one_of_each()) {
    std::string bytes;
    writer.append(bytes, record, {});
    std::string_view rest = bytes;
    Record read = End{};
    std::string extra;
    ASSERT_TRUE(reader.take(rest, read, extra)) << to_json(record);
    EXPECT_TRUE(rest.empty());
    EXPECT_EQ(to_json(read), to_json(record));
  }
}

TEST(RecordCodec, ARecordThatIsCutOffAnywhereIsNone) {
  for (const std::string extra : {"", "\"room\":1"}) {
    RecordCodec before;
    for (const Record& record : one_of_each()) {
      std::string bytes;
      RecordCodec writer = before;
      const bool takes_more =
          !std::holds_alternative<Truth>(record) && !std::holds_alternative<Other>(record);
      writer.append(bytes, record, takes_more ? std::string_view{extra} : std::string_view{});
      for (std::size_t size = 0; size < bytes.size(); ++size) {
        RecordCodec reader = before;
        std::string_view rest = std::string_view{bytes}.substr(0, size);
        Record read = End{};
        std::string read_extra;
        EXPECT_FALSE(reader.take(rest, read, read_extra)) << to_json(record) << " of " << size << " bytes";
      }
      before = writer;
    }
  }
}

TEST(RecordCodec, AByteThatIsAnotherOneMakesASoundRecordOrNone) {
  RecordCodec before;
  for (const Record& record : one_of_each()) {
    std::string bytes;
    RecordCodec writer = before;
    writer.append(bytes, record, {});
    for (std::size_t at = 0; at < bytes.size(); ++at)
      for (unsigned value = 0; value < 256; ++value) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(value);
        RecordCodec reader = before;
        std::string_view rest = changed;
        Record read = End{};
        std::string extra;
        if (reader.take(rest, read, extra)) {
          EXPECT_GE(time_of(read), before.last());
          EXPECT_LE(time_of(read).count(), kLargestInteger);
        }
      }
    before = writer;
  }
}

}  // namespace
}  // namespace jadoube::record
