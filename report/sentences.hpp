// Words that the sentences of several findings are made of.
#pragma once

#include <array>
#include <string>

#include "chess/bitboard.hpp"
#include "chess/square.hpp"
#include "words/text.hpp"

namespace jadoube::report {

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

inline Text not_seen_to_arrive(chess::Piece piece, chess::Square from) {
  return wording("The {1} from {2} has not been seen where it went. Perhaps it stands badly there.",
                 words_of(piece), to_string(from));
}

template <class Say>
std::array<Text, 64> said_of_each(Say say) {
  std::array<Text, 64> said;
  for (const chess::Square square : chess::squares(~chess::Bitboard{0}))
    said.at(index(square)) = say(to_string(square));
  return said;
}

/// What is said of a sensor is weighed far oftener than it is told: each sentence is put together once.
inline const Text& sensor_flickers(chess::Square square) {
  static const std::array<Text, 64> said = said_of_each([](const std::string& name) {
    return wording("The sensor of {1} flickers; it is left out of account until it is quiet.", name);
  });
  return said.at(index(square));
}
inline const Text& sensor_disagrees(chess::Square square) {
  static const std::array<Text, 64> said = said_of_each([](const std::string& name) {
    return wording("The sensor of {1} does not agree with the game; it is not believed for now.", name);
  });
  return said.at(index(square));
}

}  // namespace jadoube::report
