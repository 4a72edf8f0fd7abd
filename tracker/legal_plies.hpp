// Explanations by legal moves: what is complete on the board, and what is but for the reply that has begun
// (docs/model.md section 6).
#pragma once

#include "tracker/games.hpp"

namespace jadoube::tracker {

class LegalPlies {
 public:
  explicit LegalPlies(Games& games) : scene_{games.scene()}, games_{games} {}

  /// The board has changed.
  void propose();
  /// Closes the segment with a move that is complete. `carried`: squares of the next ply that were already
  /// touched; `untrusted`: squares whose sensors are not believed in it; `besides`: added to what it
  /// weighs. Null: that is no new game, or too unlikely.
  Hypothesis* close_with(Hypothesis& h, const Successor& successor, Bitboard carried, Bitboard untrusted,
                         LogWeight besides);

 private:
  void propose_complete(Hypothesis& h);
  void propose_overlapping(Hypothesis& h);
  /// A capture is complete, but that the piece it took stands beside the square.
  void propose_set_beside(Hypothesis& h);
  /// Among how many moves the one that is played was chosen. Where it is not known what a promoted piece is,
  /// its moves count the same whatever it is taken for: moves are not made at random, and a queen that does
  /// what a bishop could do as well is no bishop for that.
  [[nodiscard]] std::size_t count_choices(Hypothesis& h) const;
  /// Of the segment, if it is closed with a move now. `left_out`: squares that tell nothing of it.
  [[nodiscard]] LogWeight weight_of_closing(Hypothesis& h, const Successor& s, Bitboard left_out) const;
  /// A sensor that has been quiet for long is believed again.
  void heal(Hypothesis& h) const;
  /// The same move was not made from `h` already, or not so well explained; then the older reading goes if
  /// nothing has come of it.
  bool supersede_worse(const Hypothesis& h, const Successor& s, Bitboard carried, Bitboard untrusted,
                       LogWeight score);

  const Scene& scene_;
  Games& games_;
};

}  // namespace jadoube::tracker
