// A conversation with one board, whatever its protocol: bytes and the time go in; records for the scan log
// and bytes for the board come out. A session opens nothing and asks no clock, so that it can be replayed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::drivers {

/// What came of everything that a board has sent so far.
struct Tally {
  /// Sound messages or frames.
  std::uint64_t frames = 0;
  /// Full readings of the board among them, and single changes.
  std::uint64_t readings = 0;
  /// Frames that the board numbered and that never came.
  std::uint64_t lost_frames = 0;
  /// Bytes that belong to no sound frame.
  std::uint64_t skipped_bytes = 0;
  /// Frames begun that cannot be: wrong length, wrong checksum, impossible content.
  std::uint64_t bad_frames = 0;
  /// Squares of which the board said what cannot be, each time; the rest of such a reading counts.
  std::uint64_t sensor_errors = 0;
  /// USB transfers that failed, and errors of the serial line behind a bridge (channel.hpp).
  std::uint64_t transfer_errors = 0;
  std::uint64_t line_errors = 0;
  /// The board has begun anew without having been unplugged.
  std::uint64_t restarts = 0;
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// What a board says of itself; what it has not said is empty.
struct Facts {
  /// The protocol's own serial number, which is not that of the USB bridge.
  std::string serial;
  std::string firmware;
  std::optional<unsigned> battery_percent;
  friend bool operator==(const Facts&, const Facts&) = default;
};

/// The conversation with one board. Not thread-safe: one owner calls everything, in order of time.
class BoardSession {
 public:
  enum class State : std::uint8_t {
    closed,   ///< not connected
    waiting,  ///< connected; nothing sound has come yet
    alive,
    silent,  ///< connected, and nothing sound has come for `silence_limit`, or whoever asks has no answer
  };

  BoardSession() = default;
  BoardSession(const BoardSession&) = delete;
  BoardSession& operator=(const BoardSession&) = delete;
  virtual ~BoardSession() = default;

  // What happens. `now` is the recording's time; one that goes back counts as the last one.
  void connect(record::Time now);
  /// As `connect`, but nothing is sent and no silence is a loss before `connect` follows: what is heard may
  /// tell all the same what it is.
  void listen(record::Time now);
  void receive(std::span<const std::uint8_t> bytes, record::Time now);
  void disconnect(std::string_view reason, record::Time now);
  /// Whoever asks this board in its turn has had no answer for long enough; on a line that boards share.
  void fall_silent(record::Time now);
  /// It is `now`, and nothing has come. To be called at `wake_at` at the latest; earlier does no harm.
  void wake(record::Time now);
  [[nodiscard]] std::optional<record::Time> wake_at() const;

  /// Records since the last call, in order of time. The first loss of a link is a Link record, and so is the
  /// first sound message after it (or what `on_back` makes of it).
  std::vector<record::Record> take_records();
  /// Bytes to be written to the board since the last call, in order; each element is one transfer or report.
  std::vector<std::vector<std::uint8_t>> take_commands();

  [[nodiscard]] State state() const { return state_; }
  /// `listen` was called, and `connect` has not been since.
  [[nodiscard]] bool is_listening() const { return state_ != State::closed && !may_ask_; }
  [[nodiscard]] virtual record::Header::Board board() const = 0;
  [[nodiscard]] virtual Tally tally() const = 0;
  [[nodiscard]] const Facts& facts() const { return facts_; }
  /// What is worth knowing when this board is opened another time, as text; empty: nothing.
  [[nodiscard]] virtual std::string memory() const { return {}; }
  /// What `memory` gave at another time. Text that means nothing changes nothing.
  virtual void recall(std::string_view /*memory*/) {}
  /// The bytes so far show beyond doubt that this is a board of this protocol.
  [[nodiscard]] virtual bool is_recognised() const { return state_ == State::alive; }

 protected:
  virtual void on_connect(record::Time now) = 0;
  virtual void on_receive(std::span<const std::uint8_t> bytes, record::Time now) = 0;
  virtual void on_disconnect() {}
  /// The link is lost, and that has been told.
  virtual void on_lost(record::Time /*t*/) {}
  /// Something sound has come after a loss that was told. A session that can find out what was missed does so
  /// before it calls `restore`.
  virtual void on_back(record::Time now) { restore(now); }
  /// The link has been told to be restored: whatever stands must be said again.
  virtual void on_restored() = 0;
  /// `wanted_wake` has come.
  virtual void on_wake(record::Time /*now*/) {}
  [[nodiscard]] virtual std::optional<record::Time> wanted_wake() const { return std::nullopt; }
  /// A board that has been alive and says nothing sound for so long is lost; nothing: it may be silent for
  /// good, or somebody else notices (`fall_silent`).
  [[nodiscard]] virtual std::optional<record::Time> silence_limit() const = 0;

  /// Something sound has come. Before any record that it leads to.
  void heard(record::Time now);
  /// Tells that the link is restored, if its loss was told. `remark`: what became of the time between.
  void restore(record::Time now, std::string remark = {});
  /// The link holds, and what was heard does not lead to what stands: tells that it was lost, and calls
  /// `on_lost`. Until `restore`.
  void lose_track(std::string_view reason, record::Time now);
  void give(record::Record record);
  /// Moves what is there to the records. For helpers that fill a vector.
  void give_all(std::vector<record::Record>& records);
  void send(std::vector<std::uint8_t> bytes) { commands_.push_back(std::move(bytes)); }
  Facts facts_;

 private:
  void lose(std::string_view reason, record::Time t);

  State state_ = State::closed;
  bool may_ask_ = false;
  record::Time now_{};
  record::Time last_record_{};
  record::Time last_heard_{};
  bool loss_told_ = false;
  bool is_back_ = false;  // after a loss that was told
  std::vector<record::Record> records_;
  std::vector<std::vector<std::uint8_t>> commands_;
};

}  // namespace jadoube::drivers
