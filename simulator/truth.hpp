// What a simulated board was really about, as records that a detector does not read (docs/findings.md, "How a
// replay is judged").
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/square.hpp"
#include "record/scan.hpp"

namespace jadoube::simulator {

/// A ply, dated with its last change on the board; `from` is its first. `how`: the style in which it was
/// carried out, for looking into failures.
record::Truth truth_of_move(record::Time from, record::Time t, unsigned ply, std::string_view uci,
                            std::string_view how);

/// An irregularity, dated with the first moment at which it is established.
struct Irregularity {
  record::Time t{};
  std::string_view kind{};
  /// Absent where no player is to blame or the board cannot tell which.
  std::optional<chess::Side> side{};
  /// 0: of no ply.
  unsigned ply = 0;
  /// Some kinds are established at one moment under one reading of their definition and at a later one under
  /// another (put down / pressed): a finding is in time until 2 s after `by`.
  std::optional<record::Time> by{};
  /// Put right: a finding withdrawn after this was still right.
  std::optional<record::Time> gone{};
  /// Need not be found, but is not a false alarm either.
  bool optional = false;
  /// Of an illegal move.
  std::string_view reason{};
};
record::Truth truth_of(const Irregularity& irregularity);

record::Truth truth_of_end(record::Time t, std::string_view result);

}  // namespace jadoube::simulator
