#include "devices/usb_board.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::devices {
namespace {

using namespace std::chrono_literals;

constexpr std::uint8_t kIn = 0x81;
constexpr std::uint8_t kOut = 0x02;
constexpr std::uint8_t kCdcData = 0x82;
constexpr std::uint8_t kCh34xData = 0x82;
constexpr std::size_t kPacket = 64;
constexpr std::size_t kCh34xPacket = 32;
constexpr std::uint8_t kReportSize = 24;
/// Types of a request that only the maker of the chip defines: to the device, from it.
constexpr std::uint8_t kVendorOut = 0x40;
constexpr std::uint8_t kVendorIn = 0xC0;

std::uint8_t low(unsigned value) {
  return static_cast<std::uint8_t>(value & 0xFFU);
}
std::uint8_t high(unsigned value) {
  return static_cast<std::uint8_t>(value >> 8U & 0xFFU);
}

Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Bytes interface(std::uint8_t number, std::uint8_t endpoints, std::uint8_t device_class,
                std::uint8_t subclass) {
  return {9, 4, number, 0, endpoints, device_class, subclass, 0, 0};
}
/// `type`: 2 bulk, 3 interrupt.
Bytes endpoint(std::uint8_t address, std::uint8_t type, std::size_t size, std::uint8_t interval) {
  return {7, 5, address, type, low(static_cast<unsigned>(size)), 0, interval};
}

}  // namespace

UsbBoard::UsbBoard(UsbIdentity identity, std::unique_ptr<Firmware> firmware)
    : identity_{std::move(identity)}, firmware_{std::move(firmware)} {}

Bytes UsbBoard::device_descriptor() const {
  const std::uint8_t device_class = identity_.shape == UsbShape::cdc ? 2 : 0;
  return {18,
          1,
          0x00,
          0x02,
          device_class,
          0,
          0,
          64,
          low(identity_.vendor),
          high(identity_.vendor),
          low(identity_.product),
          high(identity_.product),
          0x00,
          identity_.shape == UsbShape::ftdi ? std::uint8_t{4} : std::uint8_t{1},
          1,
          2,
          identity_.serial.empty() ? std::uint8_t{0} : std::uint8_t{3},
          1};
}

/// One collection of the maker's own: usage page ff4a and input reports of 24 bytes; or ff00, with the input
/// reports 01, 23, 2a and the output reports of the requests for them.
Bytes UsbBoard::report_descriptor() const {
  const std::uint8_t page = identity_.has_numbered_reports ? 0x00 : 0x4A;
  Bytes bytes{0x06, page, 0xFF, 0x09, 0x53, 0xA1, 0x01, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08};
  if (!identity_.has_numbered_reports) return bytes + Bytes{0x95, kReportSize, 0x09, 0x01, 0x81, 0x02, 0xC0};
  bytes = std::move(bytes) + Bytes{0x95, kPacket - 1};
  for (const std::uint8_t in : Bytes{0x01, 0x23, 0x2A})
    bytes = std::move(bytes) + Bytes{0x85, in, 0x09, 0x01, 0x81, 0x02};
  for (const std::uint8_t out : Bytes{0x21, 0x29})
    bytes = std::move(bytes) + Bytes{0x85, out, 0x09, 0x01, 0x91, 0x02};
  return std::move(bytes) + Bytes{0xC0};
}

Bytes UsbBoard::configuration_descriptor() const {
  Bytes body;
  std::uint8_t interfaces = 1;
  switch (identity_.shape) {
    case UsbShape::hid:
      body =
          interface(0, identity_.has_numbered_reports ? 2 : 1, 3, 0) +
          Bytes{9, 0x21, 0x11, 0x01, 0, 1, 0x22, low(static_cast<unsigned>(report_descriptor().size())), 0} +
          endpoint(kIn, 3, identity_.has_numbered_reports ? kPacket : kReportSize, 1);
      if (identity_.has_numbered_reports) body = std::move(body) + endpoint(kOut, 3, kPacket, 1);
      break;
    case UsbShape::cdc:
      interfaces = 2;
      body = interface(0, 1, 2, 2) + Bytes{5, 0x24, 0, 0x10, 0x01} + Bytes{4, 0x24, 2, 2} +
             Bytes{5, 0x24, 6, 0, 1} + endpoint(0x83, 3, 16, 10) + interface(1, 2, 0x0A, 0) +
             endpoint(kCdcData, 2, kPacket, 0) + endpoint(0x01, 2, kPacket, 0);
      break;
    case UsbShape::ftdi:
      interfaces = identity_.ports;
      for (std::uint8_t port = 0; port < identity_.ports; ++port) {
        const auto further = static_cast<std::uint8_t>(2 * port);
        body = std::move(body) + interface(port, 2, 0xFF, 0xFF) +
               endpoint(static_cast<std::uint8_t>(kIn + further), 2, kPacket, 0) +
               endpoint(static_cast<std::uint8_t>(kOut + further), 2, kPacket, 0);
      }
      break;
    case UsbShape::cp210x:
      body = interface(0, 2, 0xFF, 0xFF) + endpoint(kIn, 2, kPacket, 0) + endpoint(kOut, 2, kPacket, 0);
      break;
    case UsbShape::ch34x:
      body = interface(0, 3, 0xFF, 1) + endpoint(kCh34xData, 2, kCh34xPacket, 0) +
             endpoint(kOut, 2, kCh34xPacket, 0) + endpoint(kIn, 3, 8, 1);
      break;
  }
  const auto total = static_cast<unsigned>(body.size() + 9);
  return Bytes{9, 2, low(total), high(total), interfaces, 1, 0, 0x80, 45} + body;
}

std::vector<std::string> UsbBoard::strings() const {
  std::vector<std::string> all{identity_.manufacturer, identity_.product_string};
  if (!identity_.serial.empty()) all.push_back(identity_.serial);
  return all;
}

std::uint8_t UsbBoard::in_endpoint() const {
  switch (identity_.shape) {
    case UsbShape::cdc:
      return kCdcData;
    case UsbShape::ch34x:
      return kCh34xData;
    case UsbShape::ftdi:
      return static_cast<std::uint8_t>(kIn + 2 * (identity_.ports - 1));
    default:
      return kIn;
  }
}

void UsbBoard::power_up(Time now) {
  latency_ = 16ms;
  last_packet_ = now;
  hands_on_at_once_ = false;
  held_.clear();
  firmware_->power_up(now);
}

std::optional<Bytes> UsbBoard::descriptor(std::uint8_t type, std::uint8_t index) const {
  switch (type) {
    case 1:
      return device_descriptor();
    case 2:
      return configuration_descriptor();
    case 3: {
      if (index == 0) return Bytes{4, 3, 0x09, 0x04};
      const auto all = strings();
      if (index > all.size()) return std::nullopt;
      const std::string& text = all[index - 1U];
      Bytes bytes{low(static_cast<unsigned>(2 + 2 * text.size())), 3};
      for (const char letter : text) {
        bytes.push_back(static_cast<std::uint8_t>(letter));
        bytes.push_back(0);
      }
      return bytes;
    }
    case 0x22:
      if (identity_.shape != UsbShape::hid) return std::nullopt;
      return report_descriptor();
    default:
      return std::nullopt;  // a full-speed device has no others
  }
}

std::optional<Bytes> UsbBoard::control(const Setup& setup, const Bytes& /*data*/) {
  const std::size_t length = setup[6] | std::size_t{setup[7]} << 8U;
  auto reply = (setup[0] & 0x60U) == 0 ? standard_request(setup) : request_to_chip(setup);
  if (reply && reply->size() > length) reply->resize(length);
  return reply;
}

std::optional<Bytes> UsbBoard::standard_request(const Setup& setup) const {
  switch (setup[1]) {
    case 6:
      return descriptor(setup[3], setup[2]);
    case 0:
      return Bytes{0, 0};  // the state of device, interface or endpoint
    case 8:
      return Bytes{1};  // the configuration
    case 1:
    case 3:
    case 5:
    case 9:
    case 11:
      return Bytes{};  // set: feature, address, configuration, interface
    default:
      return std::nullopt;
  }
}

std::optional<Bytes> UsbBoard::request_to_chip(const Setup& setup) {
  const std::uint8_t type = setup[0];
  const bool is_vendor = type == kVendorOut || type == kVendorIn;
  switch (identity_.shape) {
    case UsbShape::hid:
    case UsbShape::cdc:
      if (type == 0x21) return Bytes{};  // SET_IDLE; line coding, control lines
      return std::nullopt;
    case UsbShape::ftdi:
      return is_vendor ? request_to_ftdi(setup) : std::nullopt;
    case UsbShape::cp210x:
      if (type == 0x41) return Bytes{};  // the UART's settings
      return std::nullopt;
    case UsbShape::ch34x:
      return is_vendor ? request_to_ch34x(setup) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Bytes> UsbBoard::request_to_ftdi(const Setup& setup) {
  const std::uint8_t request = setup[1];
  const bool is_for_the_board = identity_.ports == 1 || setup[4] == identity_.ports;
  if (setup[0] == kVendorOut) {
    if (request == 9 && is_for_the_board)
      latency_ = std::chrono::milliseconds{std::max<unsigned>(1, setup[2])};
    return Bytes{};
  }
  if (request == 5) return Bytes{0x01, 0x60};
  if (request == 10) return Bytes{low(static_cast<unsigned>(latency_.count() / 1000))};
  return std::nullopt;
}

std::optional<Bytes> UsbBoard::request_to_ch34x(const Setup& setup) {
  const std::uint8_t request = setup[1];
  // Register 13h, in the high byte of the value, has its new content in the high byte of the index: the
  // divisor; 12h, in the low ones: the prescaler and how bytes are handed on.
  if (request == 0x9A && setup[3] == 0x13 && setup[2] == 0x12) hands_on_at_once_ = (setup[4] & 0x80U) != 0;
  if (setup[0] == kVendorOut) return Bytes{};
  if (request == 0x5F) return Bytes{0x31, 0x00};
  if (request == 0x95) return Bytes{0x00, 0x00};
  return std::nullopt;
}

void UsbBoard::out(std::uint8_t endpoint, const Bytes& bytes, Time now) {
  // To a line at which nothing is.
  if (identity_.ports > 1 && endpoint + 0x7F != in_endpoint()) return;
  firmware_->hear(bytes, now);
}

std::vector<UsbPacket> UsbBoard::advance(Time now) {
  std::vector<UsbPacket> packets;
  const std::uint8_t where = in_endpoint();
  if (identity_.shape == UsbShape::hid) {
    for (Bytes& report : firmware_->advance(now)) packets.push_back({where, std::move(report)});
    return packets;
  }
  const bool ftdi = identity_.shape == UsbShape::ftdi;
  const Bytes status = ftdi ? Bytes{0x01, 0x60} : Bytes{};
  Bytes stream = std::exchange(held_, {});
  for (const Bytes& piece : firmware_->advance(now)) stream.insert(stream.end(), piece.begin(), piece.end());
  const bool ch34x = identity_.shape == UsbShape::ch34x;
  const std::size_t room = ch34x ? kCh34xPacket : kPacket - status.size();
  for (std::size_t at = 0; at < stream.size(); at += room) {
    const auto begin = stream.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = stream.begin() + static_cast<std::ptrdiff_t>(std::min(stream.size(), at + room));
    if (ch34x && !hands_on_at_once_ && stream.size() - at < room)
      held_.assign(begin, end);
    else
      packets.push_back({where, status + Bytes{begin, end}});
  }
  if (!packets.empty()) last_packet_ = now;
  // An idle chip sends its status alone, once in each latency period.
  for (; ftdi && last_packet_ + latency_ <= now; last_packet_ += latency_) packets.push_back({where, status});
  return packets;
}

std::optional<Time> UsbBoard::next() const {
  const auto next = firmware_->next();
  if (identity_.shape != UsbShape::ftdi) return next;
  const Time idle = last_packet_ + latency_;
  return next ? std::min(*next, idle) : idle;
}

}  // namespace jadoube::devices
