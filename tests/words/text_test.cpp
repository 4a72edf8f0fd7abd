#include "words/text.hpp"

#include <gtest/gtest.h>

#include "words/catalogue.hpp"

namespace jadoube::words {
namespace {

TEST(Text, IsSaidInTheLanguageThatIsAskedFor) {
  const Text text = wording("{1} loses.", wording("Black"));
  EXPECT_EQ(text.english(), "Black loses.");
  EXPECT_EQ(text.in(Language::danish), "Sort taber.");
  EXPECT_EQ(text.in(Language::icelandic), "Svartur tapar.");
}

TEST(Text, InflectsWhatStandsInAPlace) {
  const Text text = wording("{1}'s flag has fallen.", wording("White"));
  EXPECT_EQ(text.in(Language::danish), "Hvids vinge er faldet.");
  EXPECT_EQ(text.in(Language::icelandic), "Fallvísir hvíts er fallinn.");
  const Text taken = wording("The {1} on {2} has taken the {3} on {4}.", known("white knight"),
                             std::string{"g5"}, known("black rook"), std::string{"f7"});
  EXPECT_EQ(taken.english(), "The white knight on g5 has taken the black rook on f7.");
  EXPECT_EQ(taken.in(Language::danish), "Den hvide springer på g5 har slået det sorte tårn på f7.");
  EXPECT_EQ(taken.in(Language::icelandic), "Hvíti riddarinn á g5 drap svarta hrókinn á f7.");
}

TEST(Text, HoldsSentencesInSentencesAndInRows) {
  const Text inner = wording("If {1} claims: {2}", wording("White"), wording("{1} loses.", wording("Black")));
  const Text row = inner + ' ' + wording("Draw.");
  EXPECT_EQ(row.english(), "If White claims: Black loses. Draw.");
  EXPECT_EQ(row.in(Language::danish), "Hvis hvid fremsætter krav: Sort taber. Remis.");
  EXPECT_EQ(strung(std::vector<Text>{inner, row}, "\n").english(),
            "If White claims: Black loses.\nIf White claims: Black loses. Draw.");
  EXPECT_TRUE(Text{}.empty());
  EXPECT_TRUE(known("").empty());
}

TEST(Text, BeginsWithACapitalLetterWhereThatIsAskedFor) {
  EXPECT_EQ(known("the result").capitalised().english(), "The result");
  EXPECT_EQ(known("the result").capitalised().in(Language::icelandic), "Úrslitin");
  EXPECT_EQ(known("stalemate").capitalised().in(Language::danish), "Pat");
  EXPECT_TRUE(Text{}.capitalised().empty());
}

/// Of names and remarks nothing is looked up or filled in, and no letter of theirs means anything.
TEST(Text, LeavesAsItIsWhatPeopleHaveTyped) {
  const Text typed{std::string{"White {1} \001Black\003"}};
  EXPECT_EQ(typed.in(Language::danish), "White {1} Black");
  EXPECT_EQ(wording("The law is now {1}.", typed).in(Language::danish), "Reglerne er nu White {1} Black.");
}

TEST(Text, SaysWhatTheCatalogueDoesNotHaveAsItIs) {
  EXPECT_EQ(known("as {my} own law has it").in(Language::danish), "as {my} own law has it");
}

}  // namespace
}  // namespace jadoube::words
