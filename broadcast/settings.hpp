// What can be set of the broadcast: section [broadcast] of jadoube.toml.
#pragma once

#include <cstdint>
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

  [[nodiscard]] bool goes_nowhere() const { return folder.empty() && !url; }
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// The error is one sentence.
tl::expected<Delays, std::string> delays_of(const Settings& settings);

/// What cannot be meant.
struct SettingsFault {
  const char* key;
  std::string sentence;
};
std::optional<SettingsFault> fault_in(const Settings& settings);

}  // namespace jadoube::broadcast
