// The acts that explain a board: every row of rows.hpp, with every choice of squares that it fits.
#pragma once

#include <optional>
#include <vector>

#include "tracker/acts/act.hpp"

namespace jadoube::tracker {

/// The acts that explain `missing` (squares that should hold a piece and do not) and `extra` (squares that
/// hold one and should not), given what else was touched. `pressed_by`: the clock has just been pressed by
/// that side.
std::vector<Act> acts_for(const chess::Position& position, Bitboard missing, Bitboard extra,
                          const Touches& touches, std::optional<Side> pressed_by);

/// The same for an unlawful capture by the side to move of which nothing was seen but that the piece had left its square at the
/// press.
std::vector<Act> acts_of_unseen_capture(const chess::Position& position, Transfer capture);

}  // namespace jadoube::tracker
