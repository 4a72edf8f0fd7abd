// A game that was followed, as the record of a game that programs for players read (docs/pgn.md).
#pragma once

#include <string_view>

#include "chess/game_record.hpp"
#include "record/scan.hpp"
#include "stream/published_game.hpp"

namespace jadoube::stream {

/// The game as it is known now: names and circumstances from the header, illegal moves and positions that an
/// arbiter set as such, clock times where a press can be told, and open plies with what else they may be.
chess::GameRecord game_record_of(const PublishedGame& game, const record::Header& header);

/// Event, round, players, time control and variant, those that the header has.
void set_names(chess::Tags& tags, const record::Header& header);
/// When the game began; `utc` is RFC 3339, as in record::Header::utc_start.
void set_moment(chess::Tags& tags, std::string_view utc);

}  // namespace jadoube::stream
