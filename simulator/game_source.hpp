// A game as it is to be played on the simulated board.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "chess/game_record.hpp"
#include "chess/position.hpp"
#include "record/scan.hpp"

namespace jadoube::simulator {

struct PlayedGame {
  chess::Position start;
  /// Legal one after the other from `start` on.
  std::vector<chess::Move> moves;
  /// Time spent on each ply as the clock counted it, where it is known. Empty or as long as `moves`.
  std::vector<std::optional<record::Time>> spent;
  /// "1-0", "0-1", "1/2-1/2", or empty if unknown.
  std::string result;
  record::Header::Game header;
  /// What each side starts with and gains per move, if known.
  std::optional<record::ClockTime> base, increment;
};

/// The game of a record up to its first illegal move. Times come from what was spent on each move or, where
/// that is missing, from the clock readings. The base time is the larger of what the time control says and
/// what the times need: later periods of a time control are not played. Refused, with one sentence: a
/// start that is no position, a game without a move.
tl::expected<PlayedGame, std::string> played_game(const chess::GameRecord& record);

}  // namespace jadoube::simulator
