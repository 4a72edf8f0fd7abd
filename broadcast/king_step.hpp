// Is a king's last step to the centre of the board a move, or was the king put there to signal the result?
//
// Players put both kings into the centre when a game has ended: on light squares (e4, d5) if White won, on dark ones (d4, e5) if
// Black did, on one of each for a draw. A king that stood beside such a square makes a step that may look like a move.
#pragma once

#include <cstdint>
#include <string_view>

#include "chess/game_record.hpp"
#include "chess/position.hpp"

namespace jadoube::broadcast {

/// What is known of the mover's clock at the step.
enum class StepClock : std::uint8_t {
  ran,      ///< it ran until the step, or was pressed after it
  stood,    ///< the clock stood while the king was moved: no time of its own, or that of the move before
  unknown,  ///< there is no clock
};

enum class StepVerdict : std::uint8_t { move, signal, undecided };
std::string_view name(StepVerdict verdict);

struct KingStep {
  StepVerdict verdict = StepVerdict::undecided;
  /// In a few words.
  std::string_view reason;
};

/// Whether it is a king's step to d4, e4, d5 or e5.
bool is_step_to_centre(const chess::Position& before, const chess::Transfer& transfer);

/// The last step of a game, for which is_step_to_centre holds. `result`: unknown if it is not known yet.
KingStep judge_king_step(const chess::Position& before, const chess::Transfer& step, chess::Result result,
                         StepClock clock);

}  // namespace jadoube::broadcast
