// tests/scenarios: each file is a test; a failing one prints the story, what was expected, and what came.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "detector/detector.hpp"
#include "judge/mating_solver.hpp"
#include "judge/score_sheets.hpp"
#include "laws/text.hpp"
#include "stream/stream_json.hpp"
#include "tests/laws/matrix.hpp"
#include "tests/laws/script.hpp"
#include "tests/support/english_left.hpp"
#include "tests/support/fingerprint.hpp"
#include "tests/support/story.hpp"

namespace jadoube::laws {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files() {
  std::vector<std::string> list;
  for (const auto& entry : fs::directory_iterator{"tests/scenarios"})
    if (entry.path().extension() == ".toml") list.push_back(entry.path().stem().string());
  std::sort(list.begin(), list.end());
  return list;
}

std::vector<std::string> texts(const toml::table& table, std::string_view key) {
  std::vector<std::string> out;
  if (const toml::array* list = table[key].as_array())
    for (const auto& item : *list) out.push_back(item.value<std::string>().value());
  return out;
}

std::vector<std::string> laws_of(const toml::table& run) {
  std::vector<std::string> ids;
  for (const auto& each : texts(run, "laws")) {
    if (each == "all")
      ids.insert(ids.end(), built_in_ids().begin(), built_in_ids().end());
    else if (each.find('-') != std::string::npos && each != "2009")
      ids.push_back(each);
    else
      ids.insert(ids.end(), laws_of_column(each).begin(), laws_of_column(each).end());
  }
  return ids;
}

std::string clocks_text(const Ruling& r) {
  std::string out;
  for (const auto& c : r.advice.clocks)
    out += concat({clock_text(c.times.white), " ", clock_text(c.times.black), " ", c.why, "\n"});
  return out;
}

std::string lines(const std::vector<std::string>& list) {
  std::string out;
  for (const auto& each : list) out += each + "\n";
  return out;
}

/// What came of a run.
struct Said {
  std::vector<Ruling> rulings;
  std::vector<Reply> replies;
  std::string transcript;

  [[nodiscard]] std::vector<Ruling> about(std::uint64_t id) const {
    std::vector<Ruling> out;
    for (const Ruling& r : rulings)
      if (r.finding.id == id) out.push_back(r);
    return out;
  }
  /// The first finding of that kind; 0: there is none.
  [[nodiscard]] std::uint64_t first_of(std::string_view kind) const {
    for (const Ruling& r : rulings)
      if (name(r.finding.kind) == kind) return r.finding.id;
    return 0;
  }
  /// Grade A or B, and not withdrawn.
  [[nodiscard]] std::string standing() const {
    std::map<std::uint64_t, const Ruling*> last;
    for (const Ruling& r : rulings) last[r.finding.id] = &r;
    std::string out;
    for (const auto& [id, r] : last)
      if (r->finding.grade != report::Grade::C && r->finding.state != report::State::withdrawn &&
          r->authority != Authority::silent)
        out += stream::to_json(*r) + "\n";
    return out;
  }
};

Said told(const std::string& events, const Script::Setting& setting) {
  Script script{setting};
  script.run(events);
  return {script.rulings(), script.replies(), script.transcript()};
}

/// The story at the board, through the detector.
Said played(const std::string& story, const Script::Setting& setting, const std::string& board) {
  std::string text = concat({"law ", setting.law, "\n"});
  if (const std::string& fen = board.empty() ? setting.fen : board; fen != "startpos")
    text += concat({"fen ", fen, "\n"});
  // A story's clock knows seconds and increment; periods with moves are for the header alone.
  const bool simple = setting.time_control.find_first_of("/:") == std::string::npos;
  if (simple && !setting.time_control.empty()) text += concat({"control ", setting.time_control, "\n"});
  auto compiled = support::compile_story(text + story);
  if (!compiled)
    throw std::runtime_error(compiled.error().sentence + " in line " + std::to_string(compiled.error().line));
  compiled->header.game.time_control = setting.time_control;
  if (!board.empty()) compiled->header.game.start_fen = setting.fen;
  Said said;
  Judge::Options options;
  options.say = [&](const JudgedReport& line) {
    said.transcript += stream::to_json(line) + "\n";
    if (const auto* ruling = std::get_if<Ruling>(&line)) said.rulings.push_back(*ruling);
  };
  options.reply = [&](const Reply& reply) {
    said.transcript += concat({reply.refused ? "refused: " : "reply: ", reply.text.english(), "\n"});
    said.replies.push_back(reply);
  };
  options.can_mate = setting.can_mate;
  const auto law = built_in_law(setting.law);
  Judge judge{law, compiled->header, std::move(options)};
  std::vector<report::Report> lines;
  detector::Detector detector{compiled->header, [&](const report::Report& line) { lines.push_back(line); },
                              law->parameters.automatic_draws};
  for (const auto& record : compiled->records) {
    detector.on(record);
    judge.on(record, lines);
    lines.clear();
  }
  detector.finish();
  judge.on(lines);
  return said;
}

/// What has to be done about score sheets, as a reply: "ARTICLE: TEXT".
Said about_sheets(const std::vector<std::string>& words, const std::string& law) {
  const auto is = [&](std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  const SheetDuty duty =
      score_sheet_duty(*built_in_law(law), {is("white behind"), is("black behind"), is("insufficient"),
                                            is("cannot be rebuilt"), is("opponent has moved")});
  Said said;
  said.replies.push_back(
      {{}, false, words::Text{duty.article} + std::string{": "} + duty.text, Row{27}, {}, std::nullopt});
  said.transcript = said.replies.front().text.english();
  return said;
}

/// What comes of a `[[run]]` of a file under a law.
Said said_in(const toml::table& file, const toml::table& run, const std::string& law) {
  Script::Setting setting;
  setting.law = law;
  setting.fen =
      run["fen"].value<std::string>().value_or(file["fen"].value<std::string>().value_or("startpos"));
  setting.time_control = run["time_control"].value<std::string>().value_or("");
  if (run["can_mate"].value<std::string>() == "yes")
    setting.can_mate = [](const chess::Position&, Side) { return WinAnswer::yes; };
  if (run["can_mate"].value<std::string>() == "solver") setting.can_mate = mating_solver();
  const auto story = run["story"].value<std::string>();
  if (story) return played(*story, setting, run["board"].value<std::string>().value_or(""));
  if (const auto sheets = texts(run, "sheets"); !sheets.empty()) return about_sheets(sheets, law);
  return told(run["script"].value<std::string>().value(), setting);
}

/// One `[[run.expect]]` against what was said.
void check(const toml::table& expect, const Said& said) {
  auto id = static_cast<std::uint64_t>(expect["id"].value<std::int64_t>().value_or(1));
  if (const auto kind = expect["of"].value<std::string>()) id = said.first_of(*kind);
  const auto all = said.about(id);
  if (expect["silent"].value<bool>().value_or(false)) {
    EXPECT_TRUE(all.empty()) << "nothing should be said about finding " << id;
    return;
  }
  ASSERT_FALSE(all.empty()) << "nothing was said about finding " << id;
  if (expect.contains("states")) {
    std::vector<std::string> states;
    for (const Ruling& r : all) states.emplace_back(name(r.finding.state));
    EXPECT_EQ(joined(states), joined(texts(expect, "states")));
  }
  const Ruling* r = &all.back();
  if (const auto when = expect["when"].value<std::string>()) {
    r = nullptr;
    for (const Ruling& each : all)
      if (name(each.finding.state) == *when) r = &each;
    ASSERT_NE(r, nullptr) << "it was never " << *when;
  }
  const auto text = [&](const char* key, std::string_view came) {
    if (const auto wanted = expect[key].value<std::string>()) {
      EXPECT_EQ(came, *wanted) << key;
    }
  };
  text("kind", name(r->finding.kind));
  text("grade", name(r->finding.grade));
  text("authority", name(r->authority));
  text("window", name(r->window));
  text("article", r->article);
  text("row", r->row ? name(*r->row) : "");
  text("reinstate", r->advice.reinstate_fen);
  text("to_move", r->advice.to_move ? name(*r->advice.to_move) : "");
  if (const auto wanted = expect["offence"].value<std::int64_t>()) {
    EXPECT_EQ(r->advice.offence_number, *wanted);
  }
  if (const auto wanted = expect["event"].value<std::int64_t>()) {
    EXPECT_EQ(r->event, static_cast<std::uint64_t>(*wanted));
  }
  if (const auto wanted = expect["governed_by"].value<std::int64_t>()) {
    EXPECT_EQ(r->governed_by.value_or(0), static_cast<std::uint64_t>(*wanted));
  }
  if (const auto wanted = expect["secret"].value<bool>()) {
    EXPECT_EQ(r->secret, *wanted);
  }
  if (expect.contains("clocks")) {
    EXPECT_EQ(clocks_text(*r), lines(texts(expect, "clocks")));
  }
  if (expect.contains("must_play")) {
    auto moves = r->advice.must_play;
    std::sort(moves.begin(), moves.end());
    EXPECT_EQ(joined(moves), joined(texts(expect, "must_play")));
  }
  for (const auto& piece : texts(expect, "says"))
    EXPECT_THAT(r->advice.text.english(), ::testing::HasSubstr(piece));
  for (const auto& piece : texts(expect, "says_not"))
    EXPECT_THAT(r->advice.text.english(), ::testing::Not(::testing::HasSubstr(piece)));
}

void refuse_unknown(const toml::table& table, std::initializer_list<std::string_view> known) {
  for (const auto& [key, value] : table)
    EXPECT_NE(std::find(known.begin(), known.end(), key.str()), known.end()) << "unknown key " << key.str();
}

class Scenario : public ::testing::TestWithParam<std::string> {};

TEST_P(Scenario, ComesOutAsExpectedUnderEachLaw) {
  const auto parsed = toml::parse_file("tests/scenarios/" + GetParam() + ".toml");
  ASSERT_TRUE(parsed) << parsed.error().description();
  const toml::table& file = parsed.table();
  refuse_unknown(file, {"title", "story", "fen", "run"});
  const toml::array* runs = file["run"].as_array();
  ASSERT_NE(runs, nullptr) << "no [[run]]";
  for (const auto& node : *runs) {
    const toml::table& run = *node.as_table();
    refuse_unknown(run, {"laws", "fen", "board", "time_control", "script", "story", "sheets", "quiet",
                         "can_mate", "replies", "no_replies", "claims", "expect"});
    for (const auto& law : laws_of(run)) {
      const Said said = said_in(file, run, law);
      SCOPED_TRACE(concat(
          {file["title"].value<std::string>().value(), "\n  under ", law, "\n  story: ",
           run["story"].value<std::string>().value_or(file["story"].value<std::string>().value_or("-")),
           "\n  what came:\n", said.transcript}));
      for (const Ruling& ruling : said.rulings) EXPECT_EQ(support::english_left(ruling.advice.text), "");
      for (const Reply& reply : said.replies) EXPECT_EQ(support::english_left(reply.text), "");
      if (run["quiet"].value<bool>().value_or(false)) {
        EXPECT_EQ(said.standing(), "");
      }
      if (const toml::array* expects = run["expect"].as_array())
        for (const auto& each : *expects) {
          refuse_unknown(*each.as_table(),
                         {"id",      "of",      "when",     "states", "kind",      "grade",   "authority",
                          "window",  "article", "row",      "clocks", "must_play", "to_move", "reinstate",
                          "offence", "says",    "says_not", "silent", "secret",    "event",   "governed_by"});
          check(*each.as_table(), said);
        }
      if (run.contains("claims")) {
        std::vector<std::string> answers;
        for (const Reply& reply : said.replies)
          if (reply.claim) answers.emplace_back(name(*reply.claim));
        EXPECT_EQ(joined(answers), joined(texts(run, "claims")));
      }
      std::string replies;
      for (const Reply& reply : said.replies) replies += reply.text.english() + "\n";
      if (run["no_replies"].value<bool>().value_or(false)) {
        EXPECT_EQ(replies, "");
      }
      for (const auto& piece : texts(run, "replies")) EXPECT_THAT(replies, ::testing::HasSubstr(piece));
    }
  }
}

/// Each under every second law, the next one under the others.
TEST(Scenarios, AreRuledOnUnderLawsThatTheyDoNotNameAsTheyWere) {
  constexpr std::size_t kOfLaws = 2;
  const fs::path rulings = "tests/scenarios/rulings.txt";
  std::string now;
  std::size_t turn = 0;
  for (const std::string& each : files()) {
    const auto parsed = toml::parse_file("tests/scenarios/" + each + ".toml");
    ASSERT_TRUE(parsed) << each;
    support::Hash said;
    for (const auto& run : *parsed.table()["run"].as_array())
      for (std::size_t i = turn % kOfLaws; i < built_in_ids().size(); i += kOfLaws)
        said.add(said_in(parsed.table(), *run.as_table(), std::string{built_in_ids()[i]}).transcript);
    now += each + ' ' + said.text() + '\n';
    ++turn;
  }
  if (support::wants_rewriting()) {
    std::ofstream{rulings, std::ios::trunc} << now;
    GTEST_SKIP() << rulings << " has been written anew";
  }
  EXPECT_EQ(support::differing_lines(rulings, now), "") << "in " << rulings;
}

INSTANTIATE_TEST_SUITE_P(Of, Scenario, ::testing::ValuesIn(files()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace jadoube::laws
