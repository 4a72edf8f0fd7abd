// The boards that can be had as software, by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "devices/usb_board.hpp"

namespace jadoube::devices {

/// Which number tells boards of a model apart.
enum class Numbered : std::uint8_t {
  /// None.
  no,
  /// The serial number of the chip between it and USB; a serial port does not show it.
  on_usb,
  /// One of its own, which its protocol tells.
  by_protocol,
};

struct VirtualModel {
  /// "sentio": what it is called in drivers/boards/ as a rule.
  std::string name;
  /// As a USB device; of a model that is numbered there the number takes the place of noughts at the end of
  /// `serial`, or stands behind it.
  UsbIdentity usb;
  /// `number`: the board's own, if it is numbered by its protocol; of boards on one line the first one's.
  std::function<std::unique_ptr<Firmware>(unsigned number)> firmware;
  /// The id of the make that reads it.
  std::string make;
  /// For people, with its article: "an eONE".
  std::string called;
  Numbered numbered = Numbered::no;
  unsigned highest_number = 0;

  /// Bytes on a line, which a serial port can carry.
  [[nodiscard]] bool is_serial() const { return usb.shape != UsbShape::hid; }
  [[nodiscard]] UsbIdentity identity(unsigned number) const;
};

/// Sorted by name.
const std::vector<VirtualModel>& virtual_models();
/// Null if there is none.
const VirtualModel* virtual_model(std::string_view name);

}  // namespace jadoube::devices
