#include "arbiter/hall.hpp"

#include <array>

namespace jadoube::arbiter {
namespace {

constexpr std::array<std::string_view, Update::kKinds> kUpdates{"board", "alert",     "line",  "scan",
                                                                "press", "forgotten", "server"};

}  // namespace

std::string_view name(Update::Kind kind) {
  return kUpdates[static_cast<std::size_t>(kind)];
}

}  // namespace jadoube::arbiter
