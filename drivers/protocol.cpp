#include "drivers/protocol.hpp"

#include <algorithm>

namespace jadoube::drivers {

std::span<const Protocol> protocols() {
  static const std::vector<Protocol> all = [] {
    auto found = protocols_of_all_folders();
    std::ranges::sort(found, {}, &Protocol::name);
    return found;
  }();
  return all;
}

const Protocol* protocol(std::string_view name) {
  const auto all = protocols();
  const auto at = std::ranges::find(all, name, &Protocol::name);
  return at == all.end() ? nullptr : &*at;
}

}  // namespace jadoube::drivers
