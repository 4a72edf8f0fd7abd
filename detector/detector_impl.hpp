// Inside of the detector. Records and time are in detector.cpp, scans in detector_board.cpp, the clock in
// detector_clock.cpp, the end of a game in detector_end.cpp, what a person enters in detector_arbiter.cpp.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clocks/clock_watch.hpp"
#include "clocks/common_time.hpp"
#include "detector/board_reading.hpp"
#include "detector/detector.hpp"
#include "detector/finding_book.hpp"
#include "detector/findings/clock_not_pressed.hpp"
#include "detector/findings/setup.hpp"
#include "detector/names.hpp"
#include "detector/phases.hpp"
#include "detector/ply_publisher.hpp"
#include "model/clock_channel.hpp"

namespace jadoube::detector {

/// A scan of a board that senses presence alone.
struct KeptScan {
  Time t{};
  record::Occupancy occupied;
};
/// What is kept of an opening, to be read again.
using KeptRecord =
    std::variant<KeptScan, record::ClockReading, record::Press, std::unique_ptr<record::Record>>;

class Detector::Impl {
 public:
  Impl(const record::Header& header, Say say, Rules rules);

  void on(const record::Record& record) {
    if (!changes_nothing(record)) take_in(record);
  }
  void advance_to(Time t) {
    while (!advance_a_part(t)) {
    }
  }
  bool advance_a_part(Time t);
  void finish();

  [[nodiscard]] std::vector<OpenPly> open_plies() const;
  [[nodiscard]] Seen seen() const;
  [[nodiscard]] std::size_t explanations() const { return tracker_ ? tracker_->live().size() : 0; }

 private:
  using FindingId = std::uint64_t;

  /// Scans, and those of them in which something changed.
  struct ScanCount {
    std::uint64_t all = 0;
    std::uint64_t changed = 0;
  };
  /// What the kings say that were put in the centre, and when it is taken for said.
  struct PendingSignal {
    findings::ResultSignal shown;
    Bitboard stood = 0;     // the kings, before
    Bitboard occupied = 0;  // with them in the centre
    unsigned ply = 0;       // the last before that
    Time due{};
  };
  struct FlagWatch {
    std::optional<Side> last;          // whose fell last
    std::optional<FindingId> finding;  // the last one
    Time told_at{};
    /// 0:00 at the end of a period that has so many moves, while that side's clock runs on.
    struct AtControl {
      Side side;
      unsigned moves;
      std::optional<FindingId> finding = {};
    };
    std::optional<AtControl> at_control;
  };
  struct PairingWatch {
    record::PairingEntries entered{};
    std::optional<FindingId> reversed;
  };
  /// A promotion piece that was announced, and not seen yet.
  struct Declaration {
    chess::Piece piece;
    Time at{};
  };
  /// Whether the position on the record ends the game.
  struct EndWatch {
    std::uint64_t looked_at = 0;  // hash of the record that was looked at last
    std::optional<Time> due;      // when to look at the one there is
  };
  /// What is kept to find out at the beginning of a game whether scans come much later than presses, or earlier.
  /// Follows the game with another delay, or with the clock turned.
  struct Trial {
    std::unique_ptr<Impl> game{};
    LogWeight prior{};       // of what is assumed
    bool was_ahead = false;  // at the press before
  };
  struct Trials {
    bool possible = true;
    bool suspected = false;        // presses do not belong to lawful moves one by one …
    bool may_be_turned = false;    // … or the board seems to be turned, and a clock that is looks alike
    std::size_t delays_tried = 0;  // of model::kDelaysTried
    bool turned_tried = false;
    std::vector<KeptRecord> opening{};  // all that was heard and changed something
    Trial delayed{};                    // with the likeliest of the delays
    Trial turned{};
    std::unique_ptr<Impl> next{};  // which is about to be tried, and has heard so much of the opening
    std::size_t next_has_heard = 0;
    std::optional<SensedBoard> last_board{};  // that was kept
    std::optional<std::optional<Side>> running{};

    [[nodiscard]] bool are_over() const { return !possible && !delayed.game && !turned.game; }
  };
  /// A result that a person has entered and not taken back.
  struct EnteredResult {
    Time t{};
    std::optional<Phase> ended;  // the phase that it ended; none: the game was over already
  };
  /// A position that a person has set, and the one that was on the record before.
  struct PositionSet {
    Time t{};
    chess::Position before;
    unsigned plies = 0;  // on the record then
  };
  /// What is kept of one game beside plies and findings. A new game begins with none of it.
  struct Game {
    FlagWatch flags;
    PairingWatch pairing;
    std::optional<Declaration> declaration;
    EndWatch end;
    unsigned forgotten_ply = 0;                     // the last one whose press was missed; 0: none
    LogWeight start_weight{};                       // of the clock for the side to move, or for the other
    unsigned presses = 0;                           // that the plies on the record may have been completed by
    unsigned learnt_ply = 0;                        // the last one that the clock's delay was learnt from
    std::array<model::CaptureHabit, 2> captures{};  // by side
    std::array<model::PressingHabit, 2> press_habits{};
    std::optional<FindingId> turned_clock;
    std::optional<FindingId> unresolved;
    std::optional<Time> senseless_since;
    std::pair<Bitboard, Time> set_up;  // before the game: what the board shows, and since when
    Bitboard gone_at_first = 0;  // of the start, all else of which stood there before anything moved …
    bool is_set_up = false;      // … for so long that nobody was setting it up any more
    bool set_up_wrong = false;   // and begun from what stands there
    bool adjourned = false;      // and the clock has not run since
    Time resumed_at{};           // when a person said that play goes on
    std::string result;
    std::vector<EnteredResult> entered_results;
    std::unique_ptr<PositionSet> position_set;  // the last one, unless it was taken back
  };

  // Records and time: detector.cpp.
  /// Nearly every record: the board shows what it showed before, or the clock goes on as it did, and nothing has
  /// come due. Then it is counted.
  bool changes_nothing(const record::Record& record) {
    if (!is_in_order()) return false;
    if (const auto* scan = std::get_if<record::Scan>(&record)) {
      if (!board_.is_known() || is_due_at(scan->t) || SensedBoard::of(*scan) != board_.shown()) return false;
      now_ = std::max(now_, scan->t);
      ++scans_.all;
      return true;
    }
    const auto* reading = std::get_if<record::ClockReading>(&record);
    if (reading == nullptr || channel_.is_turned() || is_due_at(reading->t) || !clock_.goes_on(*reading))
      return false;
    now_ = std::max(now_, reading->t);
    if (tracker_) tell_clock();
    return true;
  }
  /// Something comes due by then.
  [[nodiscard]] bool is_due_at(Time t) const { return due_ && *due_ <= std::max(now_, t); }
  /// Not inlined: it would be in the way of what is done for every scan.
  [[gnu::noinline]] void take_in(const record::Record& record);
  /// Records are handled as they come: none is held back, and none is dated anew.
  [[nodiscard]] bool is_in_order() const { return channel_.delay() == Time{0} && held_.holds_nothing(); }
  /// All that is known up to `t`: what came later could still be overtaken by a press.
  [[nodiscard]] Time known_until(Time t) const { return t + std::min(channel_.delay(), Time{0}); }
  /// The first record that is held, dated now.
  void handle_held();
  /// All of them, and what comes due in between.
  void handle_all_held();
  [[nodiscard]] std::optional<Time> next_deadline() const;
  void wake();
  [[nodiscard]] bool is_following() const { return tracker_ && is_followed(phase_); }
  /// The clock has just been stopped: what was believed then is told, whatever is done at the board now.
  [[nodiscard]] bool tells_after_stop() const;
  /// As long as the board rests, that speaks for what stands on it.
  void tell_after_stop();
  /// The event, if it means anything in this phase.
  bool enter(PhaseEvent event);
  void say(Report&& line);
  [[nodiscard]] auto sayer() {
    return [this](Report&& line) { say(std::move(line)); };
  }
  void say_game(GameState state, std::string result = {}, std::string reason = {});
  FindingId open(Finding f);
  /// What is sensed, in the orientation of the game.
  [[nodiscard]] SensedBoard in_orientation() const;
  /// There is a game.
  [[nodiscard]] Bitboard occupied_in_orientation() const;
  /// Says what has come of the evidence so far.
  void tell();
  /// Nothing but time has passed since tell() had nothing to say, and it waits for nothing.
  [[nodiscard]] bool all_is_said() const { return said_all_of_ == tracker_->posterior(); }

  void handle(const record::Link& link);
  void handle(const record::Advice& advice);
  void handle(const record::Truth&) {}
  void handle(const record::Other&) {}
  void handle(const record::End&) { is_closed_ = true; }

  // The board: detector_board.cpp.
  void handle(const record::Scan& scan);
  void follow_scan();
  [[nodiscard]] bool is_put_up_again() const;
  void look_at_setup();
  bool take_drawn_start();
  void begin_tracking(const SensedBoard& shown);
  void look_for_first_move(bool is_first);
  void track(const Tracker::Settings& settings);
  void track(Tracker::Settings settings, const SensedBoard& shown);
  void look_at_pairing();
  void look_for_declared_piece();
  void say_link_lost(words::Text text);
  void look_for_sense();
  void take_back_link_lost();
  [[nodiscard]] bool are_few_missing(Bitboard deviating) const;
  [[nodiscard]] Finding what_is_lost(Time since) const;
  [[nodiscard]] bool makes_no_sense();

  // The clock: detector_clock.cpp.
  void handle(const record::ClockReading& reading);
  void handle(const record::Press& press);
  void hear(const std::vector<clocks::ClockEvent>& events);
  void hear(const clocks::ClockEvent& event);
  void tell_clock();
  void clock_started();
  void pressed(Side side);
  void start_playing();
  void pause();
  void resume();
  void restart_as_set_up();
  [[nodiscard]] bool may_be_sealed_move() const;
  [[nodiscard]] std::optional<chess::Position> put_back_to() const;
  [[nodiscard]] unsigned completed(Side side) const;
  void flag_fell(Side side, unsigned moves);
  void tell_flag(Side side);
  void look_at_flag();
  [[nodiscard]] clocks::ClockWatch unheard_clock() const;
  void clock_failed(const words::Text& how);
  void learn_channel();
  void learn_capture(const Step& step);
  void learn_press(const Step& step);
  void set_habits();
  void turn_clock();
  void tell_clock_turned();
  [[nodiscard]] std::optional<Time> not_pressed_due() const {
    if (phase_ != Phase::playing || record_.last_is_completed() || channel_.may_stand_otherwise() ||
        tracker_->is_lost())
      return std::nullopt;
    const Step* last = record_.last_step();
    if (last == nullptr || clock_.running() != last->side || last->ply == game_.forgotten_ply)
      return std::nullopt;
    // Neither without the board, which may have gone on, nor by what comes after the end of the log. What the
    // clock showed before a loss tells nothing about the time until it is back.
    const Time due = std::max(std::max(last->t, link_back_) + model::kNotPressedFor, now_);
    return link_lost_ || link_is_down_ || due > end_.value_or(due) ? std::nullopt : std::optional{due};
  }
  void look_at_clock();

  // The opening of a game, read with other delays, and with the clock turned: clock_trials.cpp.
  /// The same board and start, of which nothing has been heard yet and nothing is said, with the clock as `way` says.
  Impl(const Impl& like, const model::ClockChannel::Way& way);
  [[nodiscard]] bool tells_trials_nothing(const record::Record& record) const;
  void keep_for_trials(const record::Record& record);
  /// A press has been heard: another delay may explain it better, and all before it.
  void look_at_trials();
  [[nodiscard]] bool have_been_tried() const;
  /// The opening is read for the next trial, and what searches trials have to do is done, before the record comes that asks for
  /// it: part by part, so that other boards need not wait. False: a part has been done, and there is another one.
  bool read_ahead();
  [[nodiscard]] model::ClockChannel::Way next_way() const;
  void try_next();
  void try_way(const model::ClockChannel::Way& way, Trial& likeliest);
  /// The trial explains the game so much better than what is told, and than `other`.
  [[nodiscard]] bool wins(const Trial& trial, const Trial& other) const;
  /// What a trial explains better than the game as it is told, prior of the delay and all; nothing if by its own
  /// reading the opening is not lawful.
  [[nodiscard]] std::optional<LogWeight> worth_of(const Trial& trial) const;
  void adopt(Impl& trial);
  void end_trials();

  // The end of a game: detector_end.cpp.
  void look_at_start();
  [[nodiscard]] const Step* settled_ply() const;
  [[nodiscard]] Time end_is_sure_at(const Step& last, bool pressed) const;
  void look_at_position();
  [[nodiscard]] bool may_be_no_end(const Step& last) const;
  [[nodiscard]] bool may_be_in_hand(const Step& capture) const;
  [[nodiscard]] bool is_left_unpromoted(const Step& last) const;
  [[nodiscard]] std::optional<PendingSignal> kings_in_centre() const;
  [[nodiscard]] bool is_badly_seen(const PendingSignal& signal) const;
  void watch_for_signal();
  void accept_signal();
  template <class Belongs>
  void take_back_plies(const std::string& why, Belongs belongs);
  [[nodiscard]] bool are_variations() const;
  void take_back_variations();
  void game_over(const std::string& result, const std::string& reason);
  void new_game();

  // What a person enters: detector_arbiter.cpp.
  void handle(const record::Arbiter& arbiter);
  void decide(const record::Arbiter& arbiter, State state);
  void take_result(const record::Arbiter& arbiter);
  void retract(const record::Arbiter& arbiter);
  void go_on_from(Phase ended);
  void witness(const record::Arbiter& arbiter);
  void declare(const record::Arbiter& arbiter);
  void set_position(const record::Arbiter& arbiter);
  [[nodiscard]] chess::Position position_on_record() const;
  void follow_from(const chess::Position& position, const std::string& why);
  bool is_put_back_to(const chess::Position& position);

  Say say_;
  Rules rules_;
  chess::Position start_;
  bool start_is_drawn_;  // Chess960, and the header leaves it to the board to show from where
  Time period_;
  record::ClockTime increment_;  // of each press
  std::optional<clocks::TimeControl> control_;

  Time now_{};
  Time heard_{};              // of the last record that came
  Time lag_{};                // by how much what is done now is known later
  bool is_said_now_ = false;  // what waits is not waited for: it is said now
  std::optional<std::uint64_t>
      said_all_of_;          // Tracker::posterior(), while there is nothing more to say of it
  Time said_{};              // until when: what is said does not go back
  Time heard_clock_{};       // of the one of the clock that is being handled, as it came
  std::optional<Time> due_;  // when something follows although nothing happens
  std::optional<Time> end_;  // of the log, once it has ended
  bool is_closed_ = false;   // by its last record: it was not cut off

  Phase phase_ = Phase::setup;
  Time settled_at_{};                 // in Phase::settling: when it ends
  bool rests_since_stop_ = false;     // nothing has changed on the board since that
  std::optional<Time> new_game_due_;  // the pieces are back at the start
  std::optional<PendingSignal> signal_;
  std::optional<FindingId> link_lost_;  // until it is back, and known what was played
  bool link_is_down_ = false;
  Time link_back_{};  // when it was restored last

  BoardReading board_;
  ScanCount scans_;
  clocks::ClockWatch clock_ = unheard_clock();
  clocks::CommonTime held_;
  model::ClockChannel channel_;
  Trials trials_;
  bool is_trial_ = false;
  Game game_;
  std::unique_ptr<Tracker> tracker_;                         // null: nothing is followed
  std::uint64_t positions_left_ = model::kPositionsAtFirst;  // for searches, where nothing is followed
  PlyPublisher record_;
  FindingBook book_;
};

}  // namespace jadoube::detector
