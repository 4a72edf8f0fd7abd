// What of a game at a board is for the world: the moves that were played, and the result (docs/broadcast.md).
//
// A pure function of the followed game. Findings, offences, notes and doubts are not in it and cannot get in.
#pragma once

#include <vector>

#include "chess/game_record.hpp"
#include "chess/setup.hpp"
#include "record/scan.hpp"
#include "record/utc.hpp"
#include "stream/published_game.hpp"

namespace jadoube::broadcast {

struct Move {
  /// Legal or not; without comment and glyphs.
  chess::Ply ply;
  /// Another position than the one to which the move before has led, if an arbiter set it.
  chess::Setup before;
  chess::Setup after;
  /// When the ply of this number was first known.
  record::WallTime said{};
  friend bool operator==(const Move&, const Move&) = default;
};

/// Everything that is known now; what of it may be seen yet is for record_of.
struct Game {
  /// Names, event, round and times; no Board.
  chess::Tags tags;
  chess::Setup start = chess::Setup::start();
  std::vector<Move> moves;
  chess::Result result = chess::Result::unknown;
  /// When the result became known.
  record::WallTime ended{};
  friend bool operator==(const Game&, const Game&) = default;
};

/// `log_start`: wall time of the log's time 0. Left out are plies at the end that nobody has played: analysis, pieces put back, kings put in
/// the centre; and, as long as the game goes on, a ply for which the clock has not been pressed yet.
Game game_of(const stream::PublishedGame& game, const record::Header& header, record::WallTime log_start);

/// Of what was known before, the times stay; what is new is known since `now`: a clock of the system that was set, or a log that was
/// begun before, lets nothing out early. `before` is of the same log.
void keep_times(Game& game, const Game& before, record::WallTime now);

/// How many moves were known at `until` or before.
std::size_t moves_known(const Game& game, record::WallTime until);

/// The same as one record that readers of PGN survive: what was known at `until` or before. No move of it is illegal: see
/// docs/broadcast.md.
chess::GameRecord record_of(const Game& game, record::WallTime until);

}  // namespace jadoube::broadcast
