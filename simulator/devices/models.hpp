// The boards that can be had as software, by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "simulator/devices/usb_board.hpp"

namespace jadoube::simulator {

struct VirtualModel {
  /// "sentio": what it is called in drivers/boards/ as a rule.
  std::string name;
  /// As a USB device. `serial` is what the chip says; empty: it says none.
  UsbIdentity usb;
  /// `number`: the board's own, where its protocol has one; of boards on one line the first one's.
  std::function<std::unique_ptr<Firmware>(unsigned number)> firmware;
  /// The id of the make that reads it.
  std::string make;
  /// For people, with its article: "an eONE".
  std::string called;

  /// Bytes on a line, which a serial port can carry.
  [[nodiscard]] bool is_serial() const { return usb.shape != UsbShape::hid; }
};

/// Sorted by name.
const std::vector<VirtualModel>& virtual_models();
/// Null if there is none.
const VirtualModel* virtual_model(std::string_view name);

}  // namespace jadoube::simulator
