#include "display/line_in_san.hpp"

#include "chess/san.hpp"

namespace jadoube::display {

std::string line_in_san(chess::Position position, const std::vector<chess::Move>& line) {
  std::string text;
  for (const chess::Move move : line) {
    const bool white = position.turn() == chess::Side::white;
    if (!text.empty()) text += ' ';
    if (white || text.empty()) text += std::to_string(position.fullmove_number()) + (white ? ". " : "... ");
    text += chess::to_san(position, move);
    position.make(move);
  }
  return text;
}

}  // namespace jadoube::display
