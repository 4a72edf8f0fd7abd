// What stood on the board whenever it had settled, and whenever the clock was pressed.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "chess/bitboard.hpp"
#include "model/presses.hpp"
#include "model/reading.hpp"
#include "reading/sensed.hpp"
#include "record/scan.hpp"

namespace jadoube::reading {

using chess::Bitboard;
using chess::Side;
using record::Time;

/// Squares are those of the sensors, or of the game once they have been turned.
struct SettledBoard {
  Time until{};  // when it changed, or was pressed
  Bitboard occupied = 0;
  Bitboard touched = 0;  // what has changed since the board before it, and has perhaps changed back
  std::optional<Side> pressed;
  bool passing = false;  // … and it changed right afterwards: what it shows may be on its way
};

/// The latest of them. What is asked of it for every scan costs a few instructions.
class SettledBoards {
 public:
  explicit SettledBoards(Time t) : last_change_{t} {}

  /// At `t` the board changes, which showed `before`.
  void change(Time t, Bitboard before, Bitboard now) {
    if (t - last_change_ >= model::kSettledFor && (touched_ != 0 || count_ == 0))
      keep({t, before, touched_, {}, false});
    if (count_ > 0) {
      SettledBoard& last = kept_[(count_ - 1) % kept_.size()];
      last.passing |= last.pressed && t - last.until < model::kSettling;
    }
    touched_ |= before ^ now;
    last_change_ = t;
  }
  /// `side` has pressed, and the board shows `now`.
  void press(Time t, Side side, Bitboard now) { keep({t, now, touched_, side, false}); }
  /// How many there have been, those that are not kept any more among them.
  [[nodiscard]] std::size_t count() const { return count_; }
  /// Those that stood after `t`, the oldest first, and the board as it is, `now`, as a game of that orientation sees them. Nothing
  /// if one of them is not kept any more.
  [[nodiscard]] std::vector<SettledBoard> after(Time t, Time until, Bitboard now,
                                                Orientation orientation) const {
    std::vector<SettledBoard> boards = after(t, until, now);
    if (orientation == Orientation::turned)
      for (SettledBoard& board : boards) {
        board.occupied = half_turn(board.occupied);
        board.touched = half_turn(board.touched);
      }
    return boards;
  }
  /// The same as the sensors see them.
  [[nodiscard]] std::vector<SettledBoard> after(Time t, Time until, Bitboard now) const {
    std::vector<SettledBoard> boards{{until, now, touched_, {}, false}};
    std::size_t left = count_;
    for (; left > 0 && count_ - left < kept_.size(); --left) {
      const SettledBoard& board = kept_[(left - 1) % kept_.size()];
      if (board.until <= t) return {boards.rbegin(), boards.rend()};
      boards.push_back(board);
    }
    if (left > 0) return {};
    return {boards.rbegin(), boards.rend()};
  }

 private:
  void keep(const SettledBoard& board) {
    kept_[count_++ % kept_.size()] = board;
    touched_ = 0;
  }

  std::array<SettledBoard, model::kBoardsKept> kept_;  // a ring
  std::size_t count_ = 0;
  Bitboard touched_ = 0;  // since the last of them
  Time last_change_;
};

}  // namespace jadoube::reading
