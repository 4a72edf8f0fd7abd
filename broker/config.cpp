#include "broker/config.hpp"

#include "broker/topic.hpp"
#include "server/private_file.hpp"

namespace jadoube::broker {
namespace {

constexpr std::size_t kShortestSecret = 16;

/// What the file of this key holds.
tl::expected<std::string, std::string> read_own(const std::string& key, const std::string& path) {
  auto text = server::read_secret_file(path);
  if (!text) return tl::unexpected{"broker." + key + ": " + text.error()};
  return text;
}

}  // namespace

std::vector<ConfigFault> faults_of(const Config& config) {
  std::vector<ConfigFault> faults;
  if (!config.url.empty())
    if (const auto address = parse_broker_url(config.url); !address)
      faults.push_back({"url", "`url` " + address.error()});
  if (!config.hall.empty())
    if (const auto sound = check_hall_name(config.hall); !sound)
      faults.push_back({"hall", "`hall` " + sound.error()});
  if (const auto sound = check_root(config.root); !sound)
    faults.push_back({"root", "`root` " + sound.error()});
  if (config.certificate.empty() != config.key.empty())
    faults.push_back({config.key.empty() ? "certificate" : "key",
                      "`certificate` and `key` of [broker] are both needed, or none"});
  if (config.mqtt != "3.1.1" && config.mqtt != "5")
    faults.push_back({"mqtt", "`mqtt` is \"" + config.mqtt + "\"; it must be \"3.1.1\" or \"5\""});
  return faults;
}

tl::expected<ClientOptions, std::string> client_options(const Config& config) {
  auto address = parse_broker_url(config.url);
  if (!address) return tl::unexpected{"broker.url " + address.error()};
  auto password = read_own("password_file", config.password_file);
  if (!password) return tl::unexpected{password.error()};
  ClientOptions options;
  options.address = *std::move(address);
  options.user = config.user;
  options.password = *std::move(password);
  options.ca = config.ca;
  options.certificate = config.certificate;
  options.key = config.key;
  options.protocol = config.mqtt == "5" ? 5 : 4;
  options.keep_alive = std::chrono::seconds{config.keep_alive_s};
  return options;
}

tl::expected<std::string, std::string> read_secret(const Config& config) {
  auto secret = read_own("secret_file", config.secret_file);
  if (secret && !secret->empty() && secret->size() < kShortestSecret)
    return tl::unexpected{"broker.secret_file: " + config.secret_file +
                          " has fewer than 16 bytes; `openssl rand -hex 32` makes one"};
  return secret;
}

std::optional<std::string> problem_of(const Config& config, End end) {
  if (config.url.empty()) return std::nullopt;
  if (end == End::hall && config.hall.empty())
    return "broker.hall is empty: say what this hall is to be called at the broker";
  if (const auto client = client_options(config); !client) return client.error();
  if (const auto secret = read_secret(config); !secret) return secret.error();
  return std::nullopt;
}

}  // namespace jadoube::broker
