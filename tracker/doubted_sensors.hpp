// Explanations by sensors that are not believed: those that flicker, and those that are stuck (docs/model.md section 5).
#pragma once

#include "tracker/games.hpp"

namespace jadoube::tracker {

/// The sensor of a square is not believed.
[[nodiscard]] Notice doubt(Square square, unsigned ply, Time now);

class DoubtedSensors {
 public:
  explicit DoubtedSensors(Games& games) : scene_{games.scene()}, games_{games} {}

  void propose_flicker();
  /// What is known of the moment. `pressed`: the clock just now. `complete`: some legal move is, on the board.
  struct Moment {
    bool pressed = false;
    bool complete = false;
  };
  /// One square is wrong and stays so: perhaps only its sensor.
  void propose_stuck(Hypothesis& h, Moment moment);

 private:
  /// A legal move is complete but for one square of `off`: a blip that has not passed yet, or a sensor that is
  /// stuck.
  void propose_but_for_one(Hypothesis& h, const Successor& s, Bitboard off, Moment moment);
  /// The sensor of `off` is stuck; or, where a pawn promotes and nothing is there, it was promoted to
  /// nothing.
  void propose_fault(Hypothesis& h, const Successor& s, Bitboard carried, Bitboard off, bool not_promoted,
                     Moment moment);

  const Scene& scene_;
  Games& games_;
};

}  // namespace jadoube::tracker
