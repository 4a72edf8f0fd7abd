// A board made of software at the end of a USB/IP connection: what the other end sends and the time go in,
// what it must be sent comes out. Opens nothing. The protocol is that of the Linux kernel's
// Documentation/usb/usbip_protocol.rst.
#pragma once

#include <deque>
#include <span>

#include "devices/usb_board.hpp"

namespace jadoube::devices {

class UsbIpConnection {
 public:
  /// The only device there is to be had.
  static constexpr std::string_view kBusId = "1-1";

  /// `is_taken`: another connection has the device.
  UsbIpConnection(UsbBoard& board, bool is_taken) : board_{board}, is_taken_{is_taken} {}

  void receive(std::span<const std::uint8_t> bytes, Time now);
  /// What the board has sent up to `now` goes to the transfers that wait for it.
  void advance(Time now);
  /// Bytes for the other end, in order.
  Bytes take() { return std::exchange(out_, {}); }
  /// The device is attached to the other end.
  [[nodiscard]] bool is_attached() const { return phase_ == Phase::attached; }
  /// Everything has been said: to be closed.
  [[nodiscard]] bool is_over() const { return phase_ == Phase::over; }

 private:
  enum class Phase : std::uint8_t { asking, attached, over };
  struct Read {
    std::uint32_t sequence = 0;
    std::uint8_t endpoint = 0;
    std::size_t length = 0;
  };

  bool take_request(Time now);
  bool take_command(Time now);
  void submit(std::span<const std::uint8_t> header, Bytes data, Time now);
  void unlink(std::uint32_t sequence, std::uint32_t victim);
  void answer(std::uint32_t sequence, std::int32_t status, const Bytes& data, std::size_t actual);
  void match();
  void describe_device(Bytes& out) const;

  UsbBoard& board_;
  bool is_taken_;
  Phase phase_ = Phase::asking;
  Bytes in_, out_;
  std::deque<Read> reads_;
  std::deque<UsbPacket> packets_;
  bool is_read_ = false;  // until somebody reads, a board's packets go nowhere
};

}  // namespace jadoube::devices
