// What a board with fewer senses would have reported.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "record/scan.hpp"

namespace jadoube::record {

/// What is known of the clock. presses: nothing but that somebody has pressed it; times: what it shows.
enum class ClockSense : std::uint8_t { none, presses, times };
/// In their order.
inline constexpr std::array<std::string_view, 3> kClockSenses{"none", "presses", "times"};
std::string_view name(ClockSense sense);

std::string_view name(Senses senses);
std::optional<Senses> senses_from_name(std::string_view text);

/// The squares on which something stands.
Occupancy occupied(const PieceMap& pieces);

/// The record with everything taken away that a board with these senses cannot know. Colours are taken from
/// identities where `senses` is colour.
Record reduced(const Record& record, Senses senses);

}  // namespace jadoube::record
