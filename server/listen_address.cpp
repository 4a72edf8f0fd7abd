#include "server/listen_address.hpp"

#include <charconv>

#include <boost/asio/ip/address.hpp>

namespace jadoube::server {

tl::expected<ListenAddress, std::string> parse_listen_address(std::string_view text) {
  const tl::unexpected<std::string> wrong{std::string{text} +
                                          " is no address and port: write 127.0.0.1:8064 or [::1]:8064"};
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return wrong;
  ListenAddress listen;
  const std::string_view digits = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), listen.port);
  if (error != std::errc{} || end != digits.data() + digits.size()) return wrong;
  std::string_view host = text.substr(0, colon);
  const bool bracketed = host.starts_with('[') && host.ends_with(']');
  if (bracketed) host = host.substr(1, host.size() - 2);
  listen.address = host == "localhost" ? "127.0.0.1" : std::string{host};
  boost::system::error_code address_error;
  const auto address = boost::asio::ip::make_address(listen.address, address_error);
  if (address_error || address.is_v6() != bracketed || listen.address.find('\0') != std::string::npos)
    return wrong;
  return listen;
}

}  // namespace jadoube::server
