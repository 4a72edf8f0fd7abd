// Games of a broadcast, typed by hand.
#pragma once

#include <initializer_list>

#include "broadcast/game.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"

namespace jadoube::broadcast {

inline record::WallTime second(int count) {
  return record::WallTime{} + std::chrono::seconds{count};
}

/// Moves in SAN from the usual position.
inline Game typed_game(std::initializer_list<const char*> moves,
                       chess::Result result = chess::Result::unknown) {
  Game made;
  chess::Position position;
  for (const char* san : moves) {
    Move move;
    const auto played = *parse_san(position, san);
    move.ply.what = played;
    move.before = position.setup();
    position = position.after(played);
    move.after = position.setup();
    made.moves.push_back(move);
  }
  made.result = result;
  return made;
}

}  // namespace jadoube::broadcast
