// The single-board protocol of DGT boards as values: bytes in any chunking → messages, commands → bytes.
// Nothing here opens, waits or remembers a board; what a message means for the game is scans.hpp's business.
// Source: DGT's header file and public captures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "chess/square.hpp"
#include "record/scan.hpp"

namespace jadoube::drivers::dgt {

/// A square as the board numbers it: 0 … 63 in reading order with the connector on the left-hand side, so
/// that 0 is the upper left corner. Which colour sits at the bottom is not known to the board.
enum class Field : std::uint8_t {};
constexpr unsigned index(Field field) {
  return static_cast<unsigned>(field);
}
/// The sensor board's own a1 is its lower left corner, field 56.
constexpr record::SensorSquare sensor_square(Field field) {
  return static_cast<record::SensorSquare>(index(field) ^ 56U);
}

/// What stands on a field. The last three are the result pieces that some sets contain.
enum class Code : std::uint8_t {
  empty,
  white_pawn,
  white_rook,
  white_knight,
  white_bishop,
  white_king,
  white_queen,
  black_pawn,
  black_rook,
  black_knight,
  black_bishop,
  black_king,
  black_queen,
  draw,
  white_won,
  black_won,
};
/// The piece; nothing for an empty field and for a result piece.
std::optional<chess::Piece> piece_of(Code code);

/// All 64 fields at one moment (`86`).
struct BoardDump {
  std::array<Code, 64> fields{};
  friend bool operator==(const BoardDump&, const BoardDump&) = default;
};

/// One field changed. `unknown_bits`: the byte pair carried bits whose meaning is not
/// published.
struct FieldUpdate {
  Field field{};
  Code code = Code::empty;
  bool unknown_bits = false;
  friend bool operator==(const FieldUpdate&, const FieldUpdate&) = default;
};

/// One side of the clock as it stands on the table, seen from its front.
struct ClockSide {
  /// Whole seconds, 0:00:00 … 9:59:59.
  std::chrono::seconds time{};
  /// The flag has fallen and the clock is frozen at zero.
  bool fallen = false;
  /// A flag is shown; the clock may still run.
  bool flag_shown = false;
  /// Increment or delay in use.
  bool per_move_time = false;
  friend bool operator==(const ClockSide&, const ClockSide&) = default;
};

/// What the clock shows. With `connected` false the board has no clock and the times say
/// nothing.
struct ClockTimes {
  ClockSide left;
  ClockSide right;
  /// The last byte as it came: running, lever, battery, side to move, no clock, zero.
  std::uint8_t status = 0;

  [[nodiscard]] bool running() const { return (status & 0x01U) != 0; }
  /// The right-hand end of the lever is up: it is the right-hand player's turn.
  [[nodiscard]] bool right_up() const { return (status & 0x02U) != 0; }
  [[nodiscard]] bool battery_low() const { return (status & 0x04U) != 0; }
  [[nodiscard]] bool connected() const { return (status & 0x20U) == 0; }
  friend bool operator==(const ClockTimes&, const ClockTimes&) = default;
};

/// The clock's answer to a clock command, meant for the program that sent the command; it carries no time.
struct ClockAck {
  std::array<std::uint8_t, 4> bytes{};
  friend bool operator==(const ClockAck&, const ClockAck&) = default;
};

/// Begins with five digits; the oldest boards add a blank and a configuration version.
struct SerialNumber {
  std::string text;
  friend bool operator==(const SerialNumber&, const SerialNumber&) = default;
};

struct LongSerialNumber {
  std::string text;
  friend bool operator==(const LongSerialNumber&, const LongSerialNumber&) = default;
};

/// 0 … 16383; the decimal serial number of the board.
struct BusAddress {
  std::uint16_t address = 0;
  friend bool operator==(const BusAddress&, const BusAddress&) = default;
};

struct Trademark {
  std::string text;
  friend bool operator==(const Trademark&, const Trademark&) = default;
};

/// Firmware.
struct Version {
  unsigned major = 0;
  unsigned minor = 0;
  friend bool operator==(const Version&, const Version&) = default;
};

struct HardwareVersion {
  unsigned major = 0;
  unsigned minor = 0;
  friend bool operator==(const HardwareVersion&, const HardwareVersion&) = default;
};

/// Bluetooth boards.
struct Battery {
  unsigned percent = 0;
  /// Absent if the board does not know it.
  std::optional<std::chrono::minutes> left;
  bool charging = false;
  bool discharging = false;
  friend bool operator==(const Battery&, const Battery&) = default;
};

/// The board's own memory of what happened, oldest first, not yet taken apart.
struct EventLog {
  std::vector<std::uint8_t> bytes;
  friend bool operator==(const EventLog&, const EventLog&) = default;
};

/// A well-framed message that nobody has described, or one of the draughts boards.
struct Unknown {
  std::uint8_t id = 0;
  std::vector<std::uint8_t> bytes;
  friend bool operator==(const Unknown&, const Unknown&) = default;
};

using Message = std::variant<BoardDump, FieldUpdate, ClockTimes, ClockAck, SerialNumber, LongSerialNumber,
                             BusAddress, Trademark, Version, HardwareVersion, Battery, EventLog, Unknown>;

/// The largest message that exists, header included: the event log.
inline constexpr std::size_t kLargestMessage = 0x1F03;

/// What did not become a message. The protocol has no checksum: a byte that was lost inside a frame shows
/// only as a cut frame, a byte too many only as skipped bytes behind a frame that looks sound.
struct Losses {
  /// Every byte that is not part of a delivered message.
  std::uint64_t skipped_bytes = 0;
  /// Headers whose length is under three or not the one their id has.
  std::uint64_t bad_headers = 0;
  /// Frames that another frame's first byte interrupted.
  std::uint64_t cut_frames = 0;
  /// Complete frames whose content cannot be: a piece code above 15 in a dump, a time of 0:75:00, a number
  /// that is none.
  std::uint64_t bad_contents = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// Recognises messages in a stream of bytes, one byte at a time, so that chunking cannot matter. Only the
/// first byte of a message has bit 7 set: every such byte begins a new frame, whatever was going
/// on before, and therefore every undamaged frame is delivered whatever garbage precedes it.
class Decoder {
 public:
  /// The message that this byte completes, if it does.
  std::optional<Message> push(std::uint8_t byte);

  [[nodiscard]] const Losses& losses() const { return losses_; }
  /// Bytes of a frame begun and not finished.
  [[nodiscard]] std::size_t pending() const { return frame_.size(); }
  /// The frame begun is an event log, which takes more than eight seconds.
  [[nodiscard]] bool is_reading_event_log() const;

 private:
  void give_up(std::uint64_t Losses::*reason);

  std::vector<std::uint8_t> frame_;  // empty while hunting for a first byte
  std::size_t length_ = 0;           // of the frame in hand, known from its third byte on
  Losses losses_;
};

/// What may be asked of a board during a rated game: nothing here changes the clock,
/// lights a LED, rewrites the board's memory or its firmware.
enum class Command : std::uint8_t {
  idle = 0x40,
  send_clock = 0x41,
  send_board = 0x42,
  report_changes_and_clock_each_second = 0x43,
  report_changes = 0x44,
  send_serial_number = 0x45,
  send_bus_address = 0x46,
  send_trademark = 0x47,
  send_hardware_version = 0x48,
  /// Blocks the line for more than eight seconds.
  send_event_log = 0x49,
  report_changes_and_clock_changes = 0x4B,
  send_battery = 0x4C,
  send_version = 0x4D,
  send_long_serial_number = 0x55,
};
/// Every command is one byte.
constexpr std::uint8_t encode(Command command) {
  return static_cast<std::uint8_t>(command);
}

}  // namespace jadoube::drivers::dgt
