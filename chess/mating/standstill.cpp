#include "chess/mating/standstill.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::chess::mating {
namespace {

/// Where an officer can get to while no pawn moves or is taken.
Bitboard room(const Board& board, PieceType type, Square home) {
  const Bitboard pawns = board.of(PieceType::pawn);
  Bitboard reach = bit(home);
  for (Bitboard frontier = reach; frontier != 0;) {
    const Square from = first(frontier);
    frontier &= frontier - 1;
    const Bitboard fresh = attacks({kWinner, type}, from, pawns) & ~pawns & ~reach;
    reach |= fresh;
    frontier |= fresh;
  }
  return reach;
}

Bitboard steps(const Board& board, Square home) {
  return attacks({kWinner, board.type_at(home)}, home, board.occupied()) & ~board.occupied();
}

/// Of officers of one type with the same room one, if possible one that can move now.
std::vector<Square> movers(const Board& board, Side side) {
  std::vector<Square> found;
  std::vector<std::pair<PieceType, Bitboard>> seen;
  for (const bool moves_now : {true, false})
    for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
      for (const Square home : squares(board.of(side, type))) {
        if ((steps(board, home) != 0) != moves_now) continue;
        const std::pair kind{type, room(board, type, home)};
        if (std::find(seen.begin(), seen.end(), kind) != seen.end()) continue;
        seen.push_back(kind);
        found.push_back(home);
      }
  return found;
}

}  // namespace

Standstill standstill(const Board& board, unsigned number, unsigned free) {
  Standstill result;
  for (const Side side : kSides) {
    result.still |= board.of(side) & ~(board.of(PieceType::king) | board.of(PieceType::pawn));
    const std::vector<Square> choice = movers(board, side);
    if (choice.empty()) continue;
    const Square mover = choice[number % choice.size()];
    number /= static_cast<unsigned>(choice.size());
    if ((free >> index(side) & 1U) != 0)
      result.still &= ~bit(mover);
    else if (const Bitboard near = steps(board, mover); near != 0)
      result.to_and_fro |= bit(mover) | bit(first(near));
  }
  result.still |= result.to_and_fro;
  return result;
}

}  // namespace jadoube::chess::mating
