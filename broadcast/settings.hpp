// What can be set of the broadcast: section [broadcast] of jadoube.toml.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "broadcast/delays.hpp"

namespace jadoube::broadcast {

struct Settings {
  /// Empty: none.
  std::string folder;
  /// Everybody who can reach the daemon may pull it.
  bool url = false;
  std::int64_t delay_s = 0;
  /// "ROUND=SECONDS"
  std::vector<std::string> delays;
  /// "ROUND=ID"
  std::vector<std::string> lichess;
  /// File with the token for it.
  std::string lichess_token;
  std::string lichess_url = "https://lichess.org";
  /// Address and port at which we take the place of a LiveChess; empty: at none.
  std::string livechess;

  [[nodiscard]] bool goes_nowhere() const {
    return folder.empty() && !url && lichess.empty() && livechess.empty();
  }
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// The error is one sentence.
tl::expected<Delays, std::string> delays_of(const Settings& settings);

/// Round → Lichess's id of it. The error is one sentence.
tl::expected<std::map<unsigned, std::string>, std::string> lichess_rounds_of(const Settings& settings);

/// What cannot be meant.
struct SettingsFault {
  const char* key;
  std::string sentence;
};
std::optional<SettingsFault> fault_in(const Settings& settings);

}  // namespace jadoube::broadcast
