#include "simulator/engine_games.hpp"

#include <cassert>

#include "chess/pgn.hpp"

namespace jadoube::simulator {

const std::vector<PlayedGame>& engine_games() {
  static const std::vector<PlayedGame> games = [] {
    std::vector<PlayedGame> all;
    for (const GameFile& file : game_files()) {
      for (const chess::PgnGame& read : chess::read_pgn(file.text)) {
        auto game = played_game(read.record);
        assert(game);
        all.push_back(*std::move(game));
      }
    }
    return all;
  }();
  return games;
}

}  // namespace jadoube::simulator
