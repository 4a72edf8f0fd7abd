// Where the server listens, as people write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::server {

/// "127.0.0.1:8064", "[::1]:8064".
struct ListenAddress {
  std::string address;
  std::uint16_t port = 0;
};
/// The error is one sentence.
tl::expected<ListenAddress, std::string> parse_listen_address(std::string_view text);

}  // namespace jadoube::server
