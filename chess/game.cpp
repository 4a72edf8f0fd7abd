#include "chess/game.hpp"

#include <algorithm>
#include <cassert>

namespace jadoube::chess {

Game::Game(const Position& start) : start_{start}, position_{start} {}

void Game::play(Move move) {
  undos_.push_back(position_.make(move));
  moves_.push_back(move);
}

void Game::take_back() {
  assert(!moves_.empty());
  position_.unmake(moves_.back(), undos_.back());
  moves_.pop_back();
  undos_.pop_back();
}

Outcome Game::outcome() const {
  if (position_.has_legal_move()) return Outcome::open;
  return position_.in_check() ? Outcome::checkmate : Outcome::stalemate;
}

unsigned Game::repetitions() const {
  // No position from before the last capture or pawn move can come back, and none with the other side to move
  // is equal.
  const std::size_t reversible = std::min<std::size_t>(plies(), position_.halfmove_clock());
  unsigned seen = 1;
  for (std::size_t back = 4; back <= reversible; back += 2)
    if (undos_[plies() - back].key == position_.key()) ++seen;
  return seen;
}

}  // namespace jadoube::chess
