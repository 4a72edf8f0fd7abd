// Claims that the board decides: mate and stalemate, what material is left for, repetition, and an announced count.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// A built-in law, but for `differs`.
std::shared_ptr<const LawSet> own(const std::string& base, const std::string& differs) {
  auto law =
      Library{}.check({"my.toml", "id = \"my\"\nbased_on = \"" + base + "\"\nname = \"My law\"\n" + differs});
  if (!law) throw std::invalid_argument{to_string(law.error().front())};
  return std::make_shared<const LawSet>(*std::move(law));
}

/// How the last claim of a script was answered, and in which words.
std::string answer_to(const Script::Setting& setting, const std::string& script) {
  Script s{setting};
  s.run(script);
  if (s.replies().empty() || !s.replies().back().claim) return "none";
  return std::string{name(*s.replies().back().claim)} + " / " + last_reply(s);
}

constexpr const char* kFoolsMate =
    "1 move 1 white f2f3 completed\n2 move 2 black e7e5 completed\n3 move 3 white g2g4 completed\n"
    "4 move 4 black d8h4 completed\n";

TEST(AClaimOfAnEndOnTheBoard, IsRightWhereMateOrStalemateStands) {
  EXPECT_THAT(answer_to({.law = "fide-2023-std"}, std::string{kFoolsMate} + "9 claim black mate"),
              HasSubstr("by the record it is mate (fide-2023-std 5.1.1"));
  // The queen takes the last square from the king in the corner.
  EXPECT_THAT(answer_to({.law = "fide-2023-std", .fen = "7k/5K2/8/8/8/8/8/6Q1 w - - 0 60"},
                        "1 move 1 white g1g6 completed\n5 claim black stalemate"),
              HasSubstr("by the record it is stalemate"));
}

TEST(AClaimOfAnEndOnTheBoard, IsTheArbitersWhereAnIllegalMoveLedThereOrTheBoardIsNotKnown) {
  // The king of h8 is mated by a rook that jumped over its own pawn.
  EXPECT_THAT(answer_to({.law = "fide-2023-std", .fen = "7k/6pp/8/8/8/8/R7/P6K w - - 0 40"},
                        "1 move 1 white a2a8 completed fen=R6k/6pp/8/8/8/8/8/P6K b - - 1 40\n"
                        "2 move 2 black h7h6 completed fen=R6k/6p1/7p/8/8/8/8/P6K w - - 0 41\n"
                        "3 move 3 white a1g7 completed fen=R6k/6P1/6KP/8/8/8/8/8 b - - 0 41\n"
                        "9 claim white mate"),
              AllOf(HasSubstr("yours to judge"), HasSubstr("came about by an illegal move")));
  EXPECT_THAT(answer_to({.law = "fide-2023-std"}, "1 move 1 white e2e4 completed fen=\n9 claim white mate"),
              AllOf(HasSubstr("yours to judge"), HasSubstr("the record does not know the position")));
}

/// `can` says of each side whether it can still mate; nothing: nobody can tell.
TEST(AClaimOfAnEndOnTheBoard, HangsOnWhetherAnybodyCanStillMate) {
  const auto answer = [](CanMate can, const char* fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") {
    return answer_to({.law = "fide-2023-std", .fen = fen, .can_mate = std::move(can)},
                     "1 claim white dead position");
  };
  const auto says = [](WinAnswer white, WinAnswer black) {
    return [=](const chess::Position&, chess::Side by) { return by == chess::Side::white ? white : black; };
  };
  EXPECT_THAT(answer({}), HasSubstr("whether mate is still possible is not established"));
  EXPECT_THAT(answer(says(WinAnswer::yes, WinAnswer::no)), HasSubstr("mate is still possible (fide"));
  EXPECT_THAT(answer(says(WinAnswer::unknown, WinAnswer::yes), "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"),
              HasSubstr("mate is still possible (fide"));
  EXPECT_THAT(answer(says(WinAnswer::unknown, WinAnswer::unknown), "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"),
              HasSubstr("yours to judge"));
  EXPECT_THAT(answer(says(WinAnswer::no, WinAnswer::unknown), "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"),
              HasSubstr("whether mate is still possible is not established"));
  EXPECT_THAT(answer({}, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), HasSubstr("nobody can mate any more: drawn"));
}

/// Knights go out and back; with the last one back it is the third time.
constexpr const char* kTwice =
    "1 move 1 white g1f3 completed\n2 move 2 black g8f6 completed\n3 move 3 white f3g1 completed\n"
    "4 move 4 black f6g8 completed\n5 move 5 white g1f3 completed\n6 move 6 black g8f6 completed\n"
    "7 move 7 white f3g1 completed\n";

TEST(ADrawClaim, IsLostForThisMoveByATouchOnPurpose) {
  const std::string touched = std::string{kTwice} + "8 clock 5:00 5:00 black\n9 lift e8\n10 place e8\n";
  EXPECT_THAT(
      answer_to({.law = "fide-2023-std"}, touched + "11 claim black threefold"),
      AllOf(HasSubstr("yours to judge"), HasSubstr("If not, it is right if he has written down Ng8.")));
  EXPECT_THAT(answer_to({.law = "fide-2023-std", .fen = "4k3/8/8/8/8/8/8/R3K3 b - - 100 90"},
                        "0 clock 5:00 5:00 black\n1 lift e8\n2 place e8\n3 claim black fifty moves"),
              HasSubstr("If not, it is right: drawn."));
}

TEST(ADrawClaim, ThatIsWrongNamesAnArticleWhereTheLawHasOne) {
  const auto law = own("fide-2023-std", "[R24.wrong_claim]\narticles = []\n");
  EXPECT_THAT(answer_to({.law_set = law}, "1 claim white threefold"),
              AllOf(HasSubstr("by the log the claim is wrong. Yours"), Not(HasSubstr("(my"))));
}

TEST(ADrawClaim, WithoutARuleIsAskedForOneWhereTheBoardIsNotKnown) {
  EXPECT_THAT(answer_to({.law = "fide-2023-std"}, "1 move 1 white e2e4 completed fen=\n2 claim black draw"),
              HasSubstr("Ask him by which rule he claims."));
}

constexpr const char* kRookEnding = "8/8/8/4k3/8/8/R7/4K3 w - - 0 50";

/// So many plies of a king that goes to and fro on e1 and d1, and of the other one on e5 and d5.
std::string to_and_fro(unsigned first, unsigned plies) {
  std::string out;
  for (unsigned ply = first; ply < first + plies; ++ply) {
    const bool white = ply % 2 == 1;
    const bool there = (ply - 1) % 4 < 2;
    out += std::to_string(ply + 1) + " move " + std::to_string(ply) + (white ? " white " : " black ") +
           (white ? (there ? "e1d1" : "d1e1") : (there ? "e5d5" : "d5e5")) + " completed\n";
  }
  return out;
}

TEST(AnAnnouncedCount, OfARookAlonehasTwiceAsManyPairsAndSaysSoOnce) {
  Script s{{.law = "michigan-speed-2000", .fen = kRookEnding}};
  const unsigned pairs = built_in_law("michigan-speed-2000")->parameters.count_pairs;
  s.run("0 count black\n" + to_and_fro(1, 2 * pairs + 3));
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "updated"));
  EXPECT_THAT(s.about(Judge::kOwnIds).back().advice.text.english(), HasSubstr("this ending has"));
  EXPECT_THAT((s.run("300 claim white 20 pairs"), last_reply(s)), HasSubstr("which White may accept"));
  EXPECT_THAT((s.run("301 claim black 20 pairs"), last_reply(s)), HasSubstr("pairs have been counted ("));
}

TEST(AnAnnouncedCount, IsClaimedOnceWhenItIsFull) {
  Script s{{.law = "michigan-speed-2000", .fen = kRookEnding}};
  s.run("0 count black\n" +
        to_and_fro(1, 2 * built_in_law("michigan-speed-2000")->parameters.count_pairs_extended) +
        "300 claim black 40 pairs counted\n");
  EXPECT_THAT(last_reply(s), HasSubstr("pairs have been counted: drawn"));
  s.run("301 claim black 40 pairs counted\n");
  EXPECT_TRUE(refused(s));
  EXPECT_THAT(last_reply(s), HasSubstr("Claimed before"));
  // Once it is dismissed there is none any more, and what the record has decides.
  s.run("302 dismiss " + std::to_string(Judge::kOwnIds) + "\n303 claim black counted\n");
  EXPECT_THAT(last_reply(s), HasSubstr("no count was announced"));
  s.run("304 claim black draw\n");
  EXPECT_THAT(last_reply(s), HasSubstr("only the player who has the move may claim it")) << "the repetition";
}

/// A piece is placed that nobody saw go there: the record does not know the board any more, and a count is none.
TEST(AnAnnouncedCount, EndsWhereTheBoardIsNotKnown) {
  Script s{{.law = "michigan-speed-2000", .fen = kRookEnding}};
  s.run("0 count black\n" + to_and_fro(1, 4) + "9 move 5 white e1f1 completed fen=\n");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened", "withdrawn"));
  s.run("10 claim black 20 pairs");
  EXPECT_THAT(last_reply(s), HasSubstr("by the log 0 of 20 pairs"));
}

/// Two kings of one colour are no position, and nothing was taken: the pairs go on, and no ending can be told.
TEST(AnAnnouncedCount, GoesOnOverABoardThatIsNoPosition) {
  Script s{{.law = "michigan-speed-2000", .fen = kRookEnding}};
  s.run(
      "0 count black\n1 move 1 white e1d1 completed fen=8/8/8/4k3/8/8/K7/3K4 b - - 1 50\n"
      "2 move 2 black e5d5 completed fen=8/8/8/3k4/8/8/K7/3K4 w - - 2 51\n");
  EXPECT_THAT(states(s, Judge::kOwnIds), ElementsAre("opened"));
  s.run("3 claim black counted");
  EXPECT_THAT(last_reply(s), HasSubstr("by the log 1 of 20 pairs"));
}

TEST(AnAnnouncedCount, IsNotNeededWhereTheEventSaysSo) {
  const auto law = own("michigan-speed-2000", "[switches]\nS7 = false\n");
  Script s{{.fen = "8/8/8/4k3/8/8/RP6/4K3 w - - 40 70", .law_set = law}};
  s.run("3 claim black 20 moves");
  EXPECT_THAT(last_reply(s), HasSubstr("20 pairs have been counted: drawn"));
}

}  // namespace
}  // namespace jadoube::laws
