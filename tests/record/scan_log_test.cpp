#include "record/scan_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "record/line_reader.hpp"
#include "tests/record/log_reading.hpp"

namespace jadoube::record {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kHeader =
    R"({"type":"header","format":"jadoube-scanlog","version":1,"board":{"senses":"presence"}})"
    "\n";
const std::string kScan0 = R"({"type":"scan","t_us":0,"occupied":"ffff00000000ffff"})"
                           "\n";
const std::string kPress5 = R"({"type":"press","t_us":5,"side":"white"})"
                            "\n";
const std::string kEnd9 = R"({"type":"end","t_us":9})"
                          "\n";

std::vector<std::uint64_t> lines_of(const Outcome& outcome) {
  std::vector<std::uint64_t> lines;
  for (const Place& place : outcome.places) lines.push_back(place.line);
  return lines;
}

/// Gives out its bytes one at a time, then fails.
class FailingSource final : public ByteSource {
 public:
  explicit FailingSource(std::string bytes) : bytes_{std::move(bytes)} {}
  tl::expected<std::size_t, std::string> read(std::span<char> into) override {
    if (at_ == bytes_.size()) return tl::unexpected{std::string{"the disk is gone"}};
    into[0] = bytes_[at_++];
    return std::size_t{1};
  }
  [[nodiscard]] const std::string& name() const override { return name_; }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
  std::string name_ = "game";
};

TEST(TextLog, RecordsComeWithTheirLines) {
  const auto outcome = read_bytes(kHeader + kScan0 + "\n" + kPress5 + kEnd9);
  EXPECT_EQ(outcome.refusal, "");
  EXPECT_THAT(outcome.problems, IsEmpty());
  EXPECT_THAT(lines_of(outcome), ElementsAre(2U, 4U, 5U));
}

TEST(TextLog, ADamagedLineIsReportedAndTheRestIsRead) {
  const auto outcome =
      read_bytes(kHeader + kScan0 + "rubbish\n" + kPress5 + "{\"type\":\"press\",\"t_us\":6}\n" + kEnd9);
  EXPECT_EQ(outcome.records.size(), 3U);
  EXPECT_THAT(outcome.problems,
              ElementsAre("game:3:1: this is not JSON (syntax error)", "game:5:1: \"side\" is missing"));
}

TEST(TextLog, ALogCutInTheMiddleOfARecordGivesEverythingBefore) {
  const auto text = kHeader + kScan0 + kPress5;
  for (std::size_t cut = kHeader.size() + kScan0.size() + 1; cut + 2 < text.size(); ++cut) {
    const auto outcome = read_bytes(text.substr(0, cut));
    EXPECT_EQ(outcome.records.size(), 1U);
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_THAT(outcome.problems[0], HasSubstr("game:3:"));
    EXPECT_THAT(outcome.problems[0], HasSubstr("the file ends in the middle of this line"));
  }
  EXPECT_THAT(read_bytes(text.substr(0, text.size() - 1)).problems, IsEmpty());
}

TEST(TextLog, TimeThatRunsBackIsReportedAndSkipped) {
  const auto outcome = read_bytes(kHeader + kPress5 + kScan0 + kEnd9);
  EXPECT_EQ(outcome.records.size(), 2U);
  EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("game:3:23: \"t_us\" 0 is earlier")));
}

TEST(TextLog, UnknownTypesAreCountedAndCarriedAlong) {
  const auto outcome = read_bytes(kHeader + "{\"type\":\"aura\",\"t_us\":1}\n" + kEnd9);
  EXPECT_EQ(outcome.unknown_types, 1U);
  EXPECT_THAT(outcome.records,
              ElementsAre("{\"type\":\"aura\",\"t_us\":1}", kEnd9.substr(0, kEnd9.size() - 1)));
  EXPECT_THAT(outcome.problems, IsEmpty());
}

TEST(TextLog, ALogWithoutItsHeaderIsStillRead) {
  const auto lost = read_bytes(kScan0 + kEnd9);
  EXPECT_EQ(lost.records.size(), 2U);
  EXPECT_THAT(lost.problems, ElementsAre(HasSubstr("game:1:1: there is no header")));
  const auto damaged = read_bytes("{\"type\":\"hea\n" + kScan0 + kEnd9);
  EXPECT_EQ(damaged.records.size(), 2U);
  EXPECT_THAT(damaged.problems,
              ElementsAre(HasSubstr("game:1:13"), HasSubstr("game:2:1: there is no header")));
  const auto late = read_bytes("rubbish\n" + kHeader + kScan0);
  EXPECT_EQ(late.records.size(), 1U);
  EXPECT_THAT(late.problems, ElementsAre(HasSubstr("game:1:1")));
}

TEST(TextLog, WhatIsNoScanLogIsRefusedInOneSentence) {
  EXPECT_EQ(read_bytes("").refusal, "game: is empty");
  EXPECT_EQ(read_bytes("\n\n").refusal, "game: is empty");
  EXPECT_EQ(read_bytes("[Event \"?\"]\n1. e4\n").refusal,
            "game:1:2: not a scan log: this is not JSON (syntax error)");
  EXPECT_THAT(read_bytes("{\"type\":\"move\"}\n").refusal, HasSubstr("game:1:9: not a scan log"));
  EXPECT_THAT(read_bytes(R"({"type":"header","format":"jadoube-scanlog","version":2})").refusal,
              HasSubstr("game:1:55: \"version\" 2 is not known"));
}

TEST(TextLog, AByteOrderMarkAndCarriageReturnsAreNoDamage) {
  const auto outcome = read_bytes("\xEF\xBB\xBF" + kHeader.substr(0, kHeader.size() - 1) + "\r\n" +
                                  kScan0.substr(0, kScan0.size() - 1) + "\r\n\r\n");
  EXPECT_THAT(outcome.problems, IsEmpty());
  EXPECT_EQ(outcome.records.size(), 1U);
}

TEST(TextLog, ALineBeyondTheLimitIsReportedOnceAndPassedOver) {
  const std::string longest =
      R"({"type":"truth","t_us":1,"x":")" + std::string(LineReader::kLongestLine - 32, 'x') + "\"}";
  ASSERT_EQ(longest.size(), LineReader::kLongestLine);
  const auto fits = read_bytes(kHeader + longest + "\n" + kEnd9);
  EXPECT_THAT(fits.problems, IsEmpty());
  EXPECT_EQ(fits.records.size(), 2U);
  for (const std::size_t more : {std::size_t{1}, std::size_t{300000}, std::size_t{5000000}}) {
    const auto outcome =
        read_bytes(kHeader + longest + std::string(more, ' ') + "\n" + kEnd9 + std::string(2000000, ' '));
    EXPECT_THAT(outcome.problems, ElementsAre("game:2:1: the line is longer than 1 MiB",
                                              "game:4:1: the line is longer than 1 MiB"));
    EXPECT_THAT(lines_of(outcome), ElementsAre(3U));
  }
}

TEST(TextLog, AFailingSourceIsReportedAfterEverythingBeforeIt) {
  const auto outcome = read_all(std::make_unique<FailingSource>(kHeader + kScan0 + "{\"typ"));
  EXPECT_EQ(outcome.records.size(), 1U);
  EXPECT_THAT(outcome.problems, ElementsAre("game:3:6: the disk is gone"));
  EXPECT_EQ(read_all(std::make_unique<FailingSource>("")).refusal,
            "game:1:1: not a scan log: the disk is gone");
}

TEST(TextLog, AWriterRefusesWhatAReaderWould) {
  std::string bytes;
  auto writer = ScanLogWriter::create(memory_sink(bytes), Form::jsonl, Header{});
  ASSERT_TRUE(writer);
  EXPECT_TRUE((*writer)->write(Press{Time{5}, chess::Side::white}));
  EXPECT_FALSE((*writer)->write(Press{Time{4}, chess::Side::white}));
  EXPECT_FALSE((*writer)->write(Scan{Time{6}, Occupancy{0}, Occupancy{1}, {}}));
  EXPECT_TRUE((*writer)->write(End{Time{9}}));
  EXPECT_TRUE((*writer)->close());
  EXPECT_EQ(bytes, kHeader + kPress5 + kEnd9);
}

TEST(FormOfName, LooksBehindThePacking) {
  EXPECT_EQ(form_of_name("a.scanlog.jsonl"), Form::jsonl);
  EXPECT_EQ(form_of_name("a.scanlog.jsonl.zst"), Form::jsonl);
  EXPECT_EQ(form_of_name("a.jscan.zst"), Form::recording);
  EXPECT_EQ(form_of_name("a.pgn"), std::nullopt);
}

}  // namespace
}  // namespace jadoube::record
