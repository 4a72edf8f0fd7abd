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
  const auto position = *chess::position_from_fen(kCheckFromH4);
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
  const auto position = *chess::position_from_fen("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
  const auto notice =
      likeliest(position, set_of({Square::e1, Square::h1}), set_of({Square::g1, Square::f1}), Side::white);
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->reason, Reason::castling_rights);
  EXPECT_EQ(notice->squares.front(), Square::e1);
}

TEST(Acts, APieceBesideItsSquareWasKnockedOver) {
  const auto position = *chess::position_from_fen("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1");
  const auto acts = acts_for(position, set_of({Square::d5}), set_of({Square::c5}), {}, std::nullopt);
  const auto best = std::max_element(acts.begin(), acts.end(),
                                     [](const Act& a, const Act& b) { return a.weight < b.weight; });
  ASSERT_NE(best, acts.end());
  EXPECT_EQ(best->kind, StepKind::displaced);
}

/// What it weighs that White's rook went from d1 to take what stands on `taken`, which was touched for 0.4 s.
std::optional<LogWeight> weight_of_taking(Square taken) {
  const auto position = *chess::position_from_fen("r3k3/8/2n5/3p4/8/5p2/6P1/3R2K1 w - - 0 1");
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
  const auto may = *chess::position_from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_TRUE(acts_for(may, from, to, {}, Side::white).empty());
  const auto may_not = *chess::position_from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
  EXPECT_EQ(acts_for(may_not, from, to, {}, Side::white).size(), 1U);
}

TEST(AfterAct, TheGameGoesOnFromWhatStandsOnTheBoard) {
  const auto position = *chess::position_from_fen(kCheckFromH4);
  const auto after = after_act(position, {StepKind::illegal, {{Square::a2, Square::a3}}}, Side::black);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->turn(), Side::black);
  EXPECT_EQ(after->at(Square::a3), (chess::Piece{Side::white, chess::PieceType::pawn}));
  EXPECT_EQ(after->at(Square::a2), std::nullopt);
}

TEST(AfterAct, NoGameGoesOnWithoutAKing) {
  const auto position = *chess::position_from_fen("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_FALSE(after_act(position, {StepKind::illegal, {{Square::e7, Square::e8}}}, Side::black));
}

}  // namespace
}  // namespace jadoube::tracker
