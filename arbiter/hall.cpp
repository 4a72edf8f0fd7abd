#include "arbiter/hall.hpp"

#include <array>

namespace jadoube::arbiter {
namespace {

constexpr std::array<std::string_view, 4> kRoles{"hall", "viewer", "arbiter", "admin"};
constexpr std::array<std::string_view, 7> kUpdates{"board", "alert",     "line",  "scan",
                                                   "press", "forgotten", "server"};

}  // namespace

std::string_view name(Role role) {
  return kRoles[static_cast<std::size_t>(role)];
}

std::string_view name(Update::Kind kind) {
  return kUpdates[static_cast<std::size_t>(kind)];
}

std::optional<Role> role_from_name(std::string_view text) {
  for (std::size_t i = 0; i < kRoles.size(); ++i)
    if (kRoles[i] == text) return static_cast<Role>(i);
  return std::nullopt;
}

}  // namespace jadoube::arbiter
