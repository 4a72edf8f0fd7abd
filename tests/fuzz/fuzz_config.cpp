// Laws: any bytes as jadoube.toml are a configuration, which written out is the same one, or complaints, each with a line of
// the text and a sentence. What stands in it for other machines is taken apart without a rest.
#include <algorithm>
#include <string>

#include "broker/broker_url.hpp"
#include "daemon/config.hpp"
#include "notify/settings.hpp"
#include "server/clients.hpp"
#include "server/listen_address.hpp"
#include "tests/fuzz/demand.hpp"

namespace {

using namespace jadoube;
using fuzz::demand;

void check_config(std::string_view text) {
  const auto config = daemon::read_config(text, "jadoube.toml");
  if (!config) {
    demand(!config.error().empty());
    const auto lines = static_cast<unsigned>(std::ranges::count(text, '\n')) + 1;
    for (const auto& complaint : config.error())
      demand(complaint.line <= lines + 1 && !complaint.sentence.english().empty());
    return;
  }
  const auto again = daemon::read_config(daemon::to_toml(*config), "jadoube.toml");
  demand(again && *again == *config);
}

/// Each line as an address of each kind.
void check_address(std::string_view text) {
  if (const auto url = broker::parse_broker_url(text)) {
    const bool is_v6 = url->host.find(':') != std::string::npos;
    const std::string host = is_v6 ? '[' + url->host + ']' : url->host;
    const auto again = broker::parse_broker_url((url->tls ? "mqtts://" : "mqtt://") + host + ':' +
                                                std::to_string(url->port));
    demand(again && again->host == url->host && again->port == url->port && again->tls == url->tls);
    demand(text.find(host) != std::string_view::npos && url->port != 0);
  }
  if (const auto listen = server::parse_listen_address(text)) {
    const bool is_v6 = listen->address.find(':') != std::string::npos;
    const std::string host = is_v6 ? '[' + listen->address + ']' : listen->address;
    demand(server::parse_listen_address(host + ':' + std::to_string(listen->port))->port == listen->port);
  }
  if (const auto hook = notify::webhook_from(text)) {
    demand(hook->target.starts_with('/') && !hook->place.host.empty() && !hook->place.port.empty());
    demand(std::ranges::all_of(hook->target + hook->place.authority,
                               [](char c) { return c > ' ' && c <= '~'; }));
  }
  if (const auto hook = notify::hook_from(text)) demand(!hook->path.empty());
  static_cast<void>(server::Network::parse(text));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  check_config(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    check_address(text.substr(at, end - at));
    at = end + 1;
  }
  return 0;
}
