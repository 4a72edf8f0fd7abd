// Questions about what a side can still do (docs/rules.md 6, 3.23).
#pragma once

#include <functional>

#include "chess/position.hpp"

namespace jadoube::laws {

/// Whether a side can still win, in the sense of the question that was asked; unknown: neither is proved.
enum class WinAnswer : std::uint8_t { yes, no, unknown };
std::string_view name(WinAnswer answer);

/// Can the side still give mate by any series of legal moves? Supplied by the caller that has a solver.
using CanMate = std::function<WinAnswer(const chess::Position&, chess::Side)>;

/// Does the side have a forced win? Supplied by the caller that has an engine.
using ForcedWin = std::function<WinAnswer(const chess::Position&, chess::Side)>;

/// What material alone proves (FIDE's test): `no`, or `unknown`.
WinAnswer can_mate_by_material(const chess::Position& position, chess::Side side);

/// What the US rules ask of the claimant of a win on time.
enum class UsMaterial : std::uint8_t { enough, only_with_forced_win, none };
UsMaterial us_mating_material(const chess::Position& position, chess::Side side);

}  // namespace jadoube::laws
