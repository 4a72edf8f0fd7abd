// What a person enters that says too little, or comes at the wrong time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using record::Arbiter;
using testing::ElementsAre;

constexpr const char* kPlayed = "control 300+2\n!B [0.5] -e2 [1] +e4 [1.5] !W [2] -e7 [3] +e5 [3.5] !B [4] ";

std::vector<GameState> states_of(const std::vector<Report>& lines) {
  std::vector<GameState> states;
  for (const Report& line : lines)
    if (const auto* game = std::get_if<GameReport>(&line)) states.push_back(game->state);
  return states;
}

/// What is told of a game in which this is entered before its first scan, and at its end.
std::vector<Report> told_with(const std::optional<Arbiter>& entry) {
  const auto story = support::compile_story(std::string{kPlayed} + ". [6]");
  std::vector<Report> lines;
  Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }};
  if (entry) detector.on(*entry);
  for (const auto& record : story->records)
    if (!std::holds_alternative<record::End>(record)) detector.on(record);
  if (entry) {
    Arbiter late = *entry;
    late.t = std::chrono::seconds{7};
    detector.on(late);
  }
  detector.finish();
  return lines;
}

Arbiter entry_of(Arbiter::Action action) {
  Arbiter entry;
  entry.action = action;
  return entry;
}

TEST(AnEntry, ThatSaysTooLittleChangesNothing) {
  using enum Arbiter::Action;
  std::vector<Arbiter> entries;
  for (const auto action :
       {confirm, dismiss, seen, declare, set_position, retract, claim, count_started, law, note})
    entries.push_back(entry_of(action));
  Arbiter sideless = entry_of(declare);
  sideless.piece = 'q';
  entries.push_back(sideless);
  Arbiter pieceless = entry_of(declare);
  pieceless.side = Side::white;
  entries.push_back(pieceless);
  pieceless.piece = '?';
  entries.push_back(pieceless);
  Arbiter kingless = entry_of(set_position);
  kingless.fen = "8/8/8/8/8/8/8/8 w - - 0 1";
  entries.push_back(kingless);
  Arbiter elsewhere = entry_of(retract);
  elsewhere.entered = std::chrono::seconds{5};
  entries.push_back(elsewhere);
  const auto plain = told_with(std::nullopt);
  ASSERT_THAT(moves_of(plain), ElementsAre("e2e4", "e7e5"));
  for (const Arbiter& entry : entries) {
    const auto lines = told_with(entry);
    EXPECT_EQ(moves_of(lines), moves_of(plain)) << static_cast<int>(entry.action);
    EXPECT_EQ(states_of(lines), states_of(plain)) << static_cast<int>(entry.action);
    EXPECT_EQ(lines.size(), plain.size()) << static_cast<int>(entry.action);
  }
}

TEST(AnEntry, OfWhatIsSeenOnABoardNobodyPlaysAtIsForgotten) {
  Arbiter seen = entry_of(Arbiter::Action::seen);
  seen.square = record::SensorSquare{28};
  seen.piece = 'q';
  EXPECT_THAT(moves_of(told_with(seen)), ElementsAre("e2e4", "e7e5"));
}

TEST(AResultTakenBack, LeavesTheOneThatWasEnteredFirst) {
  const std::string twice = std::string{kPlayed} + "ARB result 1-0 [5]\nARB result 0-1 [6]\n";
  EXPECT_EQ(states_of(told(twice + "ARB retract entered 5 the wrong one\n. [+3]")),
            states_of(told(twice + ". [+3]")))
      << "the later one stands";
  EXPECT_EQ(states_of(told(twice + "ARB retract entered 6 the wrong one\n. [+3]")),
            states_of(told(twice + ". [+3]")))
      << "it had ended nothing";
  const auto both =
      told(twice + "ARB retract entered 6 the wrong one\nARB retract entered 5 that too\n. [+3]");
  EXPECT_THAT(states_of(both), testing::Contains(GameState::resumed));
}

TEST(AResultTakenBack, LeavesAGamePausedWhoseClockStandsOrThatWasPaused) {
  const std::string back = "ARB result 1-0 [6]\nARB retract entered 6 the wrong board\n. [+3]";
  EXPECT_EQ(states_of(told(kPlayed + back)).back(), GameState::resumed);
  EXPECT_EQ(states_of(told(std::string{kPlayed} + "|| [5] " + back)).back(), GameState::paused);
  EXPECT_EQ(states_of(told(std::string{kPlayed} + "ARB pause [5]\n" + back)).back(), GameState::paused);
  EXPECT_EQ(states_of(told("-e2 [1] +e4 [1.5] -e7 [3] +e5 [3.5] . [5] " + back)).back(), GameState::resumed)
      << "there is no clock";
}

TEST(AResultTakenBack, BeforeTheFirstMoveLetsTheGameBegin) {
  const auto lines = told(
      "control 300+2\n. [1] ARB result 1-0 [2]\nARB retract entered 2 they have come\n!B [4] -e2 [5] +e4 "
      "[5.5] !W . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4"));
}

TEST(APositionTakenBack, IsRefusedOnceTheGameIsOver) {
  const std::string set =
      std::string{kPlayed} +
      "ARB set_position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 [5]\n"
      "ARB result 1-0 [6]\n";
  EXPECT_EQ(told(set + "ARB retract entered 5 late\n. [+3]").size(), told(set + ". [+3]").size());
}

}  // namespace
}  // namespace jadoube::detector
