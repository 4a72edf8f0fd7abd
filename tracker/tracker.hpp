// Follows a game by carrying all explanations of the evidence at once (docs/model.md section 1).
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "tracker/games.hpp"
#include "tracker/recovery.hpp"
#include "tracker/rereading.hpp"

namespace jadoube::tracker {

/// Pure: the same calls lead to the same explanations. Times never go back. After each call there is at least
/// one explanation, and the likeliest comes first; references to explanations are good until the next call.
class Tracker {
 public:
  struct Settings {
    chess::Position start;
    /// Plies on the record before `start`, and the key of the step that made the last of them.
    unsigned ply = 0;
    std::uint64_t key = 0;
    /// Which way round the players sit, if it is known.
    std::optional<Orientation> orientation;
    /// Which sensors are not believed, as a game of that orientation sees them.
    Sensors sensors;
    /// What does not stand as in `start` was set up so, and that has been told.
    bool set_up_wrong = false;
    Time scan_period = model::kDefaultScanPeriod;
    /// What the clock adds with each press; nothing, or not known: zero.
    model::ClockTime increment{};
    /// To be looked at in searches, but for those that changes and presses add.
    std::uint64_t positions = model::kPositionsAtFirst;
  };

  explicit Tracker(const Settings& settings, Time t, const SensedBoard& sensed);
  Tracker(const Tracker&) = delete;
  Tracker& operator=(const Tracker&) = delete;

  // --- What happens

  /// The board changed. `sensed` is in the sensor's orientation.
  void scan(Time t, const SensedBoard& sensed);
  /// While the clock is stopped nothing is concluded of what is done on the board; but what was put right is told by it.
  void touched_while_stopped(Bitboard squares) { scene_.touched_while_stopped |= squares; }
  /// `side` pressed and the clock switched.
  void press(Time t, Side side);
  /// Play goes on, after the board was away, with the pieces as they have been set up: `sensed`. What does not stand
  /// where the game has it is nobody's move.
  /// Nor is what was done since `since`.
  void restart(Time t, const SensedBoard& sensed, Time since);
  /// The link to the board is gone, or back. In between nothing is concluded; afterwards, when the board has
  /// come to rest, all games that fit what may have been played are taken up.
  void link_lost(Time t);
  void link_restored(Time t);
  /// A person has seen what stands on a square of the sensor board; nothing: it is empty. Games in which
  /// something else stands there go to the end of the line, if there is one that agrees.
  void witness(record::SensorSquare sensor, std::optional<chess::Piece> piece);
  /// A person says that this position stands: games that are there, by the board as well, are gone on with. False: there is none.
  bool agree(const chess::Position& position);
  /// An engine's opinion of explanations of a ply.
  void advise(Time t, const record::Advice& advice);
  /// Time has passed with no change; call at `next_deadline`. False: nothing follows from that.
  bool timer(Time t);
  [[nodiscard]] std::optional<Time> next_deadline() const {
    if (is_searching()) return scene_.now;
    if (next_tick_ == model::kTicks.size()) return second_look_;
    const Time tick = scene_.last_change + model::kTicks[next_tick_];
    return second_look_ ? std::min(tick, *second_look_) : tick;
  }

  // --- What is known beside that

  /// Whose clock runs: there is a clock, and it tells whose turn it is where plies were missed.
  void set_running(std::optional<Side> side) {
    scene_.running = side;
    recovery_.hear_clock();
    scene_.clock_seen |= side.has_value();
  }
  /// What both clocks showed together last, while they run: how many presses nobody heard is told by the increments.
  void set_shown(std::optional<model::ShownTime> shown) { recovery_.set_shown(shown); }
  /// Whether it has been learnt which comes first, a press or the scan of what was pressed for.
  void set_order_known(bool known) { scene_.order_known = known; }
  /// Of so many steps all explanations together are made: kRoom if nobody says.
  void set_room(model::Steps steps) { games_.set_room(steps); }
  /// What the clock of White and that of Black showed last: hands are quicker where there is little time.
  void set_time_left(std::array<std::optional<Time>, 2> left) { scene_.time_left = left; }
  /// How the hand of `side` takes pieces, as far as it is known.
  void set_habit(Side side, const model::CaptureHabit& habit) {
    scene_.scan_weights[chess::index(side)] =
        habit.applied_to(ScanWeights::for_period(scene_.scan_period), scene_.scan_period);
  }

  /// How reliably `side` presses, as far as it is known.
  void set_habit(Side side, const model::PressingHabit& habit) {
    scene_.no_press_of[chess::index(side)] = habit.applied();
  }

  // --- The games

  /// What still explains the evidence, best first; never empty.
  [[nodiscard]] const std::vector<std::unique_ptr<Hypothesis>>& live() const { return games_.live(); }
  [[nodiscard]] const Hypothesis& best() const { return games_.best(); }
  /// Another number whenever live() may say something else: which explanations there are, what they notice, or
  /// how much likelier one is than another.
  [[nodiscard]] std::uint64_t posterior() const { return games_.posterior(); }
  /// The step up to which all agree; nothing before it will change any more.
  [[nodiscard]] const StepPtr& settled() const { return games_.settled(); }
  /// The step up to which all agree that are worth more than `share` beside the best; not before settled().
  [[nodiscard]] const Step* agreed(LogWeight share) const { return games_.agreed(share); }
  /// Lets go of what came before the last settled ply and the step before it. Call when what was settled has
  /// been told. False: there was nothing.
  bool forget_settled() { return games_.forget_settled(); }
  /// Whose move it was at `since`, in the likeliest game.
  [[nodiscard]] Side turn_at(Time since) const;
  /// Which way round the players sit, if nothing that says otherwise is worth that much: a thousandth.
  [[nodiscard]] std::optional<Orientation> orientation(LogWeight others = model::kOrientationKnown) const {
    return games_.orientation(others);
  }
  /// As long as it is not known which comes first, a press or the scan of what was pressed for: read from the other side the
  /// game is lawful, and presses that come out of order are all that speaks against that.
  [[nodiscard]] bool may_be_lawful_from_other_side() const;
  /// The piece that stands on `square` after `step` and another one of its side may stand on each other's squares since they
  /// were set up: neither has moved as the other cannot, and no sensor of that orientation tells them apart.
  [[nodiscard]] bool may_be_exchanged(const Step& step, Square square, Orientation orientation) const;

  // --- What is lost, and read again

  /// A long search is being done in parts: one more with each call of timer(), at once.
  [[nodiscard]] bool is_searching() const { return recovery_.is_searching() || rereader_.is_under_way(); }
  /// How many positions searches may still look at.
  [[nodiscard]] std::uint64_t positions_left() const { return recovery_.positions_left(); }
  /// Plies may have been played unseen, and no game that fits has been found yet: live() is what there was
  /// before.
  [[nodiscard]] bool is_lost() const { return recovery_.is_lost(); }
  /// Since when the game is not known, or not past doubt: plies were played unseen that are open, or nothing fits.
  [[nodiscard]] std::optional<Time> in_doubt_since() const { return recovery_.in_doubt_since(); }
  /// How much of what fits agrees on the position with which it went on after the gap, in thousandths.
  [[nodiscard]] std::uint64_t found_again() const { return recovery_.found_again(); }
  /// Since then what fits has been searched for once at least.
  [[nodiscard]] bool has_searched() const { return recovery_.has_searched(); }
  /// The likeliest game there was before anything was unseen.
  [[nodiscard]] const Hypothesis& last_sure() const { return recovery_.last_sure(); }
  /// What lawful games that fit all boards, and have been read from that ply, or one before it, are worth together beside the
  /// likeliest game.
  [[nodiscard]] LogWeight lawful_beside(unsigned ply) const { return rereader_.lawful_beside(ply); }
  /// From which ply on the game has been read again, and another one than before; once for each time.
  std::optional<unsigned> take_misread_from() { return rereader_.take_misread_from(); }

  // --- What the sensors and the clock have shown

  /// Sensed contents as the hypothesis sees them.
  [[nodiscard]] const SensedBoard& sensed(Orientation orientation) const {
    return scene_.sensed(orientation);
  }
  /// Which squares were occupied at `t`, in the game's orientation; if that is too long ago, as long ago as
  /// is known.
  [[nodiscard]] Bitboard occupied_at(Time t, Orientation orientation) const {
    return scene_.sensors.occupied_at(t, orientation);
  }
  /// Squares whose sensors tell the hypothesis nothing now.
  [[nodiscard]] Bitboard unseen(const Hypothesis& h) const { return scene_.unseen(h); }
  /// Squares on which the sensed board deviates from the hypothesis, untrusted ones left out.
  [[nodiscard]] Bitboard deviation(const Hypothesis& h) const { return scene_.deviation(h); }
  [[nodiscard]] Time last_change() const { return scene_.last_change; }
  [[nodiscard]] Time last_press() const { return scene_.last_press; }
  [[nodiscard]] Time last_press_of(Side side) const { return scene_.last_press_of[chess::index(side)]; }
  /// What is seen within this after a press may have been done before it.
  [[nodiscard]] Time settling() const { return scene_.settling; }
  [[nodiscard]] Time scan_period() const { return scene_.scan_period; }

 private:
  /// What the sensors, the clock or the time say has changed: what was computed before is out of date.
  void next_moment(Time t);
  /// The same, and the board has.
  void next_board(Time t, const SensedBoard& sensed);
  /// Pieces touched while the clock stood, and not moved, cost the games by which nothing was put right.
  void charge_stopped(Bitboard squares);
  /// Each game takes notice of the change of the board.
  void touch(Hypothesis& h, const SensedBoard& before);
  /// What it costs that sensors change which were thought to be stuck.
  [[nodiscard]] LogWeight weight_of_moved(const Hypothesis& h, Bitboard stuck) const;
  /// Variations of several plies are looked for where nothing fits.
  void look_for_variations();
  void look_for_irregular_acts();

  Scene scene_;
  Games games_;
  std::uint64_t positions_left_;  // to be looked at in searches
  Recovery recovery_;
  Rereader rereader_;
  std::size_t next_tick_ = 0;
  std::optional<Time> second_look_;  // some time after a press: what was wrong, or waited, may be so still
};

}  // namespace jadoube::tracker
