// Numbers for Prometheus.
#pragma once

#include <string>

#include "arbiter/hall.hpp"
#include "server/counts.hpp"

namespace jadoube::server {

/// In the text format 0.0.4.
std::string metrics_text(const arbiter::Health& health, const Counts& counts, std::uint64_t refused_logins,
                         std::string_view version, std::string_view commit);

}  // namespace jadoube::server
