// What the sensors show, and what they have shown lately.
#pragma once

#include <array>

#include "reading/sensed.hpp"

namespace jadoube::reading {

/// The board as it is sensed, when each square changed last, and which squares were occupied at the last
/// changes. Boards are given in the orientation of the sensors and asked for in that of a game.
class SensorHistory {
 public:
  /// The board at `t`, before which no square has changed for an hour.
  SensorHistory(Time t, const SensedBoard& board) : boards_{board, board.turned()} {
    last_toggle_.fill(Time{-3'600'000'000});
    seen_.fill({t, board.occupied});
  }

  /// The board has changed at `t`, which is no earlier than the last change.
  void update(Time t, const SensedBoard& board) {
    for (const Square square : chess::squares(board.occupied ^ boards_[0].occupied))
      last_toggle_[chess::index(square)] = t;
    boards_ = {board, board.turned()};
    last_ = (last_ + 1) % seen_.size();
    seen_[last_] = {t, board.occupied};
  }

  [[nodiscard]] const SensedBoard& board(Orientation orientation) const {
    return boards_[static_cast<std::size_t>(orientation)];
  }
  /// When the square was filled or emptied last.
  [[nodiscard]] Time last_toggle(Square square, Orientation orientation) const {
    return last_toggle_[index(to_sensor(square, orientation))];
  }
  /// Squares that have been filled or emptied after `t`.
  [[nodiscard]] Bitboard changed_after(Time t, Orientation orientation) const {
    Bitboard changed = 0;
    std::size_t at = last_;
    for (std::size_t back = 1; back < seen_.size() && seen_[at].since > t; ++back) {
      const std::size_t before = (at + seen_.size() - 1) % seen_.size();
      changed |= seen_[at].occupied ^ seen_[before].occupied;
      at = before;
    }
    if (seen_[at].since > t)  // which is longer ago than the last changes tell
      for (const Square square : chess::squares(~changed))
        if (last_toggle_[chess::index(square)] > t) changed |= chess::bit(square);
    return orientation == Orientation::straight ? changed : half_turn(changed);
  }
  /// Which squares were occupied at `t`; if that is too long ago, as long ago as is known.
  [[nodiscard]] Bitboard occupied_at(Time t, Orientation orientation) const {
    std::size_t at = last_;
    for (std::size_t back = 1; back < seen_.size() && seen_[at].since > t; ++back)
      at = (at + seen_.size() - 1) % seen_.size();
    return orientation == Orientation::straight ? seen_[at].occupied : half_turn(seen_[at].occupied);
  }

 private:
  struct Seen {
    Time since{};
    Bitboard occupied = 0;
  };

  std::array<SensedBoard, 2> boards_;  // straight and turned
  std::array<Time, 64> last_toggle_{};
  std::array<Seen, 32> seen_{};  // a ring
  std::size_t last_ = 0;         // in it
};

}  // namespace jadoube::reading
