// The definitions of docs/findings.md, "How a replay is judged", one by one.
#include "score/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::score {
namespace {

using chess::Side;
using report::Finding;
using report::Grade;
using report::Kind;
using report::MoveReport;
using report::Report;
using report::RevisionReport;
using report::State;
using namespace std::chrono_literals;

Report move(Time t, unsigned ply, std::string uci, std::vector<std::string> alternatives = {}) {
  MoveReport line;
  line.t = t;
  line.ply = ply;
  line.uci = std::move(uci);
  line.alternatives = std::move(alternatives);
  return line;
}

Report revise(Time t, unsigned from, std::vector<std::string> moves) {
  return RevisionReport{t, from, std::move(moves), ""};
}

Report finding(Time t, std::uint64_t id, Kind kind, Side side, Grade grade = Grade::A,
               State state = State::opened) {
  Finding line;
  line.t = t;
  line.id = id;
  line.kind = kind;
  line.side = side;
  line.grade = grade;
  line.state = state;
  return line;
}

Report withdrawn(Time t, std::uint64_t id, Kind kind, Side side) {
  return finding(t, id, kind, side, Grade::A, State::withdrawn);
}

Truth two_plies() {
  Truth truth;
  truth.moves = {{1, 10s, 9s, "e2e4", ""}, {2, 20s, 19s, "e7e5", ""}};
  return truth;
}

Truth one(Kind kind, Time t, std::optional<Side> side = Side::white) {
  Truth truth;
  TrueIrregularity what;
  what.t = what.by = t;
  what.kind = kind;
  what.side = side;
  truth.irregularities = {what};
  return truth;
}

const KindVerdict& of(const GameVerdict& verdict, Kind kind) {
  return verdict.kinds[static_cast<std::size_t>(kind)];
}

std::size_t false_alarms(const GameVerdict& verdict) {
  std::size_t sum = 0;
  for (const auto& kind : verdict.kinds) sum += kind.false_alarms[0] + kind.false_alarms[1];
  return sum;
}

TEST(Plies, TheFinalExplanationCounts) {
  const auto verdict =
      judge(two_plies(), {move(10s, 1, "e2e3"), move(20s, 2, "e7e5"), revise(25s, 1, {"e2e4", "e7e5"})});
  EXPECT_EQ(verdict.plies, 2u);
  EXPECT_EQ(verdict.right, 2u);
  EXPECT_TRUE(verdict.exact);
  EXPECT_EQ(verdict.retractions, 1u);
  // the second ply has said the same all the time
  EXPECT_THAT(verdict.delays_us, testing::ElementsAre(15'000'000, 0));
}

TEST(Plies, WhatIsMissingOrWrongIsNotRight) {
  const auto verdict = judge(two_plies(), {move(10s, 1, "e2e3")});
  EXPECT_EQ(verdict.right, 0u);
  EXPECT_FALSE(verdict.exact);
  EXPECT_FALSE(verdict.failures.empty());
}

TEST(Plies, WhatWasNeverPlayedSpoilsTheGame) {
  const auto verdict = judge(two_plies(), {move(10s, 1, "e2e4"), move(20s, 2, "e7e5"), move(30s, 3, "e1e2")});
  EXPECT_EQ(verdict.right, 2u);
  EXPECT_EQ(verdict.extra_plies, 1u);
  EXPECT_FALSE(verdict.exact);
}

TEST(Plies, APlyTakenBackIsNotThere) {
  const auto verdict = judge(
      two_plies(), {move(10s, 1, "e2e4"), move(20s, 2, "e7e5"), move(30s, 3, "e1e2"), revise(40s, 3, {})});
  EXPECT_EQ(verdict.extra_plies, 0u);
  EXPECT_TRUE(verdict.exact);
}

TEST(Plies, AnAlternativeCountsForTheSamePieceOnly) {
  Truth truth = two_plies();
  truth.moves[0].uci = "d4e5";
  truth.moves[1].uci = "a7a5";
  const auto verdict = judge(truth, {move(10s, 1, "d4c5", {"d4e5"}), move(20s, 2, "b7b5", {"a7a5"})});
  EXPECT_EQ(verdict.right, 0u);
  EXPECT_EQ(verdict.right_by_alternative, 1u);
  EXPECT_EQ(verdict.in_alternatives, 2u);
}

TEST(Plies, LiveMeansWithinTwoSeconds) {
  EXPECT_EQ(judge(two_plies(), {move(12s, 1, "e2e4"), move(22s, 2, "e7e5")}).live, 2u);
  EXPECT_EQ(judge(two_plies(), {move(12s + 1us, 1, "e2e4"), move(22s, 2, "e7e5")}).live, 1u);
  // right then, taken back later: live, but not right
  const auto verdict =
      judge(two_plies(), {move(10s, 1, "e2e4"), revise(15s, 1, {"e2e3"}), move(20s, 2, "e7e5")});
  EXPECT_EQ(verdict.live, 2u);
  EXPECT_EQ(verdict.right, 1u);
}

TEST(Plies, LiveEndsWhenTheNextPieceIsLifted) {
  Truth truth = two_plies();
  truth.moves[1].t = 12s;
  truth.moves[1].from = 11s;
  EXPECT_EQ(judge(truth, {move(11s, 1, "e2e4"), move(12s, 2, "e7e5")}).live, 2u);
  EXPECT_EQ(judge(truth, {move(11s + 1us, 1, "e2e4"), move(12s, 2, "e7e5")}).live, 1u);
  // The reply was lifted before the move was complete: then its completion is the end.
  truth.moves[1].from = 9500ms;
  EXPECT_EQ(judge(truth, {move(12s, 1, "e2e4"), move(12s, 2, "e7e5")}).live, 2u);
}

TEST(Findings, FoundFromShortlyBeforeToTwoSecondsAfter) {
  const auto truth = one(Kind::illegal_move, 10s);
  for (const Time t : {Time{9700ms}, Time{10s}, Time{12s}}) {
    const auto verdict = judge(truth, {finding(t, 1, Kind::illegal_move, Side::white)});
    EXPECT_EQ(of(verdict, Kind::illegal_move).found, 1u) << t.count();
    EXPECT_EQ(of(verdict, Kind::illegal_move).delays_us.at(0), (t - Time{10s}).count());
    EXPECT_EQ(false_alarms(verdict), 0u);
  }
  const auto early = judge(truth, {finding(9699ms, 1, Kind::illegal_move, Side::white)});
  EXPECT_EQ(of(early, Kind::illegal_move).found, 0u);
  EXPECT_EQ(false_alarms(early), 1u);
}

TEST(Findings, LateIsMissedButNoFalseAlarm) {
  const auto verdict =
      judge(one(Kind::illegal_move, 10s), {finding(12001ms, 1, Kind::illegal_move, Side::white)});
  EXPECT_EQ(of(verdict, Kind::illegal_move).found, 0u);
  EXPECT_EQ(of(verdict, Kind::illegal_move).late, 1u);
  EXPECT_EQ(false_alarms(verdict), 0u);
  const auto too_late =
      judge(one(Kind::illegal_move, 10s), {finding(31s, 1, Kind::illegal_move, Side::white)});
  EXPECT_EQ(of(too_late, Kind::illegal_move).late, 0u);
  EXPECT_EQ(false_alarms(too_late), 1u);
}

TEST(Findings, TheSideMustBeRightWhereThereIsOne) {
  const auto verdict = judge(one(Kind::touch_move, 10s), {finding(10s, 1, Kind::touch_move, Side::black)});
  EXPECT_EQ(of(verdict, Kind::touch_move).found, 0u);
  const auto any =
      judge(one(Kind::sensor_fault, 10s, std::nullopt), {finding(10s, 1, Kind::sensor_fault, Side::black)});
  EXPECT_EQ(of(any, Kind::sensor_fault).found, 1u);
}

TEST(Findings, WhatWasWithdrawnWasNotFound) {
  const std::vector<Report> lines{finding(10s, 1, Kind::displaced, Side::white),
                                  withdrawn(15s, 1, Kind::displaced, Side::white)};
  auto truth = one(Kind::displaced, 10s);
  const auto verdict = judge(truth, lines);
  EXPECT_EQ(of(verdict, Kind::displaced).found, 0u);
  EXPECT_EQ(of(verdict, Kind::displaced).withdrawn, 1u);
  truth.irregularities[0].gone = 15s;  // put right: then it was right to withdraw
  EXPECT_EQ(of(judge(truth, lines), Kind::displaced).found, 1u);
}

TEST(Findings, ALaterMomentMayBeMeant) {
  auto truth = one(Kind::castling_order, 10s);
  truth.irregularities[0].by = 14s;
  EXPECT_EQ(
      of(judge(truth, {finding(16s, 1, Kind::castling_order, Side::white)}), Kind::castling_order).found, 1u);
}

TEST(Findings, OneFindingAnswersOneTruth) {
  auto truth = one(Kind::touch_move, 10s);
  truth.irregularities.push_back(truth.irregularities[0]);
  truth.irregularities[1].t = truth.irregularities[1].by = 11s;
  const auto verdict = judge(truth, {finding(11s, 1, Kind::touch_move, Side::white)});
  EXPECT_EQ(of(verdict, Kind::touch_move).truths, 2u);
  EXPECT_EQ(of(verdict, Kind::touch_move).found, 1u);
}

TEST(Findings, OptionalTruthsAreNeitherMissedNorFalse) {
  auto truth = one(Kind::sensor_fault, 10s, std::nullopt);
  truth.irregularities[0].optional = true;
  EXPECT_EQ(of(judge(truth, {}), Kind::sensor_fault).truths, 0u);
  const auto verdict = judge(truth, {finding(10s, 1, Kind::sensor_fault, Side::white, Grade::B)});
  EXPECT_EQ(of(verdict, Kind::sensor_fault).truths, 0u);
  EXPECT_EQ(false_alarms(verdict), 0u);
}

TEST(Findings, AFalseAlarmStandsForTwoSecondsAndCallsTheArbiter) {
  const Truth clean;
  EXPECT_EQ(false_alarms(judge(clean, {finding(10s, 1, Kind::illegal_move, Side::white, Grade::A)})), 1u);
  EXPECT_EQ(false_alarms(judge(clean, {finding(10s, 1, Kind::displaced, Side::white, Grade::B)})), 1u);
  EXPECT_EQ(false_alarms(judge(clean, {finding(10s, 1, Kind::touch_move, Side::white, Grade::C)})), 0u);
  for (const Kind kind : {Kind::threefold_available, Kind::fifty_moves_available, Kind::promotion_unverified,
                          Kind::clock_not_pressed, Kind::result_signal})
    EXPECT_EQ(false_alarms(judge(clean, {finding(10s, 1, kind, Side::white, Grade::A)})), 0u) << name(kind);
  EXPECT_EQ(false_alarms(judge(clean, {finding(10s, 1, Kind::illegal_move, Side::white),
                                       withdrawn(12s, 1, Kind::illegal_move, Side::white)})),
            0u);
  EXPECT_EQ(false_alarms(judge(clean, {finding(10s, 1, Kind::illegal_move, Side::white),
                                       withdrawn(12001ms, 1, Kind::illegal_move, Side::white)})),
            1u);
}

TEST(Findings, ThatTheGameIsNotKnownIsTrueWhileTheRecordIsWrong) {
  const auto alarms = [](const std::vector<Report>& lines) {
    return false_alarms(judge(two_plies(), lines));
  };
  const Report unknown = finding(20500ms, 1, Kind::unresolved, Side::white, Grade::B);
  const Report right = move(20400ms, 2, "e7e5");
  EXPECT_EQ(alarms({move(10s, 1, "e2e4"), right, unknown}), 1u);
  EXPECT_EQ(alarms({move(10s, 1, "e2e4"), unknown}), 0u);                        // the second is not there
  EXPECT_EQ(alarms({move(10s, 1, "e2e4"), move(20s, 2, "e7e6"), unknown}), 0u);  // … or another
  EXPECT_EQ(alarms({move(10s, 1, "e2e3", {"e2e4"}), right, unknown}), 1u);       // the same piece
  EXPECT_EQ(alarms({move(10s, 1, "e2e4"), right, move(20s, 3, "g1f3"), unknown}), 0u);  // one too many
  // What is put right at once need not be said …
  EXPECT_EQ(alarms({move(10s, 1, "e2e4"), unknown, move(22s, 2, "e7e5")}), 1u);
  // … and what was true then is no false alarm later.
  EXPECT_EQ(alarms({move(10s, 1, "e2e4"), unknown, move(23s, 2, "e7e5")}), 0u);
  // A ply that is made while it stands is not what it speaks of.
  EXPECT_EQ(alarms({move(10s, 1, "e2e4"), finding(19s, 1, Kind::unresolved, Side::white, Grade::B)}), 1u);
}

TEST(Findings, TheGravestGradeCounts) {
  const auto verdict =
      judge(Truth{}, {finding(10s, 1, Kind::two_hands, Side::white, Grade::C),
                      finding(11s, 1, Kind::two_hands, Side::white, Grade::B, State::updated)});
  EXPECT_EQ(of(verdict, Kind::two_hands).false_alarms[1], 1u);
}

TEST(Findings, WhatAnIrregularityImpliesIsNoFalseAlarm) {
  const auto truth = one(Kind::illegal_move, 10s);
  const auto verdict = judge(truth, {finding(8s, 1, Kind::illegal_move_pending, Side::white, Grade::B),
                                     finding(10s, 2, Kind::illegal_move, Side::white)});
  EXPECT_EQ(false_alarms(verdict), 0u);
  EXPECT_EQ(of(verdict, Kind::illegal_move).found, 1u);
}

TEST(Findings, ConfusionIsTold) {
  const auto verdict =
      judge(one(Kind::illegal_move, 10s), {finding(10500ms, 1, Kind::displaced, Side::white, Grade::B)});
  EXPECT_EQ(of(verdict, Kind::illegal_move).confused_with.at(Kind::displaced), 1u);
  EXPECT_EQ(of(verdict, Kind::displaced).false_alarms[1], 1u);
}

}  // namespace
}  // namespace jadoube::score
