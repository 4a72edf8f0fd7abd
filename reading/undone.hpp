// A piece that was away when its side pressed, and is back: what was put right is told by what was touched meanwhile.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "chess/position.hpp"
#include "reading/settled_boards.hpp"

namespace jadoube::reading {

struct Undone {
  chess::Square from{};  // where it was missing
  Time pressed{};
  Bitboard before = 0;   // touched up to that press …
  Bitboard after = 0;    // … and after it
  int pressed_back = 0;  // so often the other side has pressed since
};

/// `boards`: in the orientation of the game, since the position stood, which stands again. `settling`: squares of the ply before it.
[[nodiscard]] inline std::optional<Undone> undone_since(const std::vector<SettledBoard>& boards,
                                                        const chess::Position& position, Bitboard settling) {
  const Side side = position.turn();
  const auto is_at_press = [&](const SettledBoard& board) {
    const Bitboard off = board.occupied ^ position.occupied();
    return board.pressed == side && off != 0 && !chess::more_than_one(off) &&
           (off & ~position.pieces(side)) == 0;
  };
  const auto at_press = std::find_if(boards.begin(), boards.end(), is_at_press);
  if (at_press == boards.end()) return std::nullopt;
  Undone undone{chess::first(at_press->occupied ^ position.occupied()), at_press->until};
  for (auto board = boards.begin(); board != boards.end(); ++board)
    (board <= at_press ? undone.before : undone.after) |= board->touched;
  undone.pressed_back = static_cast<int>(std::count_if(
      at_press, boards.end(), [&](const SettledBoard& board) { return board.pressed == ~side; }));
  undone.before &= ~(settling | chess::bit(undone.from));
  return undone;
}

}  // namespace jadoube::reading
