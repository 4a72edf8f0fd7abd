// Boards drawn with characters: what the record says, and beside it what the sensors see.
#pragma once

#include <span>
#include <string>
#include <variant>

#include "chess/setup.hpp"
#include "display/style.hpp"

namespace jadoube::display {

struct BoardPicture {
  /// Centred above the board; one line, empty for none. Up to 38 characters leave room for two boards in 80
  /// columns.
  std::string caption;
  /// What stands where, or only which squares are occupied.
  std::variant<chess::Placement, chess::Bitboard> pieces;
  /// Squares that are not as they should be: red, and in brackets, so that nobody needs to see red.
  chess::Bitboard wrong = 0;
  /// Squares of the last move: another shade; in parentheses if there is no colour.
  chess::Bitboard moved = 0;
  /// Whose first rank is nearest to the reader.
  chess::Side near_side = chess::Side::white;
};

/// The boards side by side; every line ends with '\n'. A board is 28 columns wide and 4 stand between two.
///
/// With colour the squares are coloured fields and the pieces figurines (letters, White's in capitals, if the
/// terminal cannot show them): nine lines. Without colour the pieces are letters inside a frame: eleven
/// lines. Captions need one more. Where only occupancy is known, a piece is a disc.
std::string draw(std::span<const BoardPicture> boards, const Look& look);

}  // namespace jadoube::display
