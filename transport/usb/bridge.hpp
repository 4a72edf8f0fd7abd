// What a host has to ask of USB serial bridges, and what they add to the bytes: values only, nothing is sent
// from here. Requests are those that the Linux drivers of these chips make; CDC is the USB class standard
// (PSTN subclass).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "drivers/board_table.hpp"

namespace jadoube::transport::usb {

/// A request to endpoint 0. `reply` > 0: bytes wanted from the device; then `data` is empty.
struct ControlRequest {
  std::uint8_t type = 0;
  std::uint8_t request = 0;
  std::uint16_t value = 0;
  std::uint16_t index = 0;
  std::vector<std::uint8_t> data;
  std::uint16_t reply = 0;
  friend bool operator==(const ControlRequest&, const ControlRequest&) = default;
};

/// What makes the bridge ready for this line, in order. Nothing for HID. `interface` is the number of the
/// interface that the requests speak of: for CDC the communications interface, for CP210x the data interface;
/// FTDI chips with several ports are told the port, which is `interface` + 1, where `has_ports`.
std::vector<ControlRequest> line_setup(drivers::Transport transport, const drivers::LineSettings& line,
                                       std::uint8_t interface, bool has_ports);

/// What FTDI's status bytes said of bytes lost on the serial line.
struct LineErrors {
  std::uint64_t overruns = 0;
  std::uint64_t parity = 0;
  std::uint64_t framing = 0;
  friend bool operator==(const LineErrors&, const LineErrors&) = default;
};

/// An FTDI chip puts two status bytes before the data of every packet. Takes them out of a transfer of
/// packets of `packet_size` bytes (the last may be shorter), appends the data to `out`, counts what the
/// status bytes complain of.
void strip_ftdi_status(std::span<const std::uint8_t> transfer, std::size_t packet_size,
                       std::vector<std::uint8_t>& out, LineErrors& errors);

}  // namespace jadoube::transport::usb
