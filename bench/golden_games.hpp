// The games that the detector is measured on: the golden logs of presence boards in classical play, with
// medium noise at 25 scans a second.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "record/scan_log.hpp"

namespace jadoube::bench {

struct Game {
  record::Header header;
  std::vector<record::Record> records;  // truth left out
};

namespace detail {
[[noreturn]] inline void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(2);
}
}  // namespace detail

/// The log of that name. Ends the program, saying why, if it cannot be read.
inline Game golden_game(const std::string& name) {
  auto reader = record::ScanLogReader::open(
      name, [&](const record::Problem& p) { detail::give_up(to_string(p, name)); });
  if (!reader) detail::give_up(reader.error());
  Game game{(*reader)->header(), {}};
  while (const record::Entry* entry = (*reader)->next())
    if (!std::holds_alternative<record::Truth>(entry->record)) game.records.push_back(entry->record);
  return game;
}

/// Run in the project's root. Ends the program, saying why, if a log cannot be read.
inline std::vector<Game> golden_games(const std::string& folder = "tests/golden/presence/classical") {
  std::error_code missing;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator{folder, missing})
    names.push_back(entry.path().string());
  if (names.empty()) detail::give_up(folder + " is not there; run this in the project's root");
  std::sort(names.begin(), names.end());
  std::vector<Game> games;
  for (const std::string& name : names) games.push_back(golden_game(name));
  return games;
}

inline std::size_t scans_in(const Game& game) {
  return static_cast<std::size_t>(
      std::count_if(game.records.begin(), game.records.end(),
                    [](const auto& record) { return std::holds_alternative<record::Scan>(record); }));
}

}  // namespace jadoube::bench
