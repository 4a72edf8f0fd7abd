// The firmware of a DGT board with its clock: modes, pacing of the serial line, scan rate and event log as in
// DGT's header file and public captures.
#pragma once

#include <array>
#include <deque>
#include <string>

#include "devices/firmware.hpp"
#include "drivers/dgt/bus_codec.hpp"
#include "drivers/dgt/codec.hpp"

namespace jadoube::devices {

class DgtFirmware final : public Firmware {
 public:
  struct Options {
    unsigned serial = 1025;  // 0 … 16383
    unsigned major = 1, minor = 8;
    Time scan_period = std::chrono::milliseconds{200};
    /// White's time is on the clock's left; otherwise White sits where the board calls rank 8.
    bool white_is_left = true;
    bool has_clock = true;
    /// It answers when it is asked for its event log.
    bool has_event_log = true;
    unsigned baud = 9600;
    /// It tells its hardware version and a long serial number, as newer boards do.
    bool is_new = false;
    /// It runs on one, and tells how much is left in it.
    bool has_battery = false;
    /// Reports changes unasked, as if other software had told it to and it had kept its power since.
    bool was_left_reporting = false;
  };
  explicit DgtFirmware(const Options& options);

  void power_up(Time now) override;
  void see(const Record& record) override;
  void hear(std::span<const std::uint8_t> bytes, Time now) override;
  std::vector<Bytes> advance(Time now) override;
  [[nodiscard]] std::optional<Time> next() const override;
  /// What it answers in bus mode to a command for it; nothing: it does not know it.
  std::optional<Bytes> answer_on_bus(drivers::dgt::BusCommand command, Time now);
  [[nodiscard]] std::uint16_t address() const { return static_cast<std::uint16_t>(options_.serial); }
  /// Commands heard that this board must never be sent, and how often.
  [[nodiscard]] unsigned forbidden() const { return forbidden_; }

 private:
  enum class Mode : std::uint8_t { bus, idle, board, clock, clock_changes };
  using Board = std::array<std::uint8_t, 64>;

  /// A command in single-board mode, or what it is taken for.
  void take(std::uint8_t command, Time now);
  /// False: it is not one of the commands for that.
  bool enter_mode(std::uint8_t command);
  void answer(std::uint8_t command, Time now);
  void scan(Time now);
  void tick(Time now);
  void send(std::uint8_t id, const Bytes& data, Time now);
  [[nodiscard]] Bytes clock_bytes() const;
  void log(const Bytes& event);
  /// All pieces that are seen, and what they form.
  void log_board();
  void log_formation();
  void log_stopped_side();
  [[nodiscard]] Bytes log_dump() const;

  Options options_;
  Mode mode_ = Mode::bus;
  Board real_{};  // what stands on the fields
  Board seen_{};  // at the last scan
  std::optional<record::ClockReading> clock_;
  bool left_up_ = true;
  Bytes clock_sent_;
  Time next_scan_{};
  Time next_tick_{};
  struct Byte {
    Time due{};
    std::uint8_t value = 0;
  };
  std::deque<Byte> line_;
  Time line_free_{};
  unsigned skip_ = 0;           // bytes of a command that are not commands
  bool skip_length_ = false;    // the next byte says how many
  std::vector<Bytes> pending_;  // sent and not yet asked for
  std::deque<std::uint8_t> log_;
  std::optional<Time> last_change_;      // in the log
  std::optional<Board> last_formation_;  // that the log has a tag for, until it is left
  Bytes changes_;                        // since a bus asked for them
  Bytes last_changes_;                   // that it was told
  unsigned forbidden_ = 0;
};

}  // namespace jadoube::devices
