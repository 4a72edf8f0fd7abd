#include "broker/broker_url.hpp"

#include <algorithm>
#include <charconv>

namespace jadoube::broker {
namespace {

constexpr std::uint16_t kPort = 1883;
constexpr std::uint16_t kTlsPort = 8883;

}  // namespace

tl::expected<Address, std::string> parse_broker_url(std::string_view url) {
  const tl::unexpected<std::string> wrong{std::string{
      "must be mqtt://HOST, mqtt://HOST:PORT, mqtts://HOST or mqtts://HOST:PORT; user and password "
      "have keys of their own"}};
  Address address;
  if (url.starts_with("mqtts://"))
    address.tls = true;
  else if (!url.starts_with("mqtt://"))
    return wrong;
  url.remove_prefix(address.tls ? 8 : 7);
  if (url.ends_with('/')) url.remove_suffix(1);
  if (std::ranges::any_of(url, [](char c) {
        return c <= ' ' || c > '~' || std::string_view{"/@?#%"}.find(c) != std::string_view::npos;
      }))
    return wrong;
  std::string_view port;
  if (url.starts_with('[')) {
    const std::size_t end = url.find(']');
    if (end == std::string_view::npos) return wrong;
    address.host = url.substr(1, end - 1);
    port = url.substr(end + 1);
    const bool is_v6 = address.host.find(':') != std::string::npos &&
                       address.host.find_first_not_of("0123456789abcdefABCDEF:.") == std::string::npos;
    if (!is_v6) return wrong;
  } else {
    const std::size_t colon = std::min(url.find(':'), url.size());
    address.host = url.substr(0, colon);
    port = url.substr(colon);
  }
  if (address.host.empty() || address.host.find_first_of("[]") != std::string::npos) return wrong;
  address.port = address.tls ? kTlsPort : kPort;
  if (port.empty()) return address;
  if (!port.starts_with(':')) return wrong;
  port.remove_prefix(1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc{} || end != port.data() + port.size() || address.port == 0) return wrong;
  return address;
}

}  // namespace jadoube::broker
