// A law that a federation has written for itself, in a game.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"
#include "words/catalogue.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// FIDE's supervised standard play, but for `differs`.
Script under_own(const std::string& differs, const char* fen = "startpos") {
  auto law = Library{}.check(
      {"my.toml", "id = \"my\"\nbased_on = \"fide-2023-std\"\nname = \"My law\"\n" + differs});
  if (!law) throw std::invalid_argument{to_string(law.error().front())};
  return Script{{.law = "my",
                 .fen = fen,
                 .time_control = "300+2",
                 .law_set = std::make_shared<const LawSet>(*std::move(law))}};
}

std::string complaint(const std::string& differs) {
  const auto law = Library{}.check(
      {"my.toml", "id = \"my\"\nbased_on = \"fide-2023-std\"\nname = \"My law\"\n" + differs});
  return law ? "" : to_string(law.error().front());
}

/// White makes that illegal move once more, after the position was set again.
void again(Script& s, double t, unsigned id) {
  const auto at = [&](double more) { return std::to_string(t + more); };
  s.line(at(0) + " press white");
  s.line(at(0.4) +
         " finding illegal_move A white ply=5 squares=a2,a3 reason=king_in_check touched=a2 at=" + at(0));
  s.line(at(1) + " confirm " + std::to_string(id));
  s.line(at(2) + " position " + kInCheck);
}

std::vector<std::string> penalties(const Script& s, unsigned findings) {
  std::vector<std::string> out;
  for (unsigned id = 1; id <= findings; ++id) out.push_back(s.about(id).front().advice.text.english());
  return out;
}

TEST(AnOwnLaw, MayCostMoreEachTime) {
  Script s = under_own("[parameters]\npenalty_s = [60, 120]\nloss_at = 4\n", kInCheck);
  s.line("0 clock 5:00 5:00 white");
  again(s, 4, 1);
  again(s, 14, 2);
  again(s, 24, 3);
  EXPECT_THAT(penalties(s, 3),
              ElementsAre(HasSubstr("1:00 more for Black."), HasSubstr("2:00 more for Black."),
                          HasSubstr("2:00 more for Black.")));
  const Readings first = s.about(1).front().advice.clocks.front().times;
  const Readings second = s.about(2).front().advice.clocks.front().times;
  // Black's clock has run for ten seconds between the two, and nobody has set it.
  EXPECT_EQ(second.black - first.black, std::chrono::seconds{60 - 10});
}

TEST(AnOwnLaw, MayHaveASanctionForEachOffence) {
  Script s = under_own(
      "[parameters]\npenalty_s = [0, 60]\nsanctions = [\"a warning\", \"\", \"a yellow card\"]\nloss_at = "
      "5\n",
      kInCheck);
  s.line("0 clock 5:00 5:00 white");
  for (unsigned i = 0; i < 4; ++i) again(s, 4 + 10 * i, i + 1);
  const auto told = penalties(s, 4);
  EXPECT_THAT(told[0], AllOf(HasSubstr("First offence of White. For White also: a warning."),
                             Not(HasSubstr("more for"))));
  EXPECT_THAT(told[1], AllOf(HasSubstr("1:00 more for Black."), Not(HasSubstr("also"))));
  EXPECT_THAT(told[2], HasSubstr("Third offence of White. For White also: a yellow card."));
  EXPECT_THAT(told[3], HasSubstr("For White also: a yellow card."));
}

TEST(AnOwnLaw, MayHaveASanctionForOneIrregularity) {
  Script s = under_own("[R07]\nsanction = \"a fine of 20 euros\"\n", kInCheck);
  s.run(kIllegal);
  EXPECT_THAT(s.about(1).front().advice.parts.to_do.english(),
              HasSubstr("For White also: a fine of 20 euros."));
  EXPECT_THAT(s.about(1).front().advice.parts.to_do.in(words::Language::danish),
              HasSubstr("For hvid desuden: a fine of 20 euros."));
}

TEST(AnOwnLaw, ClosesAWindowOfAnyNumberOfMoves) {
  Script s = under_own("[R01]\nwindow = \"W-2\"\nlater = [\"play_on\"]\n");
  s.run(
      "0 clock 5:00 5:00 white\n1 finding initial_position A ply=0\n2 move 1 white e2e4 completed\n"
      "3 move 2 black e7e5 completed\n4 move 3 white g1f3 completed\n");
  EXPECT_THAT(states(s, 1), ElementsAre("opened"));
  EXPECT_THAT(s.about(1).front().advice.text.english(),
              HasSubstr("Open until each player has completed 2 moves."));
  s.line("5 move 4 black b8c6 completed");
  EXPECT_THAT(states(s, 1), ElementsAre("opened", "closed"));
  EXPECT_THAT(s.about(1).back().advice.text.english(), HasSubstr("too late to correct; play on."));
}

TEST(AnOwnLaw, IsRefusedWhereAStepCanNeverApply) {
  EXPECT_THAT(complaint("[parameters]\npenalty_s = [60, 120]\n"),
              HasSubstr("my.toml:5: parameters.penalty_s: `penalty_s` has 2 steps, and offence 2 ends the "
                        "game: at most 1 can apply"));
  EXPECT_THAT(complaint("[parameters]\nsanctions = [\"a\", \"b\"]\n"),
              HasSubstr("my.toml:5: parameters.sanctions"));
  EXPECT_THAT(complaint("[parameters]\npenalty_s = []\n"), HasSubstr("`penalty_s` is empty"));
  EXPECT_THAT(complaint("[parameters]\npenalty_s = [60, \"a\"]\nloss_at = 3\n"),
              HasSubstr("must be a whole number"));
  EXPECT_THAT(complaint("[parameters]\npenalty_s = [0, 60]\nloss_at = 3\n"), "");
}

}  // namespace
}  // namespace jadoube::laws
