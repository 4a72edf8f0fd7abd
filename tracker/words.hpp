// Words that the sentences of several findings are made of.
#pragma once

#include <string>

#include "chess/bitboard.hpp"
#include "chess/square.hpp"
#include "words/text.hpp"

namespace jadoube::tracker {

using words::Text;
using words::wording;

/// "White", "Black"
inline Text capital(chess::Side side) {
  return side == chess::Side::white ? wording("White") : wording("Black");
}

/// "white knight"
inline Text words_of(chess::Piece piece) {
  return words::known(std::string{name(piece.side)} + " " + std::string{name(piece.type)});
}

/// "a1, b1, c1"
inline std::string listed(chess::Bitboard squares) {
  std::string text;
  for (const chess::Square square : chess::squares(squares)) {
    if (!text.empty()) text += ", ";
    text += to_string(square);
  }
  return text;
}

}  // namespace jadoube::tracker
