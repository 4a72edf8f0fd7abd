// Chessnut's protocol as values: bytes in any chunking → messages, requests → bytes. Source: the maker's
// EasyLink SDK and public protocol notes. Nothing here opens or waits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::drivers::chessnut {

/// A board report: 01 3d, 32 bytes of squares, 29 bytes without meaning.
inline constexpr std::size_t kReportSize = 63;
inline constexpr std::array<std::uint8_t, 2> kHeader{0x01, 0x3D};
inline constexpr std::size_t kSquareBytes = 32;
/// Its header and squares.
inline constexpr std::size_t kMeaningSize = 34;
/// The report, a byte that fills up its packet, and the first byte of the next header.
inline constexpr std::size_t kMostPending = 65;

/// A board report over Bluetooth, one notification: 01 24, 32 bytes of squares, and two or four bytes without meaning.
inline constexpr std::array<std::uint8_t, 2> kRadioHeader{0x01, 0x24};

/// Pieces of a set with two queens of each colour: more never stand on a board.
inline constexpr int kMostPieces = 34;

/// One full reading of the board.
struct BoardReport {
  record::PieceMap pieces;
  /// Squares with a code that no source knows (13 … 15): something is there, or the sensor is broken.
  record::Occupancy unknown;
  friend bool operator==(const BoardReport&, const BoardReport&) = default;
};

/// Percent 1 … 100: a value of 0 is bogus and is no message.
struct Battery {
  std::uint8_t percent = 0;
  bool charging = false;
  friend bool operator==(const Battery&, const Battery&) = default;
};

/// "Understood": 23 01 00.
struct Done {
  friend bool operator==(const Done&, const Done&) = default;
};

using Message = std::variant<BoardReport, Battery, Done>;

/// All that this program ever asks of a board; a Chessnut Move has a question of its own for its battery. None of it moves a piece, lights a lamp, sounds or
/// touches a stored game.
enum class Request : std::uint8_t { real_time_mode, battery, battery_of_move };
std::vector<std::uint8_t> encode(Request request);

/// Where a nibble of the board report stands: 0 is h8, 1 is g8 … 63 is a1.
record::SensorSquare square_of(unsigned nibble);
/// The code of the board report: 0 … 12.
std::uint8_t code_of(std::optional<chess::Piece> piece);

/// What did not become a message.
struct Losses {
  /// Every byte that is no part of a message, but zeros, which fill up reports.
  std::uint64_t skipped_bytes = 0;
  /// Board reports that were cut: the next one begins inside.
  std::uint64_t cut = 0;
  /// Board reports that are no position: with codes that no source knows, and more pieces than a set has. And
  /// batteries out of range.
  std::uint64_t bad_contents = 0;
  /// Squares of readings, each time that one has a code that no source knows.
  std::uint64_t sensor_errors = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// Finds messages in the bytes of reports, however they arrive. The protocol has no checksum; USB has one for
/// every packet. What can be told from the bytes alone is: the header 01 3d stands among no squares, for
/// no square has the code 13 unless its sensor is broken, and so a report that was cut among them never
/// swallows the one behind it. Behind the squares a header may be the next report, or a byte without meaning:
/// what stands where the report should end tells.
class Decoder {
 public:
  void push(std::span<const std::uint8_t> bytes, std::vector<Message>& out);
  /// The same for bytes that came as one packet. A whole board report has its ends then, and waits for no
  /// other to show where it ends.
  /// Of Bluetooth's notifications: where a report was cut into several, or several came as one, they are read as well.
  void push_report(std::span<const std::uint8_t> bytes, std::vector<Message>& out);
  /// Forgets a message begun: the board was unplugged.
  void reset();

  [[nodiscard]] const Losses& losses() const { return losses_; }
  /// Bytes that may still become a message; at most kMostPending.
  [[nodiscard]] std::size_t pending() const { return window_.size() + radio_.size(); }
  /// Zeros between messages so far.
  [[nodiscard]] std::uint64_t filling() const { return filling_; }

 private:
  /// Takes the report that `rest` begins with.
  void take_report(std::span<const std::uint8_t>& rest, std::vector<Message>& out);
  /// Takes the battery that `rest` begins with, `size` bytes; nothing: it is none.
  void take_battery(std::span<const std::uint8_t>& rest, std::optional<Battery> battery, std::size_t size,
                    std::vector<Message>& out);
  /// Takes a piece of board reports over Bluetooth.
  void take_radio(std::span<const std::uint8_t> piece, std::vector<Message>& out);
  void skip(std::span<const std::uint8_t>& rest, std::size_t count);

  std::vector<std::uint8_t> window_;
  std::vector<std::uint8_t> radio_;  // a report over Bluetooth that was begun
  std::size_t first_piece_ = 0;      // so many bytes of it came first
  Losses losses_;
  std::uint64_t filling_ = 0;
};

}  // namespace jadoube::drivers::chessnut
