#include "server/origin.hpp"

#include <algorithm>
#include <charconv>

#include "server/address.hpp"

namespace jadoube::server {
namespace {

/// ":8064" or nothing, as RFC 9110 7.2 has it behind a host; ":" is a port left blank.
bool is_port(std::string_view text) {
  if (text.empty() || text == ":") return true;
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), port);
  return text.front() == ':' && error == std::errc{} && end == text.data() + text.size() && port != 0;
}

/// "localhost:8064" → "localhost", "[::1]:8064" → "::1"; empty if it is no host, or anything else beside it.
std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    if (end == std::string_view::npos || !is_port(host.substr(end + 1))) return {};
    return host.substr(1, end - 1);
  }
  const std::size_t colon = host.find(':');
  if (colon != std::string_view::npos && !is_port(host.substr(colon))) return {};
  return host.substr(0, colon);
}

bool has_only(std::string_view text, std::string_view others) {
  return std::ranges::all_of(text, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           others.find(c) != std::string_view::npos;
  });
}

}  // namespace

bool is_host(std::string_view text) {
  const std::size_t bracket = text.rfind(']'), colon = text.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  const std::string_view host = has_port ? text.substr(0, colon) : text;
  const std::string_view port = has_port ? text.substr(colon + 1) : std::string_view{};
  if (port.find_first_not_of("0123456789") != std::string_view::npos) return false;
  if (host.starts_with('['))
    return host.ends_with(']') && host.size() > 2 &&
           has_only(host.substr(1, host.size() - 2), "-._~!$&'()*+,;=:");
  return has_only(host, "-._~!$&'()*+,;=%");
}

bool host_is_ours(const Request& request, const std::vector<std::string>& names) {
  if (request.count("Host") != 1) return false;
  const std::string_view host = without_port(*request.header("Host"));
  if (host.empty()) return false;
  if (std::ranges::any_of(names, [&](const std::string& name) { return same_but_for_case(host, name); }))
    return true;
  boost::system::error_code error;
  const auto local = plain(boost::asio::ip::make_address(request.peer.local_address, error));
  if (error) return false;
  if (same_but_for_case(host, "localhost")) return local.is_loopback();
  const auto named = boost::asio::ip::make_address(std::string{host}, error);
  return !error && plain(named) == local;
}

Origin origin_of(const Request& request) {
  if (request.count("Origin") > 1 || request.count("Sec-Fetch-Site") > 1) return Origin::foreign;
  const auto site = request.header("Sec-Fetch-Site");
  if (site && *site != "same-origin" && *site != "none") return Origin::foreign;
  const auto origin = request.header("Origin");
  if (!origin) return site == "same-origin" ? Origin::ours : Origin::untold;
  const std::string host{*request.header("Host")};
  // Without TLS of our own there may still be a proxy before us that has it.
  const bool ours = same_but_for_case(*origin, "https://" + host) ||
                    (!request.peer.tls && same_but_for_case(*origin, "http://" + host));
  return ours ? Origin::ours : Origin::foreign;
}

}  // namespace jadoube::server
