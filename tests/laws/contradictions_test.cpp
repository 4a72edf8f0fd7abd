// What a law must not say of one thing in two ways (docs/adding-a-law.md). Each test begins with a law that says nothing,
// which contradicts nothing, and adds one or two statements.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "laws/load.hpp"
#include "laws/text.hpp"
#include "tests/laws/script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Actions = std::vector<Action>;

Cell unknown_to_the_law() {
  Cell cell;
  cell.report = false;
  return cell;
}

LawSet silent_law() {
  LawSet law;
  law.id = "mine";
  law.parameters.scores_kept = false;
  for (unsigned n = 1; n <= Row::kCount; ++n) law.set(Row{n}, unknown_to_the_law());
  return law;
}

/// The arbiter's judgement, without an end.
Cell cell_with(Actions actions, Authority authority = Authority::judge, Window window = Window::none) {
  Cell cell;
  cell.articles = {"1.1"};
  cell.authority = authority;
  cell.window = window;
  cell.actions = std::move(actions);
  return cell;
}

LawSet law_with(Row row, Cell cell) {
  LawSet law = silent_law();
  law.set(row, std::move(cell));
  return law;
}

/// "SECTION: SENTENCE", and where else to look.
std::vector<std::string> said_of(const LawSet& law) {
  std::vector<std::string> out;
  for (const Contradiction& c : contradictions(law))
    out.push_back(concat({c.section, ": ", c.sentence, c.also.empty() ? "" : " / ", c.also}));
  return out;
}

/// Of what is said, that which has these words in it.
std::vector<std::string> said_with(const LawSet& law, std::string_view words) {
  std::vector<std::string> out;
  for (std::string& each : said_of(law))
    if (each.find(words) != std::string::npos) out.push_back(std::move(each));
  return out;
}

/// A row in which the program sees no act, so that nothing but its list of actions can be at fault.
constexpr Row kAny{17};

TEST(Contradictions, ALawThatSaysNothingHasNone) {
  EXPECT_THAT(said_of(silent_law()), IsEmpty());
  EXPECT_THAT(said_of(law_with(kAny, cell_with({Action::refer}))), IsEmpty());
  EXPECT_THAT(said_of(law_with(kAny, cell_with({}))), IsEmpty());
}

/// What the actions of docs/laws.md make of a game, its result, the board, the penalty and the pawn: actions of one line say
/// the same, those of two lines of one question exclude each other, and the others leave it open.
struct Answer {
  std::string_view question, says;
  std::set<std::string_view> actions;
};
const std::vector<Answer>& answers() {
  static const std::vector<Answer> all{
      {"game", "begins anew", {"new_game", "keep_used_time"}},
      {"game",
       "goes on",
       {"transfer", "play_on", "strike_castling", "back", "penalty", "queen", "free_choice", "stand",
        "own_time", "press_back", "stand_or_earliest", "rook_moves", "fix_clock", "clock_floor",
        "complete_sheet", "move_counter", "strike_king_castling"}},
      {"game", "ends", {"loss", "win_claim", "draw", "result_stands", "game_over", "king_claim"}},
      {"game", "waits for the next move", {"wait"}},
      {"result", "is a loss", {"loss"}},
      {"result", "is a win for the claimant", {"win_claim"}},
      {"result", "is a win for the captor", {"king_claim"}},
      {"result", "is a draw", {"draw"}},
      {"result", "is what was agreed", {"result_stands"}},
      {"board", "is transferred", {"transfer"}},
      {"board", "stays as it is", {"play_on", "queen", "stand", "wait", "keep_position"}},
      {"board", "goes back", {"back", "or_new_game", "or_last_identifiable"}},
      {"board", "stays only if it is legal", {"stand_or_earliest"}},
      {"board", "is put right by the player", {"own_time"}},
      {"board", "is set right", {"set_right"}},
      {"penalty", "is that of the law", {"penalty"}},
      {"penalty", "is nothing", {"no_penalty", "no_fault"}},
      {"penalty", "is the arbiter's to say", {"may_penalise"}},
      {"pawn", "becomes a queen", {"queen"}},
      {"pawn", "becomes what the player chooses", {"free_choice"}}};
  return all;
}

/// Why the two cannot stand in one list: the first question of which they say different things; empty: they can.
std::string why_not_both(std::string_view first, std::string_view second) {
  for (const std::string_view question : {"game", "result", "board", "penalty", "pawn"}) {
    std::string_view a, b;
    for (const Answer& answer : answers()) {
      if (answer.question != question) continue;
      if (answer.actions.contains(first)) a = answer.says;
      if (answer.actions.contains(second)) b = answer.says;
    }
    if (!a.empty() && !b.empty() && a != b) return concat({"the ", question, " ", a, ", or ", b});
  }
  return {};
}

TEST(Contradictions, TwoActionsThatSayDifferentThingsOfOneExcludeEachOther) {
  for (std::size_t i = 0; i < kActionCount; ++i)
    for (std::size_t j = 0; j < kActionCount; ++j) {
      if (i == j) continue;
      const auto first = static_cast<Action>(i);
      const auto second = static_cast<Action>(j);
      const std::string why = why_not_both(name(first), name(second));
      std::vector<std::string> expected;
      if (!why.empty())
        expected = {concat({"R17: `actions`: `", name(first), "` and `", name(second),
                            "` exclude each other: ", why, " / R17.actions"})};
      EXPECT_EQ(said_with(law_with(kAny, cell_with({first, second})), "exclude"), expected);
    }
}

TEST(Contradictions, AnActionStandsOnceAndNoneByItself) {
  EXPECT_THAT(said_of(law_with(kAny, cell_with({Action::refer, Action::fix_clock, Action::refer}))),
              ElementsAre("R17: `actions`: `refer` stands there twice / R17.actions"));
  EXPECT_THAT(said_of(law_with(kAny, cell_with({Action::refer, Action::none}))),
              ElementsAre("R17: `none` stands beside other actions / R17.actions"));
  EXPECT_THAT(said_of(law_with(kAny, cell_with({Action::none}))), IsEmpty());
}

TEST(Contradictions, WhatAddsToAnActionNeedsIt) {
  const auto said = [](Actions actions) { return said_of(law_with(kAny, cell_with(std::move(actions)))); };
  EXPECT_THAT(said({Action::keep_used_time}),
              ElementsAre("R17: `actions`: `keep_used_time` means nothing without `new_game` / R17.actions"));
  EXPECT_THAT(said({Action::or_new_game}),
              ElementsAre("R17: `actions`: `or_new_game` means nothing without `back` / R17.actions"));
  EXPECT_THAT(
      said({Action::or_last_identifiable}),
      ElementsAre("R17: `actions`: `or_last_identifiable` means nothing without `back` / R17.actions"));
  EXPECT_THAT(said({Action::new_game, Action::keep_used_time}), IsEmpty());
  EXPECT_THAT(said({Action::back, Action::or_new_game, Action::or_last_identifiable}), IsEmpty());
}

TEST(Contradictions, OneFaultOfSeveralRowsIsSaidOfTheFirst) {
  LawSet law = law_with(kAny, cell_with({Action::draw, Action::play_on}));
  law.set(Row{26}, cell_with({Action::draw, Action::play_on}));
  EXPECT_THAT(said_of(law), ElementsAre(::testing::StartsWith("R17: ")));
  law.set(Row{26}, cell_with({Action::loss, Action::play_on}));
  EXPECT_THAT(said_of(law), ElementsAre(::testing::StartsWith("R17: "), ::testing::StartsWith("R26: ")));
}

TEST(Contradictions, ACaseIsCheckedAsItsRowIs) {
  LawSet law = law_with(kAny, cell_with({Action::refer}));
  law.set(kAny, "adjusting", cell_with({Action::draw, Action::play_on}));
  EXPECT_THAT(said_of(law),
              ElementsAre("R17.adjusting: `actions`: `draw` and `play_on` exclude each other: the game ends, "
                          "or goes on / R17.adjusting.actions"));
}

TEST(Contradictions, SomethingComesLaterOnlyWhereTheWindowClosesBeforeTheEnd) {
  for (const auto& [window, closes] : std::vector<std::pair<std::string, bool>>{{"W-GAME", false},
                                                                                {"W-NONE", false},
                                                                                {"W-OPPMOVE", true},
                                                                                {"W-TOUCH", true},
                                                                                {"W-2", true},
                                                                                {"W-B10", true}}) {
    Cell cell = cell_with({Action::back}, Authority::judge, *window_from_name(window));
    EXPECT_THAT(said_of(law_with(kAny, cell)), IsEmpty()) << window;
    cell.later = {Action::play_on};
    std::vector<std::string> expected;
    if (!closes)
      expected = {
          concat({"R17: `later` can never apply: the window ", window, " does not close before the end"})};
    EXPECT_EQ(said_of(law_with(kAny, cell)), expected) << window;
    cell.later = {Action::back};
    EXPECT_THAT(said_with(law_with(kAny, cell), "closes nothing"),
                ElementsAre("R17: `later` says what `actions` says: the window closes nothing / R17.later"));
  }
}

TEST(Contradictions, WhatEndsTheGameByItselfHasNoWindowAndLeavesNothingThatGoesOn) {
  for (std::size_t i = 0; i < kActionCount; ++i) {
    const auto action = static_cast<Action>(i);
    std::string_view game;
    for (const Answer& answer : answers())
      if (answer.question == "game" && answer.actions.contains(name(action))) game = answer.says;
    std::vector<std::string> expected;
    if (!game.empty() && game != "ends")
      expected = {concat({"R17: what ends the game by itself (AUTO) leaves no `", name(action), "`"})};
    EXPECT_EQ(said_with(law_with(kAny, cell_with({action}, Authority::automatic)), "AUTO"), expected);
  }
  for (const Window window : {Window::game, Window::opponent_moves, Window::touch})
    EXPECT_THAT(said_of(law_with(kAny, cell_with({Action::game_over}, Authority::automatic, window))),
                ElementsAre("R17: what ends the game by itself (AUTO) has no window"));
}

TEST(Contradictions, AnArbiterWhoMayNotSpeakIsToldToDoNothing) {
  const auto said = [](Actions actions) {
    return said_of(law_with(kAny, cell_with(std::move(actions), Authority::silent)));
  };
  EXPECT_THAT(said({Action::none}), IsEmpty());
  EXPECT_THAT(said({Action::refer}),
              ElementsAre("R17: the arbiter may not speak (SILENT), yet is told to act"));
}

TEST(Contradictions, ASanctionNeedsAFault) {
  for (std::size_t i = 0; i < kActionCount; ++i) {
    const auto action = static_cast<Action>(i);
    Cell cell = cell_with({Action::refer, action});
    cell.sanction = "a fine";
    const bool is_free = action == Action::no_penalty || action == Action::no_fault;
    const auto said = said_with(law_with(kAny, cell), "sanction");
    if (is_free)
      EXPECT_THAT(said, ElementsAre("R17: a `sanction` where no penalty belongs to it / R17.sanction"));
    else
      EXPECT_THAT(said, IsEmpty()) << name(action);
  }
}

TEST(Contradictions, WhatAnActionNeedsTheParametersHave) {
  LawSet law = law_with(kAny, cell_with({Action::win_claim}));
  EXPECT_THAT(said_of(law), IsEmpty());
  law.parameters.draw_test = DrawTest::none;
  EXPECT_THAT(said_of(law), ElementsAre("R17: a win by claim needs a draw_test"));

  law = law_with(kAny, cell_with({Action::clock_floor}));
  EXPECT_THAT(said_of(law), ElementsAre("R17: a clock floor without floor_s"));
  law.parameters.floor = Seconds{1};
  EXPECT_THAT(said_of(law), IsEmpty());
}

/// A law in which the offence of that number loses the game.
LawSet counting(unsigned loss_at) {
  LawSet law = law_with(Row{18}, cell_with({Action::loss}));
  law.parameters.loss_at = loss_at;
  return law;
}

TEST(Contradictions, APenaltyCostsSomethingAndComesToAnEnd) {
  LawSet law = law_with(kAny, cell_with({Action::penalty}));
  EXPECT_THAT(
      said_of(law),
      ElementsAre("R17: a penalty without effect: penalty_s is 0 and loss_at is 0 / parameters.penalty_s"));
  law.parameters.penalties = {Seconds{1}};
  law.set(Row{26}, cell_with({Action::penalty}));
  EXPECT_THAT(said_of(law),
              ElementsAre("R17: a penalty without a limit: loss_at is 0, so no offence ever ends the game / "
                          "parameters.loss_at"))
      << "of the first row alone";
  for (const int seconds : {0, 1}) {
    law = counting(2);
    law.set(kAny, cell_with({Action::penalty}));
    law.parameters.penalties = {Seconds{seconds}};
    EXPECT_THAT(said_of(law), IsEmpty()) << seconds;
  }
}

TEST(Contradictions, NoStepOfAPenaltyIsOfAnOffenceThatIsNeverCountedOrEndsTheGame) {
  struct Steps {
    unsigned loss_at;
    std::size_t penalties, sanctions;  // the most that can apply
  };
  for (const auto& [loss_at, penalties, sanctions] :
       std::vector<Steps>{{0, 1, 0}, {1, 1, 1}, {2, 1, 1}, {3, 2, 2}, {4, 3, 3}}) {
    LawSet law = loss_at == 0 ? silent_law() : counting(loss_at);
    law.parameters.penalties.assign(penalties, Seconds{60});
    law.parameters.sanctions.assign(sanctions, "a card");
    EXPECT_THAT(said_of(law), IsEmpty()) << loss_at;
    law.parameters.penalties.emplace_back(60);
    law.parameters.sanctions.emplace_back("a card");
    const auto fault = [at = loss_at](std::string_view key, std::size_t most) {
      if (at == 0)
        return concat({"parameters: `", key,
                       "` tells offences apart, and loss_at is 0: they are not counted / parameters.", key});
      return concat({"parameters: `", key, "` has ", std::to_string(most + 1), " steps, and offence ",
                     std::to_string(at), " ends the game: at most ", std::to_string(most),
                     " can apply / parameters.", key});
    };
    EXPECT_THAT(said_of(law), ElementsAre(fault("penalty_s", penalties), fault("sanctions", sanctions)));
  }
}

TEST(Contradictions, TheOffenceThatLosesAndWhatEndsOthersEndTheGame) {
  const std::set<std::string_view> ends{"loss",      "win_claim",  "draw",  "result_stands",
                                        "game_over", "king_claim", "by_log"};
  for (std::size_t i = 0; i < kActionCount; ++i) {
    const auto action = static_cast<Action>(i);
    LawSet law = counting(3);
    law.set(Row{18}, cell_with({Action::refer, action}));
    law.set(kAny, cell_with({Action::refer, action}));
    law.precedence = {{{kAny, {}}, Bond::ends, {Row{4}, {}}}};
    std::vector<std::string> expected;
    if (!ends.contains(name(action)))
      expected = {"R18: offence 3 ends the game (loss_at), and no action here does / parameters.loss_at",
                  "governs.R17: R17 cannot be the end (ends) of R04: none of its actions ends the game / "
                  "R17.actions"};
    EXPECT_EQ(said_with(law, "ends"), expected) << name(action);
    // Where nothing is counted, and where the governing row is not known, there is nothing that has to end.
    law.parameters.loss_at = 0;
    law.set(Row{18}, unknown_to_the_law());
    law.set(kAny, unknown_to_the_law());
    EXPECT_THAT(said_with(law, "ends"), IsEmpty()) << name(action);
  }
  LawSet law = law_with(kAny, cell_with({Action::refer}));
  law.precedence = {{{kAny, {}}, Bond::together, {Row{4}, {}}}};
  EXPECT_THAT(said_of(law), IsEmpty()) << "only of the bond `ends`";
}

TEST(Contradictions, WhatAPlayerMayClaimNeedsAnEndIfItCostsTheOther) {
  for (unsigned n = 1; n <= Row::kCount; ++n)
    for (const Authority authority : {Authority::must, Authority::claim, Authority::must_or_claim,
                                      Authority::silent, Authority::judge, Authority::automatic})
      for (const Action action : {Action::penalty, Action::back, Action::win_claim, Action::refer})
        for (const Window window : {Window::none, Window::game}) {
          const bool is_act = n >= 6 && n <= 15;
          const bool claimed = authority == Authority::claim || authority == Authority::must_or_claim;
          std::vector<std::string> expected;
          if (is_act && claimed && action != Action::refer && window == Window::none)
            expected = {concat({name(Row{n}),
                                ": the window never closes: what a player may claim needs an end, W-GAME "
                                "at the latest"})};
          EXPECT_EQ(said_with(law_with(Row{n}, cell_with({action}, authority, window)), "never closes"),
                    expected)
              << name(Row{n}) << ' ' << name(authority) << ' ' << name(action) << ' ' << name(window);
        }
}

TEST(Contradictions, AWindowWithoutEndIsSaidOnceForRowsThatAreTheSame) {
  LawSet law = law_with(Row{8}, cell_with({Action::back}, Authority::claim));
  law.set(Row{9}, cell_with({Action::back}, Authority::claim));
  EXPECT_THAT(said_of(law), ElementsAre(::testing::StartsWith("R08: ")));
  law.set(Row{9}, cell_with({Action::back}, Authority::must_or_claim));
  EXPECT_THAT(said_of(law), ElementsAre(::testing::StartsWith("R08: "), ::testing::StartsWith("R09: ")));
  law.set(Row{9}, cell_with({Action::back, Action::refer}, Authority::claim));
  EXPECT_THAT(said_of(law), ElementsAre(::testing::StartsWith("R08: "), ::testing::StartsWith("R09: ")));
}

TEST(Contradictions, AWindowThatAMoveClosesNeedsAMoveThatFollows) {
  const std::set<unsigned> no_move_follows{18, 20, 21, 22, 23, 28, 30, 31};
  for (unsigned n = 1; n <= Row::kCount; ++n)
    for (const auto& [window, by_a_move] : std::vector<std::pair<std::string, bool>>{{"W-OPPMOVE", true},
                                                                                     {"W-TOUCH", true},
                                                                                     {"W-GAME", false},
                                                                                     {"W-NONE", false},
                                                                                     {"W-10", false},
                                                                                     {"W-B10", false}}) {
      std::vector<std::string> expected;
      if (by_a_move && no_move_follows.contains(n))
        expected = {concat({name(Row{n}), ": the window ", window, " never closes: no move follows"})};
      EXPECT_EQ(
          said_with(law_with(Row{n}, cell_with({Action::refer}, Authority::judge, *window_from_name(window))),
                    "never closes"),
          expected)
          << name(Row{n}) << ' ' << window;
    }
}

/// docs/rules.md 2.7: on which side of the governing act the other one may lie. Two that govern each other say the opposite
/// where one act can lie so to the other in both.
TEST(Contradictions, TwoGovernEachOtherWhereBothBondsCanHoldOfOnePair) {
  constexpr std::array<std::string_view, kBondCount> kBonds{"same_ply", "ply_before", "later", "excuses",
                                                            "together", "since",      "ends"};
  // Whose bond is told by the line: R04 over R16; by the column: R16 over R04.
  constexpr std::array<std::string_view, kBondCount> kClash{
      "x..xxxx",   // at the same ply
      "..xxxxx",   // at the ply before: R16 is earlier
      ".x..xxx",   // later
      "xx.xxxx",   // an answer, at the same ply or later
      "xxxxxxx",   // at the same time, whatever the ply
      "xxxxx.x",   // since: one of the two was the earlier one
      "xxxxxxx"};  // the end
  for (std::size_t i = 0; i < kBondCount; ++i)
    for (std::size_t j = 0; j < kBondCount; ++j) {
      LawSet law = silent_law();
      law.precedence = {{{Row{4}, {}}, static_cast<Bond>(i), {Row{16}, {}}},
                        {{Row{16}, {}}, static_cast<Bond>(j), {Row{4}, {}}}};
      std::vector<std::string> expected;
      if (kClash[i][j] == 'x')
        expected = {concat({"governs.R04: two govern each other: R04 over R16 (", kBonds[i],
                            ") and R16 over R04 (", kBonds[j], ") / governs.R16"})};
      EXPECT_EQ(said_of(law), expected) << kBonds[i] << ' ' << kBonds[j];
    }
}

TEST(Contradictions, TwoGovernEachOtherOnlyOfTheSameRowsAndCases) {
  const auto clash = [](const char* first, const char* under_first, const char* second,
                        const char* under_second) {
    LawSet law = silent_law();
    law.precedence = {{*row_case_from_name(first), Bond::same_ply, *row_case_from_name(under_first)},
                      {*row_case_from_name(second), Bond::same_ply, *row_case_from_name(under_second)}};
    return !said_with(law, "two govern each other").empty();
  };
  EXPECT_TRUE(clash("R12", "R04", "R04", "R12"));
  EXPECT_FALSE(clash("R12", "R04", "R04", "R13"));
  EXPECT_FALSE(clash("R12", "R05", "R04", "R12"));
  // A row is all of its cases.
  EXPECT_TRUE(clash("R12", "R04", "R04", "R12.king_released"));
  EXPECT_TRUE(clash("R12.king_released", "R04", "R04", "R12"));
  EXPECT_TRUE(clash("R12.king_released", "R04", "R04", "R12.king_released"));
  EXPECT_FALSE(clash("R12.king_released", "R04", "R04", "R12.rook_released"));
  EXPECT_FALSE(clash("R04", "R12.king_released", "R12.rook_released", "R04"));
  // R07 stands for R08 and R11 too.
  for (const char* const kind : {"R08", "R11"}) {
    EXPECT_TRUE(clash("R07", "R04", "R04", kind)) << kind;
    EXPECT_TRUE(clash(kind, "R04", "R04", "R07")) << kind;
  }
  EXPECT_FALSE(clash("R07", "R04", "R04", "R09"));
  EXPECT_FALSE(clash("R08", "R04", "R04", "R11"));
}

TEST(Contradictions, ARowGovernsItselfOnlyOfWhatComesLater) {
  for (std::size_t i = 0; i < kBondCount; ++i) {
    const auto bond = static_cast<Bond>(i);
    LawSet law = silent_law();
    law.precedence = {{{Row{4}, {}}, bond, {Row{4}, {}}}};
    std::vector<std::string> expected;
    if (bond != Bond::later)
      expected = {concat({"governs.R04: R04 cannot govern itself (", name(bond), ")"})};
    EXPECT_EQ(said_of(law), expected);
  }
}

/// "R04>R05 R05>R06": the first governs the second at the same ply.
LawSet governing(std::string_view links, Bond last = Bond::same_ply) {
  LawSet law = silent_law();
  for (std::size_t at = 0; at < links.size(); at += 8)
    law.precedence.push_back({*row_case_from_name(links.substr(at, 3)),
                              at + 8 > links.size() ? last : Bond::same_ply,
                              *row_case_from_name(links.substr(at + 4, 3))});
  return law;
}

TEST(Contradictions, RowsOfOnePlyDoNotGovernEachOtherInACircle) {
  constexpr std::string_view kThree = "R04>R05 R05>R06 R06>R04";
  EXPECT_THAT(said_of(governing(kThree)),
              ElementsAre("governs.R04: they govern one another in a circle (same_ply): R04, R05, R06"));
  EXPECT_THAT(said_of(governing("R04>R05 R05>R06 R06>R12 R12>R04")),
              ElementsAre("governs.R04: they govern one another in a circle (same_ply): R04, R05, R06, R12"));
  // The circle is found from whichever side, past ways that end, and without what only leads to it.
  EXPECT_THAT(
      said_of(governing("R04>R05 R05>R13 R05>R06 R06>R05 R06>R12 R12>R04")),
      ElementsAre("governs.R05: two govern each other: R05 over R06 (same_ply) and R06 over R05 (same_ply) / "
                  "governs.R06",
                  "governs.R04: they govern one another in a circle (same_ply): R04, R05, R06, R12"));
  EXPECT_THAT(said_of(governing("R13>R04 R04>R05 R05>R06 R06>R04")),
              ElementsAre("governs.R04: they govern one another in a circle (same_ply): R04, R05, R06"));
  // Where one link is of another ply there is none.
  EXPECT_THAT(said_of(governing(kThree, Bond::later)), IsEmpty());
  EXPECT_THAT(said_of(governing("R04>R05 R05>R06 R04>R06")), IsEmpty())
      << "two ways to one row are no circle";
}

/// Two ways of saying one thing.
struct Pair {
  const char* first;               // what the parameters say
  const char* second;              // what else says it
  const char* section;             // where to look, if they differ
  void (*say_first)(LawSet& law);  // from a law that says neither
  void (*say_second)(LawSet& law);
};

TEST(Contradictions, ParametersAndRowsSayTheSame) {
  const std::vector<Pair> pairs{
      {"loss_at", "R18 is reported", "R18", [](LawSet& law) { law.parameters.loss_at = 2; },
       [](LawSet& law) { law.set(Row{18}, cell_with({Action::loss})); }},
      {"press_without_move_illegal", "R14 has a penalty", "R14",
       [](LawSet& law) { law.parameters.press_without_move_illegal = true; },
       [](LawSet& law) { law.set(Row{14}, cell_with({Action::penalty})); }},
      {"two_hands_illegal", "R15 has a penalty", "R15",
       [](LawSet& law) { law.parameters.two_hands_illegal = true; },
       [](LawSet& law) { law.set(Row{15}, cell_with({Action::penalty})); }},
      {"unpromoted_pawn = \"queen\"", "R13 puts a queen", "R13",
       [](LawSet& law) { law.parameters.unpromoted_pawn = UnpromotedPawn::queen; },
       [](LawSet& law) { law.set(Row{13}, cell_with({Action::queen})); }},
      {"unpromoted_pawn = \"free_choice\"", "R13 leaves the choice", "R13",
       [](LawSet& law) { law.parameters.unpromoted_pawn = UnpromotedPawn::free_choice; },
       [](LawSet& law) { law.set(Row{13}, cell_with({Action::free_choice})); }},
      {"unpromoted_pawn = \"may_stay\"", "declared_below_s is set", "parameters",
       [](LawSet& law) { law.parameters.unpromoted_pawn = UnpromotedPawn::may_stay; },
       [](LawSet& law) { law.parameters.declared_below = Seconds{1}; }},
      {"wrong_claim_s", "wrong_claim_on says where it goes", "parameters",
       [](LawSet& law) { law.parameters.wrong_claim = Seconds{1}; },
       [](LawSet& law) { law.parameters.wrong_claim_on = WrongClaim::claimant_used; }},
      {"automatic_draws", "R24 is reported", "R24",
       [](LawSet& law) { law.parameters.automatic_draws = true; },
       [](LawSet& law) { law.set(Row{24}, cell_with({Action::draw})); }},
      {"count_pairs", "R25 is reported", "R25",
       [](LawSet& law) { law.parameters.count_pairs = law.parameters.count_pairs_extended = 1; },
       [](LawSet& law) { law.set(Row{25}, cell_with({Action::refer})); }},
      {"scores_kept", "R27 is reported", "R27", [](LawSet& law) { law.parameters.scores_kept = true; },
       [](LawSet& law) { law.set(Row{27}, cell_with({Action::complete_sheet})); }},
      {"arbiter_calls_flag = false", "a single flag is a secret", "parameters",
       [](LawSet& law) {
         law.parameters.arbiter_calls_flag = false;
         law.set(Row{20}, cell_with({Action::loss}, Authority::claim));
       },
       [](LawSet& law) { law.secrets = {Secret::single_flag}; }}};
  for (const Pair& pair : pairs) {
    const std::string_view first = pair.first;
    const std::string key = concat({" / parameters.", first.substr(0, first.find(' '))});
    LawSet law = silent_law();
    pair.say_first(law);
    EXPECT_THAT(said_with(law, pair.second),
                ElementsAre(concat({pair.section, ": ", first, " holds, but not: ", pair.second, key})));
    pair.say_second(law);
    EXPECT_THAT(said_with(law, pair.second), IsEmpty()) << pair.second;
    law = silent_law();
    pair.say_second(law);
    EXPECT_THAT(
        said_with(law, pair.second),
        ElementsAre(concat({pair.section, ": ", pair.second, ", but ", first, " does not hold", key})));
  }
}

TEST(Contradictions, AFlagThatTheArbiterCallsIsNotLeftToAClaim) {
  for (const Authority authority :
       {Authority::must, Authority::claim, Authority::must_or_claim, Authority::judge}) {
    LawSet law = law_with(Row{20}, cell_with({Action::loss}, authority));
    const bool claimed = authority == Authority::claim;
    std::vector<std::string> expected;
    if (claimed)
      expected = {
          "R20: arbiter_calls_flag holds, but not: R20 is not left to a claim / "
          "parameters.arbiter_calls_flag"};
    EXPECT_EQ(said_of(law), expected) << name(authority);
    law.parameters.arbiter_calls_flag = false;
    law.secrets = {Secret::single_flag};
    expected.clear();
    if (!claimed)
      expected = {
          "R20: R20 is not left to a claim, but arbiter_calls_flag does not hold / "
          "parameters.arbiter_calls_flag"};
    EXPECT_EQ(said_of(law), expected) << name(authority);
  }
}

TEST(Contradictions, WhatIsMoreIsNotLess) {
  LawSet law = law_with(Row{25}, cell_with({Action::refer}));
  law.parameters.count_pairs = 20;
  for (const unsigned extended : {20U, 21U}) {
    law.parameters.count_pairs_extended = extended;
    EXPECT_THAT(said_of(law), IsEmpty()) << extended;
  }
  law.parameters.count_pairs_extended = 19;
  EXPECT_THAT(said_of(law), ElementsAre("parameters: count_pairs_extended is less than count_pairs"));

  law = silent_law();
  law.parameters.floor_per_move = Seconds{1};
  EXPECT_THAT(said_of(law), ElementsAre("parameters: floor_per_move_s without floor_s"));
  law.parameters.floor = Seconds{1};
  EXPECT_THAT(said_of(law), IsEmpty());
}

TEST(Contradictions, NameAndTextAreOfThePlayThatTheLawIsFor) {
  const auto said = [](const char* text, Speed speed) {
    LawSet law = silent_law();
    law.speed = speed;
    law.text = text;
    return said_of(law);
  };
  for (const auto& [text, speed] :
       std::vector<std::pair<const char*, Speed>>{{"Rules of STANDARD play", Speed::standard},
                                                  {"our Rapid games", Speed::rapid},
                                                  {"Appendix A of the Laws", Speed::rapid},
                                                  {"Blitz", Speed::blitz},
                                                  {"appendix b, and what we add", Speed::blitz}})
    for (const Speed other : {Speed::standard, Speed::rapid, Speed::blitz}) {
      std::vector<std::string> expected;
      if (other != speed)
        expected = {concat({"text: \"", text, "\" is of ", name(speed), " play, and `speed` is \"",
                            name(other), "\" / speed"})};
      EXPECT_EQ(said(text, other), expected);
    }
  EXPECT_THAT(said("for rapid and blitz", Speed::blitz), IsEmpty()) << "one of the two is enough";
  EXPECT_THAT(said("our Laws", Speed::blitz), IsEmpty());
  LawSet law = silent_law();
  law.name = "Blitz of our club";
  EXPECT_THAT(
      said_of(law),
      ElementsAre("name: \"Blitz of our club\" is of blitz play, and `speed` is \"standard\" / speed"));
}

/// Illegal acts that the base treats alike (FIDE 7.5, A.5.2).
TEST(DriftedRows, AreThoseOfWhichTheLawChangesSomeAndNotTheOthers) {
  const LawSet& base = *built_in_law("fide-2023-rapid-A5");
  const auto with = [&](const std::vector<const char*>& rows, void (*turn)(Cell&)) {
    LawSet law = base;
    for (const char* const each : rows) {
      const RowCase which = *row_case_from_name(each);
      Cell cell = law.cell(which.row, which.which);
      turn(cell);
      which.which.empty() ? law.set(which.row, cell) : law.set(which.row, which.which, cell);
    }
    return drifted_rows(law, base);
  };
  constexpr auto kWindow = [](Cell& cell) { cell.window = Window::game; };
  EXPECT_EQ(with({}, kWindow), "");
  EXPECT_EQ(with({"R13"}, kWindow),
            "R13 has another window or authority than in fide-2023-rapid-A5, where R07, R12.king_released, "
            "R14, R15 had "
            "the same; the texts treat all illegal acts alike");
  EXPECT_EQ(with({"R07", "R12.king_released", "R14"}, [](Cell& cell) { cell.authority = Authority::must; }),
            "R07, R12.king_released, R14 have another window or authority than in fide-2023-rapid-A5, where "
            "R13, R15 had "
            "the same; the texts treat all illegal acts alike");
  EXPECT_EQ(with({"R15"}, [](Cell& cell) { cell.report = false; }).substr(0, 7), "R15 has");
  EXPECT_EQ(with({"R15"}, [](Cell& cell) { cell.actions = {Action::refer}; }), "")
      << "what is done may differ";
  EXPECT_EQ(with({"R07", "R12.king_released", "R13", "R14", "R15"}, kWindow), "") << "all of them";
  // In Michigan R13, R14 and R15 are nothing like an illegal move: they may change as they like.
  const LawSet& michigan = *built_in_law("michigan-speed-2000");
  LawSet law = michigan;
  Cell cell = law.cell(Row{15});
  cell.window = Window::game;
  law.set(Row{15}, cell);
  EXPECT_EQ(drifted_rows(law, michigan), "");
}

}  // namespace
}  // namespace jadoube::laws
