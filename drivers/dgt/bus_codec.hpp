// DGT's bus mode, many boards on one line, as values: bytes in any chunking → replies, commands → bytes.
// Source: DGT's header file and public captures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "drivers/dgt/codec.hpp"

namespace jadoube::drivers::dgt {

/// All that this program ever asks on a bus. Nothing of it writes into a board's memory, resets it or ends
/// the bus mode.
enum class BusCommand : std::uint8_t {
  send_clock = 0x81,
  send_board = 0x82,
  /// Since the last time it was asked.
  send_changes = 0x83,
  repeat_changes = 0x84,
  /// To address 0: every board answers at a moment of its own choice within 1.1 s.
  ping = 0x87,
  /// Answers at once, and not to the next ping to all.
  ignore_next_ping = 0x8A,
  send_version = 0x8B,
};
/// To every board.
inline constexpr std::uint16_t kAllBoards = 0;
inline constexpr std::uint16_t kHighestAddress = 0x3FFF;

/// Command, address in 7 and 7 bits, and the sum of the three.
std::array<std::uint8_t, 4> encode(BusCommand command, std::uint16_t address);

/// A reply whose checksum is right.
struct BusReply {
  enum class Kind : std::uint8_t {
    board = 0x83,
    clock = 0x84,
    changes = 0x85,
    ping = 0x87,
    version = 0x89,
  };
  Kind kind = Kind::ping;
  std::uint16_t address = 0;
  std::vector<std::uint8_t> data;
  friend bool operator==(const BusReply&, const BusReply&) = default;
};
std::vector<std::uint8_t> encode(const BusReply& reply);

struct BusLosses {
  /// Every byte that is no part of a reply that was delivered.
  std::uint64_t skipped_bytes = 0;
  /// A length that its kind has not, or a kind that nobody has asked for.
  std::uint64_t bad_headers = 0;
  /// Another reply began inside: two boards have answered at once, or bytes were lost.
  std::uint64_t cut_frames = 0;
  std::uint64_t bad_checksums = 0;
  friend bool operator==(const BusLosses&, const BusLosses&) = default;
};

/// As in single-board mode only the first byte of a reply has bit 7 set. The two modes have ids in common
/// (86 is a dump in one and a log in the other): which is spoken is for the reader to know.
class BusDecoder {
 public:
  void push(std::span<const std::uint8_t> bytes, std::vector<BusReply>& out);
  /// Forgets a reply begun.
  void reset();
  [[nodiscard]] const BusLosses& losses() const { return losses_; }
  [[nodiscard]] std::size_t pending() const { return frame_.size(); }
  /// A reply has begun whose kind and length fit each other.
  [[nodiscard]] bool is_in_reply() const { return frame_.size() >= 3; }

 private:
  void give_up(std::uint64_t BusLosses::*reason);

  std::vector<std::uint8_t> frame_;
  std::size_t length_ = 0;
  BusLosses losses_;
};

}  // namespace jadoube::drivers::dgt
