// Castling in Chess960, on boards that only say which squares are occupied: king and rook may stand on each other's
// squares, or one of them where it has to go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string story(const std::string& first_rank, const std::string& rights, const std::string& events,
                  const std::string& senses = "presence") {
  return "senses " + senses + "\nfen 4k3/4p3/8/8/8/8/4P3/" + first_rank + " w " + rights + " - 0 1\n" +
         "control 900+10\n!B [0.5] " + events;
}

/// Black answers, so that castling is a ply among others.
const std::string kAnswer = " !W [9] -e7 [9.6] +e6 [10.2] !B [11] . [+5]";

TEST(Chess960Castling, InWhichKingAndRookChangePlacesIsSeenFromWhatWasLifted) {
  const auto lines = told(story("5KR1", "G", "-f1 [4] -g1 [4.6] +f1 [5.4] +g1 [6]" + kAnswer));
  EXPECT_THAT(moves_of(lines), ElementsAre("f1g1", "e7e6"));
}

TEST(Chess960Castling, InWhichNothingWasLiftedIsNone) {
  const auto lines = told(story("5KR1", "G", "-e2 [4] +e3 [6]" + kAnswer));
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e3", "e7e6"));
}

TEST(Chess960Castling, OfWhichOnlyTheRookMovesIsSeenWhetherOrNotTheKingIsLifted) {
  EXPECT_THAT(moves_of(told(story("6KR", "H", "-h1 [4] +f1 [6]" + kAnswer))), ElementsAre("g1h1", "e7e6"));
  EXPECT_THAT(moves_of(told(story("6KR", "H", "-g1 [3.6] -h1 [4.4] +f1 [5] +g1 [6]" + kAnswer))),
              ElementsAre("g1h1", "e7e6"));
}

TEST(Chess960Castling, OfWhichOnlyTheKingMovesIsNoIllegalMoveOfIt) {
  const auto lines = told(story("3R1K2", "D", "-f1 [4] +c1 [6]" + kAnswer));
  EXPECT_THAT(moves_of(lines), ElementsAre("f1d1", "e7e6"));
  EXPECT_THAT(about(lines, Kind::illegal_move), IsEmpty());
}

TEST(Chess960Castling, InWhichTheRookGoesToTheKingsSquareIsSeen) {
  // On the squares it is the rook's move to g1 as well; but the king was lifted.
  const auto lines = told(story("5K1R", "H", "-f1 [4] -h1 [4.6] +f1 [5.4] +g1 [6]" + kAnswer));
  EXPECT_THAT(moves_of(lines), ElementsAre("f1h1", "e7e6"));
}

TEST(Chess960Castling, IsNotARooksMoveThatLooksLikeIt) {
  const auto lines = told(story("5K1R", "H", "-h1 [4] +g1 [6]" + kAnswer));
  EXPECT_THAT(moves_of(lines), ElementsAre("h1g1", "e7e6"));
}

TEST(Chess960Castling, WithTheKingBesideTheBoardNeedsNoTwoHands) {
  // As the Guidelines recommend (II.3.2.5): the king is off the board until the rook stands.
  const auto lines = told(story("1K5R", "H", "-b1 [4] -h1 [5.5] +f1 [7] +g1 [7.5]" + kAnswer));
  EXPECT_THAT(moves_of(lines), ElementsAre("b1h1", "e7e6"));
  EXPECT_THAT(about(lines, Kind::two_hands), IsEmpty());
  EXPECT_THAT(about(lines, Kind::castling_order), IsEmpty());
}

TEST(Chess960Castling, BegunWithTheRookIsTold) {
  const auto lines = told(story("1K5R", "H", "-h1 [4] -b1 [5.5] +f1 [7] +g1 [7.5]" + kAnswer));
  const auto found = about(lines, Kind::castling_order);
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found.front().squares, ElementsAre(Square::h1, Square::b1));
  // Where the king stays, the rook may be all that is moved (II.3.2.4).
  EXPECT_THAT(about(told(story("6KR", "H", "-h1 [4] +f1 [6]" + kAnswer)), Kind::castling_order), IsEmpty());
}

TEST(Chess960Castling, ThatIsNotAllowedIsAnIllegalMove) {
  // Over d1, which the rook on d8 attacks.
  const std::string fen =
      "senses presence\nfen 3rk3/4p3/8/8/8/8/4P3/1K5R w H - 0 1\ncontrol 900+10\n!B [0.5] ";
  const auto lines = told(fen + "-b1 [4] -h1 [5.5] +f1 [7] +g1 [7.5] !W [9] . [+5]");
  const auto found = about(lines, Kind::illegal_move);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().reason, Reason::castling_through_check);
  EXPECT_THAT(found.front().squares, ElementsAre(Square::b1, Square::g1, Square::h1, Square::f1));
}

TEST(Chess960Castling, WithoutTheRightIsAnIllegalMove) {
  const auto lines = told(story("RK5R", "A", "-b1 [4] -h1 [5.5] +f1 [7] +g1 [7.5] !W [9] . [+5]"));
  const auto found = about(lines, Kind::illegal_move);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().reason, Reason::castling_rights);
}

TEST(Chess960Castling, HalfDoneIsTold) {
  const auto lines = told(story("1K5R", "H", "-b1 [4] +g1 [5] !W [9] . [+5]"));
  const auto found = about(lines, Kind::illegal_move);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().reason, Reason::castling_half_done);
}

TEST(Chess960Start, MayBeWrittenInXFenWhereTheHeaderNamesTheVariant) {
  record::Header header;
  header.game.start_fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
  header.game.variant = "chess960";
  EXPECT_EQ(chess::start_from(header.game.start_fen, header.game.variant).value(),
            chess::setup_from_fen("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1").value());
  const auto ordinary =
      chess::Position::from(chess::start_from(header.game.start_fen).value(), chess::kForgivable);
  EXPECT_EQ(ordinary.value().castling().bits(), 0U) << "in ordinary chess nobody is at home there";
}

TEST(Chess960Start, IsReadOffABoardThatTellsItsPiecesIfTheHeaderNamesOnlyTheVariant) {
  const std::string fen = "rkbnnqrb/pppppppp/8/8/8/8/PPPPPPPP/RKBNNQRB w GAga - 0 1";
  auto story = support::compile_story("senses identity\nfen " + fen +
                                      "\ncontrol 300+2\n!B [0.5] -e2 [2] +e4 [2.6] !W [3] . [+3]");
  ASSERT_TRUE(story);
  story->header.game.start_fen.clear();
  story->header.game.variant = "chess960";
  std::vector<Report> lines;
  Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }};
  for (const auto& record : story->records) detector.on(record);
  detector.finish();
  EXPECT_THAT(about(lines, Kind::initial_position), IsEmpty());
  EXPECT_THAT(moves_of(lines), ElementsAre("e2e4"));
  const auto* started = std::get_if<GameReport>(&lines.at(1));
  ASSERT_NE(started, nullptr);
  EXPECT_EQ(started->start_fen, fen);
}

TEST(Chess960Start, ThatNobodyCanHaveDrawnIsWrongWhereItBreaksTheRules) {
  const auto wrong_on = [](const std::string& placement) {
    auto story =
        support::compile_story("senses identity\nvariant chess960\nfen " + placement +
                               " w - - 0 1\ncontrol 300+2\n!B [0.5] -e2 [2] +e4 [2.6] !W [3] . [+3]");
    EXPECT_TRUE(story);
    story->header.game.start_fen.clear();
    std::vector<Report> lines;
    Detector detector{story->header, [&](const Report& line) { lines.push_back(line); }};
    for (const auto& record : story->records) detector.on(record);
    detector.finish();
    const auto found = about(lines, Kind::initial_position);
    if (found.empty()) return std::string{"nothing"};
    std::string squares;
    for (const Square square : found.front().squares)
      squares += (squares.empty() ? "" : ", ") + to_string(square);
    return squares;
  };
  EXPECT_EQ(wrong_on("rkbnnqrb/pppppppp/8/8/8/8/PPPPPPPP/RKBNNQRB"), "nothing");
  EXPECT_EQ(wrong_on("krbnnqrb/pppppppp/8/8/8/8/PPPPPPPP/KRBNNQRB"), "a1, b1, g1");
  EXPECT_EQ(wrong_on("rkbbnqrn/pppppppp/8/8/8/8/PPPPPPPP/RKBBNQRN"), "nothing");
  EXPECT_EQ(wrong_on("rkbnbqrn/pppppppp/8/8/8/8/PPPPPPPP/RKBNBQRN"), "c1, e1");
  EXPECT_EQ(wrong_on("rkbnqnrb/pppppppp/8/8/8/8/PPPPPPPP/RKBNNQRB"), "e1, f1, e8, f8");
  EXPECT_EQ(wrong_on("rkbnnqrb/pppppp1p/6p1/8/8/8/PPPPPPPP/RKBNNQRB"), "g6, g7");
  // One queen too many, and one knight too few.
  EXPECT_EQ(wrong_on("rkbnqqrb/pppppppp/8/8/8/8/PPPPPPPP/RKBNQQRB"), "a1, b1, c1, d1, e1, f1, g1, h1");
}

}  // namespace
}  // namespace jadoube::detector
