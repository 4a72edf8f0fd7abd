#include "broadcast/http_place.hpp"

#include <algorithm>

#include "tournament/cells.hpp"

namespace jadoube::broadcast {
namespace {

bool is_host_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
}

bool is_this_machine(std::string_view host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

}  // namespace

tl::expected<HttpPlace, std::string> place_from_url(std::string_view url) {
  const auto wrong = [&](std::string_view why) {
    return tl::unexpected{'"' + std::string{url} + "\" is no address of a server: " + std::string{why}};
  };
  HttpPlace place;
  std::string_view rest = url;
  if (rest.starts_with("https://")) {
    rest.remove_prefix(8);
  } else if (rest.starts_with("http://")) {
    rest.remove_prefix(7);
    place.tls = false;
  } else {
    return wrong("it begins with https://");
  }
  place.authority = rest;
  if (rest.starts_with('[')) {
    const auto close = rest.find(']');
    if (close == std::string_view::npos) return wrong("the bracket is not closed");
    place.host = rest.substr(1, close - 1);
    rest.remove_prefix(close + 1);
    if (!std::ranges::all_of(place.host, [](char c) { return is_host_letter(c) || c == ':'; }))
      return wrong("between the brackets stands no address");
  } else {
    place.host = rest.substr(0, rest.find(':'));
    rest.remove_prefix(place.host.size());
    if (!std::ranges::all_of(place.host, is_host_letter))
      return wrong("write https://HOST or https://HOST:PORT");
  }
  if (place.host.empty()) return wrong("it names no host");
  place.port = place.tls ? "443" : "80";
  if (!rest.empty()) {
    const auto port = rest.starts_with(':') ? arbiter::number_in(rest.substr(1)) : std::nullopt;
    if (!port || *port == 0 || *port > 65'535) return wrong("write https://HOST or https://HOST:PORT");
    place.port = std::to_string(*port);
  }
  if (!place.tls && !is_this_machine(place.host))
    return wrong("without TLS the token could be read on the way; use https://");
  return place;
}

}  // namespace jadoube::broadcast
