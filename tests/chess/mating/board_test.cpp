// The compact board of the mating search plays by the same rules as chess::Position.
#include "chess/mating/board.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "tests/chess/arbitrary_positions.hpp"

namespace jadoube::chess::mating {
namespace {

/// From, to and promotion; what castling and en passant are called does not matter here.
unsigned squares_of(Move move) {
  const unsigned promotion = move.is_promotion() ? 1 + static_cast<unsigned>(move.promoted_to()) : 0;
  return index(move.from()) | index(move.to()) << 6U | promotion << 12U;
}

Move turned(Move move, Side winner) {
  if (winner == Side::white) return move;
  const Square from = flip_ranks(move.from());
  const Square to = flip_ranks(move.to());
  return move.is_promotion() ? Move::promotion(from, to, move.promoted_to()) : Move{from, to, move.kind()};
}

bool same(const Board& a, const Board& b) {
  return pack(a) == pack(b);
}

RC_GTEST_PROP(CompactBoard, HasTheSameMovesAndReachesTheSamePositions, ()) {
  for (const Position& position : *arbitrary::twenty(arbitrary::reached_in_play()))
    for (const Side winner : kSides) {
      const Board board = oriented(position, winner);
      RC_ASSERT(same(unpack(pack(board)), board));
      MoveList moves;
      position.legal_moves(moves);
      std::vector<unsigned> expected;
      for (const Move move : moves) expected.push_back(squares_of(turned(move, winner)));
      std::vector<unsigned> found;
      Fans fans;
      const Threats threats = generate(board, fans);
      RC_ASSERT((threats.checkers != 0) == position.in_check());
      for (const Fan& fan : fans)
        for (const Square to : squares(fan.targets)) {
          const Move move = move_of(fan, to);
          found.push_back(squares_of(move));
          const auto played =
              position.find_legal(winner == Side::white ? move.from() : flip_ranks(move.from()),
                                  winner == Side::white ? to : flip_ranks(to),
                                  move.is_promotion() ? std::optional{move.promoted_to()} : std::nullopt);
          RC_ASSERT(played.has_value());
          Board reached = after(board, fan.from, to, fan.promotion);
          const Board expected_board = oriented(position.after(*played), winner);
          // A capture in passing that a pin forbids is remembered here and forgotten there.
          if (expected_board.en_passant == 0) reached.en_passant = 0;
          RC_ASSERT(same(reached, expected_board));
        }
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
      RC_ASSERT(found == expected);
    }
}

}  // namespace
}  // namespace jadoube::chess::mating
