// Numbers for Prometheus.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/hall.hpp"
#include "server/counts.hpp"

namespace jadoube::server {

/// A number of which neither hall nor server knows. One that only grows has a name that ends with `_total`.
struct Number {
  std::string_view name, help;
  std::uint64_t value = 0;
};
using MoreNumbers = std::function<std::vector<Number>()>;

/// In the text format 0.0.4.
std::string metrics_text(const arbiter::Health& health, const Counts& counts, std::uint64_t refused_logins,
                         std::string_view version, std::string_view commit, const std::vector<Number>& more);

}  // namespace jadoube::server
