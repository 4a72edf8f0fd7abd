// Shares of the posterior.
#pragma once

#include <cstdint>

#include "model/parameter.hpp"

namespace jadoube::detector {

/// `mass` is so many thousandths of `whole`, or more.
[[nodiscard]] constexpr bool is_share(std::uint64_t mass, model::Thousandths share, std::uint64_t whole) {
  return mass * 1000 >= share * whole;
}

}  // namespace jadoube::detector
