// Where both kings may stand at the same time: never next to each other, and each gets there step by step.
#pragma once

#include <array>

#include "chess/mating/board.hpp"

namespace jadoube::chess::mating {

/// An over-estimate that only grows.
class KingPairs {
 public:
  explicit KingPairs(const Board& board) { add(board.king(kWinner), board.of(kLoser, PieceType::king)); }

  /// What a king may do from where it stands, wherever the other one is.
  using Steps = std::array<Bitboard, 64>;
  /// Lets the king of that side step as often as it may, and tells the squares it stepped on.
  Bitboard step(Side side, const Steps& steps) {
    Bitboard targets = 0;
    for (Bitboard frontier = winner_; frontier != 0;) {
      const Square from = first(frontier);
      frontier &= frontier - 1;
      if (side == kLoser) {
        targets |= step_loser(from, steps);
        continue;
      }
      for (const Square to : squares(steps[index(from)]))
        if (const Bitboard there = loser_at(from) & ~(king_attacks(to) | bit(to)); there != 0) {
          targets |= bit(to);
          if ((there & ~loser_at(to)) != 0) frontier |= bit(to);
          add(to, there);
        }
    }
    return targets;
  }

  /// How many pairs of squares there are.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Where the loser's king may stand while the winner's is on this square.
  [[nodiscard]] Bitboard loser_at(Square winner) const { return loser_at_[index(winner)]; }

 private:
  Bitboard step_loser(Square winner, const Steps& steps) {
    Bitboard targets = 0;
    for (Bitboard frontier = loser_at(winner); frontier != 0;) {
      const Square from = first(frontier);
      frontier &= frontier - 1;
      const Bitboard to = steps[index(from)] & ~(king_attacks(winner) | bit(winner));
      targets |= to;
      frontier |= to & ~loser_at(winner);
      add(winner, to);
    }
    return targets;
  }
  void add(Square winner, Bitboard loser) {
    size_ += static_cast<std::size_t>(count(loser & ~loser_at(winner)));
    loser_at_[index(winner)] |= loser;
    winner_ |= bit(winner);
  }

  std::array<Bitboard, 64> loser_at_{};
  Bitboard winner_ = 0;  // squares of the winner's king
  std::size_t size_ = 0;
};

}  // namespace jadoube::chess::mating
