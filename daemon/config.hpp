// What can be set: jadoube.toml, with every default (daemon/jadoube.toml is the file that is shipped).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "broadcast/settings.hpp"
#include "broker/config.hpp"
#include "laws/load.hpp"
#include "notify/settings.hpp"
#include "sharing/config.hpp"

namespace jadoube::daemon {

struct Config {
  struct Server {
    std::string listen = "127.0.0.1:8064";
    std::vector<std::string> names;
    std::vector<std::string> trusted_proxies;
    std::int64_t session_days = 14;
    friend bool operator==(const Server&, const Server&) = default;
  };
  struct Tls {
    std::string certificate, key;
    friend bool operator==(const Tls&, const Tls&) = default;
  };
  struct Hall {
    std::string data;
    std::string law = "fide-2023-std";
    std::string law_folder;
    std::string start;
    std::string language = "en";
    std::int64_t sync_ms = 1000;
    std::int64_t remember_hours = 12;
    friend bool operator==(const Hall&, const Hall&) = default;
  };
  struct Boards {
    bool usb = true;
    std::vector<std::string> as;
    std::vector<std::string> ignore;
    std::vector<std::string> livechess;
    std::string white = "near";
    friend bool operator==(const Boards&, const Boards&) = default;
  };
  struct Simulate {
    std::int64_t boards = 0;
    double speed = 1.0;
    friend bool operator==(const Simulate&, const Simulate&) = default;
  };
  struct Limits {
    std::int64_t connections = 512;
    std::int64_t connections_per_address = 64;
    std::int64_t connections_kept = 64;
    std::int64_t requests_per_second = 50;
    std::int64_t body_kib = 64;
    std::int64_t tournament_kib = 1024;
    std::int64_t seconds_to_ask = 30;
    std::int64_t seconds_to_take = 30;
    std::int64_t seconds_of_silence = 60;
    std::int64_t queue_messages = 4096;
    std::int64_t queue_kib = 8192;
    friend bool operator==(const Limits&, const Limits&) = default;
  };
  Server server;
  Tls tls;
  Hall hall;
  Boards boards;
  broadcast::Settings broadcast;
  notify::Settings notify;
  Simulate simulate;
  Limits limits;
  broker::Config broker;
  sharing::Config store;
  friend bool operator==(const Config&, const Config&) = default;
};

/// Every complaint about the text, with its line and what to do.
using laws::Complaint;
tl::expected<Config, std::vector<Complaint>> read_config(std::string_view text, const std::string& file);

/// The file that is shipped, with the values of `config`.
std::string to_toml(const Config& config);

/// The keys whose values differ, "hall.law", …
struct ChangedKeys {
  std::vector<std::string> at_once;
  /// They take effect only when the daemon is started again.
  std::vector<std::string> after_restart;
};
ChangedKeys changed_keys(const Config& before, const Config& after);

struct ConfigFile {
  std::string_view path;
  std::string_view text;
};
/// daemon/jadoube.toml as it was when the program was built.
std::span<const ConfigFile> embedded_config();

}  // namespace jadoube::daemon
