#include "evidence/evidence_log.hpp"

#include <filesystem>
#include <fstream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/recording_verify.hpp"
#include "tests/support/file_limit.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jadoube::arbiter {
namespace {

using record::Scan;
using record::Time;

Scan scan(int i) {
  return {Time{i * 1000}, {static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15U}, {}, {}};
}

struct EvidenceLogTest : testing::Test {
  tests::TemporaryFolder folder_;
  std::string path_ = folder_ / "1.jscan";
  std::vector<std::string> problems_;

  [[nodiscard]] std::unique_ptr<EvidenceLog> begin() const {
    record::Header header;
    header.board.id = "demo";
    return EvidenceLog::begin(path_, header, {});
  }
  static void write(EvidenceLog& log, int from, int until) {
    for (int i = from; i < until; ++i) {
      log.write(scan(i));
      log.flush();
    }
  }
  /// Times of the scans, and the text of everything else.
  struct Read {
    std::vector<int> scans;
    std::vector<std::string> others;
  };
  Read read(bool close = true) {
    Read all;
    auto log = EvidenceLog::resume(
        path_,
        [&](const record::Header&, const record::Entry& entry) {
          if (std::holds_alternative<Scan>(entry.record))
            all.scans.push_back(static_cast<int>(time_of(entry.record).count() / 1000));
          if (const auto* other = std::get_if<record::Other>(&entry.record))
            all.others.push_back(other->json);
        },
        [&](const record::Problem& problem) { problems_.push_back(problem.sentence); });
    EXPECT_TRUE(log) << log.error();
    if (log && close) (*log)->close();
    return all;
  }
};

std::vector<int> upto(int count) {
  std::vector<int> list(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) list[static_cast<std::size_t>(i)] = i;
  return list;
}

TEST_F(EvidenceLogTest, WhatWasFlushedIsThereThoughNobodyClosedIt) {
  auto log = begin();
  write(*log, 0, 100);
  log->write(scan(100));  // not flushed
  EXPECT_EQ(read(false).scans, upto(100));
}

TEST_F(EvidenceLogTest, AFullDiskLosesNothingIfItIsEmptiedInTime) {
  auto log = begin();
  write(*log, 0, 100);
  {
    const tests::FileLimit full{4096};
    write(*log, 100, 1500);
    EXPECT_TRUE(log->trouble());
    EXPECT_GT(log->waiting(), 1000U);
    log->retry();
    EXPECT_TRUE(log->trouble());
    EXPECT_FALSE(log->seal());
  }
  log->retry();
  EXPECT_FALSE(log->trouble());
  EXPECT_EQ(log->waiting(), 0U);
  write(*log, 1500, 1600);
  log->close();
  EXPECT_EQ(log->lost(), 0U);
  EXPECT_THAT(record::verify_recording(path_)->faults, testing::IsEmpty());
  EXPECT_EQ(read().scans, upto(1600));
}

TEST_F(EvidenceLogTest, WhatAFullDiskMadeItLoseTheLogSaysItself) {
  auto log = begin();
  constexpr int kWritten = 3 * static_cast<int>(EvidenceLog::kMostWaiting);
  {
    const tests::FileLimit full{8192};
    write(*log, 0, kWritten);
  }
  log->retry();
  log->close();
  ASSERT_GT(log->lost(), 0U);
  const Read all = read();
  EXPECT_EQ(all.scans.size() + log->lost(), static_cast<std::size_t>(kWritten));
  ASSERT_EQ(all.others.size(), 1U);
  EXPECT_THAT(all.others[0], testing::HasSubstr("\"records\":" + std::to_string(log->lost())));
  EXPECT_EQ(all.scans.back(), kWritten - 1);
}

TEST_F(EvidenceLogTest, AFolderThatIsNotThereIsTriedAgain) {
  std::filesystem::remove_all(folder_.path());
  auto log = begin();
  write(*log, 0, 10);
  EXPECT_TRUE(log->trouble());
  std::filesystem::create_directories(folder_.path());
  log->retry();
  EXPECT_FALSE(log->trouble());
  log->close();
  EXPECT_EQ(read().scans, upto(10));
}

TEST_F(EvidenceLogTest, GoesOnBehindAnyDamageAndLosesOnlyWhatWasDamaged) {
  auto log = begin();
  write(*log, 0, 600);
  log->close();
  std::ifstream in{path_, std::ios::binary};
  const std::string whole{std::istreambuf_iterator<char>{in}, {}};
  std::mt19937 random{7};
  for (int round = 0; round < 150; ++round) {
    std::string damaged = whole;
    switch (random() % 3) {
      case 0:
        damaged.resize(300 + random() % (damaged.size() - 300));
        break;
      case 1:
        damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
        break;
      default:
        for (std::size_t at = random() % damaged.size(), end = at + random() % 5000;
             at < std::min(end, damaged.size()); ++at)
          damaged[at] = '\0';
    }
    std::ofstream{path_, std::ios::binary} << damaged;
    std::vector<int> before;
    auto again = EvidenceLog::resume(
        path_,
        [&](const record::Header&, const record::Entry& entry) {
          before.push_back(static_cast<int>(time_of(entry.record).count() / 1000));
        },
        [](const record::Problem&) {});
    if (!again) continue;  // its first 32 bytes
    ASSERT_TRUE(std::ranges::is_sorted(before));
    write(**again, 1000, 1010);
    (*again)->close();
    const auto after = read().scans;
    ASSERT_EQ(after.size(), before.size() + 10) << round;
    ASSERT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
  }
}

/// As `jadoube convert` writes them.
TEST_F(EvidenceLogTest, OfALogWithoutAChainNothingIsCalledLostThatIsThere) {
  ASSERT_TRUE((*record::create_recording(*record::open_sink(path_), {}))->close());
  auto log = *EvidenceLog::resume(
      path_, [](const record::Header&, const record::Entry&) {}, [](const record::Problem&) {});
  log->write(scan(7));
  log->close();
  EXPECT_EQ(log->waiting(), 0U);
  EXPECT_EQ(read().scans, std::vector<int>{7});
}

TEST_F(EvidenceLogTest, WhatIsNoLogIsRefused) {
  std::ofstream{path_} << "hello";
  const auto log = EvidenceLog::resume(
      path_, [](const record::Header&, const record::Entry&) {}, [](const record::Problem&) {});
  EXPECT_FALSE(log);
}

}  // namespace
}  // namespace jadoube::arbiter
