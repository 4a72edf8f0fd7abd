// What a game weighs by the presses that are heard and by what the sensors do, worked out by hand from docs/model.md 2 to 5.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/tracker/followed.hpp"

namespace jadoube::tracker {
namespace {

/// White's king's pawn has been moved, at 1.5 s.
Followed opened() {
  Followed board;
  board.change(Square::e2, 1s).change(Square::e4, 1500ms);
  return board;
}

TEST(PressWeights, APressThatIsExpectedCostsNextToNothing) {
  Followed board = opened();
  EXPECT_EQ(board.score("e2e4"), kOneOfTwenty);
  EXPECT_EQ(board.game("e2e4")->presses.pending, 1U);
  board.press(Side::white, 2s);
  EXPECT_EQ(board.score("e2e4"), kOneOfTwenty - 20);
  EXPECT_EQ(board.game("e2e4")->presses.pending, 0U);
}

/// … and answered at 3.5 s without a press.
Followed answered(Time left_to_white, Time left_to_black) {
  Followed board = opened();
  board.tracker().set_time_left({left_to_white, left_to_black});
  board.change(Square::e7, 3s).change(Square::e5, 3500ms);
  return board;
}

TEST(PressWeights, AReplyThatDoesNotWaitForThePressCostsTheMoreTheMoreTimeThereIs) {
  EXPECT_EQ(answered(60s, 600s - 1us).score("e2e4 e7e5"), 2 * kOneOfTwenty - 2500);
  EXPECT_EQ(answered(60s, 600s).score("e2e4 e7e5"), 2 * kOneOfTwenty - 5500);
  EXPECT_EQ(answered(600s, 60s).score("e2e4 e7e5"), 2 * kOneOfTwenty - 2500) << "it is his time that counts";
  EXPECT_EQ(answered(60s, 60s).game("e2e4 e7e5")->presses.pending, 2U);
}

TEST(PressWeights, APressThatComesAfterTheReplyGivesSomeOfItBackUnlessItIsLate) {
  const auto after = [](Time press, Time left_to_white) {
    return answered(left_to_white, 60s).press(Side::white, press).score("e2e4 e7e5") - 2 * kOneOfTwenty;
  };
  EXPECT_EQ(after(3500ms, 60s), -1000) << "two seconds after the move";
  EXPECT_EQ(after(3600ms, 60s), -1000 - 330);
  EXPECT_EQ(after(3600ms, 600s), -1000 - 200) << "with time to wait";
  EXPECT_EQ(after(20s, 60s), -1000 - 6500);
}

TEST(PressWeights, ASideThatHasNothingToPressForPressesOnceInAHundredPlies) {
  Followed board = opened();
  board.press(Side::white, 2s).press(Side::white, 3s);
  EXPECT_EQ(board.score("e2e4"), kOneOfTwenty - 20 - 4600);
  EXPECT_EQ(board.game("e2e4")->presses.idle, 1U);
}

TEST(PressWeights, NoMoveWasCompleteWhenTheSideToMovePressed) {
  EXPECT_EQ(Followed{}.press(Side::white, 1s).score(""), -7000);
  EXPECT_EQ(Followed{}.change(Square::e2, 500ms).press(Side::white, 1s).score(""), -7000);
  EXPECT_EQ(Followed{}.change(Square::e7, 500ms).press(Side::white, 1s).score(""), -7000 - 2500)
      << "with the other's piece in the hand alone";
  EXPECT_EQ(Followed{}.change(Square::e7, 400ms).change(Square::e2, 500ms).press(Side::white, 1s).score(""),
            -7000);
}

TEST(PressWeights, APressIsEarlyOnlyToTheEyeIfTheMoveIsSeenAtOnce) {
  const auto placed = [](Time after) {
    Followed board;
    board.change(Square::e2, 500ms).press(Side::white, 1s).change(Square::e4, 1s + after);
    return board.score("e2e4") - kOneOfTwenty;
  };
  EXPECT_EQ(placed(400ms - 1us), -1000);
  EXPECT_EQ(placed(400ms), -7000);
}

TEST(PressWeights, WhatIsInTheHandAtThePressIsPutDownAtOnce) {
  const auto placed = [](Time after) {
    Followed board;
    board.change(Square::e2, 500ms).press(Side::white, 1s).change(Square::e4, 1s + after);
    return board.score("e2e4") - kOneOfTwenty;
  };
  EXPECT_EQ(placed(1s), -7000);
  EXPECT_EQ(placed(2s), -7000 - 1500);
  EXPECT_EQ(placed(1min), -7000 - 8000);
  // Put back first, and played a minute later, it was held no longer.
  Followed board;
  board.change(Square::e2, 500ms).press(Side::white, 1s).change(Square::e2, 3s);
  board.change(Square::e2, 1min).change(Square::e4, 1min + 300ms);
  EXPECT_EQ(board.score("e2e4") - kOneOfTwenty, -7000 - 1500 - 700);
  // What is lifted after the press was not in the hand at it.
  EXPECT_EQ(Followed{}.press(Side::white, 1s).change(Square::e2, 30s).change(Square::e4, 31s).score("e2e4"),
            kOneOfTwenty - 7000);
}

TEST(PressWeights, AndNobodyKnowsHowSoonThatIsWhileTheBoardMayLieEitherWay) {
  // Black's pawn is touched first, or the board lies the other way round, and it is White's.
  const auto placed = [](Time after) {
    Followed board{kStart, std::nullopt};
    board.change(Square::d7, 500ms).press(Side::white, 1s);
    EXPECT_EQ(board.tracker().orientation(model::kOrientationLikely), std::nullopt);
    board.change(Square::d5, 1s + after);
    for (const auto& h : board.tracker().live())
      if (h->orientation == Orientation::turned && h->step->move == chess::Move{Square::e2, Square::e4})
        return h->score.millinats() - kOneOfTwenty + 6500;  // that it lies so
    return 1;
  };
  EXPECT_EQ(placed(1400ms - 1us), -1000);
  EXPECT_EQ(placed(1400ms), -3500);
}

TEST(PressWeights, APressSoLongBeforeThePlacementMayStillBeThatPlys) {
  const auto pending = [](Time after) {
    Followed board;
    board.change(Square::e2, 500ms).press(Side::white, 1s).change(Square::e4, 1s + after);
    return board.game("e2e4")->presses.pending;
  };
  EXPECT_EQ(pending(3s - 1us), 0U);
  EXPECT_EQ(pending(3s), 1U);
}

/// Three plies without a press, and White presses for the last of them at 4 s.
Followed passed_over() {
  Followed board = opened();
  board.change(Square::e7, 2s).change(Square::e5, 2200ms).change(Square::g1, 3s).change(Square::f3, 3800ms);
  board.press(Side::white, 4s);
  EXPECT_EQ(board.game("e2e4 e7e5 g1f3")->presses.pending, 0U);
  return board;
}

TEST(PressWeights, PressesThatWerePassedOverMayFollowAtOnce) {
  const std::string moves = "e2e4 e7e5 g1f3";
  const auto cost = [&](std::initializer_list<Time> presses) {
    Followed board = passed_over();
    const int before = board.score(moves);
    for (const Time t : presses) board.press(Side::black, t);
    return board.score(moves) - before;
  };
  EXPECT_EQ(cost({5500ms}), 0);
  EXPECT_EQ(cost({5500ms + 1us}), -7000);
  EXPECT_EQ(cost({5500ms, 7s}), 0) << "each gives time for the next";
  EXPECT_EQ(cost({5500ms, 7s + 1us}), -7000);
  EXPECT_EQ(cost({4500ms, 5s, 5500ms}), -7000) << "two plies were passed over, and no more";
}

TEST(PressWeights, APressThatDoesNotComeSpeaksAgainstThePlyThatWaitsForIt) {
  // Black has answered before White's press, and his own clock runs.
  const auto overdue = [](Time now, Time left_to_black) {
    Followed board = answered(60s, left_to_black);
    board.press(Side::white, 4s).wait(now);
    board.tracker().timer(now);
    const Hypothesis* h = board.game("e2e4 e7e5");
    return (h->total - h->score).millinats();
  };
  EXPECT_EQ(overdue(4s, 60s), 0);
  EXPECT_EQ(overdue(4500ms, 60s), -1650);
  EXPECT_EQ(overdue(4500ms, 600s), -1000);
  EXPECT_EQ(overdue(10s, 60s), -5000);
  EXPECT_EQ(overdue(10s, 600s), -5000);
  // Half a second after the placement, if that is later.
  Followed soon = answered(60s, 60s);
  soon.press(Side::white, 3600ms);
  soon.tracker().timer(4100ms);
  EXPECT_EQ((soon.game("e2e4 e7e5")->total - soon.game("e2e4 e7e5")->score).millinats(), -330);
}

TEST(PressWeights, WhoMovesTwiceAtOnceHasNotSeenTheReply) {
  // White's next ply so long after his last one, the reply between them.
  const auto pace = [](Time after) {
    Followed board;
    board.change(Square::e2, 1s).change(Square::e4, 1500ms).press(Side::white, 1500ms);
    board.change(chess::bit(Square::e7) | chess::bit(Square::e5), 1501ms).press(Side::black, 1502ms);
    const int before = board.score("e2e4 e7e5");
    board.change(chess::bit(Square::g1) | chess::bit(Square::f3), 1500ms + after);
    // 29 moves; the knight's target was filled as he left.
    return board.score("e2e4 e7e5 g1f3") - before + 3367;
  };
  EXPECT_EQ(pace(390ms) - pace(380ms), 200);  // 5,000 in 250 ms
  EXPECT_EQ(pace(390ms), pace(1s));
}

/// White's pawn leaves e2 at 1 s and is on e4 at 1.5 s; Black's leaves e7 and comes to e5 at these times, unpressed.
int replied(Time lifted, Time placed, Time left_to_black = 60s) {
  Followed board;
  board.tracker().set_time_left({Time{60s}, left_to_black});
  std::vector<std::pair<Time, Square>> changes{
      {1s, Square::e2}, {1500ms, Square::e4}, {lifted, Square::e7}, {placed, Square::e5}};
  std::ranges::stable_sort(changes, {}, &std::pair<Time, Square>::first);
  for (const auto& [t, square] : changes) board.change(square, t);
  return board.score("e2e4 e7e5") - 2 * kOneOfTwenty;
}

TEST(ReplyWeights, AReplyThatIsLiftedBeforeTheMoveIsCompleteOverlaps) {
  EXPECT_EQ(replied(1600ms, 2500ms), -2500);
  EXPECT_EQ(replied(1200ms, 2500ms), -2500 - 4000);
  EXPECT_EQ(replied(1200ms, 2500ms, 600s), -2500 - 4000 - 3000) << "who has time does so seldomer";
}

TEST(ReplyWeights, NobodyRepliesAtOnceAndFewPushAPieceThere) {
  EXPECT_EQ(replied(1510ms, 1560ms), -2500 - 1000);
  EXPECT_EQ(replied(1510ms, 1560ms + 1us), -2500);
  EXPECT_EQ(replied(1510ms + 1us, 1560ms), -2500 - 1000 - 1000) << "nobody carries it there in 50 ms";
}

TEST(ReplyWeights, AReplyThatIsCompleteFirstWasForeseenOrSensedEarly) {
  EXPECT_EQ(replied(1300ms, 1450ms), -2500 - 4000 - 8000);
  EXPECT_EQ(replied(1100ms, 1450ms), -2500 - 4000 - 8000 - 5000) << "0.15 s before it could be seen";
  EXPECT_EQ(replied(1100ms, 1460ms), -2500 - 4000 - 8000) << "one scan of 40 ms says nothing";
  EXPECT_EQ(replied(1100ms, 1460ms - 1us), -2500 - 4000 - 8000 - 5000);
}

TEST(ReplyWeights, APieceThatHasBeenAwayForThreeSecondsIsInNoReplyingHand) {
  const auto overlaps = [](Time away) {
    Followed board;
    board.change(Square::e7, 1s).change(Square::e2, 1100ms).change(Square::e4, 1s + away);
    return board.game("e2e4") != nullptr;
  };
  EXPECT_TRUE(overlaps(3s));
  EXPECT_FALSE(overlaps(3s + 1us));
}

/// The likeliest game whose last step is of that kind; 1: none is followed.
int score_of(const Followed& board, StepKind kind) {
  for (const auto& h : board.live())
    if (h->step->kind == kind) return h->score.millinats();
  return 1;
}

TEST(UnlawfulActs, AreThoughtOfAtThePressOrWhenTheBoardHasRested) {
  // The rook from a1 to c3, two squares beside any that it may go to.
  Followed pressed;
  pressed.change(Square::a1, 1s).change(Square::c3, 1500ms).press(Side::white, 1600ms);
  EXPECT_EQ(score_of(pressed, StepKind::illegal), -9200 - 2500);
  Followed rested;
  rested.change(Square::a1, 1s).change(Square::c3, 1500ms).wait(2099ms);
  EXPECT_EQ(score_of(rested, StepKind::illegal), 1);
  rested.wait(2100ms);
  EXPECT_EQ(score_of(rested, StepKind::illegal), -9200 - 2500 - 1000) << "it may still be on its way";
}

TEST(UnlawfulActs, WaitForThePressOfTheOtherSideToo) {
  // The one side's king has moved, and the other's rook goes two squares beside any that it may go to, whichever side that is.
  const auto unlawful = [](Side first, bool pressed) {
    const bool black = first == Side::black;
    Followed board{black ? "4k3/8/8/8/8/8/8/R3K3 b - - 0 1" : "r3k3/8/8/8/8/8/8/4K3 w - - 0 1"};
    board.change(black ? Square::e8 : Square::e1, 1s).change(black ? Square::e7 : Square::e2, 1500ms);
    const int before = board.score(black ? "e8e7" : "e1e2");
    if (pressed) board.press(first, 2s);
    board.change(black ? Square::a1 : Square::a8, 3s)
        .change(black ? Square::c3 : Square::c6, 3500ms)
        .wait(5s);
    return score_of(board, StepKind::illegal) - before;
  };
  for (const Side first : {Side::black, Side::white}) {
    EXPECT_EQ(unlawful(first, true), -20 - 9200 - 2500 - 1000);
    EXPECT_EQ(unlawful(first, false), -9200 - 2500 - 1000 - 5000);
  }
}

TEST(UnlawfulActs, AMoveOutOfTurnIsMeantIfItIsPressedAndAClaimIfTheOtherHasPressedForNothing) {
  Followed board;
  board.change(Square::e7, 1s).change(Square::e5, 1500ms).wait(3s);
  EXPECT_EQ(score_of(board, StepKind::out_of_turn), -9200);
  Followed meant;
  meant.change(Square::e7, 1s).change(Square::e5, 1500ms).press(Side::black, 2s);
  EXPECT_EQ(score_of(meant, StepKind::out_of_turn), -9200 + 1000);
  Followed unclaimed;
  unclaimed.press(Side::white, 500ms).change(Square::e7, 2s).change(Square::e5, 2500ms).wait(4s);
  EXPECT_EQ(score_of(unclaimed, StepKind::out_of_turn), -7000 - 9200 - 3000);
}

TEST(UnlawfulActs, ArePutRightAsOftenAsNot) {
  Followed board;
  board.change(Square::a1, 1s).change(Square::c3, 1500ms).press(Side::white, 1600ms);
  board.change(Square::c3, 3s).change(Square::a1, 3500ms);
  for (const auto& h : board.live())
    if (h->put_right) {
      EXPECT_EQ(h->score, LogWeight{-9200 - 2500 - 700});
      return;
    }
  ADD_FAILURE() << "nobody thinks of it";
}

TEST(UnlawfulActs, APieceIsKnockedOverInAnInstant) {
  const auto displaced = [](Square to, Time after) {
    Followed board{"1n2k3/8/8/8/8/8/8/4K3 w - - 0 1"};
    board.change(Square::b8, 1s).change(to, 1s + after).wait(3s);
    return score_of(board, StepKind::displaced);
  };
  EXPECT_EQ(displaced(Square::b7, 100ms), -9500 + 1500);
  EXPECT_EQ(displaced(Square::b7, 250ms), -9500 + 1500 - 2000) << "0.1 s longer than a knock";
  EXPECT_EQ(displaced(Square::h4, 100ms), -9500 - 2000);
  EXPECT_EQ(displaced(Square::c6, 100ms), -9500 - 3000);
}

// White's pawn goes from e2, lifted at 1 s, to e3, at 1.5 s: one of six moves (ln 6 = 1.792). Black's knight leaves b8 and comes
// to another square at these times: knocked over, or moved.
int knocked(Square to, Time left, Time came) {
  Followed board{"1n2k3/8/8/8/8/8/4P3/4K3 w - - 0 1"};
  std::vector<std::pair<Time, Square>> changes{
      {1s, Square::e2}, {1500ms, Square::e3}, {left, Square::b8}, {came, to}};
  std::ranges::stable_sort(changes, {}, &std::pair<Time, Square>::first);
  for (const auto& [t, square] : changes) board.change(square, t);
  board.wait(4s);
  return score_of(board, StepKind::displaced) + 1792 + 9500;
}

TEST(KnockedOver, BesideAMoveAPieceStandsBesideItsSquareRatherThanFarAway) {
  EXPECT_EQ(knocked(Square::b7, 1100ms, 1200ms), 1500);
  EXPECT_EQ(knocked(Square::h4, 1100ms, 1200ms), -3000);
}

TEST(KnockedOver, ItArrivesInAnInstantOrWasCarried) {
  EXPECT_EQ(knocked(Square::b7, 1100ms, 1250ms), 1500);
  EXPECT_EQ(knocked(Square::b7, 1100ms, 1350ms), 1500 - 2000) << "0.1 s longer";
  EXPECT_EQ(knocked(Square::b7, 1020ms, 1490ms), 1500 - 5000);
}

TEST(KnockedOver, WhatWasThereBeforeItLeftIsAnotherPiece) {
  EXPECT_EQ(knocked(Square::b7, 1130ms, 1100ms), 1500) << "in the order of two scans";
  EXPECT_EQ(knocked(Square::b7, 1131ms, 1100ms), 1500 - 3000);
  EXPECT_EQ(knocked(Square::b7, 1300ms, 1100ms), 1500 - 3000 - 2000);
}

TEST(KnockedOver, AHandIsThereWhileItPlaysAndShortlyBeforeAndAfter) {
  EXPECT_EQ(knocked(Square::b7, 1000ms, 1100ms), 1500);
  EXPECT_EQ(knocked(Square::b7, 999ms, 1100ms), 1500 - 1500);
  EXPECT_EQ(knocked(Square::b7, 700ms, 800ms), 1500 - 1500);
  EXPECT_EQ(knocked(Square::b7, 600ms, 700ms), 1500 - 1500 - 1000) << "0.1 s farther than a hand comes from";
  EXPECT_EQ(knocked(Square::b7, 1400ms, 1500ms), 1500);
  EXPECT_EQ(knocked(Square::b7, 1400ms, 1501ms), 1500 - 1500);
}

TEST(SensorWeights, ASquareMayBeStuckThatShowsNothingOfAMove) {
  const Bitboard e4 = chess::bit(Square::e4);
  Followed unpressed;
  unpressed.change(Square::e2, 1s).wait(3s);
  EXPECT_EQ(unpressed.score("", chess::bit(Square::e2)), -11'000)
      << "or nothing was moved, and e2 shows none";
  EXPECT_EQ(unpressed.score("e2e4", e4), kOneOfTwenty - 11'000 - 1000);
  Followed pressed;
  pressed.change(Square::e2, 1s).press(Side::white, 1200ms);
  EXPECT_EQ(pressed.score("e2e4", e4), kOneOfTwenty - 1000 - 6000)
      << "early only to the eye: it was put down where it is not seen";
}

TEST(SensorWeights, APieceThatStandsBadlyFlickersFromTheSecondTimeOn) {
  const Bitboard g1 = chess::bit(Square::g1);
  Followed board;
  board.change(g1, 10s).change(g1, 10100ms);
  EXPECT_EQ(board.score("", g1), 1) << "once is nothing yet";
  EXPECT_EQ(board.change(g1, 20s).score("", g1), -5500);
}

TEST(SensorWeights, AtOnceIfItHasJustBeenPutDown) {
  const Bitboard e4 = chess::bit(Square::e4);
  const auto flickers = [&](Time after) {
    Followed board = opened();
    return board.change(e4, 1500ms + after).score("e2e4", e4) - kOneOfTwenty;
  };
  EXPECT_EQ(flickers(1500ms - 1us), -3000);
  EXPECT_EQ(flickers(1500ms), 1 - kOneOfTwenty) << "later it was lifted, for all that is known";
}

TEST(SensorWeights, OfTwoCapturesThatNobodySawAPersonHasSeenOne) {
  Followed board{"4k3/8/8/n7/R6n/8/8/4K3 w - - 0 1"};
  board.change(Square::a4, 1s).wait(2s);
  ASSERT_LT(board.score("a4a5"), 1);
  ASSERT_LT(board.score("a4h4"), 1);
  const int took = board.score("a4a5");
  board.tracker().witness(to_sensor(Square::a5, Orientation::straight),
                          chess::Piece{Side::white, chess::PieceType::rook});
  EXPECT_EQ(board.score("a4a5"), took);
  EXPECT_EQ(board.score("a4h4"), 1) << "which is not followed any more";
}

TEST(SetUp, WhatStandsWrongWasSetUpSoOrWhiteHasMoved) {
  Tracker::Settings settings;
  settings.orientation = Orientation::straight;
  settings.set_up_wrong = true;
  SensedBoard shown;
  shown.occupied = chess::kStartOccupancy ^ chess::bit(Square::e2) ^ chess::bit(Square::e4);
  const Tracker tracker{settings, 0s, shown};
  const auto as_it_stands = std::ranges::find_if(
      tracker.live(), [](const auto& h) { return h->step->kind == StepKind::displaced; });
  ASSERT_NE(as_it_stands, tracker.live().end());
  EXPECT_EQ((*as_it_stands)->score, LogWeight{-2000});
}

}  // namespace
}  // namespace jadoube::tracker
