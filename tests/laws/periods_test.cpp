// Controls with periods: which times belong to the moves that are played again, and what 0:00 means after the last move of one.
#include <gmock/gmock.h>

#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

/// White to move, in check from h4, 39 moves made.
constexpr const char* kFortieth = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 40";
/// 1:56 are left at the press, which brings 0:30 and 30:00.
constexpr const char* kIllegalFortieth =
    "0    clock 2:00 10:00 white\n"
    "4    clock 32:26 10:00 black\n"
    "4.4  move 1 white a2a3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR b KQkq - 0 40\n"
    "4.4  finding illegal_move A white ply=1 squares=a2,a3 reason=king_in_check touched=a2 at=4 from=2 "
    "before=1\n";
constexpr const char* kBlackReplies =
    "9    move 2 black b8c6 made fen=r1b1kbnr/pppp1ppp/2n5/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR w KQkq - 1 41\n";

Script forty(const char* law, const char* control, const char* fen = kFortieth) {
  return Script{{.law = law, .fen = fen, .time_control = control}};
}

Readings seconds(int white, int black) {
  return {std::chrono::seconds{white}, std::chrono::seconds{black}};
}

TEST(Periods, TheTimeOfTheNextOneIsTakenBackWithTheMoveThatBroughtIt) {
  Script s = forty("fide-2023-std", "40/5400+30:1800+10");
  s.run(kIllegalFortieth);
  const Advice advice = s.about(1).back().advice;
  ASSERT_THAT(advice.clocks, SizeIs(2));
  EXPECT_EQ(advice.clocks[0].times, seconds(116, 600 + 120)) << "the move is one of the first period: 0:30";
  EXPECT_EQ(advice.clocks[1].times, seconds(146, 600 + 120)) << "the clock will add 30:00 again";
  EXPECT_THAT(advice.text.english(),
              HasSubstr("White's as at his press, its increment and the 30:00 of the next period taken back; "
                        "Black's as at 0:00:04.4, 2:00 more for Black"));
  EXPECT_THAT(advice.text.english(),
              HasSubstr("both left as at 0:00:04.4, the 30:00 of the next period taken back, 2:00 more for "
                        "Black"));
}

TEST(Periods, AlsoWithoutAnIncrement) {
  Script s = forty("fide-2023-std", "40/5400:1800");
  s.run("0 clock 2:00 10:00 white\n4 clock 31:56 10:00 black\n");
  s.run(
      "4.4 move 1 white a2a3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR b KQkq - 0 40\n"
      "4.4 finding illegal_move A white ply=1 squares=a2,a3 touched=a2 at=4 from=2 before=1");
  const Advice advice = s.about(1).back().advice;
  ASSERT_THAT(advice.clocks, SizeIs(1)) << "it is the same either way";
  EXPECT_EQ(advice.clocks[0].times, seconds(116, 720));
  EXPECT_THAT(advice.text.english(),
              HasSubstr("White's as at his press, the 30:00 of the next period taken back; Black's"));
}

TEST(Periods, WhatTheReplyBroughtIsTakenBackToo) {
  Script s = forty("fide-2023-std", "40/5400+30:1800+30");
  s.run(kIllegalFortieth);
  s.run(kBlackReplies);
  // 10:00 less 6 s, 0:30 and 30:00.
  s.run("10 clock 32:26 40:24 white\n12 claim black illegal move");
  const auto clocks = s.about(1).back().advice.clocks;
  ASSERT_THAT(clocks, SizeIs(2));
  EXPECT_EQ(clocks[0].times, seconds(116, 720)) << "both as at White's press";
  EXPECT_EQ(clocks[1].times, seconds(144, 624 + 120)) << "2 s later";
}

TEST(Periods, WhatCameBeforeTheMoveStays) {
  Script s = forty("fide-2023-std", "39/5400+30:1800+30");
  s.run("0 clock 32:00 10:00 white\n4 clock 32:26 10:00 black");
  s.run(
      "4.4 move 1 white a2a3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR b KQkq - 0 40\n"
      "4.4 finding illegal_move A white ply=1 squares=a2,a3 touched=a2 at=4 from=2 before=1");
  EXPECT_EQ(s.about(1).back().advice.clocks[0].times, seconds(32 * 60 - 4, 720));
}

// Whether it is told or not, the time that went is that of the first period.
TEST(Periods, ProportionalTimesAreOfThePeriodInWhichTheMovesWereMade) {
  Script s = forty("skak-1985", "40/9000:3600");
  s.run("0 clock 30:00 30:00 white\n4 clock 29:56 30:00 black");
  s.run(
      "4.4 move 1 white a2a3 completed fen=rnb1kbnr/pppp1ppp/8/4p3/4P2q/P4P2/1PPP2PP/RNBQKBNR b KQkq - 0 "
      "40\n");
  s.run(kBlackReplies);
  s.run(
      "10 clock 29:56 29:54 white\n"
      "16 move 3 white a3a4 completed fen=r1b1kbnr/pppp1ppp/2n5/4p3/P3P2q/5P2/1PPP2PP/RNBQKBNR b KQkq - 0 "
      "41\n"
      "16 clock 29:50 29:54 black\n"
      "16.4 finding illegal_move A white ply=1 squares=a2,a3 touched=a2 at=4 from=2 before=1");
  const auto clocks = s.about(1).back().advice.clocks;
  ASSERT_FALSE(clocks.empty());
  EXPECT_EQ(clocks.back().why, "P7, by proportion");
  // 41 moves were made in 2:30:00 less 29:50, and less 29:54; 40 of them in 7034 s, and in 7030 s.
  EXPECT_EQ(clocks.back().times, seconds(9000 - 7034, 9000 - 7030));
}

constexpr const char* kZero =
    "0   clock 0:12 5:00 white\n"
    "4   move 1 white e2e4 completed\n"
    "4   clock 0:08 5:00 black\n"
    "8   move 2 black e7e5 completed\n"
    "8   clock 0:08 4:56 white\n"
    "16  clock 0:00 4:56 white\n"
    "18  claim black flag\n";

TEST(Periods, AFlagAfterTheLastMoveOfOneIsNone) {
  Script s =
      forty("fide-2023-std", "40/5400:1800", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 40");
  s.run(kZero);
  EXPECT_THAT(last_reply(s),
              HasSubstr("White had completed the 40 moves of the period when the clock came to 0:00"));
  s.run("20 clock 29:58 4:56 white\n21 claim black flag");
  EXPECT_THAT(last_reply(s), HasSubstr("by the log White has 29:57 left"));
  s.run("30 result 1-0");
  EXPECT_THAT(last_reply(s), testing::Not(HasSubstr("flag was down")));
}

TEST(Periods, AFlagBeforeItIsOne) {
  for (const char* const control : {"41/5400:1800", "5400", "39/5400:1800", ""}) {
    Script s = forty("fide-2023-std", control, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 40");
    s.run(kZero);
    EXPECT_THAT(last_reply(s), HasSubstr("White loses")) << control;
  }
}

}  // namespace
}  // namespace jadoube::laws
