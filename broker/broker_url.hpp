// Where a broker is, as people write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace jadoube::broker {

/// "mqtt://host", "mqtt://host:1883", "mqtts://[2001:db8::1]:8883".
struct Address {
  std::string host;
  std::uint16_t port = 0;
  bool tls = false;
};
/// The error is one sentence without its subject, and says what it must be.
tl::expected<Address, std::string> parse_broker_url(std::string_view url);

}  // namespace jadoube::broker
