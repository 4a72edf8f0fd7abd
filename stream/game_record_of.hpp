// A game that was followed, as the record of a game that programs for players read (docs/pgn.md).
#pragma once

#include "chess/game_record.hpp"
#include "record/scan.hpp"
#include "stream/published_game.hpp"

namespace jadoube::stream {

/// The game as it is known now: names and circumstances from the header, illegal moves and positions that an
/// arbiter set as such, clock times where a press can be told, and open plies with what else they may be.
chess::GameRecord game_record_of(const PublishedGame& game, const record::Header& header);

}  // namespace jadoube::stream
