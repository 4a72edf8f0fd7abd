#include "drivers/dgt/raw_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace jadoube::drivers::dgt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Outcome {
  std::string refusal;
  std::vector<Record> records;
  std::vector<std::string> problems;
};

Outcome read_capture(std::string bytes) {
  Outcome outcome;
  auto reader = open_raw_log(memory_source("capture", std::move(bytes)), [&](const Problem& problem) {
    outcome.problems.push_back(to_string(problem, "capture"));
  });
  if (!reader) {
    outcome.refusal = reader.error();
    return outcome;
  }
  while (const Entry* entry = (*reader)->next()) outcome.records.push_back(entry->record);
  return outcome;
}

std::string empty_board() {
  return std::string("\x86\x00\x43", 3) + std::string(64, '\0');
}

TEST(DgtRawLog, ADumpBecomesAScanAndAnEnd) {
  const auto outcome = read_capture(empty_board());
  EXPECT_EQ(outcome.refusal, "");
  EXPECT_THAT(outcome.problems, IsEmpty());
  ASSERT_EQ(outcome.records.size(), 2U);
  EXPECT_EQ(std::get<Scan>(outcome.records[0]).occupied, Occupancy{0});
  EXPECT_TRUE(std::holds_alternative<End>(outcome.records[1]));
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
  EXPECT_THAT(outcome.problems, testing::Contains(HasSubstr("capture:2:3: ")));
}

}  // namespace
}  // namespace jadoube::drivers::dgt
