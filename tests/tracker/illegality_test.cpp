#include "tracker/illegality.hpp"

#include <gtest/gtest.h>

#include "tests/tracker/positions.hpp"

namespace jadoube::tracker {
namespace {

struct Case {
  const char* fen;
  const char* from;
  const char* to;
  Reason reason;
  const char* attackers;
};

class IllegalMove : public testing::TestWithParam<Case> {};

TEST_P(IllegalMove, IsExplainedByTheFirstReasonThatApplies) {
  const Case& c = GetParam();
  const auto position = chess::position_from_fen(c.fen);
  ASSERT_TRUE(position);
  const auto why =
      explain_illegal(*position, *chess::square_from_string(c.from), *chess::square_from_string(c.to));
  EXPECT_EQ(name(why.reason), name(c.reason)) << why.text.english();
  std::string attackers;
  for (const Square square : why.attackers) attackers += to_string(square);
  EXPECT_EQ(attackers, c.attackers);
}

constexpr const char* kPinnedRook = "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1";

INSTANTIATE_TEST_SUITE_P(
    Reasons, IllegalMove,
    testing::Values(Case{kStart, "e7", "e5", Reason::wrong_side, ""},
                    Case{kStart, "d1", "d2", Reason::own_piece_captured, ""},
                    Case{kCheckFromH4, "a2", "a3", Reason::king_in_check, "h4"},
                    Case{kPinnedRook, "e2", "a2", Reason::king_in_check, "e8"},
                    Case{"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1", "g1", Reason::castling_rights, ""},
                    Case{"4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "g1", Reason::castling_through_check,
                         "f7"},
                    Case{"4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "e1", "g1", Reason::castling_blocked, ""},
                    Case{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "g1", Reason::castling_half_done, ""},
                    Case{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5", "d6", Reason::en_passant_unavailable, ""},
                    Case{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5", "d6", Reason::en_passant_pawn_left, ""},
                    Case{kStart, "a1", "a4", Reason::path_blocked, ""},
                    Case{kStart, "g1", "g3", Reason::not_a_move_of_that_piece, ""},
                    Case{kStart, "e2", "e5", Reason::not_a_move_of_that_piece, ""}));

}  // namespace
}  // namespace jadoube::tracker
