// Which moves may replace an illegal one (docs/rules.md 7).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "chess/game_record.hpp"
#include "chess/position.hpp"

namespace jadoube::laws {

struct Replacement {
  /// In the order of the move generator; never empty unless the position has no legal move.
  std::vector<chess::Move> moves;
  /// The piece that has to move or be captured; nothing if the choice is free.
  std::optional<chess::Square> bound;
  /// The move is settled by a release (FIDE 4.7), not by a touch.
  bool released = false;
};

/// `before`: the position that is reinstated. `touched`: squares in the order of first lift. `played`: the
/// transfer that was pressed, if there was one.
Replacement replacement(const chess::Position& before, std::span<const chess::Square> touched,
                        std::optional<chess::Transfer> played);

}  // namespace jadoube::laws
