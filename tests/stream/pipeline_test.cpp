#include "stream/pipeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "laws/library.hpp"
#include "stream/stream_json.hpp"
#include "tests/display/lines.hpp"

namespace jadoube::stream {
namespace {

using display::at;
using display::game;
using display::play;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

std::string kind_of(const report::Report& line) {
  const std::string json = to_json(line);
  const std::size_t from = json.find(':') + 2;
  return json.substr(from, json.find('"', from) - from);
}

/// Writes down what it is told.
struct Transcript final : StreamSink {
  std::vector<std::string> lines;
  std::string advice;  // the last
  void tell(const report::Report& line) override { lines.push_back(kind_of(line)); }
  void rule(const laws::Ruling& r) override {
    advice = r.advice.text.english();
    lines.push_back(r.law + " " + std::to_string(r.finding.id) + " " + std::string{name(r.finding.state)});
  }
  void answer(const laws::Reply& reply) override {
    lines.push_back((reply.refused ? "refused: " : "") + reply.text.english());
  }
  std::string take() override { return {}; }
};

struct PipelineTest : testing::Test {
  Transcript transcript_;
  record::Header header_;

  Pipeline under(const std::vector<std::string>& ids) {
    std::vector<laws::LawSet> laws;
    for (const auto& id : ids) laws.push_back(*laws::Library{}.law(id));
    return {std::move(laws), header_, {}, transcript_};
  }
  static std::vector<report::Report> illegal(double seconds) {
    report::Finding f;
    f.t = f.evidence.from = f.evidence.to = at(seconds);
    f.id = 1;
    f.kind = report::Kind::illegal_move;
    f.side = chess::Side::white;
    f.ply = 1;
    f.grade = report::Grade::A;
    f.evidence.before_fen = to_fen(chess::Position{});
    return {f};
  }
  static record::Arbiter entry(double seconds, record::Arbiter::Action action, std::uint64_t finding) {
    record::Arbiter a;
    a.t = at(seconds);
    a.action = action;
    a.finding = finding;
    return a;
  }
};

using Action = record::Arbiter::Action;

TEST_F(PipelineTest, EveryLawRulesAndTheGameIsToldOnce) {
  Pipeline pipeline = under({"fide-2023-std", "michigan-speed-2000"});
  std::vector<report::Report> lines = illegal(5);
  lines.emplace_back(game(6, report::GameState::paused));
  pipeline.advance_to(at(7), lines);
  EXPECT_THAT(transcript_.lines,
              ElementsAre("fide-2023-std 1 opened", "michigan-speed-2000 1 opened", "game"));
}

TEST_F(PipelineTest, WhatLawsConcludeAtDifferentTimesComesInOrder) {
  Pipeline pipeline = under({"fide-2023-blitz-B3", "fide-2023-blitz-B2"});
  pipeline.advance_to(at(5), illegal(5));
  transcript_.lines.clear();
  chess::Position position;
  position.make(*move_from_uci(position, "e2e4"));
  pipeline.on(record::Scan{at(7.9), {position.occupied()}, std::nullopt, std::nullopt}, {});
  // Black's reply rests: in the open set the window closes half a second later, before the pause.
  std::vector<report::Report> lines{play(position, 8, 2, "e7e5", false), game(9, report::GameState::paused)};
  pipeline.advance_to(at(9), lines);
  EXPECT_THAT(transcript_.lines,
              ElementsAre("move", "fide-2023-blitz-B2 1 updated", "fide-2023-blitz-B3 1 closed", "game"));
}

TEST_F(PipelineTest, WithoutALawFindingsAreToldAsTheyAre) {
  Pipeline pipeline = under({});
  pipeline.on(record::End{at(5)}, illegal(5));
  EXPECT_THAT(transcript_.lines, ElementsAre("finding"));
}

TEST_F(PipelineTest, RefusesWhatNobodyCanConfirmUnderALawOrWithout) {
  for (const std::vector<std::string>& laws :
       {std::vector<std::string>{}, {"fide-2023-std"}, {"fide-2023-std", "skak-1985"}}) {
    Pipeline pipeline = under(laws);
    pipeline.advance_to(at(5), illegal(5));
    pipeline.on(entry(6, Action::confirm, 7), {});
    EXPECT_EQ(pipeline.refusal().value_or(words::Text{}).english(),
              std::string{"There is no finding 7; it cannot be confirmed."});
    auto confirmed = illegal(5);
    std::get<report::Finding>(confirmed.front()).state = report::State::confirmed;
    pipeline.on(entry(7, Action::confirm, 1), confirmed);
    EXPECT_EQ(pipeline.refusal(), std::nullopt);
    pipeline.on(entry(8, Action::dismiss, 1), {});
    EXPECT_EQ(pipeline.refusal().value_or(words::Text{}).english(),
              std::string{"Finding 1 was confirmed before; it cannot be dismissed."});
    pipeline.on(record::End{at(9)}, {});
    EXPECT_EQ(pipeline.refusal(), std::nullopt);
  }
}

TEST_F(PipelineTest, WhatOneLawTakesIsNotRefused) {
  Pipeline pipeline = under({"fide-2023-blitz-B3", "fide-2023-blitz-B2"});
  pipeline.advance_to(at(5), illegal(5));
  chess::Position position;
  position.make(*move_from_uci(position, "e2e4"));
  // The window is closed in the first law and open in the second.
  pipeline.advance_to(at(9), std::vector<report::Report>{play(position, 8, 2, "e7e5")});
  pipeline.on(entry(10, Action::confirm, 1), {});
  EXPECT_EQ(pipeline.refusal(), std::nullopt);
}

TEST_F(PipelineTest, AsksTheMatingSolverWhetherAFlagLoses) {
  for (const auto& [fen, answer] :
       {std::pair{"8/8/8/3k4/8/2n5/8/1R2K3 w - - 0 1", "White loses."},
        std::pair{"8/8/8/3k4/8/2n5/8/1Q2K3 w - - 0 1", "cannot mate by any series of legal moves."}}) {
    header_.game.start_fen = fen;
    Pipeline pipeline = under({"fide-2023-rapid-A5"});
    auto lines = illegal(5);
    auto& flag = std::get<report::Finding>(lines.front());
    flag.kind = report::Kind::flag_fallen;
    flag.evidence.before_fen = fen;
    pipeline.advance_to(at(5), lines);
    EXPECT_THAT(transcript_.advice, testing::HasSubstr(answer)) << fen;
  }
}

TEST_F(PipelineTest, IsSeriousIfUnderAnyLawAFindingOfGradeAOrBStands) {
  report::SummaryReport quiet;
  report::SummaryReport counted;
  counted.grades = {0, 1, 0};
  Pipeline none = under({});
  none.finish(std::vector<report::Report>{quiet});
  EXPECT_FALSE(none.is_serious());
  Pipeline all = under({"fide-2023-std", "skak-1985"});
  all.finish(std::vector<report::Report>{counted});
  EXPECT_TRUE(all.is_serious());
}

TEST(AReport, OfWhichNothingIsKnownHasNoughtInIt) {
  EXPECT_EQ(
      to_json(report::Report{report::MoveReport{}}),
      R"({"type":"move","t_us":0,"ply":0,"side":"white","uci":"","san":"","fen":"","certainty":"certain",)"
      R"("alternatives":[],"completed":false,"share":0})");
  EXPECT_EQ(to_json(report::Report{report::RevisionReport{}}),
            R"({"type":"revise","t_us":0,"from_ply":0,"moves":[],"why":""})");
  EXPECT_EQ(
      to_json(report::Report{report::Finding{}}),
      R"({"type":"finding","t_us":0,"id":0,"kind":"unresolved","state":"opened","ply":0,"grade":"B",)"
      R"("squares":[],"evidence":{"from_us":0,"to_us":0,"before_fen":"","occupied":"0000000000000000"},)"
      R"("advice":{"text":""}})");
  EXPECT_EQ(to_json(report::Report{report::SummaryReport{}}),
            R"({"type":"summary","t_us":0,"scans":0,"changed_scans":0,"plies":0,"revisions":0,"findings":{},)"
            R"("grades":{"A":0,"B":0,"C":0}})");
  EXPECT_FALSE(report::RevisionReport{}.last_completed);
  EXPECT_EQ(report::OpenPly{}.ply, 0U);
}

TEST(AShare, IsInThousandthsAndNotAllBeforeItIsAll) {
  EXPECT_EQ(report::share_of(0, 3), 0U);
  EXPECT_EQ(report::share_of(1, 3), 333U);
  EXPECT_EQ(report::share_of(999'999, 1'000'000), 999U);
  EXPECT_EQ(report::share_of(7, 7), 1000U);
}

TEST(AKind, IsReadByItsName) {
  for (std::size_t i = 0; i < report::kKindCount; ++i) {
    const auto kind = static_cast<report::Kind>(i);
    EXPECT_EQ(report::kind_from_name(name(kind)), kind);
  }
  EXPECT_EQ(report::kind_from_name(""), std::nullopt);
  EXPECT_EQ(report::kind_from_name("illegal"), std::nullopt);
}

}  // namespace
}  // namespace jadoube::stream
