#include "captures/raw_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/drivers/dgt/bytes.hpp"

namespace jadoube::captures {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct ReadLog {
  std::string refusal;
  std::vector<record::Record> records;
  std::vector<std::string> problems;
  std::string remark;
};

ReadLog read_capture(std::string bytes) {
  ReadLog outcome;
  auto reader = open_raw_log(
      record::memory_source("capture", std::move(bytes)),
      [&](const record::Problem& problem) { outcome.problems.push_back(to_string(problem, "capture")); });
  if (!reader) {
    outcome.refusal = reader.error();
    return outcome;
  }
  while (const record::Entry* entry = (*reader)->next()) outcome.records.push_back(entry->record);
  outcome.remark = (*reader)->remark();
  return outcome;
}

std::string text_of(const testing::Bytes& bytes) {
  return {bytes.begin(), bytes.end()};
}

std::string empty_board() {
  return std::string("\x86\x00\x43", 3) + std::string(64, '\0');
}

TEST(DgtRawLog, ADumpBecomesAScanAndAnEnd) {
  const auto outcome = read_capture(empty_board());
  EXPECT_EQ(outcome.refusal, "");
  EXPECT_THAT(outcome.problems, IsEmpty());
  ASSERT_EQ(outcome.records.size(), 2U);
  EXPECT_EQ(std::get<record::Scan>(outcome.records[0]).occupied, record::Occupancy{0});
  EXPECT_TRUE(std::holds_alternative<record::End>(outcome.records[1]));
}

TEST(DgtRawLog, WhatIsNoCaptureIsRefused) {
  EXPECT_EQ(read_capture("").refusal, "capture: is empty");
  EXPECT_THAT(read_capture(std::string(100, '\xff')).refusal, HasSubstr("there is no message of one in it"));
}

TEST(DgtRawLog, BytesThatBelongToNoMessageAreReported) {
  const auto outcome = read_capture(empty_board() + "\x01");
  EXPECT_EQ(outcome.records.size(), 2U);
  EXPECT_THAT(outcome.problems,
              ElementsAre("capture: byte 68: 1 byte(s) so far belong to no message of a board"));
}

TEST(DgtRawLog, ADamagedLineOfBase64IsReportedWithItsPlace) {
  const auto outcome = read_capture("hgBD" + std::string(85, 'A') + "A==\nhg?D\n");
  EXPECT_EQ(outcome.refusal, "");
  EXPECT_EQ(outcome.records.size(), 2U);
  EXPECT_THAT(outcome.problems, Contains(HasSubstr("capture:2:3: ")));
}

TEST(DgtRawLog, SaysWhichWayRoundTheBoardLay) {
  const auto outcome = read_capture(text_of(testing::start_dump(true)));
  EXPECT_EQ(outcome.remark, "1 messages of a DGT board, its connector on White's right");
}

TEST(DgtRawLog, AdmitsWhenTheSeatingIsAGuess) {
  EXPECT_THAT(read_capture(empty_board()).remark, HasSubstr("by where the pieces stood"));
}

TEST(DgtRawLog, SaysThatChangesWereLostBetweenTwoFullReadings) {
  using testing::operator+;
  const auto bytes = testing::start_dump(false) + testing::update(52, 0) + testing::start_dump(false);
  EXPECT_THAT(read_capture(text_of(bytes)).remark, HasSubstr("lost before 1 of its full readings"));
}

TEST(DgtRawLog, ACaptureWithoutAnyPositionIsAProblem) {
  EXPECT_THAT(read_capture(text_of(testing::update(52, 0))).problems,
              ElementsAre("capture: byte 5: the board has not told its position once"));
}

TEST(DgtRawLog, ACaptureLargerThanAnyBufferIsReadToItsEnd) {
  using testing::operator+;
  testing::Bytes bytes = testing::start_dump(false);
  for (int i = 0; i < 40'000; ++i) bytes = std::move(bytes) + testing::update(36, i % 2 == 0 ? 1 : 0);
  EXPECT_EQ(read_capture(text_of(bytes)).records.size(), 40'002U);
}

}  // namespace
}  // namespace jadoube::captures
