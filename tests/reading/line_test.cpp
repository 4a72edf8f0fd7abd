// What a line of plies costs by the boards that it leads through, worked out by hand from docs/model.md 8.1.
#include <gtest/gtest.h>

#include <vector>

#include "reading/reading.hpp"
#include "tests/reading/squares.hpp"

namespace jadoube::reading {
namespace {

using chess::Square;
using namespace std::chrono_literals;

const Bitboard kAtStart = chess::Position{}.occupied();

/// Boards of a game whose clock is heard.
Evidence heard() {
  Evidence evidence;
  evidence.clock_heard = true;
  return evidence;
}

SettledBoard board(Bitboard occupied, std::optional<Side> pressed = {}, bool passing = false) {
  return {1s, occupied, 0, pressed, passing};
}

TEST(Line, EachSquareThatIsOffCostsTwoNatsUpToEight) {
  const auto off = [](int count) {
    Line line{0, Side::white};
    line.see(board((Bitboard{1} << count) - 1), heard());
    return line.weight().millinats();
  };
  EXPECT_EQ(off(0), 0);
  EXPECT_EQ(off(1), -2000);
  EXPECT_EQ(off(8), -16'000);
  EXPECT_EQ(off(9), -16'000);
}

TEST(Line, ASquareThatIsOffAtSixBoardsIsStuckAndCostsNoMore) {
  Line line{0, Side::white};
  const Bitboard e4 = squares({Square::e4});
  for (int i = 1; i <= 5; ++i) line.see(board(e4), heard());
  EXPECT_EQ(line.stuck(), Bitboard{0});
  EXPECT_EQ(line.doubted(), e4);
  line.see(board(e4), heard());
  EXPECT_EQ(line.stuck(), e4);  // 12 nats: a sensor that gets stuck costs 11
  EXPECT_EQ(line.weight(), LogWeight{-12'000});
  line.see(board(e4), heard());
  EXPECT_EQ(line.weight(), LogWeight{-12'000});
  line.see(board(0), heard());
  EXPECT_EQ(line.weight(), LogWeight{-12'000});
}

TEST(Line, WhereThreeSquaresAreOffNoSensorIsStuck) {
  const auto stuck_after = [](Bitboard off, int boards) {
    Line line{0, Side::white};
    for (int i = 0; i < boards; ++i) line.see(board(off), heard());
    return line.stuck();
  };
  const Bitboard two = squares({Square::e4, Square::e5});
  EXPECT_EQ(stuck_after(two, 6), two);
  EXPECT_EQ(stuck_after(two | squares({Square::e6}), 20), Bitboard{0});
}

TEST(Line, OfFourSquaresThatAreOffNowAndThenEachIsCounted) {
  Line line{0, Side::white};
  const auto all = {Square::a4, Square::b4, Square::c4, Square::d4};
  for (int i = 0; i < 6; ++i)
    for (const Square square : all) line.see(board(chess::bit(square)), heard());
  EXPECT_EQ(line.stuck(), squares(all));
}

TEST(Line, WhatWasTouchedAndBelongsToNoPlyIsChargedAtTheNext) {
  const auto touched = [](Bitboard others) {
    Line line{kAtStart, Side::white};
    const Bitboard roles = squares({Square::e2, Square::e4});
    line.touch(others | roles);
    line.see(board(kAtStart), {});  // nothing was played yet: it may belong to what comes
    EXPECT_EQ(line.weight(), LogWeight{0});
    line.act(kAtStart ^ roles, Side::black, roles, 0, LogWeight{0}, {});
    line.see(board(kAtStart ^ roles), {});
    EXPECT_EQ(line.touched(), Bitboard{0});
    return line.weight().millinats();
  };
  EXPECT_EQ(touched(0), 0);
  EXPECT_EQ(touched(squares({Square::e3})), -1500);
  EXPECT_EQ(touched(squares({Square::a3, Square::b3, Square::c3})), -4500);
  EXPECT_EQ(touched(squares({Square::d2})), -6000);
  EXPECT_EQ(touched(squares({Square::a2, Square::b2, Square::c2, Square::d2})), -24'000);
  EXPECT_EQ(touched(squares({Square::a3, Square::d2})), -7500);
}

// A piece that stands badly is lost from sight again and again: that costs a line of many plies no more than one of few.
TEST(Line, APieceThatIsTouchedAgainIsChargedOnce) {
  Line line{kAtStart, Side::white};
  auto play = [&, stands = kAtStart](Side next, Bitboard roles) mutable {
    stands ^= roles;
    line.touch(roles | squares({Square::a2}));
    line.act(stands, next, roles, 0, LogWeight{0}, {});
    line.see(board(stands), {});
  };
  play(Side::black, squares({Square::e2, Square::e4}));
  play(Side::white, squares({Square::e7, Square::e5}));
  EXPECT_EQ(line.weight(), LogWeight{-6000});
}

// A pawn takes on e5: it goes from d4, which looks complete; then what it took is lifted, and it is put down.
TEST(Line, WhatIsDoneOnTheSquaresOfAPlyBeforeItsPressBelongsToIt) {
  const Bitboard roles = squares({Square::d4, Square::e5});
  const Bitboard lifted = squares({Square::e7});
  const auto touched = [&](std::optional<Side> pressed) {
    Line line{kAtStart | roles, Side::white};
    line.touch(squares({Square::d4}));
    line.act(kAtStart | squares({Square::e5}), Side::black, roles, 0, LogWeight{0}, {});
    line.see(board(kAtStart | squares({Square::e5})), {});
    line.touch(squares({Square::e5}) | lifted);
    line.see(board((kAtStart | squares({Square::e5})) ^ lifted, pressed), {});
    return line.touched();
  };
  EXPECT_EQ(touched(Side::white), lifted) << "the reply is in the hand when White presses";
  EXPECT_EQ(touched({}), squares({Square::e5}) | lifted) << "it may be the reply that lifts it";
  EXPECT_EQ(touched(Side::black), squares({Square::e5}) | lifted);
}

TEST(Line, WhatIsLiftedBelongsToTheNextPly) {
  Line line{kAtStart, Side::white};
  const Bitboard roles = squares({Square::e2, Square::e4});
  const Bitboard lifted = squares({Square::e7});
  line.touch(roles | lifted);
  line.act(kAtStart ^ roles, Side::black, roles, 0, LogWeight{0}, {});
  line.see(board(kAtStart ^ roles ^ lifted), {});
  EXPECT_EQ(line.weight(), LogWeight{-2000}) << "it is off";
  EXPECT_EQ(line.touched(), lifted);
}

TEST(Line, APieceThatIsTakenWhereNothingWasTouchedWasTakenUnseen) {
  const Bitboard taken = squares({Square::e5});
  const auto weight = [&](Bitboard touched, Bitboard trusted) {
    Evidence evidence;
    evidence.trusted = trusted;
    Line line{taken | squares({Square::d4}), Side::white};
    line.touch(touched);
    line.act(taken, Side::black, taken | squares({Square::d4}), taken, LogWeight{-10}, evidence);
    return line.weight().millinats();
  };
  EXPECT_EQ(weight(squares({Square::d4}), ~Bitboard{0}), -10 - 1050);
  EXPECT_EQ(weight(squares({Square::d4}) | taken, ~Bitboard{0}), -10);
  EXPECT_EQ(weight(squares({Square::d4}), ~taken), -10) << "its sensor is not believed";
}

/// White's ply, what happens then, and Black's ply: what it costs that White did not press, or somebody pressed for nothing.
template <class Between>
int replied(const Evidence& evidence, Between between) {
  Line line{kAtStart, Side::white};
  line.act(kAtStart, Side::black, 0, 0, LogWeight{0}, evidence);
  between(line);
  line.act(kAtStart, Side::white, 0, 0, LogWeight{0}, evidence);
  return line.weight().millinats();
}

TEST(Line, APlyThatIsAnsweredWasPressed) {
  const auto press = [](Side side, bool passing = false) {
    return [=](Line& line) { line.see(board(kAtStart, side, passing), heard()); };
  };
  const auto nothing = [](Line& line) { line.see(board(kAtStart), heard()); };
  EXPECT_EQ(replied(heard(), press(Side::white)), 0);
  EXPECT_EQ(replied(heard(), nothing), -2000);
  EXPECT_EQ(replied({}, nothing), 0) << "nobody hears a clock";
  EXPECT_EQ(replied(heard(), press(Side::black)), -7000 - 2000) << "the side to move pressed";
}

TEST(Line, APressThatIsEarlyToTheEyeIsForThePlyThatComes) {
  Line line{kAtStart, Side::white};
  const Bitboard lifted = squares({Square::e2});
  line.see(board(kAtStart ^ lifted, Side::white, true), heard());
  EXPECT_EQ(line.weight(), LogWeight{-2500}) << "what is passing is not off";
  line.act(kAtStart, Side::black, 0, 0, LogWeight{0}, heard());
  EXPECT_TRUE(line.is_pressed());
  line.act(kAtStart, Side::white, 0, 0, LogWeight{0}, heard());
  EXPECT_FALSE(line.is_pressed());
  EXPECT_EQ(line.weight(), LogWeight{-2500});
}

TEST(Line, APressForNothingCostsWhatItCostsElsewhere) {
  const Bitboard roles = squares({Square::e2, Square::e4});
  Line line{kAtStart, Side::white};
  line.see(board(kAtStart, Side::black), heard());
  EXPECT_EQ(line.weight(), LogWeight{0}) << "it may be for a ply before";
  line.act(kAtStart ^ roles, Side::black, roles, 0, LogWeight{0}, heard());
  line.see(board(kAtStart ^ roles, Side::white), heard());
  EXPECT_EQ(line.weight(), LogWeight{0});
  line.see(board(kAtStart ^ roles, Side::white), heard());
  EXPECT_EQ(line.weight(), LogWeight{-4600}) << "White has pressed already";
  line.see(board(kAtStart ^ roles, Side::black), heard());
  EXPECT_EQ(line.weight(), LogWeight{-11'600}) << "Black has not moved";
}

// Black replies before White has pressed: White, who is to move again, presses for his ply then, and Black for the reply.
TEST(Line, WhoIsAnsweredBeforeHisPressMayPressYet) {
  const Bitboard pawn = squares({Square::e2, Square::e4});
  const Bitboard reply = squares({Square::e7, Square::e5});
  Line line{kAtStart, Side::white};
  line.act(kAtStart ^ pawn, Side::black, pawn, 0, LogWeight{0}, heard());
  line.act(kAtStart ^ pawn ^ reply, Side::white, reply, 0, LogWeight{0}, heard());
  line.see(board(kAtStart ^ pawn ^ reply, Side::white), heard());
  EXPECT_EQ(line.weight(), LogWeight{-2000 - 2500});
  line.see(board(kAtStart ^ pawn ^ reply, Side::black), heard());
  EXPECT_EQ(line.weight(), LogWeight{-2000 - 2500});
  line.see(board(kAtStart ^ pawn ^ reply, Side::white), heard());
  EXPECT_EQ(line.weight(), LogWeight{-2000 - 2500 - 7000}) << "once";
}

TEST(Line, OnlyAnEarlyPressThatPassesSaysNothingOfTheBoard) {
  const Bitboard lifted = squares({Square::e2});
  const auto weight = [&](Side side, bool passing) {
    Line line{kAtStart, Side::white};
    line.see(board(kAtStart ^ lifted, side, passing), heard());
    return line.weight().millinats();
  };
  EXPECT_EQ(weight(Side::white, true), -2500);
  EXPECT_EQ(weight(Side::white, false), -7000 - 2000);
  EXPECT_EQ(weight(Side::black, true), -2000);
}

// A sensor that got stuck goes on showing what it showed. One that blinks where the line has no piece speaks against the line.
TEST(Line, ASquareThatChangesIsNotStuck) {
  const Bitboard e2 = squares({Square::e2});
  const auto weight = [&](Bitboard stands, bool changes) {
    Line line{stands, Side::white};
    SettledBoard seen = board(kAtStart);
    for (int i = 0; i < 6; ++i) line.see(seen, heard());
    const LogWeight stuck = line.weight();
    seen.touched = changes ? e2 : 0;
    line.see(seen, heard());
    return (line.weight() - stuck).millinats();
  };
  EXPECT_EQ(weight(kAtStart & ~e2, false), 0) << "it has been paid for";
  EXPECT_EQ(weight(kAtStart & ~e2, true), -4000);
  EXPECT_EQ(weight(kAtStart, true), 0) << "a piece stands there, perhaps badly";
}

TEST(Line, ASensorThatLosesItsPieceFromSightInventsNone) {
  const Bitboard e2 = squares({Square::e2});
  const auto weight = [&](Bitboard stands, Bitboard shown) {
    Evidence evidence = heard();
    evidence.trusted = ~e2;
    evidence.flickers = e2;
    Line line{stands, Side::white};
    line.see(board(shown), evidence);
    return line.weight().millinats();
  };
  EXPECT_EQ(weight(kAtStart, kAtStart & ~e2), 0) << "it is there, and out of sight";
  EXPECT_EQ(weight(kAtStart & ~e2, kAtStart), -2000) << "it is seen, and not there";
}

TEST(Line, EachPlyHasItsOwnRoles) {
  Line line{kAtStart, Side::white};
  const Bitboard first = squares({Square::e2, Square::e4});
  const Bitboard second = squares({Square::e7, Square::e5});
  line.touch(first);
  line.act(kAtStart ^ first, Side::black, first, 0, LogWeight{0}, {});
  line.see(board(kAtStart ^ first), {});
  line.touch(squares({Square::e2}));
  line.see(board(kAtStart ^ first), {});
  EXPECT_EQ(line.weight(), LogWeight{0}) << "it may belong to what comes";
  line.touch(second);
  line.act(kAtStart ^ first ^ second, Side::white, second, 0, LogWeight{0}, {});
  line.see(board(kAtStart ^ first ^ second), {});
  EXPECT_EQ(line.weight(), LogWeight{-1500}) << "and does not";
}

// The lowest square of all is a square like others.
TEST(Line, ARookThatIsTouchedOnItsCornerIsAdjusted) {
  Line line{kAtStart, Side::white};
  EXPECT_EQ(line.doubted(), Bitboard{0}) << "nothing was seen yet";
  const Bitboard roles = squares({Square::e2, Square::e4});
  const Bitboard a1 = squares({Square::a1});
  line.touch(roles | a1);
  line.act(kAtStart ^ roles, Side::black, roles, 0, LogWeight{0}, {});
  line.see(board(kAtStart ^ roles), {});
  EXPECT_EQ(line.weight(), LogWeight{-6000});
  // White's press ends his ply, and the rook was none of it.
  line.touch(a1);
  line.see(board(kAtStart ^ roles, Side::white), {});
  EXPECT_EQ(line.touched(), a1);
}

TEST(Line, TheCornerBelongsToNoPlyAfterItsOwn) {
  Line line{kAtStart, Side::white};
  const Bitboard first = squares({Square::a1, Square::a3});
  const Bitboard second = squares({Square::e7, Square::e5});
  line.act(kAtStart ^ first, Side::black, first, 0, LogWeight{0}, {});
  line.see(board(kAtStart ^ first), {});
  line.touch(second | squares({Square::a1}));
  line.act(kAtStart ^ first ^ second, Side::white, second, 0, LogWeight{0}, {});
  line.see(board(kAtStart ^ first ^ second), {});
  EXPECT_EQ(line.weight(), LogWeight{-1500});
}

TEST(Line, ASensorThatIsStuckLeavesRoomForOthersToBe) {
  Line line{0, Side::white};
  const auto six_times = [&](std::initializer_list<Square> list) {
    for (int i = 0; i < 6; ++i)
      for (const Square square : list) line.see(board(chess::bit(square)), heard());
  };
  six_times({Square::a4, Square::b4, Square::c4, Square::d4});
  six_times({Square::e4, Square::f4});
  EXPECT_EQ(line.stuck(), squares({Square::a4, Square::b4, Square::c4, Square::d4, Square::e4, Square::f4}));
}

TEST(Line, AnActOfTheSameSideNeedsNoPressBefore) {
  Line line{kAtStart, Side::white};
  line.act(kAtStart, Side::black, 0, 0, LogWeight{0}, heard());
  line.act(kAtStart, Side::black, 0, 0, LogWeight{0}, heard());
  EXPECT_EQ(line.weight(), LogWeight{0});
  EXPECT_FALSE(line.is_pressed());
}

TEST(Weigh, AnActIsSeenByTheBoardsThatStandAfterIt) {
  const Bitboard after = kAtStart ^ squares({Square::e2, Square::e4});
  const auto weight = [&](Time act_at, Time board_until, std::optional<Side> pressed, Bitboard shows) {
    const std::vector<Act> acts{{act_at, after, Side::black, kAtStart ^ after, 0, LogWeight{0}}};
    Evidence evidence;
    evidence.boards = {{board_until, shows, 0, pressed, false}};
    return weigh(Line{kAtStart, Side::white}, acts, evidence).millinats();
  };
  EXPECT_EQ(weight(1s, 2s, {}, after), 0);
  EXPECT_EQ(weight(3s, 2s, {}, kAtStart), 0) << "it was made later";
  EXPECT_EQ(weight(3s, 2s, {}, after), 0) << "it was understood later";
  EXPECT_EQ(weight(1s, 2s, {}, kAtStart), -4000) << "it is not to be seen";
  EXPECT_EQ(weight(2s, 2s, {}, kAtStart), 0) << "the change that ends a board is none that it shows";
  EXPECT_EQ(weight(2s, 2s, Side::white, kAtStart), -4000) << "a press ends nothing";
}

TEST(Weigh, WhatABoardSaysWasTouchedIsCharged) {
  const Bitboard moved = squares({Square::e2, Square::e4});
  const std::vector<Act> acts{{1s, kAtStart ^ moved, Side::black, moved, 0, LogWeight{0}}};
  Evidence evidence;
  evidence.boards = {{2s, kAtStart ^ moved, moved | squares({Square::e3}), {}, false}};
  EXPECT_EQ(weigh(Line{kAtStart, Side::white}, acts, evidence), LogWeight{-1500});
}

TEST(RolesOf, AMoveAreTheSquaresThatItMayTouch) {
  const auto roles = [](const char* fen, const char* uci) {
    const auto before = chess::position_from_fen(fen).value();
    const chess::Move move = *move_from_uci(before, uci);
    return roles_of(before, move, before.occupied_after(move));
  };
  const Roles slid = roles("4k3/8/8/3p4/8/8/8/R3K3 w - - 0 1", "a1a4");
  EXPECT_EQ(slid.all, squares({Square::a1, Square::a2, Square::a3, Square::a4}));
  EXPECT_EQ(slid.taken, Bitboard{0});
  const Roles taken = roles("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5");
  EXPECT_EQ(taken.all, squares({Square::e4, Square::d5}));
  EXPECT_EQ(taken.taken, squares({Square::d5}));
  const Roles passant = roles("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
  EXPECT_EQ(passant.all, squares({Square::e5, Square::d5, Square::d6}));
  EXPECT_EQ(passant.taken, Bitboard{0});
  EXPECT_EQ(roles("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1").all,
            squares({Square::e1, Square::f1, Square::g1, Square::h1}));
  const Roles chess960 = roles("4k3/8/8/8/8/8/8/2K3R1 w G - 0 1", "c1g1");
  EXPECT_EQ(chess960.all, squares({Square::c1, Square::d1, Square::e1, Square::f1, Square::g1}));
  EXPECT_EQ(chess960.taken, squares({Square::g1}));
}

TEST(RolesOf, CastlingInChess960TakesTheKingsOwnSquareForTheRook) {
  const auto before = chess::position_from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").value();
  const chess::Move move = *move_from_uci(before, "f1h1");
  const Roles roles = roles_of(before, move, before.occupied_after(move));
  EXPECT_EQ(roles.all, squares({Square::f1, Square::g1, Square::h1}));
  EXPECT_EQ(roles.taken, squares({Square::f1}));
}

TEST(OfChoice, EachLegalMoveIsAsLikelyButForWhatAPawnBecomes) {
  const chess::Move plain{Square::e2, Square::e4};
  EXPECT_EQ(of_choice(plain, 0), LogWeight{0});
  EXPECT_EQ(of_choice(plain, 1), LogWeight{0});
  EXPECT_EQ(of_choice(plain, 20), LogWeight{-2996});   // ln 20
  EXPECT_EQ(of_choice(plain, 256), LogWeight{-5545});  // ln 256
  EXPECT_EQ(of_choice(plain, 1000), LogWeight{-5545});
  const auto before = chess::position_from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").value();
  EXPECT_EQ(of_choice(*move_from_uci(before, "a7a8q"), 1), LogWeight{-50});
  EXPECT_EQ(of_choice(*move_from_uci(before, "a7a8n"), 1), LogWeight{-3300});
}

}  // namespace
}  // namespace jadoube::reading
