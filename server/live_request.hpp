// What a live client may say over its WebSocket.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "server/request.hpp"
#include "server/response.hpp"

namespace jadoube::server {

/// What is wrong with a request for a WebSocket (RFC 6455 4.2.1), as its answer.
std::optional<Response> handshake_fault(const Request& request);

/// {"since":N}: nothing is to be missed after update N.
struct Since {
  std::uint64_t seq = 0;
};
/// {"watch":["dgt-01025"]}: these boards closely, and no others.
struct Watch {
  std::vector<std::string> boards;
};
/// {"ping":7}, which is answered {"type":"pong","n":7}.
struct Ping {
  std::int64_t n = 0;
};
using LiveRequest = std::variant<Since, Watch, Ping>;

/// Boards that one client may watch closely.
inline constexpr std::size_t kMostWatched = 5000;

/// The error is one sentence, short enough for the frame that closes a WebSocket (123 bytes).
tl::expected<LiveRequest, std::string> read_live_request(std::string_view message);

}  // namespace jadoube::server
