// Extended Position Description: a position and what is said about it, on one line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "chess/setup.hpp"

namespace jadoube::chess {

/// One thing said about a position: `bm Nf3;`, `id "BK.01";`.
struct EpdOperation {
  struct Operand {
    std::string text;
    /// Stood in quotes, or must.
    bool quoted = false;
    friend bool operator==(const Operand&, const Operand&) = default;
  };

  /// Letters, digits, "_" and "-", a letter first.
  std::string opcode;
  std::vector<Operand> operands;
  friend bool operator==(const EpdOperation&, const EpdOperation&) = default;
};

struct Epd {
  /// The counters come from the operations `hmvc` and `fmvn` (or from the fifth and sixth field of a FEN).
  Setup setup;
  /// All others, in the order of the line.
  std::vector<EpdOperation> operations;

  /// Nothing if there is none of that name.
  [[nodiscard]] const EpdOperation* find(std::string_view opcode) const;
  friend bool operator==(const Epd&, const Epd&) = default;
};

/// Reads one line. Takes a full FEN before the operations too, and a last operation without its semicolon.
tl::expected<Epd, ParseError> epd_from_string(std::string_view line);

/// Four fields, `hmvc` and `fmvn` if they are not 0 and 1, then the operations. No line end.
std::string to_string(const Epd& epd);

}  // namespace jadoube::chess
