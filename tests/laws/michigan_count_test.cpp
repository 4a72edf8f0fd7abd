// The Michigan twenty-move rule.
#include <gmock/gmock.h>

#include "laws/text.hpp"
#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(TheMichiganRule, DrawsAfterTwentyAnnouncedPairs) {
  Script s = under("michigan-speed-2000", "7k/8/8/8/8/8/8/K1Q5 w - - 0 50");
  s.run("1 count white");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened"));
  // White's queen and Black's king go to and fro.
  const char* white[] = {"c1d1", "d1c1"};
  const char* black[] = {"h8g8", "g8h8"};
  for (int i = 0; i < 20; ++i) {
    EXPECT_THAT(s.about(Judge::kOwnIds), SizeIs(1)) << "after " << i << " pairs";
    s.line(concat({std::to_string(2 + 2 * i), " move ", std::to_string(99 + 2 * i), " white ", white[i % 2],
                   " completed"}));
    s.line(concat({std::to_string(3 + 2 * i), " move ", std::to_string(100 + 2 * i), " black ", black[i % 2],
                   " completed"}));
  }
  const auto all = s.about(Judge::kOwnIds);
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all.back().actions, std::vector{Action::draw});
  EXPECT_EQ(all.back().finding.ply, 138U) << "the ply with which it was reached";
  EXPECT_THAT(all.back().advice.text.english(), HasSubstr("20 pairs have been counted."));
  s.run("90 move 139 white c1d1 completed\n91 move 140 black h8g8 completed");
  EXPECT_THAT(s.about(Judge::kOwnIds), SizeIs(2)) << "that is said once";
}

TEST(TheMichiganRule, ACaptureOrAPawnMoveEndsTheCount) {
  Script s = under("michigan-speed-2000", "7k/8/8/8/8/8/P7/K1Q5 w - - 0 50");
  s.run("1 count white\n2 move 99 white a2a3 completed");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "withdrawn"));
  s.run("3 count black");
  EXPECT_FALSE(refused(s));
}

TEST(TheMichiganRule, TwoCountsCannotRunAtOnce) {
  Script s = under("michigan-speed-2000");
  s.run("1 count white\n2 count black");
  EXPECT_TRUE(refused(s));
}

TEST(TheMichiganRule, WithoutAnAnnouncementThereIsOnlyAPrivateNote) {
  Script s = under("michigan-speed-2000", "7k/8/8/8/8/8/8/K1Q5 w - - 39 50");
  s.run("1 move 99 white c1d1 completed\n2 move 100 black h8g8 completed");
  const auto all = s.about(Judge::kOwnIds);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].authority, Authority::silent);
  EXPECT_TRUE(all[0].secret);
  EXPECT_THAT(all[0].advice.text.english(), HasSubstr("no count was announced"));
}

TEST(TheMichiganRule, ACaptureByAPieceEndsTheCountToo) {
  Script s = under("michigan-speed-2000", "2r4k/8/8/8/8/8/8/K1Q5 w - - 0 50");
  s.run("1 count white\n2 move 99 white c1c8 completed");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "withdrawn"));
}

TEST(TheMichiganRule, ACountThatWasDecidedIsNotWithdrawn) {
  Script s = under("michigan-speed-2000", "7k/8/8/8/8/8/P7/K1Q5 w - - 0 50");
  s.run("1 count white\n2 dismiss 1000001\n3 move 99 white c1d1 completed\n4 move 100 black h8g8 completed");
  s.run("5 move 101 white a2a3 completed");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "dismissed"));
}

TEST(TheMichiganRule, WhereNoAnnouncementIsNeededNoneIsMissed) {
  LawSet law = *Library{}.law("michigan-speed-2000");
  law.switches.s7 = false;
  Script s{
      {.fen = "7k/8/8/8/8/8/8/K1Q5 w - - 39 50", .law_set = std::make_shared<const LawSet>(std::move(law))}};
  s.run("1 move 99 white c1d1 completed\n2 move 100 black h8g8 completed");
  ASSERT_THAT(s.about(Judge::kOwnIds), SizeIs(1));
  EXPECT_THAT(s.about(Judge::kOwnIds)[0].advice.text.english(),
              HasSubstr("20 pairs without capture or pawn move."));
}

/// White counts from move 50 on, and so many pairs are made.
Script counted(int pairs, const char* fen = "7k/8/8/8/8/8/8/K1Q5 w - - 0 50") {
  Script s = under("michigan-speed-2000", fen);
  s.run("1 count white");
  const char* white[] = {"c1d1", "d1c1"};
  const char* black[] = {"h8g8", "g8h8"};
  for (int i = 0; i < pairs; ++i) {
    s.line(concat({std::to_string(2 + 2 * i), " move ", std::to_string(99 + 2 * i), " white ", white[i % 2],
                   " completed"}));
    s.line(concat({std::to_string(3 + 2 * i), " move ", std::to_string(100 + 2 * i), " black ", black[i % 2],
                   " completed"}));
  }
  return s;
}

TEST(TheMichiganRule, IsClaimedInWhateverWords) {
  for (const std::string words : {"twenty moves", "rule 13", "draw", "the count"}) {
    Script s = counted(20);
    s.run("90 claim white " + words);
    EXPECT_EQ(last_reply(s), "Valid: 20 pairs have been counted: drawn (michigan-speed-2000 13).") << words;
    EXPECT_EQ(s.replies().back().row, Row{25}) << words;
    Script early = counted(19);
    early.run("90 claim white " + words);
    EXPECT_EQ(last_reply(early),
              "Wrong: by the log 19 of 20 pairs have been counted (michigan-speed-2000 13).")
        << words;
  }
}

TEST(TheMichiganRule, LetsTheOtherPlayerTakeTheDrawWhileItIsCounted) {
  Script s = counted(3);
  s.run("90 claim black draw");
  EXPECT_THAT(last_reply(s), HasSubstr("Yours to judge: the count offers a draw, which Black may accept"));
}

TEST(TheMichiganRule, IsNotClaimedFromACountThatWasBroken) {
  Script s = under("michigan-speed-2000", "7k/8/8/8/8/8/P7/K1Q5 w - - 30 50");
  s.run(
      "1 count white\n2 move 99 white a2a3 completed\n3 move 100 black h8g8 completed\n"
      "4 move 101 white c1d1 completed\n5 move 102 black g8h8 completed\n9 claim white twenty moves counted, "
      "draw");
  EXPECT_THAT(last_reply(s), HasSubstr("no count is running, and by the log 1 of 20 pairs"));
}

TEST(TheMichiganRule, IsNotClaimedWithoutHavingCountedAloud) {
  Script s = under("michigan-speed-2000", "7k/8/8/8/8/8/8/K1Q5 w - - 40 50");
  s.run("1 claim white twenty moves");
  EXPECT_THAT(last_reply(s), HasSubstr("Yours to judge: 20 pairs have been made"));
  Script fide = under("fide-2023-std", "7k/8/8/8/8/8/8/K1Q5 w - - 40 50");
  fide.run("1 claim white rule 13");
  EXPECT_EQ(last_reply(fide), "Wrong: This law knows no such claim.");
}

}  // namespace
}  // namespace jadoube::laws
