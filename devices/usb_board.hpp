// A board made of software as a USB device: descriptors, endpoint 0 and packets around a firmware, byte by
// byte what the real chip between board and USB would send. What offers it to a host (umockdev, USB/IP) only
// carries packets.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "devices/firmware.hpp"

namespace jadoube::devices {

/// What is between the board and USB.
enum class UsbShape : std::uint8_t { hid, cdc, ftdi, cp210x, ch34x };

struct UsbIdentity {
  UsbShape shape = UsbShape::hid;
  std::uint16_t vendor = 0;
  std::uint16_t product = 0;
  std::string manufacturer;
  std::string product_string;
  /// Empty: the device has no serial number string.
  std::string serial;
  /// HID only: usage page ff00, reports of 64 bytes that begin with their number, and an OUT endpoint.
  bool has_numbered_reports = false;
  /// FTDI only: so many serial lines, each on an interface of its own. The board is at the last one; nothing is
  /// at the others.
  std::uint8_t ports = 1;
};

struct UsbPacket {
  std::uint8_t endpoint = 0;
  Bytes bytes;
};

class UsbBoard {
 public:
  /// A set-up packet: type, request, value, index and length, the last three low byte first.
  using Setup = std::array<std::uint8_t, 8>;

  UsbBoard(UsbIdentity identity, std::unique_ptr<Firmware> firmware);

  [[nodiscard]] const UsbIdentity& identity() const { return identity_; }
  [[nodiscard]] Bytes device_descriptor() const;
  [[nodiscard]] Bytes configuration_descriptor() const;
  /// By index, from 1.
  [[nodiscard]] std::vector<std::string> strings() const;
  /// The endpoint that the host reads the board from.
  [[nodiscard]] std::uint8_t in_endpoint() const;

  /// The plug goes in: the board gets its power from USB.
  void power_up(Time now);
  /// A request to endpoint 0: the bytes that go to the host, none for one that brings bytes; nothing:
  /// stalled.
  std::optional<Bytes> control(const Setup& setup, const Bytes& data);
  /// Bytes of the host on an OUT endpoint.
  void out(std::uint8_t endpoint, const Bytes& bytes, Time now);
  /// Packets for the host up to `now`.
  std::vector<UsbPacket> advance(Time now);
  /// When there will be one.
  [[nodiscard]] std::optional<Time> next() const;

  Firmware& firmware() { return *firmware_; }

 private:
  [[nodiscard]] Bytes report_descriptor() const;
  [[nodiscard]] std::optional<Bytes> descriptor(std::uint8_t type, std::uint8_t index) const;
  // Requests to endpoint 0, as `control`.
  [[nodiscard]] std::optional<Bytes> standard_request(const Setup& setup) const;
  std::optional<Bytes> request_to_chip(const Setup& setup);
  std::optional<Bytes> request_to_ftdi(const Setup& setup);
  std::optional<Bytes> request_to_ch34x(const Setup& setup);

  UsbIdentity identity_;
  std::unique_ptr<Firmware> firmware_;
  Time latency_ = std::chrono::milliseconds{16};  // FTDI: longest time between packets
  Time last_packet_{};
  bool hands_on_at_once_ = false;  // CH34x: otherwise packets are full
  Bytes held_;                     // until they are
};

}  // namespace jadoube::devices
