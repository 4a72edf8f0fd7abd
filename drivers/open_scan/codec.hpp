// The open scan protocol, version 1 (docs/open-scan-protocol.md), as values: bytes in any chunking → frames,
// frames → bytes. Nothing here opens or waits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::drivers::open_scan {

/// Every frame has this many bytes, on a serial line and as a HID report.
inline constexpr std::size_t kFrameSize = 24;
using FrameBytes = std::array<std::uint8_t, kFrameSize>;

/// How often each button has been pressed since the board was powered, modulo 256. `near` is the button of
/// the player who sits at the board's own first rank.
struct Buttons {
  std::uint8_t near = 0;
  std::uint8_t far = 0;
  friend bool operator==(const Buttons&, const Buttons&) = default;
};

/// One full reading of the board.
struct ScanReport {
  /// Counts all frames of the board, of either kind.
  std::uint32_t sequence = 0;
  /// Microseconds on the board's own clock at the end of the reading, modulo 2^32.
  std::uint32_t time_us = 0;
  record::Occupancy occupied;
  /// Absent on a board without buttons.
  std::optional<Buttons> buttons;
  friend bool operator==(const ScanReport&, const ScanReport&) = default;
};

/// What the board says of itself, about once a second.
struct Hello {
  std::uint32_t sequence = 0;
  std::uint32_t scan_period_us = 0;
  /// Tells this board from all others of its maker; 0: it has no number.
  std::uint64_t board_id = 0;
  bool has_buttons = false;
  friend bool operator==(const Hello&, const Hello&) = default;
};

using Frame = std::variant<ScanReport, Hello>;

FrameBytes encode(const ScanReport& report);
FrameBytes encode(const Hello& hello);

/// CRC-16 with polynomial 1021 and start ffff, highest bit first: "123456789" gives 29b1.
std::uint16_t crc16(std::span<const std::uint8_t> bytes);

/// What did not become a frame.
struct Losses {
  /// Every byte that is no part of a delivered frame.
  std::uint64_t skipped_bytes = 0;
  /// What began like a frame and had a wrong checksum.
  std::uint64_t bad_checksums = 0;
  /// Sound checksum, and a kind, a version or a reserved byte that this version does not know.
  std::uint64_t not_understood = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// Recognises frames in a stream of bytes. Any start byte may begin a frame; one that turns out wrong costs
/// that byte alone, so that a sound frame is delivered whatever precedes it.
class Decoder {
 public:
  /// The frames that these bytes complete, in order, appended to `out`.
  void push(std::span<const std::uint8_t> bytes, std::vector<Frame>& out);
  /// Forgets a frame begun: the line was cut.
  void reset();

  [[nodiscard]] const Losses& losses() const { return losses_; }
  /// Bytes that may still become a frame; fewer than kFrameSize.
  [[nodiscard]] std::size_t pending() const { return window_.size(); }

 private:
  std::vector<std::uint8_t> window_;
  Losses losses_;
};

}  // namespace jadoube::drivers::open_scan
