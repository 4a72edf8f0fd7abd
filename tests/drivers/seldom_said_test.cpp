// What boards seldom say, of several makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drivers/certabo/session.hpp"
#include "drivers/certabo/tag_book.hpp"
#include "drivers/dgt/recollection.hpp"
#include "drivers/dgt/scans.hpp"
#include "drivers/open_scan/session.hpp"
#include "tests/drivers/certabo/start_position.hpp"
#include "tests/drivers/dgt/bytes.hpp"
#include "tests/drivers/sessions.hpp"

namespace jadoube::drivers {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::VariantWith;

TEST(SeldomSaid, ATagInTheMiddleOfTheBoardIsNoStartPosition) {
  certabo::TagBook book;
  certabo::Tags tags = certabo::start_position();
  tags[28] = certabo::tag_of(50);
  EXPECT_FALSE(book.learn(tags, true));
  EXPECT_EQ(book.piece_of(tags[0]), std::nullopt) << "nothing was learnt";
}

TEST(SeldomSaid, AMemoryThatMeansNothingChangesNothing) {
  certabo::CertaboSession session;
  const std::string before = session.memory();
  session.recall("no tags at all");
  EXPECT_EQ(session.memory(), before);
}

/// Buttons that are there at one reading and not at the next press nothing; those of Black's side are Black's.
TEST(SeldomSaid, ButtonsOfAnOpenScanBoardComeAndGo) {
  open_scan::OpenScanSession session;
  session.connect(0s);
  const auto hear = [&](const open_scan::ScanReport& report, record::Time now) {
    session.receive(open_scan::encode(report), now);
    return session.take_records();
  };
  hear({0, 0, testing::kStart, open_scan::Buttons{0, 0}}, 1s);
  EXPECT_THAT(hear({1, 20'000, testing::kStart, {}}, 1020ms), IsEmpty());
  EXPECT_THAT(hear({2, 40'000, testing::kStart, open_scan::Buttons{1, 1}}, 1040ms), IsEmpty());
  EXPECT_THAT(hear({3, 60'000, testing::kStart, open_scan::Buttons{2, 1}}, 1060ms), SizeIs(1));
}

TEST(SeldomSaid, AnOpenScanBoardNeedNotSayItsNumberOrItsPeriod) {
  open_scan::OpenScanSession session;
  session.connect(0s);
  session.receive(open_scan::encode(open_scan::Hello{}), 1s);
  EXPECT_EQ(session.facts().serial, "");
  const auto before = session.board().scan_period;
  session.receive(
      open_scan::encode(open_scan::Hello{.sequence = 1, .scan_period_us = 20'000, .board_id = 0xABC}), 2s);
  EXPECT_EQ(session.facts().serial, "abc");
  EXPECT_NE(session.board().scan_period, before);
}

// ---- DGT

TEST(SeldomSaid, ADgtBatteryOfMoreThanAllIsNone) {
  using dgt::testing::decode;
  using dgt::testing::frame;
  EXPECT_THAT(decode(frame(0xA0, {101, 0x7F, 0x7F, 1})), IsEmpty());
  const auto half_known = decode(frame(0xA0, {80, 10, 0x7F, 1}));
  ASSERT_THAT(half_known, SizeIs(1));
  EXPECT_EQ(std::get<dgt::Battery>(half_known.front()).left, std::nullopt);
}

std::vector<record::Record> heard_by(dgt::Scans& scans, const dgt::testing::Bytes& bytes, record::Time now) {
  std::vector<record::Record> out;
  for (const dgt::Message& message : dgt::testing::decode(bytes)) scans.take(message, now, out);
  return out;
}

/// 0:00 on both sides is what a clock shows that has not been set, unless a flag is shown.
TEST(SeldomSaid, ADgtClockAtZeroCountsWithAFlagOnEitherSide) {
  constexpr unsigned kFallen = 0x10;
  for (const auto& [left, right, readings] : {std::tuple{0U, 0U, 0U}, {kFallen, 0U, 1U}, {0U, kFallen, 1U}}) {
    dgt::Scans scans;
    heard_by(scans, dgt::testing::start_dump(false), 1s);
    EXPECT_THAT(heard_by(scans, dgt::testing::clock(0, 0, dgt::testing::kLeftStands, left, right), 2s),
                SizeIs(readings));
  }
}

/// Both flags down: the log has room for one, which is that of the side whose turn it is, if none was there before.
TEST(SeldomSaid, OfTwoFlagsAtOnceOneIsTold) {
  constexpr unsigned kFallen = 0x10;
  dgt::Scans scans;
  heard_by(scans, dgt::testing::start_dump(false), 1s);
  heard_by(scans, dgt::testing::clock(5, 5, dgt::testing::kLeftRuns), 2s);
  const auto both = heard_by(scans, dgt::testing::clock(0, 0, dgt::testing::kLeftRuns, kFallen, kFallen), 3s);
  ASSERT_THAT(both, SizeIs(1));
  const auto& reading = std::get<record::ClockReading>(both.front());
  EXPECT_EQ(reading.flag, reading.running);
}

TEST(SeldomSaid, AFlagAloneMakesAnotherReading) {
  constexpr unsigned kFallen = 0x10;
  dgt::Scans scans;
  heard_by(scans, dgt::testing::start_dump(false), 1s);
  EXPECT_THAT(heard_by(scans, dgt::testing::clock(0, 60, dgt::testing::kLeftRuns), 2s), SizeIs(1));
  EXPECT_THAT(heard_by(scans, dgt::testing::clock(0, 60, dgt::testing::kLeftRuns, kFallen), 3s), SizeIs(1));
}

/// More than an hour more on a clock that runs is believed when it is said again.
TEST(SeldomSaid, AClockThatJumpsOnTheRightIsBelievedTheSecondTime) {
  dgt::Scans scans;
  heard_by(scans, dgt::testing::start_dump(false), 1s);
  heard_by(scans, dgt::testing::clock(300, 300, dgt::testing::kLeftRuns), 2s);
  const auto jump = dgt::testing::clock(299, 4 * 3600, dgt::testing::kLeftRuns);
  EXPECT_THAT(heard_by(scans, jump, 3s), IsEmpty());
  EXPECT_THAT(heard_by(scans, jump, 4s), SizeIs(1));
  EXPECT_EQ(scans.oddities().clock_jumps, 1U);
}

TEST(SeldomSaid, ABoardThatHasHeardNothingRemembersNothing) {
  dgt::Recollection nothing;
  EXPECT_FALSE(nothing.can_remember());
  EXPECT_FALSE(nothing.has_missed_something());
  EXPECT_THAT(nothing.present(), IsEmpty());
  EXPECT_THAT(nothing.remember({}, 1s), IsEmpty());
  dgt::Recollection lost;
  for (const dgt::Message& message : dgt::testing::decode(dgt::testing::start_dump(false)))
    lost.hear(message);
  lost.lose();
  EXPECT_FALSE(lost.can_remember()) << "what stands now is not known";
  EXPECT_FALSE(lost.has_missed_something());
}

}  // namespace
}  // namespace jadoube::drivers
