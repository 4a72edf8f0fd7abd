// A live client that speaks WebSocket.
#pragma once

#include <memory>

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include "server/counts.hpp"
#include "server/hub.hpp"
#include "server/limits.hpp"
#include "server/wire.hpp"

namespace jadoube::server {

using UpgradeRequest = beast::http::request<beast::http::empty_body>;

/// Answers the upgrade and goes on by itself until one side ends it. `hub`, `limits` and `counts` must live
/// as long as the wire.
void start_live_socket(std::unique_ptr<Wire> wire, UpgradeRequest request, Caller caller, Hub& hub,
                       const Limits& limits, Counts& counts);

}  // namespace jadoube::server
