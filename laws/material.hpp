// Two different questions about what a side can still do (docs/rules.md 6, 3.23).
#pragma once

#include <functional>

#include "chess/position.hpp"

namespace jadoube::laws {

enum class Answer : std::uint8_t { yes, no, unknown };
std::string_view name(Answer answer);

/// Can `side` still give mate by any series of legal moves? Whoever has a solver supplies it.
using CanMate = std::function<Answer(const chess::Position&, chess::Side)>;

/// What material alone proves (FIDE's test): `no`, or `unknown`.
Answer can_mate_by_material(const chess::Position& position, chess::Side side);

/// What the US rules ask of the claimant of a win on time.
enum class UsMaterial : std::uint8_t { enough, only_with_forced_win, none };
UsMaterial us_mating_material(const chess::Position& position, chess::Side side);

}  // namespace jadoube::laws
