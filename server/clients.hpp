// Who a request comes from, if a proxy has passed it on, and what each client has open and asks.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <tl/expected.hpp>

#include "server/request.hpp"

namespace jadoube::server {

/// "192.0.2.0/24", "2001:db8::/32", or one address.
class Network {
 public:
  /// The error is one sentence.
  static tl::expected<Network, std::string> parse(std::string_view text);
  [[nodiscard]] bool contains(const boost::asio::ip::address& address) const;

 private:
  Network(boost::asio::ip::address address, unsigned bits) : address_{std::move(address)}, bits_{bits} {}
  boost::asio::ip::address address_;
  unsigned bits_;
};

/// What the headers of a request that one of the `proxies` has passed on say of the client: the address nearest to us
/// that is none of theirs. Nothing: it has come from no proxy of ours. The error is one sentence: X-Forwarded-For and
/// Forwarded name two, and one of them may be the client's own.
tl::expected<std::optional<std::string>, std::string> client_behind(const std::vector<Network>& proxies,
                                                                    const Request& request);

/// Whether the client itself has asked over TLS, as a proxy of ours that has passed the request on says in `Forwarded` (of
/// the hop whose client `client_behind` gives) or `X-Forwarded-Proto` (the last value, which the proxy next to us has
/// written). Nothing: it has come from no proxy of ours, or none says so. The error is one sentence: they contradict each
/// other, or name something else than http, https, ws and wss.
tl::expected<std::optional<bool>, std::string> tls_behind(const std::vector<Network>& proxies,
                                                          const Request& request);

/// How many requests each client may make that show no token: `burst` at once, and so many in a second.
class RequestLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::size_t kMostClients = 10'000;

  /// One more is made by this network; false: it was one too many.
  bool take(const std::string& network, Time now, std::size_t burst, std::size_t per_second);

 private:
  /// Requests that still count, as of `at`.
  struct Asked {
    double count = 0;
    Time at{};
  };
  std::map<std::string, Asked> clients_;
};

}  // namespace jadoube::server
