// The pairings of a round, out of what tournament programs write: a FIDE tournament report file (TRF16, or
// the older TRF-2006; docs/tournament.md), a pairing list of Swiss-Manager or chess-results, or a table with one
// pairing a line (CSV). What is impossible is told line by line, and the rest is used.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "tournament/round.hpp"
#include "words/text.hpp"

namespace jadoube::arbiter {

/// What was read: the pairings that can be used, and what is wrong with the others.
struct PairingFile {
  Round round;
  /// One sentence each, with the line where there is one.
  std::vector<words::Text> problems;
  /// What is used, and should be looked at before.
  std::vector<words::Text> doubts;
  /// Who has no opponent in this round.
  std::vector<std::string> byes;

  /// Lines count from 1.
  void add_problem(std::size_t line, const words::Text& what);
  void add_doubt(std::size_t line, const words::Text& what);
};

/// Says whether there is a law of that id.
using KnowsLaw = std::function<bool(std::string_view id)>;

/// Finds out which of the two it is. `round` counts from 1; 0 is the last one that has pairings (of a table:
/// what it says itself, if it does). Refused, with one sentence: what is neither, and what has no pairing
/// that can be used.
tl::expected<PairingFile, words::Text> read_pairings(std::string_view text, unsigned round,
                                                     const KnowsLaw& knows_law);

/// The same for each kind. `text` is UTF-8 with '\n' at its line ends.
tl::expected<PairingFile, words::Text> read_trf(std::string_view text, unsigned round);
tl::expected<PairingFile, words::Text> read_table(std::string_view text, unsigned round,
                                                  const KnowsLaw& knows_law);

/// Old programs write in Windows-1252: what is not UTF-8 is taken for that, or for UTF-16 if it begins with the mark of
/// that, as spreadsheets' "Unicode text" does. Line ends become '\n'; a byte
/// order mark goes.
std::string tidy_text(std::string_view bytes);

/// Why nobody can begin from there: a number, "standard" or a FEN, as chess::named_start reads it. Nothing: one can.
std::optional<words::Text> start_fault(std::string_view named);

/// Without letters that cannot be printed, and not longer than a name is.
std::string tidy_name(std::string_view name);

/// Tables and players that are there twice, and players against themselves: told, and left out.
void drop_impossible(PairingFile& file);

}  // namespace jadoube::arbiter
