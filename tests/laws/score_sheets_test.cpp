// What has to be done at the time control if score sheets are behind.
#include <gmock/gmock.h>

#include "judge/score_sheets.hpp"
#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::HasSubstr;

TEST(ScoreSheets, FollowTheArticlesOfTheLaw) {
  const LawSet skak = *Library{}.law("skak-1985");
  const LawSet fide = *Library{}.law("fide-2023-std");
  const LawSet blitz = *Library{}.law("fide-2023-blitz-B3");
  const SheetDuty own_clock = score_sheet_duty(skak, {.black = true, .opponent_has_moved = true});
  EXPECT_EQ(own_clock.article, "11.6");
  EXPECT_THAT(own_clock.text.english(), HasSubstr("on his own running clock"));
  EXPECT_EQ(score_sheet_duty(skak, {.white = true, .black = true}).article, "11.7");
  EXPECT_EQ(score_sheet_duty(skak, {.white = true, .insufficient = true}).article, "11.8");
  EXPECT_EQ(score_sheet_duty(skak, {.white = true, .cannot_be_rebuilt = true}).article, "11.9");
  EXPECT_EQ(score_sheet_duty(fide, {.white = true}).article, "8.5.2");
  EXPECT_EQ(score_sheet_duty(fide, {.white = true, .black = true}).article, "8.5.1");
  EXPECT_EQ(score_sheet_duty(fide, {.white = true, .cannot_be_rebuilt = true}).article, "8.6");
  EXPECT_EQ(score_sheet_duty(blitz, {.white = true}).article, "");
  EXPECT_EQ(score_sheet_duty(fide, {}).article, "");
}

}  // namespace
}  // namespace jadoube::laws
