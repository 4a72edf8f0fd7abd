#include "display/board_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace jadoube::display {
namespace {

using chess::bit;
using chess::Square;
using testing::HasSubstr;
using testing::Not;

constexpr Look kPlain{false, false};
constexpr Look kUnicode{false, true};
constexpr Look kColour{true, true};

std::string draw(const BoardPicture& board, const Look& look) {
  return display::draw(std::span{&board, 1}, look);
}

BoardPicture after_castling() {
  BoardPicture board;
  board.pieces =
      chess::placement_from_fen("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1").value();
  board.wrong = bit(Square::d2) | bit(Square::d3);
  board.moved = bit(Square::e1) | bit(Square::g1);
  return board;
}

/// Escape sequences of colour end with "m".
std::string without_escapes(std::string text) {
  for (auto begin = text.find('\033'); begin != std::string::npos; begin = text.find('\033', begin))
    text.erase(begin, text.find('m', begin) + 1 - begin);
  return text;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

TEST(BoardPicture, DrawsLettersInAFrame) {
  EXPECT_EQ(draw(after_castling(), kPlain),
            "  +------------------------+\n"
            "8 | r  .  b  q  k  .  .  r |\n"
            "7 | p  p  p  p  .  p  p  p |\n"
            "6 | .  .  n  .  .  n  .  . |\n"
            "5 | .  .  b  .  p  .  .  . |\n"
            "4 | .  .  B  .  P  .  .  . |\n"
            "3 | .  .  . [.] .  N  .  . |\n"
            "2 | P  P  P [P] .  P  P  P |\n"
            "1 | R  N  B  Q (.) R (K) . |\n"
            "  +------------------------+\n"
            "    a  b  c  d  e  f  g  h\n");
}

TEST(BoardPicture, BlackMayBeNear) {
  BoardPicture board = after_castling();
  board.near_side = chess::Side::black;
  EXPECT_EQ(draw(board, kUnicode),
            "  ┌────────────────────────┐\n"
            "1 │ · (K) R (·) Q  B  N  R │\n"
            "2 │ P  P  P  · [P] P  P  P │\n"
            "3 │ ·  ·  N  · [·] ·  ·  · │\n"
            "4 │ ·  ·  ·  P  ·  B  ·  · │\n"
            "5 │ ·  ·  ·  p  ·  b  ·  · │\n"
            "6 │ ·  ·  n  ·  ·  n  ·  · │\n"
            "7 │ p  p  p  ·  p  p  p  p │\n"
            "8 │ r  ·  ·  k  q  b  ·  r │\n"
            "  └────────────────────────┘\n"
            "    h  g  f  e  d  c  b  a\n");
}

TEST(BoardPicture, WhereOnlyOccupancyIsKnownAPieceIsADisc) {
  BoardPicture board;
  board.pieces = bit(Square::a1) | bit(Square::h8);
  EXPECT_THAT(draw(board, kPlain), HasSubstr("1 | o  .  .  .  .  .  .  . |\n"));
  EXPECT_THAT(draw(board, kUnicode), HasSubstr("8 │ ·  ·  ·  ·  ·  ·  ·  ● │\n"));
  EXPECT_THAT(without_escapes(draw(board, kColour)), HasSubstr("1   ●  "));
}

TEST(BoardPicture, TwoBoardsStandSideBySideUnderTheirCaptions) {
  BoardPicture record = after_castling();
  record.caption = "the record";
  BoardPicture sensors = record;
  sensors.caption = "what the sensors see";
  sensors.pieces = std::get<chess::Placement>(record.pieces).occupied();
  const auto plain = lines(display::draw(std::array{record, sensors}, kPlain));
  ASSERT_EQ(plain.size(), 12U);
  EXPECT_EQ(plain[0], "          the record                 what the sensors see");
  EXPECT_EQ(plain[1], "  +------------------------+      +------------------------+");
  EXPECT_EQ(plain[9], "1 | R  N  B  Q (.) R (K) . |    1 | o  o  o  o (.) o (o) . |");
  EXPECT_EQ(plain[11], "    a  b  c  d  e  f  g  h          a  b  c  d  e  f  g  h");
}

TEST(BoardPicture, TwoBoardsFitIntoEightyColumnsInEveryLook) {
  BoardPicture board = after_castling();
  board.caption = std::string(38, 'c');
  for (const Look look : {kPlain, kUnicode, kColour, Look{true, false}}) {
    for (const std::string& line : lines(without_escapes(display::draw(std::array{board, board}, look))))
      EXPECT_LE(characters(line), 80U) << line;
  }
}

TEST(BoardPicture, TheSecondBoardBeginsInTheSameColumnInEveryLine) {
  BoardPicture board = after_castling();
  board.caption = "a caption wider than the board itself";
  const auto drawn = lines(without_escapes(display::draw(std::array{board, board}, kPlain)));
  for (std::size_t i = 2; i < 10; ++i) EXPECT_EQ(drawn[i].find(drawn[i][0], 1), 41U) << drawn[i];
}

TEST(BoardPicture, WithColourPiecesAreFigurinesAndWrongSquaresKeepTheirBrackets) {
  const std::string picture = draw(after_castling(), kColour);
  EXPECT_EQ(lines(picture).size(), 9U);
  const std::string text = without_escapes(picture);
  EXPECT_THAT(text, HasSubstr("8   ♜     ♝  ♛  ♚        ♜ "));
  EXPECT_THAT(text, HasSubstr("2   ♟  ♟  ♟ [♟]    ♟  ♟  ♟ "));
  EXPECT_THAT(text, HasSubstr("3           [ ]    ♞"));
  EXPECT_THAT(text, Not(HasSubstr("(")));
  EXPECT_THAT(without_escapes(draw(after_castling(), Look{true, false})),
              HasSubstr("2   P  P  P [P]    P  P  P "));
}

TEST(BoardPicture, WithColourTheSidesAndTheSquaresDiffer) {
  BoardPicture board;
  board.pieces = chess::placement_from_fen("8/8/8/8/8/8/8/Kk6").value();
  const std::string first_rank = lines(draw(board, kColour)).at(7);
  EXPECT_THAT(first_rank, HasSubstr("\033[1;38;5;231;48;5;65m ♚ \033[1;38;5;16;48;5;108m ♚ "));
  for (const std::string& line : lines(draw(after_castling(), kColour))) {
    // No line leaves its colours behind.
    const auto last = line.rfind("\033[");
    EXPECT_EQ(line.substr(last, 4), "\033[0m") << line;
  }
}

TEST(BoardPicture, WithoutColourThereAreNoEscapesAndInAsciiNothingElse) {
  BoardPicture board = after_castling();
  board.caption = "caption";
  EXPECT_THAT(draw(board, kUnicode), Not(HasSubstr("\033")));
  const std::string ascii = draw(board, kPlain);
  EXPECT_TRUE(
      std::all_of(ascii.begin(), ascii.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  for (const std::string& line : lines(ascii)) EXPECT_FALSE(line.ends_with(' ')) << line;
}

}  // namespace
}  // namespace jadoube::display
