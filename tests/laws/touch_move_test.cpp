#include "judge/touch_move.hpp"

#include <gmock/gmock.h>

#include "judge/judged_game.hpp"
#include "judge/material.hpp"
#include "judge/michigan_count.hpp"

namespace jadoube::laws {
namespace {

using chess::Side;
using chess::Square;
using chess::Transfer;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

std::vector<std::string> may_play(const char* fen, const std::vector<Square>& touched,
                                  std::optional<Transfer> played = {}) {
  std::vector<std::string> out;
  for (const chess::Move move : replacement(*position_of(fen), touched, played).moves)
    out.push_back(to_uci(move));
  return out;
}

constexpr const char* kMate = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3";
constexpr const char* kCaptures = "4k3/8/8/2p1p3/3P4/8/8/3QK3 w - - 0 1";

TEST(TouchMove, APieceWithoutALegalMoveLeavesTheChoiceFree) {
  EXPECT_THAT(may_play(kMate, {Square::a2}, Transfer{Square::a2, Square::a3}),
              UnorderedElementsAre("e1e2", "g2g3"));
  EXPECT_FALSE(replacement(*position_of(kMate), std::vector{Square::a2}, std::nullopt).bound);
}

TEST(TouchMove, ThePinnedRookMovesAlongThePin) {
  EXPECT_THAT(may_play("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", {Square::e2}, Transfer{Square::e2, Square::a2}),
              UnorderedElementsAre("e2e3", "e2e4", "e2e5", "e2e6", "e2e7", "e2e8"));
}

TEST(TouchMove, TheTransferStandsForTheTouchWhereNoLiftIsKnown) {
  EXPECT_THAT(may_play("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", {}, Transfer{Square::e2, Square::a2}), SizeIs(6));
}

TEST(TouchMove, AnEnPassantCaptureMustBeFinished) {
  EXPECT_THAT(may_play("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", {Square::e5}, Transfer{Square::e5, Square::d6}),
              UnorderedElementsAre("e5d6"));
  EXPECT_TRUE(
      replacement(*position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), {}, Transfer{Square::e5, Square::d6})
          .released);
}

TEST(TouchMove, ACastlingHalfDoneMustBeFinished) {
  EXPECT_THAT(may_play("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {Square::e1}, Transfer{Square::e1, Square::g1}),
              UnorderedElementsAre("e1g1"));
}

TEST(TouchMove, AfterAnIllegalCastlingTheKingMovesOrCastlesOnTheOtherSide) {
  EXPECT_THAT(may_play("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", {Square::e1, Square::h1},
                       Transfer{Square::e1, Square::g1}),
              UnorderedElementsAre("e1d1", "e1d2", "e1e2", "e1c1"));
}

TEST(TouchMove, KingAndRookAreNoCastlingWhereAnotherPieceWasTouchedToo) {
  // The king cannot move: who meant to castle is free, who touched three pieces moves the first that can.
  const auto before = *position_of("4k3/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1");
  EXPECT_FALSE(replacement(before, std::vector{Square::e1, Square::h1}, {}).bound);
  EXPECT_EQ(replacement(before, std::vector{Square::e1, Square::h1, Square::d2}, {}).bound, Square::h1);
}

TEST(TouchMove, AKingCastlesByTwoSquaresOnItsRankAndNoOtherWay) {
  constexpr const char* kRook = "4k3/8/8/8/8/5r2/P7/R3K2R w KQ - 0 1";
  const auto bound = [&](Square to) {
    return replacement(*position_of(kRook), std::vector{Square::a2, Square::e1}, Transfer{Square::e1, to})
        .bound;
  };
  EXPECT_EQ(bound(Square::g1), Square::e1) << "an attempt to castle is one of the king";
  for (const Square to : {Square::f1, Square::f2, Square::g2, Square::h1, Square::e3})
    EXPECT_EQ(bound(to), Square::a2) << to_string(to) << ": of several pieces the first";
}

TEST(TouchMove, AKingWithoutMovesLeavesTheChoiceFree) {
  // Every square beside the king is taken or attacked.
  EXPECT_THAT(may_play("4k3/8/8/8/8/4q3/3P1P2/3RKR2 w - - 0 1", {Square::e1, Square::f1},
                       Transfer{Square::e1, Square::g1}),
              UnorderedElementsAre("d2e3", "f2e3"));
  EXPECT_FALSE(replacement(*position_of("4k3/8/8/8/8/4q3/3P1P2/3RKR2 w - - 0 1"),
                           std::vector{Square::e1, Square::f1}, Transfer{Square::e1, Square::g1})
                   .released)
      << "nothing that is legal was let go of";
}

TEST(TouchMove, OfSeveralOwnPiecesTheFirstThatCanMove) {
  EXPECT_THAT(may_play("4k3/8/8/8/8/8/P7/RN2K3 w - - 0 1", {Square::b1, Square::a2}),
              UnorderedElementsAre("b1a3", "b1c3", "b1d2"));
  EXPECT_THAT(may_play("4k3/8/8/8/8/p7/P7/RN2K3 w - - 0 1", {Square::a2, Square::b1}),
              UnorderedElementsAre("b1a3", "b1c3", "b1d2"));
}

TEST(TouchMove, AnOpponentsPieceMustBeTakenIfItCan) {
  EXPECT_THAT(may_play(kCaptures, {Square::c5}), UnorderedElementsAre("d4c5"));
  EXPECT_THAT(may_play(kCaptures, {Square::e8}), SizeIs(static_cast<int>(may_play(kCaptures, {}).size())));
}

TEST(TouchMove, OwnAndOpponentsPieceMeanThatCapture) {
  EXPECT_THAT(may_play(kCaptures, {Square::d4, Square::e5}), UnorderedElementsAre("d4e5"));
  EXPECT_THAT(may_play(kCaptures, {Square::c5, Square::d4}), UnorderedElementsAre("d4c5"));
}

TEST(TouchMove, IfThatCaptureIsNotPossibleTheFirstTouchedDecides) {
  // The queen cannot take c5; touched first, she has to move.
  const auto moves = may_play(kCaptures, {Square::d1, Square::c5});
  EXPECT_THAT(moves, ::testing::Each(::testing::StartsWith("d1")));
  EXPECT_THAT(may_play(kCaptures, {Square::c5, Square::d1}), UnorderedElementsAre("d4c5"));
}

TEST(TouchMove, AnEnPassantVictimCountsAsTakenWhereItStands) {
  EXPECT_THAT(may_play("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", {Square::d5}), UnorderedElementsAre("e5d6"));
}

// docs/rules.md 6.

WinAnswer material(const char* fen, Side side) {
  return can_mate_by_material(*position_of(fen), side);
}

TEST(CanStillMate, MaterialSaysNoOnlyWhenItIsCertain) {
  EXPECT_EQ(material("4k3/8/8/8/8/8/8/4K2Q b - - 0 1", Side::black), WinAnswer::no) << "a bare king";
  EXPECT_EQ(material("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", Side::white), WinAnswer::no);
  EXPECT_EQ(material("4k1q1/8/8/8/8/8/8/4KN2 w - - 0 1", Side::white), WinAnswer::no)
      << "knight against queens";
  EXPECT_EQ(material("4k1r1/8/8/8/8/8/8/4KN2 w - - 0 1", Side::white), WinAnswer::unknown)
      << "knight against a rook";
  EXPECT_EQ(material("4k1r1/8/8/8/8/8/8/4KB2 w - - 0 1", Side::white), WinAnswer::no)
      << "bishop against a rook";
  EXPECT_EQ(material("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", Side::white), WinAnswer::no)
      << "bishops of one colour";
  EXPECT_EQ(material("4k2b/8/8/8/8/8/8/4KB2 w - - 0 1", Side::white), WinAnswer::unknown)
      << "bishops of both colours";
  EXPECT_EQ(material("4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1", Side::white), WinAnswer::unknown);
  EXPECT_EQ(material("4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", Side::white), WinAnswer::unknown);
  EXPECT_EQ(material("4k3/8/8/8/8/8/8/4K2Q b - - 0 1", Side::white), WinAnswer::unknown)
      << "that takes a solver";
  EXPECT_EQ(material("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Side::white), WinAnswer::unknown);
  for (const char* const against : {"4k3", "4k1q1"})
    EXPECT_EQ(material((std::string{against} + "/8/8/8/8/8/8/4KNN1 w - - 0 1").c_str(), Side::white),
              WinAnswer::unknown)
        << "two knights mate a king that steps into it";
  EXPECT_EQ(material("4k1q1/8/8/8/8/8/8/3BKB2 w - - 0 1", Side::white), WinAnswer::no)
      << "both on light squares, and a queen is never in the way";
  EXPECT_EQ(material("4k2b/8/8/8/8/8/8/B1B1K3 w - - 0 1", Side::white), WinAnswer::no) << "all on dark ones";
  EXPECT_EQ(material("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", Side::white), WinAnswer::unknown);
  EXPECT_EQ(material("4k3/6p1/8/8/8/8/8/4KB2 w - - 0 1", Side::white), WinAnswer::unknown);
  EXPECT_EQ(material("4k3/8/8/8/8/8/6P1/4KB2 w - - 0 1", Side::white), WinAnswer::unknown);
}

TEST(UsMatingMaterial, IsTheTableOfTheRules) {
  const auto us = [](const char* fen, Side side) { return us_mating_material(*position_of(fen), side); };
  EXPECT_EQ(us("4k3/8/8/8/8/8/8/4K2Q w - - 0 1", Side::black), UsMaterial::none);
  EXPECT_EQ(us("4k1n1/8/8/8/8/8/8/4K2Q w - - 0 1", Side::black), UsMaterial::only_with_forced_win);
  EXPECT_EQ(us("4k1b1/8/8/8/8/8/8/4K2R w - - 0 1", Side::black), UsMaterial::only_with_forced_win);
  EXPECT_EQ(us("4knn1/8/8/8/8/8/8/4K3 w - - 0 1", Side::black), UsMaterial::only_with_forced_win);
  EXPECT_EQ(us("4knn1/8/8/8/8/8/P7/4K3 w - - 0 1", Side::black), UsMaterial::enough);
  EXPECT_EQ(us("4k3/p7/8/8/8/8/8/4K3 w - - 0 1", Side::black), UsMaterial::enough);
  EXPECT_EQ(us("4k3/7p/8/8/8/8/8/4KNN1 w - - 0 1", Side::white), UsMaterial::enough)
      << "a pawn of his own may have to move";
  for (const char* const black : {"4k1r1", "4k1q1", "4kbn1", "4kbb1", "4knnn", "3nkqn1"})
    EXPECT_EQ(us((std::string{black} + "/8/8/8/8/8/8/4K3 w - - 0 1").c_str(), Side::black),
              UsMaterial::enough)
        << black;
}

TEST(TheMichiganCount, CountsPairsFromTheAnnouncementOn) {
  MichiganCount count;
  EXPECT_FALSE(count.on_ply(false));
  count.start(Side::white, 41);
  for (int i = 0; i < 39; ++i) EXPECT_FALSE(count.on_ply(false));
  EXPECT_EQ(count.pairs(), 19U);
  count.on_ply(false);
  EXPECT_EQ(count.pairs(), 20U);
  count.back_to(70);
  EXPECT_EQ(count.pairs(), 15U);
  EXPECT_TRUE(count.on_ply(true));
  EXPECT_FALSE(count.is_running());
}

TEST(TheMichiganCount, KnowsTheEndingsThatTakeTwiceAsLong) {
  const auto extended = [](const char* fen) { return is_extended_ending(*position_of(fen)); };
  EXPECT_TRUE(extended("4k1r1/8/8/8/8/8/8/4K2Q w - - 0 1"));
  EXPECT_TRUE(extended("4k2q/8/8/8/8/8/8/4K2R w - - 0 1"));
  EXPECT_TRUE(extended("4k3/8/8/8/8/8/8/4KBN1 w - - 0 1"));
  EXPECT_TRUE(extended("4k3/8/8/8/8/8/8/4KBB1 w - - 0 1"));
  EXPECT_TRUE(extended("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
  EXPECT_FALSE(extended("4k3/8/8/8/8/8/8/4K2Q w - - 0 1"));
  EXPECT_FALSE(extended("4k1r1/p7/8/8/8/8/8/4K2Q w - - 0 1"));
}

TEST(TheMichiganCount, RuleTenNeedsQueensOrRooksAlone) {
  EXPECT_TRUE(is_queens_or_rooks(*position_of("4k2q/8/8/8/8/8/8/3QK3 w - - 0 1"), false));
  EXPECT_TRUE(is_queens_or_rooks(*position_of("4k2r/8/8/8/8/8/8/3RK3 w - - 0 1"), false));
  EXPECT_FALSE(is_queens_or_rooks(*position_of("4k2r/8/8/8/8/8/8/3QK3 w - - 0 1"), false));
  EXPECT_FALSE(is_queens_or_rooks(*position_of("4k2q/p7/8/8/8/8/8/3QK3 w - - 0 1"), false));
  EXPECT_TRUE(is_queens_or_rooks(*position_of("4k2q/p7/8/8/8/8/8/3QK3 w - - 0 1"), true));
}

TEST(AnIllegalBoard, IsOneThatNoLawfulMoveLeaves) {
  EXPECT_FALSE(is_illegal_board("3kr3/8/8/8/8/8/3K4/3R4 b - - 1 1")) << "only the side to move is in check";
  EXPECT_TRUE(is_illegal_board("3kr3/3R4/8/8/8/8/8/4K3 b - - 1 1")) << "the side not to move is in check";
  EXPECT_TRUE(is_illegal_board("4P2k/8/8/8/8/8/8/4K3 b - - 0 1"));
  EXPECT_TRUE(is_illegal_board("7k/8/8/8/8/8/8/8 b - - 0 1"));
  EXPECT_FALSE(is_illegal_board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1"))
      << "rights are the record's";
}

}  // namespace
}  // namespace jadoube::laws
