// How bishops of one colour mate with little help: the loser's king goes into a corner of their colour, and
// pieces of its own side, or the winner's king, take from it the two neighbours that the bishops cannot
// attack.
#pragma once

#include "chess/mating/board.hpp"

namespace jadoube::chess::mating {

class CornerTrap {
 public:
  /// Whether the winner has officers, all of them bishops of one colour.
  static bool suits(const Board& root);

  /// The corner that looks nearer, or the other one of the two.
  CornerTrap(const Board& root, bool the_other_corner);
  CornerTrap() = default;

  /// Finds the shortest way to the trap, as far as distances tell: to be called for each position before the
  /// others.
  void look_at(const Board& board);
  /// Targets that bring the piece nearer to its part.
  [[nodiscard]] Bitboard useful(const Fan& fan) const;
  /// Pieces of the loser that have a part.
  [[nodiscard]] Bitboard needed() const { return needed_; }

 private:
  /// One piece's way to its part.
  struct Way {
    unsigned steps;
    Bitboard next;  // squares from which there are fewer steps
  };
  struct Blocker {
    unsigned steps;
    Square from;
    Bitboard next;
  };
  struct Blockers {
    Blocker best;
    Blocker second;
  };
  unsigned assign(const Board& board);
  [[nodiscard]] Way way_of_the_winners_king(const Board& board, Bitboard goal) const;
  [[nodiscard]] Way way_of_an_officer(PieceType type, Square from, Square goal) const;
  [[nodiscard]] Way way_of_a_pawn(const Board& board, Square from, Square goal) const;
  [[nodiscard]] Blockers find_blockers(const Board& board, Square goal) const;

  Square corner_ = Square::a8;
  // About the position looked at:
  Bitboard walls_ = 0;  // pawns that block each other
  Bitboard needed_ = 0;
  std::array<Blocker, 4> parts_{};  // kings and blockers
  std::size_t part_count_ = 0;
  Bitboard opposite_ = 0;  // squares of the other colour than the corner
};

}  // namespace jadoube::chess::mating
