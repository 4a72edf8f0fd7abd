#include "drivers/dgt/scans.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "tests/drivers/dgt/bytes.hpp"

namespace jadoube::drivers::dgt {
namespace {

using namespace std::chrono_literals;
using namespace jadoube::drivers::dgt::testing;
using chess::Side;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::SizeIs;
using ::testing::VariantWith;

constexpr Seating kSureLeft{Connector::left_of_white, true};
constexpr Seating kSureRight{Connector::right_of_white, true};

/// One board that is told bytes, a millisecond apart.
class DgtScans : public ::testing::Test {
 protected:
  std::vector<record::Record> hear(const Bytes& bytes) {
    std::vector<record::Record> out;
    for (const Message& message : decode(bytes)) {
      now_ += 1ms;
      scans_.take(message, now_, out);
    }
    return out;
  }
  [[nodiscard]] const Oddities& oddities() const { return scans_.oddities(); }

  Scans scans_;
  record::Time now_{};
};

record::ClockReading reading(record::Time t, record::ClockTime white, record::ClockTime black,
                             std::optional<Side> running, std::optional<Side> flag = std::nullopt) {
  return {.t = t, .white = white, .black = black, .running = running, .flag = flag};
}

char letter_at(const record::Record& record, std::string_view square) {
  const auto& pieces = std::get<record::Scan>(record).pieces;
  const auto& piece = pieces.value()[index(*chess::square_from_string(square))];
  return piece ? chess::to_letter(*piece) : '.';
}

TEST_F(DgtScans, TheStartPositionIsAScanInTheSensorBoardsFrame) {
  const auto records = hear(start_dump(false));
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_EQ(std::get<record::Scan>(records[0]).occupied.bits, 0xFFFF00000000FFFFU);
  EXPECT_EQ(letter_at(records[0], "a1"), 'R');
  EXPECT_EQ(letter_at(records[0], "d1"), 'Q');
  EXPECT_EQ(letter_at(records[0], "e8"), 'k');
  EXPECT_THAT(scans_.seating(), Optional(kSureLeft));
}

TEST_F(DgtScans, ATurnedBoardShowsWhiteOnTheSensorBoardsEighthRank) {
  const auto records = hear(start_dump(true));
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_EQ(letter_at(records[0], "h8"), 'R');
  EXPECT_EQ(letter_at(records[0], "d8"), 'K');
  EXPECT_EQ(letter_at(records[0], "e1"), 'q');
  EXPECT_THAT(scans_.seating(), Optional(kSureRight));
}

TEST_F(DgtScans, E2e4IsTwoScans) {
  const auto records = hear(start_dump(false) + update(0x34, 0) + update(0x24, 1));
  ASSERT_THAT(records, SizeIs(3));
  EXPECT_EQ(std::get<record::Scan>(records[1]).occupied.bits, 0xFFFF00000000EFFFU);
  EXPECT_EQ(std::get<record::Scan>(records[2]).occupied.bits, 0xFFFF00001000EFFFU);
  EXPECT_EQ(letter_at(records[2], "e4"), 'P');
  EXPECT_EQ(record::time_of(records[2]), 3ms);
}

TEST_F(DgtScans, ACaptureThatLeavesTheOccupancyAsItWasIsAScan) {
  hear(start_dump(false));
  EXPECT_THAT(hear(update(8, 2)), SizeIs(1));
}

TEST_F(DgtScans, WhatChangesNothingGivesNoScan) {
  hear(start_dump(false));
  EXPECT_THAT(hear(start_dump(false) + update(0x34, 1)), IsEmpty());
  EXPECT_EQ(oddities(), Oddities{});
}

TEST_F(DgtScans, ADumpPutsRightWhatUpdatesMissedAndSaysSo) {
  hear(start_dump(false) + update(0x34, 0));
  EXPECT_THAT(hear(start_dump(false)), SizeIs(1));
  EXPECT_EQ(oddities().dumps_that_corrected, 1U);
}

TEST_F(DgtScans, UpdatesBeforeTheFirstDumpAreCountedAndGiveNothing) {
  EXPECT_THAT(hear(update(0x34, 0)), IsEmpty());
  EXPECT_EQ(oddities().updates_before_dump, 1U);
}

TEST_F(DgtScans, AResultPieceIsNoChessPiece) {
  hear(start_dump(false));
  EXPECT_THAT(hear(update(0x24, 0x0D)), IsEmpty());
  EXPECT_EQ(oddities().result_pieces, 1U);
}

TEST_F(DgtScans, BitsOfUnknownMeaningAreCountedAndTheUpdateIsUsed) {
  hear(start_dump(false));
  EXPECT_THAT(hear(frame(0x8E, {0x74, 0})), SizeIs(1));
  EXPECT_EQ(oddities().unknown_bits, 1U);
}

TEST_F(DgtScans, WithTheConnectorOnWhitesLeftWhiteOwnsTheLeftClock) {
  hear(start_dump(false));
  EXPECT_THAT(hear(clock(179, 182, kLeftRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 179s, 182s, Side::white))));
  EXPECT_THAT(hear(clock(181, 182, kRightRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(3ms, 181s, 182s, Side::black))));
}

TEST_F(DgtScans, WithTheConnectorOnWhitesRightWhiteOwnsTheRightClock) {
  hear(start_dump(true));
  EXPECT_THAT(hear(clock(179, 182, kLeftRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 182s, 179s, Side::black))));
  EXPECT_THAT(hear(clock(181, 182, kRightRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(3ms, 182s, 181s, Side::white))));
}

TEST_F(DgtScans, AStandingClockRunsForNobody) {
  hear(start_dump(false));
  EXPECT_THAT(hear(clock(182, 182, kLeftStands)),
              ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 182s, 182s, std::nullopt))));
}

TEST_F(DgtScans, TheFlagIsTheColours) {
  hear(start_dump(false));
  EXPECT_THAT(
      hear(clock(16, 0, kRightStands, 0x20, 0x30)),
      ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 16s, 0s, std::nullopt, Side::black))));
}

TEST_F(DgtScans, AFlagSymbolOnARunningClockIsAFlag) {
  hear(start_dump(true));
  EXPECT_THAT(
      hear(clock(16, 900, kLeftRuns, 0, 0x40)),
      ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 900s, 16s, Side::black, Side::white))));
}

TEST_F(DgtScans, OfTwoFlagsTheOneThatFellFirstStays) {
  hear(start_dump(false) + clock(16, 0, kLeftRuns, 0, 0x10));
  EXPECT_THAT(
      hear(clock(0, 0, kLeftStands, 0x10, 0x10)),
      ElementsAre(VariantWith<record::ClockReading>(reading(3ms, 0s, 0s, std::nullopt, Side::black))));
}

TEST_F(DgtScans, TwoFlagsAtOnceAreTheFlagOfTheSideToMove) {
  hear(start_dump(false));
  EXPECT_THAT(
      hear(clock(0, 0, kRightStands, 0x10, 0x10)),
      ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 0s, 0s, std::nullopt, Side::black))));
}

TEST_F(DgtScans, ReadingsWaitForTheFirstDumpAndOnlyTheLastIsKept) {
  EXPECT_THAT(hear(clock(182, 182, kLeftStands) + clock(181, 182, kLeftRuns)), IsEmpty());
  const auto records = hear(start_dump(true));
  ASSERT_THAT(records, SizeIs(2));
  EXPECT_THAT(records[1], VariantWith<record::ClockReading>(reading(3ms, 182s, 181s, Side::black)));
}

TEST_F(DgtScans, ARepeatedReadingGivesNothing) {
  hear(start_dump(false) + clock(182, 182, kLeftStands));
  EXPECT_THAT(hear(clock(182, 182, kLeftStands)), IsEmpty());
}

TEST_F(DgtScans, NoClockAndNullTimesAreDroppedAndCounted) {
  hear(start_dump(false) + clock(182, 182, kLeftRuns));
  EXPECT_THAT(hear(clock(182, 182, 0x20) + clock(0, 0, kLeftRuns)), IsEmpty());
  EXPECT_EQ(oddities().empty_readings, 2U);
}

TEST_F(DgtScans, ASingleReadingThatJumpsUpByMoreThanAnHourIsNotBelieved) {
  hear(start_dump(false) + clock(182, 182, kLeftRuns));
  EXPECT_THAT(hear(clock(182 + 3601, 182, kLeftRuns)), IsEmpty());
  EXPECT_EQ(oddities().clock_jumps, 1U);
  EXPECT_THAT(hear(clock(181, 182, kLeftRuns)), SizeIs(1));
}

TEST_F(DgtScans, TwoReadingsThatAgreeOnTheJumpAreBelieved) {
  hear(start_dump(false) + clock(182, 182, kLeftRuns) + clock(182 + 3601, 182, kLeftRuns));
  EXPECT_THAT(hear(clock(182 + 3600, 182, kLeftRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(4ms, 3782s, 182s, Side::white))));
}

TEST_F(DgtScans, AStandingClockMayBeSetToAnything) {
  hear(start_dump(false) + clock(182, 182, kLeftStands));
  EXPECT_THAT(hear(clock(5400, 5400, kLeftStands)), SizeIs(1));
}

TEST_F(DgtScans, TimeThatFallsOnTheSideWhoseLeverIsDownIsCountedAndTheLeverBelieved) {
  hear(start_dump(false) + clock(182, 182, kLeftRuns));
  EXPECT_THAT(hear(clock(182, 181, kLeftRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(3ms, 182s, 181s, Side::white))));
  EXPECT_EQ(oddities().lever_contradictions, 1U);
}

TEST_F(DgtScans, ABoardMetInTheMiddleOfAGameIsReadByWhereThePiecesAre) {
  // White: Kg1, pawns f2 g2; Black: Ke7, pawn d6; the connector on White's right.
  Bytes fields(64, 0);
  for (const auto& [field, code] : {std::pair{1U, 5}, {9U, 1}, {10U, 1}, {51U, 11}, {44U, 7}}) {
    fields[field] = static_cast<std::uint8_t>(code);
  }
  hear(frame(0x86, fields) + clock(60, 70, kLeftRuns));
  EXPECT_THAT(scans_.seating(), Optional(Seating{Connector::right_of_white, false}));
  hear(start_dump(false));
  EXPECT_THAT(scans_.seating(), Optional(kSureLeft));
}

TEST_F(DgtScans, AStartPositionOfChess960SettlesTheSeating) {
  Bytes dump = start_dump(true);
  std::swap(dump[3], dump[5]);
  std::swap(dump[60], dump[65]);
  hear(dump);
  EXPECT_THAT(scans_.seating(), Optional(kSureRight));
}

TEST_F(DgtScans, AnEmptyBoardLeavesTheSeatingOpenUntilThePiecesAreSetUp) {
  hear(frame(0x86, Bytes(64, 0)));
  EXPECT_THAT(scans_.seating(), Optional(Seating{Connector::left_of_white, false}));
  const Bytes target = start_dump(true);
  Bytes updates;
  for (unsigned field = 0; field < 64; ++field) {
    if (target[3 + field] != 0) updates = std::move(updates) + update(field, target[3 + field]);
  }
  EXPECT_THAT(hear(updates), SizeIs(32));
  EXPECT_THAT(scans_.seating(), Optional(kSureRight));
}

}  // namespace
}  // namespace jadoube::drivers::dgt
