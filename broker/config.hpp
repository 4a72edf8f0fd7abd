// `[broker]` of jadoube.toml, and what it makes of a connection.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "broker/client.hpp"

namespace jadoube::broker {

struct Config {
  std::string url;
  std::string hall;
  std::string root = "jadoube/v1";
  std::string user, password_file;
  std::string ca, certificate, key;
  std::string mqtt = "3.1.1";
  std::int64_t keep_alive_s = 15;
  std::int64_t state_ms = 1000;
  std::int64_t queue_mib = 1024;
  std::string secret_file;
  friend bool operator==(const Config&, const Config&) = default;
};

/// A key that makes no sense by itself.
struct ConfigFault {
  const char* key;
  std::string sentence;
};
/// What each key alone does not show, but for what is in files.
std::vector<ConfigFault> faults_of(const Config& config);

/// With user and password; reads the file of the password. The error is one sentence.
tl::expected<ClientOptions, std::string> client_options(const Config& config);
/// What is in the file of [broker] `secret_file`, without its line end; empty: none is set. Refused: a file that everybody on this
/// machine can read, or a secret of fewer than 16 bytes.
tl::expected<std::string, std::string> read_secret(const Config& config);

/// At which end of a broker we are.
enum class End : std::uint8_t { hall, centre };
/// Why it would not do, as far as can be told without a broker; one sentence.
std::optional<std::string> problem_of(const Config& config, End end);

}  // namespace jadoube::broker
