#include "drivers/tabutronic/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/drivers/sessions.hpp"

namespace jadoube::drivers::tabutronic {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::VariantWith;
using State = BoardSession::State;
using testing::kLifted;
using testing::kStart;
using testing::scan;

class TabutronicSessionTest : public testing::SessionTest<TabutronicSession> {
 protected:
  std::vector<record::Record> hear(const std::string& text, record::Time now) {
    return SessionTest::hear(std::vector<std::uint8_t>{text.begin(), text.end()}, now);
  }
  std::vector<record::Record> hear(record::Occupancy occupied, record::Time now) {
    return hear(encode(occupied), now);
  }
};

TEST_F(TabutronicSessionTest, AChangeIsBelievedWhenItIsSaidTwiceAndHasTheTimeOfTheFirst) {
  EXPECT_THAT(hear(kStart, 1s), IsEmpty());
  EXPECT_THAT(hear(kStart, 1020ms), ElementsAre(VariantWith<record::Scan>(scan(1s, kStart))));
  EXPECT_THAT(hear(kLifted, 1040ms), IsEmpty());
  EXPECT_THAT(hear(kLifted, 1060ms), ElementsAre(VariantWith<record::Scan>(scan(1040ms, kLifted))));
  EXPECT_THAT(hear(kLifted, 1080ms), IsEmpty());
}

TEST_F(TabutronicSessionTest, ADigitThatWasLostMakesNoPosition) {
  hear(kStart, 1s);
  hear(kStart, 1020ms);
  EXPECT_THAT(hear(":255 25 0 0 0 0 255 255 \r\n", 1040ms), IsEmpty());
  EXPECT_THAT(hear(kStart, 1060ms), IsEmpty());
  EXPECT_THAT(hear(kStart, 1080ms), IsEmpty());
}

TEST_F(TabutronicSessionTest, ThreeSoundFramesMakeABoard) {
  hear("255 \r\n", 990ms);
  hear(kStart, 1s);
  hear(kStart, 1020ms);
  EXPECT_FALSE(session_.is_recognised());
  hear(kStart, 1040ms);
  EXPECT_TRUE(session_.is_recognised());
  EXPECT_THAT(session_.take_commands(), IsEmpty());
}

TEST_F(TabutronicSessionTest, SilenceIsALostLinkAndWhatStandsIsSaidAgain) {
  hear(kStart, 1s);
  hear(kStart, 1020ms);
  session_.wake(2520ms);
  EXPECT_EQ(session_.state(), State::silent);
  EXPECT_THAT(
      session_.take_records(),
      ElementsAre(VariantWith<record::Link>(record::Link{2520ms, record::Link::State::lost, "silent"})));
  EXPECT_THAT(hear(kLifted, 1h),
              ElementsAre(VariantWith<record::Link>(record::Link{1h, record::Link::State::restored, {}})));
  EXPECT_THAT(hear(kLifted, 1h + 20ms), ElementsAre(VariantWith<record::Scan>(scan(1h, kLifted))));
}

TEST_F(TabutronicSessionTest, UnpluggedInTheMiddleOfAFrame) {
  hear(kStart, 1s);
  hear(kStart, 1020ms);
  hear(":255 255 0 ", 1030ms);
  session_.disconnect("unplugged", 1040ms);
  session_.connect(9s);
  EXPECT_THAT(
      hear(kStart, 10s),
      ElementsAre(VariantWith<record::Link>(record::Link{1040ms, record::Link::State::lost, "unplugged"}),
                  VariantWith<record::Link>(record::Link{10s, record::Link::State::restored, {}})));
  EXPECT_THAT(hear(kStart, 10s + 20ms), ElementsAre(VariantWith<record::Scan>(scan(10s, kStart))));
  EXPECT_EQ(session_.tally().skipped_bytes, 11U);
}

TEST_F(TabutronicSessionTest, NoiseIsNoSignOfLife) {
  hear(std::string(1000, ':'), 1s);
  EXPECT_EQ(session_.state(), State::waiting);
  EXPECT_GT(session_.tally().bad_frames, 900U);
}

}  // namespace
}  // namespace jadoube::drivers::tabutronic
