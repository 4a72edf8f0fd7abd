// A live client that takes server-sent events.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arbiter/http/counts.hpp"
#include "arbiter/http/hub.hpp"
#include "arbiter/http/limits.hpp"
#include "arbiter/http/wire.hpp"

namespace jadoube::arbiter::http {

/// Answers the request and goes on by itself until one side ends it. `hub`, `limits` and `counts` must live
/// as long as the wire.
void start_event_stream(std::unique_ptr<Wire> wire, Caller caller, std::optional<std::uint64_t> since,
                        std::vector<std::string> watched, Hub& hub, const Limits& limits, Counts& counts);

}  // namespace jadoube::arbiter::http
