// The terminal that the program writes to.
#pragma once

#include <cstddef>

#include "display/style.hpp"

namespace jadoube::cli {

/// Of this process and its output `descriptor` (1 or 2).
display::Surroundings surroundings(int descriptor);

/// Characters that fit on a line of the terminal behind `descriptor`; 80 if it does not say, or is none.
std::size_t columns_of(int descriptor);

}  // namespace jadoube::cli
