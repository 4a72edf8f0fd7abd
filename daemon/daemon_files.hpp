// Where the daemon's files are: its configuration, its state folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "daemon/config.hpp"
#include "server/token_book.hpp"

namespace jadoube::daemon {

struct LoadedConfig {
  Config config;
  /// Empty: there is no file, and the defaults hold.
  std::string file;
};
/// The file that is named; or, if none is, that of this user ($XDG_CONFIG_HOME/jadoube/jadoube.toml) or of
/// this machine (/etc/jadoube/jadoube.toml), if there is one. The error has one complaint a line, each
/// "FILE:LINE: SENTENCE".
tl::expected<LoadedConfig, std::string> load_config(const std::string& named);

/// The folder that is named, or what `hall.data` of the configuration says. The error is one sentence.
tl::expected<std::filesystem::path, std::string> state_folder(const std::string& named, const Config& config);
/// Makes it if it is not there, for nobody else to look into.
tl::expected<void, std::string> make_state_folder(const std::filesystem::path& folder);

/// The store within the state folder.
std::filesystem::path store_file(const std::filesystem::path& folder);

/// A token for an administrator, if there is none yet. It is kept nowhere, only its SHA-256 is: the caller
/// has to show it, this once.
tl::expected<std::optional<std::string>, std::string> first_admin_token(server::TokenBook& tokens);

}  // namespace jadoube::daemon
