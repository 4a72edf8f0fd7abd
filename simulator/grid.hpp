// The named grid of simulated boards: tempo × noise × scan rate, e.g. "blitz-medium-25".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/params.hpp"

namespace jadoube::simulator {

/// none … heavy: sensors as in docs/model.md section 9.2. stuck: light, and one square stuck. lost: light,
/// and one interval of 4 … 45 s lost. sloppy: medium sensors and careless hands outside every other level, to
/// see what mismatch costs.
enum class Noise : std::uint8_t { none, light, medium, heavy, stuck, lost, sloppy };

std::string_view name(Tempo tempo);
std::string_view name(Noise noise);
std::optional<Tempo> tempo_from_name(std::string_view text);

Params params_of(Tempo tempo, Noise noise, unsigned rate);

/// "blitz-medium-25" → its parameters; any rate 5 … 1,000. Nothing if a part is not known.
std::optional<Params> cell(std::string_view name);

/// The 4 × 6 × 6 cells of the grid, in order.
std::vector<std::string> all_cells();

}  // namespace jadoube::simulator
