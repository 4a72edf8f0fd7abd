// The mating solver as the judge asks it.
#pragma once

#include <cstdint>

#include "judge/material.hpp"

namespace jadoube::laws {

/// What is looked at before the answer is "unknown". A count, not a time: the same log gives the same words
/// on every machine. All but a few in a million positions of real games need less; the rest cost about a
/// twentieth of a second.
inline constexpr std::uint64_t kMatingNodes = 300'000;

/// yes: a line of legal moves to mate is known; no: there is none, proved; unknown: neither within `nodes`,
/// or the position is none that can be asked about (a king missing, a pawn on the last rank …).
CanMate mating_solver(std::uint64_t nodes = kMatingNodes);

}  // namespace jadoube::laws
