// Lines of the finding stream and records of a log, typed by hand.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "chess/position.hpp"
#include "chess/san.hpp"
#include "record/scan.hpp"
#include "report/report.hpp"
#include "stream/stream_sink.hpp"

namespace jadoube::display {

using record::Time;

inline Time at(double seconds) {
  return std::chrono::duration_cast<Time>(std::chrono::duration<double>{seconds});
}

/// A game of a club at which a board senses where pieces stand.
inline record::Header club_game() {
  record::Header header;
  header.board.id = "7";
  header.board.senses = record::Senses::presence;
  header.board.scan_period = std::chrono::milliseconds{40};
  header.game.white = "Adams";
  header.game.black = "Brown";
  header.game.event = "Club championship";
  header.game.round = "2";
  header.game.time_control = "180+2";
  header.law = "fide-2023-blitz-B3";
  header.utc_start = "2026-05-02T13:00:00Z";
  return header;
}

/// The line for a move from this position, and the position after it.
inline report::MoveReport play(chess::Position& position, double seconds, unsigned ply,
                               const std::string& uci, bool completed = true) {
  const auto move = *move_from_uci(position, uci);
  report::MoveReport line;
  line.t = at(seconds);
  line.ply = ply;
  line.side = position.turn();
  line.uci = uci;
  line.san = to_san(position, move);
  position.make(move);
  line.fen = to_fen(position);
  line.completed = completed;
  return line;
}

/// The line that puts legal moves in the place of everything from `from_ply` on, played from this position.
inline report::RevisionReport revise(chess::Position position, double seconds, unsigned from_ply,
                                     std::vector<std::string> moves, bool last_completed = false) {
  report::RevisionReport line{at(seconds), from_ply, std::move(moves),
                              "what followed fits another move better"};
  for (const std::string& uci : line.moves) {
    position.make(*move_from_uci(position, uci));
    line.fens.push_back(to_fen(position));
  }
  line.last_completed = last_completed;
  return line;
}

inline report::GameReport game(double seconds, report::GameState state, std::string result = {},
                               std::string reason = {}) {
  return {at(seconds), state, std::move(result), std::move(reason)};
}

inline record::ClockReading clock(double seconds, int white_seconds, int black_seconds,
                                  std::optional<chess::Side> running) {
  record::ClockReading reading;
  reading.t = at(seconds);
  reading.white = std::chrono::seconds{white_seconds};
  reading.black = std::chrono::seconds{black_seconds};
  reading.running = running;
  return reading;
}

}  // namespace jadoube::display
