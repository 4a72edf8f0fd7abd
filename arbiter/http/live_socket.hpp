// A live client that speaks WebSocket.
#pragma once

#include <memory>

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include "arbiter/http/counts.hpp"
#include "arbiter/http/hub.hpp"
#include "arbiter/http/limits.hpp"
#include "arbiter/http/wire.hpp"

namespace jadoube::arbiter::http {

using UpgradeRequest = beast::http::request<beast::http::empty_body>;

/// Answers the upgrade and goes on by itself until one side ends it. `hub`, `limits` and `counts` must live
/// as long as the wire.
void start_live_socket(std::unique_ptr<Wire> wire, UpgradeRequest request, Caller caller, Hub& hub,
                       const Limits& limits, Counts& counts);

}  // namespace jadoube::arbiter::http
