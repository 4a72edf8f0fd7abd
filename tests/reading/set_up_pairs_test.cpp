// Which pieces may have been exchanged when the board was set up, and what tells that they were not (docs/rules.md 3.1).
#include "reading/set_up_pairs.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace jadoube::reading {
namespace {

using chess::Position;

constexpr std::size_t kQueenAndKing = SetUpPairs::kQueenAndKing;
constexpr std::size_t kKnightAndBishop = 1;
constexpr std::size_t kKnightAndRook = 4;
constexpr std::size_t kOfBlack = 5;  // what comes before his among those told apart

/// White's pairs that are told apart once these moves were made, then Black's: one letter each, `-` for one in question.
std::string told_apart(std::initializer_list<const char*> moves, const Position& start = {}) {
  SetUpPairs pairs{true};
  Position position = start;
  for (const char* uci : moves) {
    const chess::Move move = move_from_uci(position, uci).value();
    pairs.see(position, move);
    position = position.after(move);
  }
  std::string text;
  for (const Side side : chess::kSides)
    for (std::size_t pair = 0; pair < SetUpPairs::kHomes.size(); ++pair)
      text += pairs.are_told_apart(side, pair) ? "QbfahQBFAH"[pair + (side == Side::black ? 5 : 0)] : '-';
  return text;
}

TEST(SetUpPairs, AreInQuestionWhereAGameBeginsAsUsual) {
  EXPECT_EQ(told_apart({}), "----------");
  EXPECT_FALSE(SetUpPairs{true}.are_all_told_apart());
  EXPECT_TRUE(SetUpPairs{false}.are_all_told_apart()) << "another position nobody sets up by heart";
}

TEST(SetUpPairs, BeginOppositeEachOther) {
  EXPECT_EQ(SetUpPairs::homes(Side::white, kQueenAndKing), (std::pair{Square::d1, Square::e1}));
  EXPECT_EQ(SetUpPairs::homes(Side::black, kQueenAndKing), (std::pair{Square::d8, Square::e8}));
  EXPECT_EQ(SetUpPairs::homes(Side::black, kKnightAndRook), (std::pair{Square::g8, Square::h8}));
}

TEST(SetUpPairs, AreAllToldApartOnceEachIs) {
  SetUpPairs pairs{true};
  Position position;
  for (const char* uci : {"d2d4", "d7d5", "b1c3", "b8c6", "g1f3", "g8f6", "d1d3", "d8d6"}) {
    EXPECT_FALSE(pairs.are_all_told_apart()) << uci;
    const chess::Move move = move_from_uci(position, uci).value();
    pairs.see(position, move);
    position = position.after(move);
  }
  EXPECT_TRUE(pairs.are_all_told_apart());
}

// A pawn that moves says nothing of the pieces, and nor does a move that either of the two can make.
TEST(SetUpPairs, AMoveThatBothCanMakeTellsNothing) {
  EXPECT_EQ(told_apart({"e2e4", "e7e5"}), "----------");
  EXPECT_EQ(told_apart({"e2e4", "e7e5", "e1e2"}), "----------") << "a queen goes one square as well";
  EXPECT_EQ(told_apart({"e2e4", "e7e5", "e1e2", "e8e7"}), "----------");
}

// A queen goes where no king does; a knight jumps like neither its bishop nor its rook; a bishop slides as no knight jumps.
TEST(SetUpPairs, AMoveThatTheOtherCannotMakeTellsThemApart) {
  EXPECT_EQ(told_apart({"e2e4", "e7e5", "d1h5"}), "Q---------");
  EXPECT_EQ(told_apart({"e2e4", "e7e5", "d1e2"}), "----------") << "she went where he could have gone";
  EXPECT_EQ(told_apart({"b1c3"}), "-b-a------");
  EXPECT_EQ(told_apart({"g1f3"}), "--f-h-----");
  EXPECT_EQ(told_apart({"e2e4", "e7e5", "f1c4"}), "--f-------");
  EXPECT_EQ(told_apart({"e2e4", "b8c6"}), "------B-A-");
  EXPECT_EQ(told_apart({"a2a4", "a7a5", "a1a3"}), "---a------");
  EXPECT_EQ(told_apart({"h2h4", "h7h5", "h1h3", "h8h6"}), "----h----H");
}

// Castling is a move of the king: that it ends where a queen could have gone does not matter. A rook that moves with him was none
// of the knights, but the knight beside it has left before.
TEST(SetUpPairs, WhoCastlesWasTheKing) {
  const auto pairs = told_apart({"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"});
  EXPECT_EQ(pairs[kQueenAndKing], 'Q');
  EXPECT_EQ(pairs[kOfBlack + kQueenAndKing], '-') << "Black has not";
}

// Of two queens that a side has the one on its first square is taken for the one that began there.
TEST(SetUpPairs, AQueenThatIsTakenWasNotTheKing) {
  const auto black_is_apart = [](const char* fen, const char* uci) {
    return told_apart({uci}, chess::position_from_fen(fen).value())[kOfBlack + kQueenAndKing] != '-';
  };
  EXPECT_TRUE(black_is_apart("4k3/8/8/8/q7/8/8/R3K3 w - - 0 1", "a1a4"));
  EXPECT_FALSE(black_is_apart("4k3/8/8/8/r7/8/8/R3K3 w - - 0 1", "a1a4"));
  EXPECT_FALSE(black_is_apart("3qk3/8/8/8/q7/8/8/R2RK3 w - - 0 1", "a1a4")) << "it was a pawn";
  EXPECT_TRUE(black_is_apart("3qk3/8/8/8/q7/8/8/R2RK3 w - - 0 1", "d1d8"));
  const auto white_is_apart = [](const char* fen, const char* uci) {
    return told_apart({uci}, chess::position_from_fen(fen).value())[kQueenAndKing] != '-';
  };
  EXPECT_FALSE(white_is_apart("r2rk3/8/8/8/8/Q7/8/3QK3 b - - 0 1", "a8a3"));
  EXPECT_TRUE(white_is_apart("r2rk3/8/8/8/8/Q7/8/3QK3 b - - 0 1", "d8d1"));
}

/// Where the two of White's pair stand: both squares, or nothing.
std::string stand(const char* fen, std::size_t pair, Side side = Side::white) {
  const auto found = SetUpPairs::stand_on(chess::position_from_fen(fen).value(), side, pair);
  return found ? std::string{to_string(found->first)} + std::string{to_string(found->second)} : "";
}

TEST(SetUpPairs, AKingAndTheOnlyQueenAreKnownWhereverTheyStand) {
  EXPECT_EQ(stand("4k3/8/8/3Q4/8/8/8/6K1 w - - 0 1", kQueenAndKing), "d5g1");
  EXPECT_EQ(stand("4k3/8/8/3Q4/8/Q7/8/6K1 w - - 0 1", kQueenAndKing), "") << "which of them began on d1?";
  EXPECT_EQ(stand("4k3/8/8/8/8/8/8/6K1 w - - 0 1", kQueenAndKing), "");
  EXPECT_EQ(stand("3qk3/8/8/8/8/8/8/6K1 w - - 0 1", kQueenAndKing, Side::black), "d8e8");
}

TEST(SetUpPairs, OtherPiecesAreKnownWhereTheyBegan) {
  EXPECT_EQ(stand("4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1", kKnightAndBishop), "b1c1");
  EXPECT_EQ(stand("4k3/8/8/8/8/2N5/8/2B1K3 w - - 0 1", kKnightAndBishop), "") << "the knight has moved";
  EXPECT_EQ(stand("4k3/8/8/8/8/8/8/1BN1K3 w - - 0 1", kKnightAndBishop), "") << "others have come there";
  EXPECT_EQ(stand("4k3/8/8/8/8/8/8/1Nb1K3 w - - 0 1", kKnightAndBishop), "") << "Black's";
}

}  // namespace
}  // namespace jadoube::reading
