// What a person enters, as far as it is evidence: who sits where, what was seen, what was announced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/detector/told_story.hpp"
#include "words/catalogue.hpp"

namespace jadoube::detector {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kTwoPlies = "control 300+2\n!B [0.5] -e2 +e4 !W -e7 +e5 !B ";
const std::string kPawn = "fen 7k/4P3/8/8/8/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] ";
// The exchange is seen, but not for what.
const std::string kExchange = kPawn + "-e7 [2] +e8 [2.6] -e8 [3] +e8=R [3.5] ";

TEST(Pairing, ThatTheBoardContradictsMeansColoursReversed) {
  const auto found = about(told(kTwoPlies + "ARB pairing A B far_a1 . [+3]"), Kind::colours_reversed);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].grade, Grade::B);
  EXPECT_EQ(found[0].ply, 2U);
  EXPECT_THAT(about(told(kTwoPlies + "ARB pairing A B near_a1 . [+3]"), Kind::colours_reversed), IsEmpty());
  EXPECT_THAT(about(told("turned\n" + kTwoPlies + "ARB pairing A B near_a1 . [+3]"), Kind::colours_reversed),
              SizeIs(1));
}

TEST(Pairing, EnteredBeforeTheGameIsHeldAgainstTheFirstMoves) {
  const auto found = about(told("control 300+2\nARB pairing A B far_a1 [0.2] !B [0.5] -e2 +e4 !W . [+3]"),
                           Kind::colours_reversed);
  EXPECT_THAT(found, SizeIs(1));
}

TEST(Pairing, IsHeldAgainstTheMovesWhileTheClocksStandToo) {
  const auto found =
      about(told(kTwoPlies + ". [4] || [6]\nARB pairing A B far_a1 [7] . [+3]"), Kind::colours_reversed);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].t, std::chrono::seconds{7});
}

TEST(Pairing, PutRightWithdrawsTheFinding) {
  const auto found = about(told(kTwoPlies + "ARB pairing A B far_a1\nARB pairing A B near_a1\n. [+3]"),
                           Kind::colours_reversed);
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[1].state, State::withdrawn);
}

TEST(Pairing, EnteredWronglyAgainIsToldAgain) {
  const auto found = about(told(kTwoPlies + "ARB pairing A B far_a1\nARB pairing A B near_a1\n"
                                            "ARB pairing A B far_a1\nARB pairing A B far_a1\n. [+3]"),
                           Kind::colours_reversed);
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[1].state, State::withdrawn);
  EXPECT_EQ(found[2].state, State::opened);
  EXPECT_NE(found[2].id, found[0].id);
}

TEST(Position, ThatStandsOnTheBoardTellsWhichWayRoundItLies) {
  // White's knight is missing until the arbiter stops the clocks: what was moved before that told nothing.
  const std::string story =
      "control 900+10\n-g1 [1] !B [2] -a2 [3] +a4 [3.2] !W [4] || . [6] +g1 [7]\n"
      "ARB set_position rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1 [8]\n"
      ">B [8.5] -b7 [10] +b6 [10.3] !B [11] -g1 [13] +h3 [13.4] !W [14] . [+3]";
  for (const std::string how : {"", "turned\n"}) {
    const auto lines = told(how + story);
    const auto moves = moves_of(lines);
    ASSERT_THAT(moves, SizeIs(3)) << how;
    EXPECT_EQ(moves[1], "b7b6") << how;
    EXPECT_EQ(moves[2], "g1h3") << how;
    EXPECT_THAT(about(lines, Kind::displaced), IsEmpty()) << how;
  }
}

std::vector<State> states_of(const std::vector<Finding>& findings) {
  std::vector<State> states;
  for (const Finding& each : findings) states.push_back(each.state);
  return states;
}

const std::string kIllegalRook = "control 300+2\n!B [0.5] -a1 [2] +a4 [2.5] !W [3] . [6] ";

TEST(Retract, MakesAFindingOpenAgainOnce) {
  const auto found = about(told(kIllegalRook + "ARB confirm 1 [7]\nARB retract 1 the wrong board\n"
                                               "ARB retract 1 again\n. [+3]"),
                           Kind::illegal_move);
  EXPECT_THAT(states_of(found), ElementsAre(State::opened, State::confirmed, State::updated));
}

TEST(Retract, LetsAGameGoOnThatAResultHadEnded) {
  const auto lines = told(kTwoPlies +
                          "ARB result 1-0 [4]\n. [6] ARB retract entered 4 the wrong board\n"
                          "-d2 [9] +d4 [9.5] !B [10] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "d2d4"));
}

/// How often the game began, stood still, went on and was over, in order.
std::vector<GameState> course_of(const std::vector<Report>& lines) {
  std::vector<GameState> states;
  for (const Report& line : lines)
    if (const auto* game = std::get_if<GameReport>(&line); game != nullptr && game->state != GameState::setup)
      states.push_back(game->state);
  return states;
}

TEST(Retract, LeavesAGameThatGoesOnPausedWhereItsClockStandsAndNotWhereItRuns) {
  using enum GameState;
  const std::string retracted = "ARB result 1-0 [5]\n. [6] ARB retract entered 5 the wrong board\n. [+1]";
  EXPECT_THAT(course_of(told(kTwoPlies + "|| [4] . [4.9] " + retracted)),
              ElementsAre(started, paused, over, resumed, paused));
  EXPECT_THAT(course_of(told(kTwoPlies + retracted)), ElementsAre(started, over, resumed));
}

TEST(APositionThatIsSet, LetsAGameGoOnWithoutTheResultThatHadEndedIt) {
  const auto lines =
      told(kTwoPlies +
           "ARB result 1-0 [4]\n"
           "ARB set_position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 [6]\n"
           "-g1 [8] +f3 [8.5] !W [9] . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "g1f3"));
  EXPECT_EQ(std::get<SummaryReport>(lines.back()).result, "");
}

TEST(Retract, LeavesAGameThatHadNotBegunToBeginLater) {
  using enum GameState;
  EXPECT_THAT(
      course_of(told("control 300+2\nARB result 1-0 [1]\n. [2] ARB retract entered 1 the wrong board\n"
                     "!B [4] -e2 [5] +e4 [5.5] !W [6] . [+3]")),
      ElementsAre(over, resumed, started));
}

TEST(Retract, GoesBackToThePositionBeforeOneThatWasSetWrongly) {
  const std::string set =
      "ARB set_position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PP1/RNBQKBNR w KQkq - 0 2 [4]\n";
  const std::string goes_on = ". [6] ARB retract entered 4 a pawn too few\n-g1 [9] +f3 [9.5] !W [10] . [+3]";
  const auto lines = told(kTwoPlies + set + goes_on);
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "g1f3"));
  EXPECT_THAT(about(lines, Kind::unresolved), IsEmpty());
}

TEST(Retract, LeavesAPositionFromWhichMovesWereMade) {
  const auto lines =
      told(kTwoPlies +
           "ARB set_position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 [4]\n"
           "-g1 [6] +f3 [6.5] !W [7] . [9] ARB retract entered 4 late\n-b8 [11] +c6 [11.5] !B . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "g1f3", "b8c6"));
}

TEST(Retract, OfAPositionThatWasSetBeforeTheBoardWasSeenGoesBackToTheStart) {
  const auto story = support::compile_story(kPawn + "-e7 [2] +e8=Q [2.6] !W [3.8] . [+3]");
  std::vector<Report> lines;
  Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }};
  record::Arbiter set;
  set.action = record::Arbiter::Action::set_position;
  set.fen = "7k/4R3/8/8/8/8/8/4K3 w - - 0 1";
  detector.on(set);
  record::Arbiter retract;
  retract.action = record::Arbiter::Action::retract;
  retract.entered = set.t;
  detector.on(retract);
  for (const auto& record : story->records) detector.on(record);
  detector.finish();
  EXPECT_THAT(moves_of(lines), ElementsAre("e7e8q"));
}

TEST(Retract, TakesBackWhereWhiteSits) {
  const auto found =
      about(told(kTwoPlies + "ARB pairing A B far_a1 [4] . [6]\nARB retract entered 4 wrong end\n. [+3]"),
            Kind::colours_reversed);
  EXPECT_THAT(states_of(found), ElementsAre(State::opened, State::withdrawn));
}

TEST(Retract, DoesNothingOnceTheNextGameIsPutUp) {
  const auto lines =
      told(kTwoPlies + "ARB result 1-0 [4]\nARB new_game [5]\nARB retract entered 4 late\n. [+3]");
  const auto resumed = std::ranges::count_if(lines, [](const Report& line) {
    const auto* game = std::get_if<GameReport>(&line);
    return game != nullptr && game->state == GameState::resumed;
  });
  EXPECT_EQ(resumed, 0);
}

TEST(Seen, DecidesWhatAPawnBecame) {
  EXPECT_THAT(moves_of(told(kExchange + "!W [3.8] . [+3]")), ElementsAre("e7e8q"));
  EXPECT_THAT(moves_of(told(kExchange + "!W [3.8] ARB seen e8 R [6]\n. [+3]")), ElementsAre("e7e8r"));
  EXPECT_THAT(moves_of(told("turned\n" + kExchange + "!W [3.8] ARB seen e8 R [6]\n. [+3]")),
              ElementsAre("e7e8r"));
}

TEST(Seen, DecidesWhichPieceWasTaken) {
  const std::string captures =
      "fen 4k3/8/4p3/1p3p2/3N4/8/8/4K3 w - - 0 1\ncontrol 300+2\n!B [0.5] -d4 [2] !W [4] ";
  for (const std::string square : {"b5", "e6", "f5"})
    EXPECT_THAT(moves_of(told(captures + "ARB seen " + square + " N [6]\n. [+3]")),
                ElementsAre("d4" + square));
}

TEST(Seen, AnnouncesNothing) {
  // Whoever has seen the king on e1 says nothing of what the pawn will become.
  auto story = support::compile_story(
      kPawn + "ARB seen e1 K [1] -e7 [2] +e8 [2.6] -e8 [3] +e8=R [3.5] !W [3.8] . [+3]");
  ASSERT_TRUE(story);
  std::vector<Report> lines;
  Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }};
  for (auto& record : story->records) {
    if (auto* entered = std::get_if<record::Arbiter>(&record)) {
      entered->side = Side::white;
      entered->piece = 'R';
    }
    detector.on(record);
  }
  detector.finish();
  EXPECT_THAT(moves_of(lines), ElementsAre("e7e8q"));
}

TEST(Seen, WhatNoGameExplainsChangesNothing) {
  EXPECT_THAT(moves_of(told(kTwoPlies + "ARB seen e4 q\n. [+3]")), ElementsAre("e2e4", "e7e5"));
}

TEST(ADeclaredPiece, IsWhatThePawnBecameWhetherSaidBeforeOrAfter) {
  EXPECT_THAT(
      moves_of(told(kPawn + "ARB declare W n [1] -e7 [2] +e8 [2.6] -e8 [3] +e8=N [3.5] !W [3.8] . [+3]")),
      ElementsAre("e7e8n"));
  EXPECT_THAT(moves_of(told(kExchange + "!W [3.8] ARB declare W r [4]\n. [+3]")), ElementsAre("e7e8r"));
  EXPECT_THAT(moves_of(told(kExchange + "!W [3.8] ARB declare B r [4]\n. [+3]")), ElementsAre("e7e8q"))
      << "that was the other side's";
}

TEST(Adjourn, PausesTheGame) {
  const auto lines = told(kTwoPlies + "ARB adjourn [6]\n-g1 +f3 !W . [+3]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5"));
}

constexpr const char* kOpened = "!B [0.5] -e2 [2] +e4 [2.5] !W [3]\n";

// Whoever set the board up for the resumption: no player has moved.
TEST(AfterAnAdjournment, WhatWasSetUpWrongIsNobodysMove) {
  const auto resumed = [](const std::string& setting_up, const std::string& clock) {
    return told("control 3600+0\n" + std::string{kOpened} + "ARB adjourn [6] || [6.5] " + setting_up +
                " ARB resume [60] " + clock + " [62] . [+10]");
  };
  // A pawn of either side, or two men, stand elsewhere.
  for (const auto& [wrong, squares] : {std::pair{"-a7 [30] +a6 [31]", 2U}, std::pair{"-g2 [30] +g3 [31]", 2U},
                                       std::pair{"-g2 [30] +g3 [31] -b8 [32] +c6 [33]", 4U}}) {
    const auto lines = resumed(wrong, ">B");
    EXPECT_THAT(moves_of(lines), ElementsAre("e2e4")) << wrong;
    const auto found = about(lines, Kind::displaced_earlier);
    ASSERT_THAT(found, SizeIs(1)) << wrong;
    EXPECT_THAT(found[0].squares, SizeIs(squares)) << wrong;
    EXPECT_FALSE(found[0].side);
  }
  // Put right before the clock runs it was nothing.
  const auto corrected = resumed("-a7 [30] +a6 [31] -a6 [40] +a7 [41]", ">B");
  EXPECT_THAT(moves_of(corrected), ElementsAre("e2e4"));
  EXPECT_THAT(about(corrected, Kind::displaced_earlier), IsEmpty());
  // The other's clock is started: it is the move that was sealed.
  const auto sealed = resumed("-a7 [30] +a6 [31]", ">W");
  EXPECT_THAT(moves_of(sealed), ElementsAre("e2e4", "a7a6"));
  EXPECT_THAT(about(sealed, Kind::displaced_earlier), IsEmpty());
}

// The clock may be dead, or out of hearing.
TEST(AfterAnAdjournment, PlayIsFollowedAlsoIfTheClockDoesNotRun) {
  const auto lines =
      told("control 3600+0\n" + std::string{kOpened} +
           "ARB adjourn [6] || [6.5] ARB resume [60] -e7 [65] +e5 [66] -g1 [70] +f3 [71] . [+9]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "g1f3"));
}

TEST(AfterAnAdjournment, MovesAreFollowedFromWhereThePiecesStand) {
  const auto lines =
      told("control 3600+0\n" + std::string{kOpened} +
           "ARB adjourn [6] || [6.5] -a7 [30] +a6 [31] ARB resume [60] >B [62]\n"
           "-e7 [65] +e5 [66] !B [67] -g1 [70] +f3 [71] !W [72] -a6 [75] +a5 [76] !B [77] . [+5]");
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "g1f3", "a7a5"));
  EXPECT_THAT(about(lines, Kind::illegal_move), IsEmpty());
}

TEST(TheBoard, IsSeenAsThePlayersSitAtIt) {
  for (const bool turned : {false, true}) {
    const auto story = support::compile_story((turned ? "turned\n" : "") + kTwoPlies + ". [+3]");
    Detector detector{story->header, [](const Report&) {}};
    EXPECT_FALSE(detector.seen().turned);
    for (const auto& record : story->records) detector.on(record);
    EXPECT_EQ(detector.seen().turned, turned);
    chess::Bitboard stands = chess::Position{}.occupied();
    for (const Square square : {Square::e2, Square::e4, Square::e7, Square::e5}) stands ^= chess::bit(square);
    EXPECT_EQ(detector.seen().occupied, stands);
  }
}

TEST(AForgottenClock, IsNotedOnceAfterTenSeconds) {
  const std::string moved = "control 300+2\n!B [0.5] -e2 [1] +e4 [1.6] ";
  const auto found = about(told(moved + ". [+40]"), Kind::clock_not_pressed);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].t, std::chrono::milliseconds{11600});
  EXPECT_EQ(found[0].side, Side::white);
  EXPECT_THAT(about(told(moved + "!W [11] . [+40]"), Kind::clock_not_pressed), IsEmpty());
  EXPECT_THAT(about(told(moved + "-e7 [5] +e5 [5.6] . [+5]"), Kind::clock_not_pressed), IsEmpty());
  EXPECT_THAT(about(told(moved + "|| [5] . [+40]"), Kind::clock_not_pressed), IsEmpty());
  EXPECT_THAT(about(told("-e2 [1] +e4 [1.6] . [+40]"), Kind::clock_not_pressed), IsEmpty()) << "no clock";
  EXPECT_THAT(about(told(moved + ". [11]"), Kind::clock_not_pressed), IsEmpty())
      << "the log ends before that";
}

TEST(AForgottenClock, IsNotAssumedOfATimeInWhichNobodyHeardIt) {
  const auto after_a_loss = [](bool is_pressed) {
    const auto story = support::compile_story("control 300+2\n!B [0.5] -e2 [1] +e4 [1.6] . [+1]");
    std::vector<report::Report> lines;
    Detector detector{story->header, [&](const report::Report& line) { lines.push_back(line); }};
    std::optional<record::ClockReading> clock;
    for (const auto& record : story->records) {
      if (const auto* reading = std::get_if<record::ClockReading>(&record)) clock = *reading;
      if (!std::holds_alternative<record::End>(record)) detector.on(record);
    }
    detector.on(record::Link{std::chrono::seconds{3}, record::Link::State::lost, "silent"});
    detector.on(record::Link{std::chrono::seconds{20}, record::Link::State::restored, {}});
    clock->t = std::chrono::milliseconds{20'100};
    if (is_pressed) clock->running = Side::black;
    detector.on(*clock);
    detector.advance_to(std::chrono::seconds{60});
    return about(lines, Kind::clock_not_pressed);
  };
  EXPECT_THAT(after_a_loss(true), IsEmpty());
  const auto found = after_a_loss(false);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].t, std::chrono::seconds{30});
}

/// What is said of a game in which White has moved and forgotten the clock, of whose link such records come then.
std::vector<Report> forgotten_clock(const std::vector<record::Link>& links) {
  const auto story = support::compile_story("control 300+2\n!B [0.5] -e2 [1] +e4 [1.6] . [+1]");
  std::vector<Report> lines;
  Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }};
  for (const auto& record : story->records)
    if (!std::holds_alternative<record::End>(record)) detector.on(record);
  for (const record::Link& link : links) detector.on(link);
  detector.advance_to(std::chrono::seconds{60});
  return lines;
}

TEST(ALink, ThatComesBackWithoutHavingBeenLostChangesNothing) {
  const auto lines =
      forgotten_clock({record::Link{std::chrono::seconds{5}, record::Link::State::restored, {}}});
  const auto found = about(lines, Kind::clock_not_pressed);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].t, std::chrono::milliseconds{11'600});
}

TEST(ALink, ThatIsLostTwiceIsLostUntilItComesBack) {
  const auto lines =
      forgotten_clock({record::Link{std::chrono::seconds{5}, record::Link::State::lost, "silent"},
                       record::Link{std::chrono::seconds{7}, record::Link::State::lost, "gone"}});
  const auto lost = about(lines, Kind::link_lost);
  ASSERT_THAT(lost, SizeIs(1));
  EXPECT_EQ(lost[0].text.english(), "No scans from the board: silent.");
  EXPECT_EQ(lost[0].text.in(words::Language::danish), "Ingen aflæsninger fra brættet: det tier.");
  EXPECT_THAT(about(lines, Kind::clock_not_pressed), IsEmpty()) << "nobody sees whether it was";
}

// ---- flags

TEST(TheSecondFlag, IsReadFromTheTimesWhichAClockShowsNoFlagFor) {
  const auto lines = told("clock W 0:02 B 0:04\n!B [0.5] -e2 [1] +e4 [1.6] . [3] !W [4] . [+8]");
  EXPECT_THAT(about(lines, Kind::flag_fallen), SizeIs(1));
  const auto both = about(lines, Kind::both_flags_fallen);
  ASSERT_THAT(both, SizeIs(1));
  EXPECT_EQ(both[0].side, Side::black);
  EXPECT_EQ(both[0].t, std::chrono::seconds{9}) << "0:00 may still have most of a second";
}

// ---- where a game begins, and whether it ends by itself

TEST(AGame, MayBeginInAPositionThatSaysSomething) {
  const auto found = about(told("fen 3kr3/8/8/8/8/8/8/3RK3 w - - 0 1\ncontrol 300+2\n!B [0.5] . [+3]"),
                           Kind::both_kings_in_check);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].ply, 0U);
}

TEST(SeventyFiveMoves, EndTheGameUnlessTheRulesOfTheEventSayOtherwise) {
  const auto story = support::compile_story(
      "fen 4k3/8/8/8/8/8/8/R3K3 w - - 149 100\ncontrol 300+2\n"
      "!B [0.5] -e1 +e2 !W -e8 +e7 !B . [+3]");
  ASSERT_TRUE(story);
  for (const bool automatic : {true, false}) {
    std::vector<Report> lines;
    Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }, automatic};
    for (const auto& record : story->records) detector.on(record);
    detector.finish();
    EXPECT_THAT(about(lines, Kind::seventy_five_moves), SizeIs(1));
    EXPECT_THAT(moves_of(lines), SizeIs(automatic ? 1 : 2));
  }
}

}  // namespace
}  // namespace jadoube::detector
