#include "chess/mating/short_proof.hpp"

#include <algorithm>

#include "chess/mating/material.hpp"

namespace jadoube::chess::mating {

Ending follow_forced_line(Board& board, std::vector<Move>& line, std::size_t longest) {
  Fans fans;
  std::vector<Key> seen;
  for (std::size_t length = 0;; ++length) {
    const Threats threats = generate(board, fans);
    if (fans.empty()) return board.turn == kLoser && threats.checkers != 0 ? Ending::mate : Ending::no_mate;
    if (cannot_mate_by_material(board)) return Ending::material;
    const Fan fan = *fans.begin();
    if (fans.end() - fans.begin() > 1 || more_than_one(fan.targets) || length == longest) return Ending::open;
    if (const Key key = pack(board); std::find(seen.begin(), seen.end(), key) != seen.end())
      return Ending::repetition;
    else
      seen.push_back(key);
    const Square to = first(fan.targets);
    line.push_back(move_of(fan, to));
    board = after(board, fan.from, to, fan.promotion);
  }
}

bool all_lines_fail(const Board& board, unsigned plies, std::uint64_t& nodes) {
  if (nodes == 0) return false;
  --nodes;
  Fans fans;
  const Threats threats = generate(board, fans);
  if (fans.empty()) return board.turn == kWinner || threats.checkers == 0;
  if (cannot_mate_by_material(board)) return true;
  if (plies == 0) return false;
  for (const Fan& fan : fans)
    for (const Square to : squares(fan.targets))
      if (!all_lines_fail(after(board, fan.from, to, fan.promotion), plies - 1, nodes)) return false;
  return true;
}

}  // namespace jadoube::chess::mating
