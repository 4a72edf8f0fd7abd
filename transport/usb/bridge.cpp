#include "transport/usb/bridge.hpp"

#include <algorithm>
#include <array>

namespace jadoube::transport::usb {
namespace {

using Requests = std::vector<ControlRequest>;
using Parity = drivers::LineSettings::Parity;

std::uint16_t u16(std::uint32_t value) {
  return static_cast<std::uint16_t>(value & 0xFFFFU);
}

/// The rate in eighths of the chip's 3 MHz, the eighths coded in three bits of their own order.
std::uint32_t ftdi_divisor(std::uint32_t baud) {
  constexpr std::array<std::uint32_t, 8> kEighths{0, 3, 2, 4, 1, 5, 6, 7};
  const std::uint32_t eighths = (24'000'000 + baud / 2) / baud;
  const std::uint32_t divisor = eighths >> 3U | kEighths[eighths & 7U] << 14U;
  if (divisor == 1) return 0;       // 3 MBd
  if (divisor == 0x4001) return 1;  // 2 MBd
  return divisor;
}

/// Milliseconds after which the chip hands on what it has, or two status bytes alone: 200 times a second for
/// a board at rest. Less would wake this program more often than the fastest serial board has anything to
/// say.
constexpr std::uint16_t kFtdiLatency = 5;

Requests ftdi(const drivers::LineSettings& line, std::uint8_t interface, bool has_ports) {
  constexpr std::uint8_t kOut = 0x40;
  const std::uint16_t port = has_ports ? u16(interface + 1U) : std::uint16_t{0};
  const std::uint32_t divisor = ftdi_divisor(line.baud);
  const std::uint16_t high = u16(divisor >> 16U);
  const std::uint32_t format = std::uint32_t{line.data_bits} | static_cast<std::uint32_t>(line.parity) << 8U |
                               (line.stop_bits == 2 ? 2U : 0U) << 11U;
  return {
      {kOut, 0x00, 0, port, {}, 0},  // reset
      {kOut, 0x00, 1, port, {}, 0},  // purge what was received
      {kOut, 0x00, 2, port, {}, 0},  // purge what was to be sent
      {kOut, 0x03, u16(divisor), has_ports ? u16(std::uint32_t{high} << 8U | port) : high, {}, 0},
      {kOut, 0x04, u16(format), port, {}, 0},
      {kOut, 0x02, 0, port, {}, 0},  // no flow control
      {kOut, 0x01, line.dtr ? std::uint16_t{0x0101} : std::uint16_t{0x0100}, port, {}, 0},
      {kOut, 0x01, line.rts ? std::uint16_t{0x0202} : std::uint16_t{0x0200}, port, {}, 0},
      {kOut, 0x09, kFtdiLatency, port, {}, 0},
  };
}

Requests cp210x(const drivers::LineSettings& line, std::uint8_t interface) {
  constexpr std::uint8_t kOut = 0x41;
  std::vector<std::uint8_t> baud;
  for (unsigned i = 0; i < 4; ++i) baud.push_back(static_cast<std::uint8_t>(line.baud >> 8 * i));
  const std::uint32_t format = std::uint32_t{line.data_bits} << 8U |
                               static_cast<std::uint32_t>(line.parity) << 4U |
                               (line.stop_bits == 2 ? 2U : 0U);
  const std::uint32_t modem = 0x0300U | (line.dtr ? 1U : 0U) | (line.rts ? 2U : 0U);
  return {
      {kOut, 0x00, 1, interface, {}, 0},  // UART on
      {kOut, 0x1E, 0, interface, baud, 0},
      {kOut, 0x03, u16(format), interface, {}, 0},
      {kOut, 0x13, 0, interface, std::vector<std::uint8_t>(16, 0), 0},  // no flow control
      {kOut, 0x07, u16(modem), interface, {}, 0},
      {kOut, 0x12, 0x000F, interface, {}, 0},  // purge
  };
}

Requests ch34x(const drivers::LineSettings& line) {
  constexpr std::uint8_t kOut = 0x40;
  constexpr std::uint8_t kIn = 0xC0;
  std::uint32_t factor = 1'532'620'800U / line.baud;
  std::uint32_t prescaler = 3;
  while (factor > 0xFFF0 && prescaler > 0) {
    factor >>= 3U;
    --prescaler;
  }
  factor = 0x10000 - factor;
  // Bit 7: hand bytes on at once instead of waiting for a full buffer.
  const std::uint16_t high = u16((factor & 0xFF00U) | prescaler | 0x80U);
  const std::uint16_t low = u16(factor & 0xFFU);
  std::uint32_t format = 0xC0U | (line.data_bits - 5U);  // receive and send
  if (line.parity != Parity::none) format |= 0x08U;
  if (line.parity == Parity::even) format |= 0x10U;
  if (line.stop_bits == 2) format |= 0x04U;
  const std::uint32_t modem = (line.dtr ? 0x20U : 0U) | (line.rts ? 0x40U : 0U);
  return {
      {kIn, 0x5F, 0, 0, {}, 2},  // version
      {kOut, 0xA1, 0, 0, {}, 0},
      {kOut, 0x9A, 0x1312, high, {}, 0},
      {kOut, 0x9A, 0x0F2C, low, {}, 0},
      {kIn, 0x95, 0x2518, 0, {}, 2},
      {kOut, 0x9A, 0x2518, u16(format), {}, 0},
      {kIn, 0x95, 0x0706, 0, {}, 2},
      {kOut, 0xA1, 0x501F, 0xD90A, {}, 0},
      {kOut, 0x9A, 0x1312, high, {}, 0},
      {kOut, 0x9A, 0x0F2C, low, {}, 0},
      {kOut, 0xA4, u16(~modem), 0, {}, 0},
  };
}

Requests cdc(const drivers::LineSettings& line, std::uint8_t interface) {
  std::vector<std::uint8_t> coding;
  for (unsigned i = 0; i < 4; ++i) coding.push_back(static_cast<std::uint8_t>(line.baud >> 8 * i));
  coding.push_back(line.stop_bits == 2 ? 2 : 0);
  coding.push_back(static_cast<std::uint8_t>(line.parity));
  coding.push_back(line.data_bits);
  const std::uint32_t state = (line.dtr ? 1U : 0U) | (line.rts ? 2U : 0U);
  return {{0x21, 0x20, 0, interface, coding, 0}, {0x21, 0x22, u16(state), interface, {}, 0}};
}

}  // namespace

std::vector<ControlRequest> line_setup(drivers::Transport transport, const drivers::LineSettings& line,
                                       std::uint8_t interface, bool has_ports) {
  switch (transport) {
    case drivers::Transport::ftdi:
      return ftdi(line, interface, has_ports);
    case drivers::Transport::cp210x:
      return cp210x(line, interface);
    case drivers::Transport::ch34x:
      return ch34x(line);
    case drivers::Transport::cdc:
      return cdc(line, interface);
    case drivers::Transport::hid:
      break;
  }
  return {};
}

void strip_ftdi_status(std::span<const std::uint8_t> transfer, std::size_t packet_size,
                       std::vector<std::uint8_t>& out, LineErrors& errors) {
  constexpr std::size_t kStatus = 2;
  while (!transfer.empty()) {
    const auto packet = transfer.first(std::min(packet_size, transfer.size()));
    transfer = transfer.subspan(packet.size());
    if (packet.size() < kStatus) break;
    if ((packet[1] & 0x02U) != 0) ++errors.overruns;
    if ((packet[1] & 0x04U) != 0) ++errors.parity;
    if ((packet[1] & 0x08U) != 0) ++errors.framing;
    out.insert(out.end(), packet.begin() + kStatus, packet.end());
  }
}

}  // namespace jadoube::transport::usb
