// Positions of which it is known which side can still mate: ../shared/data/mating (README.md there).
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/mating/can_mate.hpp"
#include "tests/support/zstd_file.hpp"

namespace jadoube::chess::mating {

inline constexpr const char* kHardPositions = "../shared/data/mating/positions.txt";
inline constexpr const char* kTimeoutPositions = "../shared/data/mating/lichess.txt.zst";

struct Labelled {
  std::string line;
  Position position;
  bool winnable[2];
};

/// Every `step`th position of a file. A position in it that is refused is told in `refused`.
inline std::vector<Labelled> labelled_positions(const char* path, std::size_t step,
                                                std::vector<std::string>* refused = nullptr) {
  const bool packed = std::string_view{path}.ends_with(".zst");
  std::ifstream plain{path};
  std::istringstream unpacked{packed ? support::read_zstd_file(path) : std::string{}};
  std::istream& text = packed ? static_cast<std::istream&>(unpacked) : plain;
  std::vector<Labelled> list;
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    if (number++ % step != 0) continue;
    const auto position = position_for_mating(setup_from_fen(line.substr(3)).value());
    if (position)
      list.push_back({line, *position, {line[0] == 'W', line[1] == 'B'}});
    else if (refused != nullptr)
      refused->push_back(line);
  }
  return list;
}

/// Unoptimised and sanitized builds of what is tested are twenty times slower.
#ifdef NDEBUG
inline constexpr std::size_t kStep = 1;
#else
inline constexpr std::size_t kStep = 40;
#endif

/// Plays the line by the rules and looks whether it ends in mate given by the winner.
inline bool is_mating_line(Position position, const std::vector<Move>& line, Side winner) {
  for (const Move move : line) {
    if (!position.is_legal(move)) return false;
    position.make(move);
  }
  return position.turn() == ~winner && position.in_check() && !position.has_legal_move();
}

}  // namespace jadoube::chess::mating
