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

}  // namespace
}  // namespace jadoube::laws
