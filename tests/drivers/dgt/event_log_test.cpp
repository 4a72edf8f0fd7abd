#include "drivers/dgt/event_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Bytes = std::vector<std::uint8_t>;

LoggedChange change(unsigned field, unsigned code) {
  return {.field = static_cast<Field>(field), .code = static_cast<Code>(code)};
}

TEST(DgtEventLog, TellsChangesPressesAndStarts) {
  EXPECT_THAT(read_event_log(Bytes{0x7F, 0x7F, 0x7F, 0x6A, 0x42, 0x07, 0x6F, 0x40, 0x34, 0x51,
                                   0x24, 0x72, 0x59, 0x07, 0x61, 0x03, 0x00, 0x00, 0x6E, 0x6B}),
              ElementsAre(Logged{LoggedStart{}}, Logged{change(7, 2)}, Logged{change(0x34, 0)},
                          Logged{LoggedChange{.field = Field{0x24}, .code = Code::white_pawn, .soon = true}},
                          Logged{LoggedPress{.right = false, .left_on_clock = 2h + 59min + 7s}},
                          Logged{LoggedPress{.right = true, .left_on_clock = 1h + 3min}}));
}

TEST(DgtEventLog, BeginsInTheMiddleOfAnEventAndEndsWithItsLastTag) {
  EXPECT_THAT(read_event_log(Bytes{0x34, 0x07, 0x41, 0x24, 0x6B, 0x41, 0x25}),
              ElementsAre(Logged{change(0x24, 1)}));
  EXPECT_THAT(read_event_log(Bytes{0x41}), IsEmpty());
  EXPECT_THAT(read_event_log(Bytes{0x61, 0x75, 0x00}), IsEmpty()) << "75 minutes";
  EXPECT_THAT(read_event_log({}), IsEmpty());
}

/// A king that walks from field to field.
struct Walk {
  std::vector<Logged> log;
  BoardCodes board{};
  unsigned at = 0;
  Walk() { board[0] = Code::white_king; }
  void to(unsigned field) {
    for (const auto& each : {change(at, 0), change(field, 5)}) {
      log.emplace_back(each);
      board[index(each.field)] = each.code;
    }
    at = field;
  }
  /// Everything so far.
  [[nodiscard]] std::deque<LoggedChange> heard() const {
    std::deque<LoggedChange> all;
    for (const Logged& each : log)
      if (const auto* one = std::get_if<LoggedChange>(&each)) all.push_back(*one);
    return all;
  }
};

TEST(DgtEventLog, WhatWasMissedBeginsWhereWhatWasHeardEnds) {
  Walk walk;
  for (const unsigned field : {1U, 2U, 3U}) walk.to(field);
  const auto heard = walk.heard();
  const BoardCodes before = walk.board;
  walk.log.emplace_back(LoggedPress{.right = true, .left_on_clock = 60s});
  for (const unsigned field : {2U, 1U}) walk.to(field);
  const auto remembered = remembered_since(walk.log, heard, before, walk.board);
  EXPECT_TRUE(remembered.complete);
  EXPECT_THAT(remembered.events, SizeIs(5));
  EXPECT_EQ(remembered.events.front(), walk.log[6]);
}

TEST(DgtEventLog, TheLongestAgreementDecidesBetweenPlacesThatFit) {
  Walk walk;
  for (const unsigned field : {1U, 2U, 1U, 2U}) walk.to(field);
  const auto heard = walk.heard();
  const BoardCodes before = walk.board;
  for (const unsigned field : {1U, 2U, 1U, 2U, 3U}) walk.to(field);
  const auto remembered = remembered_since(walk.log, heard, before, walk.board);
  EXPECT_TRUE(remembered.complete);
  EXPECT_THAT(remembered.events, SizeIs(10));
}

TEST(DgtEventLog, ABoardThatWasWithoutPowerRemembersWhatCameBefore) {
  Walk walk;
  for (const unsigned field : {1U, 2U, 3U}) walk.to(field);
  const auto heard = walk.heard();
  const BoardCodes before = walk.board;
  walk.to(4);
  walk.log.emplace_back(LoggedStart{});
  walk.log.emplace_back(change(20, 5));
  BoardCodes now{};
  now[20] = Code::white_king;
  const auto remembered = remembered_since(walk.log, heard, before, now);
  EXPECT_FALSE(remembered.complete);
  EXPECT_THAT(remembered.events, SizeIs(2));
}

TEST(DgtEventLog, ALogThatFitsNowhereTellsNothing) {
  Walk walk;
  for (const unsigned field : {1U, 2U, 3U}) walk.to(field);
  BoardCodes now{};
  now[20] = Code::white_king;
  const auto elsewhere = remembered_since(
      walk.log, {change(50, 0), change(51, 5), change(51, 0), change(52, 5)}, walk.board, now);
  EXPECT_FALSE(elsewhere.complete);
  EXPECT_THAT(elsewhere.events, IsEmpty());
  EXPECT_THAT(remembered_since({}, {}, walk.board, now).events, IsEmpty());
}

TEST(DgtEventLog, AnyBytesAreReadAndWhatIsCompleteLeadsFromBeforeToNow) {
  std::mt19937 random{1};
  for (int i = 0; i < 300; ++i) {
    Bytes bytes(random() % 400);
    for (auto& byte : bytes)
      byte = static_cast<std::uint8_t>(random() % 5 == 0 ? random() : 0x40 | random() % 4);
    const auto log = read_event_log(bytes);
    BoardCodes before{};
    BoardCodes now{};
    now[random() % 4] = static_cast<Code>(random() % 4);
    const auto remembered = remembered_since(log, {}, before, now);
    bool stood = before == now;
    for (const Logged& each : remembered.events) {
      if (const auto* one = std::get_if<LoggedChange>(&each)) before[index(one->field)] = one->code;
      stood = stood || before == now;
    }
    EXPECT_TRUE(!remembered.complete || stood);
  }
}

}  // namespace
}  // namespace jadoube::drivers::dgt
