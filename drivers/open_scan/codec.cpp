#include "drivers/open_scan/codec.hpp"

#include <algorithm>

namespace jadoube::drivers::open_scan {
namespace {

constexpr std::uint8_t kStart = 0xA5;
constexpr std::uint8_t kScanReport = 'S';
constexpr std::uint8_t kHello = 'H';
constexpr std::uint8_t kVersion = 1;
constexpr std::uint8_t kHasButtons = 0x01;
/// Where the fields stand (docs/open-scan-protocol.md, "Frames").
constexpr std::size_t kFlags = 20;
constexpr std::size_t kReserved = 21;
constexpr std::size_t kCrc = 22;

template <class Unsigned>
void put(FrameBytes& frame, std::size_t at, Unsigned value) {
  for (std::size_t i = 0; i < sizeof value; ++i)
    frame[at + i] = static_cast<std::uint8_t>(std::uint64_t{value} >> (8 * i));
}

template <class Unsigned>
Unsigned get(std::span<const std::uint8_t> frame, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = sizeof(Unsigned); i-- > 0;) value = value << 8U | frame[at + i];
  return static_cast<Unsigned>(value);
}

void seal(FrameBytes& frame) {
  put(frame, kCrc, crc16(std::span{frame}.first(kCrc)));
}

std::optional<Frame> frame_from(std::span<const std::uint8_t> bytes) {
  const std::uint8_t flags = bytes[kFlags];
  if ((flags & ~unsigned{kHasButtons}) != 0 || bytes[kReserved] != 0) return std::nullopt;
  const bool has_buttons = (flags & kHasButtons) != 0;
  if (bytes[1] == kScanReport) {
    ScanReport report{.sequence = get<std::uint32_t>(bytes, 4),
                      .time_us = get<std::uint32_t>(bytes, 8),
                      .occupied = {get<std::uint64_t>(bytes, 12)},
                      .buttons = {}};
    if (has_buttons) report.buttons = Buttons{bytes[2], bytes[3]};
    if (!has_buttons && (bytes[2] != 0 || bytes[3] != 0)) return std::nullopt;
    return report;
  }
  if (bytes[1] != kHello || bytes[2] != kVersion || bytes[3] != 0) return std::nullopt;
  return Hello{.sequence = get<std::uint32_t>(bytes, 4),
               .scan_period_us = get<std::uint32_t>(bytes, 8),
               .board_id = get<std::uint64_t>(bytes, 12),
               .has_buttons = has_buttons};
}

}  // namespace

std::uint16_t crc16(std::span<const std::uint8_t> bytes) {
  // What a byte makes of it: at a thousand readings a second bit by bit would be most of the work.
  static constexpr auto kOfByte = [] {
    std::array<std::uint16_t, 256> all{};
    for (unsigned byte = 0; byte < all.size(); ++byte) {
      unsigned crc = byte << 8U;
      for (int bit = 0; bit < 8; ++bit) crc = (crc & 0x8000U) != 0 ? crc << 1U ^ 0x1021U : crc << 1U;
      all[byte] = static_cast<std::uint16_t>(crc);
    }
    return all;
  }();
  unsigned crc = 0xFFFF;
  for (const std::uint8_t byte : bytes) crc = (crc << 8U ^ kOfByte[(crc >> 8U ^ byte) & 0xFFU]) & 0xFFFFU;
  return static_cast<std::uint16_t>(crc);
}

FrameBytes encode(const ScanReport& report) {
  FrameBytes frame{kStart, kScanReport};
  if (report.buttons) {
    frame[2] = report.buttons->near;
    frame[3] = report.buttons->far;
    frame[kFlags] = kHasButtons;
  }
  put(frame, 4, report.sequence);
  put(frame, 8, report.time_us);
  put(frame, 12, report.occupied.bits);
  seal(frame);
  return frame;
}

FrameBytes encode(const Hello& hello) {
  FrameBytes frame{kStart, kHello, kVersion};
  put(frame, 4, hello.sequence);
  put(frame, 8, hello.scan_period_us);
  put(frame, 12, hello.board_id);
  if (hello.has_buttons) frame[kFlags] = kHasButtons;
  seal(frame);
  return frame;
}

void Decoder::push(std::span<const std::uint8_t> bytes, std::vector<Frame>& out) {
  window_.insert(window_.end(), bytes.begin(), bytes.end());
  std::span<const std::uint8_t> rest{window_};
  const auto skip = [&](std::size_t count) {
    losses_.skipped_bytes += count;
    rest = rest.subspan(count);
  };
  while (!rest.empty()) {
    if (rest.front() != kStart) {
      skip(static_cast<std::size_t>(std::ranges::find(rest, kStart) - rest.begin()));
      continue;
    }
    if (rest.size() < kFrameSize) break;
    const auto frame = rest.first(kFrameSize);
    if (get<std::uint16_t>(frame, kCrc) != crc16(frame.first(kCrc))) {
      ++losses_.bad_checksums;
      skip(1);
      continue;
    }
    if (auto understood = frame_from(frame)) {
      out.push_back(*understood);
      rest = rest.subspan(kFrameSize);
    } else {
      ++losses_.not_understood;
      skip(kFrameSize);
    }
  }
  window_.erase(window_.begin(), window_.end() - static_cast<std::ptrdiff_t>(rest.size()));
}

void Decoder::reset() {
  losses_.skipped_bytes += window_.size();
  window_.clear();
}

}  // namespace jadoube::drivers::open_scan
