// The guided first minutes at a real board: records and time go in; which step it is at, and in the end what was measured,
// come out. Opens nothing and asks no clock.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "record/scan.hpp"
#include "record/senses.hpp"
#include "tryout/steps.hpp"

namespace jadoube::tryout {

using record::Time;

enum class Outcome : std::uint8_t {
  done,
  skipped,
  too_long,
  impossible,  ///< the board has no clock
  not_reached,
};

/// A square whose sensor says something else than before.
struct Edge {
  Time t{};
  unsigned square = 0;  // of the sensor board
  bool occupied = false;
};

/// What the board said during one step.
struct StepTrace {
  const Step* step = nullptr;
  Outcome outcome = Outcome::not_reached;
  Time begin{};
  Time end{};
  std::uint64_t occupied_before = 0;
  std::vector<Edge> edges;
  std::vector<record::Press> presses;
  /// For unplugging: from when to when the board was gone.
  std::optional<Time> gone;
  std::optional<Time> back;
};

class Course {
 public:
  struct Board {
    record::Senses senses = record::Senses::presence;
    record::ClockSense clock = record::ClockSense::none;
  };
  explicit Course(Board board, Time now = {});

  void on(const record::Record& record);
  /// It is `now`, and nothing more has come.
  void advance_to(Time now);
  /// The person goes on without this step.
  void skip(Time now);
  /// It ends here: what there is counts.
  void end(Time now);

  /// Null: it is over.
  [[nodiscard]] const Step* current() const;
  /// From 1.
  [[nodiscard]] std::size_t number() const { return at_ + 1; }
  /// How far the step at present has come: "12 of 32", "still to change: e1, h1"; empty: nothing to count.
  [[nodiscard]] words::Text progress() const;
  /// Those that have ended, in their order, and those not reached, once it is over.
  [[nodiscard]] const std::vector<StepTrace>& traces() const { return traces_; }

  /// White sits where the sensor board has its own eighth rank; nothing: nobody knows.
  [[nodiscard]] std::optional<bool> turned() const { return turned_; }
  [[nodiscard]] const Board& board() const { return board_; }
  /// Squares that have said both occupied and empty.
  [[nodiscard]] std::uint64_t alive() const { return seen_occupied_ & seen_empty_; }

 private:
  void begin(Time now);
  void finish(Outcome outcome, Time now);
  void see(const record::Scan& scan);
  void see(const record::ClockReading& clock);
  void press(Time t, chess::Side side);
  [[nodiscard]] bool is_reached() const;
  [[nodiscard]] bool fits(std::string_view placement, bool turned) const;
  [[nodiscard]] std::uint64_t mask_of(std::string_view square) const;
  [[nodiscard]] unsigned presses_of(chess::Side side) const;
  [[nodiscard]] std::uint64_t astray() const;
  [[nodiscard]] words::Text squares_to_see_to(words::Text count) const;

  Board board_;
  std::size_t at_ = 0;
  StepTrace trace_;
  std::vector<StepTrace> traces_;
  std::uint64_t occupied_ = 0;
  bool has_scan_ = false;
  Time last_change_{};
  std::uint64_t lifted_ = 0;   // and put back, in this step
  std::uint64_t visited_ = 0;  // that were empty when it began
  std::uint64_t seen_occupied_ = 0;
  std::uint64_t seen_empty_ = 0;
  std::optional<chess::Side> running_;
  std::optional<bool> turned_;
};

/// "a1, c4": squares of the sensor board, as the players name them.
words::Text squares_in_words(std::uint64_t sensed, bool turned);

}  // namespace jadoube::tryout
