// Scans and what the clock says, brought into one order where one of them comes later than the other.
#pragma once

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "record/scan.hpp"

namespace jadoube::clocks {

/// Time is that of the board: scans keep theirs, and what the clock says is dated by the delay between them. What
/// could still be overtaken is held back.
class CommonTime {
 public:
  void hold(const record::Record& record) { (is_of_clock(record) ? clock_ : board_).push_back(record); }
  [[nodiscard]] bool holds_nothing() const { return clock_.empty() && board_.empty(); }
  /// The last of the scans that are held back.
  [[nodiscard]] const record::Scan* last_scan() const {
    return board_.empty() ? nullptr : std::get_if<record::Scan>(&board_.back());
  }

  /// When the next one is due, in the board's time, if scans come by `delay` later than presses.
  [[nodiscard]] std::optional<record::Time> next(record::Time delay) const {
    if (holds_nothing()) return std::nullopt;
    return clock_is_next(delay) ? time_of(clock_.front()) + delay : time_of(board_.front());
  }
  /// That one, as it came. Something is held.
  record::Record take(record::Time delay) {
    auto& from = clock_is_next(delay) ? clock_ : board_;
    record::Record record = std::move(from.front());
    from.erase(from.begin());
    return record;
  }

  [[nodiscard]] static bool is_of_clock(const record::Record& record) {
    return std::holds_alternative<record::ClockReading>(record) ||
           std::holds_alternative<record::Press>(record);
  }

 private:
  [[nodiscard]] bool clock_is_next(record::Time delay) const {
    if (clock_.empty() || board_.empty()) return board_.empty();
    return time_of(clock_.front()) + delay < time_of(board_.front());
  }

  // At most a second's records: a queue of its own would take a kilobyte of every board that needs none.
  std::vector<record::Record> board_;
  std::vector<record::Record> clock_;
};

}  // namespace jadoube::clocks
