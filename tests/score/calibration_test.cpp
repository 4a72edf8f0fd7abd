#include "score/calibration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "score/picture.hpp"
#include "score/report.hpp"
#include "score/run.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"
#include "simulator/world.hpp"

namespace jadoube::score {
namespace {

using report::Finding;
using report::Kind;
using report::MoveReport;
using report::RevisionReport;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

MoveReport told(unsigned ply, const char* uci, unsigned share, std::vector<std::string> alternatives = {},
                std::vector<unsigned> alternative_shares = {}) {
  MoveReport report;
  report.ply = ply;
  report.uci = uci;
  report.share = share;
  report.alternatives = std::move(alternatives);
  report.alternative_shares = std::move(alternative_shares);
  return report;
}

Finding opened(Kind kind, std::optional<unsigned> share, Time t) {
  Finding finding;
  finding.share = share;
  finding.id = static_cast<std::uint64_t>(t.count());
  finding.kind = kind;
  finding.t = t;
  return finding;
}

Truth played(std::vector<std::string> moves) {
  Truth truth;
  for (unsigned i = 0; i < moves.size(); ++i) truth.moves.push_back({i + 1, Time{}, {}, moves[i], ""});
  return truth;
}

const Belief* find(const std::vector<Calibration::Row>& rows, std::string_view group, std::string_view word) {
  for (const auto& row : rows)
    if (row.group == group && row.word == word) return &row.belief;
  return nullptr;
}

TEST(Calibration, TheErrorIsHowFarTheTruthLiesOutsideOfThePromise) {
  Calibration calibration;
  for (int i = 0; i < 10; ++i) calibration.add("plies", "likely", {0.9, 0.99}, i != 0);  // 0.90, as promised
  for (int i = 0; i < 10; ++i) calibration.add("plies", "open", {0.3, 0.9}, true);       // 1.0, 0.1 too often
  for (int i = 0; i < 20; ++i) calibration.add("findings", "A", {0.9, 1}, i < 10);  // 0.5, 0.4 too seldom
  EXPECT_NEAR(calibration.expected_error("plies"), 0.05, 1e-12);  // (10 · 0 + 10 · 0.1) / 20
  EXPECT_NEAR(calibration.expected_error("findings"), 0.4, 1e-12);
  EXPECT_NEAR(calibration.expected_error(), 0.225, 1e-12);  // (1 + 8) / 40
  calibration.add("findings: displaced, B", "A", {0.9, 1}, false);
  EXPECT_NEAR(calibration.expected_error("findings"), 8.9 / 21, 1e-12) << "of all that begin so";
  EXPECT_EQ(calibration.expected_error("nothing"), 0);
}

TEST(Calibration, WhatPromisesNothingIsCountedAndNotHeldAgainstIt) {
  Calibration calibration;
  calibration.add("findings", "C", {0, 1}, false);
  EXPECT_EQ(calibration.expected_error(), 0);
  calibration.add("findings", "B", {0.9, 1}, false);
  EXPECT_NEAR(calibration.expected_error(), 0.9, 1e-12);
}

TEST(Calibration, AddsUp) {
  Calibration one;
  Calibration two;
  one.add("plies", "open", {0.3, 0.9}, true);
  two.add("plies", "open", {0.3, 0.9}, false);
  two.add("plies", "likely", {0.9, 1}, true);
  one.add(two);
  const auto rows = one.rows();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(find(rows, "plies", "open")->said, 2U);
  EXPECT_DOUBLE_EQ(find(rows, "plies", "open")->share(), 0.5);
}

TEST(Calibration, AShareLiesInATenthAndNearTheWholeInLess) {
  const auto range = [](unsigned share) { return word_for(promise_of(share)); };
  EXPECT_EQ(range(0), " 0 to 10 %");
  EXPECT_EQ(range(99), " 0 to 10 %");
  EXPECT_EQ(range(100), "10 to 20 %");
  EXPECT_EQ(range(899), "80 to 90 %");
  EXPECT_EQ(range(900), "90 to 99 %");
  EXPECT_EQ(range(990), "99 to 99.9 %");
  EXPECT_EQ(range(999), "99.9 to 100 %");
  EXPECT_EQ(range(1000), "99.9 to 100 %");
  EXPECT_DOUBLE_EQ(promise_of(1000).low, 0.999);
  EXPECT_DOUBLE_EQ(promise_of(1000).high, 1);
}

TEST(Calibration, PliesCountAsTheyWereFirstAndLastTold) {
  const auto rows =
      calibrate(played({"e2e4", "e7e5", "g1f3"}), {told(1, "e2e3", 650, {"e2e4", "d2d4"}, {250, 99}),  //
                                                   told(1, "e2e4", 1000),                              //
                                                   told(2, "e7e5", 950),                               //
                                                   told(3, "b1c3", 950), RevisionReport{{}, 3, {"g1f3"}, ""}})
          .rows();
  EXPECT_EQ(find(rows, kPliesFirst, "60 to 70 %")->said, 1U);
  EXPECT_EQ(find(rows, kPliesFirst, "60 to 70 %")->was_true, 0U);
  EXPECT_EQ(find(rows, kPliesFirst, "90 to 99 %")->said, 2U);
  EXPECT_EQ(find(rows, kPliesFirst, "90 to 99 %")->was_true, 1U);
  EXPECT_EQ(find(rows, kPliesLast, "99.9 to 100 %")->was_true, 1U);
  EXPECT_EQ(find(rows, kPliesLast, "90 to 99 %")->said, 1U);  // ply 3 was told otherwise, with no share
  EXPECT_EQ(find(rows, kAlternatives, "20 to 30 %")->was_true, 1U);
  EXPECT_EQ(find(rows, kAlternatives, " 0 to 10 %")->was_true, 0U);
}

TEST(Calibration, FindingsThatAreWeighedCountAsTheyWereOpened) {
  Truth truth;
  TrueIrregularity illegal;
  illegal.t = illegal.by = 10s;
  illegal.kind = Kind::illegal_move;
  truth.irregularities.push_back(illegal);
  Finding later = opened(Kind::illegal_move, 850, 50s);
  later.state = report::State::updated;
  later.share = 1000;
  const auto rows =
      calibrate(truth, {opened(Kind::illegal_move, 999, 11s), opened(Kind::illegal_move, 850, 50s), later,
                        opened(Kind::flag_fallen, {}, 55s), opened(Kind::threefold_available, 900, 60s)})
          .rows();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(find(rows, "findings: illegal_move, B", "99.9 to 100 %")->was_true, 1U);
  EXPECT_EQ(find(rows, "findings: illegal_move, B", "80 to 90 %")->said, 1U);
  EXPECT_EQ(find(rows, "findings: illegal_move, B", "80 to 90 %")->was_true, 0U);
  EXPECT_DOUBLE_EQ(find(rows, "findings: illegal_move, B", "80 to 90 %")->error(), 0.8);
}

// Worlds to which nothing was fitted. Before games in which the hand is not done were shared out, and games that differ elsewhere
// counted for the move that they have in common, what was said of a ply was 2 % too low.
TEST(Calibration, OfPliesHoldsInWorlds) {
  Calibration all;
  for (std::uint64_t world = 1; world <= 150; ++world) {
    const auto params = simulator::draw_world(world).params;
    const std::uint64_t seed = simulator::seed_of_game(world, 1);
    simulator::Rng rng{seed, "moves"};
    const auto recording = simulator::simulate(simulator::random_game(rng), params, seed);
    GameRun run{recording.header};
    for (const auto& record : recording.records) ASSERT_TRUE(run.on(record)) << world;
    all.add(run.finish().calibration);
  }
  EXPECT_LE(all.expected_error(kPliesFirst), 0.01);
  EXPECT_LE(all.expected_error(kPliesLast), 0.01);
}

TEST(Calibration, IsTableJsonAndPicture) {
  Calibration calibration;
  for (int i = 0; i < 4; ++i) calibration.add(kPliesFirst, "certain", {0.999, 1}, i != 0);
  EXPECT_THAT(to_table(calibration), HasSubstr("24.900"));
  EXPECT_THAT(to_json(calibration), HasSubstr(R"("said":4,"true":3)"));
  EXPECT_THAT(to_svg(calibration), Not(HasSubstr("certain:"))) << "four times are no share";
  for (int i = 0; i < 16; ++i) calibration.add(kPliesFirst, "certain", {0.999, 1}, true);
  EXPECT_THAT(to_svg(calibration), HasSubstr("certain: 95.000 % of 20 plies, as first told"));
}

}  // namespace
}  // namespace jadoube::score
