#include "evidence/role.hpp"

#include <array>
#include <cstddef>

namespace jadoube::arbiter {
namespace {

constexpr std::array<std::string_view, 4> kRoles{"hall", "viewer", "arbiter", "admin"};

}  // namespace

std::string_view name(Role role) {
  return kRoles[static_cast<std::size_t>(role)];
}

std::optional<Role> role_from_name(std::string_view text) {
  for (std::size_t i = 0; i < kRoles.size(); ++i)
    if (kRoles[i] == text) return static_cast<Role>(i);
  return std::nullopt;
}

}  // namespace jadoube::arbiter
