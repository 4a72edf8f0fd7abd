#include "chess/move.hpp"

#include <algorithm>

namespace jadoube::chess {

std::string to_uci(Move move) {
  if (!move) return "0000";
  std::string text = to_string(move.from()) + to_string(move.to());
  if (move.is_promotion()) text += to_letter({Side::black, move.promoted_to()});
  return text;
}

bool MoveList::contains(Move move) const {
  return std::find(begin(), end(), move) != end();
}

}  // namespace jadoube::chess
