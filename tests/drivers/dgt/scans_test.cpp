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

TEST_F(DgtScans, the_start_position_is_a_scan_in_the_sensor_boards_frame) {
  const auto records = hear(start_dump(false));
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_EQ(std::get<record::Scan>(records[0]).occupied.bits, 0xFFFF00000000FFFFU);
  EXPECT_EQ(letter_at(records[0], "a1"), 'R');
  EXPECT_EQ(letter_at(records[0], "d1"), 'Q');
  EXPECT_EQ(letter_at(records[0], "e8"), 'k');
  EXPECT_THAT(scans_.seating(), Optional(kSureLeft));
}

TEST_F(DgtScans, a_turned_board_shows_white_on_the_sensor_boards_eighth_rank) {
  const auto records = hear(start_dump(true));
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_EQ(letter_at(records[0], "h8"), 'R');
  EXPECT_EQ(letter_at(records[0], "d8"), 'K');
  EXPECT_EQ(letter_at(records[0], "e1"), 'q');
  EXPECT_THAT(scans_.seating(), Optional(kSureRight));
}

TEST_F(DgtScans, e2e4_is_two_scans) {
  const auto records = hear(start_dump(false) + update(0x34, 0) + update(0x24, 1));
  ASSERT_THAT(records, SizeIs(3));
  EXPECT_EQ(std::get<record::Scan>(records[1]).occupied.bits, 0xFFFF00000000EFFFU);
  EXPECT_EQ(std::get<record::Scan>(records[2]).occupied.bits, 0xFFFF00001000EFFFU);
  EXPECT_EQ(letter_at(records[2], "e4"), 'P');
  EXPECT_EQ(record::time_of(records[2]), 3ms);
}

TEST_F(DgtScans, a_capture_that_leaves_the_occupancy_as_it_was_is_a_scan) {
  hear(start_dump(false));
  EXPECT_THAT(hear(update(8, 2)), SizeIs(1));
}

TEST_F(DgtScans, what_changes_nothing_gives_no_scan) {
  hear(start_dump(false));
  EXPECT_THAT(hear(start_dump(false) + update(0x34, 1)), IsEmpty());
  EXPECT_EQ(oddities(), Oddities{});
}

TEST_F(DgtScans, a_dump_puts_right_what_updates_missed_and_says_so) {
  hear(start_dump(false) + update(0x34, 0));
  EXPECT_THAT(hear(start_dump(false)), SizeIs(1));
  EXPECT_EQ(oddities().dumps_that_corrected, 1U);
}

TEST_F(DgtScans, updates_before_the_first_dump_are_counted_and_give_nothing) {
  EXPECT_THAT(hear(update(0x34, 0)), IsEmpty());
  EXPECT_EQ(oddities().updates_before_dump, 1U);
}

TEST_F(DgtScans, a_result_piece_is_no_chess_man) {
  hear(start_dump(false));
  EXPECT_THAT(hear(update(0x24, 0x0D)), IsEmpty());
  EXPECT_EQ(oddities().result_pieces, 1U);
}

TEST_F(DgtScans, bits_of_unknown_meaning_are_counted_and_the_update_is_used) {
  hear(start_dump(false));
  EXPECT_THAT(hear(frame(0x8E, {0x74, 0})), SizeIs(1));
  EXPECT_EQ(oddities().unknown_bits, 1U);
}

TEST_F(DgtScans, with_the_connector_on_whites_left_white_owns_the_left_clock) {
  hear(start_dump(false));
  EXPECT_THAT(hear(clock(179, 182, kLeftRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 179s, 182s, Side::white))));
  EXPECT_THAT(hear(clock(181, 182, kRightRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(3ms, 181s, 182s, Side::black))));
}

TEST_F(DgtScans, with_the_connector_on_whites_right_white_owns_the_right_clock) {
  hear(start_dump(true));
  EXPECT_THAT(hear(clock(179, 182, kLeftRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 182s, 179s, Side::black))));
  EXPECT_THAT(hear(clock(181, 182, kRightRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(3ms, 182s, 181s, Side::white))));
}

TEST_F(DgtScans, a_standing_clock_runs_for_nobody) {
  hear(start_dump(false));
  EXPECT_THAT(hear(clock(182, 182, kLeftStands)),
              ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 182s, 182s, std::nullopt))));
}

TEST_F(DgtScans, the_flag_is_the_colours) {
  hear(start_dump(false));
  EXPECT_THAT(
      hear(clock(16, 0, kRightStands, 0x20, 0x30)),
      ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 16s, 0s, std::nullopt, Side::black))));
}

TEST_F(DgtScans, a_flag_symbol_on_a_running_clock_is_a_flag) {
  hear(start_dump(true));
  EXPECT_THAT(
      hear(clock(16, 900, kLeftRuns, 0, 0x40)),
      ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 900s, 16s, Side::black, Side::white))));
}

TEST_F(DgtScans, of_two_flags_the_one_that_fell_first_stays) {
  hear(start_dump(false) + clock(16, 0, kLeftRuns, 0, 0x10));
  EXPECT_THAT(
      hear(clock(0, 0, kLeftStands, 0x10, 0x10)),
      ElementsAre(VariantWith<record::ClockReading>(reading(3ms, 0s, 0s, std::nullopt, Side::black))));
}

TEST_F(DgtScans, two_flags_at_once_are_the_flag_of_the_side_to_move) {
  hear(start_dump(false));
  EXPECT_THAT(
      hear(clock(0, 0, kRightStands, 0x10, 0x10)),
      ElementsAre(VariantWith<record::ClockReading>(reading(2ms, 0s, 0s, std::nullopt, Side::black))));
}

TEST_F(DgtScans, readings_wait_for_the_first_dump_and_only_the_last_is_kept) {
  EXPECT_THAT(hear(clock(182, 182, kLeftStands) + clock(181, 182, kLeftRuns)), IsEmpty());
  const auto records = hear(start_dump(true));
  ASSERT_THAT(records, SizeIs(2));
  EXPECT_THAT(records[1], VariantWith<record::ClockReading>(reading(3ms, 182s, 181s, Side::black)));
}

TEST_F(DgtScans, a_repeated_reading_gives_nothing) {
  hear(start_dump(false) + clock(182, 182, kLeftStands));
  EXPECT_THAT(hear(clock(182, 182, kLeftStands)), IsEmpty());
}

TEST_F(DgtScans, no_clock_and_null_times_are_dropped_and_counted) {
  hear(start_dump(false) + clock(182, 182, kLeftRuns));
  EXPECT_THAT(hear(clock(182, 182, 0x20) + clock(0, 0, kLeftRuns)), IsEmpty());
  EXPECT_EQ(oddities().empty_readings, 2U);
}

TEST_F(DgtScans, a_single_reading_that_jumps_up_by_more_than_an_hour_is_not_believed) {
  hear(start_dump(false) + clock(182, 182, kLeftRuns));
  EXPECT_THAT(hear(clock(182 + 3601, 182, kLeftRuns)), IsEmpty());
  EXPECT_EQ(oddities().clock_jumps, 1U);
  EXPECT_THAT(hear(clock(181, 182, kLeftRuns)), SizeIs(1));
}

TEST_F(DgtScans, two_readings_that_agree_on_the_jump_are_believed) {
  hear(start_dump(false) + clock(182, 182, kLeftRuns) + clock(182 + 3601, 182, kLeftRuns));
  EXPECT_THAT(hear(clock(182 + 3600, 182, kLeftRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(4ms, 3782s, 182s, Side::white))));
}

TEST_F(DgtScans, a_standing_clock_may_be_set_to_anything) {
  hear(start_dump(false) + clock(182, 182, kLeftStands));
  EXPECT_THAT(hear(clock(5400, 5400, kLeftStands)), SizeIs(1));
}

TEST_F(DgtScans, time_that_falls_on_the_side_whose_lever_is_down_is_counted_and_the_lever_believed) {
  hear(start_dump(false) + clock(182, 182, kLeftRuns));
  EXPECT_THAT(hear(clock(182, 181, kLeftRuns)),
              ElementsAre(VariantWith<record::ClockReading>(reading(3ms, 182s, 181s, Side::white))));
  EXPECT_EQ(oddities().lever_contradictions, 1U);
}

TEST_F(DgtScans, a_board_met_in_the_middle_of_a_game_is_read_by_where_the_men_are) {
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

TEST_F(DgtScans, a_start_position_of_chess960_settles_the_seating) {
  Bytes dump = start_dump(true);
  std::swap(dump[3], dump[5]);
  std::swap(dump[60], dump[65]);
  hear(dump);
  EXPECT_THAT(scans_.seating(), Optional(kSureRight));
}

TEST_F(DgtScans, an_empty_board_leaves_the_seating_open_until_the_men_are_set_up) {
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
