// Words that the sentences of several findings are made of.
#pragma once

#include <string>

#include "chess/bitboard.hpp"
#include "chess/square.hpp"

namespace jadoube::tracker {

/// "White", "Black"
inline std::string capital(chess::Side side) {
  return side == chess::Side::white ? "White" : "Black";
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
