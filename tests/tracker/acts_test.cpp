#include "tracker/acts/matcher.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tracker/positions.hpp"
#include "tracker/acts/notice.hpp"

namespace jadoube::tracker {
namespace {

Bitboard set_of(std::initializer_list<Square> squares) {
  Bitboard set = 0;
  for (const Square square : squares) set |= chess::bit(square);
  return set;
}

/// The likeliest act, as a finding would tell it.
std::optional<Notice> likeliest(const chess::Position& position, Bitboard missing, Bitboard wrong,
                                std::optional<Side> pressed_by, const Touches& touches = {},
                                const SensedBoard& sensed = {}) {
  const auto acts = acts_for(position, missing, wrong, touches, pressed_by);
  const auto best = std::max_element(acts.begin(), acts.end(),
                                     [](const Act& a, const Act& b) { return a.weight < b.weight; });
  if (best == acts.end()) return std::nullopt;
  return notice_of(position, *best, 1, sensed, 0);
}

TEST(Acts, AnIllegalTransferThatWasPressedIsAnIllegalMove) {
  const auto position = chess::position_from_fen(kCheckFromH4).value();
  const auto notice = likeliest(position, set_of({Square::a2}), set_of({Square::a3}), Side::white);
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->kind, Kind::illegal_move);
  EXPECT_EQ(notice->reason, Reason::king_in_check);
  EXPECT_EQ(notice->side, Side::white);
  EXPECT_EQ(notice->grade, Grade::A);
}

TEST(Acts, WhatOnlyTheLiftsTellIsNoMoreThanLikely) {
  const chess::Position start;
  Touches touches;
  touches.update(set_of({Square::d1}), set_of({Square::d1}), Time{0});
  touches.update(set_of({Square::d2}), set_of({Square::d2}), Time{500'000});
  touches.update(set_of({Square::d2}), 0, Time{900'000});
  const auto taken = likeliest(start, set_of({Square::d1}), 0, Side::white, touches);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->reason, Reason::own_piece_captured);
  EXPECT_EQ(taken->grade, Grade::B);
  SensedBoard seen = SensedBoard::of(start);
  seen.type_known = seen.colour_known = seen.occupied;
  EXPECT_EQ(likeliest(start, set_of({Square::d1}), 0, Side::white, touches, seen)->grade, Grade::A);
  EXPECT_EQ(likeliest(start, 0, set_of({Square::e4}), Side::white)->grade, Grade::B);
}

TEST(Acts, AnIllegalCaptureIsOneBeforeItIsPressed) {
  const chess::Position start;
  Touches touches;
  touches.update(set_of({Square::d1}), set_of({Square::d1}), Time{0});
  touches.update(set_of({Square::d7}), set_of({Square::d7}), Time{500'000});
  touches.update(set_of({Square::d7}), 0, Time{900'000});
  const auto taken = likeliest(start, set_of({Square::d1}), 0, std::nullopt, touches);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->kind, Kind::illegal_move);
  EXPECT_EQ(taken->squares, (std::vector{Square::d1, Square::d7}));
  // Where nothing else was touched the piece is in a hand, or has fallen.
  Touches alone;
  alone.update(set_of({Square::d1}), set_of({Square::d1}), Time{0});
  for (const Act& act : acts_for(start, set_of({Square::d1}), 0, alone, std::nullopt))
    EXPECT_EQ(act.kind, StepKind::displaced);
}

TEST(Acts, WhatWasCarriedWasNotKnockedOver) {
  const chess::Position start;
  const auto displaced = [&](Time in_the_air) {
    Touches touches;
    touches.update(set_of({Square::b1}), set_of({Square::b1}), Time{0});
    touches.update(set_of({Square::b4}), set_of({Square::b4}), in_the_air);
    const auto acts = acts_for(start, set_of({Square::b1}), set_of({Square::b4}), touches, std::nullopt);
    const auto found = std::ranges::find(acts, StepKind::displaced, &Act::kind);
    EXPECT_NE(found, acts.end());
    return found->weight;
  };
  EXPECT_EQ(displaced(model::kKnockLasts), model::kDisplaced + model::kDisplacedAloneFar);
  EXPECT_EQ(displaced(model::kKnockLasts + Time{100'000}),
            model::kDisplaced + model::kDisplacedAloneFar + model::LogWeight{-2000});
  EXPECT_EQ(displaced(Time{5'000'000}),
            model::kDisplaced + model::kDisplacedAloneFar + model::LogWeight{model::kCarriedSlowly.most});
}

TEST(Acts, ALawfulTransferOfTheOtherSideIsOutOfTurn) {
  const chess::Position start;
  const auto notice = likeliest(start, set_of({Square::e7}), set_of({Square::e5}), std::nullopt);
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->kind, Kind::out_of_turn);
  EXPECT_EQ(notice->side, Side::black);
}

TEST(Acts, MovingTheOpponentsPieceAndPressingIsTheWrongSide) {
  const chess::Position start;
  const auto notice = likeliest(start, set_of({Square::e7}), set_of({Square::e5}), Side::white);
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->kind, Kind::illegal_move);
  EXPECT_EQ(notice->reason, Reason::wrong_side);
  EXPECT_EQ(notice->side, Side::white);
}

TEST(Acts, WhatIsLegalNeedsNoOtherExplanation) {
  const chess::Position start;
  EXPECT_TRUE(acts_for(start, set_of({Square::e2}), set_of({Square::e4}), {}, Side::white).empty());
}

TEST(Acts, CastlingWithoutTheRightIsOneIllegalMove) {
  const auto position = chess::position_from_fen("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1").value();
  const auto notice =
      likeliest(position, set_of({Square::e1, Square::h1}), set_of({Square::g1, Square::f1}), Side::white);
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->reason, Reason::castling_rights);
  EXPECT_EQ(notice->squares.front(), Square::e1);
}

TEST(Acts, APieceBesideItsSquareWasKnockedOver) {
  const auto position = chess::position_from_fen("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1").value();
  const auto acts = acts_for(position, set_of({Square::d5}), set_of({Square::c5}), {}, std::nullopt);
  const auto best = std::max_element(acts.begin(), acts.end(),
                                     [](const Act& a, const Act& b) { return a.weight < b.weight; });
  ASSERT_NE(best, acts.end());
  EXPECT_EQ(best->kind, StepKind::displaced);
}

/// What it weighs that White's rook went from d1 to take what stands on `taken`, which was touched for 0.4 s.
std::optional<LogWeight> weight_of_taking(Square taken) {
  const auto position = chess::position_from_fen("r3k3/8/2n5/3p4/8/5p2/6P1/3R2K1 w - - 0 1").value();
  Touches touches;
  touches.update(set_of({taken}), set_of({taken}), Time{0});
  touches.update(set_of({Square::d1}), set_of({Square::d1}), Time{200'000});
  touches.update(set_of({taken}), 0, Time{400'000});
  for (const Act& act : acts_for(position, set_of({Square::d1}), 0, touches, Side::white))
    if (!act.transfers.empty()) return act.weight;
  return std::nullopt;
}

TEST(Acts, AnUnlawfulCaptureIsTheLessLikelyTheFartherItIsFromALawfulOne) {
  EXPECT_EQ(weight_of_taking(Square::d5), std::nullopt);  // it may
  const LogWeight slip = model::kIllegal + model::kWithPress;
  EXPECT_EQ(weight_of_taking(Square::f3), slip + model::kFarFromAnyMove);  // two files beside the d-file
  EXPECT_EQ(weight_of_taking(Square::c6), slip);                           // one file beside it
  EXPECT_EQ(weight_of_taking(Square::g2), slip + model::kOwnPieceTaken);   // one rank above the first
}

TEST(Acts, CastlingThatIsCompleteIsNoUnlawfulOne) {
  const Bitboard from = set_of({Square::e1, Square::h1});
  const Bitboard to = set_of({Square::g1, Square::f1});
  const auto may = chess::position_from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value();
  EXPECT_TRUE(acts_for(may, from, to, {}, Side::white).empty());
  const auto may_not = chess::position_from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").value();
  EXPECT_EQ(acts_for(may_not, from, to, {}, Side::white).size(), 1U);
}

/// White's rook was on d1, and the square of this piece of Black's was empty for so long; d1 was left so long after the beginning.
std::vector<Act> captures(Square taken, Time lifted, Time from, Time to, std::optional<Side> pressed_by) {
  const auto position = chess::position_from_fen("r3k3/8/2n5/3p4/8/5p2/6P1/3R2K1 w - - 0 1").value();
  Touches touches;
  touches.update(set_of({Square::d1}), set_of({Square::d1}), lifted);
  touches.update(set_of({taken}), set_of({taken}), from);
  touches.update(set_of({taken}), 0, to);
  auto acts = acts_for(position, set_of({Square::d1}), 0, touches, pressed_by);
  std::erase_if(acts, [](const Act& act) { return act.transfers.empty(); });
  return acts;
}

TEST(Acts, ABlipIsATraceOfACaptureOnceItWasPressed) {
  const auto found = [](Time lasts, std::optional<Side> pressed_by) {
    return !captures(Square::c6, 1s, 2s, 2s + lasts, pressed_by).empty();
  };
  EXPECT_TRUE(found(20ms, Side::white));
  EXPECT_FALSE(found(20ms - 1us, Side::white));
  EXPECT_TRUE(found(100ms, std::nullopt));
  EXPECT_FALSE(found(100ms - 1us, std::nullopt));
}

TEST(Acts, AndTheLessLikelyAsNoHandTakesAPieceSoFast) {
  const auto weight = [](Time lasts) {
    return captures(Square::c6, 1s, 2s, 2s + lasts, Side::white).at(0).weight;
  };
  EXPECT_EQ(weight(100ms) - weight(100ms - 1us), LogWeight{3000});
}

TEST(Acts, WhatWasPutDownBeforeThePieceWasLiftedIsAnotherOne) {
  const auto found = [](Time back_before_lift) {
    return !captures(Square::c6, 3s, 1s, 3s - back_before_lift, Side::white).empty();
  };
  EXPECT_TRUE(found(30ms));
  EXPECT_FALSE(found(30ms + 1us));
}

/// Castling as it is in Chess960, all that is touched being touched at once.
std::vector<Act> castlings(const char* fen, std::initializer_list<Square> touched, Bitboard stands) {
  const auto position = chess::position_from_fen(fen).value();
  Touches touches;
  touches.update(set_of(touched), set_of(touched), 1s);
  auto acts =
      acts_for(position, position.occupied() & ~stands, stands & ~position.occupied(), touches, Side::white);
  std::erase_if(acts, [](const Act& act) { return !act.castling; });
  return acts;
}

TEST(Acts, CastlingInChess960GoesToTheSameSquaresFromAnywhere) {
  const Bitboard black = set_of({Square::e8});
  const auto long_ones = castlings("4k3/8/8/8/8/8/8/1R1K3R w H - 0 1", {Square::d1, Square::b1},
                                   black | set_of({Square::c1, Square::d1, Square::h1}));
  ASSERT_EQ(long_ones.size(), 1U);
  EXPECT_EQ(long_ones[0].transfers[0].from, Square::d1);
  EXPECT_EQ(long_ones[0].transfers[0].to, Square::c1);
  EXPECT_EQ(long_ones[0].transfers[1].from, Square::b1);
  EXPECT_EQ(long_ones[0].transfers[1].to, Square::d1);
  // With the rook of the wing to which there is no right.
  const auto short_ones = castlings("4k3/8/8/8/8/8/8/1R1K2R1 w B - 0 1", {Square::d1, Square::g1},
                                    black | set_of({Square::b1, Square::g1, Square::f1}));
  ASSERT_EQ(short_ones.size(), 1U);
  EXPECT_EQ(short_ones[0].transfers[0].to, Square::g1);
  EXPECT_EQ(short_ones[0].transfers[1].from, Square::g1);
  EXPECT_EQ(short_ones[0].transfers[1].to, Square::f1);
  EXPECT_EQ(short_ones[0].weight, model::kIllegal + model::kCastlingShape + model::kWithPress);
  // Who touches the king alone has not castled.
  EXPECT_TRUE(castlings("4k3/8/8/8/8/8/8/1R1K2R1 w B - 0 1", {Square::d1},
                        black | set_of({Square::b1, Square::g1, Square::f1}))
                  .empty());
  // Onto another piece is no castling.
  EXPECT_TRUE(castlings("4k3/8/8/8/8/8/8/1R1K1NR1 w B - 0 1", {Square::d1, Square::g1},
                        black | set_of({Square::b1, Square::g1, Square::f1}))
                  .empty());
  // Nor with a third piece astray, nor from another rank, nor where it is lawful.
  EXPECT_TRUE(castlings("4k3/8/8/8/8/8/P7/1R1K2R1 w B - 0 1", {Square::d1, Square::g1},
                        black | set_of({Square::b1, Square::g1, Square::f1}))
                  .empty());
  EXPECT_TRUE(castlings("4k3/8/8/8/8/8/8/1R1K2R1 w G - 0 1", {Square::d1, Square::g1},
                        black | set_of({Square::b1, Square::g1, Square::f1}))
                  .empty());
  EXPECT_TRUE(castlings("4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1", {Square::e1, Square::g1},
                        black | set_of({Square::b1, Square::g1, Square::f1}))
                  .empty())
      << "in ordinary chess there are squares to go by";
}

/// Whether two transfers at once look like castling that is none.
bool looks_castling(const char* fen, std::initializer_list<Square> from, std::initializer_list<Square> to) {
  const auto acts =
      acts_for(chess::position_from_fen(fen).value(), set_of(from), set_of(to), {}, Side::white);
  return std::ranges::any_of(acts, [](const Act& act) { return act.weight > model::kIllegal; });
}

TEST(Acts, CastlingIsAKingTwoSquaresAsideAndARookOverIt) {
  constexpr const char* kBothWings = "3k4/8/8/8/8/8/4R3/R3K2R w - - 0 1";
  EXPECT_TRUE(looks_castling(kBothWings, {Square::e1, Square::h1}, {Square::g1, Square::f1}));
  EXPECT_TRUE(looks_castling(kBothWings, {Square::e1, Square::a1}, {Square::c1, Square::d1}));
  EXPECT_TRUE(looks_castling(kBothWings, {Square::e1, Square::a1}, {Square::g1, Square::f1}))
      << "the other rook, over both";
  EXPECT_FALSE(looks_castling(kBothWings, {Square::e1, Square::a1}, {Square::b1, Square::c1}));
  EXPECT_FALSE(looks_castling(kBothWings, {Square::e1, Square::h1}, {Square::g1, Square::d1}));
  EXPECT_FALSE(looks_castling(kBothWings, {Square::e1, Square::e2}, {Square::g1, Square::f1}))
      << "from another rank";
  EXPECT_FALSE(looks_castling(kBothWings, {Square::e1, Square::h1}, {Square::g2, Square::f1}));
  EXPECT_FALSE(looks_castling(kBothWings, {Square::e1, Square::h1}, {Square::g1, Square::f2}));
  EXPECT_FALSE(
      looks_castling("4k3/8/8/8/8/8/8/R3K2N w - - 0 1", {Square::e1, Square::h1}, {Square::g1, Square::f1}))
      << "a knight";
  EXPECT_FALSE(
      looks_castling("4k3/8/8/8/8/8/8/R3K2r w - - 0 1", {Square::e1, Square::h1}, {Square::g1, Square::f1}))
      << "the other's";
  EXPECT_FALSE(
      looks_castling("3k4/8/8/8/8/8/K7/4Q2R w - - 0 1", {Square::e1, Square::h1}, {Square::g1, Square::f1}))
      << "a queen";
  EXPECT_FALSE(
      looks_castling("4k2r/8/8/8/8/8/8/4K3 w - - 0 1", {Square::e8, Square::h8}, {Square::g8, Square::f8}))
      << "it is not Black's turn";
}

/// Whether these squares are taken for en passant without the right to it.
bool looks_en_passant(const char* fen, Square from, Square to, Square gone) {
  const auto acts =
      acts_for(chess::position_from_fen(fen).value(), set_of({from, gone}), set_of({to}), {}, Side::white);
  return std::ranges::any_of(acts,
                             [](const Act& act) { return act.reason == Reason::en_passant_unavailable; });
}

TEST(Acts, EnPassantIsAPawnAsideAndThePawnBesideItGone) {
  constexpr const char* kFifth = "4k3/8/8/1p1pP3/3p4/8/8/4K3 w - - 0 1";
  EXPECT_TRUE(looks_en_passant(kFifth, Square::e5, Square::d6, Square::d5));
  EXPECT_FALSE(looks_en_passant(kFifth, Square::e5, Square::f6, Square::d5)) << "to the other side";
  EXPECT_FALSE(looks_en_passant(kFifth, Square::e5, Square::d6, Square::d4)) << "a pawn of another rank";
  EXPECT_FALSE(looks_en_passant(kFifth, Square::e5, Square::b6, Square::b5)) << "too far";
  EXPECT_FALSE(looks_en_passant(kFifth, Square::e5, Square::d7, Square::d5));
  EXPECT_FALSE(looks_en_passant("4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1", Square::e5, Square::d6, Square::d5))
      << "his own";
  EXPECT_FALSE(looks_en_passant("4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1", Square::e5, Square::d6, Square::d5))
      << "a knight";
  EXPECT_FALSE(looks_en_passant("4k3/8/8/3pN3/8/8/8/4K3 w - - 0 1", Square::e5, Square::d6, Square::d5));
  EXPECT_FALSE(looks_en_passant("4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1", Square::e5, Square::d6, Square::d5))
      << "it is Black's turn";
}

TEST(Acts, TwoMovesAreMadeOneAfterTheOther) {
  // d2-d4, put down at 1 s, and e2-e4; or a capture, of which nobody sees when it is put down.
  const auto found = [](std::optional<Time> put_down, Time lifted) {
    Touches touches;
    touches.update(set_of({Square::d2}), set_of({Square::d2}), 500ms);
    if (put_down) touches.update(set_of({Square::d4}), set_of({Square::d2, Square::d4}), *put_down);
    touches.update(set_of({Square::e2}), set_of({Square::d2, Square::d4, Square::e2}), lifted);
    touches.update(set_of({Square::e4}), set_of({Square::d2, Square::d4, Square::e2, Square::e4}), 3s);
    const auto acts = acts_for({}, set_of({Square::d2, Square::e2}), set_of({Square::d4, Square::e4}),
                               touches, Side::white);
    return std::ranges::any_of(acts, [](const Act& act) { return act.reason == Reason::two_moves; });
  };
  EXPECT_TRUE(found(1s, 1100ms));
  EXPECT_FALSE(found(1s, 1100ms - 1us)) << "a hand that puts a piece down does not lift another so soon";
  EXPECT_TRUE(found(std::nullopt, 500ms + 140ms + 100ms));
  EXPECT_FALSE(found(std::nullopt, 500ms + 140ms + 100ms - 1us)) << "nor has it carried the first one there";
}

TEST(Acts, APieceThatSlipsAsideDoesSoAtOnce) {
  const auto slipping = [](Square to, Time after) {
    Touches touches;
    touches.update(set_of({Square::d4}), set_of({Square::d4}), 1s);
    touches.update(set_of({to}), set_of({Square::d4, to}), 1s + after);
    return weight_of_slipping(touches, {Square::d4, to});
  };
  EXPECT_EQ(slipping(Square::e4, 60ms - 1us), LogWeight{-4000});
  EXPECT_EQ(slipping(Square::e4, 60ms), LogWeight{0});
  EXPECT_EQ(slipping(Square::f4, 0ms), LogWeight{0}) << "two squares away";
  EXPECT_EQ(weight_of_slipping({}, {Square::d4, Square::e4}), LogWeight{0}) << "nobody saw it";
}

TEST(AfterAct, ThePiecesAreWhereTheActLeavesThemAndTheClocksGoOn) {
  const auto position = chess::position_from_fen("4k3/8/8/3pN3/8/8/4P3/4K2R b K - 7 30").value();
  const auto moved = after_act(position, {StepKind::out_of_turn, {{Square::e5, Square::d7}}}, Side::white);
  ASSERT_TRUE(moved);
  EXPECT_EQ(to_fen(*moved), "4k3/3N4/8/3p4/8/8/4P3/4K2R w K - 8 31");
  const auto pushed = after_act(position, {StepKind::out_of_turn, {{Square::e2, Square::e3}}}, Side::black);
  ASSERT_TRUE(pushed);
  EXPECT_EQ(to_fen(*pushed), "4k3/8/8/3pN3/8/4P3/8/4K2R b K - 0 30");
  const auto taken = after_act(position, {StepKind::out_of_turn, {{Square::e5, Square::d5}}}, Side::black);
  ASSERT_TRUE(taken);
  EXPECT_EQ(to_fen(*taken), "4k3/8/8/3N4/8/8/4P3/4K2R b K - 0 30");
  const auto gone = after_act(position, {StepKind::illegal, {}, chess::bit(Square::d5)}, Side::white);
  ASSERT_TRUE(gone);
  EXPECT_EQ(to_fen(*gone), "4k3/8/8/4N3/8/8/4P3/4K2R w K - 0 31");
  // King and rook that take each other's place take nothing.
  Act castled{StepKind::illegal, {{Square::e1, Square::g1}, {Square::h1, Square::f1}}};
  castled.castling = true;
  const auto white = chess::position_from_fen("4k3/8/8/8/8/8/8/4K2R w - - 7 30").value();
  EXPECT_EQ(to_fen(*after_act(white, castled, Side::black)), "4k3/8/8/8/8/8/8/5RK1 b - - 8 30");
}

TEST(AfterAct, TheBoardHoldsWhatWasPutThere) {
  const auto position = chess::position_from_fen("4k3/8/8/3p4/8/8/8/4K2R w - - 0 1").value();
  Act act{StepKind::illegal, {{Square::h1, Square::d1}}, chess::bit(Square::d5), chess::bit(Square::a4)};
  const SensedBoard board = board_after(SensedBoard::of(position), position, act);
  EXPECT_EQ(board.occupied, set_of({Square::e1, Square::e8, Square::d1, Square::a4}));
  EXPECT_EQ(board.white & board.occupied, set_of({Square::e1, Square::d1}));
}

TEST(AfterAct, TheGameGoesOnFromWhatStandsOnTheBoard) {
  const auto position = chess::position_from_fen(kCheckFromH4).value();
  const auto after = after_act(position, {StepKind::illegal, {{Square::a2, Square::a3}}}, Side::black);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->turn(), Side::black);
  EXPECT_EQ(after->at(Square::a3), (chess::Piece{Side::white, chess::PieceType::pawn}));
  EXPECT_EQ(after->at(Square::a2), std::nullopt);
}

TEST(AfterAct, NoGameGoesOnWithoutAKing) {
  const auto position = chess::position_from_fen("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1").value();
  EXPECT_FALSE(after_act(position, {StepKind::illegal, {{Square::e7, Square::e8}}}, Side::black));
}

}  // namespace
}  // namespace jadoube::tracker
