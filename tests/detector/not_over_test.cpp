// What has been seen may be a part of something that goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/detector/told_story.hpp"

namespace jadoube::detector {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Grade grade_left(const std::string& story, Kind kind) {
  const auto left = left_of(told(story), kind);
  EXPECT_EQ(left.size(), 1U) << story;
  return left.empty() ? Grade::A : left[0].grade;
}

// White's rook takes on h6, and the bishop may be what White sets aside first.
TEST(OutOfTurn, OfAPieceThatMayBeTakenIsASuspicionForAWhile) {
  const std::string set_aside =
      "fen 4k3/p7/7b/8/8/8/P7/4K2R w - - 0 1\ncontrol 5400+30\n!B [1] -h6 [8] +g5 [8.4] ";
  const auto waited = about(told(set_aside + ". [+8]"), Kind::out_of_turn);
  ASSERT_EQ(waited.size(), 2U);
  EXPECT_EQ(waited[0].grade, Grade::C);
  EXPECT_EQ(waited[1].grade, Grade::B) << "nobody takes it";
  EXPECT_GT(waited[1].t, Time{11'400'000});
  EXPECT_EQ(grade_left(set_aside + "!B [9] . [11]", Kind::out_of_turn), Grade::B)
      << "Black has pressed for it";
  const auto taken = told(set_aside + "-g5 [10.6] -h1 [10.9] +h6 [11.3] !W [12] . [+2]");
  EXPECT_THAT(left_of(taken, Kind::out_of_turn), IsEmpty());
  EXPECT_THAT(moves_of(taken), ElementsAre("h1h6"));

  std::string elsewhere = set_aside;
  elsewhere.replace(elsewhere.find("4K2R"), 4, "4K1R1");
  EXPECT_EQ(grade_left(elsewhere + ". [10.4]", Kind::out_of_turn), Grade::B) << "White cannot take it";
}

// The pawn is slid by a hand that rests on e6, where it stands badly.
TEST(OutOfTurn, OfAPieceThatMayBeInTheHandStillIsASuspicion) {
  const auto grade = [](const std::string& pressed) {
    const auto found = about(told("control 5400+30\n!B [1] -e2 [5] +e4 [5.3] !W [6] -e7 [11] +e6 [11.05] -e6 "
                                  "[11.15] +e6 [11.3] -e6 "
                                  "[11.35] +e6 [11.4] -e6 [11.8] +e6 [12.2] -e6 [13.2] +e6 [13.55] " +
                                  pressed + " -e6 [19] +e5 [19.05] . [20.5]"),
                             Kind::out_of_turn);
    return found.empty() ? Grade::C : found.back().grade;
  };
  EXPECT_EQ(grade(""), Grade::C);
  EXPECT_EQ(grade("!B [15]"), Grade::B) << "the ply was over";
}

// White moves before his clock runs; Black starts it then.
TEST(PressWithoutMove, IsNoneOfWhoStartsTheClock) {
  const auto left = left_of(told("clock buttons\n-g1 [7.4] +f3 [7.5] !B [7.6] -c7 [9.9] +c6 [10.1] -h1 "
                                 "[11.1] +g1 [11.2] !W [12.8] -g7 "
                                 "[13.2] +g6 [13.4] !B [15.7] -a2 [15.75] +a4 [15.9] !W [17.6] . [+3]"),
                            Kind::press_without_move);
  for (const Finding& finding : left) EXPECT_EQ(finding.grade, Grade::C) << finding.text.english();
}

// A knight that takes leaves nothing to be seen but that it is gone, and then one sensor is wrong.
TEST(IllegalMove, OfAPieceThatMayHaveTakenIsNotBeyondDoubt) {
  const auto grade = [](const std::string& fen, const std::string& senses) {
    return grade_left(
        "fen " + fen + "\n" + senses + "control 900+10\n!B [1] -f3 [10] +f5 [10.5] !W [11] . [+4]",
        Kind::illegal_move);
  };
  EXPECT_EQ(grade("4k3/p7/8/8/3p4/5N2/P7/4K3 w - - 0 1", ""), Grade::B);
  EXPECT_EQ(grade("4k3/p7/8/8/2p5/5N2/P7/4K3 w - - 0 1", ""), Grade::A) << "there is nothing to take";
  EXPECT_EQ(grade("4k3/p7/8/8/3p4/5N2/P7/4K3 w - - 0 1", "senses identity\n"), Grade::A)
      << "the knight is seen there";
}

// White does not wait for the move, and so not for its press: that comes two seconds later, and at once his own.
TEST(Displaced, IsNoReplyThatWasPressedAsSoonAsItCouldBe) {
  const auto lines = told(
      "fen 2b4k/6p1/8/8/8/8/6P1/1Q5K b - - 0 1\ncontrol 5400+30\n!W [1] -c8 [10] -g2 [10.45] +d7 [10.5] +g4 "
      "[10.55] !B [12.56] !W [12.71] . [+3]");
  EXPECT_THAT(left_of(lines, Kind::displaced), IsEmpty());
  EXPECT_THAT(left_of(lines, Kind::press_without_move), IsEmpty());
  EXPECT_THAT(moves_of(lines), ElementsAre("c8d7", "g2g4"));
}

/// White's queen could mate on f7, where a board that senses presence would show nothing.
const std::string kMayMate =
    "[4] -e2 [5] +e4 [5.4] !W [6] -a7 [8] +a6 [8.4] !B [9] -f1 [11] +c4 [11.4] !W [12] -a6 [14] +a5 [14.4] "
    "!B "
    "[15] -d1 [17] +f3 [17.4] !W [18] -b7 [20] +b6 [20.4] !B [21] -f3 [24] ";

std::string without_clock(std::string story) {
  for (std::size_t at; (at = story.find('!')) != std::string::npos;) {
    // The press and its time.
    const std::size_t end = story.find(']', at);
    story.erase(at, end + 1 - at);
  }
  return "clock none\n" + story;
}

bool is_over(const std::vector<Report>& lines) {
  bool over = false;
  for (const Report& line : lines)
    if (const auto* game = std::get_if<GameReport>(&line)) over = game->state == GameState::over;
  return over;
}

TEST(Mate, ByAPieceThatIsInTheHandIsNone) {
  const std::string held = "!B " + kMayMate + "+g3 [50] !W [51] -b6 [53] +b5 [53.4] !B [54] . [70]";
  for (const std::string& story : {"control 600+5\n" + held, "clock buttons\n" + held, without_clock(held)}) {
    const auto lines = told(story);
    EXPECT_THAT(moves_of(lines), ElementsAre("e2e4", "a7a6", "f1c4", "a6a5", "d1f3", "b7b6", "f3g3", "b6b5"))
        << story;
    EXPECT_FALSE(is_over(lines)) << story;
    for (const Finding& finding : left_of(lines, Kind::clock_not_pressed))
      EXPECT_EQ(finding.grade, Grade::C) << story;
  }
}

TEST(Mate, OnAPieceThatIsReplacedUnseenIsOneOnceTheClockOrTimeSaysSo) {
  const std::string mated = "control 600+5\n!B " + kMayMate;
  EXPECT_FALSE(is_over(told(mated + ". [40]")));
  EXPECT_TRUE(is_over(told(mated + "|| [28] . [40]"))) << "the clock was stopped";
  EXPECT_TRUE(is_over(told(mated + "!W [28] . [40]"))) << "pressed";
  EXPECT_TRUE(is_over(told(mated + ". [95]"))) << "nobody holds a piece for so long";
  EXPECT_TRUE(is_over(told(mated + "-f7 [24.3] +f7 [24.6] . [40]")))
      << "the piece that is taken was seen to go";
}

}  // namespace
}  // namespace jadoube::detector
