#include "score/labelling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chess/pgn.hpp"
#include "score/plies.hpp"
#include "score/truth.hpp"
#include "simulator/grid.hpp"
#include "simulator/plausible.hpp"
#include "simulator/simulate.hpp"

namespace jadoube::score {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct Played {
  simulator::Recording recording;
  chess::GameRecord sheet;
};

Played played(std::uint64_t seed, const std::string& cell, record::Senses senses,
              const std::string& incident = {}) {
  auto params = *simulator::cell(cell);
  params.sensors.senses = senses;
  if (!incident.empty()) params.incidents = {*simulator::parse_incident(incident)};
  simulator::Rng rng{seed, "moves"};
  const auto game = simulator::random_game(rng);
  Played result{simulate(game, params, seed), {}};
  for (const auto& record : result.recording.records)
    if (const auto* truth = std::get_if<record::Truth>(&record)) {
      Truth one;
      EXPECT_TRUE(add(one, *truth));
      for (const TrueMove& move : one.moves) {
        chess::Position position;
        for (const auto& ply : result.sheet.plies) position.make(std::get<chess::Move>(ply.what));
        chess::Ply ply;
        ply.what = *chess::move_from_uci(position, move.uci);
        result.sheet.plies.push_back(ply);
      }
    }
  return result;
}

Truth truth_in(const std::vector<record::Record>& records) {
  Truth truth;
  for (const auto& record : records)
    if (const auto* each = std::get_if<record::Truth>(&record); each != nullptr) {
      EXPECT_TRUE(add(truth, *each));
    }
  return truth;
}
Truth truth_in(const Labelling& labelling) {
  Truth truth;
  for (const auto& each : labelling.truths()) EXPECT_TRUE(add(truth, each));
  return truth;
}

void hear(Labelling& labelling, const Played& game) {
  for (const auto& record : game.recording.records) labelling.on(record);
  labelling.finish();
}

/// Half a turn.
Played turned(Played game) {
  const auto reversed = [](std::uint64_t bits) {
    std::uint64_t result = 0;
    for (unsigned i = 0; i < 64; ++i) result |= (bits >> i & 1U) << (63 - i);
    return result;
  };
  for (auto& record : game.recording.records)
    if (auto* scan = std::get_if<record::Scan>(&record)) {
      scan->occupied.bits = reversed(scan->occupied.bits);
      if (scan->pieces) std::ranges::reverse(*scan->pieces);
    }
  return game;
}

TEST(Labelling, MovesAreFoundWhenTheHandsMadeThem) {
  unsigned plies = 0;
  unsigned exact = 0;
  for (const auto senses : {record::Senses::presence, record::Senses::identity})
    for (const std::string cell : {"classical-medium-25", "blitz-medium-25"})
      for (const std::uint64_t seed : {1U, 2U}) {
        auto game = played(seed, cell, senses);
        if (seed == 2) game = turned(std::move(game));
        Labelling labelling{game.recording.header, game.sheet};
        hear(labelling, game);
        ASSERT_TRUE(labelling.settle());
        const Truth told = truth_in(game.recording.records);
        const Truth found = truth_in(labelling);
        ASSERT_EQ(found.moves.size(), told.moves.size());
        for (std::size_t i = 0; i < told.moves.size(); ++i) {
          EXPECT_EQ(found.moves[i].uci, told.moves[i].uci);
          ++plies;
          if (std::chrono::abs(found.moves[i].t - told.moves[i].t) < std::chrono::milliseconds{100}) ++exact;
        }
      }
  EXPECT_GT(plies, 300U);
  EXPECT_GT(100 * exact, 97 * plies) << exact << " of " << plies;
}

TEST(Labelling, WhereTheSheetDiffersItIsAsked) {
  const auto game = played(3, "classical-none-50", record::Senses::identity);
  auto wrong = game.sheet;
  // 1. a2-a3 instead of what was played, which changes nothing for the next moves.
  const auto first = std::get<chess::Move>(wrong.plies[0].what);
  ASSERT_NE(to_uci(first), "a2a3");
  wrong.plies.resize(1);
  wrong.plies[0].what = *chess::move_from_uci(chess::Position{}, "a2a3");
  Labelling labelling{game.recording.header, wrong};
  hear(labelling, game);
  ASSERT_EQ(labelling.differences().size(), 1U);
  EXPECT_EQ(labelling.differences()[0].ply, 1U);
  EXPECT_EQ(labelling.differences()[0].sheet_san, "1. a3");
  EXPECT_THAT(labelling.answer(0, "1. e4 e5 Ke8").error(), HasSubstr("ply 3 would then be Ke8"));
  ASSERT_TRUE(labelling.answer(0, "board"));
  ASSERT_TRUE(labelling.settle());
  const Truth told = truth_in(game.recording.records);
  const Truth found = truth_in(labelling);
  ASSERT_EQ(found.moves.size(), told.moves.size());
  EXPECT_EQ(found.moves[0].uci, told.moves[0].uci);
  EXPECT_THAT(labelling.account(), HasSubstr("never 0"));
}

TEST(Labelling, AMoveThatTheBoardNeverShowedKeepsItsPlace) {
  auto game = played(4, "classical-none-50", record::Senses::identity);
  const Truth told = truth_in(game.recording.records);
  // Nothing is seen from before the fifth move until the seventh.
  std::erase_if(game.recording.records, [&](const record::Record& record) {
    return std::holds_alternative<record::Scan>(record) && time_of(record) >= *told.moves[4].from &&
           time_of(record) < *told.moves[6].from;
  });
  Labelling labelling{game.recording.header, game.sheet};
  hear(labelling, game);
  ASSERT_TRUE(labelling.settle());
  const Truth found = truth_in(labelling);
  ASSERT_EQ(found.moves.size(), told.moves.size());
  EXPECT_EQ(found.moves[4].how, "unseen");
  EXPECT_GE(found.moves[4].t, told.moves[3].t);
  for (const std::size_t i : {3U, 8U})
    EXPECT_LE(std::chrono::abs(found.moves[i].t - told.moves[i].t), std::chrono::milliseconds{20})
        << "one scan";
}

TEST(Labelling, FindingsAreRightWrongOrCountedNeitherWay) {
  const auto game = played(5, "classical-none-50", record::Senses::identity, "press_without_move");
  for (const Opinion opinion : {Opinion::right, Opinion::wrong, Opinion::not_known}) {
    Labelling labelling{game.recording.header, game.sheet};
    hear(labelling, game);
    EXPECT_THAT(labelling.differences(), IsEmpty());
    ASSERT_TRUE(labelling.settle());
    std::size_t pressed = 0;
    for (std::size_t i = 0; i < labelling.findings().size(); ++i)
      if (labelling.findings()[i].said.kind == report::Kind::press_without_move) {
        ++pressed;
        labelling.answer_finding(i, opinion);
      }
    ASSERT_EQ(pressed, 1U);
    const Truth found = truth_in(labelling);
    const auto count =
        std::ranges::count(found.irregularities, report::Kind::press_without_move, &TrueIrregularity::kind);
    EXPECT_EQ(count, opinion == Opinion::wrong ? 0 : 1);
    if (count == 1) {
      const auto& it =
          *std::ranges::find(found.irregularities, report::Kind::press_without_move, &TrueIrregularity::kind);
      EXPECT_EQ(it.optional, opinion == Opinion::not_known);
    }
  }
}

TEST(Plies, OneThatIsPassedOverMakesNoOtherOneWrong) {
  const std::vector<std::string> sheet{"e2e4", "e7e5", "g1f3", "b8c6"};
  EXPECT_EQ(plies_in_common(sheet, sheet), 4U);
  EXPECT_EQ(plies_in_common(sheet, std::vector<std::string>{"e7e5", "g1f3", "b8c6"}), 3U);
  EXPECT_EQ(plies_in_common(sheet, std::vector<std::string>{"e2e4", "d7d5", "g1f3", "d5e4", "b8c6"}), 3U);
  EXPECT_EQ(plies_in_common(sheet, {}), 0U);
}

TEST(Labelling, AnotherGameIsRefused) {
  const auto game = played(6, "classical-none-50", record::Senses::identity);
  const auto other = played(7, "classical-none-50", record::Senses::identity);
  Labelling labelling{game.recording.header, other.sheet};
  hear(labelling, game);
  EXPECT_THAT(labelling.settle().error(), HasSubstr("is it another game?"));
}

TEST(Labelling, WhatWasMissedIsAddedAtItsTime) {
  const auto game = played(8, "classical-none-50", record::Senses::identity);
  Labelling labelling{game.recording.header, game.sheet};
  hear(labelling, game);
  ASSERT_TRUE(labelling.settle());
  ASSERT_TRUE(labelling.add(*read_missed("two_hands white 0:01:05.25")));
  EXPECT_THAT(labelling.add(*read_missed("two_hands white 9:00:00")).error(),
              HasSubstr("9:00:00.0 is behind the end of the recording, which is at 0:"));
  const Truth found = truth_in(labelling);
  ASSERT_FALSE(found.irregularities.empty());
  const auto& it = *std::ranges::find(found.irregularities, report::Kind::two_hands, &TrueIrregularity::kind);
  EXPECT_EQ(it.t, Time{65'250'000});
  EXPECT_EQ(it.side, chess::Side::white);
}

TEST(Answers, AreReadAndAMistakeIsNamedWithItsLine) {
  const auto answers = read_answers(
      "# of the game on board 3\nply 23 board\nply 31 Nf3 Nc6   # both\n\nfinding illegal_move 24 wrong\n"
      "missed displaced 12:05\n");
  ASSERT_TRUE(answers) << answers.error();
  EXPECT_EQ(answers->plies.size(), 2U);
  EXPECT_EQ(answers->plies[1].answer, "Nf3 Nc6");
  EXPECT_EQ(answers->findings.at(0).opinion, Opinion::wrong);
  EXPECT_EQ(answers->missed.at(0).t, Time{725'000'000});
  EXPECT_THAT(read_answers("\nply x board\n").error(), HasSubstr("line 2: say: ply NUMBER"));
  EXPECT_THAT(read_answers("finding nothing 3 right").error(), HasSubstr("line 1: \"nothing\" is no kind"));
  EXPECT_THAT(read_answers("missed displaced green 3").error(), HasSubstr("neither white nor black"));
  EXPECT_THAT(read_answers("missed displaced 99999999999").error(), HasSubstr("is no time"));
  EXPECT_THAT(read_answers("missed displaced 0:05:61").error(), HasSubstr("is no time"));
  EXPECT_THAT(read_answers("missed displaced 0:60:00").error(), HasSubstr("is no time"));
  EXPECT_THAT(read_answers("hello").error(), HasSubstr("none of: ply, finding, missed"));
}

}  // namespace
}  // namespace jadoube::score
