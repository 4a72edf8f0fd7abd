#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "laws/library.hpp"
#include "laws/table.hpp"
#include "tests/laws/matrix.hpp"
#include "tests/laws/script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::string complaints_about(const std::string& text, const Library& library = Library{}) {
  const auto result = library.check({"my.toml", text});
  if (result) return "";
  std::string all;
  for (const auto& complaint : result.error()) all += to_string(complaint) + "\n";
  return all;
}

/// A small federation's law: everything as in FIDE rapid A.5, except what `more` says.
std::string federation(const std::string& more) {
  return "id = \"my\"\nbased_on = \"fide-2023-rapid-A5\"\nname = \"My law\"\n" + more;
}

std::string built_in_text(std::string_view id) {
  return built_in(id)->text;
}

std::string without(std::string text, const std::string& piece) {
  const auto at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return text.erase(at, piece.size());
}

std::string with(std::string text, const std::string& piece, const std::string& instead) {
  const auto at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return text.replace(at, piece.size(), instead);
}

TEST(Laws, AllOfTheMatrixAreBuiltInAndCanBeUsed) {
  ASSERT_THAT(built_in_ids(), SizeIs(17));
  for (const auto id : built_in_ids()) {
    const auto law = Library{}.law(id);
    ASSERT_TRUE(law) << to_string(law.error().front());
    EXPECT_EQ(law->id, id);
  }
}

TEST(Laws, EveryCellSaysWhatTheMatrixSays) {
  const Matrix expected = expected_matrix();
  EXPECT_THAT(expected, SizeIs(31 * 17));
  for (const auto id : built_in_ids()) {
    const LawSet law = *Library{}.law(id);
    for (unsigned n = 1; n <= Row::kCount; ++n)
      EXPECT_EQ(as_expected(law.cell(Row{n})), expected.at({name(Row{n}), std::string{id}}))
          << name(Row{n}) << " " << id;
  }
}

struct Column {
  const char* law;
  int penalty;
  unsigned loss_at;
  int wrong_claim;
  bool flag;
  bool automatic;
};

TEST(Laws, ParametersAreThoseOfTheMatrix) {
  for (const Column& c : std::vector<Column>{{"fide-2023-std", 120, 2, 120, true, true},
                                             {"fide-2023-std-III", 120, 2, 120, true, true},
                                             {"fide-2023-rapid-A4-III", 60, 2, 60, true, true},
                                             {"fide-2023-rapid-A5-III", 60, 2, 60, true, true},
                                             {"fide-2023-rapid-A4", 60, 2, 60, true, true},
                                             {"fide-2023-rapid-A5", 60, 2, 60, true, true},
                                             {"fide-2023-blitz-B2", 60, 2, 60, true, true},
                                             {"fide-2023-blitz-B3", 60, 2, 60, true, true},
                                             {"dsu-std-2018", 120, 2, 120, true, true},
                                             {"dsu-rapid-supervised-2018", 120, 2, 120, true, true},
                                             {"dsu-blitz-supervised-2018", 60, 2, 60, true, true},
                                             {"dsu-rapid-2018", 120, 2, 120, true, true},
                                             {"dsu-blitz-2018", 60, 2, 60, true, true},
                                             {"fide-2009-rapid-A3", 120, 3, 180, true, false},
                                             {"fide-2009-rapid", 120, 3, 180, false, false},
                                             {"skak-1985", 0, 0, 300, true, false},
                                             {"michigan-speed-2000", 0, 0, 0, false, false}}) {
    const Parameters p = Library{}.law(c.law)->parameters;
    EXPECT_EQ(p.penalty(1), Seconds{c.penalty}) << c.law;
    EXPECT_EQ(p.loss_at, c.loss_at) << c.law;
    EXPECT_EQ(p.wrong_claim, Seconds{c.wrong_claim}) << c.law;
    EXPECT_EQ(p.arbiter_calls_flag, c.flag) << c.law;
    EXPECT_EQ(p.automatic_draws, c.automatic) << c.law;
  }
}

TEST(Laws, TheTableForArbitersIsTheOneTheProgramApplies) {
  std::vector<LawSet> all;
  for (const auto id : built_in_ids()) all.push_back(*Library{}.law(id));
  std::ifstream in{"docs/laws.md"};
  std::ostringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str(), markdown(all)) << "run: jadoube laws table > docs/laws.md";
}

TEST(Laws, AFederationWritesOnlyWhatItsLawSaysDifferently) {
  const auto law = Library{}.check(
      {"my.toml", federation("[parameters]\npenalty_s = 30\n[R07]\nwindow = \"W-GAME\"\nlater = []\n")});
  ASSERT_TRUE(law) << complaints_about(federation(""));
  EXPECT_EQ(law->parameters.penalty(1), Seconds{30});
  EXPECT_EQ(law->cell(Row{7}).window, Window::game);
  EXPECT_EQ(law->cell(Row{8}).window, Window::game) << "R08 repeats R07";
  const auto diff = differences(*Library{}.law("fide-2023-rapid-A5"), *law);
  std::vector<std::string> where;
  for (const auto& d : diff) where.push_back(d.where.substr(0, 9));
  EXPECT_THAT(where,
              ElementsAre("penalty_s", "R07 illeg", "R07.upsid", "R08 king ", "R09 king ", "R11 castl"));
}

TEST(Laws, TheSwitchOfSupervisedBlitzDecidesTheSeconds) {
  const auto law =
      Library{}.check({"my.toml", "id = \"my\"\nbased_on = \"fide-2023-blitz-B2\"\n[switches]\nS1 = 120\n"});
  ASSERT_TRUE(law);
  EXPECT_EQ(law->parameters.penalty(2), Seconds{120});
  EXPECT_EQ(law->parameters.wrong_claim, Seconds{120});
}

TEST(Laws, ALawMayBuildOnAnotherFileOfTheSameFolder) {
  const Library library{{{"laws/mother.toml", "id = \"mother\"\nbased_on = \"skak-1985\"\nname = \"M\"\n"}}};
  const auto law = library.check({"d.toml", "id = \"d\"\nbased_on = \"mother\"\n"});
  ASSERT_TRUE(law);
  EXPECT_EQ(law->name, "M");
  EXPECT_THAT(library.ids(), Contains("mother"));
  EXPECT_TRUE(library.law("mother"));
}

TEST(Laws, AWindowMayBeOfAnyNumberOfMoves) {
  EXPECT_EQ(window_from_name("W-20"), (Window{Window::Until::each_completed, 20}));
  EXPECT_EQ(window_from_name("W-B2"), (Window{Window::Until::black_completed, 2}));
  for (const auto text : {"W-3", "W-10", "W-99", "W-B10", "W-GAME", "W-OPPMOVE", "W-TOUCH", "W-NONE"})
    EXPECT_EQ(name(*window_from_name(text)), text);
  for (const auto text : {"W-", "W-1", "W-100", "W-07", "W-+5", "W-5x", "W-B", "W-B1", "W-W10", "10", ""})
    EXPECT_FALSE(window_from_name(text)) << text;
}

TEST(Laws, AnAppendixIsRenumberedInOneLine) {
  const auto base = Library{}.law("fide-2023-rapid-A5");
  const auto law = Library{}.check({"my.toml", federation("[renumber]\n\"A.5\" = \"A.6\"\n")});
  ASSERT_TRUE(law) << complaints_about(federation("[renumber]\n\"A.5\" = \"A.6\"\n"));
  EXPECT_THAT(base->cell(Row{7}).articles, ElementsAre("A.5.2", "7.5.1", "7.5.5"));
  EXPECT_THAT(law->cell(Row{7}).articles, ElementsAre("A.6.2", "7.5.1", "7.5.5"));
  EXPECT_THAT(law->cell(Row{8}).articles, ElementsAre("A.6.2", "7.5.1", "7.5.5")) << "R08 repeats R07";
  EXPECT_THAT(law->cell(Row{14}, "answered").articles, ElementsAre("A.6.2", "7.5.3"));
}

TEST(Laws, RenumberedAreWholePartsAndWhatTheBaseSaysAndEachOnce) {
  const auto law = Library{}.check(
      {"my.toml",
       federation("[renumber]\n\"7.5\" = \"A.5\"\n\"7.5.1\" = \"7.9\"\n\"A.5\" = \"7.5\"\n\"A\" = \"C\"\n"
                  "\"1\" = \"2\"\n[R13]\narticles = [\"7.5.2\"]\n")});
  ASSERT_TRUE(law);
  EXPECT_THAT(law->cell(Row{7}).articles, ElementsAre("7.5.2", "7.9", "A.5.5"));
  EXPECT_THAT(law->cell(Row{9}).articles, ElementsAre("7.5.2", "2.4.1", "A.5.5"));
  EXPECT_THAT(law->cell(Row{13}).articles, ElementsAre("7.5.2")) << "the file's own";
  EXPECT_EQ(law->cell(Row{25}).article(), Library{}.law("fide-2023-rapid-A5")->cell(Row{25}).article());
  EXPECT_EQ(law->cell(Row{17}).articles, Library{}.law("fide-2023-rapid-A5")->cell(Row{17}).articles)
      << "12.9 is none of 1";
}

TEST(BadLaws, ANumberThatNoArticleHasIsSaidWithTheLine) {
  EXPECT_THAT(complaints_about(federation("[renumber]\n\"A.7\" = \"A.6\"\n")),
              HasSubstr("my.toml:5: renumber: no article of fide-2023-rapid-A5 begins with \"A.7\""));
  EXPECT_THAT(complaints_about(federation("[renumber]\n\"A.5\" = 6\n")),
              HasSubstr("my.toml:5: renumber: `A.5` must be an article's new number"));
  EXPECT_THAT(complaints_about(federation("renumber = 6\n")),
              HasSubstr("my.toml:4: `renumber` must be a section"));
  EXPECT_THAT(complaints_about(built_in_text("skak-1985") + "\n[renumber]\n\"12\" = \"13\"\n"),
              HasSubstr("it needs `based_on`"));
}

TEST(BadLaws, WhatIsOfAnotherKindIsNamed) {
  for (const auto& [value, kind] :
       std::vector<std::pair<std::string, std::string>>{{"\"5\"", "text"},
                                                        {"0.5", "a fraction"},
                                                        {"true", "true or false"},
                                                        {"[5]", "a list"},
                                                        {"{ s = 5 }", "a section"},
                                                        {"2023-01-01", "a date or time"},
                                                        {"07:30:00", "a date or time"}})
    EXPECT_THAT(complaints_about(federation("[parameters]\nfloor_s = " + value + "\n")),
                HasSubstr(", not " + kind))
        << value;
  EXPECT_THAT(complaints_about(federation("[R07]\nleft = 5\n")), HasSubstr(", not a whole number"));
}

TEST(BadLaws, NotTomlIsSaidWithTheLine) {
  EXPECT_THAT(complaints_about("id = \"x\"\n= 3\n"), HasSubstr("my.toml:2: not TOML"));
  EXPECT_THAT(complaints_about(""), HasSubstr("`id` is missing"));
  EXPECT_THAT(complaints_about(std::string("\0\xff\xfe", 3)), HasSubstr("my.toml:1: not TOML"));
}

TEST(BadLaws, ASectionWithoutAProperNameIsSaidWithTheLine) {
  EXPECT_THAT(complaints_about("id = \"x\"\n[%12.a]\n"), HasSubstr("my.toml:2: not TOML"));
  EXPECT_THAT(complaints_about("id = \"x\"\n [[ %12 ]]\n"), HasSubstr("my.toml:2: not TOML"));
  EXPECT_THAT(complaints_about("id = \"x\"\n[]\n"), HasSubstr("my.toml:2: not TOML"));
  EXPECT_EQ(complaints_about(federation(
                "secrets = [\n\"move_count\"\n]\n[R07]\nleft = \"\"\"\n[%] is text\"\"\"\n# [%]\n")),
            "");
}

TEST(BadLaws, AListThatEndsLikeATableIsSaidWithTheLine) {
  EXPECT_THAT(complaints_about("id = \"x\"\nnames = [}\n"),
              HasSubstr("my.toml:2: not TOML: a list ends with } instead of ]"));
  EXPECT_THAT(complaints_about("id = \"x\"\nnames = [\n  \"a\", }\n"), HasSubstr("my.toml:3: not TOML"));
}

TEST(BadLaws, AQuotationMarkWithinAValueIsSaidWithTheLine) {
  EXPECT_THAT(complaints_about("id = \"x\"\nn = 1\"ná\"\n"), HasSubstr("my.toml:2: not TOML"));
  EXPECT_EQ(complaints_about(federation("text = \"\"\"He said \"Skák\"\"\"\"\n")), "");
  EXPECT_THAT(complaints_about(federation("\"other\".'b' = ['é','']\n")), HasSubstr("unknown key `other`"));
}

TEST(BadLaws, LettersOutsideAsciiBelongIntoTexts) {
  EXPECT_THAT(complaints_about("id = \"x\"\nnám = 3\n"), HasSubstr("my.toml:2: not TOML"));
  EXPECT_THAT(complaints_about("id = \"x\"\n[Rá]\n"), HasSubstr("my.toml:2: not TOML"));
  EXPECT_EQ(complaints_about(federation("# Skák\ntext = 'Skák'\n")), "");
  EXPECT_EQ(complaints_about("\xEF\xBB\xBF" + federation("")), "") << "a byte order mark";
}

TEST(BadLaws, UnknownKeysAreNamedWithTheirLine) {
  EXPECT_THAT(complaints_about(federation("[R07]\nauthroity = \"MUST\"\n")),
              HasSubstr("my.toml:5: R07: unknown key `authroity`"));
  EXPECT_THAT(complaints_about(federation("[parameters]\nfine_s = 3\n")),
              HasSubstr("my.toml:5: parameters: unknown key"));
  EXPECT_THAT(complaints_about(federation("[switches]\nS17 = true\n")),
              HasSubstr("my.toml:5: switches: unknown key `S17`"));
  EXPECT_THAT(complaints_about(federation("colour = 3\n")), HasSubstr("my.toml:4: unknown key `colour`"));
}

TEST(OwnLaws, ARowThatRepeatsAnotherSaysWhatItHasItselfInsteadOfThatAndNothingElse) {
  const auto row_eight = [](const std::string& more) {
    const auto law = Library{}.check({"my.toml", federation("[R08]\n" + more + "\n")});
    EXPECT_TRUE(law) << more;
    return law ? law->cell(Row{8}) : Cell{};
  };
  const auto repeated = [&] {
    Cell cell = built_in_law("fide-2023-rapid-A5")->cell(Row{8});
    EXPECT_EQ(cell.same_as, Row{7});
    return cell;
  };
  Cell expected = repeated();
  expected.articles = {"9.9"};
  EXPECT_EQ(row_eight("articles = [\"9.9\"]"), expected);
  expected = repeated();
  expected.sanction = "a fine";
  EXPECT_EQ(row_eight("sanction = \"a fine\""), expected);
  expected = repeated();
  expected.left = "whose fault it is";
  EXPECT_EQ(row_eight("left = \"whose fault it is\""), expected);
  expected = repeated();
  expected.authority = Authority::judge;
  ASSERT_NE(repeated().authority, Authority::judge);
  EXPECT_EQ(row_eight("authority = \"JUDGE\""), expected);
  expected = repeated();
  expected.actions = {Action::back, Action::no_penalty};
  EXPECT_EQ(row_eight("actions = [\"back\", \"no_penalty\"]"), expected);
}

TEST(BadLaws, UnknownRowsAndCasesAreRefused) {
  EXPECT_THAT(complaints_about(federation("[R32]\nreport = false\n")),
              HasSubstr("my.toml:4: unknown row `R32`; the rows are R01 to R31"));
  EXPECT_THAT(complaints_about(federation("[R07.sometimes]\nleft = \"\"\n")),
              HasSubstr("R07 knows no case `sometimes`"));
  EXPECT_THAT(complaints_about(federation("R07 = 3\n")), HasSubstr("my.toml:4: `R07` must be a section"));
}

TEST(BadLaws, MissingKeysAreNamed) {
  EXPECT_THAT(complaints_about(without(built_in_text("skak-1985"), "loss_at = 0\n")),
              HasSubstr("parameters: `loss_at` is missing"));
  EXPECT_THAT(complaints_about(without(built_in_text("skak-1985"), "S5 = \"either\"\n")),
              HasSubstr("switches: `S5` is missing"));
  EXPECT_THAT(complaints_about(without(built_in_text("skak-1985"), "[R18]\nreport = false\n")),
              HasSubstr("`R18` is missing"));
  EXPECT_THAT(complaints_about(with(built_in_text("skak-1985"), "window = \"W-TOUCH\"", "")),
              HasSubstr("`window` is missing"));
}

TEST(BadLaws, WrongTypesAreRefused) {
  EXPECT_THAT(complaints_about(federation("[parameters]\npenalty_s = \"two minutes\"\n")),
              HasSubstr("must be a number of seconds or \"S1\""));
  EXPECT_THAT(complaints_about(federation("[parameters]\npenalty_s = 1.5\n")),
              HasSubstr("`penalty_s` must be a whole number, not a fraction"));
  EXPECT_THAT(complaints_about(federation("[parameters]\nautomatic_draws = 1\n")),
              HasSubstr("must be true or false, not a whole number"));
  EXPECT_THAT(complaints_about(federation("[R07]\nactions = \"back\"\n")),
              HasSubstr("`actions` must be a list, not text"));
  EXPECT_THAT(complaints_about(federation("[R07]\nactions = [1]\n")),
              HasSubstr("`actions` must be a list of texts"));
  EXPECT_THAT(complaints_about(federation("based_on2 = 1979-05-27\n")), HasSubstr("unknown key"));
  EXPECT_THAT(complaints_about("parameters = 4\n"), HasSubstr("`parameters` must be a section"));
}

TEST(BadLaws, ValuesOutOfRangeAreRefused) {
  EXPECT_THAT(complaints_about(federation("[parameters]\npenalty_s = -60\n")),
              HasSubstr("my.toml:5: parameters: `penalty_s` is negative"));
  EXPECT_THAT(complaints_about(federation("[parameters]\nfloor_s = 100000\n")),
              HasSubstr("`floor_s` is more than a day"));
  EXPECT_THAT(complaints_about(federation("[R07]\nauthority = \"PERHAPS\"\n")),
              HasSubstr("there is no authority \"PERHAPS\""));
  EXPECT_THAT(complaints_about(federation("[R07]\nwindow = \"W-100\"\n")),
              HasSubstr("there is no window \"W-100\""));
  EXPECT_THAT(complaints_about(federation("[R07]\nactions = [\"back\", \"shout\"]\n")),
              HasSubstr("there is no action \"shout\""));
  EXPECT_THAT(complaints_about(federation("[R07]\nactions = []\n")), HasSubstr("`actions` is empty"));
  EXPECT_THAT(complaints_about(federation("speed = \"slow\"\n")),
              HasSubstr("must be one of standard rapid blitz"));
  EXPECT_THAT(complaints_about(federation("secrets = [\"age\"]\n")), HasSubstr("there is no secret \"age\""));
}

TEST(BadLaws, ContradictionsAreFound) {
  EXPECT_THAT(complaints_about(federation("[R07]\nwindow = \"W-GAME\"\n")),
              HasSubstr("my.toml:4: R07: `later` can never apply"));
  EXPECT_THAT(complaints_about(federation("[R18]\nreport = false\n")),
              HasSubstr("loss_at holds, but not: R18 is reported"));
  EXPECT_THAT(complaints_about(federation("[R19]\nactions = [\"back\"]\n")),
              HasSubstr("may not speak (SILENT)"));
  EXPECT_THAT(complaints_about(federation("[R16]\nactions = [\"none\", \"refer\"]\n")),
              HasSubstr("`none` stands beside"));
  EXPECT_THAT(complaints_about(federation("[R22]\nwindow = \"W-GAME\"\n")), HasSubstr("AUTO"));
  EXPECT_THAT(complaints_about(federation("[parameters]\npenalty_s = 0\nloss_at = 0\n")),
              HasSubstr("a penalty without effect"));
  EXPECT_THAT(complaints_about(federation("[parameters]\narbiter_calls_flag = false\n")), HasSubstr("R20"));
  EXPECT_EQ(complaints_about(federation("[parameters]\npress_without_move_illegal = false\n")),
            "my.toml:5: parameters.press_without_move_illegal: R14 has a penalty, but "
            "press_without_move_illegal does "
            "not hold\n");
  EXPECT_THAT(complaints_about(federation("[parameters]\nunpromoted_pawn = \"free_choice\"\n")),
              HasSubstr("R13"));
  EXPECT_THAT(complaints_about(federation("[parameters]\ncount_pairs = 20\n")), HasSubstr("R25"));
  EXPECT_THAT(
      complaints_about(federation("[R20]\nactions = [\"win_claim\"]\n[parameters]\ndraw_test = \"none\"\n")),
      HasSubstr("a win by claim needs a draw_test"));
  EXPECT_THAT(complaints_about(federation("[R26]\nactions = [\"clock_floor\"]\n")), HasSubstr("floor_s"));
  EXPECT_THAT(complaints_about(federation("[R05]\nreport = false\nwindow = \"W-10\"\n")),
              HasSubstr("has no meaning where `report` is false"));
}

TEST(BadLaws, TwoFindingsOfOneEventCannotGovernEachOther) {
  EXPECT_THAT(
      complaints_about(federation("[governs.R10]\nsame_ply = [\"R07\"]\n")),
      HasSubstr("my.toml:4: governs.R10: two govern each other: R07 over R10 (same_ply) and R10 over R07 "
                "(same_ply)"));
  EXPECT_THAT(complaints_about(federation("\n[governs.R09]\nply_before = [\"R07\"]\n")),
              HasSubstr("my.toml:5: governs.R09: two govern each other"));
  EXPECT_THAT(complaints_about(federation("[governs.R17]\nsame_ply = [\"R15\"]\n[governs.R15]\n"
                                          "same_ply = [\"R16\"]\n[governs.R16]\nsame_ply = [\"R17\"]\n")),
              HasSubstr("in a circle (same_ply): "));
  EXPECT_THAT(complaints_about(federation("[governs.R20]\ntogether = [\"R20\"]\n")),
              HasSubstr("R20 cannot govern itself (together)"));
  EXPECT_THAT(complaints_about(federation("[governs.R99]\nlater = []\n")), HasSubstr("unknown row `R99`"));
  EXPECT_THAT(complaints_about(federation("[governs.R07]\nlater = [\"R12.backwards\"]\n")),
              HasSubstr("there is no row \"R12.backwards\""));
  EXPECT_THAT(complaints_about(federation("[governs.R07]\nbefore = []\n")),
              HasSubstr("my.toml:5: governs.R07: unknown key `before`"));
}

TEST(BadLaws, WindowsAndPenaltiesComeToAnEnd) {
  EXPECT_THAT(complaints_about(federation("[R07]\nwindow = \"W-NONE\"\nlater = []\n")),
              HasSubstr("my.toml:4: R07: the window never closes"));
  EXPECT_THAT(complaints_about(federation("[R07]\nwindow = \"W-NONE\"\nlater = []\n")), Not(HasSubstr("R09")))
      << "one fault is told once, where its writer has made it";
  EXPECT_THAT(complaints_about(federation("[R20]\nwindow = \"W-OPPMOVE\"\n")),
              HasSubstr("my.toml:4: R20: the window W-OPPMOVE never closes: no move follows"));
  EXPECT_EQ(complaints_about(federation("[parameters]\nloss_at = 0\n[R18]\nreport = false\n")),
            "my.toml:5: parameters.loss_at: a penalty without a limit: loss_at is 0, so no offence ever ends "
            "the game\n");
  EXPECT_THAT(complaints_about("id = \"my\"\nbased_on = \"skak-1985\"\n[parameters]\npenalty_s = 60\n"
                               "[R07]\nactions = [\"back\", \"penalty\"]\n"),
              HasSubstr("my.toml:5: R07: a penalty without a limit"));
}

TEST(BadLaws, ActionsThatExcludeEachOtherAreNotOneOrder) {
  EXPECT_EQ(complaints_about(federation("[R21]\nactions = [\"draw\", \"play_on\"]\n")),
            "my.toml:5: R21.actions: `actions`: `draw` and `play_on` exclude each other: the game ends, or "
            "goes on\n");
  EXPECT_THAT(
      complaints_about(federation("[R07]\nlater = [\"stand\", \"back\"]\n")),
      HasSubstr(
          "my.toml:5: R07.later: `later`: `stand` and `back` exclude each other: the board stays as it is, "
          "or goes back"));
  EXPECT_THAT(complaints_about(federation("[R07]\nlater = [\"stand\", \"back\"]\n")), Not(HasSubstr("R09")))
      << "one fault is told once, where its writer has made it";
  for (const auto actions :
       {"back\", \"stand", "loss\", \"draw", "penalty\", \"no_penalty", "loss\", \"penalty",
        "queen\", \"free_choice", "new_game\", \"back", "wait\", \"play_on", "win_claim\", \"king_claim",
        "no_fault\", \"may_penalise", "queen\", \"back"})
    for (const auto section : {"R13", "R13.declared", "R14.answered"})
      EXPECT_THAT(
          complaints_about(federation(std::string{"["} + section + "]\nactions = [\"" + actions + "\"]\n")),
          HasSubstr("exclude each other"))
          << section << ' ' << actions;
  EXPECT_THAT(complaints_about(federation("[R07]\nactions = [\"back\", \"back\"]\n")),
              HasSubstr("stands there twice"));
  EXPECT_THAT(complaints_about(federation("[R07]\nactions = [\"or_new_game\", \"refer\"]\n")),
              HasSubstr("`or_new_game` means nothing without `back`"));
  EXPECT_THAT(complaints_about(federation("[R07]\nlater = [\"back\", \"penalty\", \"or_last_identifiable\", "
                                          "\"move_counter\"]\n")),
              HasSubstr("my.toml:5: R07.later: `later` says what `actions` says"));
  EXPECT_THAT(complaints_about(federation("[R05]\nsanction = \"a fine\"\n")),
              HasSubstr("my.toml:5: R05.sanction: a `sanction` where no penalty belongs to it"));
  EXPECT_THAT(complaints_about(federation("[R22]\nactions = [\"play_on\"]\n")),
              HasSubstr("what ends the game by itself (AUTO) leaves no `play_on`"));
}

TEST(BadLaws, TheOffenceThatLosesEndsTheGame) {
  EXPECT_THAT(complaints_about(federation("[R18]\nactions = [\"refer\"]\n")),
              HasSubstr("my.toml:4: R18: offence 2 ends the game (loss_at), and no action here does"));
  EXPECT_THAT(
      complaints_about(federation("[governs.R07]\nends = [\"R04\"]\n")),
      HasSubstr(
          "my.toml:4: governs.R07: R07 cannot be the end (ends) of R04: none of its actions ends the game"));
}

TEST(BadLaws, ATextIsOfThePlayThatTheLawIsFor) {
  EXPECT_EQ(
      complaints_about("id = \"my\"\nbased_on = \"fide-2023-std\"\nname = \"My law\"\nspeed = \"blitz\"\n"),
      "my.toml:4: speed: \"blitz\", and `text` is that of fide-2023-std, which is of standard play: say "
      "which text "
      "rules blitz play\n");
  EXPECT_THAT(
      complaints_about("id = \"my\"\nbased_on = \"fide-2023-std\"\nname = \"My law\"\nspeed = \"rapid\"\n"
                       "text = \"Our rules, Appendix B\"\n"),
      HasSubstr("my.toml:4: speed: \"Our rules, Appendix B\" is of blitz play, and `speed` is \"rapid\""));
  EXPECT_THAT(
      complaints_about(federation("text = \"Our rules of standard play\"\n")),
      HasSubstr(
          "my.toml:4: text: \"Our rules of standard play\" is of standard play, and `speed` is \"rapid\""));
  EXPECT_EQ(complaints_about(federation("text = \"Our rules of 2026\"\n")), "");
}

std::string warning(const Library& library, const std::string& text) {
  const Source source{"my.toml", text};
  const auto law = library.check(source);
  if (!law) return to_string(law.error().front());
  const auto all = library.warnings(source, *law);
  return all.empty() ? "" : to_string(all.front());
}

TEST(Laws, RowsThatDriftApartAreNoticedThroughEveryBase) {
  const Library library{
      {{"mother.toml", "id = \"mother\"\nbased_on = \"fide-2023-rapid-A5\"\nname = \"M\"\n"},
       {"drifted.toml",
        "id = \"drifted\"\nbased_on = \"mother\"\n[R07]\nwindow = \"W-GAME\"\nlater = []\n"}}};
  const auto warned = HasSubstr("another window or authority than in mother");
  EXPECT_THAT(warning(library, "id = \"my\"\nbased_on = \"drifted\"\n"), warned);
  EXPECT_THAT(
      warning(library, "id = \"my\"\nbased_on = \"drifted\"\n[R13]\nwindow = \"W-GAME\"\nlater = []\n"),
      HasSubstr("R07, R13 have another window or authority than in mother"));
  std::string right = "id = \"my\"\nbased_on = \"drifted\"\n";
  for (const auto row : {"R12.king_released", "R13", "R14", "R15"})
    right += std::string{"["} + row + "]\nwindow = \"W-GAME\"\nlater = []\n";
  EXPECT_EQ(warning(library, right), "") << "the last of the line may put it right";
  for (const auto id : built_in_ids())
    EXPECT_EQ(warning(library, "id = \"my\"\nbased_on = \"" + std::string{id} + "\"\n"), "") << id;
  LawSet orphan;
  for (const char* const base : {"", "gone"}) {
    orphan.based_on = base;
    EXPECT_THAT(library.warnings({"my.toml", ""}, orphan), IsEmpty()) << base;
  }
}

TEST(Laws, OfOnesOwnBuildOnEachOtherEightDeepAtMost) {
  const auto complaint = [](unsigned deep) {
    std::vector<Source> files;
    for (unsigned n = 1; n <= deep; ++n) {
      const std::string base = n == deep ? "skak-1985" : "law" + std::to_string(n + 1);
      const std::string id = "law" + std::to_string(n);
      files.push_back({id + ".toml", "id = \"" + id + "\"\nbased_on = \"" + base + "\"\n"});
    }
    return complaints_about("id = \"my\"\nbased_on = \"law1\"\n", Library{files});
  };
  EXPECT_EQ(complaint(7), "") << "the eighth is skak-1985, which builds on none";
  EXPECT_THAT(complaint(8), HasSubstr("law8.toml:2: the laws build on one another in a circle, or too deep"));
}

TEST(BadLaws, WhatLooksLikeARowIsOneOfThem) {
  for (const auto* const key : {"R7", "R00", "R007", "R32"})
    EXPECT_THAT(complaints_about(federation(std::string{key} + " = 1\n")),
                HasSubstr(std::string{"my.toml:4: unknown row `"} + key + "`"));
  for (const auto* const key : {"R", "R07a", "Rx", "S07", "07"})
    EXPECT_THAT(complaints_about(federation(std::string{key} + " = 1\n")),
                HasSubstr(std::string{"my.toml:4: unknown key `"} + key + "`"));
}

TEST(BadLaws, BuildingOnNothingOrInACircleIsRefused) {
  EXPECT_THAT(complaints_about("id = \"x\"\nbased_on = \"fide-1066\"\n"),
              HasSubstr("my.toml:2: there is no law \"fide-1066\""));
  const Library library{
      {{"a.toml", "id = \"a\"\nbased_on = \"b\"\n"}, {"b.toml", "id = \"b\"\nbased_on = \"a\"\n"}}};
  const auto law = library.law("a");
  ASSERT_FALSE(law);
  EXPECT_THAT(law.error().front().sentence.english(), HasSubstr("in a circle"));
  EXPECT_THAT(complaints_about("id = \"x\"\nbased_on = 7\n"), HasSubstr("must be the id of a law"));
}

TEST(BadLaws, ARowMayNotRepeatOneThatRepeats) {
  EXPECT_THAT(complaints_about(federation("[R05]\nsame_as = \"R08\"\n")),
              HasSubstr("R05: repeats R08, which itself repeats"));
  EXPECT_THAT(complaints_about(federation("[R05]\nsame_as = \"R99\"\n")), HasSubstr("names no row"));
}

TEST(BadLaws, AFileMustCarryTheIdOfItsName) {
  const Library library{{{"laws/one.toml", "id = \"other\"\nbased_on = \"skak-1985\"\n"}}};
  const auto law = library.law("one");
  ASSERT_FALSE(law);
  EXPECT_THAT(law.error().front().sentence.english(), HasSubstr("its `id` says \"other\""));
  EXPECT_FALSE(library.law("none at all"));
}

}  // namespace
}  // namespace jadoube::laws
