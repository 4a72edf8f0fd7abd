// What all games have in common: the time, what the sensors show and have shown, what the clock says, whose hands these are.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "reading/sensor_history.hpp"
#include "reading/settled_boards.hpp"
#include "tracker/hypothesis.hpp"

namespace jadoube::tracker {

/// The tracker alone changes it; whoever proposes a game looks at it.
struct Scene {
  Scene(Time t, const SensedBoard& sensed, Time period)
      : scan_period{period},
        scan_weights{ScanWeights::for_period(period), ScanWeights::for_period(period)},
        now{t},
        last_change{t},
        sensors{t, sensed},
        boards{t} {}

  Time scan_period;
  std::array<ScanWeights, 2> scan_weights;      // of each side's hand
  std::array<model::NoPress, 2> no_press_of{};  // by either side
  Time now;
  std::uint64_t moment = 1;
  std::uint64_t changed_at = 1;  // the latest moment at which not only time had passed
  std::uint64_t scanned_at = 1;  // … and at which the board had changed
  Time last_change;
  reading::SensorHistory sensors;
  reading::SettledBoards boards;
  bool order_known = false;          // whether a press comes first, or the scan of what was pressed for
  Time settling = model::kSettling;  // what is seen complete within this after a press was complete at it
  bool clock_seen = false;
  std::optional<Side> running;
  std::array<std::optional<Time>, 2> time_left{};
  Time last_press{};
  std::array<Time, 2> last_press_of{};
  Bitboard touched_while_stopped = 0;  // of the sensor board, since the last press

  /// Sensed contents as a game that lies that way round sees them.
  [[nodiscard]] const SensedBoard& sensed(Orientation orientation) const {
    return sensors.board(orientation);
  }
  /// Squares of the sensor board as such a game sees them.
  [[nodiscard]] static Bitboard upright(Bitboard squares, Orientation orientation) {
    return orientation == Orientation::straight ? squares : reading::half_turn(squares);
  }
  /// What has settled since then, and what is there now.
  [[nodiscard]] std::vector<reading::SettledBoard> boards_since(Time t, Orientation orientation) const {
    return boards.after(t, now, sensed(Orientation::straight).occupied, orientation);
  }
  /// Squares whose sensors tell the hypothesis nothing now. A square that flickers loses its piece from
  /// sight; it does not invent one.
  [[nodiscard]] Bitboard unseen(const Hypothesis& h) const {
    return h.sensors.fault & ~(h.sensors.flickers & sensed(h.orientation).occupied);
  }
  /// Squares on which the sensed board deviates from the hypothesis, untrusted ones left out.
  [[nodiscard]] Bitboard deviation(const Hypothesis& h) const {
    return sensed(h.orientation).differs_from(h.step->board()) & ~unseen(h);
  }
  /// Pieces on flickering squares that are out of sight now: perhaps they have left.
  [[nodiscard]] Bitboard dark(const Hypothesis& h) const {
    return h.sensors.flickers & h.occupied() & ~sensed(h.orientation).occupied;
  }
  /// Squares that used to flicker and have been empty for too long for that: the piece may be gone.
  [[nodiscard]] Bitboard gone_dark(const Hypothesis& h) const;
  /// No square has changed for so long but those that flicker.
  [[nodiscard]] bool rests_for(Time rest, const Hypothesis& h) const {
    return now - last_change >= rest ||
           (h.sensors.flickers != 0 &&
            (sensors.changed_after(now - rest, h.orientation) & ~h.sensors.flickers) == 0);
  }
  /// Tells of a move which squares are occupied and would not be if it were complete, or the other way round;
  /// untrusted ones left out.
  [[nodiscard]] auto off_squares(const Hypothesis& h) const {
    return [seen = ~unseen(h), differs = h.occupied() ^ sensed(h.orientation).occupied](const Successor& s) {
      return (s.changed() ^ differs) & seen;
    };
  }
  /// Tells of a move whether the board is as it leaves it.
  [[nodiscard]] auto is_sensed(const Hypothesis& h) const {
    return [off = off_squares(h)](const Successor& s) { return off(s) == 0; };
  }

  /// The last ply promotes, and its square is empty.
  [[nodiscard]] bool has_promoted_to_nothing(const Hypothesis& h) const {
    return h.step->kind == StepKind::legal && h.step->move.is_promotion() &&
           chess::contains(deviation(h) & ~sensed(h.orientation).occupied, h.step->move.to());
  }

  [[nodiscard]] const ScanWeights& scan_of(Side side) const { return scan_weights[chess::index(side)]; }
  /// `side` has time enough on its clock to do one thing after the other.
  [[nodiscard]] bool is_unhurried(Side side) const {
    const auto left = time_left[chess::index(side)];
    return left && *left >= model::kTimeToWait;
  }
  /// What it costs that `side` begins its reply before the move is complete.
  [[nodiscard]] LogWeight overlap(Side side) const {
    return is_unhurried(side) ? model::kOverlapUnhurried : model::kOverlap;
  }
  /// What it costs that `side` has replied to a move that is not pressed.
  [[nodiscard]] LogWeight no_press(Side side) const {
    return no_press_of[chess::index(side)].where(is_unhurried(side));
  }
  /// What a press that has not come yet, or came late, says against it.
  [[nodiscard]] model::MillinatsPerSecond overdue_rate(Side side) const {
    return is_unhurried(side) ? model::kOverdueUnhurried : model::kOverduePerSecond;
  }
};

}  // namespace jadoube::tracker
