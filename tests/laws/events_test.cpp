// Findings of one event, and what is noted without being counted.
#include <gmock/gmock.h>

#include "laws/text.hpp"
#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::HasSubstr;

TEST(Events, ManyFindingsOfOneGameAreSettledQuickly) {
  Script s = under("fide-2023-std");
  for (unsigned ply = 1; ply <= 120; ++ply)
    s.line(concat({std::to_string(ply), " finding illegal_move A ", ply % 2 == 1 ? "white" : "black",
                   " ply=", std::to_string(ply), " squares=e2,e5 reason=path_blocked"}));
  EXPECT_EQ(s.about(120).back().governed_by, 1U);
  EXPECT_EQ(s.about(120).back().event, 1U);
}

TEST(Events, BreachesThatTheLawLeavesToTheArbiterAreNotedAndNotCounted) {
  Script s = under("fide-2023-std");
  s.run(
      "1 finding displaced B white ply=1 squares=d2\n2 confirm 1\n"
      "9 finding displaced B white ply=5 squares=d2 move=3");
  EXPECT_THAT(s.about(2).back().advice.text.english(), HasSubstr("Noted before: move 1 (7.4.1)."));
  EXPECT_EQ(s.about(2).back().advice.offence_number, 0U);
}

/// FIDE 7.3: the game is cancelled, with all that was done in it, whenever it was found that it should be.
TEST(Events, ReversedColoursRuleOverWhatWasDoneBeforeThePairingWasEntered) {
  for (const char* law : {"fide-2023-std", "fide-2023-rapid-A5"}) {
    Script s = under(law, kInCheck);
    s.run(kIllegal);
    s.run("6 finding colours_reversed B ply=5 at=6");
    EXPECT_EQ(s.about(1).back().governed_by, std::optional<std::uint64_t>{2}) << law;
    EXPECT_TRUE(s.about(1).back().actions.empty()) << law;
    EXPECT_TRUE(s.about(1).back().advice.clocks.empty()) << law;
    EXPECT_EQ(s.about(2).back().actions, std::vector{Action::new_game}) << law;
    s.run("8 confirm 2");
    EXPECT_EQ(states(s, 1).back(), "closed") << law << ": it went with the game";
  }
  // Where play goes on with the colours as they are, what was done in it still has to be ruled on.
  Script goes_on = under("fide-2009-rapid", kInCheck);
  goes_on.run(kIllegal);
  goes_on.run("6 finding colours_reversed B ply=5 at=6");
  EXPECT_FALSE(goes_on.about(1).back().governed_by.has_value());
}

}  // namespace
}  // namespace jadoube::laws
