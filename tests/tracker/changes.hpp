// What is touched before a ply, as a list of changes.
#pragma once

#include <span>

#include "reading/touch.hpp"

namespace jadoube::tracker {

/// The square is left, or filled, where it should not be; if it is already, it is again as it should be.
struct Change {
  Square square;
  Time at;
};

/// The squares that are not as they should be after these changes, of which `touches` then tells.
inline Bitboard make(std::span<const Change> changes, Touches& touches) {
  Bitboard away = 0;
  for (const auto& [square, at] : changes) {
    away ^= chess::bit(square);
    touches.update(chess::bit(square), away, at);
  }
  return away;
}

}  // namespace jadoube::tracker
