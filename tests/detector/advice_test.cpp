#include "tracker/advice.hpp"
#include "stream/stream_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using record::Advice;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

// The knight has taken one of three pawns, and none of them was seen to leave.
const std::string kFen = "4k3/8/4p3/1p3p2/3N4/8/8/4K3 w - - 0 1";
const std::string kCaptures = "fen " + kFen + "\ncontrol 300+2\n!B [0.5] -d4 [2] !W [4] . [+1]";

Advice::Rated rated(const std::string& uci, std::int64_t cp) {
  return {uci, Advice::Rated::Unit::centipawns, cp, {}};
}
Advice advice(double t, std::vector<Advice::Rated> moves, Advice::About about = Advice::About::explanations) {
  return {record::Time{static_cast<std::int64_t>(t * 1e6)},
          about,
          1,
          kFen,
          "Fake",
          1,
          std::nullopt,
          std::move(moves)};
}

struct Outcome {
  std::vector<Report> lines;
  std::vector<OpenPly> open;  // at the end of the log

  [[nodiscard]] std::optional<MoveReport> last_of(unsigned ply) const {
    std::optional<MoveReport> found;
    for (const Report& line : lines)
      if (const auto* move = std::get_if<MoveReport>(&line); move != nullptr && move->ply == ply)
        found = *move;
    return found;
  }
};

/// Each piece of advice stands behind what has its time.
Outcome told_with(const std::string& story, const std::vector<Advice>& all) {
  auto records = support::compile_story(story)->records;
  for (const Advice& each : all) {
    const auto at =
        std::find_if(records.begin(), records.end(), [&](const auto& r) { return time_of(r) > each.t; });
    records.insert(at, each);
  }
  Outcome outcome;
  Detector detector{support::compile_story(story)->header,
                    [&](const Report& line) { outcome.lines.push_back(line); }};
  for (const auto& record : records) detector.on(record);
  outcome.open = detector.open_plies();
  detector.finish();
  return outcome;
}

std::size_t size_of(const std::vector<Report>& lines, Certainty certainty) {
  std::size_t count = 0;
  for (const Report& line : lines)
    if (const auto* move = std::get_if<MoveReport>(&line); move != nullptr && move->certainty == certainty)
      ++count;
  return count;
}

TEST(OpenPlies, AreThoseThatSeveralLawfulMovesExplain) {
  const auto open = told_with(kCaptures, {}).open;
  ASSERT_THAT(open, SizeIs(1));
  EXPECT_EQ(open[0].ply, 1U);
  EXPECT_EQ(open[0].fen, kFen);
  EXPECT_THAT(open[0].moves, UnorderedElementsAre("d4b5", "d4e6", "d4f5"));
}

TEST(OpenPlies, AreNoneWhereTheBoardTellsAll) {
  EXPECT_THAT(told_with("control 300+2\n!B [0.5] -e2 +e4 !W -e7 +e5 !B . [+3]", {}).open, IsEmpty());
}

TEST(OpenPlies, AreNoneBeforeTheMoveIsCompleted) {
  EXPECT_THAT(told_with("fen " + kFen + "\ncontrol 300+2\n!B [0.5] -d4 [2] . [+0.3]", {}).open, IsEmpty());
}

TEST(Advice, PrefersAnExplanationAndMakesItNotCertain) {
  for (const std::string square : {"b5", "e6", "f5"}) {
    std::vector<Advice::Rated> moves{rated("d4" + square, 900)};
    for (const std::string other : {"b5", "e6", "f5"})
      if (other != square) moves.push_back(rated("d4" + other, -500));
    const Outcome outcome = told_with(kCaptures, {advice(4.5, moves)});
    EXPECT_THAT(moves_of(outcome.lines), ElementsAre("d4" + square));
    ASSERT_THAT(outcome.open, SizeIs(1));
    EXPECT_EQ(outcome.open[0].moves.front(), "d4" + square);
    EXPECT_THAT(outcome.open[0].moves, SizeIs(3)) << "none is given up";
    EXPECT_EQ(size_of(outcome.lines, Certainty::certain), 0U);
  }
}

TEST(Advice, BetweenEqualsChangesLittle) {
  const Outcome outcome =
      told_with(kCaptures, {advice(4.5, {rated("d4b5", 10), rated("d4e6", 0), rated("d4f5", 0)})});
  ASSERT_THAT(outcome.open, SizeIs(1));
  EXPECT_THAT(outcome.open[0].moves, SizeIs(3));
  EXPECT_EQ(size_of(outcome.lines, Certainty::certain) + size_of(outcome.lines, Certainty::likely), 0U);
}

TEST(Advice, GivesWayToWhatTheBoardShowsLater) {
  // The pawn on e6 is still there, and moves.
  const std::string story = kCaptures + " -e6 +e5 !B . [+3]";
  const auto with =
      told_with(story, {advice(4.5, {rated("d4e6", 900), rated("d4b5", -900), rated("d4f5", -900)})});
  EXPECT_NE(moves_of(with.lines).front(), "d4e6");
  EXPECT_EQ(moves_of(with.lines).back(), "e6e5");
}

TEST(Advice, IsTakenOnce) {
  const Advice once = advice(4.5, {rated("d4b5", 60), rated("d4e6", 0), rated("d4f5", 0)});
  const auto lines = [](const Outcome& outcome) {
    std::vector<std::string> texts;
    for (const Report& line : outcome.lines) texts.push_back(stream::to_json(line));
    return texts;
  };
  EXPECT_EQ(lines(told_with(kCaptures, {once, once, once})), lines(told_with(kCaptures, {once})));
}

TEST(Advice, ThatDoesNotFitChangesNothing) {
  const auto without = moves_of(told_with(kCaptures, {}).lines);
  Advice of_another_ply = advice(4.5, {rated("d4f5", 900), rated("d4b5", 0)});
  of_another_ply.ply = 2;
  Advice of_another_position = advice(4.5, {rated("d4f5", 900), rated("d4b5", 0)});
  of_another_position.fen = "4k3/8/4p3/1p3p2/3N4/8/8/3K4 w - - 0 1";
  Advice nonsense = advice(4.5, {rated("zzzz", 900), rated("", 0), rated("d4d8", 5)});
  Advice unreadable = advice(4.5, {rated("d4f5", 900), rated("d4b5", 0)});
  unreadable.fen = "nonsense";
  Advice far = advice(4.5, {rated("d4f5", 900), rated("d4b5", 0)});
  far.ply = std::uint64_t{1} << 40U;
  for (const Advice& each :
       {of_another_ply, of_another_position, nonsense, unreadable, far, advice(4.5, {}),
        advice(4.5, {rated("d4f5", 900)}), advice(0.1, {rated("d4f5", 900), rated("d4b5", 0)})})
    EXPECT_EQ(moves_of(told_with(kCaptures, {each}).lines), without);
}

TEST(Advice, BeforeTheBoardHasShownAnythingIsAboutNothing) {
  const auto story = support::compile_story(kCaptures);
  ASSERT_TRUE(story);
  std::vector<Report> lines;
  Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }};
  detector.on(advice(0, {rated("d4f5", 900), rated("d4b5", 0)}));
  EXPECT_THAT(lines, IsEmpty());
}

TEST(Advice, MovesWeightOnlyBetweenTheMovesThatItNames) {
  const auto hypothesis = [](const StepPtr& root, const char* uci, LogWeight total) {
    auto h = std::make_unique<Hypothesis>();
    const auto move = *move_from_uci(root->position(), uci);
    const auto after = root->position().after(move);
    StepPtr step{new Step{after, SensedBoard::of(after)}};
    step->parent = root;
    step->kind = StepKind::legal;
    step->move = move;
    step->ply = 1;
    h->step = step;
    h->score = h->total = total;
    return h;
  };
  const auto start = *chess::position_from_fen(kFen);
  const StepPtr root{new Step{start, SensedBoard::of(start)}};
  std::vector<std::unique_ptr<Hypothesis>> live;
  live.push_back(hypothesis(root, "d4b5", LogWeight{0}));
  live.push_back(hypothesis(root, "d4e6", LogWeight{-1000}));
  live.push_back(hypothesis(root, "d4f5", LogWeight{-500}));
  const auto share = [&](std::size_t i) { return std::exp(live[i]->score.millinats() / 1000.0); };
  const auto together = [&] { return share(0) + share(1); };
  const double before = together();
  tracker::AdviceBook book;
  ASSERT_TRUE(book.hear(advice(1, {rated("d4e6", 300), rated("d4b5", 0)}), live));
  EXPECT_EQ(live[2]->score, LogWeight{-500}) << "not named";
  EXPECT_GT(live[1]->score, live[0]->score);
  EXPECT_NEAR(together(), before, 0.01);
  // What is thought of later has the same.
  EXPECT_EQ(book.about(*root, live[0]->step->move), live[0]->score);
  EXPECT_EQ(book.about(*root, live[1]->step->move), live[1]->score + LogWeight{1000});
  EXPECT_EQ(book.about(*root, live[2]->step->move), LogWeight{0});
  book.forget_up_to(1);
  EXPECT_EQ(book.about(*root, live[0]->step->move), LogWeight{0});
}

TEST(AdviceWeight, GrowsWithTheGapAndStaysShortOfCertainty) {
  LogWeight last;
  for (const std::int64_t gap : {0, 25, 50, 100, 200, 400}) {
    EXPECT_LT(tracker::advice_weight(gap), last) << gap;
    last = tracker::advice_weight(gap);
  }
  EXPECT_EQ(tracker::advice_weight(20'000), last);
  EXPECT_GT(last, -model::log_of_count(200)) << "a ply is certain when nothing else is worth a thousandth";
}

// ---- a played move that hardly anybody would play

const std::string kOnePly = "fen " + kFen + "\ncontrol 300+2\n!B [0.5] -d4 [2] +c2 [2.5] !W [4] . [+1] ";

TEST(FarFetched, APlyIsNoLongerCertainAndNothingElse) {
  const Advice far =
      advice(4.5, {rated("d4c2", -900), rated("d4b3", 20), rated("d4d8", 1)}, Advice::About::played);
  const Outcome outcome = told_with(kOnePly, {far});
  const auto move = outcome.last_of(1);
  ASSERT_TRUE(move);
  EXPECT_EQ(move->uci, "d4c2");
  EXPECT_EQ(move->san, "Nc2");
  EXPECT_EQ(move->certainty, Certainty::likely);
  EXPECT_THAT(move->alternatives, ElementsAre("d4b3")) << "what is not legal is left out";
  EXPECT_TRUE(move->completed);
  EXPECT_EQ(told_with(kOnePly, {}).last_of(1)->certainty, Certainty::certain);
  for (const Report& line : outcome.lines) EXPECT_FALSE(std::holds_alternative<Finding>(line));
}

TEST(FarFetched, WhatIsNotTheLastPlyIsLeftAsItIs) {
  const Advice late = advice(9, {rated("d4c2", -900), rated("d4b3", 20)}, Advice::About::played);
  EXPECT_EQ(told_with(kOnePly + "-e8 [6] +e7 [6.5] !B [7] . [+4]", {late}).last_of(1)->certainty,
            Certainty::certain);
  const Advice other = advice(4.5, {rated("d4b3", -900), rated("d4c2", 20)}, Advice::About::played);
  EXPECT_EQ(told_with(kOnePly, {other}).last_of(1)->certainty, Certainty::certain) << "another move";
  const Advice before = advice(0.2, {rated("d4c2", -900)}, Advice::About::played);
  EXPECT_EQ(told_with(kOnePly, {before, advice(4.5, {}, Advice::About::played)}).last_of(1)->certainty,
            Certainty::certain);
}

}  // namespace
}  // namespace jadoube::detector
