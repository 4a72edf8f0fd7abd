// Leaf counts that the chess programming world agrees on. A generator that is wrong anywhere shows it here.
#include <gtest/gtest.h>

#include "chess/position.hpp"

namespace jadoube::chess {
namespace {

struct Known {
  const char* name;
  const char* fen;
  unsigned depth;
  std::uint64_t leaves;
};

std::ostream& operator<<(std::ostream& out, const Known& known) {
  return out << known.name;
}

class Perft : public testing::TestWithParam<Known> {};

TEST_P(Perft, CountsTheKnownLeaves) {
  const auto position = position_from_fen(GetParam().fen);
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_EQ(perft(*position, GetParam().depth), GetParam().leaves);
}

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr const char* kRookEnding = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
constexpr const char* kPromotionsBehind = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
constexpr const char* kPromotionsBehindMirrored =
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1";
constexpr const char* kPawnOnD7 = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
constexpr const char* kSymmetrical =
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

// Unoptimised and sanitized builds stop two plies earlier.
#ifdef NDEBUG
INSTANTIATE_TEST_SUITE_P(Deep, Perft,
                         testing::Values(Known{"start", kStart, 6, 119060324},
                                         Known{"kiwipete", kKiwipete, 5, 193690690},
                                         Known{"rook ending", kRookEnding, 6, 11030083},
                                         Known{"promotions", kPromotionsBehind, 5, 15833292},
                                         Known{"promotions mirrored", kPromotionsBehindMirrored, 5, 15833292},
                                         Known{"pawn on d7", kPawnOnD7, 5, 89941194},
                                         Known{"symmetrical", kSymmetrical, 5, 164075551}));
#else
INSTANTIATE_TEST_SUITE_P(Shallow, Perft,
                         testing::Values(Known{"start", kStart, 4, 197281},  //
                                         Known{"kiwipete", kKiwipete, 3, 97862},
                                         Known{"rook ending", kRookEnding, 4, 43238},
                                         Known{"promotions", kPromotionsBehind, 3, 9467},
                                         Known{"promotions mirrored", kPromotionsBehindMirrored, 3, 9467},
                                         Known{"pawn on d7", kPawnOnD7, 3, 62379},
                                         Known{"symmetrical", kSymmetrical, 3, 89890}));
#endif

TEST(PerftAtDepthZero, IsOneLeaf) {
  EXPECT_EQ(perft(Position{}, 0), 1U);
}

}  // namespace
}  // namespace jadoube::chess
