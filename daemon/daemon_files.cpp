#include "daemon/daemon_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "server/secret.hpp"

namespace jadoube::daemon {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// A folder as the XDG base directory specification finds it; empty if there is none.
fs::path xdg(const char* name, const char* below_home) {
  if (const std::string folder = variable(name); folder.starts_with('/')) return fs::path{folder} / "jadoube";
  if (const std::string home = variable("HOME"); !home.empty())
    return fs::path{home} / below_home / "jadoube";
  return {};
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return !path.empty() && fs::exists(path, error);
}

}  // namespace

tl::expected<LoadedConfig, std::string> load_config(const std::string& named) {
  LoadedConfig loaded;
  loaded.file = named;
  if (named.empty()) {
    const fs::path own_folder = xdg("XDG_CONFIG_HOME", ".config");
    for (const fs::path& file : {own_folder.empty() ? fs::path{} : own_folder / "jadoube.toml",
                                 fs::path{"/etc/jadoube/jadoube.toml"}})
      if (loaded.file.empty() && is_there(file)) loaded.file = file;
  }
  if (loaded.file.empty()) return loaded;
  std::error_code error;
  if (fs::is_directory(loaded.file, error))
    return tl::unexpected{loaded.file + ": is a folder, not a configuration file"};
  std::ifstream file{loaded.file, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return tl::unexpected{loaded.file + ": cannot be read: " + std::strerror(errno)};
  auto config = read_config(text.str(), loaded.file);
  if (!config) {
    std::string complaints;
    for (const Complaint& complaint : config.error()) {
      if (!complaints.empty()) complaints += '\n';
      complaints += laws::to_string(complaint);
    }
    return tl::unexpected{complaints};
  }
  loaded.config = *std::move(config);
  return loaded;
}

tl::expected<fs::path, std::string> state_folder(const std::string& named, const Config& config) {
  if (!named.empty()) return fs::path{named};
  if (!config.hall.data.empty()) return fs::path{config.hall.data};
  if (const std::string given = variable("STATE_DIRECTORY"); !given.empty())
    return fs::path{given.substr(0, given.find(':'))};
  fs::path folder = xdg("XDG_STATE_HOME", ".local/state");
  if (folder.empty())
    return tl::unexpected{std::string{"there is no home folder to keep anything in: name one with --data"}};
  return folder;
}

tl::expected<void, std::string> make_state_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return {};
  fs::create_directories(folder.parent_path(), error);
  if (::mkdir(folder.c_str(), 0700) != 0)
    return tl::unexpected{folder.string() + ": cannot be made: " + std::strerror(errno)};
  return {};
}

fs::path store_file(const fs::path& folder) {
  return folder / "store.sqlite";
}

tl::expected<std::optional<std::string>, std::string> first_admin_token(server::TokenBook& tokens) {
  const auto list = tokens.list();
  if (std::ranges::any_of(list, [](const auto& each) { return each.role == arbiter::Role::admin; }))
    return std::nullopt;
  auto token = server::make_secret();
  if (!token) return tl::unexpected{std::string{"the system gives no random numbers"}};
  if (auto id = tokens.add("admin", arbiter::Role::admin, server::sha256_hex(*token)); !id)
    return tl::unexpected{id.error()};
  return token;
}

}  // namespace jadoube::daemon
