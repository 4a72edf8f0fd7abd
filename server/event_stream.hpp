// A live client that takes server-sent events.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/counts.hpp"
#include "server/hub.hpp"
#include "server/limits.hpp"
#include "server/wire.hpp"

namespace jadoube::server {

/// Answers the request and goes on by itself until one side ends it. `hub`, `limits` and `counts` must live
/// as long as the wire.
void start_event_stream(std::unique_ptr<Wire> wire, Caller caller, std::optional<std::uint64_t> since,
                        std::vector<std::string> watched, Hub& hub, const Limits& limits, Counts& counts);

}  // namespace jadoube::server
