// What strangers send: an error value or a finding, never a crash or an exception.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "library/jadoube.h"
#include "tests/library/golden_text.hpp"

namespace jadoube::tests {
namespace {

using ::testing::HasSubstr;

const std::string kHeader =
    R"({"type":"header","format":"jadoube-scanlog","version":1,"board":{"senses":"presence"}})"
    "\n";
const std::string kScan = R"({"type":"scan","t_us":5,"occupied":"ffff00000000ffff"})"
                          "\n";

class HostileLog : public ::testing::Test {
 protected:
  jadoube_status feed(std::string_view bytes) { return jadoube_feed(follower(), bytes.data(), bytes.size()); }
  [[nodiscard]] jadoube_follower* follower() const { return follower_.get(); }
  [[nodiscard]] std::string error() const { return jadoube_error(follower()); }
  std::string problem() {
    const char* text = jadoube_next_problem(follower());
    return text == nullptr ? "" : text;
  }

 private:
  Owned follower_{jadoube_new()};
};

TEST_F(HostileLog, NullIsAnArgumentThatMakesNoSense) {
  jadoube_free(nullptr);
  EXPECT_EQ(jadoube_add_law(nullptr, "a", "b", 1), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_set_law(nullptr, "a"), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_set_language(nullptr, "en"), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_feed(nullptr, "a", 1), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_advance(nullptr, 1), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_finish(nullptr), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_next_line(nullptr), nullptr);
  EXPECT_EQ(jadoube_next_problem(nullptr), nullptr);
  EXPECT_EQ(jadoube_problems(nullptr), 0U);
  EXPECT_STREQ(jadoube_error(nullptr), "");

  EXPECT_EQ(jadoube_add_law(follower(), nullptr, "b", 1), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_add_law(follower(), "a", nullptr, 1), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_set_language(follower(), nullptr), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_feed(follower(), nullptr, 1), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_feed(follower(), nullptr, 0), JADOUBE_OK);
  EXPECT_EQ(jadoube_set_law(follower(), nullptr), JADOUBE_OK);
}

TEST_F(HostileLog, AnArgumentThatMakesNoSenseLeavesTheFollowerAsItWas) {
  EXPECT_EQ(jadoube_set_language(follower(), "xx"), JADOUBE_ARGUMENT);
  EXPECT_THAT(error(), HasSubstr("there is no language \"xx\""));
  EXPECT_EQ(jadoube_set_law(follower(), "nobody's"), JADOUBE_LAW);
  EXPECT_THAT(error(), HasSubstr("nobody's"));
  EXPECT_EQ(jadoube_add_law(follower(), "club", "id = \xff\0[", 8), JADOUBE_LAW);
  EXPECT_THAT(error(), HasSubstr("club"));
  EXPECT_EQ(feed(kHeader + kScan), JADOUBE_OK);
  EXPECT_EQ(jadoube_advance(follower(), -1), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_advance(follower(), INT64_MAX), JADOUBE_ARGUMENT);
  EXPECT_EQ(jadoube_finish(follower()), JADOUBE_OK);
  EXPECT_THAT(lines_of(follower()), HasSubstr(R"("type":"summary")"));
}

TEST_F(HostileLog, CallsOutOfOrderAreRefused) {
  EXPECT_EQ(jadoube_advance(follower(), 1), JADOUBE_ORDER);
  EXPECT_EQ(feed("{"), JADOUBE_OK);
  EXPECT_EQ(jadoube_set_law(follower(), "fide-2023-std"), JADOUBE_ORDER);
  EXPECT_EQ(jadoube_set_language(follower(), "en"), JADOUBE_ORDER);
  EXPECT_EQ(jadoube_add_law(follower(), "a", "b", 1), JADOUBE_ORDER);
  EXPECT_EQ(feed("\n" + kHeader), JADOUBE_PASSED_OVER);
  EXPECT_EQ(jadoube_finish(follower()), JADOUBE_OK);
  EXPECT_EQ(jadoube_finish(follower()), JADOUBE_ORDER);
  EXPECT_EQ(feed(kScan), JADOUBE_ORDER);
  EXPECT_EQ(jadoube_advance(follower(), 1), JADOUBE_ORDER);
}

TEST_F(HostileLog, NothingAtAllIsNoLog) {
  EXPECT_EQ(jadoube_finish(follower()), JADOUBE_LOG);
  EXPECT_EQ(error(), "log: is empty");
  EXPECT_EQ(jadoube_next_line(follower()), nullptr);
}

TEST_F(HostileLog, GarbageIsNoLog) {
  std::mt19937 random{5};
  std::string garbage(200000, '\0');
  for (char& byte : garbage) byte = static_cast<char>(random());
  EXPECT_EQ(feed(garbage), JADOUBE_LOG);
  EXPECT_THAT(error(), HasSubstr("not a scan log"));
  EXPECT_EQ(feed(kHeader), JADOUBE_LOG);
  EXPECT_EQ(jadoube_finish(follower()), JADOUBE_LOG);
}

TEST_F(HostileLog, ALaterVersionIsNoLogThatCanBeFollowed) {
  EXPECT_EQ(feed(R"({"type":"header","format":"jadoube-scanlog","version":2,"board":{"senses":"presence"}})"
                 "\n"),
            JADOUBE_LOG);
  EXPECT_THAT(error(), HasSubstr("version"));
}

TEST_F(HostileLog, AStartThatCannotBeIsNoLogThatCanBeFollowed) {
  EXPECT_EQ(
      feed(
          R"({"type":"header","format":"jadoube-scanlog","version":1,"board":{"senses":"presence"},)"
          R"("game":{"start_fen":"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1"}})"
          "\n"),
      JADOUBE_LOG);
  EXPECT_THAT(error(), HasSubstr("start_fen"));
}

TEST_F(HostileLog, ALawThatNobodyKnowsIsToldAndNothingIsJudged) {
  EXPECT_EQ(
      feed(
          R"({"type":"header","format":"jadoube-scanlog","version":1,"board":{"senses":"presence"},"law":"x"})"
          "\n"),
      JADOUBE_PASSED_OVER);
  EXPECT_THAT(problem(), HasSubstr("findings are not judged"));
}

TEST_F(HostileLog, ALineThatIsCutOffIsPassedOver) {
  EXPECT_EQ(feed(kHeader + kScan + kScan.substr(0, 30)), JADOUBE_OK);
  EXPECT_EQ(jadoube_finish(follower()), JADOUBE_PASSED_OVER);
  EXPECT_THAT(problem(), HasSubstr("log:3:31: "));
  EXPECT_THAT(lines_of(follower()), HasSubstr(R"("type":"summary")"));
}

TEST_F(HostileLog, TimeThatGoesBackIsPassedOver) {
  EXPECT_EQ(feed(kHeader + kScan), JADOUBE_OK);
  EXPECT_EQ(feed(R"({"type":"press","t_us":4,"side":"white"})"
                 "\n"),
            JADOUBE_PASSED_OVER);
  EXPECT_THAT(problem(), HasSubstr("log:3:"));
  EXPECT_EQ(jadoube_advance(follower(), 1000000), JADOUBE_OK);
  EXPECT_EQ(feed(R"({"type":"press","t_us":999999,"side":"white"})"
                 "\n"),
            JADOUBE_PASSED_OVER);
  EXPECT_THAT(problem(), HasSubstr("log:4:1: the record is earlier"));
}

TEST_F(HostileLog, ABoardFullOfPiecesIsWhatItIs) {
  EXPECT_EQ(feed(kHeader), JADOUBE_OK);
  for (int i = 0; i < 200; ++i)
    ASSERT_EQ(feed(R"({"type":"scan","t_us":)" + std::to_string(i * 500000) + R"(,"occupied":")" +
                   (i % 2 == 0 ? "ffffffffffffffff" : "0000000000000000") + "\"}\n"),
              JADOUBE_OK);
  EXPECT_EQ(jadoube_finish(follower()), JADOUBE_OK);
  EXPECT_THAT(lines_of(follower()), HasSubstr(R"("type":"summary")"));
}

TEST_F(HostileLog, TheLargestTimesAreTimes) {
  EXPECT_EQ(feed(kHeader + kScan +
                 R"({"type":"scan","t_us":9007199254740990,"occupied":"ffff00001000efff"})" + "\n"),
            JADOUBE_OK);
  EXPECT_EQ(jadoube_advance(follower(), 9007199254740991), JADOUBE_OK);
  EXPECT_EQ(jadoube_finish(follower()), JADOUBE_OK);
}

TEST_F(HostileLog, ALineWithoutEndIsNotHeld) {
  EXPECT_EQ(feed(kHeader), JADOUBE_OK);
  const std::string piece(1U << 20U, 'x');
  for (int i = 0; i < 8; ++i) ASSERT_EQ(feed(piece), JADOUBE_OK);
  EXPECT_EQ(feed("\n" + kScan), JADOUBE_PASSED_OVER);
  EXPECT_THAT(problem(), HasSubstr("log:2:1: the line is longer than 1 MiB"));
}

TEST_F(HostileLog, ProblemsThatNobodyFetchesAreCounted) {
  std::string rubbish;
  for (int i = 0; i < 1000; ++i) rubbish += "rubbish\n";
  EXPECT_EQ(feed(kHeader + rubbish), JADOUBE_PASSED_OVER);
  EXPECT_EQ(jadoube_problems(follower()), 1000U);
  int fetched = 0;
  while (!problem().empty()) ++fetched;
  EXPECT_EQ(fetched, 50);
}

TEST_F(HostileLog, APositionMayBeSetWhileItIsTriedHowLateTheScansCome) {
  const std::string_view log =
      R"LOG({"type":"header","format":"jadoube-scanlog","version":1,"board":{"id":"simulated","model":"simulated-scramble","senses":"presence","scan_period_us":40000},"game":{"time_control":"30+2","start_fen":"startpos"},"law":"fide-2023-blitz-B2"}
{"type":"scan","t_us":0,"occupied":"ffff00000000ffff"}
{"type":"clock","t_us":7726491,"white_ms":30000,"black_ms":30000,"running":"white"}
{"type":"scan","t_us":8800000,"occupied":"0000000000000000"}
{"type":"scan","t_us":8960000,"occupied":"ffff00000080ffbf"}
{"type":"clock","t_us":9254474,"white_ms":31000,"black_ms":30000,"running":"black"}
{"type":"scan","t_us":11400000,"occupied":"bfff20000084ffbd"}
{"type":"scan","t_us":11720000,"occupied":"bff720080084ffbd"}
{"type":"clock","t_us":11847256,"white_ms":32000,"black_ms":31000,"running":"black"}
{"type":"scan","t_us":33400000,"occupied":"b1f3049c20e09f57"}
{"type":"arbiter","t_us":33400000,"action":"set_position","fen":"4k3/8/8/8/8/8/8/4K3 b - - 0 1"}
{"type":"clock","t_us":33687728,"white_ms":30000,"black_ms":33000,"running":"white"}
{"type":"scan","t_us":34680000,"occupied":"b1f3009c28e09f57"}
{"type":"clock","t_us":34801527,"white_ms":32000,"black_ms":31000,"running":"black"}
{"type":"clock","t_us":35177623,"white_ms":32000,"black_ms":33000,"running":"white"}
)LOG";
  EXPECT_EQ(feed(log), JADOUBE_OK);
  EXPECT_EQ(jadoube_finish(follower()), JADOUBE_OK);
  EXPECT_THAT(lines_of(follower()), HasSubstr(R"("type":"summary")"));
}

TEST_F(HostileLog, BytesThatWereChangedAreAProblemOrAFinding) {
  const std::string log = golden_text("identity/blitz/illegal_move");
  std::mt19937 random{7};
  for (int round = 0; round < 10; ++round) {
    std::string changed = log;
    for (int i = 0; i < 30; ++i)
      changed[kHeader.size() + random() % (log.size() - kHeader.size())] = "0:{\"\n\xff,9"[random() % 8];
    const Owned other{jadoube_new()};
    EXPECT_GE(jadoube_feed(other.get(), changed.data(), changed.size()), JADOUBE_OK);
    EXPECT_GE(jadoube_finish(other.get()), JADOUBE_OK);
    EXPECT_GT(jadoube_problems(other.get()), 0U);
    EXPECT_THAT(lines_of(other.get()), HasSubstr(R"("type":"summary")"));
  }
}

}  // namespace
}  // namespace jadoube::tests
