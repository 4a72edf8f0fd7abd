// Numbers for Prometheus.
#pragma once

#include <string>

#include "arbiter/hall.hpp"
#include "arbiter/http/counts.hpp"

namespace jadoube::arbiter::http {

/// In the text format 0.0.4.
std::string metrics_text(const Health& health, const Counts& counts, std::uint64_t refused_logins,
                         std::string_view version);

}  // namespace jadoube::arbiter::http
