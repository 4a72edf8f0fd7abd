// Going to a time, and random logs there and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "record/recording.hpp"
#include "tests/record/log_reading.hpp"

namespace jadoube::record {
namespace {

struct Written {
  std::string bytes;
  std::vector<Record> records;
};

/// Scans and clock readings, several at the same time now and then.
Written long_recording(Form form) {
  Written written;
  auto sink = memory_sink(written.bytes);
  auto writer = form == Form::jsonl ? ScanLogWriter::create(std::move(sink), form, Header{}).value()
                                    : create_recording(std::move(sink), Header{}, kSmallestBlockSize).value();
  for (int i = 0; i < 1000; ++i) {
    const Time t{100 + i / 3 * 10};
    if (i % 5 == 0)
      written.records.emplace_back(
          ClockReading{.t = t, .white = ClockTime{i}, .black = {}, .running = {}, .flag = {}});
    else
      written.records.emplace_back(
          Scan{.t = t, .occupied = Occupancy{std::uint64_t(i) * 77777}, .white = {}, .pieces = {}});
    EXPECT_TRUE(writer->write(written.records.back()));
  }
  EXPECT_TRUE(writer->close());
  return written;
}

void expect_seek(ScanLogReader& reader, const std::vector<Record>& records, Time t) {
  const auto standing = reader.seek(t);
  ASSERT_TRUE(standing);
  std::optional<Scan> scan;
  std::optional<ClockReading> clock;
  std::size_t first = 0;
  for (; first < records.size() && time_of(records[first]) < t; ++first) {
    if (const auto* s = std::get_if<Scan>(&records[first])) scan = *s;
    if (const auto* c = std::get_if<ClockReading>(&records[first])) clock = *c;
  }
  ASSERT_EQ(standing->scan.has_value(), scan.has_value()) << t.count();
  ASSERT_EQ(standing->clock.has_value(), clock.has_value());
  if (scan) {
    EXPECT_EQ(standing->scan->occupied, scan->occupied) << t.count();
    EXPECT_LE(standing->scan->t, t);
  }
  if (clock) {
    EXPECT_EQ(standing->clock->white, clock->white);
  }
  for (std::size_t i = first; i < records.size() && i < first + 40; ++i) {
    const Entry* entry = reader.next();
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->record, records[i]);
  }
  if (first == records.size()) {
    EXPECT_EQ(reader.next(), nullptr);
  }
}

TEST(RecordingSeek, AnyTimeCanBeGoneToInAnyOrder) {
  const auto written = long_recording(Form::recording);
  std::vector<std::string> problems;
  auto reader = ScanLogReader::open(memory_source("game", written.bytes), [&](const Problem& problem) {
                  problems.push_back(problem.sentence);
                }).value();
  for (const std::int64_t t : {5000, 0, 99, 100, 101, 110, 115, 3400, 3430, 3431, 9999, 200, 1000, 3430, 1})
    expect_seek(*reader, written.records, Time{t});
  for (std::int64_t t = 95; t < 3450; t += 7) expect_seek(*reader, written.records, Time{t});
  EXPECT_THAT(problems, testing::IsEmpty());
}

TEST(RecordingSeek, DamagedBlocksDoNotHideTheSoundOnes) {
  const auto written = long_recording(Form::recording);
  const std::size_t blocks = written.bytes.size() / kSmallestBlockSize;
  ASSERT_GT(blocks, 8U);
  for (std::size_t from = 1; from < blocks; ++from) {
    auto bytes = written.bytes;
    const std::size_t to = std::min(from + from % 4, blocks - 1);
    for (std::size_t i = from; i <= to; ++i) bytes[i * kSmallestBlockSize + 5] ^= 1;
    auto reader = ScanLogReader::open(memory_source("game", bytes), [](const Problem&) {}).value();
    for (std::int64_t t = 95; t < 3450; t += 111) {
      ASSERT_TRUE(reader->seek(Time{t}));
      const Entry* entry = reader->next();
      if (entry == nullptr) continue;
      ASSERT_GE(time_of(entry->record), Time{t});
      // The record found is the first of those that a reading from the start gives.
      const auto found = to_json(entry->record);
      const auto all = read_bytes(bytes);
      const auto first = std::find_if(all.records.begin(), all.records.end(), [&](const std::string& line) {
        return time_of(parse_record(line)->record) >= Time{t};
      });
      ASSERT_NE(first, all.records.end());
      ASSERT_EQ(found, *first);
    }
  }
}

TEST(RecordingSeek, ALogThatIsReadFromFrontToBackGoesForwardOnce) {
  const auto written = long_recording(Form::jsonl);
  auto reader = ScanLogReader::open(memory_source("game", written.bytes), [](const Problem&) {}).value();
  expect_seek(*reader, written.records, Time{1234});
  const auto again = reader->seek(Time{2000});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error(), "game: can only be gone through once");
}

rc::Gen<std::optional<chess::Side>> any_side() {
  return rc::gen::element<std::optional<chess::Side>>(std::nullopt, chess::Side::white, chess::Side::black);
}

rc::Gen<PieceMap> any_pieces(std::uint64_t on) {
  return rc::gen::exec([on] {
    PieceMap pieces;
    for (unsigned i = 0; i < 64; ++i) {
      if ((on >> i & 1U) == 0 || *rc::gen::inRange(0, 8) == 0) continue;
      pieces[i] = chess::Piece{chess::kSides[*rc::gen::inRange<std::size_t>(0, 2)],
                               chess::kPieceTypes[*rc::gen::inRange<std::size_t>(0, 6)]};
    }
    return pieces;
  });
}

Record any_record(Time t) {
  const auto clock_time = [] {
    return ClockTime{*rc::gen::inRange<std::int64_t>(-9007199254740, 9007199254740)};
  };
  switch (*rc::gen::inRange(0, 7)) {
    case 0:
      return ClockReading{
          .t = t, .white = clock_time(), .black = clock_time(), .running = *any_side(), .flag = *any_side()};
    case 1:
      return Press{t, *rc::gen::element(chess::Side::white, chess::Side::black)};
    case 2:
      return Link{t, *rc::gen::element(Link::State::lost, Link::State::restored),
                  *rc::gen::string<std::string>()};
    case 3:
      return End{t};
    default:
      break;
  }
  Scan scan{.t = t, .occupied = Occupancy{*rc::gen::arbitrary<std::uint64_t>()}, .white = {}, .pieces = {}};
  if (*rc::gen::arbitrary<bool>())
    scan.white = Occupancy{scan.occupied.bits & *rc::gen::arbitrary<std::uint64_t>()};
  if (*rc::gen::inRange(0, 3) == 0) scan.pieces = *any_pieces(scan.occupied.bits);
  return scan;
}

RC_GTEST_PROP(RecordingLaw, AnyLogGoesThereAndBackBetweenTheFormsWithoutLoss, ()) {
  const auto block_size = std::size_t{1} << *rc::gen::inRange<unsigned>(8, 13);
  const auto extra = rc::gen::weightedElement<std::string>({{9, ""}, {1, R"("x":{"y":[1,2.5,"z"]})"}});
  std::string text;
  std::string recording;
  auto to_text = ScanLogWriter::create(memory_sink(text), Form::jsonl, Header{}).value();
  auto to_recording = create_recording(memory_sink(recording), Header{}, block_size).value();
  Time t{0};
  for (int i = *rc::gen::inRange(0, 80); i > 0; --i) {
    t += Time{*rc::gen::weightedOneOf<std::int64_t>(
        {{8, rc::gen::inRange<std::int64_t>(0, 50000)},
         {1, rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 40U)}})};
    const Record record = any_record(t);
    const std::string more = *extra;
    RC_ASSERT(to_text->write(record, more).has_value());
    RC_ASSERT(to_recording->write(record, more).has_value());
    if (*rc::gen::inRange(0, 9) == 0) RC_ASSERT(to_recording->flush().has_value());
  }
  RC_ASSERT(to_text->close().has_value());
  RC_ASSERT(to_recording->close().has_value());

  const auto convert = [](const std::string& from, Form form) {
    std::string to;
    auto reader = ScanLogReader::open(memory_source("log", from), [](const Problem& problem) {
                    RC_FAIL(to_string(problem, "log"));
                  }).value();
    auto writer = ScanLogWriter::create(memory_sink(to), form, reader->header()).value();
    while (const Entry* entry = reader->next())
      RC_ASSERT(writer->write(entry->record, entry->extra).has_value());
    RC_ASSERT(writer->close().has_value());
    return to;
  };
  RC_ASSERT(convert(recording, Form::jsonl) == text);
  RC_ASSERT(convert(convert(text, Form::recording), Form::jsonl) == text);
}

}  // namespace
}  // namespace jadoube::record
