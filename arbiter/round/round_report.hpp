// What a round has come to: its games in one file, its results, what happened. It is read from the data folder alone, so
// that the daemon and the command line say the same, and neither needs the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "arbiter/hall.hpp"
#include "laws/library.hpp"
#include "words/catalogue.hpp"

namespace jadoube::arbiter {

enum class RoundPart : std::uint8_t {
  games,      ///< games.pgn
  results,    ///< results.csv
  trf,        ///< results.trf: lines of a tournament report file
  incidents,  ///< incidents.csv
  summary,    ///< round.json: results and incidents, for the page
};
/// By the name of the file; nothing: there is no such part.
std::optional<RoundPart> round_part_from_name(std::string_view file);

struct RoundQuestion {
  std::filesystem::path data;
  RoundPart part = RoundPart::summary;
  /// 0: the round whose pairings were read last.
  unsigned round = 0;
  laws::Library library;
  words::Language language = words::Language::english;
};

/// Logs are heard again: that takes some hundredths of a second for each game. A log may be written meanwhile. Refused: no
/// pairings of that round were read.
Outcome<std::string> round_part(const RoundQuestion& question);

}  // namespace jadoube::arbiter
