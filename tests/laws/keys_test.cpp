// Every key of a law file: what it may be, what it changes, and what is said where it is missing or wrong.
#include <gmock/gmock.h>

#include "laws/library.hpp"
#include "laws/table.hpp"
#include "laws/text.hpp"
#include "tests/laws/script.hpp"
#include "words/catalogue.hpp"

namespace jadoube::laws {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string lines_said(const std::string& text) {
  const auto result = Library{}.check({"my.toml", text});
  if (result) return "";
  std::string all;
  for (const auto& complaint : result.error()) all += to_string(complaint) + "\n";
  return all;
}

std::string on_standard(const std::string& more) {
  return "id = \"my\"\nbased_on = \"fide-2023-std\"\nname = \"My law\"\n" + more;
}

std::string section_of(std::string_view key) {
  if (key.starts_with("S14.")) return "switches.S14";
  return key.starts_with("S") ? "switches" : "parameters";
}
std::string_view last_part(std::string_view key) {
  return key.substr(key.find('.') + 1);
}

enum class Is : std::uint8_t { number, flag, words, list };

/// A key, what it may be instead of what fide-2023-std has, as it is shown, and what has to be said with it so that the law
/// does not contradict itself.
struct Key {
  std::string_view key;
  Is is;
  std::vector<std::pair<std::string_view, std::string_view>> values;
  std::string_view with = "";
};
const std::vector<Key>& all_keys() {
  static const std::vector<Key> keys{
      {"penalty_s", Is::number, {{"30", "30 s"}, {"0", "0 s"}, {"\"S1\"", "60 s"}, {"[7]", "7 s"}}},
      {"sanctions", Is::list, {{"[\"a card\"]", "a card"}}},
      {"loss_at", Is::number, {{"3", "3"}}},
      {"completed_at",
       Is::words,
       {{"\"opponent_clock_started\"", "opponent_clock_started"}, {"\"when_found\"", "when_found"}}},
      {"draw_test", Is::words, {{"\"us_material\"", "us_material"}, {"\"none\"", "none"}}},
      {"press_without_move_illegal", Is::flag, {{"false", "no"}}, "[R14]\nactions = [\"refer\"]\n"},
      {"two_hands_illegal", Is::flag, {{"false", "no"}}, "[R15]\nactions = [\"refer\"]\n"},
      {"unpromoted_pawn", Is::words, {{"\"unregulated\"", "unregulated"}}, "[R13]\nactions = [\"refer\"]\n"},
      {"unpromoted_pawn",
       Is::words,
       {{"\"free_choice\"", "free_choice"}},
       "[R13]\nactions = [\"free_choice\"]\n"},
      {"unpromoted_pawn",
       Is::words,
       {{"\"may_stay\"", "may_stay"}},
       "declared_below_s = 60\n[R13]\nactions = [\"refer\"]\n"},
      {"wrong_claim_s", Is::number, {{"60", "60 s"}, {"\"S1\"", "60 s"}}},
      {"wrong_claim_on", Is::words, {{"\"claimant_used\"", "claimant_used"}}},
      {"wrong_claim_on", Is::words, {{"\"unregulated\"", "unregulated"}}, "wrong_claim_s = 0\n"},
      {"arbiter_calls_flag", Is::flag, {{"false", "no"}}, "[R20]\nauthority = \"CLAIM\"\n"},
      {"own_flag_must_be_up", Is::flag, {{"true", "yes"}}},
      {"automatic_draws", Is::flag, {{"false", "no"}}, "[R24]\nreport = false\n"},
      {"resignation_needs_mate", Is::flag, {{"false", "no"}}},
      {"scores_kept", Is::flag, {{"false", "no"}}, "[R27]\nreport = false\n"},
      {"proportional_times", Is::flag, {{"true", "yes"}}},
      {"floor_s", Is::number, {{"300", "300 s"}}},
      {"floor_per_move_s", Is::number, {{"60", "60 s"}}, "floor_s = 1\n"},
      {"count_pairs",
       Is::number,
       {{"20", "20"}},
       "count_pairs_extended = 40\n[R25]\nreport = true\narticles = []\nauthority = \"JUDGE\"\nwindow = "
       "\"W-NONE\"\n"
       "actions = [\"refer\"]\n"},
      {"count_pairs_extended", Is::number, {{"40", "40"}}},
      {"declared_below_s",
       Is::number,
       {{"60", "60 s"}},
       "unpromoted_pawn = \"may_stay\"\n[R13]\nactions = [\"refer\"]\n"},
      {"no_chances_below_s", Is::number, {{"300", "300 s"}}},
      {"no_chances_with_increment", Is::flag, {{"true", "yes"}}},
      {"record_until_s", Is::number, {{"60", "60 s"}}},
      {"record_increment_s", Is::number, {{"10", "10 s"}}},
      {"default_time_s", Is::number, {{"1800", "1800 s"}, {"86400", "86400 s"}}},
      {"S1", Is::number, {{"120", "120 s"}}},
      {"S2", Is::flag, {{"false", "no"}}},
      {"S3", Is::words, {{"\"unchanged\"", "unchanged"}}},
      {"S4", Is::words, {{"\"observes\"", "observes"}}},
      {"S5", Is::words, {{"\"both\"", "both"}}},
      {"S6", Is::flag, {{"true", "yes"}}},
      {"S7", Is::flag, {{"false", "no"}}},
      {"S8", Is::words, {{"\"own_moves\"", "own_moves"}}},
      {"S9", Is::words, {{"\"allowed\"", "allowed"}}},
      {"S10", Is::words, {{"\"refer\"", "refer"}}},
      {"S11", Is::words, {{"\"completed\"", "completed"}}},
      {"S12", Is::words, {{"\"press_without_move\"", "press_without_move"}}},
      {"S13", Is::words, {{"\"present\"", "present"}}},
      {"S14.settle_ms", Is::number, {{"1", "1 ms"}}},
      {"S14.release_ms", Is::number, {{"2", "2 ms"}}},
      {"S14.bounce_ms", Is::number, {{"3", "3 ms"}}},
      {"S14.latency_ms", Is::number, {{"4", "4 ms"}}},
      {"S14.forgot_s", Is::number, {{"5", "5 s"}}},
      {"S15", Is::words, {{"\"offence\"", "offence"}}},
      {"S16", Is::words, {{"\"yes\"", "yes"}, {"\"no\"", "no"}}}};
  return keys;
}

TEST(Keys, AreAllHere) {
  const LawSet& law = *built_in_law("fide-2023-std");
  std::vector<std::string_view> named;
  for (const Key& key : all_keys())
    if (named.empty() || named.back() != key.key) named.push_back(key.key);
  std::vector<std::string> shown;
  for (const Setting& each : settings(law.parameters)) shown.push_back(each.name);
  for (const Setting& each : settings(law.switches)) shown.push_back(each.name);
  EXPECT_THAT(named, ::testing::ElementsAreArray(shown));
}

TEST(Keys, EachChangesWhatItSaysAndNothingElse) {
  const LawSet& base = *built_in_law("fide-2023-std");
  for (const Key& key : all_keys())
    for (const auto& [value, shown] : key.values) {
      std::string top = key.key == "arbiter_calls_flag" ? "secrets = [\"single_flag\"]\n" : "";
      const std::string text = on_standard(
          concat({top, "[", section_of(key.key), "]\n", last_part(key.key), " = ", value, "\n", key.with}));
      const auto law = Library{}.check({"my.toml", text});
      ASSERT_TRUE(law) << lines_said(text);
      bool is_shown = false;
      for (const Difference& each : differences(base, *law)) {
        if (each.where == key.key) {
          is_shown = true;
          EXPECT_EQ(each.b, shown) << key.key;
          EXPECT_NE(each.a, shown) << key.key;
        } else if (!each.where.starts_with("R") && each.where != "secrets") {
          EXPECT_NE(key.with.find(each.where), std::string_view::npos)
              << key.key << " changes " << each.where;
        }
      }
      EXPECT_TRUE(is_shown) << key.key;
    }
}

TEST(Keys, AreOfOneTypeEach) {
  for (const Key& key : all_keys()) {
    const std::string section = section_of(key.key);
    const std::string name{last_part(key.key)};
    const auto said = [&](std::string_view value) {
      return lines_said(on_standard(concat({"[", section, "]\n", name, " = ", value, "\n"})));
    };
    const auto complaint = [&](std::string_view sentence) {
      return concat({"my.toml:5: ", section, ": `", name, "` ", sentence, "\n"});
    };
    const bool or_switch = name == "penalty_s" || name == "wrong_claim_s";
    switch (key.is) {
      case Is::number:
        EXPECT_EQ(said("1.5"), complaint("must be a whole number, not a fraction"));
        EXPECT_EQ(said("true"), complaint("must be a whole number, not true or false"));
        EXPECT_EQ(said("-1"), complaint("is negative"));
        EXPECT_EQ(said("86401"), complaint("is more than a day"));
        EXPECT_EQ(said("\"x\""), complaint(or_switch ? "must be a number of seconds or \"S1\""
                                                     : "must be a whole number, not text"));
        break;
      case Is::flag:
        EXPECT_EQ(said("1"), complaint("must be true or false, not a whole number"));
        EXPECT_EQ(said("\"true\""), complaint("must be true or false, not text"));
        EXPECT_EQ(said("[]"), complaint("must be true or false, not a list"));
        break;
      case Is::words:
        EXPECT_EQ(said("1979-05-27"), complaint("must be text, not a date or time"));
        EXPECT_THAT(said("\"x\""), ::testing::StartsWith(concat({"my.toml:5: ", section, ": `", name,
                                                                 "` is \"x\"; it must be one of "})));
        break;
      case Is::list:
        EXPECT_EQ(said("\"x\""), complaint("must be a list, not text"));
        EXPECT_EQ(said("[1]"), complaint("must be a list of texts, not a whole number"));
        break;
    }
  }
}

TEST(Keys, OfWordsNameThemAll) {
  for (const auto& [key, words] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"completed_at", "press opponent_clock_started when_found"},
           {"draw_test", "helpmate us_material none"},
           {"unpromoted_pawn", "queen free_choice unregulated may_stay"},
           {"wrong_claim_on", "opponent claimant_used unregulated"},
           {"S3", "logged unchanged"},
           {"S4", "advice observes"},
           {"S5", "either both"},
           {"S8", "move_numbers own_moves"},
           {"S9", "illegal allowed"},
           {"S10", "nothing refer"},
           {"S11", "refer completed"},
           {"S12", "claim press_without_move"},
           {"S13", "reinstated present"},
           {"S15", "refer offence"},
           {"S16", "refer yes no"}})
    EXPECT_EQ(
        lines_said(on_standard(concat({"[", section_of(key), "]\n", key, " = \"x\"\n"}))),
        concat({"my.toml:5: ", section_of(key), ": `", key, "` is \"x\"; it must be one of ", words, "\n"}));
  EXPECT_EQ(lines_said(on_standard("speed = \"x\"\n")),
            "my.toml:4: `speed` is \"x\"; it must be one of standard rapid blitz\n");
}

/// A law without a base, with the line of that key left out.
std::string standard_without(std::string_view section, std::string_view key, unsigned* line = nullptr) {
  std::string text = built_in("fide-2023-std")->text;
  const std::size_t begin = section.empty() ? 0 : text.find(concat({"\n[", section, "]\n"})) + 1;
  const std::size_t at = text.find(concat({"\n", key, " = "}), begin == 0 ? 0 : begin) + 1;
  EXPECT_NE(at, 0U) << key;
  text.erase(at, text.find('\n', at) + 1 - at);
  if (line != nullptr)
    *line = static_cast<unsigned>(
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  return text;
}

TEST(Keys, AreAllNeeded) {
  for (const Key& key : all_keys()) {
    unsigned line = 0;
    const std::string section = section_of(key.key);
    const std::string text = standard_without(section, last_part(key.key), &line);
    EXPECT_EQ(lines_said(text), concat({"my.toml:", std::to_string(line), ": ", section, ": `",
                                        last_part(key.key), "` is missing\n"}));
  }
  for (const std::string_view key : {"id", "name", "text", "speed", "supervised", "secrets"})
    EXPECT_EQ(lines_said(standard_without("", key)), concat({"my.toml:1: `", key, "` is missing\n"}));
  for (const std::string_view key : {"articles", "authority", "window", "actions"}) {
    unsigned line = 0;
    const std::string text = standard_without("R05", key, &line);
    EXPECT_EQ(lines_said(text),
              concat({"my.toml:", std::to_string(line), ": R05: `", key, "` is missing\n"}));
  }
  EXPECT_EQ(lines_said(standard_without("", "chess960")), "")
      << "what a text has on Chess960 need not be known";
}

TEST(Keys, OfTheTopAreOfOneType) {
  for (const auto& [line, sentence] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"text = 1", "`text` must be text, not a whole number"},
           {"chess960 = 1", "`chess960` must be text, not a whole number"},
           {"supervised = 1", "`supervised` must be true or false, not a whole number"},
           {"secrets = 1", "`secrets` must be a list, not a whole number"},
           {"secrets = [\"x\"]", "there is no secret \"x\""}})
    EXPECT_EQ(lines_said(on_standard(concat({line, "\n"}))), concat({"my.toml:4: ", sentence, "\n"}));
}

TEST(Keys, ARowMayHaveEachOfItsOwn) {
  const Cell& base = built_in_law("fide-2023-std")->cell(Row{5});
  const auto row_five = [&](std::string_view more) {
    const auto law = Library{}.check({"my.toml", on_standard(concat({"[R05]\n", more, "\n"}))});
    EXPECT_TRUE(law) << more << lines_said(on_standard(concat({"[R05]\n", more, "\n"})));
    return law ? law->cell(Row{5}) : Cell{};
  };
  Cell expected = base;
  expected.articles = {"1", "2"};
  EXPECT_EQ(row_five("articles = [\"1\", \"2\"]"), expected);
  expected = base;
  expected.authority = Authority::must;
  EXPECT_EQ(row_five("authority = \"MUST\""), expected);
  expected = base;
  expected.window = Window{Window::Until::each_completed, 7};
  expected.later = {Action::play_on};
  EXPECT_EQ(row_five("window = \"W-7\"\nlater = [\"play_on\"]"), expected);
  expected = base;
  expected.actions = {Action::refer};
  EXPECT_EQ(row_five("actions = [\"refer\"]"), expected);
  expected = base;
  expected.actions = {Action::refer};
  expected.sanction = "a fine";
  EXPECT_EQ(row_five("actions = [\"refer\"]\nsanction = \"a fine\""), expected);
  expected = base;
  expected.left = "all";
  EXPECT_EQ(row_five("left = \"all\""), expected);
  const Cell silent = row_five("report = false");
  EXPECT_FALSE(silent.report);
  EXPECT_THAT(silent.articles, IsEmpty()) << "a row that falls silent forgets its articles";
  EXPECT_THAT(row_five("report = false\narticles = [\"3\"]\nleft = \"why\"").articles, ElementsAre("3"));
}

TEST(Keys, OfARowAreOfOneType) {
  for (const auto& [line, sentence] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"report = 1", "`report` must be true or false, not a whole number"},
           {"articles = [\"\"]", "there is no article \"\""},
           {"authority = 1", "`authority` must be text, not a whole number"},
           {"window = 1", "`window` must be text, not a whole number"},
           {"later = [\"x\"]", "there is no action \"x\""},
           {"sanction = 1", "`sanction` must be text, not a whole number"},
           {"left = 1", "`left` must be text, not a whole number"},
           {"actions = []", "`actions` is empty; write [\"none\"] if there is nothing to do"},
           {"same_as = 1", "`same_as` must be text, not a whole number"}})
    for (const std::string_view row : {"R05", "R29.distraction"}) {
      if (row != "R05" && line.starts_with("same_as")) continue;
      EXPECT_THAT(lines_said(on_standard(concat({"[", row, "]\n", line, "\n"}))),
                  ::testing::StartsWith(concat({"my.toml:5: ", row, ": ", sentence, "\n"})));
    }
}

TEST(Keys, ARowThatIsNotReportedSaysNothingMore) {
  for (const std::string_view line : {"authority = \"MUST\"", "window = \"W-GAME\"", "actions = [\"refer\"]",
                                      "later = []", "sanction = \"\""})
    for (const std::string_view row : {"R05", "R29.distraction"})
      EXPECT_EQ(lines_said(on_standard(concat({"[", row, "]\nreport = false\n", line, "\n"}))),
                concat({"my.toml:6: ", row, ": `", line.substr(0, line.find(' ')),
                        "` has no meaning where `report` is false\n"}));
}

/// A case says what it does not share with its row.
TEST(Keys, ACaseHasWhatItsRowHas) {
  const auto distraction = [&](std::string_view more) {
    const std::string text =
        on_standard(concat({"[R29]\nauthority = \"MUST\"\nwindow = \"W-5\"\nactions = [\"freeze\"]\nlater = "
                            "[\"play_on\"]\n[R29.distraction]\n",
                            more, "\n"}));
    const auto law = Library{}.check({"my.toml", text});
    EXPECT_TRUE(law) << lines_said(text);
    return law ? law->cell(Row{29}, "distraction") : Cell{};
  };
  EXPECT_EQ(distraction("actions = [\"refer\"]").later, std::vector<Action>{Action::play_on});
  EXPECT_EQ(distraction("actions = [\"refer\"]").window, (Window{Window::Until::each_completed, 5}));
  EXPECT_THAT(distraction("actions = [\"refer\"]\nwindow = \"W-NONE\"").later, IsEmpty())
      << "with a window of its own it has what comes later of its own";
  EXPECT_EQ(distraction("window = \"W-6\"\nlater = [\"refer\"]").later, std::vector<Action>{Action::refer});
}

/// A case of a row that is not reported says all that a row has to, unless the row says it.
TEST(Keys, ACaseOfAnUnreportedRowSpeaksForItself) {
  EXPECT_EQ(lines_said(on_standard(
                "[R26]\nreport = false\n[R25]\nreport = false\n[R25.draw_reached]\nleft = \"all\"\n")),
            "my.toml:8: R25.draw_reached: `articles` is missing\nmy.toml:8: R25.draw_reached: `authority` is "
            "missing\n"
            "my.toml:8: R25.draw_reached: `window` is missing\nmy.toml:8: R25.draw_reached: `actions` is "
            "missing\n");
  EXPECT_EQ(lines_said(on_standard(
                "[R25]\nreport = false\narticles = [\"9\"]\n[R25.draw_reached]\nauthority = \"JUDGE\"\n"
                "window = \"W-NONE\"\nactions = [\"refer\"]\n")),
            "");
}

TEST(Keys, OfTheGoverningRowsAreRowsAndBonds) {
  EXPECT_EQ(lines_said(on_standard("[governs]\nR07 = 1\n")), "my.toml:5: `governs.R07` must be a section\n");
  EXPECT_EQ(lines_said(on_standard("[governs]\nR32 = 1\n")), "my.toml:5: governs: unknown row `R32`\n");
  EXPECT_EQ(lines_said(on_standard("[governs.R07]\nlater = 1\n")),
            "my.toml:5: governs.R07: `later` must be a list, not a whole number\n");
  EXPECT_EQ(lines_said(on_standard("[governs.R12.king_released]\nnever = []\n")),
            "my.toml:5: governs.R12.king_released: unknown key `never`\n");
  EXPECT_EQ(lines_said(on_standard("governs = 1\n")), "my.toml:4: `governs` must be a section\n");
}

TEST(Keys, WhatAnOffenceCostsIsThatOfItsNumberAndThenOfTheLast) {
  Parameters p;
  p.penalties = {Seconds{0}, Seconds{60}, Seconds{120}};
  p.sanctions = {"a word", "a card"};
  for (const auto& [number, seconds, sanction] : std::vector<std::tuple<unsigned, int, std::string_view>>{
           {0, 0, "a word"}, {1, 0, "a word"}, {2, 60, "a card"}, {3, 120, "a card"}, {4, 120, "a card"}}) {
    EXPECT_EQ(p.penalty(number), Seconds{seconds}) << number;
    EXPECT_EQ(p.sanction(number), sanction) << number;
  }
  EXPECT_TRUE(p.costs_time());
  EXPECT_FALSE(Parameters{}.costs_time());
  EXPECT_EQ(Parameters{}.sanction(1), "");
}

/// What is not said is as docs/rules.md 13 answers it.
TEST(Keys, OfSwitchesHaveTheAnswersThatAreShipped) {
  const auto shown = [](const std::vector<Setting>& list) {
    std::vector<std::string> out;
    for (const Setting& each : list) out.push_back(each.name + " " + each.value);
    return out;
  };
  EXPECT_EQ(shown(settings(Switches{})), shown(settings(built_in_law("fide-2023-std")->switches)));
  EXPECT_THAT(shown(settings(Parameters{})),
              ElementsAre("penalty_s 0 s", "sanctions none", "loss_at 0", "completed_at press",
                          "draw_test helpmate", "press_without_move_illegal no", "two_hands_illegal no",
                          "unpromoted_pawn unregulated", "wrong_claim_s 0 s", "wrong_claim_on unregulated",
                          "arbiter_calls_flag yes", "own_flag_must_be_up no", "automatic_draws no",
                          "resignation_needs_mate no", "scores_kept yes", "proportional_times no",
                          "floor_s 0 s", "floor_per_move_s 0 s", "count_pairs 0", "count_pairs_extended 0",
                          "declared_below_s 0 s", "no_chances_below_s 0 s", "no_chances_with_increment yes",
                          "record_until_s 0 s", "record_increment_s 0 s", "default_time_s 0 s"));
  Parameters p;
  p.sanctions = {"", "a card"};
  EXPECT_EQ(settings(p)[1].value, "none, then a card");
  EXPECT_EQ(Window{}, Window::none);
  EXPECT_EQ(Window{}.moves, 0U);
  EXPECT_EQ(RowCase{}.row, Row{1});
  EXPECT_TRUE(Cell{}.report);
  EXPECT_EQ(Cell{}.authority, Authority::judge);
  EXPECT_TRUE(LawSet{}.supervised);
}

/// A row that repeated another one keeps what it said beside.
TEST(Keys, SameAsNoneMakesARowSpeakForItself) {
  const auto law =
      Library{}.check({"my.toml", on_standard("[R09]\nsame_as = \"none\"\nauthority = \"JUDGE\"\nwindow = "
                                              "\"W-NONE\"\nactions = [\"refer\"]\n")});
  ASSERT_TRUE(law);
  const Cell& cell = law->cell(Row{9});
  EXPECT_EQ(cell.same_as, std::nullopt);
  EXPECT_THAT(cell.articles, ElementsAre("7.5.1", "1.4.1", "7.5.5"));
  EXPECT_EQ(cell.authority, Authority::judge);
  // A row that repeats one from now on keeps nothing.
  const auto again = Library{}.check({"my.toml", on_standard("[R05]\nsame_as = \"R26\"\n")});
  ASSERT_TRUE(again);
  EXPECT_THAT(again->cell(Row{5}).articles, ElementsAre("6.10"));
  EXPECT_EQ(again->cell(Row{5}).actions, std::vector{Action::fix_clock});
  EXPECT_EQ(again->cell(Row{5}).left, "the times, by best judgement");
}

/// Those of a base that is at fault itself come with it, each file's together, by lines.
TEST(Keys, ComplaintsComeInTheOrderOfTheFiles) {
  const Library library{
      {{"b.toml",
        "id = \"b\"\nbased_on = \"fide-2023-std\"\n[R17]\nactions = [\"draw\", \"play_on\"]\n"
        "[R05]\nactions = [\"loss\", \"play_on\"]\n"}}};
  const auto lines = [&](const char* file) {
    const auto result = library.check({file,
                                       "id = \"my\"\nbased_on = \"b\"\n[R29]\nactions = [\"win_claim\", "
                                       "\"play_on\"]\n[R26]\nactions = [\"draw\", "
                                       "\"stand\"]\n"});
    std::vector<std::string> out;
    for (const Complaint& each : result.error()) out.push_back(each.file + ":" + std::to_string(each.line));
    return out;
  };
  EXPECT_THAT(lines("a.toml"), ElementsAre("a.toml:4", "a.toml:6", "b.toml:3", "b.toml:5"));
  EXPECT_THAT(lines("c.toml"), ElementsAre("b.toml:3", "b.toml:5", "c.toml:4", "c.toml:6"));
}

TEST(Names, AreReadAsTheyAreWritten) {
  for (unsigned n = 1; n <= Row::kCount; ++n) EXPECT_EQ(row_from_name(name(Row{n})), Row{n});
  for (const std::string_view none : {"R00", "R32", "R7", "r07", "R070", ""})
    EXPECT_FALSE(row_from_name(none)) << none;
  for (std::size_t i = 0; i < kActionCount; ++i)
    EXPECT_EQ(action_from_name(name(static_cast<Action>(i))), static_cast<Action>(i));
  for (const std::string_view text : {"MUST", "CLAIM", "MUST/CLAIM", "SILENT", "JUDGE", "AUTO"})
    EXPECT_EQ(name(*authority_from_name(text)), text);
  for (const std::string_view text :
       {"move_count", "opponent_moved", "clock_not_pressed", "draw_counts", "single_flag", "open_window"})
    EXPECT_EQ(name(*secret_from_name(text)), text);
  for (const std::string_view text : {"R14.press_back", "R14", "R12.king_released"})
    EXPECT_EQ(name(*row_case_from_name(text)), text);
  for (const std::string_view none : {"R14.", "R14.king_released", "R32", "R99.answered", ".answered"})
    EXPECT_FALSE(row_case_from_name(none)) << none;
}

TEST(Names, OfArticlesHaveOneWordAtMost) {
  EXPECT_EQ(in_words("7.5.1").english(), "7.5.1");
  EXPECT_EQ(in_words("regular 11F").english(), "regular 11F");
  EXPECT_EQ(in_words("regular").english(), "regular");
  EXPECT_EQ(in_words("").english(), "");
  EXPECT_EQ(in_words("regular 11F").in(words::Language::danish), "almindelige regler 11F");
  EXPECT_EQ(in_words("A.5.2").in(words::Language::danish), "A.5.2");
  Cell cell;
  EXPECT_EQ(cited("my", cell).english(), " (my, no article at hand)");
  EXPECT_EQ(cell.article(), "");
  cell.articles = {"7.5.1", "A.5.2"};
  EXPECT_EQ(cited("my", cell).english(), " (my 7.5.1, A.5.2)");
  EXPECT_EQ(rule_of("my", cell).english(), "my 7.5.1, A.5.2");
}

TEST(ARowOfTheMatrix, StandsForItsCasesAndR07ForItsKinds) {
  for (unsigned a = 1; a <= Row::kCount; ++a)
    for (unsigned b = 1; b <= Row::kCount; ++b)
      EXPECT_EQ((RowCase{Row{a}, {}}.covers(Row{b}, "any")), a == b || (a == 7 && (b == 8 || b == 11)))
          << a << ' ' << b;
  const RowCase released{Row{12}, "king_released"};
  EXPECT_TRUE(released.covers(Row{12}, "king_released"));
  EXPECT_FALSE(released.covers(Row{12}, "rook_released"));
  EXPECT_FALSE(released.covers(Row{12}, ""));
  EXPECT_FALSE(released.covers(Row{13}, "king_released"));
}

}  // namespace
}  // namespace jadoube::laws
