// Follows a game by carrying all explanations of the evidence at once (docs/model.md section 1).
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "reading/sensor_history.hpp"
#include "tracker/acts/act.hpp"
#include "tracker/advice.hpp"
#include "tracker/hypothesis.hpp"
#include "tracker/read_again.hpp"
#include "tracker/recovery_search.hpp"

namespace jadoube::tracker {

/// Plies were, or may have been, played unseen, and it is not past doubt which.
struct LostLink {
  Time since{};
  bool silent = false;    // nothing said so but that presses went on and the board did not change
  bool restored = false;  // the board is heard of again
  bool clock_heard = false;
  unsigned presses = 0;                                  // since it was lost
  std::optional<model::ShownTime> shown = std::nullopt;  // by the clocks then
  Time restored_at{};
  /// The games there were then; empty until what fits is followed, and live() is that.
  std::vector<std::unique_ptr<Hypothesis>> before = {};
  unsigned taken_up_at = 0;  // ply of the likeliest
  /// No game leads to this, as far as was searched.
  std::optional<SensedBoard> fits_nothing = std::nullopt;
  /// Under way, and how many positions are left for others.
  std::optional<RecoverySearch> search = std::nullopt;
  std::uint64_t search_left = 0;
};

/// Plies at once that lead to what is sensed, where no single one does.
struct Variation;

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
    /// What does not stand as in `start` was set up so, and that has been told.
    bool set_up_wrong = false;
    Time scan_period = model::kDefaultScanPeriod;
    /// What the clock adds with each press; nothing, or not known: zero.
    model::ClockTime increment{};
    /// To be looked at in searches, but for those that changes and presses add.
    std::uint64_t positions = model::kPositionsAtFirst;
  };

  explicit Tracker(const Settings& settings, Time t, const SensedBoard& sensed);

  /// The board changed. `sensed` is in the sensor's orientation.
  void scan(Time t, const SensedBoard& sensed);
  /// `side` pressed and the clock switched.
  void press(Time t, Side side);
  /// Play goes on, after the board was away, with the pieces as they have been set up: `sensed`. What does not stand
  /// where the game has it is nobody's move.
  /// Nor is what was done since `since`.
  void restart(Time t, const SensedBoard& sensed, Time since);
  /// Whose move it was at `since`, in the likeliest game.
  [[nodiscard]] Side turn_at(Time since) const { return step_before(best(), since)->position().turn(); }
  /// The link to the board is gone, or back. In between nothing is concluded; afterwards, when the board has
  /// come to rest, all games that fit what may have been played are taken up.
  void link_lost(Time t);
  void link_restored(Time t);
  /// Whose clock runs: there is a clock, and it tells whose turn it is where plies were missed.
  void set_running(std::optional<Side> side) {
    running_ = side;
    if (lost_ && !lost_->restored) lost_->clock_heard = true;
    clock_seen_ |= side.has_value();
  }
  /// What both clocks showed together last, while they run: how many presses nobody heard is told by the increments.
  void set_shown(std::optional<model::ShownTime> shown) { shown_ = shown; }
  /// Whether it has been learnt which comes first, a press or the scan of what was pressed for.
  void set_order_known(bool known) { order_known_ = known; }
  /// Of so many steps all explanations together are made: kRoom if nobody says.
  void set_room(model::Steps steps) { room_ = steps; }
  /// A lawful game that explains the boards much better has been read from that ply, or one before it, and nothing that followed has
  /// proved it yet.
  [[nodiscard]] bool may_be_misread(unsigned ply) const {
    return perhaps_misread_from_ && *perhaps_misread_from_ <= ply;
  }
  /// What the clock of White and that of Black showed last: hands are quicker where there is little time.
  void set_time_left(std::array<std::optional<Time>, 2> left) { time_left_ = left; }
  /// How the hand of `side` takes pieces, as far as it is known.
  void set_habit(Side side, const model::CaptureHabit& habit) {
    scan_weights_[chess::index(side)] = habit.applied_to(ScanWeights::for_period(scan_period_), scan_period_);
  }
  /// A person has seen what stands on a square of the sensor board; nothing: it is empty. Games in which
  /// something else stands there go to the end of the line, if there is one that agrees.
  void witness(record::SensorSquare sensor, std::optional<chess::Piece> piece);
  /// An engine's opinion of explanations of a ply.
  void advise(Time t, const record::Advice& advice);
  /// Time has passed with no change; call at `next_deadline`. False: nothing follows from that.
  bool timer(Time t);
  /// A long search is being done in parts: one more with each call of timer(), at once.
  [[nodiscard]] bool is_searching() const { return (lost_ && lost_->search) || rereading_; }
  /// How many positions searches may still look at.
  [[nodiscard]] std::uint64_t positions_left() const {
    return lost_ && lost_->search ? lost_->search_left + lost_->search->positions_left() : positions_left_;
  }
  /// Plies may have been played unseen, and no game that fits has been found yet: live() is what there was
  /// before.
  [[nodiscard]] bool is_lost() const { return lost_ && lost_->before.empty(); }
  /// The piece that stands on `square` after `step` and another one of its side may stand on each other's squares since they
  /// were set up: neither has moved as the other cannot, and no sensor of that orientation tells them apart.
  [[nodiscard]] bool may_be_exchanged(const Step& step, Square square, Orientation orientation) const;
  /// From which ply on the game has been read again, and another one than before; once for each time.
  std::optional<unsigned> take_misread_from() { return std::exchange(misread_from_, std::nullopt); }
  /// Since when the game is not known, or not past doubt: plies were played unseen that are open, or nothing fits.
  [[nodiscard]] std::optional<Time> in_doubt_since() const {
    return found_again() < model::kFoundAgain ? std::optional{lost_->since} : std::nullopt;
  }
  /// How much of what fits agrees on the position with which it went on after the gap, in thousandths.
  [[nodiscard]] std::uint64_t found_again() const;
  /// Since then what fits has been searched for once at least.
  [[nodiscard]] bool has_searched() const { return lost_ && (lost_->fits_nothing || !is_lost()); }
  /// The likeliest game there was before anything was unseen.
  [[nodiscard]] const Hypothesis& last_sure() const {
    return lost_ && !lost_->before.empty() ? *lost_->before.front() : best();
  }
  [[nodiscard]] std::optional<Time> next_deadline() const {
    if (is_searching()) return now_;
    if (next_tick_ == model::kTicks.size()) return second_look_;
    const Time tick = last_change_ + model::kTicks[next_tick_];
    return second_look_ ? std::min(tick, *second_look_) : tick;
  }

  /// What still explains the evidence, best first; never empty.
  [[nodiscard]] const std::vector<std::unique_ptr<Hypothesis>>& live() const { return live_; }
  [[nodiscard]] const Hypothesis& best() const { return *live_.front(); }
  /// Another number whenever live() may say something else: which explanations there are, what they notice, or
  /// how much likelier one is than another.
  [[nodiscard]] std::uint64_t posterior() const { return posterior_; }
  /// Which way round the players sit, if nothing that says otherwise is worth that much: a thousandth.
  [[nodiscard]] std::optional<Orientation> orientation(LogWeight others = model::kOrientationKnown) const;
  /// As long as it is not known which comes first, a press or the scan of what was pressed for: read from the other side the
  /// game is lawful, and presses that come out of order are all that speaks against that.
  [[nodiscard]] bool may_be_lawful_from_other_side() const;
  /// The step up to which all agree; nothing before it will change any more.
  [[nodiscard]] const StepPtr& settled() const { return settled_; }
  /// The step up to which all agree that are worth more than `share` beside the best; not before settled().
  [[nodiscard]] const Step* agreed(LogWeight share) const;
  /// Lets go of what came before the last settled ply and the step before it. Call when what was settled has
  /// been told. False: there was nothing.
  bool forget_settled();
  /// Sensed contents as the hypothesis sees them.
  [[nodiscard]] const SensedBoard& sensed(Orientation orientation) const {
    return sensors_.board(orientation);
  }
  /// Which squares were occupied at `t`, in the game's orientation; if that is too long ago, as long ago as
  /// is known.
  [[nodiscard]] Bitboard occupied_at(Time t, Orientation orientation) const {
    return sensors_.occupied_at(t, orientation);
  }
  [[nodiscard]] Time last_change() const { return last_change_; }
  [[nodiscard]] Time last_press() const { return last_press_; }
  [[nodiscard]] Time last_press_of(Side side) const { return last_press_of_[chess::index(side)]; }
  /// What is seen within this after a press may have been done before it.
  [[nodiscard]] Time settling() const { return settling_; }
  [[nodiscard]] Time scan_period() const { return scan_period_; }
  /// Squares whose sensors tell the hypothesis nothing now. A square that flickers loses its piece from
  /// sight; it does not invent one.
  [[nodiscard]] Bitboard unseen(const Hypothesis& h) const {
    return h.sensors.fault & ~(h.sensors.flickers & sensed(h.orientation).occupied);
  }
  /// Squares on which the sensed board deviates from the hypothesis, untrusted ones left out.
  [[nodiscard]] Bitboard deviation(const Hypothesis& h) const {
    return sensed(h.orientation).differs_from(h.step->board()) & ~unseen(h);
  }

 private:
  using Owned = std::unique_ptr<Hypothesis>;

  /// Pieces on flickering squares that are out of sight now: perhaps they have left.
  [[nodiscard]] Bitboard dark(const Hypothesis& h) const {
    return h.sensors.flickers & h.occupied() & ~sensed(h.orientation).occupied;
  }
  [[nodiscard]] static SegmentView segment(const Hypothesis& h);
  /// All legal moves, as they would show on the board. Worked out once for each position.
  const std::vector<Successor>& moves(Hypothesis& h) const;
  /// Cost of what has been touched since the last step. Computed once for each moment.
  LogWeight unfinished(Hypothesis& h) const;
  LogWeight compute_unfinished(Hypothesis& h) const;
  /// What it costs that a reply, made before the other had pressed, still waits for its own press.
  [[nodiscard]] LogWeight overdue(Hypothesis& h) const {
    // Of a ply that is pressed only if by this reading the piece is still in the hand.
    const bool is_due =
        running_ &&
        (!h.pressed() || (h.turn() == *running_ && last_change_ <= last_press_ && deviation(h) != 0));
    return is_due ? compute_overdue(h) : LogWeight{0};
  }
  [[nodiscard]] LogWeight compute_overdue(Hypothesis& h) const;
  /// What the sensors, the clock or the time say has changed: what was computed before is out of date.
  void next_moment(Time t) {
    now_ = t;
    changed_at_ = ++moment_;
    ++posterior_;
    if (lost_ && lost_->search) end_search();
    rereading_.reset();
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
  /// Some legal move is complete on the board.
  [[nodiscard]] bool is_complete(Hypothesis& h) const;
  [[nodiscard]] const ScanWeights& scan_of(Side side) const { return scan_weights_[chess::index(side)]; }
  /// Squares that used to flicker and have been empty for too long for that: the piece may be gone.
  [[nodiscard]] Bitboard gone_dark(const Hypothesis& h) const;
  /// Since when no square has changed but for those that flicker.
  [[nodiscard]] Time rest_of(const Hypothesis& h) const;
  /// `side` has time enough on its clock to do one thing after the other.
  [[nodiscard]] bool is_unhurried(Side side) const;
  /// What it costs that `side` begins its reply before the move is complete.
  [[nodiscard]] LogWeight overlap(Side side) const;
  /// What it costs that `side` has replied to a move that is not pressed.
  [[nodiscard]] LogWeight no_press(Side side) const;
  /// What a press that has not come yet, or came late, says against it.
  [[nodiscard]] model::MillinatsPerSecond overdue_rate(Side side) const;
  /// The game that goes on from `from` with `step`; or, where that is the step of `from` or one before it, is
  /// taken up there again. It inherits the score, the sensors, which way round the board lies, and the
  /// presses that are still to come; nothing has been touched, noticed or pressed since the step.
  Owned child(const Hypothesis& from, StepPtr step);
  /// The same game, in which the sensor of `square` is not believed: what else was touched, noticed and
  /// pressed since the step stays, but for what presses were charged. No spare press is waited for.
  Owned doubting(const Hypothesis& from, Square square);
  /// The game that goes on from `from` with a legal move.
  Owned play(const Hypothesis& from, StepKind kind, chess::Move move);
  StepPtr make_step(const Hypothesis& from, StepKind kind, chess::Move move, const chess::Position& after,
                    const SensedBoard& board) const;

  /// Irregular explanations start from these games alone, best first: there are too many for all.
  static void keep_likeliest(std::vector<Hypothesis*>& bases);

  // Proposals: explanations that the new evidence makes possible.
  void propose_flicker();
  void propose_legal();
  void propose_overlapping(Hypothesis& h);
  /// A capture is complete, but that the piece it took stands beside the square.
  void propose_set_beside(Hypothesis& h);
  void propose_interleaved();
  /// Two plies of which `first` is the one that was to be made first; `touched`: squares touched long enough.
  void propose_interleaved(Hypothesis& h, const Successor& first, Bitboard touched);
  /// `carried`: squares of the second ply; `slid`: those that its piece was slid over.
  [[nodiscard]] LogWeight weight_of_interleaved(Hypothesis& h, const Successor& first,
                                                const Successor& second, Bitboard carried,
                                                Bitboard slid) const;
  void propose_moved_on();
  /// The piece of a ply taken for complete had only rested on its way, and goes on, perhaps after the reply.
  void propose_moved_on(const Hypothesis& h, const Step& rested, const Step* reply);
  void propose_variations();
  /// Pairs of pieces of which one has moved as the other cannot, in the game up to `step`: a bit for each pair of each side.
  [[nodiscard]] std::uint32_t told_apart(const Step& step) const;
  /// Two pieces of one side were exchanged when they were set up, and a move shows it.
  void propose_exchanged(Hypothesis& h);
  void propose_exchanged(Hypothesis& h, Side side, std::size_t pair);
  /// `pair`: the squares on which they stand now; `after`: the position with them exchanged; `first`, `second`: where they
  /// began.
  void play_exchanged(const Hypothesis& h, Side side, chess::Move pair, const chess::Position& after,
                      Square first, Square second);
  void propose_put_right(Hypothesis& h);
  /// The irregular ply was taken back altogether. False: that is known already, or too unlikely.
  bool propose_taken_back(Hypothesis& h);
  /// Of two moves the second was taken back; the first is a legal one.
  void propose_second_taken_back(Hypothesis& h);
  /// Displaced pieces are back where they belong: the board is as the game has it, `logical`.
  void propose_repaired(Hypothesis& h, const SensedBoard& logical);
  /// A hypothesis whose last step is of that kind was made from `from` already.
  [[nodiscard]] bool is_made(const Hypothesis& from, StepKind kind) const;
  /// Who has pressed since the squares of `deviating` are as they are, while it seemed too early for any move; nobody: null.
  [[nodiscard]] std::optional<Side> pressed_since(const Hypothesis& h, Bitboard deviating) const;
  void propose_irregular(Hypothesis& h, std::optional<Side> pressed_by);
  /// Among how many moves the one that is played was chosen. Where it is not known what a promoted piece is,
  /// its moves count the same whatever it is taken for: moves are not made at random, and a queen that does
  /// what a bishop could do as well is no bishop for that.
  [[nodiscard]] std::size_t count_choices(Hypothesis& h) const;
  /// Of the segment, if it is closed with a move now. `left_out`: squares that tell nothing of it.
  [[nodiscard]] LogWeight weight_of_closing(Hypothesis& h, const Successor& s, Bitboard left_out) const;
  /// The same move was not made from `h` already, or not so well explained; then the older reading goes if
  /// nothing has come of it.
  bool supersede_worse(const Hypothesis& h, const Successor& s, Bitboard carried, Bitboard untrusted,
                       LogWeight score);
  /// Closes the segment with a move that is complete. `carried`: squares of the next ply that were already
  /// touched; `untrusted`: squares whose sensors are not believed in it; `besides`: added to what it
  /// weighs.
  void close_with(Hypothesis& h, const Successor& successor, Bitboard carried, Bitboard untrusted,
                  LogWeight besides);
  void propose_untrusted(Hypothesis& h, bool pressed);
  /// A legal move is complete but for one square of `off`: a blip that has not passed yet, or a sensor that is
  /// stuck.
  void propose_but_for_one(Hypothesis& h, const Successor& s, Bitboard off, bool pressed);
  /// The sensor of `off` is stuck; or, where a pawn promotes and nothing is there, it was promoted to
  /// nothing.
  void propose_fault(Hypothesis& h, const Successor& s, Bitboard carried, Bitboard off, bool not_promoted,
                     bool pressed);
  void propose_displaced(Hypothesis& h, std::optional<Side> pressed_by);
  /// Pieces on flickering squares that went out of sight just before a piece came to stand on `extra`.
  [[nodiscard]] Bitboard left_unseen(const Hypothesis& h, Square extra) const;
  void propose_second_move(Hypothesis& h, std::optional<Side> pressed_by);
  /// `of_press`: what the press has weighed in `h` that completed the act; nothing: none has.
  void add_irregular(Hypothesis& h, const Act& act, std::optional<LogWeight> of_press);
  [[nodiscard]] LogWeight weight_of_act(const Hypothesis& h, const Act& act,
                                        std::optional<LogWeight> of_press) const;
  /// When a transfer was made: so long after the mover's last ply, before or after the other's press.
  [[nodiscard]] LogWeight weight_of_timing(const Hypothesis& h, const Act& act) const;
  /// Of all touches but those of `roles`, which have nothing to do with what happened.
  [[nodiscard]] LogWeight weight_of_bystanders(const Hypothesis& h, Bitboard roles) const;
  bool note_illegal(Hypothesis& h, Bitboard missing, Bitboard extra, Side side) const;
  /// Nothing has changed since an illegal move but what it changed: who presses now may want it taken back.
  [[nodiscard]] bool is_being_taken_back(const Hypothesis& h) const;
  /// `side`, to move, presses, and nothing is wrong on the board but what the other side left so.
  [[nodiscard]] bool presses_back(const Hypothesis& h, Side side) const;
  /// The last ply promotes, and its square is empty.
  [[nodiscard]] bool has_promoted_to_nothing(const Hypothesis& h) const;
  /// The piece that was promoted stood there, and may be in the hand of the side that takes it.
  [[nodiscard]] bool may_take_promoted(Hypothesis& h) const;
  void note_displaced(Hypothesis& h) const;
  /// A piece is seen to be lifted so soon after a press with nothing made that it may have been lifted before.
  void note_lifted_at_press(Hypothesis& h) const;
  /// What a press is to a hypothesis.
  enum class PressMeaning : std::uint8_t { of_last_ply, one_too_many, other };
  /// Charges a hypothesis for a press of this moment, and notes what the press finds.
  PressMeaning hear_press(Hypothesis& h, Side side) const;
  /// … which completes the ply counted back from the last.
  void complete_pressed_ply(Hypothesis& h, Side side, unsigned behind) const;
  /// … which the side to move made before its move was complete.
  void press_too_early(Hypothesis& h, Side side) const;
  /// From which irregular explanations of a press start, best first.
  [[nodiscard]] std::vector<Hypothesis*> bases_at_press(Side side,
                                                        const std::vector<Hypothesis*>& pressed_twice) const;
  /// The sensor of a square is not believed.
  [[nodiscard]] Notice doubt(Square square, unsigned ply) const;
  /// `after`: how long ago the press must have been. True: there was one to note.
  bool note_fallen(Hypothesis& h, Time after = model::kMayHaveFallen) const;
  /// `positions`: how many may still be looked at.
  void search_variations(Hypothesis& h, std::uint64_t& positions);
  void add_variation(const Hypothesis& h, const Variation& variation);

  /// Alternating presses, and nothing changes on the board.
  void notice_silence(Side side);
  /// What fits is taken up, or has been and comes to nothing. False: nothing came of it.
  bool recover(Time rested);
  void begin_recovery();
  void end_search();
  /// The clock told the time when the link went, and has not told it since.
  [[nodiscard]] bool awaits_clock() const;
  [[nodiscard]] RecoverySearch::Clock clock_in_gap() const;
  /// What was taken up explains what has followed.
  [[nodiscard]] bool makes_sense() const;
  struct Candidate;
  /// All that fit, the likeliest first.
  [[nodiscard]] std::vector<Candidate> candidates_of(const RecoverySearch& search) const;
  Owned game_of(const Candidate& candidate);
  /// False: nothing fits.
  bool take_up(const RecoverySearch& search);
  [[nodiscard]] Notice displaced_earlier(unsigned ply) const;
  /// The last step of its game that was made before `since`.
  [[nodiscard]] static StepPtr step_before(const Hypothesis& h, Time since);
  /// The game up to `base`, with the pieces standing as they have been set up for the restart.
  Owned set_up_as_sensed(const Hypothesis& h, const StepPtr& base);
  /// The pieces on the squares of `wrong` stand where they are sensed, and nobody has moved them.
  [[nodiscard]] StepPtr standing_as_sensed(const Hypothesis& before, Bitboard wrong) const;
  Owned displaced_unseen(const Hypothesis& h, Square from, Square to);
  Owned play_unseen(const Hypothesis& h, chess::Move move);

  /// What the likeliest game has to explain away is more than happens in ordinary play.
  [[nodiscard]] bool is_suspect() const;
  /// A game that is suspect is read again, in parts. False: a part has been done, and there is another one.
  bool read_again(Time rested);
  /// From further back than the last time. False: that was all.
  bool begin_reading();
  /// Squares whose sensors the likeliest game has come to doubt since then.
  [[nodiscard]] Bitboard doubted_since(const Step& base) const;
  [[nodiscard]] reading::Evidence evidence_since(const Step& base, Orientation orientation) const;
  /// The first ply that is another one, or none at all.
  [[nodiscard]] std::optional<unsigned> first_misread(const Rereading& again,
                                                      const std::vector<reading::Reading::Ply>& plies) const;
  /// More than one thing speaks against the record, or one that the piece did which is thought to be misread: a single
  /// unlawful act may have been made, and its lawful fiction needs but another capture that left the same squares.
  [[nodiscard]] bool is_misreading(const Rereading& again, unsigned misread) const;
  /// What was found takes the place of the record.
  void take_up(const Rereading& again, const std::vector<reading::Reading::Found>& found);

  void heal(Hypothesis& h) const;
  void adopt_new();
  /// Puts the likeliest first. False: none is worth more or less than before.
  bool rank();
  void prune();
  /// Drops what is too far behind the best, or one too many.
  void narrow();
  /// Whether there are others than when it was asked last, or some have become likelier beside the others.
  bool have_shifted();
  /// How many of the likeliest there is room for; one at least. `room` in units of a step, of which those that several have
  /// are counted once.
  [[nodiscard]] std::size_t count_fitting(std::size_t room);
  void settle();
  /// Lets go of what was touched in plies of long ago, and of the positions between.
  void forget_old_plies();
  [[nodiscard]] LogWeight worst_kept() const { return live_.front()->total + model::kBeam; }

  Time scan_period_;
  bool ordinary_start_;                      // the game began from the initial position
  std::array<ScanWeights, 2> scan_weights_;  // of each side's hand
  bool order_known_ = false;
  model::Steps room_ = model::kRoom;
  Time settling_ = model::kSettling;  // what is seen complete within this after a press was complete at it
  bool clock_seen_ = false;
  Time now_{};
  std::uint64_t moment_ = 1;
  std::uint64_t changed_at_ = 1;  // the latest moment at which not only time had passed
  std::uint64_t scanned_at_ = 1;  // … and at which the board had changed
  Time last_change_{};
  std::size_t next_tick_ = 0;
  Time last_press_{};
  std::array<Time, 2> last_press_of_{};
  std::optional<Time> second_look_;  // some time after a press: what was wrong, or waited, may be so still
  reading::SensorHistory sensors_;
  std::vector<Owned> live_;
  std::vector<Owned> born_;
  /// One of `live_`, and how far it is behind the likeliest.
  struct Place {
    std::uint32_t id = 0;
    LogWeight behind{};
    friend bool operator==(const Place&, const Place&) = default;
  };
  std::vector<Place> places_;  // when have_shifted() was asked last
  std::uint64_t posterior_ = 0;
  AdviceBook advice_;
  StepPtr settled_;
  /// The explanations that it was worked out for: which have come since is told by the one, which have gone by the
  /// other.
  struct {
    std::uint32_t next_id = 0;
    std::size_t count = 0;
  } settled_of_;
  unsigned forgotten_at_ = 0;  // ply of the best at that time
  std::uint32_t next_id_ = 1;
  std::uint32_t counts_ = 0;      // made by count_fitting
  std::uint32_t told_apart_ = 0;  // in the game up to settled_
  std::optional<Side> running_;
  std::array<std::optional<Time>, 2> time_left_{};
  model::ClockTime increment_;
  std::optional<model::ShownTime> shown_;
  std::optional<LostLink> lost_;
  reading::SettledBoards boards_;
  std::optional<Rereading> rereading_;
  unsigned witnessed_ply_ = 0;    // the last one when a person saw what stands on a square
  std::size_t read_next_at_ = 0;  // not before so many settled boards have come
  model::Times read_in_vain_ = 0;
  unsigned read_irregular_at_ = 0;  // the last irregular ply for which that was done
  std::optional<unsigned> perhaps_misread_from_;
  std::optional<unsigned> misread_from_;
  unsigned cut_at_ = 0;            // depth of what was settled when it was let go of what came before
  std::uint64_t positions_left_;   // to be looked at in searches
  unsigned quiet_presses_ = 0;     // by the sides in turn since the board changed
  Side quiet_side_ = Side::white;  // who made the last of them
  Time wide_until_{-1};            // after lost plies more explanations are carried for a while
};

}  // namespace jadoube::tracker
