// The 960 start positions of Chess960 (FIDE Laws, Guidelines II.2).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "chess/position.hpp"
#include "chess/setup.hpp"

namespace jadoube::chess {

inline constexpr unsigned kChess960Starts = 960;
/// The number of the position from which ordinary chess begins.
inline constexpr unsigned kOrdinaryStart = 518;

/// Start position 0 … 959 (asserted), in the numbering of Reinhard Scharnagl that everybody uses: the number leaves
/// the square of the light-squared bishop, then of the dark-squared one, of the queen, and of the two knights.
Setup chess960_start(unsigned number);

/// Which of them stands on the board, all 32 pieces at their places. Nothing: none of them.
std::optional<unsigned> chess960_number(const Placement& placement);

/// Where a game begins, and what is played from there.
struct NamedStart {
  Setup setup;
  Variant variant = Variant::standard;
};

/// What a text is that names no start.
struct StartFault {
  /// As it was named, without blanks around it.
  std::string text;
  /// Of a FEN: where it cannot be read, or why no game can begin there. Neither: it is no number that there is, nor a FEN.
  std::optional<ParseError> unreadable = {};
  FaultSet faults = {};
};
/// In one sentence, without its full stop.
std::string describe(const StartFault& fault);

/// A start as people name it: "0" … "959" is that one of Chess960, "standard" the ordinary one, everything else a FEN from
/// which a game can be played. A FEN is standard chess unless only Chess960 castles from it. Blanks around it are passed over.
tl::expected<NamedStart, StartFault> named_start(std::string_view text);

}  // namespace jadoube::chess
