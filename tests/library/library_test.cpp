// What docs/library.md promises of logs that are as they should be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "library/jadoube.h"
#include "library/jadoube.hpp"
#include "tests/library/golden_text.hpp"

namespace jadoube::tests {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string& illegal_move() {
  static const std::string text = golden_text("presence/blitz/illegal_move");
  return text;
}

TEST(Library, PiecesOfAnySizeGiveTheSameBytes) {
  const std::string whole = said_of(illegal_move(), illegal_move().size());
  EXPECT_THAT(whole, HasSubstr(R"("kind":"illegal_move")"));
  EXPECT_TRUE(whole.ends_with("}\n"));
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4096}})
    EXPECT_EQ(said_of(illegal_move(), piece), whole) << piece;
}

TEST(Library, TheLawThatIsChosenRules) {
  EXPECT_THAT(said_of(illegal_move(), 4096, "fide-2023-blitz-B2"),
              HasSubstr(R"("law":"fide-2023-blitz-B2")"));
  EXPECT_THAT(said_of(illegal_move(), 4096, "skak-1985"), HasSubstr(R"("law":"skak-1985")"));
}

TEST(Library, NamesTheLawsThatAreBuiltIn) {
  std::size_t count = 0;
  while (const char* id = jadoube_law(count)) {
    const Owned follower{jadoube_new()};
    EXPECT_EQ(jadoube_set_law(follower.get(), id), JADOUBE_OK) << id;
    ++count;
  }
  EXPECT_GT(count, 10U);
  EXPECT_EQ(jadoube_law(SIZE_MAX), nullptr);
}

TEST(Library, TakesALawOfOnesOwn) {
  const std::string_view law =
      "id = \"club\"\nbased_on = \"fide-2023-blitz-B2\"\nname = \"Club\"\ntext = \"Ours\"\n";
  const Owned follower{jadoube_new()};
  ASSERT_EQ(jadoube_add_law(follower.get(), "club", law.data(), law.size()), JADOUBE_OK)
      << jadoube_error(follower.get());
  ASSERT_EQ(jadoube_set_law(follower.get(), "club"), JADOUBE_OK);
  ASSERT_EQ(jadoube_feed(follower.get(), illegal_move().data(), illegal_move().size()), JADOUBE_OK);
  EXPECT_THAT(lines_of(follower.get()), HasSubstr(R"("law":"club")"));
}

TEST(Library, SpeaksTheLanguageThatIsSet) {
  const Owned follower{jadoube_new()};
  ASSERT_EQ(jadoube_set_language(follower.get(), "da"), JADOUBE_OK);
  ASSERT_EQ(jadoube_feed(follower.get(), illegal_move().data(), illegal_move().size()), JADOUBE_OK);
  EXPECT_THAT(lines_of(follower.get()), HasSubstr(R"("language":"da"})"));
}

TEST(Library, SilenceIsHeardAndChangesNothingOfWhatIsSaidInTheEnd) {
  std::string_view log = illegal_move();
  const Owned follower{jadoube_new()};
  std::string lines;
  while (!log.empty()) {
    const auto line = log.substr(0, log.find('\n') + 1);
    const auto at = line.find(R"("t_us":)");
    if (at != std::string_view::npos) {
      const auto t = std::stoll(std::string{line.substr(at + 7)});
      for (const auto before : {t / 2, t})
        ASSERT_EQ(jadoube_advance(follower.get(), before), JADOUBE_OK) << jadoube_error(follower.get());
    }
    ASSERT_EQ(jadoube_feed(follower.get(), line.data(), line.size()), JADOUBE_OK);
    lines += lines_of(follower.get());
    log.remove_prefix(line.size());
  }
  ASSERT_EQ(jadoube_finish(follower.get()), JADOUBE_OK);
  EXPECT_EQ(lines + lines_of(follower.get()), said_of(illegal_move(), 4096));
}

TEST(Library, SilenceAloneProvesThatAClockWasNotPressed) {
  std::string log = golden_text("presence/blitz/clock_not_pressed");
  const auto finding = said_of(log, 4096);
  const auto kind = finding.find(R"("kind":"clock_not_pressed")");
  ASSERT_NE(kind, std::string::npos);
  const auto line = finding.rfind("\n", kind) + 1;
  const auto t = std::stoll(finding.substr(finding.find(R"("t_us":)", line) + 7));
  // All that came before it.
  std::string before;
  for (std::size_t at = 0; at < log.size();) {
    const auto next = log.find('\n', at) + 1;
    const auto time = log.find(R"("t_us":)", at);
    if (time < next && std::stoll(log.substr(time + 7)) >= t) break;
    before += log.substr(at, next - at);
    at = next;
  }
  const Owned follower{jadoube_new()};
  ASSERT_EQ(jadoube_feed(follower.get(), before.data(), before.size()), JADOUBE_OK);
  EXPECT_THAT(lines_of(follower.get()), Not(HasSubstr(R"("kind":"clock_not_pressed")")));
  ASSERT_EQ(jadoube_advance(follower.get(), t), JADOUBE_OK);
  EXPECT_THAT(lines_of(follower.get()), HasSubstr(R"("kind":"clock_not_pressed")"));
}

TEST(Library, DifferentFollowersAreUsedByDifferentThreadsAtOnce) {
  const std::string alone = said_of(illegal_move(), 4096);
  std::vector<std::string> said(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& each : said) threads.emplace_back([&each] { each = said_of(illegal_move(), 4096); });
  }
  EXPECT_THAT(said, ::testing::Each(alone));
}

TEST(LibraryInCpp, CallsBackAndThrowsWhatCouldNotBeDone) {
  std::string lines;
  std::vector<std::string> problems;
  Follower follower{[&](std::string_view line) { (lines += line) += '\n'; },
                    [&](std::string_view problem) { problems.emplace_back(problem); }};
  follower.feed(illegal_move());
  follower.feed("rubbish\n");
  follower.finish();
  EXPECT_EQ(lines, said_of(illegal_move(), 4096));
  EXPECT_THAT(problems, ElementsAre(HasSubstr("this is not JSON")));
  EXPECT_EQ(follower.problems(), 1U);
  EXPECT_THROW(follower.finish(), Error);
  try {
    Follower{[](std::string_view) {}}.set_law("nobody's");
    ADD_FAILURE() << "there is such a law";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), JADOUBE_LAW);
    EXPECT_THAT(error.what(), HasSubstr("nobody's"));
  }
}

TEST(LibraryInCpp, PassesOnWhatACallbackThrowsAndGoesOn) {
  int calls = 0;
  Follower follower{[&](std::string_view) {
    if (++calls == 1) throw 7;
  }};
  EXPECT_THROW(follower.feed(illegal_move()), int);
  follower.finish();
  EXPECT_GT(calls, 10);
}

}  // namespace
}  // namespace jadoube::tests
