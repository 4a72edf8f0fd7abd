// Games whose pieces were not set up as they should be, or seem not to have been.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_EQ(grade(showing(e2)), Grade::B) << "its sensor may be dead";
  EXPECT_EQ(grade(showing(e3)), Grade::B) << "its sensor may be stuck";
  EXPECT_EQ(grade(showing(e2 | e3)), Grade::A) << "gone from one square, come to another";
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

// The board lies with White's first rank at h8, and a second white queen stands on a6 from the beginning.
TEST(SetUp, APieceTooManyIsMovedByNobody) {
  for (const std::string senses : {"identity", "presence"}) {
    const auto compiled = support::compile_story(
        "senses " + senses +
        "\ncontrol 900+10\n!B [1] -g1 [+3] !W [+0.2] +h3 [+1.5] -a7 [+6] +a5 [+0.4] !B . [+4]");
    ASSERT_TRUE(compiled);
    std::vector<Report> lines;
    Detector detector{compiled->header, [&](const Report& line) { lines.push_back(line); }};
    for (record::Record record : compiled->records) {
      if (auto* scan = std::get_if<record::Scan>(&record)) {
        scan->occupied.bits |= chess::bit(Square::a6);
        if (scan->pieces)
          (*scan->pieces)[chess::index(Square::a6)] = chess::Piece{Side::white, chess::PieceType::queen};
        scan->occupied.bits = reading::half_turn(scan->occupied.bits);
        if (scan->pieces) std::reverse(scan->pieces->begin(), scan->pieces->end());
      }
      detector.on(record);
    }
    detector.finish();
    EXPECT_THAT(moves_of(lines), ElementsAre("g1h3", "a7a5")) << senses;
    EXPECT_EQ(about(lines, Kind::initial_position).size(), 1U) << senses;
    for (const Kind kind : {Kind::illegal_move, Kind::illegal_move_pending, Kind::displaced})
      EXPECT_THAT(about(lines, kind), IsEmpty()) << senses << ' ' << name(kind);
  }
}

}  // namespace
}  // namespace jadoube::detector
