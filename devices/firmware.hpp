// The firmware of a board made of software: what stands on its squares, what the host sends and the time go
// in; the bytes that the real board would send come out. Opens nothing and asks no clock. The same firmware
// is offered as a USB device, over USB/IP and through a pty.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::devices {

using record::Record;
using record::Time;
using Bytes = std::vector<std::uint8_t>;

class Firmware {
 public:
  Firmware() = default;
  Firmware(const Firmware&) = delete;
  Firmware& operator=(const Firmware&) = delete;
  virtual ~Firmware() = default;

  /// The board gets power: everything that it does not keep without power is forgotten.
  virtual void power_up(Time now) = 0;
  /// Something happens on the board or its clock. Scans must say what stands where if the board can tell.
  virtual void see(const Record& record) = 0;
  /// Bytes of the host. Whatever the board does not know it ignores.
  virtual void hear(std::span<const std::uint8_t> bytes, Time now) = 0;
  /// What the board has sent up to `now` and not yet been asked for: one element per report, or per piece of
  /// a serial stream.
  virtual std::vector<Bytes> advance(Time now) = 0;
  /// When it will have something to send, if nothing else happens; `advance` may be called earlier and later.
  [[nodiscard]] virtual std::optional<Time> next() const = 0;
};

}  // namespace jadoube::devices
