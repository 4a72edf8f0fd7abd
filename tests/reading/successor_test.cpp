#include "reading/successor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "tests/reading/squares.hpp"

namespace jadoube::reading {
namespace {

TEST(SlidePath, IsWhatLiesBetweenOnALineAndRoundTheCornerOfAKnight) {
  EXPECT_EQ(slide_path(Square::a1, Square::a4), squares({Square::a2, Square::a3}));
  EXPECT_EQ(slide_path(Square::d4, Square::a4), squares({Square::c4, Square::b4}));
  EXPECT_EQ(slide_path(Square::h1, Square::e4), squares({Square::g2, Square::f3}));
  EXPECT_EQ(slide_path(Square::e4, Square::h7), squares({Square::f5, Square::g6}));
  EXPECT_EQ(slide_path(Square::e2, Square::e3), Bitboard{0});
  EXPECT_EQ(slide_path(Square::e2, Square::e2), Bitboard{0});
  EXPECT_EQ(slide_path(Square::g1, Square::f3), squares({Square::g2, Square::f2}));
  EXPECT_EQ(slide_path(Square::f3, Square::g1), squares({Square::f2, Square::g2}));
  EXPECT_EQ(slide_path(Square::b1, Square::d2), squares({Square::c1, Square::c2}));
  EXPECT_EQ(slide_path(Square::d2, Square::b1), squares({Square::c2, Square::c1}));
  EXPECT_EQ(slide_path(Square::a1, Square::b4), Bitboard{0}) << "nothing moves so";
  EXPECT_EQ(slide_path(Square::a1, Square::d1), squares({Square::b1, Square::c1}));
  EXPECT_EQ(slide_path(Square::a1, Square::d2), Bitboard{0});
  EXPECT_EQ(slide_path(Square::d1, Square::a1), squares({Square::b1, Square::c1}));
  EXPECT_EQ(slide_path(Square::h8, Square::e8), squares({Square::g8, Square::f8}));
  EXPECT_EQ(slide_path(Square::e8, Square::h8), squares({Square::g8, Square::f8}));
}

Successor successor(const char* fen, const char* uci, Bitboard missing = 0, Bitboard extra = 0) {
  const auto position = chess::position_from_fen(fen).value();
  SensedBoard board = SensedBoard::of(position);
  board.occupied = (board.occupied & ~missing) | extra;
  const auto all = successors_of(position, board);
  return *std::ranges::find(all, *move_from_uci(position, uci), &Successor::move);
}

TEST(Successor, OfEachKindOfMoveSaysWhatItClearsAndFills) {
  const Successor quiet = successor("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a3");
  EXPECT_EQ(quiet.cleared, squares({Square::a1}));
  EXPECT_EQ(quiet.filled, squares({Square::a3}));
  EXPECT_EQ(quiet.path, squares({Square::a2}));
  EXPECT_EQ(quiet.victim(), Bitboard{0});
  EXPECT_EQ(std::popcount(quiet.targets), 7 + 3) << "of the rook";

  const Successor capture = successor("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5");
  EXPECT_EQ(capture.cleared, squares({Square::d4}));
  EXPECT_EQ(capture.filled, Bitboard{0});
  EXPECT_EQ(capture.victim(), squares({Square::e5}));
  EXPECT_TRUE(chess::contains(capture.concerns, Square::f6)) << "the taken piece may be set down there";
  EXPECT_FALSE(chess::contains(quiet.concerns, Square::b3));

  const Successor passant = successor("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
  EXPECT_EQ(passant.cleared, squares({Square::e5, Square::d5}));
  EXPECT_EQ(passant.filled, squares({Square::d6}));

  const Successor castling = successor("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
  EXPECT_EQ(castling.cleared, squares({Square::e1, Square::h1}));
  EXPECT_EQ(castling.filled, squares({Square::g1, Square::f1}));
  EXPECT_EQ(castling.path, Bitboard{0}) << "king and rook stand where the other passes";
  EXPECT_EQ(successor("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1").path, squares({Square::b1}));
}

TEST(Successor, InChess960KingAndRookMayTakeEachOthersPlace) {
  const Successor swapped = successor("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1");
  EXPECT_EQ(swapped.cleared, Bitboard{0});
  EXPECT_EQ(swapped.filled, Bitboard{0});
  EXPECT_EQ(swapped.victim(), squares({Square::f1, Square::g1}));
  const Successor rook_stays = successor("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1");
  EXPECT_EQ(rook_stays.cleared, squares({Square::e1}));
  EXPECT_EQ(rook_stays.filled, squares({Square::g1}));
  EXPECT_EQ(rook_stays.victim(), Bitboard{0}) << "nobody need touch the rook";
  const Successor king_stays = successor("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1");
  EXPECT_EQ(king_stays.victim(), squares({Square::g1})) << "he is lifted and put back";
}

constexpr const char* kPawns = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1";

TEST(Successor, ADisplacedPieceIsMovedFromWhereItStands) {
  const Bitboard a2 = squares({Square::a2});
  const Bitboard h2 = squares({Square::h2});
  const Successor displaced = successor(kPawns, "a2a4", a2, h2);
  EXPECT_EQ(displaced.cleared, h2);
  EXPECT_EQ(displaced.filled, squares({Square::a4}));
  EXPECT_EQ(successor(kPawns, "b2b4", a2, h2).cleared, squares({Square::b2})) << "another piece is as it is";
  // Of two that are astray, or of one that is nowhere or too many, nobody knows which it is.
  const Bitboard b2 = squares({Square::b2});
  EXPECT_EQ(successor(kPawns, "a2a4", a2 | b2, h2 | squares({Square::g2})).cleared, Bitboard{0});
  EXPECT_EQ(successor(kPawns, "a2a4", a2 | b2, h2).cleared, Bitboard{0});
  EXPECT_EQ(successor(kPawns, "a2a4", a2, h2 | squares({Square::g2})).cleared, Bitboard{0});
  EXPECT_EQ(successor(kPawns, "a2a4", a2, 0).cleared, Bitboard{0});
  EXPECT_EQ(successor(kPawns, "a2a4", 0, h2).cleared, a2);
  // On a square that holds something already nothing new is seen.
  EXPECT_EQ(successor(kPawns, "a2a4", 0, squares({Square::a4})).filled, Bitboard{0});
  // The lowest square of all is a square like others.
  constexpr const char* kCorner = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
  EXPECT_EQ(successor(kCorner, "a1a4", squares({Square::a1}), squares({Square::b2})).cleared,
            squares({Square::b2}));
  EXPECT_EQ(successor(kPawns, "a2a4", a2, squares({Square::a1})).cleared, squares({Square::a1}));
}

TEST(Successor, LeavesTheBoardWithWhatWasMoved) {
  const auto after = [](const char* fen, const char* uci) {
    const auto position = chess::position_from_fen(fen).value();
    return contents_after(SensedBoard::of(position), position, successor(fen, uci)) ==
           SensedBoard::of(position.after(*move_from_uci(position, uci)));
  };
  EXPECT_TRUE(after("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a3"));
  EXPECT_TRUE(after("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5"));
  EXPECT_TRUE(after("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"));
  EXPECT_TRUE(after("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n"));
  EXPECT_TRUE(after("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"));
  EXPECT_TRUE(after("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8"));
  EXPECT_TRUE(after("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"));
  EXPECT_TRUE(after("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1"));
  EXPECT_TRUE(after("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"));
}

TEST(Successor, OfPiecesThatAreNotOfTheSideToMoveThereAreNone) {
  const chess::Position start;
  EXPECT_TRUE(successors_of(start, SensedBoard::of(start), start.pieces(Side::black)).empty());
  EXPECT_EQ(successors_of(start, SensedBoard::of(start)).size(), 20U);
}

}  // namespace
}  // namespace jadoube::reading
