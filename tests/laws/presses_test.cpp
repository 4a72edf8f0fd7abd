// What a press means: one that answers an irregularity, one without a move.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kMoveless =
    "0    clock 5:00 5:00 white\n"
    "4    press white\n"
    "4.4  finding press_without_move B white ply=1 at=4\n"
    "10   press black\n";

TEST(Presses, BackOverAnUntouchedBoardIsTakenForAClaim) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(
      "0 clock 5:00 5:00 white\n2 lift a2\n3 place a3\n4 press white\n6 press black\n"
      "6.2 finding illegal_move A white ply=5 squares=a2,a3 touched=a2 at=4 from=2");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "updated"));
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("Probably claimed at 0:00:06.0."));
}

TEST(Presses, BackAfterSomethingWasTouchedIsAPressLikeAnother) {
  Script s = under("fide-2023-blitz-B3", kInCheck);
  s.run(kIllegal);
  s.run("6 lift b8\n7 place c6\n8 press black");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
}

TEST(Presses, TheTimesOfAMovelessOneAreTakenFromThePresentOncePlayHasGoneOn) {
  Script s = under("fide-2023-blitz-B2");
  s.run(kMoveless);
  s.run(
      "30   move 1 white e2e4 completed\n30 press white\n"
      "34   move 2 black e7e5 completed\n34 press black\n50 pause");
  const auto clocks = s.about(1).back().advice.clocks;
  ASSERT_FALSE(clocks.empty());
  // 5:00, 4 s and 2 s more, 20 s and 2 s more, 16 s; less the 2 s that the moveless press had given.
  EXPECT_EQ(clocks.front().times.white, std::chrono::seconds{4 * 60 + 22});
}

TEST(Presses, TheTimesOfAMovelessOneAreNotProposedAgainWhenThePositionHasBeenSet) {
  Script s = under("fide-2023-blitz-B2");
  s.run(kMoveless);
  s.run(
      "12   pause\n13 position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n14 resume\n"
      "30   move 1 white e2e4 completed\n30 press white\n50 pause");
  EXPECT_THAT(s.about(1).back().advice.clocks, IsEmpty());
}

TEST(Presses, BackIsAClaimAlsoWhereTheNextPieceIsLiftedAtThatVeryMoment) {
  constexpr const char* kBack =
      "0 clock 5:00 5:00 white\n2 lift a2\n3 place a3\n4 press white\n6 press black\n";
  constexpr const char* kFound =
      "6.2 finding illegal_move A white ply=5 squares=a2,a3 touched=a2 at=4 from=2";
  Script at_once = under("fide-2023-blitz-B3", kInCheck);
  at_once.run(std::string{kBack} + "6 lift b8\n" + kFound);
  EXPECT_THAT(states(at_once, 1), ElementsAre("opened", "updated"));
  Script later = under("fide-2023-blitz-B3", kInCheck);
  later.run(std::string{kBack} + "6.1 lift b8\n" + kFound);
  EXPECT_THAT(states(later, 1), ElementsAre("opened"));
}

}  // namespace
}  // namespace jadoube::laws
