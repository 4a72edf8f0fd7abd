#include "engine_bridge/lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace jadoube::engine_bridge {
namespace {

using ::testing::ElementsAre;

struct Heard {
  std::vector<std::string> lines;
  int cut = 0;
};

Heard hear(const std::string& bytes, std::size_t piece) {
  LineSplitter splitter;
  Heard heard;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    splitter.feed(
        std::string_view{bytes}.substr(at, piece),
        [&](std::string_view line) { heard.lines.emplace_back(line); }, [&] { ++heard.cut; });
    EXPECT_LE(splitter.held(), LineSplitter::kLongest);
  }
  return heard;
}

TEST(Lines, EndWithALineFeedAndPerhapsACarriageReturn) {
  EXPECT_THAT(hear("uciok\r\nreadyok\n\nnot ended", 1000).lines, ElementsAre("uciok", "readyok", ""));
}

TEST(Lines, AreTheSameHoweverTheBytesAreCut) {
  const std::string bytes = "id name X\r\n" + std::string(70'000, 'x') + "\nuciok\n\nbestmove e2e4\n";
  const Heard whole = hear(bytes, bytes.size());
  EXPECT_THAT(whole.lines, ElementsAre("id name X", "uciok", "", "bestmove e2e4"));
  EXPECT_EQ(whole.cut, 1);
  for (const std::size_t piece : {1U, 2U, 7U, 4096U, 65'536U, 65'537U}) {
    const Heard cut = hear(bytes, piece);
    EXPECT_EQ(cut.lines, whole.lines) << piece;
    EXPECT_EQ(cut.cut, whole.cut) << piece;
  }
}

TEST(Lines, OneOfTenMegabytesIsCutOffAndNotKept) {
  std::string bytes(10'000'000, 'x');
  bytes += "\nuciok\n";
  const Heard heard = hear(bytes, 16'384);
  EXPECT_THAT(heard.lines, ElementsAre("uciok"));
  EXPECT_EQ(heard.cut, 1);
}

TEST(Lines, TheLongestThatIsKept) {
  const std::string longest(LineSplitter::kLongest, 'x');
  EXPECT_THAT(hear(longest + "\n", 1000).lines, ElementsAre(longest));
  EXPECT_EQ(hear(longest + "x\n", 1000).cut, 1);
}

}  // namespace
}  // namespace jadoube::engine_bridge
