// Who somebody is to the daemon: tokens have a role, and so has everything that was done.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace jadoube::arbiter {

/// What somebody may see and do, each more than the one before. `hall` is a screen that players can see: it
/// is told nothing that players must not learn (docs/rules.md 11).
enum class Role : std::uint8_t { hall, viewer, arbiter, admin };
std::string_view name(Role role);
std::optional<Role> role_from_name(std::string_view text);

}  // namespace jadoube::arbiter
