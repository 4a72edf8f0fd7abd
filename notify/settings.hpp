// What can be set of notification: section [notify] of jadoube.toml.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "broadcast/http_place.hpp"
#include "report/report.hpp"

namespace jadoube::notify {

/// Alerts by what they ask of somebody, in the order in which boards need help (docs/api.md, `need`).
enum class AlertClass : std::uint8_t {
  must,       ///< Of grade A or B, and the arbiter must act.
  certain,    ///< Of grade A otherwise.
  likely,     ///< Of grade B otherwise.
  suspicion,  ///< Of grade C.
  link,       ///< A board that is not heard.
  sensor,     ///< Squares that fail.
};
inline constexpr std::array<std::string_view, 6> kClassNames{"must",      "certain", "likely",
                                                             "suspicion", "link",    "sensor"};

struct Settings {
  /// "WHICH=URL"
  std::vector<std::string> webhooks;
  /// File with the secret that they are signed with.
  std::string webhook_secret;
  /// "WHICH=PROGRAM"
  std::vector<std::string> hooks;
  std::int64_t hook_seconds = 10;
  /// What must not be seen or heard in the hall is told too.
  bool secret = false;

  friend bool operator==(const Settings&, const Settings&) = default;
};
/// Longest time limit of a hook.
inline constexpr std::int64_t kMostHookSeconds = 600;

/// Which alerts somebody wants to hear of.
struct Choice {
  std::set<AlertClass> classes;
  std::set<report::Kind> kinds;

  [[nodiscard]] bool has(AlertClass alert_class, report::Kind kind) const {
    return classes.contains(alert_class) || kinds.contains(kind);
  }
};

struct WebhookPlace {
  Choice choice;
  broadcast::HttpPlace place;
  /// Path and query.
  std::string target;
};
/// "must,illegal_move=https://example.org/alerts?hall=1". The error is a sentence without its end.
tl::expected<WebhookPlace, std::string> webhook_from(std::string_view text);

struct HookProgram {
  Choice choice;
  std::string path;
};
/// "all=/usr/local/bin/lamp". The error is a sentence without its end.
tl::expected<HookProgram, std::string> hook_from(std::string_view text);

/// What cannot be meant.
struct SettingsFault {
  const char* key;
  std::string sentence;
};
std::optional<SettingsFault> fault_in(const Settings& settings);

}  // namespace jadoube::notify
