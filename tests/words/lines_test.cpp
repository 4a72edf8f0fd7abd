#include "words/lines.hpp"

#include <gtest/gtest.h>

namespace jadoube::words {
namespace {

TEST(Lines, AShortSentenceIsOne) {
  EXPECT_EQ(in_lines(""), "");
  EXPECT_EQ(in_lines("Set up: done, 3.20 s"), "Set up: done, 3.20 s");
  EXPECT_EQ(in_lines(std::string(79, 'a') + " b"), std::string(79, 'a') + "\n    b");
  EXPECT_EQ(in_lines(std::string(78, 'a') + " b"), std::string(78, 'a') + " b") << "80 letters";
}

TEST(Lines, ALongOneBreaksAtWords) {
  EXPECT_EQ(
      in_lines("Plug the board in. s and Enter passes a step over, Enter says it once more, q and Enter "
               "(or Ctrl-C) ends: what there is by then is kept."),
      "Plug the board in. s and Enter passes a step over, Enter says it once more, q\n"
      "    and Enter (or Ctrl-C) ends: what there is by then is kept.");
}

TEST(Lines, TheFirstIsIndentedAsTheTextIs) {
  EXPECT_EQ(in_lines("  a b"), "  a b");
  EXPECT_EQ(in_lines("  " + std::string(77, 'a') + " b"), "  " + std::string(77, 'a') + "\n    b");
}

TEST(Lines, LettersCountAndNotBytes) {
  std::string word;
  for (int i = 0; i < 39; ++i) word += "ø";
  EXPECT_EQ(in_lines(word + ' ' + word + " x"), word + ' ' + word + "\n    x");
  EXPECT_EQ(in_lines(word + ' ' + word), word + ' ' + word);
}

TEST(Lines, AWordThatIsTooLongIsNotCut) {
  const std::string path(100, 'p');
  EXPECT_EQ(in_lines("All is in " + path + ": this page."), "All is in\n    " + path + ":\n    this page.");
}

}  // namespace
}  // namespace jadoube::words
