#include "simulator/illegal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "simulator/plausible.hpp"

namespace jadoube::simulator {
namespace {

using chess::Position;

Position position(const char* fen) {
  return *chess::position_from_fen(fen);
}

std::vector<std::string> moves(const char* fen, IllegalReason reason) {
  std::vector<std::string> list;
  for (const auto& act : illegal_acts(position(fen), reason)) list.push_back(act.uci);
  std::ranges::sort(list);
  return list;
}

TEST(Illegal, APinnedPieceLeavesItsKingInCheck) {
  EXPECT_THAT(moves("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", IllegalReason::king_in_check),
              testing::IsSupersetOf({"e2a2", "e2f2", "e2h2"}));
}

TEST(Illegal, EveryMoveThatIgnoresACheckIsFound) {
  const auto list =
      moves("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3", IllegalReason::king_in_check);
  EXPECT_THAT(list, testing::IsSupersetOf({"a2a3", "e1f2"}));
  EXPECT_THAT(list, testing::Not(testing::Contains("g2g3")));
  EXPECT_THAT(list, testing::Not(testing::Contains("e1e2")));
}

TEST(Illegal, CastlingIsRefusedForItsOwnReason) {
  EXPECT_THAT(moves("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", IllegalReason::castling_through_check),
              testing::ElementsAre("e1g1"));
  EXPECT_THAT(moves("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", IllegalReason::castling_rights),
              testing::ElementsAre("e1g1"));
  EXPECT_THAT(moves("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", IllegalReason::castling_blocked),
              testing::ElementsAre("e1c1"));
  EXPECT_THAT(moves("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", IllegalReason::castling_half_done),
              testing::ElementsAre("e1c1", "e1g1"));
  EXPECT_THAT(moves("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", IllegalReason::castling_rights), testing::IsEmpty());
}

TEST(Illegal, EnPassantOnlyRightAfterTheDoubleStep) {
  EXPECT_THAT(moves("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", IllegalReason::en_passant_unavailable),
              testing::ElementsAre("e5d6"));
  EXPECT_THAT(moves("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", IllegalReason::en_passant_unavailable),
              testing::IsEmpty());
  EXPECT_THAT(moves("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", IllegalReason::en_passant_pawn_left),
              testing::ElementsAre("e5d6"));
}

TEST(Illegal, BlockedPathsAreJumpedOver) {
  EXPECT_THAT(moves("4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", IllegalReason::path_blocked),
              testing::IsSupersetOf({"a1a4", "a1a8", "a1h1"}));
}

TEST(Illegal, BothKingsInCheckAtOnce) {
  Rng rng{1, "test"};
  const auto act = find_double_check(position("3kr3/8/8/8/8/8/8/R3K3 w - - 0 1"), rng);
  ASSERT_TRUE(act);
  const auto after = position_after(position("3kr3/8/8/8/8/8/8/R3K3 w - - 0 1"), *act);
  ASSERT_TRUE(after);
  EXPECT_TRUE(after->in_check());
  EXPECT_NE(after->attackers_to(after->king(chess::Side::white), chess::Side::black), 0u);
}

TEST(Illegal, NoKingNoGame) {
  IllegalAct act{IllegalReason::piece_removed,
                 {{chess::Square::e8, std::nullopt, {chess::Side::black, chess::PieceType::king}}},
                 std::nullopt,
                 "0000"};
  EXPECT_FALSE(position_after(position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), act));
}

RC_GTEST_PROP(Illegal, NoneIsLegalOrLooksLegal, (unsigned seed)) {
  Rng rng{seed, "illegal"};
  Position p;
  for (auto plies = rng.below(90); plies > 0; --plies) {
    const auto move = plausible_move(p, rng);
    if (!move) break;
    p.make(*move);
  }
  const auto reason = static_cast<IllegalReason>(rng.below(kIllegalReasons));
  const auto act = find_illegal(p, reason, rng);
  if (!act) return;
  RC_ASSERT(act->reason == reason);
  if (act->transfers.size() == 1 && act->transfers[0].from && act->transfers[0].to &&
      reason != IllegalReason::castling_half_done && reason != IllegalReason::en_passant_pawn_left)
    RC_ASSERT(!p.find_legal(*act->transfers[0].from, *act->transfers[0].to));
  const auto after = position_after(p, *act);
  if (!after) return;
  RC_ASSERT(after->turn() == ~p.turn());
  const bool left_in_check = after->attackers_to(after->king(p.turn()), after->turn()) != 0;
  if (reason == IllegalReason::king_in_check) RC_ASSERT(left_in_check);
  if (reason > IllegalReason::king_in_check && reason < IllegalReason::piece_removed)
    RC_ASSERT(!left_in_check);
  chess::MoveList legal;
  p.legal_moves(legal);
  for (const chess::Move m : legal) RC_ASSERT(p.occupied_after(m) != after->occupied());
}

}  // namespace
}  // namespace jadoube::simulator
