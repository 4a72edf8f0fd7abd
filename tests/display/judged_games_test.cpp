// Whatever goes wrong in a game, and whichever law judges it, what is said of a finding makes a life.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "detector/detector.hpp"
#include "laws/library.hpp"
#include "simulator/grid.hpp"
#include "simulator/incident.hpp"
#include "simulator/plausible.hpp"
#include "simulator/rng.hpp"
#include "simulator/simulate.hpp"
#include "stream/pipeline.hpp"
#include "tests/support/english_left.hpp"

namespace jadoube::display {
namespace {

using report::State;

/// Follows each finding under each law.
struct Lives final : stream::StreamSink {
  std::map<std::pair<std::string, std::uint64_t>, State> states;
  record::Time last{};

  void tell(const report::Report& line) override {
    come(std::visit([](const auto& l) { return l.t; }, line));
  }
  void rule(const laws::Ruling& r) override {
    come(r.finding.t);
    const State state = r.finding.state;
    const auto [known, is_new] = states.try_emplace({r.law, r.finding.id}, state);
    EXPECT_EQ(is_new, state == State::opened) << name(r.finding.kind);
    EXPECT_TRUE(is_new || known->second == State::opened || known->second == State::updated)
        << name(r.finding.kind) << " was " << name(known->second) << " and is " << name(state);
    known->second = state;
    EXPECT_FALSE(r.advice.text.empty());
    EXPECT_EQ(support::english_left(r.advice.text), "");
    EXPECT_TRUE(r.row || report::row_of(r.finding.kind).empty());
  }
  std::string take() override { return {}; }

 private:
  void come(record::Time t) {
    EXPECT_LE(last, t);
    last = t;
  }
};

TEST(JudgedGames, EveryFindingLivesItsLifeUnderEveryLaw) {
  std::vector<laws::LawSet> all;
  for (const auto id : laws::built_in_ids()) all.push_back(*laws::Library{}.law(id));
  simulator::Params params = *simulator::cell("blitz-medium-25");
  std::uint64_t seed = 0;
  for (const simulator::Incident& incident : simulator::every_incident()) {
    SCOPED_TRACE(to_string(incident));
    simulator::Rng rng{++seed, "game"};
    const auto game = simulator::random_game(rng);
    params.incidents = {incident};
    const auto recording = simulate(game, params, seed);
    Lives lives;
    stream::Pipeline pipeline{all, recording.header, {}, lives};
    std::vector<report::Report> reports;
    detector::Detector detector{recording.header,
                                [&](const report::Report& report) { reports.push_back(report); }, false};
    for (const auto& record : recording.records) {
      detector.advance_to(time_of(record));
      pipeline.advance_to(time_of(record), std::exchange(reports, {}));
      detector.on(record);
      pipeline.on(record, std::exchange(reports, {}));
    }
    detector.finish();
    pipeline.finish(reports);
  }
}

}  // namespace
}  // namespace jadoube::display
