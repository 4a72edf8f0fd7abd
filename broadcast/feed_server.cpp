#include "broadcast/feed_server.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "broadcast/feed_client.hpp"
#include "tournament/cells.hpp"

namespace jadoube::broadcast {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using arbiter::LiveHall;

/// After a connection that could not be taken.
constexpr std::chrono::milliseconds kToRecover{100};

/// Clocks at 0:00 tell what only the players may find out, where the law says so.
std::optional<FeedClock> clock_of(const arbiter::FollowedGame& game, record::WallTime start) {
  const auto& shown = game.clock();
  if (!shown) return std::nullopt;
  const bool is_down = shown->flag || std::min(shown->white, shown->black) <= record::ClockTime{0};
  if (is_down && game.keeps_secret(laws::Secret::single_flag)) return std::nullopt;
  const auto in_seconds = [](record::ClockTime time) {
    return std::max<std::int64_t>(0, std::chrono::floor<std::chrono::seconds>(time).count());
  };
  const auto at = start + std::chrono::floor<std::chrono::milliseconds>(shown->t);
  return FeedClock{in_seconds(shown->white), in_seconds(shown->black), shown->running,
                   at.time_since_epoch().count()};
}

class RealFeedServer final : public FeedServer {
 public:
  RealFeedServer(const asio::any_io_executor& executor, LiveHall& hall, Options options)
      : hall_{hall}, options_{std::move(options)}, acceptor_{executor}, pause_{executor} {}
  RealFeedServer(const RealFeedServer&) = delete;
  RealFeedServer& operator=(const RealFeedServer&) = delete;
  ~RealFeedServer() override { drop_all(); }

  tl::expected<void, std::string> open() {
    ErrorCode error;
    const auto address = asio::ip::make_address(options_.address, error);
    const Tcp::endpoint endpoint{address, options_.port};
    if (!error) acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(asio::socket_base::reuse_address{true}, error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error)
      return tl::unexpected{"broadcast.livechess: cannot listen at " + options_.address + " port " +
                            std::to_string(options_.port) + ": " + error.message() +
                            (error == asio::error::address_in_use ? "; is a LiveChess running here?" : "")};
    listening_ = hall_.listen([this](const arbiter::Update& update) { hear(update); });
    tick();
    accept();
    return {};
  }

  [[nodiscard]] std::uint16_t port() const override {
    ErrorCode error;
    return acceptor_.local_endpoint(error).port();
  }
  [[nodiscard]] std::size_t clients() const override { return clients_.size(); }

  void issue(const std::shared_ptr<const Issue>& /*issue*/) override {}

  void tick() override {
    std::set<std::string> there;
    for (const LiveHall::GameNow& game : hall_.games()) {
      const std::string serial = FeedBoards::serial_of(game.board);
      if (there.insert(serial).second) see(serial, game);
    }
    for (const std::string& serial : boards_.serials())
      if (!there.contains(serial)) {
        boards_.remove(serial);
        seen_.erase(serial);
      }
  }

  void stop() override {
    ErrorCode error;
    acceptor_.close(error);
    pause_.cancel();
    listening_.reset();
    drop_all();
  }

 private:
  struct Seen {
    std::string board, log;
    std::uint64_t changes = 0;
  };

  void hear(const arbiter::Update& update) {
    using Kind = arbiter::Update::Kind;
    if (clients_.empty() || (update.kind != Kind::board && update.kind != Kind::press)) return;
    if (const auto game = hall_.game_at(update.board)) see(FeedBoards::serial_of(update.board), *game);
  }

  void see(const std::string& serial, const LiveHall::GameNow& now) {
    Seen& seen = seen_[serial];
    if (!seen.board.empty() && seen.board != now.board) return;  // another board is called that
    const record::Header& header = now.game.header();
    const record::WallTime time = options_.now();
    const record::WallTime start = record::utc_from_text(header.utc_start).value_or(time);
    // What goes on at a board all the time is its clock.
    if (seen.log != now.log || seen.changes != now.game.game().changes()) {
      seen = {std::string{now.board}, std::string{now.log}, now.game.game().changes()};
      boards_.put_game(serial, now.log, game_of(now.game.game(), header, start), time);
    }
    boards_.put_state(serial, {now.game.seen().occupied, !now.game.link_is_lost(), clock_of(now.game, start)},
                      time);
    const unsigned round = arbiter::number_in(header.game.round).value_or(0);
    if (!boards_.show(serial, time - options_.delay(round))) return;
    // A client that is told may go.
    const auto clients = clients_;
    for (const auto& client : clients) client->tell(serial);
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
      if (clients_.size() < options_.clients) take(std::move(socket));
      accept();
    });
  }

  void take(Tcp::socket socket) {
    const auto client = std::make_shared<FeedClient>(
        std::move(socket), boards_, FeedClient::Limits{options_.queue_bytes},
        [this] { return options_.now().time_since_epoch().count(); },
        [this](const FeedClient& gone) {
          std::erase_if(clients_, [&](const auto& each) { return each.get() == &gone; });
        });
    clients_.push_back(client);
    client->start();
  }

  void drop_all() {
    const auto clients = clients_;
    for (const auto& client : clients) client->close();
  }

  LiveHall& hall_;
  Options options_;
  FeedBoards boards_;
  std::map<std::string, Seen> seen_;
  std::shared_ptr<void> listening_;
  Tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  std::vector<std::shared_ptr<FeedClient>> clients_;
};

}  // namespace

tl::expected<std::unique_ptr<FeedServer>, std::string> FeedServer::start(
    const asio::any_io_executor& executor, LiveHall& hall, Options options) {
  auto server = std::make_unique<RealFeedServer>(executor, hall, std::move(options));
  if (auto opened = server->open(); !opened) return tl::unexpected{std::move(opened).error()};
  return server;
}

}  // namespace jadoube::broadcast
