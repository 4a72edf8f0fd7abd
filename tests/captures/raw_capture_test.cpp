#include "captures/raw_capture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "tests/drivers/dgt/bytes.hpp"

namespace jadoube::captures {
namespace {

using namespace std::chrono_literals;
using namespace jadoube::drivers::dgt;
using namespace jadoube::drivers::dgt::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Outcome {
  std::vector<record::Record> records;
  std::vector<CaptureError> errors;
  RawCapture capture;
};

Outcome read(std::span<const std::uint8_t> bytes) {
  Outcome outcome;
  outcome.capture.feed(bytes, outcome.records);
  outcome.capture.finish(outcome.records);
  outcome.errors = outcome.capture.take_errors();
  return outcome;
}

Outcome read_text(std::string_view text) {
  return read(Bytes{text.begin(), text.end()});
}

std::vector<std::int64_t> milliseconds(const std::vector<record::Record>& records) {
  std::vector<std::int64_t> times;
  times.reserve(records.size());
  for (const record::Record& record : records) {
    times.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(record::time_of(record)).count());
  }
  return times;
}

TEST(DgtRawCapture, TheHeaderSaysWhatADgtBoardSenses) {
  const record::Header header = RawCapture::header();
  EXPECT_EQ(header.board.model, "dgt");
  EXPECT_EQ(header.board.senses, record::Senses::identity);
  EXPECT_EQ(header.board.scan_period, record::Time{250ms});
  EXPECT_EQ(header.game.start_fen, "");
}

TEST(DgtRawCapture, EachFallOfTheRunningSideIsASecondAndEventsAreSpreadBetween) {
  const Bytes bytes = start_dump(false) + clock(182, 182, kLeftRuns)  // start
                      + update(0x34, 0) + update(0x24, 1) + clock(181, 182, kLeftRuns) +
                      clock(183, 182, kRightRuns)  // the press, with increment
                      + clock(183, 181, kRightRuns);
  EXPECT_THAT(milliseconds(read(bytes).records), ElementsAre(0, 250, 583, 916, 1250, 1750, 2250, 2250));
}

TEST(DgtRawCapture, ATickThatWasMissedIsTwoSeconds) {
  const Bytes bytes =
      start_dump(false) + clock(182, 182, kLeftRuns) + update(0x34, 0) + clock(180, 182, kLeftRuns);
  EXPECT_THAT(milliseconds(read(bytes).records), ElementsAre(0, 250, 1250, 2250, 2250));
}

TEST(DgtRawCapture, APressThatComesWithTheFallIsATick) {
  const Bytes bytes = start_dump(false) + clock(182, 182, kLeftRuns) + clock(181, 182, kRightRuns);
  EXPECT_THAT(milliseconds(read(bytes).records), ElementsAre(0, 250, 1250, 1250));
}

TEST(DgtRawCapture, WithoutARunningClockMessagesAreAScanPeriodApart) {
  const Bytes bytes = start_dump(false) + update(0x34, 0) + clock(182, 182, kLeftStands) + update(0x24, 1);
  EXPECT_THAT(milliseconds(read(bytes).records), ElementsAre(0, 250, 500, 750, 750));
}

TEST(DgtRawCapture, BehindTheLastTickMessagesAreAScanPeriodApart) {
  const Bytes bytes = start_dump(false) + clock(182, 1, kRightRuns) + clock(182, 0, kRightStands, 0, 0x10) +
                      update(0x34, 0) + update(0x24, 1);
  EXPECT_THAT(milliseconds(read(bytes).records), ElementsAre(0, 250, 1250, 1500, 1750, 1750));
}

TEST(DgtRawCapture, AClockThatStopsBetweenTicksLetsItsSecondGo) {
  const Bytes bytes = start_dump(false) + clock(182, 182, kLeftRuns) + update(0x34, 0) +
                      clock(182, 182, kLeftStands) + update(0x24, 1) + clock(182, 182, kLeftRuns) +
                      clock(181, 182, kLeftRuns);
  EXPECT_THAT(milliseconds(read(bytes).records), ElementsAre(0, 250, 500, 750, 1000, 1250, 2250, 2250));
}

TEST(DgtRawCapture, AClockThatWasSetIsNoMeasureOfTime) {
  const Bytes bytes = start_dump(false) + clock(5400, 5400, kLeftRuns) + clock(182, 182, kLeftRuns) +
                      clock(181, 182, kLeftRuns);
  EXPECT_THAT(milliseconds(read(bytes).records), ElementsAre(0, 250, 750, 1250, 1250));
}

TEST(DgtRawCapture, MessagesAboutTheBoardItselfTakeNoTime) {
  const Bytes bytes =
      frame(0x93, {1, 8}) + start_dump(false) + frame(0xA0, {80, 10, 30, 1}) + update(0x34, 0);
  EXPECT_THAT(milliseconds(read(bytes).records), ElementsAre(0, 250, 250));
}

TEST(DgtRawCapture, ARunningClockThatNeverTicksDoesNotHoldMessagesBackForEver) {
  RawCapture capture;
  std::vector<record::Record> records;
  capture.feed(start_dump(false) + clock(182, 182, kLeftRuns), records);
  for (int i = 0; i < 5000; ++i) capture.feed(update(0x24, i % 2 == 0 ? 1 : 0), records);
  EXPECT_GT(records.size(), 4000U);
}

// hgBD… is a dump, jQAK… a clock reading; both typed from the frames with an independent encoder.
constexpr std::string_view kDumpLine =
    "hgBDCAkKDAsKCQgHBwcHBwcHBwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQEBAQEBAQECAwQGBQQDAg==";
constexpr std::string_view kUpdateLine = "jgAFNAA=";  // 8E 00 05 34 00

TEST(DgtRawCapture, TextWithOneBase64StringPerLineGivesTheSameRecordsAsItsBytes) {
  const auto text = std::string{kDumpLine} + "\n" + std::string{kUpdateLine} + "\n";
  EXPECT_EQ(read_text(text).records, read(start_dump(false) + update(0x34, 0)).records);
}

TEST(DgtRawCapture, LineEndsOfEitherKindMissingPaddingAndNoLastLineEndAreAllRight) {
  const auto plain = read_text(std::string{kDumpLine} + "\n" + std::string{kUpdateLine} + "\n").records;
  EXPECT_EQ(read_text(std::string{kDumpLine} + "\r\n\r\n" + "jgAFNAA").records, plain);
}

TEST(DgtRawCapture, ADamagedLineIsNamedByLineAndColumnAndTheRestIsRead) {
  const auto outcome = read_text(std::string{kDumpLine} + "\njgAF*AA=\n" + std::string{kUpdateLine} + "\n");
  EXPECT_THAT(outcome.records, SizeIs(3));
  ASSERT_THAT(outcome.errors, SizeIs(1));
  EXPECT_EQ(outcome.errors[0].line, 2U);
  EXPECT_EQ(outcome.errors[0].column, 5U);
  EXPECT_EQ(outcome.errors[0].offset, kDumpLine.size() + 6);
  EXPECT_EQ(outcome.capture.losses().cut_frames, 1U);
}

TEST(DgtRawCapture, ALineThatIsCutShortIsNamed) {
  for (const std::string_view cut : {"jgAFN", "jgAFNA=", "jgAFNAA=A", "=", "jgAFNAA=="}) {
    const auto outcome = read_text(std::string{kDumpLine} + "\n" + std::string{cut} + "\n");
    ASSERT_THAT(outcome.errors, SizeIs(1)) << cut;
    EXPECT_EQ(outcome.errors[0].line, 2U);
  }
}

TEST(DgtRawCapture, TextThatIsNoCaptureIsDamageOnEveryLineAndNoMessage) {
  const auto outcome = read_text("no base64\nin any\nof these\n");
  EXPECT_THAT(outcome.errors, SizeIs(3));
  EXPECT_EQ(outcome.capture.messages(), 0U);
}

TEST(DgtRawCapture, AnEmptyCaptureIsNothingButAnEnd) {
  const auto outcome = read({});
  EXPECT_THAT(outcome.records, ElementsAre(record::Record{record::End{}}));
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST(DgtRawCapture, TimesNeverDecreaseWhateverTheClockSays) {
  std::mt19937 random{4711};  // NOLINT: the same noise each time
  const auto any = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  Bytes bytes = start_dump(false);
  for (int i = 0; i < 20'000; ++i) {
    bytes = std::move(bytes) + (any(3) == 0 ? update(any(64), any(13))
                                            : clock(any(90), any(90), static_cast<std::uint8_t>(any(64))));
  }
  const auto records = read(bytes).records;
  EXPECT_GT(records.size(), 10'000U);
  EXPECT_TRUE(std::ranges::is_sorted(records, {}, record::time_of));
}

}  // namespace
}  // namespace jadoube::captures
