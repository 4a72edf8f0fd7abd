#include "bench/program/ambiguity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jadoube::bench {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> alike(const std::string& fen, const char* played) {
  const auto before = *chess::position_from_fen(fen);
  std::vector<std::string> list;
  for (const chess::Move move : captures_alike(before, *move_from_uci(before, played)))
    list.push_back(to_uci(move));
  return list;
}

double share(const std::string& fen, const char* played) {
  const auto before = *chess::position_from_fen(fen);
  const auto move = *move_from_uci(before, played);
  return most_valuable_victim_share(before, captures_alike(before, move), move);
}

const std::string kKnight = "4k3/8/4p3/1r3n2/3N4/8/8/4K3 w - - 0 1";

TEST(CapturesAlike, AreThoseOfTheSamePieceByOccupancy) {
  EXPECT_THAT(alike(kKnight, "d4f5"), UnorderedElementsAre("d4b5", "d4e6", "d4f5"));
}

TEST(CapturesAlike, AreNoneOfAQuietMoveOrWithoutAChoice) {
  EXPECT_THAT(alike(kKnight, "d4c6"), IsEmpty());
  EXPECT_THAT(alike("4k3/8/4p3/8/3N4/8/8/4K3 w - - 0 1", "d4e6"), IsEmpty());
}

TEST(CapturesAlike, LeaveOutWhatTheBoardTellsApart) {
  // En passant empties another square than it enters.
  EXPECT_THAT(alike("4k3/8/3n4/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6"), IsEmpty());
  EXPECT_THAT(alike("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"), IsEmpty()) << "a promotion";
}

TEST(MostValuableVictim, IsRightInPartWhereSeveralAreWorthTheSame) {
  EXPECT_DOUBLE_EQ(share(kKnight, "d4b5"), 1.0);
  EXPECT_DOUBLE_EQ(share(kKnight, "d4f5"), 0.0);
  EXPECT_DOUBLE_EQ(share("4k3/8/4p3/1p3p2/3N4/8/8/4K3 w - - 0 1", "d4f5"), 1.0 / 3);
}

}  // namespace
}  // namespace jadoube::bench
