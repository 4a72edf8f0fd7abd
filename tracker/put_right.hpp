// What was irregular is put right: it is taken back, or pieces are put back where they belong.
#pragma once

#include "tracker/games.hpp"

namespace jadoube::tracker {

class PutRight {
 public:
  explicit PutRight(Games& games) : scene_{games.scene()}, games_{games} {}

  void propose(Hypothesis& h);
  /// An unlawful capture of which nothing was seen until it was put right: then both pieces come back to where they stood.
  void propose_unseen_capture();
  /// Play goes on from where it was some plies ago, after the clock stood, and those squares of the sensor board were touched.
  void propose_put_back(Bitboard touched);
  /// `side` presses, whose turn it is, or there is no clock: the other's last ply stands no more, for both have agreed to that, and
  /// he is to move.
  void propose_agreed(const Hypothesis& h, Side side);

 private:
  /// Play goes on as it stood there, or with another move from there. `others`: squares that were touched besides. False: neither is
  /// what stands on the board, or the clock of the other side runs.
  bool go_on_from(Hypothesis& back, Bitboard others);
  /// The same, of the game that was worth so much up to `back`, where the board is again.
  bool propose_unseen_capture(const StepPtr& back, LogWeight worth);
  /// A hypothesis whose last step is of that kind was made from `from` already.
  [[nodiscard]] bool is_made(const Hypothesis& from, StepKind kind) const;
  /// … or one in which its last step was taken back.
  [[nodiscard]] bool is_gone_back(const Hypothesis& from) const;
  /// The irregular ply was taken back altogether. False: that is known already, or too unlikely.
  bool propose_taken_back(Hypothesis& h);
  /// Of two moves the second was taken back; the first is a legal one.
  void propose_second_taken_back(Hypothesis& h);
  /// Displaced pieces are back where they belong: the board is as the game has it, `logical`.
  void propose_repaired(Hypothesis& h, const SensedBoard& logical);

  const Scene& scene_;
  Games& games_;
};

}  // namespace jadoube::tracker
