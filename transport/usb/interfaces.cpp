#include "transport/usb/interfaces.hpp"

#include <algorithm>

namespace jadoube::transport::usb {
namespace {

constexpr std::uint8_t kCommunications = 0x02;
constexpr std::uint8_t kHid = 0x03;
constexpr std::uint8_t kCdcData = 0x0A;

std::optional<Endpoint> find(const Interface& interface, Endpoint::Type type, bool in) {
  for (const Endpoint& each : interface.endpoints)
    if (each.type == type && each.is_in() == in && each.max_packet != 0) return each;
  return std::nullopt;
}

std::optional<Route> bulk_route(const Interface& interface) {
  const auto in = find(interface, Endpoint::Type::bulk, true);
  if (!in) return std::nullopt;
  return Route{.claims = {interface.number},
               .control_interface = interface.number,
               .in = *in,
               .out = find(interface, Endpoint::Type::bulk, false)};
}

}  // namespace

tl::expected<std::vector<Route>, std::string> routes(std::span<const Interface> interfaces,
                                                     drivers::Transport transport) {
  std::vector<Route> found;
  if (transport == drivers::Transport::hid) {
    for (const Interface& each : interfaces) {
      const auto in = find(each, Endpoint::Type::interrupt, true);
      if (each.device_class != kHid || !in) continue;
      found.push_back({.claims = {each.number},
                       .control_interface = each.number,
                       .in = *in,
                       .out = find(each, Endpoint::Type::interrupt, false)});
    }
    if (found.empty()) return tl::unexpected{std::string{"has no HID interface with an interrupt endpoint"}};
    return found;
  }
  for (const Interface& each : interfaces) {
    if (transport == drivers::Transport::cdc && each.device_class != kCdcData) continue;
    if (auto route = bulk_route(each)) {
      found.push_back(*std::move(route));
      break;
    }
  }
  if (found.empty()) return tl::unexpected{std::string{"has no interface with a bulk endpoint for reading"}};
  if (transport != drivers::Transport::cdc) return found;
  const auto control = std::ranges::find(interfaces, kCommunications, &Interface::device_class);
  // One that lies may give both the same number.
  if (control != interfaces.end() && control->number != found[0].claims.front()) {
    found[0].claims.insert(found[0].claims.begin(), control->number);
    found[0].control_interface = control->number;
  }
  return found;
}

std::vector<std::uint16_t> hid_usage_pages(std::span<const std::uint8_t> rest) {
  constexpr std::uint8_t kLongItem = 0xFE;
  constexpr std::uint8_t kUsagePage = 0x04;
  constexpr std::uint8_t kCollection = 0xA0;
  constexpr std::uint8_t kEndCollection = 0xC0;
  std::vector<std::uint16_t> pages;
  std::uint16_t page = 0;
  unsigned depth = 0;
  while (!rest.empty()) {
    const std::uint8_t prefix = rest.front();
    if (prefix == kLongItem) {
      if (rest.size() < 3 || rest.size() < std::size_t{3} + rest[1]) break;
      rest = rest.subspan(std::size_t{3} + rest[1]);
      continue;
    }
    const std::size_t size = (prefix & 3U) == 3 ? 4 : prefix & 3U;
    if (rest.size() < 1 + size) break;
    const auto value = static_cast<std::uint16_t>((size > 0 ? rest[1] : 0) | (size > 1 ? rest[2] << 8 : 0));
    switch (prefix & 0xFCU) {
      case kUsagePage:
        page = value;
        break;
      case kCollection:
        if (depth++ == 0) pages.push_back(page);
        break;
      case kEndCollection:
        if (depth == 0) return pages;
        --depth;
        break;
      default:
        break;
    }
    rest = rest.subspan(1 + size);
  }
  return pages;
}

bool has_vendor_page(std::span<const std::uint8_t> report_descriptor) {
  return std::ranges::any_of(hid_usage_pages(report_descriptor),
                             [](std::uint16_t page) { return page >= 0xFF00; });
}

}  // namespace jadoube::transport::usb
