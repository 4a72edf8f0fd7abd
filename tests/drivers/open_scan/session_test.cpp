#include "drivers/open_scan/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/drivers/sessions.hpp"

namespace jadoube::drivers::open_scan {
namespace {

using namespace std::chrono_literals;
using chess::Side;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::VariantWith;
using State = BoardSession::State;
using testing::kLifted;
using testing::kStart;
using testing::scan;

class OpenScanSessionTest : public testing::SessionTest<OpenScanSession> {
 protected:
  std::vector<record::Record> hear(const ScanReport& reading, record::Time now) {
    session_.receive(encode(reading), now);
    return session_.take_records();
  }
};

TEST_F(OpenScanSessionTest, SaysAPositionOnceAndEveryChange) {
  EXPECT_THAT(hear({0, 0, kStart, {}}, 1s), ElementsAre(VariantWith<record::Scan>(scan(1s, kStart))));
  EXPECT_THAT(hear({1, 20'000, kStart, {}}, 1020ms), IsEmpty());
  EXPECT_THAT(hear({2, 40'000, kLifted, {}}, 1040ms),
              ElementsAre(VariantWith<record::Scan>(scan(1040ms, kLifted))));
  EXPECT_EQ(session_.tally().readings, 3U);
}

TEST_F(OpenScanSessionTest, WaitingTimesOfTheWayAreTakenAway) {
  hear({0, 0, kStart, {}}, 1s);
  EXPECT_THAT(hear({1, 20'000, kLifted, {}}, 1055ms),
              ElementsAre(VariantWith<record::Scan>(scan(1020ms, kLifted))));
}

TEST_F(OpenScanSessionTest, CountsFramesThatNeverCame) {
  hear({10, 0, kStart, {}}, 1s);
  hear({14, 80'000, kStart, {}}, 1080ms);
  EXPECT_EQ(session_.tally().lost_frames, 3U);
  EXPECT_EQ(session_.tally().restarts, 0U);
}

TEST_F(OpenScanSessionTest, ACountThatGoesBackIsARestart) {
  hear({10, 5'000'000, kStart, {}}, 1s);
  EXPECT_THAT(hear({0, 0, kLifted, {}}, 1500ms),
              ElementsAre(VariantWith<record::Scan>(scan(1500ms, kLifted))));
  EXPECT_EQ(session_.tally().restarts, 1U);
  EXPECT_EQ(session_.tally().lost_frames, 0U);
}

TEST_F(OpenScanSessionTest, AFrameThatComesTwiceIsOneFrame) {
  hear({10, 0, kStart, Buttons{3, 3}}, 1s);
  EXPECT_THAT(hear({11, 20'000, kLifted, Buttons{3, 4}}, 1020ms), SizeIs(2));
  // Late, so that a clock that began anew would show.
  EXPECT_THAT(hear({11, 20'000, kLifted, Buttons{3, 4}}, 1070ms), IsEmpty());
  EXPECT_THAT(hear({12, 40'000, kStart, Buttons{3, 5}}, 1080ms),
              ElementsAre(VariantWith<record::Scan>(scan(1040ms, kStart)),
                          VariantWith<record::Press>(record::Press{1040ms, Side::black})));
  const Hello hello{.sequence = 13, .scan_period_us = 20'000, .board_id = 1};
  for (int i = 0; i < 2; ++i) session_.receive(encode(hello), 1090ms);
  EXPECT_EQ(session_.tally().restarts, 0U);
  EXPECT_EQ(session_.tally().lost_frames, 0U);
  EXPECT_EQ(session_.tally().readings, 3U);
  EXPECT_EQ(session_.tally().frames, 4U);
}

TEST_F(OpenScanSessionTest, TheCountOfFramesMayWrap) {
  hear({0xFFFFFFFF, 0, kStart, {}}, 1s);
  hear({0, 20'000, kStart, {}}, 1020ms);
  EXPECT_EQ(session_.tally().lost_frames, 0U);
  EXPECT_EQ(session_.tally().restarts, 0U);
}

TEST_F(OpenScanSessionTest, APressIsToldEvenIfItsOwnFrameWasLost) {
  EXPECT_THAT(hear({0, 0, kStart, Buttons{250, 255}}, 1s), SizeIs(1));
  EXPECT_THAT(hear({5, 100'000, kStart, Buttons{250, 0}}, 1100ms),
              ElementsAre(VariantWith<record::Press>(record::Press{1100ms, Side::black})));
  EXPECT_THAT(hear({6, 120'000, kStart, Buttons{251, 0}}, 1120ms),
              ElementsAre(VariantWith<record::Press>(record::Press{1120ms, Side::white})));
}

TEST_F(OpenScanSessionTest, TheButtonsOfABoardThatWasRestartedAreNotPresses) {
  hear({9, 0, kStart, Buttons{3, 3}}, 1s);
  EXPECT_THAT(hear({0, 0, kStart, Buttons{0, 0}}, 1100ms), IsEmpty());
}

TEST(OpenScanSession, WhiteMaySitAtTheEighthRank) {
  OpenScanSession session{false};
  session.connect(0s);
  session.receive(encode(ScanReport{0, 0, kStart, Buttons{0, 0}}), 1s);
  session.receive(encode(ScanReport{1, 20'000, kStart, Buttons{1, 0}}), 1020ms);
  EXPECT_THAT(session.take_records(),
              ElementsAre(VariantWith<record::Scan>(scan(1s, kStart)),
                          VariantWith<record::Press>(record::Press{1020ms, Side::black})));
}

TEST_F(OpenScanSessionTest, SilenceIsALostLinkAndTheNextFrameSaysEverythingAgain) {
  hear({0, 0, kStart, {}}, 1s);
  EXPECT_EQ(session_.wake_at(), 3s);
  session_.wake(2999ms);
  EXPECT_EQ(session_.state(), State::alive);
  session_.wake(3s);
  EXPECT_EQ(session_.state(), State::silent);
  EXPECT_EQ(session_.wake_at(), std::nullopt);
  EXPECT_THAT(session_.take_records(),
              ElementsAre(VariantWith<record::Link>(record::Link{3s, record::Link::State::lost, "silent"})));
  EXPECT_THAT(hear({1, 20'000, kStart, {}}, 1h),
              ElementsAre(VariantWith<record::Link>(record::Link{1h, record::Link::State::restored, {}}),
                          VariantWith<record::Scan>(scan(1h, kStart))));
}

TEST_F(OpenScanSessionTest, UnpluggedAndPluggedInAgain) {
  hear({40, 900'000, kStart, Buttons{5, 5}}, 1s);
  const auto half = encode(ScanReport{41, 920'000, kLifted, Buttons{5, 5}});
  session_.receive(std::span{half}.first(12), 1020ms);
  session_.disconnect("unplugged", 1030ms);
  EXPECT_EQ(session_.state(), State::closed);
  EXPECT_EQ(session_.wake_at(), std::nullopt);
  session_.connect(9s);
  EXPECT_EQ(session_.state(), State::waiting);
  EXPECT_THAT(
      hear({0, 20'000, kStart, Buttons{0, 0}}, 10s),
      ElementsAre(VariantWith<record::Link>(record::Link{1030ms, record::Link::State::lost, "unplugged"}),
                  VariantWith<record::Link>(record::Link{10s, record::Link::State::restored, {}}),
                  VariantWith<record::Scan>(scan(10s, kStart))));
  EXPECT_EQ(session_.tally().restarts, 0U);
  EXPECT_EQ(session_.tally().skipped_bytes, 12U);
}

TEST_F(OpenScanSessionTest, ABoardThatWasNeverHeardCannotBeLost) {
  session_.wake(1h);
  session_.disconnect("unplugged", 2h);
  EXPECT_THAT(session_.take_records(), IsEmpty());
}

TEST_F(OpenScanSessionTest, HelloGivesNumberAndPeriod) {
  session_.receive(encode(Hello{0, 20'000, 0x4A0001, true}), 1s);
  EXPECT_EQ(session_.facts().serial, "4a0001");
  EXPECT_EQ(session_.board().scan_period, 20ms);
  EXPECT_EQ(session_.board().senses, record::Senses::presence);
  EXPECT_EQ(session_.state(), State::alive);
}

TEST_F(OpenScanSessionTest, NoiseIsNoSignOfLife) {
  session_.receive(std::vector<std::uint8_t>(1000, 0xA5), 1s);
  EXPECT_EQ(session_.state(), State::waiting);
  EXPECT_GT(session_.tally().bad_frames, 0U);
}

}  // namespace
}  // namespace jadoube::drivers::open_scan
