#include "reading/sensed.hpp"

#include <gtest/gtest.h>

namespace jadoube::reading {
namespace {

using chess::PieceType;

constexpr Bitboard e2 = chess::bit(Square::e2);
constexpr Bitboard e4 = chess::bit(Square::e4);

TEST(HalfTurn, PutsEachSquareWhereItLiesForTheOther) {
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_EQ(half_turn(Bitboard{1} << i), Bitboard{1} << (63 - i));
    const auto square = static_cast<Square>(i);
    EXPECT_EQ(index(to_game(to_sensor(square, Orientation::turned), Orientation::turned)), i);
    EXPECT_EQ(index(to_sensor(square, Orientation::turned)), 63 - i);
    EXPECT_EQ(index(to_sensor(square, Orientation::straight)), i);
    EXPECT_EQ(index(to_game(to_sensor(square, Orientation::straight), Orientation::straight)), i);
  }
}

TEST(SensedBoard, IsWhatAPositionHas) {
  const chess::Position start;
  SensedBoard board = SensedBoard::of(start);
  EXPECT_EQ(board.piece(Square::d1), std::nullopt) << "the board does not tell";
  board.colour_known = board.occupied;
  EXPECT_EQ(board.piece(Square::d1), std::nullopt);
  board.type_known = board.occupied;
  for (const Square square : chess::squares(board.occupied)) EXPECT_EQ(board.piece(square), start.at(square));
  EXPECT_EQ(board.piece(Square::e4), std::nullopt);
  const SensedBoard turned = board.turned();
  EXPECT_EQ(turned.piece(Square::e8), (chess::Piece{Side::white, PieceType::queen}));
  EXPECT_EQ(turned.turned(), board);
}

TEST(SensedBoard, IsWhatAScanHas) {
  record::Scan scan;
  scan.occupied.bits = e2 | e4;
  EXPECT_EQ(SensedBoard::of(scan).occupied, e2 | e4);
  EXPECT_EQ(SensedBoard::of(scan).colour_known, Bitboard{0});
  scan.white.emplace();
  scan.white->bits = e2 | chess::bit(Square::a1);
  const SensedBoard coloured = SensedBoard::of(scan);
  EXPECT_EQ(coloured.white, e2) << "on an empty square there is no colour";
  EXPECT_EQ(coloured.colour_known, e2 | e4);
  EXPECT_EQ(coloured.type_known, Bitboard{0});
  scan.pieces.emplace();
  (*scan.pieces)[index(Square::e2)] = chess::Piece{Side::white, PieceType::king};
  (*scan.pieces)[index(Square::e4)] = chess::Piece{Side::black, PieceType::knight};
  const SensedBoard named = SensedBoard::of(scan);
  EXPECT_EQ(named.piece(Square::e2), (chess::Piece{Side::white, PieceType::king}));
  EXPECT_EQ(named.piece(Square::e4), (chess::Piece{Side::black, PieceType::knight}));
}

// From the first square to the last.
TEST(SensedBoard, IsWhatAScanHasInTheCorners) {
  record::Scan scan;
  scan.occupied.bits = chess::bit(Square::a1) | chess::bit(Square::h8);
  scan.pieces.emplace();
  scan.pieces->front() = chess::Piece{Side::white, PieceType::rook};
  scan.pieces->back() = chess::Piece{Side::black, PieceType::rook};
  const SensedBoard board = SensedBoard::of(scan);
  EXPECT_EQ(board.piece(Square::a1), (chess::Piece{Side::white, PieceType::rook}));
  EXPECT_EQ(board.piece(Square::h8), (chess::Piece{Side::black, PieceType::rook}));
  SensedBoard alone;
  alone.put(chess::bit(Square::a1), {Side::white, PieceType::rook});
  alone.colour_known = chess::bit(Square::a1);
  SensedBoard black;
  black.put(chess::bit(Square::a1), {Side::black, PieceType::rook});
  EXPECT_EQ(alone.differs_from(black), chess::bit(Square::a1));
}

TEST(SensedBoard, DiffersByAsMuchAsIsKnown) {
  const auto with = [](chess::Piece piece) {
    SensedBoard board;
    board.put(e2, piece);
    return board;
  };
  const SensedBoard rook = with({Side::white, PieceType::rook});
  SensedBoard knight = with({Side::black, PieceType::knight});
  EXPECT_EQ(knight.differs_from(rook), Bitboard{0}) << "something stands there";
  EXPECT_EQ(SensedBoard{}.differs_from(rook), e2);
  knight.colour_known = e2;
  EXPECT_EQ(knight.differs_from(rook), e2);
  SensedBoard same_colour = with({Side::white, PieceType::knight});
  same_colour.colour_known = e2;
  EXPECT_EQ(same_colour.differs_from(rook), Bitboard{0});
  same_colour.type_known = e2;
  EXPECT_EQ(same_colour.differs_from(rook), e2);
  // Each piece from each other one.
  for (const PieceType one : chess::kPieceTypes)
    for (const PieceType other : chess::kPieceTypes) {
      SensedBoard sensed = with({Side::white, one});
      sensed.type_known = e2;
      EXPECT_EQ(sensed.differs_from(with({Side::white, other})) != 0, one != other);
    }
}

TEST(SensedBoard, HoldsWhatIsPutThereAndNothingOnceItIsRemoved) {
  SensedBoard board;
  board.put(e2, {Side::white, PieceType::king});
  board.put_as_on(e4, Square::e2);
  board.colour_known = board.type_known = ~Bitboard{0};
  EXPECT_EQ(board.piece(Square::e4), (chess::Piece{Side::white, PieceType::king}));
  board.put(e4, {Side::black, PieceType::bishop});
  EXPECT_EQ(board.piece(Square::e4), (chess::Piece{Side::black, PieceType::bishop}));
  board.put_as_on(e4, Square::a1);
  EXPECT_EQ(board.piece(Square::e4), std::nullopt);
  board.remove(e2);
  EXPECT_EQ(board.occupied | board.white | board.type[0] | board.type[1] | board.type[2], Bitboard{0});
}

}  // namespace
}  // namespace jadoube::reading
