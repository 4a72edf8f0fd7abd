#include "broadcast/service.hpp"

#include <utility>

#include "broadcast/feed_server.hpp"
#include "broadcast/folder_sink.hpp"
#include "broadcast/http_place.hpp"
#include "broadcast/lichess_push.hpp"
#include "broadcast/token_file.hpp"
#include "server/server.hpp"

namespace jadoube::broadcast {

std::optional<std::string> Service::problem_of(const Settings& settings) {
  if (const auto fault = fault_in(settings))
    return std::string{"broadcast."} + fault->key + ": " + fault->sentence;
  if (!settings.livechess.empty())
    if (const auto listen = server::parse_listen_address(settings.livechess); !listen)
      return "broadcast.livechess: " + listen.error();
  if (settings.lichess.empty()) return std::nullopt;
  // Later it is tried again; at the start somebody is there who can put it right.
  const auto token = read_token(settings.lichess_token);
  return token ? std::nullopt : std::optional{"broadcast.lichess_token: " + token.error()};
}

tl::expected<std::unique_ptr<Service>, std::string> Service::start(
    const boost::asio::any_io_executor& executor, arbiter::LiveHall& hall, const Settings& settings,
    const std::filesystem::path& data, const Trouble& trouble) {
  if (settings.goes_nowhere()) return nullptr;
  if (auto problem = problem_of(settings)) return tl::unexpected{*std::move(problem)};
  const auto about = [trouble](const char* what, const char* hint) {
    return [=](const std::string& sentence) {
      trouble(std::string{"broadcast "} + what,
              sentence.empty() ? sentence : "broadcast: " + sentence + "; " + hint);
    };
  };
  std::unique_ptr<Service> service{
      new Service{executor,
                  hall,
                  {data / "broadcast", *delays_of(settings), even_time(),
                   about("state", "after a restart the delay would begin anew: make room on the disk")}}};
  if (!settings.folder.empty())
    service->broadcaster_.add(std::make_unique<FolderSink>(
        executor, settings.folder,
        about("folder",
              "it is tried again every second: make the folder, give this program the right to write there, "
              "or make room")));
  if (!settings.lichess.empty()) {
    auto tls = trust({});
    if (!tls) return tl::unexpected{"broadcast: " + tls.error()};
    LichessPush::Options options;
    options.place = *place_from_url(settings.lichess_url);
    options.token_file = settings.lichess_token;
    options.rounds = *lichess_rounds_of(settings);
    options.tls = *std::move(tls);
    options.trouble = about("Lichess", "it is tried again, and nothing is lost");
    service->broadcaster_.add(std::make_unique<LichessPush>(executor, std::move(options)));
  }
  if (!settings.livechess.empty()) {
    const auto listen = server::parse_listen_address(settings.livechess);
    FeedServer::Options options;
    options.address = listen->address;
    options.port = listen->port;
    options.delay = [raw = service.get()](unsigned round) { return raw->broadcaster_.delays().of(round); };
    options.now = even_time();
    auto feed = FeedServer::start(executor, hall, std::move(options));
    if (!feed) return tl::unexpected{std::move(feed).error()};
    service->broadcaster_.add(*std::move(feed));
  }
  service->broadcaster_.start();
  return service;
}

std::shared_ptr<const std::string> Service::pgn(unsigned round) const {
  const auto issue = broadcaster_.issued(round);
  return issue == nullptr ? nullptr : issue->pgn;
}

}  // namespace jadoube::broadcast
