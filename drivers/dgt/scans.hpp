// Messages of one DGT board → records of the scan log. Keeps what the board last said, tells which way round
// it lies, and gives the clock's left and right their colours.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "drivers/dgt/codec.hpp"
#include "record/scan.hpp"

namespace jadoube::drivers::dgt {

/// Where the board's connector is for the player of the white pieces. The clock's left is this board's left:
/// with the connector on White's left, White owns the clock's left side.
enum class Connector : std::uint8_t { left_of_white, right_of_white };

struct Seating {
  Connector connector = Connector::left_of_white;
  /// A start position (or one of Chess960) was seen. Otherwise it is what the placement of the pieces
  /// suggests.
  bool certain = false;
  friend bool operator==(const Seating&, const Seating&) = default;
};

/// False for what a board sends without a clock, and for the all-zero times without a flag that some boards
/// send after a clock command.
bool carries_times(const ClockTimes& times);

/// Messages that were understood and yet gave no record, or a record that somebody should look at.
struct Oddities {
  /// Field updates before the first dump: a change of a board nobody has seen.
  std::uint64_t updates_before_dump = 0;
  /// Later dumps that differ from what the updates had led to: something was lost between.
  std::uint64_t dumps_that_corrected = 0;
  /// Field updates with bits of unknown meaning.
  std::uint64_t unknown_bits = 0;
  /// A result piece was put on the board. It is no piece: the field counts as empty.
  std::uint64_t result_pieces = 0;
  /// Readings that carry no times.
  std::uint64_t empty_readings = 0;
  /// Readings that rose by more than an hour while the clock ran; such a one counts only if the next one
  /// confirms it.
  std::uint64_t clock_jumps = 0;
  /// Readings in which the time fell on the side whose lever end is down. The lever is believed.
  std::uint64_t lever_contradictions = 0;
  friend bool operator==(const Oddities&, const Oddities&) = default;
};

/// Follows one board. Every change of the board gives a scan of all 64 squares with identities, in the
/// frame of the sensor board; every change of the clock gives a reading. Records come out in the order of the
/// messages.
///
/// The scan log names clock sides by colour, the clock only knows left and right. So a reading has to wait
/// until the first dump; of those that wait only the last is kept, and it is given the time of that dump. If
/// that dump is no start position, the seating is the one that puts either colour nearer to its own edge (in
/// doubt: connector on White's left) and stays so until a start position is seen.
class Scans {
 public:
  /// `now` must not decrease. Appends to `out`; a message that changes nothing appends nothing.
  void take(const Message& message, record::Time now, std::vector<record::Record>& out);

  /// The link was lost: whatever the board and the clock say next is said, changed or not. How the board lies
  /// is still known.
  void begin_anew();

  /// Nothing before the first dump.
  [[nodiscard]] std::optional<Seating> seating() const { return seating_; }
  [[nodiscard]] const Oddities& oddities() const { return oddities_; }

 private:
  using Board = std::array<Code, 64>;

  void take_board(const Board& board, record::Time now, std::vector<record::Record>& out);
  void take_clock(const ClockTimes& times, record::Time now, std::vector<record::Record>& out);
  bool is_plausible(const ClockTimes& times);
  [[nodiscard]] record::ClockReading reading_of(const ClockTimes& times, record::Time now) const;
  void find_seating();

  std::optional<Board> board_;
  std::optional<Seating> seating_;
  std::optional<ClockTimes> clock_;    // the last believed
  std::optional<ClockTimes> jumped_;   // the last disbelieved, waiting for a second witness
  std::optional<ClockTimes> waiting_;  // for the first dump
  std::optional<record::ClockReading> last_reading_;
  Oddities oddities_;
};

}  // namespace jadoube::drivers::dgt
