#include "devices/usb_ip.hpp"

#include <algorithm>
#include <cerrno>
#include <string>

namespace jadoube::devices {
namespace {

constexpr unsigned kVersion = 0x0111;
constexpr unsigned kFullSpeed = 2;
constexpr unsigned kBus = 1;
constexpr unsigned kDevice = 2;
constexpr std::size_t kBusIdSize = 32;
constexpr std::size_t kPathSize = 256;
constexpr std::size_t kRequestSize = 8;
constexpr std::size_t kCommandSize = 48;
/// More than that no driver of such a device asks for.
constexpr std::size_t kLongestTransfer = std::size_t{1} << 20U;
/// Packets that a chip keeps for a host that does not read.
constexpr std::size_t kMostPackets = 256;

enum Request : unsigned {
  kDeviceListRequest = 0x8005,
  kDeviceListReply = 0x0005,
  kImportRequest = 0x8003,
  kImportReply = 0x0003,
};
enum Command : std::uint32_t { kSubmit = 1, kUnlink = 2, kSubmitReply = 3, kUnlinkReply = 4 };

void put16(Bytes& out, unsigned value) {
  out.push_back(static_cast<std::uint8_t>(value >> 8U & 0xFFU));
  out.push_back(static_cast<std::uint8_t>(value & 0xFFU));
}
void put32(Bytes& out, std::uint32_t value) {
  put16(out, value >> 16U);
  put16(out, value & 0xFFFFU);
}
void put_text(Bytes& out, std::string_view text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    out.push_back(i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0});
}
unsigned get16(std::span<const std::uint8_t> bytes, std::size_t at) {
  return static_cast<unsigned>(bytes[at]) << 8U | bytes[at + 1];
}
std::uint32_t get32(std::span<const std::uint8_t> bytes, std::size_t at) {
  return get16(bytes, at) << 16U | get16(bytes, at + 2);
}
std::uint16_t le16(const Bytes& bytes, std::size_t at) {
  return static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8U);
}

}  // namespace

void UsbIpConnection::receive(std::span<const std::uint8_t> bytes, Time now) {
  in_.insert(in_.end(), bytes.begin(), bytes.end());
  // What the board says between two commands is the same whether they came in one piece or in two.
  while (phase_ == Phase::attached ? take_command(now) : phase_ == Phase::asking && take_request(now))
    advance(now);
  advance(now);
}

/// usbip_usb_device.
void UsbIpConnection::describe_device(Bytes& out) const {
  const Bytes device = board_.device_descriptor();
  const Bytes configuration = board_.configuration_descriptor();
  put_text(out, "/sys/devices/virtual/jadoube/1-1", kPathSize);
  put_text(out, kBusId, kBusIdSize);
  put32(out, kBus);
  put32(out, kDevice);
  put32(out, kFullSpeed);
  put16(out, le16(device, 8));                                          // vendor
  put16(out, le16(device, 10));                                         // product
  put16(out, le16(device, 12));                                         // release
  for (const std::size_t at : {4U, 5U, 6U}) out.push_back(device[at]);  // class, subclass, protocol
  out.push_back(1);                                                     // configuration in use
  out.push_back(device[17]);                                            // configurations
  out.push_back(configuration[4]);                                      // interfaces
}

bool UsbIpConnection::take_request(Time now) {
  if (in_.size() < kRequestSize) return false;
  const unsigned code = get16(in_, 2);
  if (code == kDeviceListRequest) {
    put16(out_, kVersion);
    put16(out_, kDeviceListReply);
    put32(out_, 0);
    put32(out_, is_taken_ ? 0 : 1);
    if (!is_taken_) {
      describe_device(out_);
      const Bytes configuration = board_.configuration_descriptor();
      for (std::size_t at = 0; at + 8 < configuration.size(); at += configuration[at]) {
        if (configuration[at + 1] != 4) continue;  // an interface
        for (const std::size_t of : {5U, 6U, 7U}) out_.push_back(configuration[at + of]);
        out_.push_back(0);
      }
    }
    phase_ = Phase::over;
    return false;
  }
  if (code != kImportRequest) {
    phase_ = Phase::over;
    return false;
  }
  if (in_.size() < kRequestSize + kBusIdSize) return false;
  std::string wanted{in_.begin() + kRequestSize, in_.begin() + kRequestSize + kBusIdSize};
  wanted.resize(std::min(wanted.size(), wanted.find('\0')));
  in_.erase(in_.begin(), in_.begin() + kRequestSize + kBusIdSize);
  const bool is_to_be_had = wanted == kBusId && !is_taken_;
  put16(out_, kVersion);
  put16(out_, kImportReply);
  put32(out_, is_to_be_had ? 0 : 1);
  if (!is_to_be_had) {
    phase_ = Phase::over;
    return false;
  }
  describe_device(out_);
  phase_ = Phase::attached;
  board_.power_up(now);
  return true;
}

bool UsbIpConnection::take_command(Time now) {
  if (in_.size() < kCommandSize) return false;
  const std::span<const std::uint8_t> header = std::span{in_}.first(kCommandSize);
  const std::uint32_t command = get32(header, 0);
  const bool is_out = get32(header, 12) == 0;
  const std::size_t length = command == kSubmit ? get32(header, 24) : 0;
  if ((command != kSubmit && command != kUnlink) || length > kLongestTransfer) {
    phase_ = Phase::over;  // nobody knows where the next command begins
    return false;
  }
  const std::size_t whole = kCommandSize + (is_out ? length : 0);
  if (in_.size() < whole) return false;
  if (command == kUnlink)
    unlink(get32(header, 4), get32(header, 20));
  else
    submit(header, {in_.begin() + kCommandSize, in_.begin() + static_cast<std::ptrdiff_t>(whole)}, now);
  in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(whole));
  return true;
}

void UsbIpConnection::submit(std::span<const std::uint8_t> header, Bytes data, Time now) {
  const std::uint32_t sequence = get32(header, 4);
  const bool is_in = get32(header, 12) != 0;
  const auto endpoint = static_cast<std::uint8_t>(get32(header, 16) & 0x0FU);
  const std::size_t length = get32(header, 24);
  if (endpoint == 0) {
    std::array<std::uint8_t, 8> setup{};
    std::ranges::copy(header.subspan(40, 8), setup.begin());
    auto reply = board_.control(setup, data);
    if (!reply) {
      answer(sequence, -EPIPE, {}, 0);
      return;
    }
    if (!is_in) reply->clear();
    reply->resize(std::min(reply->size(), length));
    answer(sequence, 0, *reply, is_in ? reply->size() : length);
  } else if (is_in) {
    if (endpoint == (board_.in_endpoint() & 0x0FU)) is_read_ = true;
    reads_.push_back({sequence, static_cast<std::uint8_t>(endpoint | 0x80U), length});
  } else {
    board_.out(endpoint, data, now);
    answer(sequence, 0, {}, length);
  }
}

void UsbIpConnection::unlink(std::uint32_t sequence, std::uint32_t victim) {
  const auto found = std::ranges::find(reads_, victim, &Read::sequence);
  const bool waits = found != reads_.end();
  if (waits) reads_.erase(found);
  put32(out_, kUnlinkReply);
  put32(out_, sequence);
  for (int i = 0; i < 3; ++i) put32(out_, 0);
  put32(out_, static_cast<std::uint32_t>(waits ? -ECONNRESET : 0));
  for (int i = 0; i < 6; ++i) put32(out_, 0);
}

void UsbIpConnection::answer(std::uint32_t sequence, std::int32_t status, const Bytes& data,
                             std::size_t actual) {
  put32(out_, kSubmitReply);
  put32(out_, sequence);
  for (int i = 0; i < 3; ++i) put32(out_, 0);
  put32(out_, static_cast<std::uint32_t>(status));
  put32(out_, static_cast<std::uint32_t>(actual));
  put32(out_, 0);            // start frame
  put32(out_, 0xFFFF'FFFF);  // not isochronous
  for (int i = 0; i < 3; ++i) put32(out_, 0);
  out_.insert(out_.end(), data.begin(), data.end());
}

void UsbIpConnection::advance(Time now) {
  if (phase_ != Phase::attached) return;
  for (UsbPacket& packet : board_.advance(now))
    if (is_read_) packets_.push_back(std::move(packet));
  while (packets_.size() > kMostPackets) packets_.pop_front();
  match();
}

/// Each packet ends a transfer.
void UsbIpConnection::match() {
  while (!packets_.empty()) {
    const auto read = std::ranges::find(reads_, packets_.front().endpoint, &Read::endpoint);
    if (read == reads_.end()) return;
    const UsbPacket packet = std::move(packets_.front());
    packets_.pop_front();
    const bool fits = packet.bytes.size() <= read->length;
    answer(read->sequence, fits ? 0 : -EOVERFLOW, fits ? packet.bytes : Bytes{},
           fits ? packet.bytes.size() : 0);
    reads_.erase(read);
  }
}

}  // namespace jadoube::devices
