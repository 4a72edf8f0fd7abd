// What is done at a board that is tried for the first time: a table.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include "words/text.hpp"

namespace jadoube::tryout {

/// What ends a step.
enum class Goal : std::uint8_t {
  position,  ///< what stands on the board
  lifts,     ///< every piece was lifted, and all stand again
  slides,    ///< a piece was on empty squares, and stands where it stood
  captures,  ///< a piece was taken; `square` is where
  promotes,  ///< a pawn became a queen; `square` is where
  presses,   ///< the clock was pressed, by either side, thrice
  link,      ///< the link was lost and is there again
  topples,   ///< the piece on `square` was knocked over and stands again
};

struct Step {
  /// In files: "capture_lifted".
  std::string_view id;
  words::Text title;
  words::Text instruction;
  Goal goal{};
  /// First field of a FEN, of which the occupied squares count: how the board is in the end. Empty: as before.
  std::string_view placement;
  /// "d5"; empty where the goal needs none.
  std::string_view square;
  /// It has so long.
  std::chrono::seconds limit{};
};

/// In their order: each begins with the position in which the one before ends.
const std::vector<Step>& steps();

}  // namespace jadoube::tryout
