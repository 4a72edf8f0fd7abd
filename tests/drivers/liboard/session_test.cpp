#include "drivers/liboard/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/drivers/sessions.hpp"

namespace jadoube::drivers::liboard {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::VariantWith;
using State = BoardSession::State;
using testing::kLifted;
using testing::kStart;
using testing::scan;

constexpr record::Occupancy kElsewhere{0x0F00000000000001};
constexpr record::Occupancy kPutDown{0xFFFF00001000EFFF};  // … on e4

class LiBoardSessionTest : public testing::SessionTest<LiBoardSession> {
 protected:
  /// And what comes of it while nothing follows.
  std::vector<record::Record> hear(record::Occupancy occupied, record::Time now) {
    std::vector<record::Record> records = SessionTest::hear(encode(occupied), now);
    if (const auto wake = session_.wake_at()) session_.wake(*wake);
    for (record::Record& record : session_.take_records()) records.push_back(std::move(record));
    return records;
  }
};

TEST_F(LiBoardSessionTest, APositionHasTheTimeOfItsBytes) {
  EXPECT_THAT(hear(kStart, 1s), ElementsAre(VariantWith<record::Scan>(scan(1s, kStart))));
  EXPECT_THAT(hear(kLifted, 2s), ElementsAre(VariantWith<record::Scan>(scan(2s, kLifted))));
  EXPECT_THAT(hear(kLifted, 3s), IsEmpty());
  EXPECT_THAT(session_.take_commands(), IsEmpty());
}

TEST_F(LiBoardSessionTest, TheStartPositionOrAMoveOfAHandMakesABoard) {
  hear(kElsewhere, 1s);
  EXPECT_FALSE(session_.is_recognised());
  hear(record::Occupancy{kElsewhere.bits | 2}, 2s);
  EXPECT_TRUE(session_.is_recognised());
  LiBoardSession other;
  other.connect(0s);
  other.receive(encode(kStart), 1s);
  other.wake(2s);
  EXPECT_TRUE(other.is_recognised());
}

TEST_F(LiBoardSessionTest, APositionThatComesTwiceMakesNoBoard) {
  for (const record::Time t : {1s, 2s, 3s}) hear(kElsewhere, t);
  EXPECT_FALSE(session_.is_recognised()) << "whatever repeats itself would be one";
  hear(record::Occupancy{kElsewhere.bits | 2}, 4s);
  EXPECT_TRUE(session_.is_recognised());
}

TEST_F(LiBoardSessionTest, HalfAPositionIsForgottenInASilence) {
  hear(kStart, 1s);
  const auto bytes = encode(kLifted);
  session_.receive(std::span{bytes}.first(6), 2s);
  session_.receive(std::span{bytes}.last(1), 2s + 60ms);
  EXPECT_THAT(hear(kLifted, 3s), ElementsAre(VariantWith<record::Scan>(scan(3s, kLifted))));
  EXPECT_EQ(session_.tally().bad_frames, 2U);
  session_.receive(std::span{bytes}.first(5), 4s);
  session_.receive(std::span{bytes}.last(3), 4s + 20ms);
  EXPECT_EQ(session_.tally().bad_frames, 2U);
}

TEST_F(LiBoardSessionTest, WhatWasSentLastAndCouldNotBeReadIsALossIfNothingFollows) {
  hear(kStart, 1s);
  hear(kLifted, 2s);
  const auto put = encode(kPutDown);
  const auto wakes_at = [this] { return session_.wake_at().value_or(0s); };
  for (const record::Time t : {record::Time{3s}, record::Time{10s}}) {
    session_.receive(std::span{put}.first(3), t);
    session_.wake(wakes_at());
  }
  EXPECT_EQ(wakes_at(), 40s);
  session_.wake(39s);
  EXPECT_THAT(session_.take_records(), IsEmpty());
  session_.wake(40s);
  EXPECT_THAT(session_.take_records(),
              ElementsAre(VariantWith<record::Link>(
                  record::Link{40s, record::Link::State::lost, "what was sent last could not be read"})));
  EXPECT_EQ(session_.wake_at(), std::nullopt);
  EXPECT_THAT(hear(kPutDown, 1h),
              ElementsAre(VariantWith<record::Link>(record::Link{1h, record::Link::State::restored, {}}),
                          VariantWith<record::Scan>(scan(1h, kPutDown))));
  EXPECT_EQ(session_.wake_at(), std::nullopt);
}

TEST_F(LiBoardSessionTest, WhatTheNextPositionTellsIsNoLoss) {
  hear(kStart, 1s);
  hear(kLifted, 2s);
  const auto put = encode(kPutDown);
  session_.receive(std::span{put}.first(3), 3s);
  EXPECT_THAT(hear(kPutDown, 32s), ElementsAre(VariantWith<record::Scan>(scan(32s, kPutDown))));
  EXPECT_EQ(session_.wake_at(), std::nullopt);
}

TEST_F(LiBoardSessionTest, APositionThatIsDoubtedAndNeverBorneOutIsALoss) {
  hear(kStart, 1s);
  hear(kElsewhere, 2s);
  EXPECT_EQ(session_.wake_at(), 32s);
}

TEST_F(LiBoardSessionTest, SilenceIsNoLossAndUnpluggingIs) {
  hear(kStart, 1s);
  session_.wake(1h);
  EXPECT_EQ(session_.state(), State::alive);
  session_.disconnect("unplugged", 1h);
  session_.connect(2h);
  EXPECT_THAT(hear(kStart, 3h),
              ElementsAre(VariantWith<record::Link>(record::Link{1h, record::Link::State::lost, "unplugged"}),
                          VariantWith<record::Link>(record::Link{3h, record::Link::State::restored, {}}),
                          VariantWith<record::Scan>(scan(3h, kStart))));
}

}  // namespace
}  // namespace jadoube::drivers::liboard
