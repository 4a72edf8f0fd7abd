// What a file that somebody has written by hand comes to where it says little, says it twice, or says it in the wrong form.
#include <gmock/gmock.h>

#include "laws/library.hpp"
#include "laws/load.hpp"
#include "laws/table.hpp"
#include "tests/laws/script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string on_standard(const std::string& more) {
  return "id = \"my\"\nbased_on = \"fide-2023-std\"\nname = \"My law\"\n" + more;
}

std::string complaints_about(const std::string& text, const Library& library = Library{},
                             const std::string& file = "my.toml") {
  const auto law = library.check({file, text});
  std::string all;
  if (!law)
    for (const Complaint& each : law.error()) all += to_string(each) + "\n";
  return all;
}

TEST(AnOwnFile, SaysASectionWhereASectionBelongs) {
  for (const auto& [text, complaint] : std::vector<std::pair<const char*, const char*>>{
           {"[R12]\nrook_released = \"W-GAME\"\n", "my.toml:5: `R12.rook_released` must be a section"},
           {"[R14]\npress_back = 3\n", "my.toml:5: `R14.press_back` must be a section"},
           {"[governs.R14]\npress_back = 3\n", "my.toml:5: `governs.R14.press_back` must be a section"},
           {"[switches]\nS14 = 3\n", "my.toml:5: switches: `S14` must be a section"},
           {"[text]\n", "my.toml:4: `text` must be text, not a section"},
           {"[renumber]\n\"7.5\" = \"\"\n", "my.toml:5: renumber: `7.5` must be an article's new number"}})
    EXPECT_EQ(complaints_about(on_standard(text)).substr(0, std::string_view{complaint}.size()), complaint)
        << text;
}

TEST(AnOwnFile, WithoutANameIsComplainedOfByItsLines) {
  EXPECT_EQ(complaints_about(on_standard("[R07]\nleft = 3\n"), Library{}, ""),
            ":5: R07: `left` must be text, not a whole number\n");
}

TEST(AnOwnFile, OfTheNameOfABuiltInLawTakesItsPlaceInTheList) {
  const Library library{{{"skak-1985.toml", "id = \"skak-1985\"\nbased_on = \"fide-2023-std\"\n"}}};
  const auto ids = library.ids();
  EXPECT_EQ(std::count(ids.begin(), ids.end(), "skak-1985"), 1);
  EXPECT_EQ(library.law("skak-1985")->based_on, "fide-2023-std");
}

TEST(AnOwnFile, RenumbersOnlyWhatIsAnArticle) {
  const Library library{{{"mother.toml",
                          "id = \"mother\"\nbased_on = \"fide-2023-std\"\n[R07]\narticles = [7, "
                          "\"7.5.1\"]\n"}}};
  EXPECT_EQ(complaints_about("id = \"my\"\nbased_on = \"mother\"\n[renumber]\n\"7.5\" = \"8.5\"\n", library),
            "mother.toml:4: R07: `articles` must be a list of texts, not a whole number\n");
}

/// A base text that does not say its speed leaves it to whoever builds on it; what it says may be repeated.
TEST(AnOwnFile, MaySayASpeedThatContradictsNothing) {
  std::string mother = built_in("skak-1985")->text;
  const std::string speed = "\nspeed = \"standard\"";
  ASSERT_NE(mother.find(speed), std::string::npos);
  mother.erase(mother.find(speed), speed.size());
  const Library library{{{"mother.toml", mother}}};
  EXPECT_EQ(complaints_about("id = \"my\"\nbased_on = \"mother\"\nspeed = \"standard\"\n", library), "");
  EXPECT_EQ(complaints_about(on_standard("speed = \"standard\"\n")), "");
}

/// A base text is of the play that it rules, though the file that builds on it writes the same text again.
TEST(AnOwnFile, DoesNotMakeATextOneOnAnotherKindOfPlayByRepeatingIt) {
  const std::string text = built_in_law("fide-2023-std")->text;
  EXPECT_THAT(complaints_about(on_standard("speed = \"blitz\"\ntext = \"" + text + "\"\n")),
              HasSubstr("`text` is that of fide-2023-std, which is of standard play"));
}

TEST(AnOwnFile, GivesARowThatRepeatsAnotherAWindowOfItsOwn) {
  const auto row_eight = [](const std::string& more) {
    const auto law =
        Library{}.check({"my.toml", "id = \"my\"\nbased_on = \"fide-2023-rapid-A5\"\n[R08]\n" + more + "\n"});
    EXPECT_TRUE(law) << more;
    return law ? law->cell(Row{8}) : Cell{};
  };
  const Cell repeated = built_in_law("fide-2023-rapid-A5")->cell(Row{8});
  ASSERT_THAT(repeated.later, Not(IsEmpty()));
  // What would come after the window of the other row says nothing of another window.
  Cell expected = repeated;
  expected.window = Window::game;
  expected.later.clear();
  EXPECT_EQ(row_eight("window = \"W-GAME\""), expected);
  expected = repeated;
  expected.window = Window::touch;
  expected.later = {Action::refer};
  EXPECT_EQ(row_eight("window = \"W-TOUCH\"\nlater = [\"refer\"]"), expected);
}

TEST(DriftedRows, AreNotMeasuredByWhatTheBaseDoesNotKnow) {
  LawSet base = *built_in_law("fide-2023-rapid-A5");
  Cell unknown = base.cell(Row{15});
  unknown.report = false;
  base.set(Row{15}, unknown);
  LawSet law = base;
  Cell cell = law.cell(Row{15});
  cell.report = true;
  cell.window = Window::game;
  law.set(Row{15}, cell);
  EXPECT_EQ(drifted_rows(law, base), "");
}

/// Every row of it reported, with a case that says what its row says.
TEST(ALawsPage, LeavesOutWhatIsNotUnknownAndSaysNothingTwice) {
  LawSet law;
  law.id = "club";
  Cell known;
  known.articles = {"1.1"};
  known.actions = {Action::refer};
  for (unsigned n = 1; n <= Row::kCount; ++n) law.set(Row{n}, known);
  law.set(Row{17}, "adjusting", known);
  EXPECT_THAT(markdown({law}), AllOf(HasSubstr("| touch-move, release, adjusting |"),
                                     Not(HasSubstr("touch-move, release, adjusting: adjusting")),
                                     Not(HasSubstr("Not known to this law"))));
}

}  // namespace
}  // namespace jadoube::laws
