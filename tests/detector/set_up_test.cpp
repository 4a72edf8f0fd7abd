// Games whose pieces were not set up as they should be, or seem not to have been.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "detector/findings/setup.hpp"
#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

const SensedBoard kStart = SensedBoard::of(chess::Position{});

SensedBoard showing(Bitboard changed) {
  SensedBoard board;
  board.occupied = kStart.occupied ^ changed;
  return board;
}

TEST(SetUp, OneSensorThatSaysSoAloneMayFail) {
  const auto grade = [](const SensedBoard& shown) {
    return findings::initial_position(shown, kStart, 0).value().grade;
  };
  const Bitboard e2 = chess::bit(Square::e2);
  const Bitboard e3 = chess::bit(Square::e3);
  EXPECT_EQ(grade(showing(e2)), Grade::C) << "its sensor may be dead";
  EXPECT_EQ(grade(showing(e3)), Grade::C) << "its sensor may be stuck";
  EXPECT_EQ(grade(showing(e2 | chess::bit(Square::h7))), Grade::C) << "both may be dead";
  EXPECT_EQ(grade(showing(e2 | e3)), Grade::A) << "gone from one square, come to the next";
  EXPECT_EQ(grade(showing(e2 | chess::bit(Square::a5))), Grade::B) << "or one is dead, and the other stuck";
  SensedBoard told = kStart;
  told.colour_known = told.type_known = ~Bitboard{0};
  told.put(e3, {Side::white, chess::PieceType::queen});
  EXPECT_EQ(grade(told), Grade::A) << "a sensor that tells which piece is there does not invent it";
}

TEST(SetUp, APieceThatStoodThereUntilJustNowStandsBadlyOrIsAdjusted) {
  const Bitboard e2 = chess::bit(Square::e2);
  const Bitboard h7 = chess::bit(Square::h7);
  EXPECT_EQ(findings::initial_position(showing(e2), kStart, e2), std::nullopt);
  const auto both = findings::initial_position(showing(e2 | h7), kStart, e2);
  EXPECT_THAT(both.value().squares, ElementsAre(Square::h7));
  EXPECT_TRUE(findings::initial_position(showing(chess::bit(Square::e3)), kStart, chess::bit(Square::e3)))
      << "what stands there has not left";
}

/// The records of a story, as a board that lies the other way round tells them.
std::vector<record::Record> turned_round(std::vector<record::Record> records) {
  for (record::Record& record : records)
    if (auto* scan = std::get_if<record::Scan>(&record)) {
      scan->occupied.bits = reading::half_turn(scan->occupied.bits);
      if (scan->white) scan->white->bits = reading::half_turn(scan->white->bits);
      if (scan->pieces) std::reverse(scan->pieces->begin(), scan->pieces->end());
    }
  return records;
}

/// … and as a clock whose buttons stand at the other player's side.
std::vector<record::Record> with_turned_clock(std::vector<record::Record> records) {
  for (record::Record& record : records) {
    if (auto* press = std::get_if<record::Press>(&record)) press->side = ~press->side;
    if (auto* clock = std::get_if<record::ClockReading>(&record)) {
      std::swap(clock->white, clock->black);
      if (clock->running) clock->running = ~*clock->running;
    }
  }
  return records;
}

std::vector<Report> told_of(const record::Header& header, const std::vector<record::Record>& records) {
  std::vector<Report> lines;
  Detector detector{header, [&](const Report& line) { lines.push_back(line); }};
  for (const record::Record& record : records) detector.on(record);
  detector.finish();
  return lines;
}

// Before White has moved Black's king and three of his pawns are out of sight for a moment: adjusted, or a sensor's fault.
TEST(SetUp, WhatIsTouchedBeforeTheFirstMoveDoesNotTellWhichWayRoundTheBoardLies) {
  const auto story = support::compile_story(
      "control 900+10\n!B [1] -e8 [+40] +e8 [+0.4] -d7 [+60] +d7 [+0.02] -g7 [+4] +g7 [+0.55] -f7 [+25] +f7 "
      "[+0.05] -d2 [+24] +d4 [+0.4] !W [+1] -g8 [+3] +h6 [+0.3] !B [+1] -b1 [+5] +d2 [+0.6] !W [+1] . [+4]");
  ASSERT_TRUE(story);
  const auto lines = told_of(story->header, turned_round(story->records));
  EXPECT_THAT(moves_of(lines), ElementsAre("d2d4", "g8h6", "b1d2"));
  for (const Kind kind : {Kind::out_of_turn, Kind::illegal_move, Kind::clock_fault})
    EXPECT_THAT(left_of(lines, kind), IsEmpty()) << name(kind);
}

// As far as occupancy tells, a game on a clock that stands the wrong way round is one on a board that does, until a queen moves as the
// king on her square would not. Each in every other combination.
TEST(SetUp, AClockThatStandsTheWrongWayRoundIsTakenForNothingElse) {
  const auto story = support::compile_story(
      "control 900+10\n!B [1] -e2 [+5] +e4 [+0.4] !W [+1] -e7 [+3] +e5 [+0.4] !B [+1] -d1 [+5] +h5 [+0.6] !W "
      "[+1] "
      "-b8 [+4] +c6 [+0.4] !B [+1] -f1 [+4] +c4 [+0.4] !W [+1] -g7 [+4] +g6 [+0.4] !B [+1] -h5 [+4] +f3 "
      "[+0.4] !W [+1] "
      "-g8 [+4] +f6 [+0.4] !B [+1] . [+4]");
  ASSERT_TRUE(story);
  for (const bool lies_turned : {false, true}) {
    const auto on_board = lies_turned ? turned_round(story->records) : story->records;
    const auto lines = told_of(story->header, with_turned_clock(on_board));
    EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g7g6", "h5f3", "g8f6"))
        << lies_turned;
    const auto clock = about(lines, Kind::clock_fault);
    ASSERT_EQ(clock.size(), 1U) << lies_turned;
    EXPECT_LE(clock.front().ply, 6U) << lies_turned;
    for (const Kind kind : {Kind::out_of_turn, Kind::press_without_move, Kind::illegal_move})
      EXPECT_THAT(left_of(lines, kind), IsEmpty()) << name(kind) << lies_turned;
  }
}

// The board lies with White's first rank at h8, and a second white queen stands on a6 from the beginning.
TEST(SetUp, APieceTooManyIsMovedByNobody) {
  for (const std::string senses : {"identity", "presence"}) {
    const auto compiled = support::compile_story(
        "senses " + senses +
        "\ncontrol 900+10\n!B [1] -g1 [+3] !W [+0.2] +h3 [+1.5] -a7 [+6] +a5 [+0.4] !B . [+4]");
    ASSERT_TRUE(compiled);
    std::vector<record::Record> records = compiled->records;
    for (record::Record& record : records)
      if (auto* scan = std::get_if<record::Scan>(&record)) {
        scan->occupied.bits |= chess::bit(Square::a6);
        if (scan->pieces)
          (*scan->pieces)[chess::index(Square::a6)] = chess::Piece{Side::white, chess::PieceType::queen};
      }
    const auto lines = told_of(compiled->header, turned_round(std::move(records)));
    EXPECT_THAT(moves_of(lines), ElementsAre("g1h3", "a7a5")) << senses;
    EXPECT_EQ(about(lines, Kind::initial_position).size(), 1U) << senses;
    for (const Kind kind : {Kind::illegal_move, Kind::illegal_move_pending, Kind::displaced})
      EXPECT_THAT(about(lines, kind), IsEmpty()) << senses << ' ' << name(kind);
  }
}

/// The moves of a game whose board lies either way round; of what it shows these are not heard, counted from the start position.
std::vector<std::string> moves_without(const std::set<std::size_t>& unheard, const std::string& story,
                                       bool lies_turned = false) {
  const auto compiled = support::compile_story(story);
  if (!compiled) throw std::runtime_error{compiled.error().sentence};
  std::vector<record::Record> records = lies_turned ? turned_round(compiled->records) : compiled->records;
  std::erase_if(records, [&, scan = std::size_t{0}](const record::Record& record) mutable {
    return std::holds_alternative<record::Scan>(record) && unheard.contains(scan++);
  });
  return moves_of(told_of(compiled->header, records));
}

// A board that says nothing while nothing moves.
TEST(SetUp, ABoardThatIsFirstHeardOfWhenAPieceIsLiftedHasBegunItsGame) {
  for (const std::string senses : {"presence", "colour", "identity"})
    for (const bool lies_turned : {false, true}) {
      const std::string story =
          "senses " + senses +
          "\nclock none\n-g1 [2] +f3 [+0.4] -e7 [+2] +e5 [+0.4] -f3 [+2] -e5 [+0.2] +e5=N [+0.4] . [+9]";
      const auto moves = ElementsAre("g1f3", "e7e5", "f3e5");
      EXPECT_THAT(moves_without({}, story, lies_turned), moves) << senses << lies_turned;
      EXPECT_THAT(moves_without({0}, story, lies_turned), moves) << senses << lies_turned;
      EXPECT_THAT(moves_without({0, 2}, story, lies_turned), moves)
          << "Black has lifted a piece before it is seen that White's stands: " << senses << lies_turned;
    }
}

TEST(SetUp, WhatIsPutUpWhenTheBoardIsFirstHeardOfIsNoMove) {
  // One piece of many that are put up, and the last one.
  EXPECT_THAT(moves_without({0, 1}, "clock none\n-a2 [2] -b2 [+1] +b2 [+1] +a2 [+1] . [+9]"), IsEmpty());
  EXPECT_THAT(moves_without({0}, "clock none\n-a2 [2] +a2 [+1] . [+9]"), IsEmpty());
  // White's knight is not there, and another one moves.
  EXPECT_THAT(moves_without({0}, "clock none\n-b1 [2] -g1 [+1] +f3 [+1] . [+9]"), IsEmpty());
}

// There is no clock, and a pawn stands so badly that its sensor does not show it until it moves: nothing else tells that a game has
// begun.
TEST(SetUp, AGameWithoutAClockBeginsOnABoardThatDoesNotShowAllPieces) {
  for (const bool lies_turned : {false, true}) {
    const std::string story =
        "clock none\n-e7 [1] -e2 [+9] +e4 [+0.4] +e5 [+2] -g1 [+2] +f3 [+0.4] -b8 [+2] +c6 [+0.4] . [+9]";
    const auto moves = ElementsAre("e2e4", "e7e5", "g1f3", "b8c6");
    EXPECT_THAT(moves_without({0}, story, lies_turned), moves) << lies_turned;
  }
  const auto compiled =
      support::compile_story("clock none\n-e7 [1] -e2 [+9] +e4 [+0.4] -d7 [+2] +d5 [+0.4] . [+9]").value();
  std::vector<record::Record> records = compiled.records;
  records.erase(std::find_if(records.begin(), records.end(), [](const record::Record& record) {
    return std::holds_alternative<record::Scan>(record);
  }));
  const auto found = left_of(told_of(compiled.header, records), Kind::initial_position);
  ASSERT_THAT(found, testing::SizeIs(1));
  EXPECT_EQ(found[0].grade, Grade::C) << "its sensor may be dead";
  EXPECT_THAT(found[0].squares, ElementsAre(Square::e7));
}

// The king's rook was forgotten, says one game; by the other, king and queen were put on each other's squares, and the queen goes where
// she likes. Her next move tells.
TEST(SetUp, AQueenOnTheKingsSquareMayGoWhereHeCastles) {
  const std::string castled =
      "control 1800+10\ngap 1.5\n!B -f2 +f4 !W -e7 +e6 !B -g1 +f3 !W -b8 +c6 !B -g2 +g3 !W -g8 +f6 !B -f1 "
      "+g2 !W -d7 +d6 "
      "!B -e1 +g1 ";
  const auto doubted = told(castled + "!W . [+3]");
  const auto found = left_of(doubted, Kind::illegal_move);
  ASSERT_THAT(found, testing::SizeIs(1));
  EXPECT_EQ(found[0].reason, Reason::castling_half_done);
  EXPECT_EQ(found[0].grade, Grade::C);
  const auto shown = told(castled + "!W -f8 +e7 !B -g1 +d4 !W -a7 +a6 !B . [+3]");
  EXPECT_THAT(left_of(shown, Kind::illegal_move), IsEmpty());
  EXPECT_THAT(left_of(shown, Kind::initial_position), testing::SizeIs(1));
  // Until the press the hand may rest with the king wherever it likes.
  const auto resting = told(
      "control 1800+10\ngap 1.5\nfen r3kbnr/pppqpppp/2npb3/8/8/2NPB3/PPPQPPPP/R3KBNR w KQkq - 0 1\n!B -e1 "
      "[+2] +b1 "
      "[+1] -b1 [+1.2] "
      "+c1 [+0.3] -a1 [+1] +d1 [+0.6] !W -g8 +f6 !B . [+3]");
  EXPECT_THAT(moves_of(resting), ElementsAre("e1c1", "g8f6"));
  EXPECT_THAT(about(resting, Kind::initial_position), IsEmpty());
}

}  // namespace
}  // namespace jadoube::detector
