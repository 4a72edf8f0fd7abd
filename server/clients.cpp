#include "server/clients.hpp"

#include <algorithm>
#include <charconv>

#include "server/address.hpp"

namespace jadoube::server {
namespace {

namespace ip = boost::asio::ip;

/// Stations on a request's way that are looked at.
constexpr std::size_t kMostStations = 32;

std::optional<ip::address> address_from(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return std::nullopt;  // the system would read up to there
  boost::system::error_code error;
  const auto address = ip::make_address(std::string{text}, error);
  return error ? std::nullopt : std::optional{plain(address)};
}

std::string_view without_spaces(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// "192.0.2.7", "192.0.2.7:4711", "2001:db8::7", "[2001:db8::7]:4711"; nothing: a name, or something hidden.
std::optional<ip::address> station(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    return end == std::string_view::npos ? std::nullopt : address_from(text.substr(1, end - 1));
  }
  const std::size_t colon = text.find(':');
  const bool has_port =
      colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos;
  return address_from(has_port ? text.substr(0, colon) : text);
}

/// The stations of all headers of this name, from the client on, as they are written.
std::vector<std::string> listed(const Request& request, std::string_view name) {
  std::vector<std::string> stations;
  for (const auto& [key, value] : request.headers) {
    if (!same_but_for_case(key, name)) continue;
    for (std::string_view rest = value;;) {
      const std::size_t comma = rest.find(',');
      stations.emplace_back(without_spaces(rest.substr(0, comma)));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return stations;
}

/// RFC 7239: "for" of `for="[2001:db8::7]:4711";proto=https` → [2001:db8::7]:4711.
std::string forwarded(std::string_view element, std::string_view name) {
  while (!element.empty()) {
    const std::size_t end = element.find(';');
    const std::string_view pair = without_spaces(element.substr(0, end));
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && same_but_for_case(pair.substr(0, equals), name)) {
      std::string_view value = pair.substr(equals + 1);
      if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"'))
        value = value.substr(1, value.size() - 2);
      return std::string{value};
    }
    if (end == std::string_view::npos) break;
    element.remove_prefix(end + 1);
  }
  return {};
}

bool is_one_of(const std::vector<Network>& proxies, const ip::address& address) {
  return std::ranges::any_of(proxies, [&](const Network& each) { return each.contains(address); });
}

/// The client, and which of the stations has said so; nothing: none has.
struct Nearest {
  ip::address client;
  std::optional<std::size_t> told_by = {};
};

/// From us towards the client, as long as proxies of ours say who was before them.
Nearest nearest(const std::vector<Network>& proxies, const ip::address& proxy,
                const std::vector<std::string>& stations) {
  Nearest known{proxy};
  for (std::size_t back = 1; back <= std::min(stations.size(), kMostStations); ++back) {
    const std::size_t at = stations.size() - back;
    const auto before = station(stations[at]);
    if (!before) break;
    known = {*before, at};
    if (!is_one_of(proxies, known.client)) break;
  }
  return known;
}

std::vector<std::string> parts_of(const std::vector<std::string>& elements, std::string_view name) {
  std::vector<std::string> parts;
  for (const std::string& each : elements) parts.push_back(forwarded(each, name));
  return parts;
}

/// Of a protocol as proxies name it: whether it is over TLS. Empty: they do not say. The error is one sentence.
tl::expected<std::optional<bool>, std::string> is_over_tls(std::string_view protocol) {
  if (protocol.empty()) return std::nullopt;
  for (const auto& [name, tls] : {std::pair{"https", true}, {"wss", true}, {"http", false}, {"ws", false}})
    if (same_but_for_case(protocol, name)) return tls;
  return tl::unexpected{
      std::string{"What the proxy says of the client's protocol is neither http nor https."}};
}

}  // namespace

tl::expected<Network, std::string> Network::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = address_from(text.substr(0, slash));
  const tl::unexpected<std::string> wrong{
      '"' + std::string{text} +
      "\" is no network: write an address, or one like 192.0.2.0/24 or 2001:db8::/32"};
  if (!address) return wrong;
  const unsigned most = address->is_v4() ? 32 : 128;
  unsigned bits = most;
  if (slash != std::string_view::npos) {
    const std::string_view digits = text.substr(slash + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (error != std::errc{} || end != digits.data() + digits.size() || bits > most) return wrong;
  }
  return Network{*address, bits};
}

bool Network::contains(const ip::address& address) const {
  const auto same = [this](const auto& own, const auto& other) {
    unsigned left = bits_;
    for (std::size_t i = 0; i < own.size() && left != 0; ++i) {
      const unsigned here = std::min(left, 8U);
      const unsigned mask = 0xFFU << (8U - here) & 0xFFU;
      if (((own.at(i) ^ other.at(i)) & mask) != 0) return false;
      left -= here;
    }
    return true;
  };
  if (address_.is_v4() != address.is_v4()) return false;
  return address_.is_v4() ? same(address_.to_v4().to_bytes(), address.to_v4().to_bytes())
                          : same(address_.to_v6().to_bytes(), address.to_v6().to_bytes());
}

tl::expected<std::optional<std::string>, std::string> client_behind(const std::vector<Network>& proxies,
                                                                    const Request& request) {
  const auto proxy = address_from(request.peer.address);
  if (!proxy || !is_one_of(proxies, *proxy)) return std::nullopt;
  const std::vector<std::string> elements = listed(request, "Forwarded");
  const std::vector<std::string> others = listed(request, "X-Forwarded-For");
  const ip::address by_forwarded = nearest(proxies, *proxy, parts_of(elements, "for")).client,
                    by_other = nearest(proxies, *proxy, others).client;
  if (!elements.empty() && !others.empty() && by_forwarded != by_other)
    return tl::unexpected{std::string{"X-Forwarded-For and Forwarded name two clients."}};
  return (others.empty() ? by_forwarded : by_other).to_string();
}

tl::expected<std::optional<bool>, std::string> tls_behind(const std::vector<Network>& proxies,
                                                          const Request& request) {
  const auto proxy = address_from(request.peer.address);
  if (!proxy || !is_one_of(proxies, *proxy)) return std::nullopt;
  const std::vector<std::string> elements = listed(request, "Forwarded");
  const std::vector<std::string> others = listed(request, "X-Forwarded-Proto");
  const auto told_by = nearest(proxies, *proxy, parts_of(elements, "for")).told_by;
  const auto one = is_over_tls(told_by ? forwarded(elements[*told_by], "proto") : std::string{});
  if (!one) return one;
  const auto other = is_over_tls(others.empty() ? std::string{} : others.back());
  if (!other) return other;
  if (*one && *other && *one != *other)
    return tl::unexpected{std::string{"X-Forwarded-Proto and Forwarded name two protocols."}};
  return *one ? one : other;
}

bool RequestLimit::take(const std::string& network, Time now, std::size_t burst, std::size_t per_second) {
  const auto left = [&](const Asked& asked) {
    return std::max(0.0, asked.count - std::chrono::duration<double>(now - asked.at).count() *
                                           static_cast<double>(per_second));
  };
  if (clients_.size() >= kMostClients) {
    std::erase_if(clients_, [&](const auto& each) { return left(each.second) == 0; });
    if (clients_.size() >= kMostClients) clients_.erase(clients_.begin());
  }
  Asked& asked = clients_[network];
  asked = {left(asked), now};
  if (asked.count + 1 > static_cast<double>(burst)) return false;
  asked.count += 1;
  return true;
}

}  // namespace jadoube::server
