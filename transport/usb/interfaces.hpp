// Which of a device's interfaces and endpoints carry a board's bytes. Descriptors are believed as far as they
// make sense; a device that lies in them gets a reason instead of being opened.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "drivers/board_table.hpp"

namespace jadoube::transport::usb {

struct Endpoint {
  enum class Type : std::uint8_t { control, isochronous, bulk, interrupt };
  std::uint8_t address = 0;  // bit 7: towards the host
  Type type = Type::bulk;
  std::uint16_t max_packet = 0;
  [[nodiscard]] bool is_in() const { return (address & 0x80U) != 0; }
  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// Alternate setting 0 of an interface.
struct Interface {
  std::uint8_t number = 0;
  std::uint8_t device_class = 0;
  std::uint8_t subclass = 0;
  std::vector<Endpoint> endpoints;
  friend bool operator==(const Interface&, const Interface&) = default;
};

/// What has to be claimed, and where the bytes are.
struct Route {
  /// In the order of claiming.
  std::vector<std::uint8_t> claims;
  /// The one that set-up requests speak of.
  std::uint8_t control_interface = 0;
  Endpoint in;
  /// Absent: reports are sent as requests to endpoint 0 (HID), or nothing can be sent.
  std::optional<Endpoint> out;
  friend bool operator==(const Route&, const Route&) = default;
};

/// All routes that fit the transport; more than one only for HID, where the report descriptor decides. The
/// error says what is missing.
tl::expected<std::vector<Route>, std::string> routes(std::span<const Interface> interfaces,
                                                     drivers::Transport transport);

/// The usage pages of the top-level collections of a HID report descriptor, in order. Stops at what makes no
/// sense.
std::vector<std::uint16_t> hid_usage_pages(std::span<const std::uint8_t> report_descriptor);
/// Pages ff00 … ffff are the makers' own: boards use them.
bool has_vendor_page(std::span<const std::uint8_t> report_descriptor);

}  // namespace jadoube::transport::usb
