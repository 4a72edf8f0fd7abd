// Real recordings, read where they lie. They are no part of this project and the tests do without them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include "captures/raw_capture.hpp"
#include "tests/drivers/dgt/bytes.hpp"

namespace jadoube::drivers::dgt {
namespace {

using testing::Bytes;

const std::filesystem::path kTraces = "../shared/data/traces/dgtdriver";

Bytes contents_of(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

/// The bytes of the wire, by a decoder that shares nothing with the one under test.
Bytes wire_of(const Bytes& text) {
  const std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  Bytes wire;
  unsigned bits = 0;
  unsigned value = 0;
  for (const std::uint8_t byte : text) {
    if (const auto digit = digits.find(static_cast<char>(byte)); digit != std::string_view::npos) {
      value = (value << 6U | static_cast<unsigned>(digit)) & 0xFFFFU;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        wire.push_back(static_cast<std::uint8_t>(value >> bits & 0xFFU));
      }
    } else {
      bits = 0;  // padding or a line end: what is left over is no byte
    }
  }
  return wire;
}

std::string letter(Code code) {
  const auto piece = piece_of(code);
  return {piece ? chess::to_letter(*piece) : '.'};
}

std::string field_name(unsigned field) {
  return chess::to_string(chess::make_square(field % 8, 7 - field / 8));
}

std::string clock_text(std::chrono::seconds time) {
  std::array<char, 32> text{};
  const auto seconds = static_cast<int>(time.count());
  std::snprintf(text.data(), text.size(), "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  return text.data();
}

/// The message as a row of the *.events.tsv beside the recordings, without its number.
std::string row_of(const Message& message) {
  std::ostringstream row;
  if (const auto* dump = std::get_if<BoardDump>(&message)) {
    row << "board\t-\t";
    for (const Code code : dump->fields) row << letter(code);
    row << "\t\t\t";
  } else if (const auto* update = std::get_if<FieldUpdate>(&message)) {
    row << "field\t" << field_name(index(update->field)) << '\t' << letter(update->code) << "\t\t\t";
  } else if (const auto* times = std::get_if<ClockTimes>(&message)) {
    std::array<char, 8> status{};
    std::snprintf(status.data(), status.size(), "0x%02x", static_cast<unsigned>(times->status));
    row << "clock\t\t\t" << clock_text(times->left.time) << '\t' << clock_text(times->right.time) << '\t'
        << status.data();
  }
  return row.str();
}

std::vector<std::string> rows_of(const std::filesystem::path& table) {
  std::ifstream file{table};
  std::vector<std::string> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) rows.push_back(line.substr(line.find('\t') + 1));
  return rows;
}

struct Heard {
  std::vector<record::Record> records;
  captures::RawCapture capture;
};

/// `next_length` gives the length of each chunk.
template <typename NextLength>
Heard read_in_chunks(const Bytes& bytes, NextLength next_length) {
  Heard outcome;
  for (std::span<const std::uint8_t> rest{bytes}; !rest.empty();) {
    const auto length = std::min<std::size_t>(next_length(), rest.size());
    outcome.capture.feed(rest.first(length), outcome.records);
    rest = rest.subspan(length);
  }
  outcome.capture.finish(outcome.records);
  return outcome;
}

Heard read_whole(const Bytes& bytes) {
  return read_in_chunks(bytes, [&] { return bytes.size(); });
}

class DgtTrace : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(path("inbytes"))) {
      GTEST_SKIP() << "the real recordings are not there (" << kTraces.string() << ")";
    }
  }
  [[nodiscard]] std::filesystem::path path(const std::string& suffix) const {
    return kTraces / (GetParam() + "." + suffix);
  }
};

TEST_P(DgtTrace, DecodesToTheEventsListedBesideIt) {
  Decoder decoder;
  std::vector<std::string> rows;
  for (const Message& message : testing::decode(decoder, wire_of(contents_of(path("inbytes"))))) {
    rows.push_back(row_of(message));
  }
  EXPECT_EQ(rows, rows_of(path("events.tsv")));
  EXPECT_EQ(decoder.losses(), Losses{});
}

TEST_P(DgtTrace, GivesTheSameRecordsInChunksOfAnySizeAsTextAndAsBytes) {
  const Bytes text = contents_of(path("inbytes"));
  const Bytes wire = wire_of(text);
  const auto whole = read_whole(wire).records;
  EXPECT_GT(whole.size(), 400U);
  for (const Bytes& form : {text, wire}) {
    for (const std::size_t size : {1U, 7U, 64U}) {
      EXPECT_EQ(read_in_chunks(form, [&] { return size; }).records, whole);
    }
    std::mt19937 random{1};  // NOLINT: the same chunks each time
    EXPECT_EQ(read_in_chunks(form, [&] { return 1 + random() % 200; }).records, whole);
  }
}

TEST_P(DgtTrace, IsReadWithoutLossOrOddityAndKnowsWhichWayRoundTheBoardLies) {
  auto outcome = read_whole(contents_of(path("inbytes")));
  EXPECT_EQ(outcome.capture.losses(), Losses{});
  EXPECT_EQ(outcome.capture.scans().oddities(), Oddities{});
  EXPECT_THAT(outcome.capture.take_errors(), ::testing::IsEmpty());
  EXPECT_EQ(outcome.capture.scans().seating(), (Seating{Connector::left_of_white, true}));
}

TEST_P(DgtTrace, LastsAsLongAsItsClocksRan) {
  const auto outcome = read_whole(contents_of(path("inbytes")));
  std::chrono::milliseconds run{};
  std::optional<record::ClockReading> before;
  for (const record::Record& record : outcome.records) {
    const auto* reading = std::get_if<record::ClockReading>(&record);
    if (reading == nullptr) continue;
    if (before && before->running) {
      const bool white = before->running == chess::Side::white;
      const auto fall = white ? before->white - reading->white : before->black - reading->black;
      run += std::max(fall, std::chrono::milliseconds{0});
    }
    before = *reading;
  }
  const auto lasted = record::time_of(outcome.records.back()) - record::time_of(outcome.records.front());
  EXPECT_GE(lasted, run);
  EXPECT_LE(lasted, run + std::chrono::seconds{5});
  EXPECT_TRUE(std::ranges::is_sorted(outcome.records, {}, record::time_of));
}

INSTANTIATE_TEST_SUITE_P(Recorded, DgtTrace, ::testing::Values("1", "johan"), [](const auto& trace) {
  return trace.param == "1" ? std::string{"three_plus_two"} : std::string{"five_plus_five"};
});

std::string letters_of(const record::Record& record) {
  std::string letters;
  for (const auto& piece : std::get<record::Scan>(record).pieces.value()) {
    letters.push_back(piece ? chess::to_letter(*piece) : '.');
  }
  return letters;
}

std::string letters_of_last_scan(const std::vector<record::Record>& records) {
  const auto is_scan = [](const record::Record& record) {
    return std::holds_alternative<record::Scan>(record);
  };
  return letters_of(*std::find_if(records.rbegin(), records.rend(), is_scan));
}

/// Moves pieces as the UCI text says, castling rooks with their kings, asking no rules.
std::string letters_after(const std::filesystem::path& game) {
  std::string board = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";
  std::ifstream file{game};
  for (std::string move; file >> move;) {
    const auto from = chess::square_from_string(std::string_view{move}.substr(0, 2));
    if (move.size() != 4 || !from) continue;  // a move number, or the star at the end
    const auto to = chess::square_from_string(std::string_view{move}.substr(2, 2));
    const auto shift = [&](unsigned here, unsigned there) {
      board[there] = board[here];
      board[here] = '.';
    };
    const bool is_king = board[index(*from)] == 'K' || board[index(*from)] == 'k';
    shift(index(*from), index(*to));
    if (is_king && index(*to) == index(*from) + 2) shift(index(*to) + 1, index(*to) - 1);
    if (is_king && index(*to) + 2 == index(*from)) shift(index(*to) - 2, index(*to) + 1);
  }
  return board;
}

TEST(DgtTraceOfThreePlusTwo, EndsWithThePositionOfItsGame) {
  if (!std::filesystem::exists(kTraces)) GTEST_SKIP() << "the real recordings are not there";
  EXPECT_EQ(letters_of_last_scan(read_whole(contents_of(kTraces / "1.inbytes")).records),
            letters_after(kTraces / "1.uci"));
}

TEST(DgtTraceOfFivePlusFive, EndsWithBlacksFlagAndTheKingsInTheCentre) {
  if (!std::filesystem::exists(kTraces)) GTEST_SKIP() << "the real recordings are not there";
  const auto records = read_whole(contents_of(kTraces / "johan.inbytes")).records;
  const auto letters = letters_of_last_scan(records);
  EXPECT_EQ(letters[index(chess::Square::e4)], 'K');
  EXPECT_EQ(letters[index(chess::Square::d5)], 'k');
  const auto is_reading = [](const record::Record& record) {
    return std::holds_alternative<record::ClockReading>(record);
  };
  const auto& last =
      std::get<record::ClockReading>(*std::find_if(records.rbegin(), records.rend(), is_reading));
  EXPECT_EQ(last.flag, chess::Side::black);
  EXPECT_EQ(last.running, std::nullopt);
}

}  // namespace
}  // namespace jadoube::drivers::dgt
