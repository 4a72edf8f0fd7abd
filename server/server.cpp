#include "server/server.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <utility>

#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/api.hpp"
#include "server/authorizer.hpp"
#include "server/connection.hpp"
#include "server/door.hpp"
#include "server/hub.hpp"
#include "server/login_limit.hpp"
#include "server/page.hpp"
#include "server/tls.hpp"
#include "server/wire.hpp"

namespace jadoube::server {
namespace {

/// How often the tokens of live clients are checked.
constexpr std::chrono::seconds kLook{5};
/// After it could not take a client: no descriptors are left, for example.
constexpr std::chrono::milliseconds kToRecover{100};

/// What connections work with. The last of them keeps it, so that they may outlive the server.
struct Core {
  Core(arbiter::Hall& hall, TokenBook& tokens, Server::Options given)
      : options{std::move(given)},
        logins{options.session_file, options.session, std::chrono::system_clock::now},
        authorizer{hall,
                   tokens,
                   logins,
                   {.names = options.names,
                    .cookie = "jadoube-" + std::to_string(options.listen.port),
                    .session = options.session},
                   std::chrono::system_clock::now},
        page{embedded_page()},
        hub{hall, counts},
        api{{hall, authorizer, tokens, page, counts, options.limits, options.version, options.commit,
             options.broadcast, [this] { end_strangers(); }, options.elsewhere, options.more_numbers}},
        worker{options.limits.slow_answers} {}

  void end_strangers() {
    hub.end_strangers([this](std::uint64_t token) { return authorizer.is_valid(token); });
  }

  Server::Options options;
  Counts counts;
  LoginBook logins;
  Authorizer authorizer;
  Page page;
  Hub hub;
  Api api;
  Worker worker;
  RequestLimit requests;
  std::shared_ptr<Door> door = std::make_shared<Door>(counts);
};

class RealServer : public Server {
 public:
  RealServer(const asio::any_io_executor& executor, arbiter::Hall& hall, TokenBook& tokens, Options options)
      : core_{std::make_shared<Core>(hall, tokens, std::move(options))},
        acceptor_{executor},
        look_{executor},
        pause_{executor} {}
  RealServer(const RealServer&) = delete;
  RealServer& operator=(const RealServer&) = delete;
  ~RealServer() override {
    core_->worker.stop();
    core_->hub.close();
  }

  tl::expected<void, std::string> open() {
    const Options& options = core_->options;
    if (auto usable = check(options); !usable) return usable;
    ErrorCode error;
    const auto address = asio::ip::make_address(options.listen.address, error);
    if (auto tls = reload_tls(); !tls) return tls;
    const Tcp::endpoint endpoint{address, options.listen.port};
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(asio::socket_base::reuse_address{true}, error);
    if (!error && address.is_v6()) acceptor_.set_option(asio::ip::v6_only{false}, error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      const char* advice = error == asio::error::address_in_use
                               ? "; another program has this port: end it, or choose one with --listen"
                               : "";
      return tl::unexpected{"cannot listen at " + options.listen.address + " port " +
                            std::to_string(options.listen.port) + ": " + error.message() + advice};
    }
    accept();
    look();
    return {};
  }

  [[nodiscard]] std::uint16_t port() const override {
    ErrorCode error;
    return acceptor_.local_endpoint(error).port();
  }
  [[nodiscard]] const Counts& counts() const override { return core_->counts; }

  void set_names(std::vector<std::string> names) override { core_->authorizer.set_names(std::move(names)); }

  void set_limits(const Limits& limits) override { core_->options.limits = limits; }

  tl::expected<void, std::string> set_tls(TlsFiles files) override {
    if (!core_->options.tls) return {};
    const TlsFiles before = std::exchange(*core_->options.tls, std::move(files));
    auto done = reload_tls();
    if (!done) core_->options.tls = before;
    return done;
  }

  void answer(const PassedHere& passed, std::function<void(Response)> done) override {
    auto admission = core_->api.admit(passed);
    if (admission.refused) return done(*std::move(admission.refused));
    Request request;
    request.method = passed.method;
    request.target = passed.target;
    request.body = passed.body;
    Response made = core_->api.answer(admission, request);
    if (!made.later) return done(std::move(made));
    auto work = [core = core_, executor = acceptor_.get_executor(), later = std::move(made.later),
                 done]() mutable -> std::function<void()> {
      return [core = std::move(core), executor, made = later(), done = std::move(done)]() mutable {
        asio::post(executor, [made = std::move(made), done = std::move(done)]() mutable {
          done(made.then ? made.then() : std::move(made));
        });
      };
    };
    if (!core_->worker.take(std::move(work)))
      done(refusal(503, RefusalKind::unavailable,
                   "Too many have asked for what takes its time. Try again in a moment."));
  }

  void stop() override {
    ErrorCode error;
    acceptor_.close(error);
    look_.cancel();
    pause_.cancel();
    core_->hub.end_all("the server ends", Drop::server_ends);
  }

 private:
  tl::expected<void, std::string> reload_tls() {
    if (!core_->options.tls) return {};
    auto context = load_tls(*core_->options.tls);
    if (!context) return tl::unexpected{context.error()};
    // Open connections keep the certificate that they have.
    tls_ = *std::move(context);
    return {};
  }

  void accept() {
    acceptor_.async_accept([this](ErrorCode error, Tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) {
        pause_.expires_after(kToRecover);
        pause_.async_wait([this](ErrorCode stopped) {
          if (!stopped) accept();
        });
        return;
      }
      take(std::move(socket));
      accept();
    });
  }

  void take(Tcp::socket socket) {
    ErrorCode error;
    socket.set_option(Tcp::no_delay{true}, error);
    // Little may wait in the kernel: what waits in our queue can still be replaced by something newer.
    constexpr int waits = 128 * 1024;
    static_cast<void>(
        ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &waits, sizeof waits));
    auto wire = std::make_unique<Wire>(std::move(socket), tls_);
    const Limits& limits = core_->options.limits;
    const std::string address = wire->peer().is_loopback ? std::string{} : network_of(wire->peer().address);
    auto place = core_->door->let_in(
        address, [connection = wire.get()] { connection->close(); }, limits);
    if (place == nullptr) return;
    // The place goes first, and the core after it.
    wire->keep(
        std::make_shared<std::pair<std::shared_ptr<Core>, std::shared_ptr<Door::Place>>>(core_, place));
    start_connection(std::move(wire), place,
                     {core_->api, core_->hub, limits, core_->counts, core_->worker, core_->options.proxies,
                      core_->requests});
  }

  void look() {
    look_.expires_after(kLook);
    look_.async_wait([this](ErrorCode error) {
      if (error) return;
      core_->end_strangers();
      look();
    });
  }

  std::shared_ptr<Core> core_;
  std::shared_ptr<asio::ssl::context> tls_;
  Tcp::acceptor acceptor_;
  asio::steady_timer look_;
  asio::steady_timer pause_;
};

}  // namespace

tl::expected<void, std::string> Server::check(const Options& options) {
  ErrorCode error;
  const auto address = asio::ip::make_address(options.listen.address, error);
  if (error) return tl::unexpected{options.listen.address + " is no address"};
  if (!address.is_loopback() && !options.tls)
    return tl::unexpected{
        options.listen.address +
        " can be reached from other machines, and without TLS everybody there could read the tokens. Enter "
        "certificate and key under [tls] in jadoube.toml (jadoube-serve(8) says how to make them), or listen "
        "at 127.0.0.1 and put a proxy that has TLS before it"};
  if (!options.tls) return {};
  if (auto context = load_tls(*options.tls); !context) return tl::unexpected{context.error()};
  return {};
}

tl::expected<std::unique_ptr<Server>, std::string> Server::start(const asio::any_io_executor& executor,
                                                                 arbiter::Hall& hall, TokenBook& tokens,
                                                                 Options options) {
  auto server = std::make_unique<RealServer>(executor, hall, tokens, std::move(options));
  if (auto open = server->open(); !open) return tl::unexpected{open.error()};
  return server;
}

}  // namespace jadoube::server
