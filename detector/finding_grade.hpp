// How sure a finding is that hypotheses notice: the one place that decides it (docs/findings.md, Kinds).
#pragma once

#include "detector/report.hpp"

namespace jadoube::detector {

/// All that the grade of a finding depends on.
struct GradeFacts {
  Kind kind = Kind::unresolved;
  /// What the rules of its kind gave it (detector/findings/), as the likeliest hypothesis sees it.
  Grade noticed = Grade::B;
  /// Of a finding that a move was none: earlier irregular moves that still stand, that nobody confirmed, and
  /// of which it is not the consequence.
  unsigned earlier_irregular = 0;
  /// It is believed only since the game has gone on, or long after it was done.
  bool believed_late = false;
  /// Of an illegal move: the sensors alone establish it.
  bool established = true;
  /// Of a move out of turn: other pieces of that side were in the hand too.
  bool moves_others = false;
  /// Of an illegal move: neither it nor the game before it is agreed on.
  bool game_in_doubt = false;
  /// Of a displaced piece: it is back on its square.
  bool put_right = false;
};

[[nodiscard]] constexpr Grade grade_of(const GradeFacts& facts) {
  // One irregular move that nobody put right, or confirmed, happens; where there are several the game was
  // lost sight of.
  const bool lost_sight = facts.earlier_irregular > 1;
  const bool not_pressed = facts.kind == Kind::illegal_move_pending;
  if (not_pressed || lost_sight || facts.game_in_doubt || facts.put_right) return Grade::C;
  // What is believed late had looked innocent until then; a side that moves several pieces out of turn may be
  // putting them up again.
  const bool may_be_innocent =
      facts.earlier_irregular == 1 || facts.believed_late || !facts.established || facts.moves_others;
  return may_be_innocent && facts.noticed == Grade::A ? Grade::B : facts.noticed;
}

}  // namespace jadoube::detector
