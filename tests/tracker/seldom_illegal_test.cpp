// Moves that look like others: a pawn that may not leave its file for its king's sake, and a king of Chess960 in mid-board.
#include <gtest/gtest.h>

#include "tracker/illegality.hpp"

namespace jadoube::tracker {
namespace {

report::Reason reason_of(const char* fen, Square from, Square to) {
  return explain_illegal(*chess::position_from_fen(fen, chess::Variant::chess960), from, to).reason;
}

TEST(SeldomIllegal, ACaptureThatOpensTheKingsFileIsACheck) {
  EXPECT_EQ(reason_of("4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1", Square::e2, Square::d3), Reason::king_in_check);
}

/// Two squares to the side are castling on the rank where he begins, and nowhere else.
TEST(SeldomIllegal, AKingCastlesOnHisOwnRankAlone) {
  constexpr const char* kOnTheFourth = "4k3/8/8/8/4K3/8/8/1R4R1 w - - 0 1";
  EXPECT_EQ(reason_of("4k3/8/8/8/8/8/8/1R2K1R1 w B - 0 1", Square::e1, Square::g1),
            Reason::own_piece_captured);
  EXPECT_EQ(reason_of("4k3/8/8/8/8/8/8/R3K1R1 w A - 0 1", Square::e1, Square::c1),
            Reason::castling_half_done);
  EXPECT_EQ(reason_of(kOnTheFourth, Square::e4, Square::g4), Reason::not_a_move_of_that_piece);
}

TEST(SeldomIllegal, APawnGoesStraightOrTakes) {
  constexpr const char* kStanding = "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1";
  EXPECT_EQ(reason_of(kStanding, Square::e2, Square::c3), Reason::not_a_move_of_that_piece);
  EXPECT_EQ(reason_of(kStanding, Square::e2, Square::e5), Reason::not_a_move_of_that_piece);
}

}  // namespace
}  // namespace jadoube::tracker
