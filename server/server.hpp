// The daemon's server: HTTP, WebSocket and server-sent events (docs/api.md), with the page.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <tl/expected.hpp>

#include "arbiter/hall.hpp"
#include "server/clients.hpp"
#include "server/counts.hpp"
#include "server/limits.hpp"
#include "server/listen_address.hpp"
#include "server/login_book.hpp"
#include "server/metrics.hpp"
#include "server/passed.hpp"
#include "server/response.hpp"
#include "server/token_book.hpp"

namespace jadoube::server {

/// Files in PEM form.
struct TlsFiles {
  std::string certificate;  ///< with those between it and the root
  std::string key;
};

class Server {
 public:
  struct Options {
    ListenAddress listen{"127.0.0.1", 8064};
    /// Whose word is taken for who asks through them.
    std::vector<Network> proxies;
    std::optional<TlsFiles> tls;
    /// Names besides our address by which we are called.
    std::vector<std::string> names;
    std::chrono::seconds session{std::chrono::hours{24 * 14}};
    /// The file that keeps logins; empty: they end with the server.
    std::string session_file;
    Limits limits;
    std::string version;
    /// Of the source that it was built from; empty: not known.
    std::string commit{};
    BroadcastText broadcast{};
    /// What another daemon answers.
    Elsewhere elsewhere{};
    /// For /metrics.
    MoreNumbers more_numbers{};
  };
  /// Whether these can be served with, as far as can be told without listening. The error is one sentence.
  static tl::expected<void, std::string> check(const Options& options);
  /// Serves from now on. Everything happens on `executor`, which must not be run by more than one thread at a
  /// time, and not after the server is gone; `hall` and `tokens` must outlive the server. The error is one
  /// sentence that says what to do: the port is taken, the certificate cannot be read, or this is an address
  /// beyond this machine and there is no TLS.
  static tl::expected<std::unique_ptr<Server>, std::string> start(
      const boost::asio::any_io_executor& executor, arbiter::Hall& hall, TokenBook& tokens, Options options);
  virtual ~Server() = default;
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The port that it listens at: another than was asked for if that was 0.
  [[nodiscard]] virtual std::uint16_t port() const = 0;
  [[nodiscard]] virtual const Counts& counts() const = 0;
  /// Names besides our address by which we are called from now on.
  virtual void set_names(std::vector<std::string> names) = 0;
  /// For requests and connections from now on.
  virtual void set_limits(const Limits& limits) = 0;
  /// Reads certificate and key, for connections from now on. If that fails, what was there stays. Nothing
  /// happens without TLS.
  virtual tl::expected<void, std::string> set_tls(TlsFiles files) = 0;
  /// Answers a request that another daemon has admitted; `done` is called once, on the executor, at once or later.
  virtual void answer(const PassedHere& passed, std::function<void(Response)> done) = 0;
  /// Takes no more clients, and tells the live ones that it ends.
  virtual void stop() = 0;

 protected:
  Server() = default;
};

}  // namespace jadoube::server
