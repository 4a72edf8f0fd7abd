#include "broadcast/service.hpp"

#include <utility>

#include "broadcast/folder_sink.hpp"

namespace jadoube::broadcast {

tl::expected<std::unique_ptr<Service>, std::string> Service::start(
    const boost::asio::any_io_executor& executor, arbiter::LiveHall& hall, const Settings& settings,
    const std::filesystem::path& data, const Trouble& trouble) {
  if (settings.goes_nowhere()) return nullptr;
  auto delays = delays_of(settings);
  if (!delays) return tl::unexpected{"broadcast.delays: " + delays.error()};
  const auto about = [trouble](const char* what, const char* hint) {
    return [=](const std::string& sentence) {
      trouble(std::string{"broadcast "} + what,
              sentence.empty() ? sentence : "broadcast: " + sentence + "; " + hint);
    };
  };
  std::unique_ptr<Service> service{
      new Service{executor,
                  hall,
                  {data / "broadcast", *std::move(delays), even_time(),
                   about("state", "after a restart the delay would begin anew: make room on the disk")}}};
  if (!settings.folder.empty())
    service->broadcaster_.add(std::make_unique<FolderSink>(
        executor, settings.folder,
        about("folder",
              "it is tried again every second: make the folder, give this program the right to write there, "
              "or make room")));
  service->broadcaster_.start();
  return service;
}

std::shared_ptr<const std::string> Service::pgn(unsigned round) const {
  const auto issue = broadcaster_.issued(round);
  return issue == nullptr ? nullptr : issue->pgn;
}

}  // namespace jadoube::broadcast
