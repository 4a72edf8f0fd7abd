// Laws as text: what an arbiter reads of a law, word for word.
#include "laws/table.hpp"

#include <gmock/gmock.h>

#include "tests/laws/script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

LawSet small_law() {
  LawSet law;
  law.id = "club";
  law.name = "Our club";
  law.text = "Rules of 2020";
  Cell silent;
  silent.report = false;
  for (unsigned n = 1; n <= Row::kCount; ++n) law.set(Row{n}, silent);
  return law;
}

/// What the law's own page says between its first line and its table.
std::string in_short(const LawSet& law) {
  const std::string page = markdown({law});
  const std::size_t at = page.find("### club\n\n");
  return page.substr(at, page.find("| the program watches", at) - at);
}

TEST(ALawsPage, SaysInShortWhatItCosts) {
  LawSet law = small_law();
  EXPECT_EQ(in_short(law),
            "### club\n\nOur club: Rules of 2020. Supervised play, standard.\n\n"
            "An offence costs no time; none is counted. A press without a move is not an illegal move, two "
            "hands are none. "
            "You call a fallen flag. Moves are recorded.\n\nChess960: nothing of its own.\n\n");
  law.supervised = false;
  law.speed = Speed::blitz;
  law.chess960 = "all of it";
  law.secrets = {Secret::move_count, Secret::open_window};
  Parameters& p = law.parameters;
  p.penalties = {Seconds{0}, Seconds{9}, Seconds{59}, Seconds{60}, Seconds{130}};
  p.sanctions = {"a word", "", "a card"};
  p.loss_at = 6;
  p.press_without_move_illegal = p.two_hands_illegal = true;
  p.wrong_claim = Seconds{1};
  p.wrong_claim_on = WrongClaim::opponent;
  p.arbiter_calls_flag = p.scores_kept = false;
  EXPECT_EQ(in_short(law),
            "### club\n\nOur club: Rules of 2020. Play without supervision, blitz.\n\n"
            "An offence costs 0:00, then 0:09, then 0:59, then 1:00, then 2:10 more for the opponent; also a "
            "word, then "
            "nothing, then a card; the 6th one of a player loses, or draws if the opponent cannot mate. A "
            "press without a "
            "move is an illegal move, two hands are one. A wrong claim of a draw costs 0:01, given to the "
            "opponent. A "
            "fallen flag is the opponent's to claim: say nothing. Nobody has to record moves. Players must "
            "not learn from "
            "you or from a screen: move count, open window.\n\nChess960: all of it.\n\n");
  p.draw_test = DrawTest::none;
  p.wrong_claim_on = WrongClaim::claimant_used;
  EXPECT_THAT(in_short(law), HasSubstr("the 6th one of a player loses. A press"));
  EXPECT_THAT(in_short(law), HasSubstr("costs 0:01 of the claimant's own time. A fallen"));
  for (const auto& [number, word] : std::vector<std::pair<unsigned, const char*>>{
           {1, "first"}, {2, "second"}, {3, "third"}, {4, "fourth"}, {5, "fifth"}, {6, "6th"}}) {
    p.loss_at = number;
    EXPECT_THAT(in_short(law), HasSubstr(std::string{"; the "} + word + " one of a player loses"));
  }
}

Cell full_cell() {
  Cell cell;
  cell.articles = {"7.5.1", "A.5.2"};
  cell.authority = Authority::must_or_claim;
  cell.window = Window::opponent_moves;
  cell.actions = {Action::back, Action::penalty};
  cell.later = {Action::stand, Action::refer};
  cell.sanction = "a fine";
  cell.left = "this | that";
  return cell;
}

TEST(ACellAsText, HasItsPartsInTheirOrder) {
  Cell cell = full_cell();
  EXPECT_EQ(cell_text(cell), "7.5.1, A.5.2; MUST/CLAIM; W-OPPMOVE; BACK +T, later STAND REFER; also: a fine");
  cell.later.clear();
  cell.sanction.clear();
  cell.articles.clear();
  EXPECT_EQ(cell_text(cell), "no text; MUST/CLAIM; W-OPPMOVE; BACK +T");
  cell.report = false;
  EXPECT_EQ(cell_text(cell), "–");
  cell.articles = {"3", "4"};
  EXPECT_EQ(cell_text(cell), "– (3, 4)");
}

TEST(ALawsPage, SaysWhatIsWatchedByWhomAndUntilWhen) {
  LawSet law = small_law();
  law.set(Row{7}, full_cell());
  Cell own = full_cell();
  own.articles.clear();
  own.authority = Authority::judge;
  own.window = Window{Window::Until::black_completed, 4};
  own.later.clear();
  own.sanction.clear();
  own.left.clear();
  law.set(Row{7}, "upside_down_rook", own);
  law.set(Row{17}, "adjusting", law.cell(Row{17}));  // it says no more than its row
  std::string page = markdown({law});
  page.erase(0, page.find("| the program watches"));
  EXPECT_EQ(page.substr(0, page.find("\n\n")),
            "| the program watches | rule | who, and until when | what it says | left to you |\n"
            "| --- | --- | --- | --- | --- |\n"
            "| illegal move completed | 7.5.1, A.5.2 | you if you have seen it, else on a claim, until the "
            "opponent has made "
            "his next move | reinstate the position before it; touch-move for the replacement; time to the "
            "opponent; the "
            "offence counts; also: a fine; later: what stands on the board stands; the arbiter's judgement | "
            "this \\| that "
            "|\n"
            "| illegal move completed: upside down rook | no text | your own judgement, until Black has "
            "completed 4 moves | "
            "reinstate the position before it; touch-move for the replacement; time to the opponent; the "
            "offence counts |  "
            "|");
  EXPECT_THAT(page,
              HasSubstr("\nNot known to this law: start position wrong; board turned; colours reversed; "));
  EXPECT_THAT(page, Not(HasSubstr("touch-move, release, adjusting: ")));
  for (const auto& [authority, words] :
       std::vector<std::pair<Authority, const char*>>{{Authority::must, "you step in"},
                                                      {Authority::claim, "only on the claim of a player"},
                                                      {Authority::silent, "nobody may say a word"},
                                                      {Authority::automatic, "the game is over by itself"}})
    for (const auto& [window, until] :
         std::vector<std::pair<const char*, const char*>>{{"W-GAME", "until the game is over"},
                                                          {"W-TOUCH", "until the claimant touches a piece"},
                                                          {"W-3", "until each has completed 3 moves"},
                                                          {"W-NONE", "no limit"}}) {
      own.authority = authority;
      own.window = *window_from_name(window);
      law.set(Row{7}, own);
      EXPECT_THAT(markdown({law}), HasSubstr(std::string{"| "} + words + ", " + until + " |"));
    }
}

TEST(TheTableOfLaws, HasALineForNeighboursThatSayTheSame) {
  LawSet one = small_law();
  one.set(Row{7}, full_cell());
  LawSet two = one;
  two.id = "other";
  LawSet three = one;
  three.id = "third";
  Cell cell = full_cell();
  cell.left = "";
  three.set(Row{7}, cell);
  const auto row_seven = [](const std::vector<LawSet>& laws) {
    std::string text = markdown(laws);
    text.erase(0, text.find("### R07"));
    return text.substr(0, text.find("\n\n### "));
  };
  const std::string head =
      "### R07 illegal move completed\n\n| law | rule; who; until when; what | left to the arbiter |\n| --- "
      "| --- | --- |\n";
  const std::string what = "7.5.1, A.5.2; MUST/CLAIM; W-OPPMOVE; BACK +T, later STAND REFER; also: a fine | ";
  const std::string other_case = "| *upside_down_rook*: `club`, `other` | " + what + "this \\| that |";
  EXPECT_EQ(row_seven({one, two, three}), head + "| `club`, `other` | " + what +
                                              "this \\| that |\n| `third` | " + what + " |\n" + other_case +
                                              "\n| *upside_down_rook*: `third` | " + what + " |");
  // A row that is not reported has nothing left to anybody.
  cell.report = false;
  cell.articles.clear();
  cell.left = "why";
  one.set(Row{7}, cell);
  cell.left = "";
  two.set(Row{7}, cell);
  EXPECT_THAT(row_seven({one, two}), HasSubstr("| `club`, `other` | – |  |\n"));
}

TEST(ALawOnATerminal, HasEverythingInTheOrderOfTheFile) {
  LawSet law = small_law();
  law.secrets = {Secret::move_count, Secret::draw_counts};
  law.set(Row{7}, full_cell());
  law.set(Row{7}, "upside_down_rook", law.cell(Row{6}));
  Cell decided = full_cell();
  decided.left.clear();
  law.set(Row{8}, decided);
  law.precedence = {{{Row{7}, {}}, Bond::same_ply, {Row{10}, {}}},
                    {{Row{7}, {}}, Bond::later, {Row{12}, "king_released"}},
                    {{Row{12}, {}}, Bond::ends, {Row{4}, {}}}};
  const std::string text = describe(law);
  EXPECT_THAT(text, ::testing::StartsWith(
                        "club – Our club\nRules of 2020\nstandard, supervised\nChess960: nothing of its own\n"
                        "kept from players: move_count, draw_counts\n\n"
                        "  penalty_s                   0 s\n"
                        "  sanctions                   none\n"));
  EXPECT_THAT(text, HasSubstr("\n  press_without_move_illegal  no\n"));
  EXPECT_THAT(text, HasSubstr("\n  default_time_s              0 s\n\n  S1                          60 s\n"));
  EXPECT_THAT(text, HasSubstr("\n  S16                         refer\n\nR01 start position wrong\n    –\n"));
  EXPECT_THAT(
      text,
      HasSubstr("\nR07 illegal move completed\n    7.5.1, A.5.2; MUST/CLAIM; W-OPPMOVE; BACK +T, later STAND "
                "REFER; also: a fine\n    yours: this | that\n  R07.upside_down_rook\n    –\n"));
  EXPECT_THAT(text, ::testing::EndsWith(
                        "\nR07 governs R10 (same_ply), R12.king_released (later)\nR12 governs R04 (ends)\n"));
  EXPECT_THAT(text, Not(HasSubstr("yours: \n"))) << "what leaves nothing says nothing of it";
  law.supervised = false;
  EXPECT_THAT(describe(law), HasSubstr("\nstandard, not supervised\n"));
}

TEST(TwoLaws, DifferInWhatTheySayDifferently) {
  const LawSet a = small_law();
  LawSet b = a;
  EXPECT_THAT(differences(a, b), ::testing::IsEmpty());
  b.id = "other";
  b.name = "Another name";
  EXPECT_THAT(differences(a, b), ::testing::IsEmpty()) << "names are no difference";
  b.speed = Speed::rapid;
  b.supervised = false;
  b.secrets = {Secret::single_flag};
  b.parameters.floor = Seconds{5};
  b.switches.s2 = false;
  b.set(Row{7}, full_cell());
  b.set(Row{12}, "king_released", full_cell());
  b.set(Row{31}, full_cell());
  b.precedence = {{{Row{7}, {}}, Bond::same_ply, {Row{10}, {}}},
                  {{Row{7}, "upside_down_rook"}, Bond::later, {Row{4}, {}}}};
  std::vector<std::string> found;
  for (const Difference& each : differences(a, b))
    found.push_back(each.where + ": " + each.a + " / " + each.b);
  const std::string cell =
      "– / 7.5.1, A.5.2; MUST/CLAIM; W-OPPMOVE; BACK +T, later STAND REFER; also: a fine";
  EXPECT_THAT(found, ::testing::ElementsAre("speed: standard / rapid", "supervised: yes / no",
                                            "secrets:  / single_flag", "floor_s: 0 s / 5 s", "S2: yes / no",
                                            "R07 illegal move completed: " + cell,
                                            "R07.upside_down_rook: " + cell, "R12.king_released: " + cell,
                                            concat({name(Row{31}), " ", title(Row{31}), ": ", cell}),
                                            "R07 governs: nothing / R10 (same_ply); R04 (later)"));
}

}  // namespace
}  // namespace jadoube::laws
