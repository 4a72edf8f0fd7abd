#include "chess/mating/corner_trap.hpp"

#include <algorithm>
#include <utility>

#include "chess/mating/material.hpp"
#include "chess/mating/shifts.hpp"

namespace jadoube::chess::mating {
namespace {

/// More steps than any way takes.
constexpr unsigned kNoWay = 100;

constexpr bool same_colour(Square a, Square b) {
  return contains(kLightSquares, a) == contains(kLightSquares, b);
}

}  // namespace

bool CornerTrap::suits(const Board& root) {
  const Bitboard officers = root.of(kWinner) & ~root.of(PieceType::king) & ~root.of(PieceType::pawn);
  return officers != 0 && (officers & ~root.of(PieceType::bishop)) == 0 &&
         ((officers & kLightSquares) == 0 || (officers & ~kLightSquares) == 0);
}

CornerTrap::CornerTrap(const Board& root, bool the_other_corner) {
  const bool light = (root.of(kWinner, PieceType::bishop) & kLightSquares) != 0;
  const std::array<Square, 2> corners =
      light ? std::array{Square::a8, Square::h1} : std::array{Square::h8, Square::a1};
  std::array<unsigned, 2> steps{};
  for (std::size_t each = 0; each < 2; ++each) {
    corner_ = corners[each];
    steps[each] = assign(root);
  }
  corner_ = corners[(steps[1] < steps[0]) != the_other_corner ? 1 : 0];
}

namespace {

/// How many times `step` has to spread the goal until it contains the square, and what it was before.
template <class Step>
std::pair<unsigned, Bitboard> rings(Bitboard goal, Square from, Step step) {
  if (contains(goal, from)) return {0, 0};
  for (unsigned steps = 1;; ++steps) {
    const Bitboard wider = goal | step(goal);
    if (contains(wider, from)) return {steps, goal};
    if (wider == goal) return {kNoWay, 0};
    goal = wider;
  }
}

}  // namespace

CornerTrap::Way CornerTrap::way_of_the_winners_king(const Board& board, Bitboard goal) const {
  const Square king = board.king(kWinner);
  const Bitboard open = (~attacked_by_pawns(board, kLoser) & ~(walls_ & board.of(kWinner))) | bit(king);
  const auto [steps, next] = rings(goal & open, king, [open](Bitboard set) { return spread(set) & open; });
  return {steps, next};
}

CornerTrap::Way CornerTrap::way_of_an_officer(PieceType type, Square from, Square goal) const {
  if (type == PieceType::bishop && !same_colour(from, goal)) return {kNoWay, 0};
  const auto step = [this, type](Bitboard set) {
    Bitboard wider = 0;
    for (const Square square : squares(set))
      wider |= type == PieceType::knight ? knight_attacks(square) : bishop_attacks(square, walls_);
    return wider & ~walls_;
  };
  const auto [steps, next] = rings(bit(goal), from, step);
  return {steps, next};
}

CornerTrap::Way CornerTrap::way_of_a_pawn(const Board& board, Square from, Square goal) const {
  if (from == goal) return {0, 0};
  const Bitboard below = file_set(file_of(from)) & (bit(from) - 1);
  const Bitboard in_the_way = below & board.of(PieceType::pawn);
  if (contains(below, goal)) {
    const Bitboard path = below & ~(bit(goal) - 1);
    return (in_the_way & path) != 0 ? Way{kNoWay, 0} : Way{rank_of(from) - rank_of(goal), path};
  }
  if (in_the_way != 0) return {kNoWay, 0};
  const Square last = make_square(file_of(from), 0);
  unsigned officer = way_of_an_officer(PieceType::knight, last, goal).steps;
  if (same_colour(last, goal)) officer = std::min(officer, 2U);
  return {rank_of(from) + officer, below};
}

CornerTrap::Blockers CornerTrap::find_blockers(const Board& board, Square goal) const {
  Blockers found{{kNoWay, goal, 0}, {kNoWay, goal, 0}};
  for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::pawn})
    for (const Square from : squares(board.of(kLoser, type))) {
      const auto [steps, next] =
          type == PieceType::pawn ? way_of_a_pawn(board, from, goal) : way_of_an_officer(type, from, goal);
      const Blocker blocker{steps, from, next};
      if (steps < found.best.steps)
        found.second = std::exchange(found.best, blocker);
      else if (steps < found.second.steps)
        found.second = blocker;
    }
  return found;
}

unsigned CornerTrap::assign(const Board& board) {
  const Bitboard white_pawns = board.of(kWinner, PieceType::pawn);
  const Bitboard black_pawns = board.of(kLoser, PieceType::pawn);
  walls_ = (white_pawns & black_pawns >> 8U) | (black_pawns & white_pawns << 8U);
  part_count_ = 0;
  needed_ = 0;
  opposite_ = contains(kLightSquares, corner_) ? ~kLightSquares : kLightSquares;

  const Square king = board.king(kLoser);
  const Bitboard open = (~attacked_by_pawns(board, kWinner) & ~(walls_ & board.of(kLoser))) | bit(king);
  const auto [steps, next] = rings(bit(corner_), king, [open](Bitboard set) { return spread(set) & open; });
  parts_[part_count_++] = {steps, king, next};

  const unsigned inward = file_of(corner_) == 0 ? 1 : 6;
  const unsigned off = rank_of(corner_) == 0 ? 1 : 6;
  const std::array<Square, 2> neighbours{make_square(file_of(corner_), off),
                                         make_square(inward, rank_of(corner_))};
  std::array<Blockers, 2> blockers{};
  std::array<Way, 2> cover{};
  for (std::size_t each = 0; each < 2; ++each) {
    blockers[each] = find_blockers(board, neighbours[each]);
    cover[each] = way_of_the_winners_king(board, king_attacks(neighbours[each]) & ~spread(bit(corner_)));
  }
  // One neighbour is filled and the other covered by the winner's king, or both are filled.
  unsigned least = kNoWay;
  std::size_t filled = 0;
  for (std::size_t each = 0; each < 2; ++each)
    if (const unsigned sum = blockers[each].best.steps + cover[1 - each].steps; sum < least) {
      least = sum;
      filled = each;
    }
  Blocker first = blockers[0].best;
  Blocker other = blockers[1].best;
  if (first.from == other.from && first.steps < kNoWay) {
    if (blockers[0].second.steps + other.steps < first.steps + blockers[1].second.steps)
      first = blockers[0].second;
    else
      other = blockers[1].second;
  }
  if (least < kNoWay && least <= first.steps + other.steps) {
    const Blocker& blocker = blockers[filled].best;
    parts_[part_count_++] = blocker;
    parts_[part_count_++] = {cover[1 - filled].steps, board.king(kWinner), cover[1 - filled].next};
    needed_ = bit(blocker.from);
  } else if (first.steps < kNoWay && other.steps < kNoWay) {
    least = first.steps + other.steps;
    parts_[part_count_++] = first;
    parts_[part_count_++] = other;
    needed_ = bit(first.from) | bit(other.from);
  }
  return steps + least;
}

void CornerTrap::look_at(const Board& board) {
  assign(board);
}

Bitboard CornerTrap::useful(const Fan& fan) const {
  for (std::size_t each = 0; each < part_count_; ++each)
    if (parts_[each].from == fan.from) {
      if (fan.promotion == PieceType::queen || fan.promotion == PieceType::rook) return 0;
      if (fan.promotion == PieceType::bishop) return parts_[each].next & opposite_;
      return parts_[each].next;
    }
  return 0;
}

}  // namespace jadoube::chess::mating
