// What tests want to know about a recording.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/simulate.hpp"

namespace jadoube::simulator {

/// A game of random moves, always the same for a seed.
PlayedGame game_of(std::uint64_t seed);

/// The recording as the interchange form writes it.
std::string text_of(const Recording& recording);
/// FNV-1a of it.
std::uint64_t fingerprint(const Recording& recording);

struct TruthLine {
  record::Time t{};
  std::string label, kind, side, uci, how, reason, result;
  unsigned ply = 0;
  std::optional<record::Time> by, gone;
  bool optional = false;
};
std::vector<TruthLine> truths(const Recording& recording);
std::vector<TruthLine> irregularities(const Recording& recording, std::string_view kind);

/// Occupied squares at a time: the last scan at or before it.
std::uint64_t occupied_at(const Recording& recording, record::Time t);

}  // namespace jadoube::simulator
