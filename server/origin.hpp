// Whether a request was meant for us, and whether it comes from a page of ours. Without this a foreign page
// could make an arbiter's browser send requests to us: under a name of its own that points at this machine
// (DNS rebinding), or from another site or port (CSRF).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/request.hpp"

namespace jadoube::server {

/// What RFC 3986 3.2 has for host and port, without anybody's name before it. It may be empty.
bool is_host(std::string_view text);

/// There is one `Host`, and it names the address that was connected to, localhost if that is this machine's
/// own, or one of `names`. Any port will do: a tunnel may have another one than we.
bool host_is_ours(const Request& request, const std::vector<std::string>& names);

enum class Origin : std::uint8_t {
  ours,     ///< The browser says that a page of ours asks.
  untold,   ///< It was no page that asked, or the browser says nothing.
  foreign,  ///< A page of another site or port asks.
};
/// By `Origin` and `Sec-Fetch-Site`. `host_is_ours` must hold.
Origin origin_of(const Request& request);

}  // namespace jadoube::server
