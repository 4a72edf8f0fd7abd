// Where an HTTP server is.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::broadcast {

struct HttpPlace {
  bool tls = true;
  /// A name or an address, without brackets.
  std::string host;
  std::string port;
  /// As the header Host has it.
  std::string authority;
};

/// "https://lichess.org", "http://127.0.0.1:9663". Without TLS only this machine is taken, since secrets are sent. The error is a
/// sentence without its end.
tl::expected<HttpPlace, std::string> place_from_url(std::string_view url);

}  // namespace jadoube::broadcast
