// What players claim, and how it is answered.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(Claims, AClaimThatFitsNothingIsLeftToTheArbiter) {
  Script s = under("fide-2023-blitz-B3");
  s.run("1 claim black illegal move");
  EXPECT_FALSE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("yours to judge"));
}

TEST(Claims, ADrawClaimIsCheckedAgainstTheLog) {
  Script s = under("fide-2023-std", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90");
  s.run("1 claim white fifty moves");
  EXPECT_THAT(last_reply(s), HasSubstr("the claim is right"));
  Script wrong = under("fide-2023-blitz-B3", "4k3/8/8/8/8/8/8/R3K3 w - - 99 90");
  wrong.run("0 clock 1:00 1:00 white\n1 claim white threefold");
  EXPECT_THAT(last_reply(wrong),
              HasSubstr("the claim is wrong (fide-2023-blitz-B3 9.5): propose W 0:59 / B 2:00"));
  ASSERT_THAT(wrong.replies().back().clocks, SizeIs(1));
}

}  // namespace
}  // namespace jadoube::laws
