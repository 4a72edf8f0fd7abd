// What the chess clock shows → presses, stops, flags, and readings that no clock in order would show.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chess/square.hpp"
#include "clocks/given_increments.hpp"
#include "clocks/given_periods.hpp"
#include "model/credited_presses.hpp"
#include "record/scan.hpp"
#include "words/text.hpp"

namespace jadoube::clocks {

/// One thing that a reading means.
struct ClockEvent {
  enum class What : std::uint8_t { started, stopped, resumed, pressed, flag, fault };
  What what{};
  chess::Side side = chess::Side::white;  // who pressed, whose flag
  words::Text text;                       // of a fault
  /// Of a flag: with so many moves completed a period is passed, and nobody out of time; 0: none help.
  unsigned moves = 0;
  /// Of a press of which no reading told when it was made: so long before this one.
  record::Time ago{0};
};

class ClockWatch {
 public:
  ClockWatch() = default;
  explicit ClockWatch(GivenPeriods periods) : periods_{std::move(periods)} {}

  /// Readings tell presses: a change of the running side from one to the other is the first one's press.
  std::vector<ClockEvent> on(const record::ClockReading& reading);
  /// Nearly every reading: the clock that ran runs, nothing else has changed, and nothing follows. Then it is
  /// noted; otherwise nothing is.
  bool goes_on(const record::ClockReading& reading);
  /// A button, on boards that report buttons and no times. Slapping the button whose clock does not run is
  /// nothing (S10, docs/rules.md 13): only a press that changes the side counts. The first press of all
  /// starts the clock of `to_move`, or completes the first move if it is `to_move` who pressed.
  std::vector<ClockEvent> on(const record::Press& press, chess::Side to_move);
  /// When the running side will be out of time by its last reading, though the clock shows no flag for it:
  /// readings are cut off to whole seconds, so 0:00 is not the end yet.
  [[nodiscard]] std::optional<record::Time> flag_due() const;
  /// It is `now`, and nothing has been read since.
  std::vector<ClockEvent> at(record::Time now);
  /// It stands the other way round than was thought: what it has shown is the other side's.
  void turn();
  /// An arbiter set or stopped the clock by hand: the next reading may be anything.
  void forget_reading() {
    last_.reset();
    increments_.lose_thread();
  }
  /// Nobody could read it for a while.
  void miss_readings() {
    forget_reading();
    periods_.miss();
  }
  /// 0:00 has come with so many moves made, and the next period has begun.
  void pass(chess::Side side, unsigned moves) { periods_.pass(side, moves); }

  [[nodiscard]] bool runs() const { return running_.has_value(); }
  [[nodiscard]] std::optional<chess::Side> running() const { return running_; }
  [[nodiscard]] bool has_times() const { return has_times_; }
  /// What both showed together when they were last read, if they run.
  [[nodiscard]] std::optional<model::ShownTime> shown() const {
    if (!last_ || !last_->running) return std::nullopt;
    return model::ShownTime{last_->t, last_->white + last_->black};
  }
  /// What a side's clock showed when it was last read; nothing if no time is known.
  [[nodiscard]] std::optional<record::Time> time_left(chess::Side side) const {
    if (!last_) return std::nullopt;
    return side == chess::Side::white ? last_->white : last_->black;
  }

 private:
  /// Of a reading that does not tell of two presses.
  [[nodiscard]] std::optional<words::Text> fault_in(const record::ClockReading& reading) const;
  /// Both sides have pressed since the last reading, which only the increments show.
  [[nodiscard]] bool pressed_twice(const record::ClockReading& reading) const;
  /// The clock that ran has run on, and the other stands, but for the increment of the last press, which may come later.
  [[nodiscard]] bool is_of_one_turn(const record::ClockReading& reading) const;
  /// Both have pressed, and the reading of the first press is missing. How long ago that was, by what both have spent; nothing if the
  /// times are not those of two presses.
  [[nodiscard]] std::optional<record::Time> missed_press(const record::ClockReading& reading) const;
  /// No mark of a flag has come or gone.
  [[nodiscard]] bool flags_stay(const record::ClockReading& reading) const;
  /// Flags that this reading shows, and zeros that begin and end with it.
  void look_at_zero(chess::Side side, const record::ClockReading& reading, const GivenPeriods::Told& told,
                    std::vector<ClockEvent>& events);

  /// What a press of the side adds: by the time control, or by its last press where that is not known.
  [[nodiscard]] record::ClockTime increment(chess::Side side) const {
    return gained_[index(side)].value_or(periods_.increment(side));
  }
  /// The side that ran has pressed, and this was read next.
  void learn_increment(const record::ClockReading& reading);
  /// Whose clock runs now, and who has pressed. `twice`: both have, the first so long ago.
  void tell_turn(const record::ClockReading& reading, std::optional<record::Time> twice,
                 std::vector<ClockEvent>& events);
  /// Turns that begin and end with these events; a fault is told with them. `has_added`: time of a period.
  void look_at_increments(const record::ClockReading& reading, bool has_added,
                          std::vector<ClockEvent>& events);

  GivenPeriods periods_;
  GivenIncrements increments_;
  bool has_times_ = false;
  bool started_ = false;
  std::optional<chess::Side> running_;
  std::array<bool, 2> fallen_{};
  std::array<bool, 2> marked_{};  // the clock shows a flag, which some do for the rest of the game
  std::array<std::optional<record::Time>, 2> zero_since_{};
  std::array<std::optional<record::ClockTime>, 2>
      gained_{};                              // with the last press; kept where no time control is known
  std::optional<record::ClockReading> last_;  // the last one in which a time changed
};

}  // namespace jadoube::clocks
