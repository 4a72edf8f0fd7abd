// Going on with a recording that was left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "record/recording.hpp"
#include "tests/record/log_reading.hpp"

namespace jadoube::record {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RecordingAppend : public testing::Test {
 protected:
  void SetUp() override {
    path_ = std::filesystem::temp_directory_path() /
            ("jadoube-" + std::to_string(::getpid()) + "-" +
             testing::UnitTest::GetInstance()->current_test_info()->name() + ".jscan");
  }
  void TearDown() override { std::filesystem::remove(path_); }

  void put(const std::string& bytes) const {
    std::filesystem::remove(path_);  // some file systems wait for the disk when a file is written over
    std::ofstream{path_, std::ios::binary}.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  [[nodiscard]] std::string get() const {
    std::ifstream file{path_, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
  }
  tl::expected<Reopened, std::string> reopen() {
    problems_.clear();
    return reopen_recording(path_, [&](const Problem& problem) { problems_.push_back(problem.sentence); });
  }

  std::filesystem::path path_;
  std::vector<std::string> problems_;
};

std::vector<std::string> scans(std::int64_t from, std::int64_t to) {
  std::vector<std::string> lines;
  for (std::int64_t t = from; t < to; ++t)
    lines.push_back(to_json(
        Scan{.t = Time{t}, .occupied = Occupancy{~std::uint64_t{0} << (t % 64)}, .white = {}, .pieces = {}}));
  return lines;
}

void write_lines(ScanLogWriter& writer, const std::vector<std::string>& lines) {
  for (const RecordLine& each : parse_lines(lines)) ASSERT_TRUE(writer.write(each.record, each.extra));
}

std::string recorded(const std::vector<std::string>& lines) {
  std::string bytes;
  auto writer = create_recording(memory_sink(bytes), Header{}, kSmallestBlockSize).value();
  write_lines(*writer, lines);
  EXPECT_TRUE(writer->close());
  return bytes;
}

TEST_F(RecordingAppend, GoesOnBehindTheLastRecord) {
  put(recorded(scans(0, 100)));
  auto reopened = reopen();
  ASSERT_TRUE(reopened) << reopened.error();
  EXPECT_THAT(problems_, IsEmpty());
  EXPECT_EQ(reopened->last, Time{99});
  EXPECT_EQ(reopened->records, 100U);
  EXPECT_FALSE(reopened->writer->write(End{Time{98}}));
  write_lines(*reopened->writer, scans(100, 200));
  ASSERT_TRUE(reopened->writer->close());
  const auto outcome = read_bytes(get());
  EXPECT_THAT(outcome.problems, IsEmpty());
  EXPECT_EQ(outcome.records, scans(0, 200));
}

TEST_F(RecordingAppend, ACutAnywhereIsRepairedAloudAndLosesNothingBeforeIt) {
  auto lines = scans(0, 60);
  lines.push_back(R"({"type":"truth","t_us":60,"long":")" + std::string(700, 'x') + "\"}");
  for (const auto& line : scans(61, 80)) lines.push_back(line);
  const auto bytes = recorded(lines);
  const auto first_frame = read_bytes(bytes).places.front().offset;
  for (std::size_t cut = first_frame; cut < bytes.size(); ++cut) {
    put(bytes.substr(0, cut));
    const auto before = read_bytes(get());
    auto reopened = reopen();
    ASSERT_TRUE(reopened) << cut << " " << reopened.error();
    ASSERT_EQ(problems_.empty(), before.problems.empty()) << cut;
    auto expected = before.records;
    const auto more = scans(reopened->last.count(), 100);
    write_lines(*reopened->writer, more);
    ASSERT_TRUE(reopened->writer->close());
    expected.insert(expected.end(), more.begin(), more.end());
    const auto outcome = read_bytes(get());
    ASSERT_THAT(outcome.problems, IsEmpty()) << cut;
    ASSERT_EQ(outcome.records, expected) << cut;
  }
}

TEST_F(RecordingAppend, ADamagedEndStaysAndRecordingGoesOnBehindIt) {
  auto bytes = recorded(scans(0, 100));
  bytes[bytes.size() - 3] ^= 1;
  put(bytes);
  auto reopened = reopen();
  ASSERT_TRUE(reopened) << reopened.error();
  EXPECT_THAT(problems_, ElementsAre("the recording is damaged here", HasSubstr("stays as it is")));
  const auto before = read_bytes(bytes).records;
  write_lines(*reopened->writer, scans(100, 200));
  ASSERT_TRUE(reopened->writer->close());
  EXPECT_EQ(get().substr(0, bytes.size()), bytes);
  const auto outcome = read_bytes(get());
  EXPECT_EQ(outcome.problems.size(), 1U);
  auto expected = before;
  for (const auto& line : scans(100, 200)) expected.push_back(line);
  EXPECT_EQ(outcome.records, expected);
}

TEST_F(RecordingAppend, DamageFurtherUpIsLeftAlone) {
  auto bytes = recorded(scans(0, 200));
  bytes[2 * kSmallestBlockSize + 100] ^= 1;
  put(bytes);
  auto reopened = reopen();
  ASSERT_TRUE(reopened) << reopened.error();
  EXPECT_THAT(problems_, ElementsAre(HasSubstr("goes on at byte 768")));
  EXPECT_EQ(reopened->records, 200U);
  ASSERT_TRUE(reopened->writer->close());
  EXPECT_EQ(get(), bytes);
}

TEST_F(RecordingAppend, ZerosThatAPowerCutLeftAreTakenAway) {
  const auto bytes = recorded(scans(0, 100));
  put(bytes + std::string(1000, '\0'));
  auto reopened = reopen();
  ASSERT_TRUE(reopened) << reopened.error();
  EXPECT_FALSE(problems_.empty());
  ASSERT_TRUE(reopened->writer->close());
  EXPECT_EQ(get(), bytes);
}

TEST_F(RecordingAppend, WhatIsNoPlainRecordingIsRefusedAndNotTouched) {
  EXPECT_THAT(reopen().error(), HasSubstr("No such file"));
  for (const std::string& bytes : {std::string{}, to_json(Header{}) + "\n", recorded({}).substr(0, 40)}) {
    put(bytes);
    EXPECT_THAT(reopen().error(), HasSubstr(path_));
    EXPECT_EQ(get(), bytes);
  }
}

TEST_F(RecordingAppend, EveryFlushedRecordSurvivesAWriterThatNeverCloses) {
  auto writer = create_recording(open_sink(path_).value(), Header{}).value();
  for (const RecordLine& each : parse_lines(scans(0, 500))) {
    ASSERT_TRUE(writer->write(each.record, each.extra));
    ASSERT_TRUE(writer->flush());
    if (time_of(each.record).count() % 100 == 0) {
      EXPECT_EQ(read_bytes(get()).records, scans(0, time_of(each.record).count() + 1));
    }
  }
}

}  // namespace
}  // namespace jadoube::record
