// "Start the round": what a log says of it, and whether a board is ready.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "arbiter/hall.hpp"
#include "chess/bitboard.hpp"
#include "record/scan.hpp"

namespace jadoube::arbiter {

/// An arbiter has started the round, and the game of the log is one of it.
struct RoundStart {
  unsigned round = 0;
  Actor by;
};
/// For the log of the game.
record::Other note_of(const RoundStart& start, record::Time t);
bool is_round_start(const record::Record& record);

/// Why the game of a table cannot be opened: somebody has to go there.
enum class NotReady : std::uint8_t {
  no_board,      ///< No board has that table number.
  catching_up,   ///< Its log is being heard again after a start.
  link_lost,     ///< The board is not there, or does not speak.
  no_disk,       ///< Nothing that it says can be recorded.
  pieces,        ///< They do not stand as at the beginning.
  earlier_game,  ///< The pieces of another game stand on the board.
};
/// As docs/api.md has it: "no_board".
std::string_view name(NotReady why);

/// The squares on which something stands at the beginning that is not there, or the other way round, from White's side if
/// the players sit as fits best. Empty: all is as it should be.
chess::Bitboard out_of_place(const record::Scan& scan, const record::Header::Game& game);

}  // namespace jadoube::arbiter
