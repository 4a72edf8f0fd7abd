// Mates that need no pawn to move: where everybody would have to stand, and who is how far away from there.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "chess/mating/board.hpp"

namespace jadoube::chess::mating {

class FrozenMate {
 public:
  /// Mates that fit if all pawns stay where they are, at most one for each square of the loser's king, those with the
  /// shortest ways first. Looks at `effort` arrangements of the pieces, more or less.
  static std::vector<FrozenMate> nearest(const Board& root, std::size_t effort);

  /// Finds out who goes where: to be called for each position before the others.
  void look_at(const Board& board);
  /// How many steps are missing, at a guess.
  [[nodiscard]] std::size_t steps() const { return steps_; }
  /// Targets that bring the piece nearer to its place.
  [[nodiscard]] Bitboard useful(const Fan& fan) const;
  /// Targets of pieces that have a part in the mate or can get in its way. Those that can do neither stay where they are, but
  /// for one a side that goes to and fro where a move is needed; and pawns stay. So the search leaves moves out, and finds
  /// no proof.
  [[nodiscard]] Bitboard allowed(Side side, const Fan& fan) const;
  /// Pieces of either side that have a place.
  [[nodiscard]] Bitboard needed() const { return needed_; }
  /// Pieces that are where they should be.
  [[nodiscard]] Bitboard settled() const { return settled_; }

 private:
  static constexpr std::size_t kMostSteps = 24;
  static constexpr std::size_t kDetour = 2;           // steps, guessed
  using Ways = std::array<Bitboard, kMostSteps + 1>;  // [n]: squares at most n steps away
  /// A place, and who is to stand there.
  struct Part {
    Side side = kWinner;
    PieceType type = PieceType::king;
    bool checks = false;  // goes there when all others are in place
    Ways ways{};
  };
  struct Errand {
    Square from;
    Bitboard next;
  };
  static constexpr std::size_t kMostParts = 12;

  class Finder;
  void add(const Part& part);
  void send(Square from, Bitboard next);
  void send_king(const Board& board, const Part& part, Bitboard guarded);

  std::array<Part, kMostParts> parts_{};
  std::size_t part_count_ = 0;
  std::size_t steps_ = 0;
  Bitboard places_ = 0;
  Bitboard still_ = 0;
  std::array<Bitboard, 2> to_and_fro_{};
  // About the position looked at:
  std::array<Errand, kMostParts> errands_{};
  std::size_t errand_count_ = 0;
  Bitboard needed_ = 0;
  Bitboard settled_ = 0;
};

}  // namespace jadoube::chess::mating
