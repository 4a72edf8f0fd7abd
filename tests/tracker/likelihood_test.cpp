#include "tracker/likelihood.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/tracker/changes.hpp"
#include "tests/tracker/positions.hpp"

namespace jadoube::tracker {
namespace {

constexpr Square kE2 = chess::make_square(4, 1);
constexpr Square kE3 = chess::make_square(4, 2);
constexpr Square kE4 = chess::make_square(4, 3);
constexpr Square kG1 = chess::make_square(6, 0);

TEST(Likelihood, ThePiecesThatMayLeaveHaveTheirMovesAlone) {
  const chess::Position start;
  const auto some = successors_of(start, SensedBoard::of(start), chess::bit(kG1) | chess::bit(kE2));
  ASSERT_EQ(some.size(), 4U);  // e3, e4, Nf3, Nh3
  for (const Successor& s : some) EXPECT_TRUE(s.move.from() == kG1 || s.move.from() == kE2);
  EXPECT_TRUE(successors_of(start, SensedBoard::of(start), chess::bit(chess::make_square(4, 6))).empty());
}

TEST(Likelihood, WhoRestsOnHisWayHasHesitatedThere) {
  Touches touches;
  touches.update(chess::bit(kE3), chess::bit(kE3), 1s);
  const Touch& touch = *touches.find(kE3);
  for (Time rest = 100ms; rest < 8s; rest += 100ms) {
    const auto weight = [&](Bystander what) { return bystander_weight(touch, false, what, 1s + rest); };
    EXPECT_GE(weight(Bystander::first_on_path), weight(Bystander::other_target)) << rest.count();
  }
}

/// For ten seconds after the last touch: whatever was said to hold does.
void expect_outlook_to_hold(const Touches& touches, Time from) {
  const chess::Position start;
  const auto moves = successors_of(start, SensedBoard::of(start));
  Bitboard away = 0;
  for (const Touch& touch : touches)
    if (touch.open) away |= chess::bit(touch.square);
  const SegmentView segment{touches, start.occupied(), 0, start.pieces(Side::black)};
  const Bitboard missing = away & start.occupied();
  const Bitboard extra = away & ~start.occupied();
  const auto prospects = prospects_of(segment, moves, missing, extra, start.occupied() ^ away);
  const auto scan = ScanWeights::for_period(40ms);
  Outlook held;
  int worked_out = 0;
  for (Time now = from; now < from + 10s; now += 5ms) {
    const Outlook outlook = outlook_of(segment, moves, prospects, missing, extra, scan, now);
    if (held.until <= now) {
      held = outlook;
      ++worked_out;
    }
    EXPECT_EQ(held.weight, outlook.weight) << now.count();
    EXPECT_EQ(held.floor, outlook.floor) << now.count();
    EXPECT_EQ(held.put, outlook.put) << now.count();
  }
  EXPECT_LT(worked_out, 1700);  // of 2000: while a piece is away for so long that it costs more and more
}

TEST(Likelihood, AnOutlookHoldsAsLongAsItSays) {
  Touches lifted;
  lifted.update(chess::bit(kE2), chess::bit(kE2), 0s);
  expect_outlook_to_hold(lifted, 0s);

  Touches moved = lifted;
  moved.update(chess::bit(kE4), chess::bit(kE4), 240ms);
  expect_outlook_to_hold(moved, 240ms);

  Touches slid = lifted;
  slid.update(chess::bit(kE3), chess::bit(kE3), 30ms);
  expect_outlook_to_hold(slid, 30ms);
  slid.update(chess::bit(kE3), 0, 150ms);
  slid.update(chess::bit(kE4), chess::bit(kE4), 150ms);
  slid.update(chess::bit(kG1), chess::bit(kG1), 300ms);
  expect_outlook_to_hold(slid, 300ms);
}

/// Excursions of one square that last so long, half a minute apart; the last one may go on.
Touch excursions(std::initializer_list<Time> lengths, bool goes_on = false) {
  Time t{};
  Touch touch{kE3, t};
  std::size_t left = lengths.size();
  for (const Time length : lengths) {
    if (t > Time{}) touch.leave(t);
    if (--left > 0 || !goes_on) touch.return_at(t + length);
    t += 30s;
  }
  return touch;
}

Touch blips(int count) {
  Touch touch{kE3, 0s};
  touch.return_at(20ms);
  for (int i = 1; i < count; ++i) {
    touch.leave(1s * i);
    touch.return_at(1s * i + 20ms);
  }
  return touch;
}

TEST(Bystander, APieceThatIsTouchedCostsBySortAndNumberOfTouches) {
  const auto weight = [](const Touch& touch) {
    return bystander_weight(touch, true, Bystander::none, 10min).millinats();
  };
  EXPECT_EQ(weight(blips(1)), -4000);
  EXPECT_EQ(weight(blips(2)), -4500);
  EXPECT_EQ(weight(blips(9)), -8000);
  EXPECT_EQ(weight(blips(10)), -8500);
  EXPECT_EQ(weight(blips(11)), -8500) << "one square that flickers says no more";
  EXPECT_EQ(weight(excursions({100ms - 1us})), -4000) << "a blip";
  EXPECT_EQ(weight(excursions({100ms})), -6000);
  EXPECT_EQ(weight(excursions({100ms, 100ms})), -8500);
  EXPECT_EQ(weight(excursions({1s - 1us, 1s - 1us})), -8500);
  EXPECT_EQ(weight(excursions({1s, 1s})), -6000 - 4000);
  EXPECT_EQ(weight(excursions({1s, 1s, 1s})), -6000 - 2 * 4000) << "it is no flicker";
  EXPECT_EQ(weight(excursions({1s, 500ms})), -6000 - 4000);
  EXPECT_EQ(weight(excursions({1s, 500ms, 500ms})), -6000 - 2 * 4000);
  EXPECT_EQ(weight(excursions({1s, 50ms})), -6000 - 4000);
  EXPECT_EQ(weight(excursions({1s, 50ms, 50ms})), -6000 - 4000 - 500);
  EXPECT_EQ(weight(excursions({1500ms})), -6000);
  EXPECT_EQ(weight(excursions({2500ms})), -6000 - 1000);
  EXPECT_EQ(weight(excursions({7500ms})), -6000 - 6000);
  EXPECT_EQ(weight(excursions({20s})), -6000 - 6000);
}

TEST(Bystander, WhatIsStillAwayCountsUpToNow) {
  const auto weight = [](Time now) {
    return bystander_weight(excursions({0s}, true), true, Bystander::none, now).millinats();
  };
  EXPECT_EQ(weight(99ms), -4000);
  EXPECT_EQ(weight(100ms), -6000);
  EXPECT_EQ(weight(2500ms), -7000);
}

TEST(Bystander, SomethingThatRestsOnAnEmptySquareCostsMoreTheLongerItDoes) {
  const auto weight = [](Time rests) {
    return bystander_weight(excursions({rests}), false, Bystander::none, 10min).millinats();
  };
  EXPECT_EQ(weight(600ms), -6000);
  EXPECT_EQ(weight(600ms + 1us), -6000 - 3000);
  EXPECT_EQ(weight(1600ms), -6000 - 3000 - 1000);
  EXPECT_EQ(weight(6600ms), -6000 - 3000 - 6000);
  EXPECT_EQ(weight(20s), -6000 - 3000 - 6000);
}

TEST(Bystander, APieceThatIsSlidCostsLittleUntilItRestsThere) {
  const auto weight = [](Bystander what, Time rests) {
    return bystander_weight(excursions({rests}), false, what, 10min).millinats();
  };
  const auto first = [&](Time rests) { return weight(Bystander::first_on_path, rests); };
  const auto next = [&](Time rests) { return weight(Bystander::next_on_path, rests); };
  EXPECT_EQ(first(400ms), -1500);
  EXPECT_EQ(first(500ms), -1500 - 1000);
  EXPECT_EQ(next(400ms), -200);
  EXPECT_EQ(next(500ms), -200 - 1000);
  // 4,500 is what it costs to hesitate there: more only after a second.
  EXPECT_EQ(first(700ms), -4500);
  EXPECT_EQ(first(1s), -4500);
  EXPECT_EQ(first(3s), -4500 - 2000);
  EXPECT_EQ(first(6s), -4500 - 5000);
  EXPECT_EQ(first(20s), -4500 - 5000);
  EXPECT_EQ(next(3s), -4500 - 2000);
  EXPECT_EQ(next(20s), -200 - 8000) << "which is less";
  // A piece that stands there was lifted, whatever lies on the way; and who touches twice does not slide.
  EXPECT_EQ(bystander_weight(excursions({200ms}), true, Bystander::first_on_path, 1min).millinats(), -6000);
  EXPECT_EQ(bystander_weight(excursions({200ms, 200ms}), false, Bystander::next_on_path, 1min).millinats(),
            -8500);
}

TEST(Bystander, APieceThatHesitatesIsPutDownForAMoment) {
  const auto weight = [](const Touch& touch) {
    return bystander_weight(touch, false, Bystander::other_target, 10min).millinats();
  };
  EXPECT_EQ(weight(excursions({60ms - 1us})), -4000) << "a blip";
  EXPECT_EQ(weight(excursions({60ms})), -4500);
  EXPECT_EQ(weight(excursions({1s})), -4500);
  EXPECT_EQ(weight(excursions({2s})), -4500 - 1000);
  EXPECT_EQ(weight(excursions({60ms, 60ms})), -4500 - 500);
  EXPECT_EQ(bystander_weight(excursions({60ms}), true, Bystander::other_target, 1min).millinats(), -4000)
      << "a piece stands there";
}

TEST(Bystander, RepeatedExcursionsOnTheWayCostNoMoreThanFourNats) {
  const auto weight = [](int count) {
    return bystander_weight(blips(count), false, Bystander::first_on_path, 10min).millinats();
  };
  EXPECT_EQ(weight(2), -1500 - 500);
  EXPECT_EQ(weight(8), -1500 - 3500);
  EXPECT_EQ(weight(9), -1500 - 4000);
  EXPECT_EQ(weight(10), -1500 - 4000);
}

TEST(Bystander, ATakenPieceStandsBesideTheSquareForAMoment) {
  const auto weight = [](Time stands) {
    return bystander_weight(excursions({stands}), false, Bystander::beside_capture, 10min).millinats();
  };
  EXPECT_EQ(weight(500ms), -2000);
  EXPECT_EQ(weight(1s), -2000 - 1000);
  EXPECT_EQ(weight(3500ms), -2000 - 6000);
  EXPECT_EQ(weight(10s), -2000 - 6000);
}

/// What a move that closes a segment weighs beside the choice among the legal ones.
class Closed {
 public:
  Closed(const char* fen, const char* uci, const std::vector<Change>& changes)
      : position_{chess::position_from_fen(fen).value()},
        moves_{successors_of(position_, SensedBoard::of(position_))},
        made_{*std::ranges::find(moves_, *move_from_uci(position_, uci), &Successor::move)} {
    make(changes, touches_);
  }
  [[nodiscard]] SegmentView view() const {
    return {touches_, position_.occupied(), 0, position_.pieces(~position_.turn())};
  }
  [[nodiscard]] int weight(const SegmentView& view, Bitboard carried = 0) const {
    const ScanWeights scan{LogWeight{-1100}, LogWeight{-2200}, LogWeight{-100}, LogWeight{-330}, 100ms, 50ms};
    return segment_weight(view, made_, 1, carried, scan, 10min).millinats();
  }
  [[nodiscard]] int weight() const { return weight(view()); }
  [[nodiscard]] const Touches& touches() const { return touches_; }

 private:
  chess::Position position_;
  std::vector<Successor> moves_;
  Successor made_;
  Touches touches_;
};

constexpr const char* kPawns = "4k3/8/8/3pp3/3P4/8/8/R3K3 w - - 0 1";

int of_pawn(const std::vector<Change>& changes) {
  return Closed{kStart, "e2e4", changes}.weight();
}

TEST(SegmentWeight, LiftingAndPuttingDownAgainCostsTheSameEachTime) {
  EXPECT_EQ(of_pawn({{kE2, 0s}, {kE4, 1s}}), 0);
  EXPECT_EQ(of_pawn({{kE2, 0s}, {kE2, 1s}, {kE2, 2s}, {kE4, 3s}}), -700);
  EXPECT_EQ(of_pawn({{kE2, 0s}, {kE4, 1s}, {kE4, 2s}, {kE4, 3s}, {kE4, 4s}, {kE4, 5s}}), -1400);
  std::vector<Change> often{{kE2, 0s}, {kE4, 1s}};
  for (int i = 0; i < 14; ++i) often.push_back({kE4, 2s + 1s * i});
  EXPECT_EQ(of_pawn(often), -7 * 700);
  for (int i = 0; i < 2; ++i) often.push_back({kE4, 20s + 1s * i});
  EXPECT_EQ(of_pawn(often), -5500) << "no more than that";
}

TEST(SegmentWeight, WhatWasThereBeforeThePieceLeftCameEarly) {
  EXPECT_EQ(of_pawn({{kE4, 0s}, {kE2, 50ms}}), 0) << "the order of two scans says nothing";
  EXPECT_EQ(of_pawn({{kE4, 0s}, {kE2, 51ms}}), -3000 - 153);
  EXPECT_EQ(of_pawn({{kE4, 0s}, {kE2, 1s}}), -3000 - 3000);
  EXPECT_EQ(of_pawn({{kE4, 0s}, {kE2, 5s}}), -3000 - 9000);
}

TEST(SegmentWeight, SoDidSomethingElseThatStoodThereAndWent) {
  // Filled once more: 700.
  EXPECT_EQ(of_pawn({{kE4, 0s}, {kE4, 100ms}, {kE2, 200ms}, {kE4, 300ms}}), -700 - 3000 - 300);
  EXPECT_EQ(of_pawn({{kE4, 0s}, {kE4, 99ms}, {kE2, 200ms}, {kE4, 300ms}}), -700) << "a blip";
  EXPECT_EQ(of_pawn({{kE4, 150ms}, {kE2, 200ms}, {kE4, 260ms}, {kE4, 1s}}), -700) << "one scan before";
  EXPECT_EQ(of_pawn({{kE4, 149ms}, {kE2, 200ms}, {kE4, 260ms}, {kE4, 1s}}), -700 - 3000 - 333);
}

TEST(SegmentWeight, ATakenPieceWasSeenAwayOrBlippedOrWasNotSeen) {
  const auto away = [](Time lasts) {
    return Closed{kPawns, "d4e5", {{Square::d4, 0s}, {Square::e5, 1s}, {Square::e5, 1s + lasts}}}.weight();
  };
  EXPECT_EQ(away(50ms), -100);
  EXPECT_EQ(away(50ms - 1us), -2200);
  EXPECT_EQ((Closed{kPawns, "d4e5", {{Square::d4, 0s}}}.weight()), -1100);
}

TEST(SegmentWeight, WhatHadBeenAdjustedWasTakenUnseen) {
  const auto back = [](Time before_lift) {
    return Closed{kPawns, "d4e5", {{Square::e5, 0s}, {Square::e5, 1s - before_lift}, {Square::d4, 1s}}}
        .weight();
  };
  EXPECT_EQ(back(50ms), -100);
  EXPECT_EQ(back(50ms + 1us), -6000 - 1100);
}

TEST(SegmentWeight, OfAnIgnoredSquareNothingIsSaid) {
  const Closed taken{kPawns, "d4e5", {{Square::d4, 0s}}};
  SegmentView view = taken.view();
  view.ignored = chess::bit(Square::e5);
  EXPECT_EQ(taken.weight(view), 0);
  const Closed beside{kPawns, "d4e5", {{Square::d4, 0s}, {Square::d5, 1s}, {Square::d5, 2s}}};
  EXPECT_EQ(beside.weight(), -1100 - 6000 - 2500) << "the other side's pawn was touched too";
  EXPECT_EQ(beside.weight(beside.view(), chess::bit(Square::d5)), -1100) << "which belongs to the reply";
}

TEST(SegmentWeight, APawnThatTakesOnTheLastRankUnseenWasExchangedUnseen) {
  constexpr const char* kLast = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ((Closed{kLast, "e7d8q", {{Square::e7, 0s}}}.weight()), -50 - 1100 - 330);
  EXPECT_EQ((Closed{kLast, "e7d8n", {{Square::e7, 0s}}}.weight()), -3300 - 1100 - 330);
  EXPECT_EQ((Closed{kLast, "e7d8b", {{Square::e7, 0s}}}.weight()), -4000 - 1100 - 330);
  EXPECT_EQ((Closed{kLast, "e7d8r", {{Square::e7, 0s}}}.weight()), -4600 - 1100 - 330);
}

TEST(SegmentWeight, NobodyTouchesTheOthersPieces) {
  const auto touched = [](Square square, Time lasts) {
    return Closed{kPawns, "e1e2", {{square, 0s}, {square, lasts}, {Square::e1, 2s}, {Square::e2, 3s}}}
        .weight();
  };
  EXPECT_EQ(touched(Square::d4, 100ms), -6000);
  EXPECT_EQ(touched(Square::d5, 100ms), -6000 - 2500);
  EXPECT_EQ(touched(Square::d5, 99ms), -4000);
}

TEST(SegmentWeight, OneHandDoesNotHoldTwoPieces) {
  const auto held = [](Time from, Time to) {
    std::vector<Change> changes{{Square::d4, from}, {Square::e1, 1s}, {Square::d4, to}, {Square::e2, 3s}};
    std::ranges::stable_sort(changes, {}, &Change::at);
    return Closed{kPawns, "e1e2", changes}.weight();
  };
  EXPECT_EQ(held(500ms, 1100ms), -6000 - 3000);
  EXPECT_EQ(held(500ms, 1099ms), -6000) << "it was back before that could be seen";
  EXPECT_EQ(held(969ms, 1100ms), -6000 - 3000);
  EXPECT_EQ(held(970ms, 1100ms), -6000) << "lifted together, as far as the sensors tell";
}

TEST(SegmentWeight, APieceThatWasTakenUnseenIsNotTouchedAnyMore) {
  const auto touched = [](Time at) {
    const Closed moved{
        kPawns, "e1e2", {{Square::d4, at}, {Square::d4, at + 100ms}, {Square::e1, 5s}, {Square::e2, 6s}}};
    SegmentView view = moved.view();
    view.taken_unseen = chess::bit(Square::d4);
    view.taken_at = 1s;
    return moved.weight(view);
  };
  EXPECT_EQ(touched(2s - 1us), -6000 - 5000);
  EXPECT_EQ(touched(2s), -6000);
}

TEST(SegmentWeight, WhatTheLastPlyTookMayStandBesideTheSquareForAMoment) {
  const auto beside = [](Time at) {
    const Closed moved{
        kPawns, "e1e2", {{Square::g5, at}, {Square::g5, at + 300ms}, {Square::e1, 9s}, {Square::e2, 10s}}};
    SegmentView view = moved.view();
    view.beside = chess::bit(Square::g5);
    view.beside_at = 1s;
    return moved.weight(view);
  };
  EXPECT_EQ(beside(4s - 1us), -2000);
  EXPECT_EQ(beside(4s), -6000);
}

TEST(SegmentWeight, WhatThisPlyTakesDoesSoOnceThePieceHasBeenLifted) {
  const auto beside = [](Square square, Time at) {
    std::vector<Change> changes{{Square::d4, 1s}, {square, at}};
    std::ranges::stable_sort(changes, {}, &Change::at);
    changes.push_back({Square::e5, 2s});
    changes.push_back({square, 2100ms});
    changes.push_back({Square::e5, 3s});
    return Closed{"4k3/8/8/4p3/3P4/8/8/R3K3 w - - 0 1", "d4e5", changes}.weight();
  };
  EXPECT_EQ(beside(Square::f6, 1900ms), -100 - 2000);
  EXPECT_EQ(beside(Square::f6, 1s), -100 - 2000 - 1200);
  EXPECT_EQ(beside(Square::h8, 1900ms), -100 - 6000) << "it is not beside the capture";
  EXPECT_EQ(beside(Square::d5, 1900ms), -100 - 4500) << "where the pawn may go it has hesitated";
}

TEST(SegmentWeight, APieceIsSlidOverASquareAtOnceOrCarriedThere) {
  const auto seen = [](Time after) {
    return Closed{
        kPawns, "a1a4", {{Square::a1, 0s}, {Square::a2, after}, {Square::a2, after + 70ms}, {Square::a4, 1s}}}
        .weight();
  };
  EXPECT_EQ(seen(100ms), -1500);
  EXPECT_EQ(seen(100ms + 1us), -4500);
  // Two squares of the way, the second for less.
  EXPECT_EQ((Closed{kPawns,
                    "a1a4",
                    {{Square::a1, 0s},
                     {Square::a2, 50ms},
                     {Square::a2, 100ms},
                     {Square::a3, 100ms},
                     {Square::a3, 150ms},
                     {Square::a4, 150ms}}}
                 .weight()),
            -1500 - 200);
}

TEST(UnfinishedWeight, HardensWhereSomethingRestsAndFadesWhereAPieceIsInTheAir) {
  Touches touches;
  touches.update(chess::bit(kE2), chess::bit(kE2), 0s);
  touches.update(chess::bit(kE4), chess::bit(kE2) | chess::bit(kE4), 1s);
  const auto weight = [&](Bitboard put, Time now) {
    const Outlook outlook{LogWeight{-1000}, LogWeight{-50'000}, put, now};
    return unfinished_weight(touches, outlook, chess::bit(kE2), 0s, now).millinats();
  };
  const Bitboard e4 = chess::bit(kE4);
  EXPECT_EQ(weight(e4, 1s), -1000);
  EXPECT_EQ(weight(e4, 1500ms), -1000 - 5000);
  EXPECT_EQ(weight(e4, 1700ms), -1000 - 7000);
  EXPECT_EQ(weight(e4, 10s), -1000 - 7000);
  EXPECT_EQ(weight(0, 400ms), -1000);
  EXPECT_EQ(weight(0, 600ms), -1000 - 500);
  EXPECT_EQ(weight(0, 800ms), -1000 - 1000);
  EXPECT_EQ(weight(0, 1300ms), -1000 - 1000 - 1000);
  EXPECT_EQ(weight(0, 3800ms), -1000 - 1000 - 6000);
  EXPECT_EQ(weight(0, 1min), -1000 - 1000 - 6000);
}

TEST(UnfinishedWeight, HasAFloorThatSinksWithEachTouch) {
  const auto floor = [](const std::vector<Change>& changes) {
    const Closed segment{kStart, "e2e4", changes};
    const chess::Position start;
    const auto moves = successors_of(start, SensedBoard::of(start));
    const auto scan = ScanWeights::for_period(40ms);
    const Bitboard missing = chess::bit(kE2);
    const auto prospects = prospects_of(segment.view(), moves, missing, 0, start.occupied() ^ missing);
    return outlook_of(segment.view(), moves, prospects, missing, 0, scan, 10min).floor.millinats();
  };
  EXPECT_EQ(floor({{kE2, 0s}}), -8000 - 7000);
  EXPECT_EQ(floor({{kE2, 0s}, {kE3, 1s}, {kE3, 1050ms}}), -8000 - 7000 - 4200)
      << "a blip is six tenths of a touch";
  EXPECT_EQ(floor({{kE2, 0s}, {kE3, 1s}, {kE3, 1100ms}}), -8000 - 2 * 7000);
  EXPECT_EQ(floor({{kE2, 0s}, {kE3, 1s}, {kE3, 1100ms}, {kE3, 2s}, {kE3, 2100ms}}), -8000 - 3 * 7000);
  EXPECT_EQ(floor({{kE2, 0s}, {kE2, 1s}, {kE2, 2s}}), -8000 - 2 * 7000);
}

TEST(UnfinishedWeight, WhereNoMoveExplainsItIsTheFloor) {
  Touches touches;
  const Outlook nothing{kImpossible, LogWeight{-15'000}, 0, 0s};
  EXPECT_EQ(unfinished_weight(touches, nothing, 0, 0s, 1s), LogWeight{-15'000});
  const Outlook unlikely{LogWeight{-15'001}, LogWeight{-15'000}, 0, 0s};
  EXPECT_EQ(unfinished_weight(touches, unlikely, 0, 0s, 1s), LogWeight{-15'000});
}

/// The outlook of a segment in which one move alone is possible.
int outlook(const char* fen, const std::vector<Change>& changes) {
  const auto position = chess::position_from_fen(fen).value();
  const auto moves = successors_of(position, SensedBoard::of(position));
  Touches touches;
  const Bitboard away = make(changes, touches);
  const SegmentView view{touches, position.occupied(), 0, position.pieces(~position.turn())};
  const Bitboard missing = away & position.occupied();
  const Bitboard extra = away & ~position.occupied();
  const auto prospects = prospects_of(view, moves, missing, extra, position.occupied() ^ away);
  const ScanWeights scan{LogWeight{-1100}, LogWeight{-2200}, LogWeight{-100}, LogWeight{-330}, 100ms, 50ms};
  return outlook_of(view, moves, prospects, missing, extra, scan, changes.back().at).weight.millinats();
}

// White has one move, a2-a3, and no other piece that may go anywhere.
constexpr const char* kOneMove = "8/8/8/8/p7/8/P1k5/K7 w - - 0 1";
// … and here one capture, a2xb3.
constexpr const char* kOneCapture = "8/8/8/8/p7/pp6/P1k5/K7 w - - 0 1";

TEST(Outlook, OfAMoveThatIsCompleteTheHandMayMoveOn) {
  ASSERT_EQ(successors_of(chess::position_from_fen(kOneMove).value(),
                          SensedBoard::of(chess::position_from_fen(kOneMove).value()))
                .size(),
            1U);
  EXPECT_EQ(outlook(kOneMove, {{Square::a2, 0s}}), 0) << "nothing else can come of it";
  EXPECT_EQ(outlook(kOneMove, {{Square::a2, 0s}, {Square::a3, 1s}}), -4000);
  EXPECT_EQ(outlook(kOneMove, {{Square::a3, 0s}}), -3000) << "filled before the pawn was lifted";
  EXPECT_EQ(outlook(kOneMove, {{Square::a2, 0s}, {Square::a2, 1s}}), -2000) << "put back, to be lifted again";
}

TEST(Outlook, OfACapture) {
  EXPECT_EQ(outlook(kOneCapture, {{Square::b3, 0s}}), 0);
  EXPECT_EQ(outlook(kOneCapture, {{Square::a2, 0s}}), -2000) << "taken unseen, and the hand may move on";
  EXPECT_EQ(outlook(kOneCapture, {{Square::a2, 0s}, {Square::b3, 1s}, {Square::b3, 2s}}), -4000)
      << "the pawn was seen to be put down";
  EXPECT_EQ(outlook(kOneCapture, {{Square::b3, 0s}, {Square::a2, 1s}, {Square::a2, 2s}}), -2000 - 5000)
      << "the pawn to be taken is in the hand, and the taker was put back";
}

}  // namespace
}  // namespace jadoube::tracker
