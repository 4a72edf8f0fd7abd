// A clock that tells its presses and no times, and one that tells its times late.
#include <gmock/gmock.h>

#include "judge/clock_book.hpp"
#include "tests/laws/judge_script.hpp"

namespace jadoube::laws {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

void press(Script& s, const char* t, Side side) {
  s.line(std::string{t} + " withdraw 0");  // time passes
  s.feed(record::Press{s.now(), side});
}

/// 1. e2-e5 under a law with a window until the opponent moves, pressed at 4 by a clock without times.
Script illegal_by_press() {
  Script s{{.law = "fide-2023-rapid-A5"}};
  s.run("0 finding clock_not_pressed B white id=0");
  return s;
}

constexpr const char* kRookUp =
    "4.4 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked touched=e2 at=4";

TEST(AClockOfPressesAlone, IsPressedBackOverAnUntouchedBoard) {
  Script s = illegal_by_press();
  s.run("3 lift e2\n3.5 place e5");
  press(s, "4", Side::white);
  s.line(kRookUp);
  press(s, "6", Side::black);
  EXPECT_THAT(s.about(1).back().advice.text.english(),
              HasSubstr("Black pressed back without moving. That is probably a claim"));
}

TEST(AClockOfPressesAlone, IsNotPressedBackWhereSomethingWasTouchedOrBySomebodyElse) {
  Script touched = illegal_by_press();
  touched.run("3 lift e2\n3.5 place e5");
  press(touched, "4", Side::white);
  touched.line(kRookUp);
  touched.run("5 lift b8\n5.1 place b8");
  press(touched, "6", Side::black);
  EXPECT_THAT(states(touched, 1).size(), 1U) << "he has touched a piece";
  Script again = illegal_by_press();
  again.run("3 lift e2\n3.5 place e5");
  press(again, "4", Side::white);
  again.line(kRookUp);
  press(again, "6", Side::white);
  EXPECT_THAT(states(again, 1), ElementsAre("opened")) << "the same player pressed twice";
}

/// What a press left on the clocks is not known where only later readings have times: nothing is proposed of it.
TEST(AClockOfPressesAlone, LeavesTheTimesOfThePressUnknown) {
  Script s{{.law = "fide-2023-std", .time_control = "300+2"}};
  s.run("0 finding clock_not_pressed B white id=0");
  press(s, "4", Side::white);
  s.run(
      "5 clock 5:00 5:00 black\n5.4 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked "
      "touched=e2 "
      "at=4 from=3");
  ASSERT_THAT(s.about(1), ::testing::SizeIs(1));
  // Both as they are now, and two minutes more for Black.
  ASSERT_FALSE(s.about(1).front().advice.clocks.empty());
  EXPECT_EQ(s.about(1).front().advice.clocks.front().times, (Readings{5min, 7min}));
}

TEST(AClockOfPressesAlone, HasNoAgreedTimesToGoBackTo) {
  Script s{{.law = "fide-2023-std", .time_control = "300+2"}};
  s.run("0 finding clock_not_pressed B white id=0");
  press(s, "4", Side::white);
  s.run("5 clock 5:00 5:00 black\n9 finding displaced_earlier A black ply=2 squares=a7 at=9 from=8");
  EXPECT_THAT(s.about(1).front().advice.clocks, IsEmpty());
}

TEST(AClockOfPressesAlone, DoesNotShowThatAPlayerIsShortOfTime) {
  Script s{{.law = "fide-2023-std", .time_control = "300"}};
  s.run("0 finding clock_not_pressed B white id=0");
  press(s, "4", Side::white);
  press(s, "5", Side::black);
  s.run("6 clock 10:00 10:00 white\n7 claim black score sheet");
  EXPECT_THAT(last_reply(s), HasSubstr("White has to record the moves"));
}

/// With less than a minute a declared piece may stay a pawn (Michigan 9): how much there was at the press is not known.
TEST(AClockOfPressesAlone, DoesNotShowThatADeclaredPieceMayStay) {
  Script s{{.law = "michigan-speed-2000", .fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1"}};
  s.run("0 finding clock_not_pressed B white id=0\n3 declare white queen");
  press(s, "4", Side::white);
  s.run("4.4 finding promotion_incomplete A white ply=1 squares=a8 at=4 from=3.5");
  EXPECT_EQ(s.about(1).front().advice.text.english().find("declared"), std::string::npos);
}

TEST(AClockBook, TakesTheFirstReadingAfterAPressForWhatItIs) {
  ClockBook book;
  record::Press first;
  first.t = 4s;
  first.side = Side::white;
  book.on(first);
  record::ClockReading reading;
  reading.t = 9s;
  reading.white = reading.black = 60s;
  reading.running = Side::white;
  book.on(reading);
  // Black has pressed since; what that gave him is not known.
  ASSERT_EQ(book.presses().size(), 2U);
  EXPECT_EQ(book.presses().back().side, Side::black);
  EXPECT_EQ(book.presses().back().gained, 0s);
}

TEST(AClockBook, PassesNoTimeThatHasNotEnded) {
  ClockBook book;
  book.pass(Side::white);
  EXPECT_FALSE(book.ended(Side::white));
}

}  // namespace
}  // namespace jadoube::laws
