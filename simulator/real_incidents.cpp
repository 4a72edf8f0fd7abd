#include "simulator/real_incidents.hpp"

#include <cassert>

namespace jadoube::simulator {

const std::vector<RealIncident>& real_incidents() {
  // Positions and sequences from reports of the events; facts only.
  static const std::vector<RealIncident> all{
      {"carlsen-inarkiev-2017",
       "World Blitz, Riyadh: Black in check gives check himself and presses; White moves his king; Black "
       "claims.",
       "1r2r3/1R3ppp/1k6/1B1n4/8/2P2P2/2K3PP/1R6 b - - 0 27",
       {"b8b7", "c2d3"},
       "1-0",
       "illegal_move:d5e3/stands@1"},
      {"polgar-kasparov-1994",
       "Linares: the knight is let go on c5 for a quarter of a second, goes back to d7, and to f8 in the "
       "end.",
       "4r1k1/1B1n1pp1/1p1Q1n1p/4pP2/q7/8/1PrN2PP/3RR2K b - - 1 36",
       {"d7f8", "d2e4"},
       "0-1",
       "move_changed_after_release:d7c5/briefly@1",
       Tempo::classical},
      {"firouzja-carlsen-2019",
       "World Blitz, Moscow: White's pawn is knocked onto the corner of four squares and stays there; later "
       "his flag falls.",
       "8/4k3/4P3/3B2P1/4P1K1/8/3b4/8 w - - 0 1",
       {"d5c4", "d2c3", "c4b3", "c3b4", "g4f5", "b4d2", "f5g6"},
       "0-1",
       "displaced:e4e3/straddling/stands@1,flag_fallen@7"},
      {"nepo-carlsen-2021",
       "World Championship, game 1: castling in which the board sees the king on f1 first.",
       "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5",
       {"e1g1", "f8e7", "f1e1", "b7b5", "a4b3", "d7d6"},
       "1/2-1/2",
       "",
       Tempo::classical,
       true},
      {"kings-after-the-game",
       "Many events: the result is shown with the kings in the centre, and one king's step there looks like "
       "a move.",
       "8/5pk1/6p1/3K4/7p/7P/5P2/8 w - - 0 1",
       {"d5d6", "g7f6"},
       "1/2-1/2",
       "result_signal@1",
       Tempo::rapid},
  };
  return all;
}

PlayedGame played_game(const RealIncident& real) {
  PlayedGame game;
  const auto start = chess::position_from_fen(real.fen);
  assert(start);
  game.start = *start;
  chess::Position position = game.start;
  for (const auto text : real.moves) {
    // After an illegal move the position is another one: then the squares are all there is to go by.
    const auto move = chess::move_from_uci(position, text);
    if (!move) {
      const auto from = chess::square_from_string(text.substr(0, 2));
      const auto to = chess::square_from_string(text.substr(2, 2));
      game.moves.emplace_back(*from, *to);
      break;
    }
    game.moves.push_back(*move);
    position.make(*move);
  }
  game.result = real.result;
  game.header.event = real.name;
  return game;
}

Params params_of(const RealIncident& real, Noise noise, unsigned rate) {
  Params params = params_of(real.tempo, noise, rate);
  if (real.hesitant) params.hands.hesitates = 1;
  params.play_on = 0;
  auto incidents = parse_incidents(real.incidents);
  assert(incidents);
  params.incidents = *std::move(incidents);
  return params;
}

}  // namespace jadoube::simulator
