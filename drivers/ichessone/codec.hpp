// iChessOne's protocol as values: bytes in any chunking → messages, requests → bytes. Source: the commands and
// unit tests of other programs. Nothing here opens or waits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::drivers::ichessone {

/// 3d 70, and 32 bytes of squares.
inline constexpr std::size_t kPositionSize = 34;
/// 3d 62, whether it is being charged, and percent.
inline constexpr std::size_t kBatterySize = 4;

/// One full reading of the board.
struct Position {
  record::PieceMap pieces;
  friend bool operator==(const Position&, const Position&) = default;
};

/// Percent 0 … 100.
struct Battery {
  std::uint8_t percent = 0;
  bool charging = false;
  friend bool operator==(const Battery&, const Battery&) = default;
};

using Message = std::variant<Position, Battery>;

/// All that this program ever asks of a board. None of it lights a lamp or sounds.
enum class Request : std::uint8_t {
  position,  ///< once
  changes,   ///< from now on the position is sent whenever it changes
  battery,
};
std::vector<std::uint8_t> encode(Request request);

/// Where a nibble of a position stands: 0 is a8, 1 is b8 … 63 is h1.
record::SensorSquare square_of(unsigned nibble);
/// 0 … 12.
std::uint8_t code_of(std::optional<chess::Piece> piece);

/// What did not become a message.
struct Losses {
  /// Every byte that is no part of a message.
  std::uint64_t skipped_bytes = 0;
  /// Messages begun that cannot be: codes of no piece, a battery out of range, another message inside.
  std::uint64_t bad_frames = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// Finds messages in a stream. There is no checksum and no length; but no square has the code 13, and so the 3d that
/// begins a message never stands inside a position: one that was cut never swallows the one behind it.
class Decoder {
 public:
  void push(std::span<const std::uint8_t> bytes, std::vector<Message>& out);
  /// Forgets a message begun: the board was unplugged.
  void reset();

  [[nodiscard]] const Losses& losses() const { return losses_; }
  /// Bytes that may still become a message.
  [[nodiscard]] std::size_t pending() const { return frame_.size(); }

 private:
  void push(std::uint8_t byte, std::vector<Message>& out);
  /// What has come is no message, and `byte` may begin one.
  void give_up(std::uint8_t byte);

  std::vector<std::uint8_t> frame_;
  Losses losses_;
};

}  // namespace jadoube::drivers::ichessone
