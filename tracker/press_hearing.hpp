// What a press completes, what it finds wrong on the board, and what its absence says (docs/model.md section 4).
#pragma once

#include "tracker/games.hpp"

namespace jadoube::tracker {

class PressHearing {
 public:
  explicit PressHearing(Games& games) : scene_{games.scene()}, games_{games} {}

  /// `side` presses now. True: what was wrong, or waited, should be looked at again.
  bool hear(Side side);

 private:
  /// What a press is to a hypothesis.
  enum class Meaning : std::uint8_t { of_last_ply, one_too_many, other };
  /// Charges a hypothesis for a press of this moment, and notes what the press finds.
  Meaning hear_in(Hypothesis& h, Side side) const;
  /// … which completes the ply counted back from the last.
  void complete_pressed_ply(Hypothesis& h, Side side, unsigned behind) const;
  /// … which the side to move made before its move was complete.
  void press_too_early(Hypothesis& h, Side side) const;
  /// From which irregular explanations of a press start, best first.
  [[nodiscard]] std::vector<Hypothesis*> bases_at_press(Side side,
                                                        const std::vector<Hypothesis*>& pressed_twice) const;
  /// Nothing has changed since an illegal move but what it changed: who presses now may want it taken back.
  [[nodiscard]] bool is_being_taken_back(const Hypothesis& h) const;
  /// `side`, to move, presses, and nothing is wrong on the board but what the other side left so.
  [[nodiscard]] bool presses_back(const Hypothesis& h, Side side) const;
  /// The piece that was promoted stood there, and may be in the hand of the side that takes it.
  [[nodiscard]] bool may_take_promoted(Hypothesis& h) const;
  bool note_illegal(Hypothesis& h, Bitboard missing, Bitboard extra, Side side) const;

  const Scene& scene_;
  Games& games_;
};

}  // namespace jadoube::tracker
