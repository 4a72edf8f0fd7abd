#include <gtest/gtest.h>

#include "chess/position.hpp"

namespace jadoube::chess {
namespace {

struct Unreadable {
  const char* text;
  std::size_t column;
  const char* message;
};

TEST(Fen, SaysWhereAndWhyItCannotBeRead) {
  const Unreadable cases[] = {
      {"", 1, "there is no FEN here, only blank space"},
      {"   ", 4, "there is no FEN here, only blank space"},
      {"rnbqkbnrr/8/8/8/8/8/8/8 w - - 0 1", 9, "rank 8 has more than eight files"},
      {"rnbqkbnr/ppppppppp/8/8/8/8/8/8 w - - 0 1", 18, "rank 7 has more than eight files"},
      {"8/71p/8/8/8/8/8/8 w - - 0 1", 5, "rank 7 has more than eight files"},
      {"8/7/8/8/8/8/8/8 w - - 0 1", 4, "rank 7 ends after 7 of its eight files"},
      {"8/8/8/8/8/8/8/7 w - - 0 1", 16, "rank 1 ends after 7 of its eight files"},
      {"8/8/8/8/8/8/8 w - - 0 1", 14, "the placement ends after rank 2; eight ranks are needed"},
      {"8/8/8/8/8/8/8/8/8 w - - 0 1", 16, "the placement has more than eight ranks"},
      {"8/8/8/x7/8/8/8/8 w - - 0 1", 7, "\"x\" is neither a piece letter nor a number of empty squares"},
      {"9/8/8/8/8/8/8/8 w - - 0 1", 1, "\"9\" is not a number of empty squares from 1 to 8"},
      {"\xC3\xA9/8/8/8/8/8/8/8 w - - 0 1", 1,
       "a character that is not printable ASCII is neither a piece letter nor a number of empty squares"},
      {"8/8/8/8/8/8/8/8", 16, "the side to move is missing"},
      {"8/8/8/8/8/8/8/8 W - - 0 1", 17, "the side to move must be \"w\" or \"b\""},
      {"8/8/8/8/8/8/8/8 w", 18, "the castling rights are missing; \"-\" stands for none"},
      {"8/8/8/8/8/8/8/8 w KQx - 0 1", 21,
       "\"x\" is not a castling right; they are K, Q, k, q, the file of a rook for Chess960, or \"-\" for "
       "none"},
      {"8/8/8/8/8/8/8/8 w KK - 0 1", 20, "the castling right \"K\" is given twice"},
      {"8/8/8/8/8/8/8/8 w -", 20, "the en passant square is missing; \"-\" stands for none"},
      {"8/8/8/8/8/8/8/8 w - e9 0 1", 21, "the en passant field is neither a square such as e3 nor \"-\""},
      {"8/8/8/8/8/8/8/8 w - - x 1", 23, "the half-move clock must be a whole number"},
      {"8/8/8/8/8/8/8/8 w - - -1 1", 23, "the half-move clock must be a whole number"},
      {"8/8/8/8/8/8/8/8 w - - 5z 1", 24, "the half-move clock must be a whole number"},
      {"8/8/8/8/8/8/8/8 w - - 10000 1", 23, "the half-move clock is greater than 9999"},
      {"8/8/8/8/8/8/8/8 w - - 99999999999999999999 1", 23, "the half-move clock is greater than 9999"},
      {"8/8/8/8/8/8/8/8 w - - 0", 24, "the move number after the half-move clock is missing"},
      {"8/8/8/8/8/8/8/8 w - - 0 one", 25, "the move number must be a whole number"},
      {"8/8/8/8/8/8/8/8 w - - 0 1 e4", 27, "there is something after the move number, where a FEN ends"},
  };
  for (const Unreadable& expected : cases) {
    const auto read = setup_from_fen(expected.text);
    ASSERT_FALSE(read) << expected.text;
    EXPECT_EQ(read.error().column, expected.column) << expected.text;
    EXPECT_EQ(read.error().message, expected.message) << expected.text;
  }
}

TEST(Fen, IsWrittenAsItWasRead) {
  for (const char* text :
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/8/8/8/8 b - e3 99 9999",
        "QQQQQQQQ/pppppppp/1k1k1k1k/8/8/p6P/8/KKKKKKKK b Kq a8 0 1"}) {
    const auto read = setup_from_fen(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(to_fen(*read), text);
  }
}

TEST(Fen, OfFourFieldsCountsFromTheStart) {
  const auto read = setup_from_fen("  4k3/8/8/8/8/8/8/4K3   b  -  -  ");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(to_fen(*read), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

TEST(Fen, MoveNumberZeroIsReadAsOne) {
  EXPECT_EQ(setup_from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 0")->fullmove_number, 1U);
}

TEST(Fen, OfTheStartPositionIsTheStartPosition) {
  const auto read = setup_from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, Setup::start());
  EXPECT_EQ(to_fen(Position{}), to_fen(*read));
}

TEST(Fen, OfARefusedPositionSaysWhyTheRulesRefuseIt) {
  const auto position = position_from_fen("4k3/8/8/8/8/8/8/3KK3 w Q - 0 1");
  ASSERT_FALSE(position);
  EXPECT_EQ(
      position.error().message,
      "One side has more than one king. A castling right is given although king or rook is not at home.");
}

}  // namespace
}  // namespace jadoube::chess
