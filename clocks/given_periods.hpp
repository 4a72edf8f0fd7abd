// Of which period of the time control the time is that a clock shows. The time of the next one comes with the press that
// completes the last move of a period, or when the clock has come to 0:00; by hand it is added, too, and taken off.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "chess/square.hpp"
#include "clocks/time_control.hpp"
#include "record/scan.hpp"

namespace jadoube::clocks {

[[nodiscard]] inline record::ClockTime time_of(const record::ClockReading& reading, chess::Side side) {
  return side == chess::Side::white ? reading.white : reading.black;
}

class GivenPeriods {
 public:
  /// No control is known, and of no reading anything follows.
  GivenPeriods() = default;
  /// `completed`: moves by side, before the clock was heard of.
  GivenPeriods(std::optional<TimeControl> control, const std::array<unsigned, 2>& completed);

  /// What a reading tells of a side beside the running of its clock.
  struct Told {
    record::ClockTime added{};  // time of a period that has come; below zero: that was taken off by hand
    bool at_zero = false;       // it came because the clock had run down to 0:00
    bool is_set = false;        // it went up though nobody pressed
    unsigned moves = 0;         // of the period that the time was of before: as moves_to_make()
  };
  std::array<Told, 2> on(const record::ClockReading& reading);
  /// Of a reading in which the clock only runs on.
  void goes_on(const record::ClockReading& reading) { last_ = reading; }
  /// Until the next reading nobody has seen what the clock did.
  void miss() { missed_ = true; }
  /// 0:00 came with so many moves made, which is no loss: from now on it is the next period's time, also if somebody has yet
  /// to give it.
  void pass(chess::Side side, unsigned moves);
  /// The clock stands the other way round.
  void turn();

  /// How many moves have to be completed before the side's clock shows 0:00; 0: that does not matter, it is the last period,
  /// or nobody knows which.
  [[nodiscard]] unsigned moves_to_make(chess::Side side) const;
  [[nodiscard]] bool is_control_known() const { return control_.has_value(); }
  /// What the side has been given so far, increments left out.
  [[nodiscard]] record::ClockTime given(chess::Side side) const;
  /// Of the period whose time the side's clock shows; none where no control is known.
  [[nodiscard]] record::ClockTime increment(chess::Side side) const {
    return control_ ? control_->periods[index(side)].increment : record::ClockTime{};
  }
  [[nodiscard]] std::size_t index(chess::Side side) const { return given_[chess::index(side)].index; }

 private:
  struct Given {
    std::size_t index = 0;  // the last period whose time has come
    bool is_owed = false;   // but for the time itself, which nobody has seen
    bool is_sure = true;
  };

  /// Not of the first: nothing comes before it.
  [[nodiscard]] bool is_of_period(record::ClockTime change, std::size_t index) const;
  void look_at_side(chess::Side side, const record::ClockReading& reading, Told& told);
  void look_after_gap(chess::Side side, const record::ClockReading& reading, Told& told);

  std::optional<TimeControl> control_;
  bool matters_ = false;  // it has moves to be made, or more periods than one
  std::array<Given, 2> given_{};
  std::optional<record::ClockReading> last_;
  bool has_run_ = false;  // before that it is being set
  bool missed_ = false;
};

}  // namespace jadoube::clocks
