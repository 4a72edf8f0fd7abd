#include "detector/detector.hpp"

#include <algorithm>

#include "detector/clock_watch.hpp"
#include "detector/finding_book.hpp"
#include "detector/findings/clock_not_pressed.hpp"
#include "detector/findings/position.hpp"
#include "detector/findings/setup.hpp"
#include "detector/ply_publisher.hpp"
#include "detector/tracker.hpp"

namespace jadoube::detector {

namespace {

constexpr Time kDefaultScanPeriod = 40ms;
// The kings stand in the centre and nobody plays on (docs/rules.md 12.2); shorter when the clock was stopped
// on purpose.
constexpr Time kSignalRest = 5s;
constexpr Time kSignalRestStopped = 1500ms;
constexpr Time kMateDoubted = 60s;  // by a piece that nobody saw, while the clock runs
constexpr Time kMateRest = 500ms;  // a move that ends the game is made when it has rested (docs/rules.md 2.1)
constexpr Time kNewGameRest = 3s;  // the men are back on ranks 1, 2, 7 and 8
constexpr Time kSettleStop = 500ms;  // a stop of the clock often comes before the last man is seen
// Nothing explains the board, and nobody is putting it right (docs/rules.md 12.3).
constexpr Time kUnresolvedRest = 4s;
constexpr LogWeight kUnexplained{-14000};
constexpr LogWeight kExplainedAgain{-9000};
// A promotion that was announced is made soon, or was announced right after it was made.
constexpr Time kDeclaredFor = 60s;
constexpr int kManySquares = 8;  // more than that without a press is a reset or an analysis
constexpr Time kLastLook =
    10s;  // after the end of a log everything that could still come of resting has come

chess::Position start_of(const record::Header& header) {
  if (header.game.start_fen.empty() || header.game.start_fen == "startpos") return {};
  const auto setup = chess::setup_from_fen(header.game.start_fen);
  if (!setup) return {};
  return chess::Position::from(*setup, chess::kForgivable).value_or(chess::Position{});
}

std::string capital(Side side) {
  return side == Side::white ? "White" : "Black";
}

}  // namespace

class Detector::Impl {
 public:
  Impl(const record::Header& header, Say say, Rules rules)
      : say_{std::move(say)},
        rules_{rules},
        start_{start_of(header)},
        period_{header.board.scan_period.value_or(kDefaultScanPeriod)},
        record_{start_} {}

  void on(const record::Record& record) {
    if (!changes_nothing(record)) take_in(record);
  }

  void advance_to(Time t) {
    while (!advance_a_part(t)) {
    }
  }

  bool advance_a_part(Time t) {
    while (due_ && *due_ <= t) {
      now_ = std::max(now_, *due_);
      wake();
      due_ = next_deadline();
      if (is_following() && tracker_->is_searching()) return false;
    }
    now_ = std::max(now_, t);
    return true;
  }

  [[nodiscard]] std::vector<OpenPly> open_plies() const {
    if (!is_following()) return {};
    return detector::open_plies(tracker_->live(), tracker_->settled()->ply);
  }

  [[nodiscard]] Seen seen() const {
    return {in_orientation().occupied, tracker_ && tracker_->best().orientation == Orientation::turned};
  }

  [[nodiscard]] std::size_t explanations() const { return tracker_ ? tracker_->live().size() : 0; }

  void finish() {
    end_ = now_;
    advance_to(now_ + kLastLook);
    SummaryReport line;
    line.t = *end_;
    line.scans = scans_;
    line.changed_scans = changed_scans_;
    line.plies = record_.plies();
    line.revisions = record_.revisions();
    line.findings = book_.opened();
    line.grades = book_.standing();
    line.result = result_;
    say(line);
  }

 private:
  /// setup: the men are being put up. ready: they stand, nothing has moved. over: until the next game is put
  /// up.
  enum class Phase : std::uint8_t { setup, ready, playing, paused, over };

  /// Nearly every scan: the board shows what it showed before, and nothing has come due. Then it is counted.
  bool changes_nothing(const record::Record& record) {
    const auto* scan = std::get_if<record::Scan>(&record);
    if (scan == nullptr || !seen_scan_) return false;
    const Time t = std::max(now_, scan->t);
    if ((due_ && *due_ <= t) || SensedBoard::of(*scan) != as_sensed_) return false;
    now_ = t;
    ++scans_;
    return true;
  }

  /// Not inlined: it would be in the way of what is done for every scan.
  [[gnu::noinline]] void take_in(const record::Record& record) {
    advance_to(std::max(now_, time_of(record)));
    if (changes_nothing(record)) return;
    std::visit([this](const auto& r) { handle(r); }, record);
    due_ = next_deadline();
  }

  // ---- saying
  // ------------------------------------------------------------------------------------------------------

  void say(Report line) {
    // After the end of the log nothing is dated later than its last record.
    if (end_) std::visit([this](auto& l) { l.t = std::min(l.t, *end_); }, line);
    say_(line);
  }
  [[nodiscard]] auto sayer() {
    return [this](const Report& line) { say(line); };
  }
  void say_game(GameState state, std::string result = {}, std::string reason = {}) {
    say(GameReport{now_, state, std::move(result), std::move(reason)});
  }
  std::uint64_t open(Finding f) {
    f.t = f.evidence.to = now_;
    if (f.evidence.from == Time{}) f.evidence.from = now_;
    if (f.ply == 0) f.ply = record_.plies();
    f.evidence.occupied = in_orientation().occupied;
    if (f.evidence.before_fen.empty())
      f.evidence.before_fen = to_fen(tracker_ ? tracker_->best().step->position() : start_);
    return book_.open(std::move(f), sayer());
  }
  [[nodiscard]] SensedBoard in_orientation() const {
    return tracker_ && tracker_->best().orientation == Orientation::turned ? sensed_.turned() : sensed_;
  }

  // ---- time
  // --------------------------------------------------------------------------------------------------------

  [[nodiscard]] bool is_following() const {
    return tracker_ && (phase_ == Phase::ready || phase_ == Phase::playing || settling_stop_);
  }

  [[nodiscard]] std::optional<Time> next_deadline() const {
    std::optional<Time> first;
    const auto consider = [&](const std::optional<Time>& t) {
      if (t && (!first || *t < *first)) first = t;
    };
    if (is_following() && !signal_due_) {
      consider(tracker_->next_deadline());
      consider(record_.next_deadline());
      consider(book_.next_deadline());
      consider(ending_due_);
      consider(not_pressed_due());
    }
    consider(clock_.flag_due());
    consider(settling_stop_);
    consider(signal_due_);
    consider(new_game_due_);
    return first;
  }

  void wake() {
    if (const auto due = clock_.flag_due(); due && now_ >= *due) hear(clock_.at(now_));
    if (settling_stop_ && now_ >= *settling_stop_) settling_stop_.reset();
    if (signal_due_ && now_ >= *signal_due_) accept_signal();
    if (new_game_due_ && now_ >= *new_game_due_) new_game();
    if (!is_following() || signal_due_) return;
    const auto is_due = [this](const std::optional<Time>& t) { return t && now_ >= *t; };
    const bool rests = is_due(tracker_->next_deadline()) && !tracker_->timer(now_);
    if (tracker_->is_searching()) return;
    if (rests && !is_due(record_.next_deadline()) && !is_due(book_.next_deadline()) && !is_due(ending_due_) &&
        !is_due(not_pressed_due()))
      return;
    tell();
  }

  /// While the kings stand in the centre as they do after a game, nothing is said about how they got there.
  void tell() {
    if (signal_due_) return;
    record_.update(now_, *tracker_, sayer());
    book_.update(now_, *tracker_, sayer());
    look_for_declared_piece();
    look_at_position();
    look_at_clock();
    look_at_pairing();
    look_for_sense();
    tracker_->forget_settled();
    if (phase_ == Phase::ready && record_.plies() > 0) start_playing();
  }

  void start_playing() {
    phase_ = Phase::playing;
    say_game(GameState::started);
    if (record_.plies() == 0) look_at_start();
  }

  /// A game may begin, or be found, in a position that says something.
  void look_at_start() {
    for (Finding& f : findings::about(start_, 0, 1)) open(std::move(f));
  }

  /// When the last ply's player will have forgotten his clock; nothing if he has pressed, or was told of.
  [[nodiscard]] std::optional<Time> not_pressed_due() const {
    const Step* last = record_.last_step();
    if (phase_ != Phase::playing || last == nullptr || record_.last_is_completed() ||
        clock_.running() != last->side || last->ply == forgotten_ply_)
      return std::nullopt;
    return std::max(last->t + findings::kForgotten, now_);
  }

  void look_at_clock() {
    const auto due = not_pressed_due();
    if (!due || *due > now_) return;
    const Step* last = record_.last_step();
    forgotten_ply_ = last->ply;
    if (!record_.last_is_open()) open(findings::clock_not_pressed(*last));
  }

  void look_at_pairing() {
    const auto orientation = tracker_->orientation();
    if (!white_near_a1_ || !orientation || record_.plies() == 0) return;
    auto reversed = findings::colours_reversed(*orientation, *white_near_a1_);
    if (reversed && !reversed_finding_) {
      reversed_finding_ = open(*std::move(reversed));
    } else if (!reversed && reversed_finding_) {
      book_.withdraw(*reversed_finding_, now_, sayer());
      reversed_finding_.reset();
    }
  }

  /// A piece that was announced is taken for what the pawn became, once it has.
  void look_for_declared_piece() {
    if (!declared_) return;
    const Hypothesis& best = tracker_->best();
    const Step& last = *best.step;
    if (last.side != declared_->side || !last.on_record()) return;
    if (last.kind == StepKind::legal && last.move.is_promotion()) {
      tracker_->witness(to_sensor(last.move.to(), best.orientation), *declared_);
      record_.update(now_, *tracker_, sayer());
      declared_.reset();
    } else if (now_ > declared_at_ + kDeclaredFor) {
      declared_.reset();
    }
  }

  /// Says once that somebody should look; takes it back when the board makes sense again. A board that is
  /// being cleared or set up is left in peace.
  void look_for_sense() {
    const Hypothesis& best = tracker_->best();
    const Bitboard deviating = tracker_->deviation(best);
    if (unresolved_ && best.cache.unfinished > kExplainedAgain) {
      book_.withdraw(*unresolved_, now_, sayer());
      unresolved_.reset();
    }
    if (best.cache.unfinished >= kUnexplained || now_ < tracker_->last_change() + kUnresolvedRest ||
        unresolved_)
      return;
    if (signal_due_) return;
    // What a press has found wrong is being looked at already.
    if (std::any_of(best.notices.begin(), best.notices.end(),
                    [](const Notice& n) { return n.grade != Grade::C; }))
      return;
    if (phase_ != Phase::playing || chess::count(deviating) >= kManySquares || deviating == 0) return;
    Finding f;
    f.kind = Kind::unresolved;
    f.grade = Grade::B;
    f.evidence.from = tracker_->last_change();
    for (const Square square : chess::squares(deviating)) f.squares.push_back(square);
    f.text = "The board does not agree with any game that could have been played. Please look at it.";
    unresolved_ = open(std::move(f));
  }

  /// That the last ply promoted to a queen is a guess, and the clock runs as if the game went on.
  [[nodiscard]] bool may_be_underpromoted(const Step& last) const {
    return last.kind == StepKind::legal && last.move.is_promotion() && clock_.running().has_value() &&
           !chess::contains(in_orientation().type_known, last.move.to());
  }

  /// What the position itself says, once it has been reached beyond doubt.
  void look_at_position() {
    const Step* step = record_.last_step();
    if (step == nullptr || record_.last_is_open() || record_.line() == looked_at_) {
      ending_due_.reset();
      return;
    }
    const Time rested = step->t + kMateRest;
    if (!record_.last_is_completed() && now_ < rested) {
      ending_due_ = rested;
      return;
    }
    ending_due_.reset();
    // What is not allowed, and not pressed, has led nowhere yet (docs/rules.md 3.6).
    if (step->is_irregular_ply() && !record_.last_is_completed()) return;
    const unsigned repetitions = record_.repetitions();
    const auto end = findings::ended(step->position(), repetitions, rules_.automatic_draws);
    if (end && may_be_underpromoted(*step) && now_ < step->t + kMateDoubted) {
      ending_due_ = step->t + kMateDoubted;
      return;
    }
    looked_at_ = record_.line();
    // Where a king was taken the position says nothing.
    const auto of_the_king = [](const Notice& n) { return n.kind == Kind::king_captured; };
    if (std::any_of(step->notices.begin(), step->notices.end(), of_the_king)) return;
    for (Finding& f : findings::about(step->position(), step->ply, repetitions)) open(std::move(f));
    if (end) {
      // A mate by a move that was not allowed is none (docs/rules.md 3.22); a flag after a lawful one is none
      // either.
      if (step->is_irregular_ply()) return;
      if (flag_finding_ && flag_at_ >= step->t) book_.withdraw(*flag_finding_, now_, sayer());
      game_over(end->result, end->reason);
    }
  }

  // ---- the board
  // ---------------------------------------------------------------------------------------------------

  void handle(const record::Scan& scan) {
    ++scans_;
    ++changed_scans_;
    if (!seen_scan_) say_game(GameState::setup);
    seen_scan_ = true;
    as_sensed_ = SensedBoard::of(scan);
    sensed_ = sideways_ ? findings::quarter_turned(as_sensed_) : as_sensed_;
    if (phase_ != Phase::playing && phase_ != Phase::paused && lies_right_again(SensedBoard::of(start_)) &&
        phase_ == Phase::ready)
      phase_ = Phase::setup;
    new_game_due_.reset();
    switch (phase_) {
      case Phase::setup:
        look_at_setup();
        break;
      case Phase::ready:
      case Phase::playing:
        tracker_->scan(now_, sensed_);
        watch_for_signal();
        tell();
        break;
      case Phase::paused:
        if (settling_stop_) tracker_->scan(now_, sensed_);
        watch_for_signal();
        if (settling_stop_) tell();
        break;
      case Phase::over:
        if (is_start(sensed_)) new_game_due_ = now_ + kNewGameRest;
        break;
    }
  }

  [[nodiscard]] bool is_start(const SensedBoard& c) const {
    const SensedBoard start = SensedBoard::of(start_);
    return c.differs_from(start) == 0 || c.turned().differs_from(start) == 0;
  }

  /// A board that lay sideways has been laid right: read as it is, it shows what is expected.
  bool lies_right_again(const SensedBoard& expected) {
    if (!sideways_ || as_sensed_.differs_from(sensed_) == 0) return false;
    if (as_sensed_.differs_from(expected) != 0 && as_sensed_.turned().differs_from(expected) != 0)
      return false;
    sideways_ = false;
    sensed_ = as_sensed_;
    return true;
  }

  void look_at_setup() {
    if (auto turned = findings::board_turned(sensed_)) {
      open(*std::move(turned));
      sideways_ = true;
      sensed_ = findings::quarter_turned(sensed_);
    }
    if (is_start(sensed_)) begin_tracking();
  }

  void begin_tracking() {
    if (auto wrong = findings::initial_position(sensed_, SensedBoard::of(start_))) open(*std::move(wrong));
    Tracker::Settings settings;
    settings.start = start_;
    settings.scan_period = period_;
    tracker_.emplace(settings, now_, sensed_);
    tell_clock();
    phase_ = Phase::ready;
  }

  // ---- the clock
  // ---------------------------------------------------------------------------------------------------

  void handle(const record::ClockReading& reading) { hear(clock_.on(reading)); }
  void handle(const record::Press& press) {
    const Side to_move = tracker_ ? tracker_->best().turn() : start_.turn();
    hear(clock_.on(press, to_move));
  }

  void tell_clock() {
    tracker_->set_running(clock_.running());
    tracker_->set_time_left({clock_.time_left(Side::white), clock_.time_left(Side::black)});
  }

  void hear(const std::vector<ClockEvent>& events) {
    if (tracker_) tell_clock();
    for (const ClockEvent& event : events) {
      switch (event.what) {
        case ClockEvent::What::flag:
          flag_fell(event.side);
          break;
        case ClockEvent::What::fault: {
          Finding f;
          f.kind = Kind::clock_fault;
          f.grade = Grade::B;
          f.text = event.text;
          if (phase_ == Phase::playing) open(std::move(f));
          break;
        }
        case ClockEvent::What::started:
          if (phase_ == Phase::setup && seen_scan_) begin_tracking();
          if (phase_ == Phase::ready) start_playing();
          break;
        case ClockEvent::What::resumed:
          resume();
          break;
        case ClockEvent::What::stopped:
          pause();
          break;
        case ClockEvent::What::pressed:
          if (phase_ != Phase::playing) break;
          tracker_->press(now_, event.side);
          tell();
          break;
      }
    }
  }

  void pause() {
    if (phase_ != Phase::playing) return;
    phase_ = Phase::paused;
    settling_stop_ = now_ + kSettleStop;
    say_game(GameState::paused);
    watch_for_signal();
    if (ending_due_) ending_due_ = now_;  // perhaps it was the clock that it waited for
  }

  void resume() {
    if (phase_ != Phase::paused) return;
    phase_ = Phase::playing;
    settling_stop_.reset();
    signal_due_.reset();
    say_game(GameState::resumed);
    tracker_->scan(now_, sensed_);
    tell();
  }

  void flag_fell(Side side) {
    const bool both = other_flag_ && *other_flag_ != side;
    other_flag_ = side;
    Finding f;
    f.kind = both ? Kind::both_flags_fallen : Kind::flag_fallen;
    f.side = side;
    f.grade = Grade::A;
    f.text = both ? capital(side) + "'s flag has fallen too, after the other."
                  : capital(side) + "'s flag has fallen.";
    if (phase_ != Phase::playing && phase_ != Phase::paused) return;
    flag_finding_ = open(std::move(f));
    flag_at_ = now_;
  }

  // ---- the line to the board
  // ---------------------------------------------------------------------------------------

  void handle(const record::Link& link) {
    if (link.state == record::Link::State::lost && !link_finding_) {
      Finding f;
      f.kind = Kind::link_lost;
      f.grade = Grade::B;
      f.text =
          link.reason.empty() ? "No scans from the board." : "No scans from the board: " + link.reason + ".";
      link_finding_ = open(std::move(f));
      signal_due_.reset();
      if (tracker_) tracker_->link_lost(now_);
    } else if (link.state == record::Link::State::restored && link_finding_) {
      book_.withdraw(*link_finding_, now_, sayer());
      link_finding_.reset();
      clock_.forget_reading();
      if (tracker_) tracker_->link_restored(now_);
    }
  }

  // ---- the arbiter
  // -------------------------------------------------------------------------------------------------

  void handle(const record::Arbiter& arbiter) {
    using Action = record::Arbiter::Action;
    switch (arbiter.action) {
      case Action::pause:
        pause();
        break;
      case Action::resume:
        resume();
        break;
      case Action::result:
        game_over(arbiter.result, "entered by the arbiter");
        break;
      case Action::new_game:
        new_game();
        break;
      case Action::set_position:
        set_position(arbiter);
        break;
      case Action::confirm:
      case Action::dismiss:
        if (arbiter.finding)
          book_.decide(*arbiter.finding,
                       arbiter.action == Action::confirm ? State::confirmed : State::dismissed, now_,
                       sayer());
        break;
      case Action::adjourn:
        pause();
        break;
      case Action::pairing:
        white_near_a1_ = arbiter.white_sits_near_a1;
        if (is_following()) look_at_pairing();
        break;
      case Action::seen:
        if (!arbiter.square || !is_following()) break;
        tracker_->witness(*arbiter.square,
                          arbiter.piece ? chess::piece_from_letter(*arbiter.piece) : std::nullopt);
        tell();
        break;
      case Action::declare:
        if (!arbiter.side || !arbiter.piece) break;
        declared_ = chess::piece_from_letter(*arbiter.piece);
        if (declared_) declared_->side = *arbiter.side;
        declared_at_ = now_;
        if (is_following()) tell();
        break;
      case Action::claim:
      case Action::count_started:
      case Action::law:
        break;  // for the laws alone
    }
  }

  void set_position(const record::Arbiter& arbiter) {
    const auto setup = chess::setup_from_fen(arbiter.fen);
    if (!setup) return;
    const auto position = chess::Position::from(*setup, chess::kForgivable);
    if (!position) return;
    Tracker::Settings settings;
    settings.start = *position;
    settings.scan_period = period_;
    if (tracker_ && !lies_right_again(SensedBoard::of(*position)))
      settings.orientation = tracker_->best().orientation;
    settings.ply = record_.go_back_to(*position, tracker_ ? &*tracker_ : nullptr, now_,
                                      "the arbiter set the position", sayer());
    settings.key = record_.line();
    book_.keep_open_ones();
    unresolved_.reset();
    signal_due_.reset();
    tracker_.emplace(settings, now_, sensed_);
    tell_clock();
    clock_.forget_reading();
    looked_at_ = record_.line();
    if (phase_ == Phase::setup || phase_ == Phase::over) phase_ = Phase::ready;
  }

  void handle(const record::Truth&) {}
  void handle(const record::Other&) {}
  void handle(const record::Advice& advice) {
    if (!tracker_) return;
    if (advice.about == record::Advice::About::played)
      record_.doubt(advice, now_, sayer());
    else
      tracker_->advise(now_, advice);
    if (is_following()) tell();
  }
  void handle(const record::End&) {}

  // ---- the end of a game
  // -------------------------------------------------------------------------------------------

  void watch_for_signal() {
    signal_due_.reset();
    if (!tracker_ || link_finding_) return;
    // A sensor that is not believed puts no king in the centre.
    const Hypothesis& best = tracker_->best();
    const Bitboard unseen = tracker_->unseen(best);
    SensedBoard seen = in_orientation();
    seen.occupied = (seen.occupied & ~unseen) | (best.occupied() & unseen);
    signal_ = findings::result_signal(seen, best.step->position());
    if (signal_) signal_due_ = now_ + (phase_ == Phase::paused ? kSignalRestStopped : kSignalRest);
  }

  void accept_signal() {
    Finding f;
    f.kind = Kind::result_signal;
    f.grade = Grade::B;
    f.evidence.from = tracker_->last_change();
    for (const Square square : chess::squares(signal_->kings)) f.squares.push_back(square);
    f.text = "The kings stand on " + to_string(f.squares[0]) + " and " + to_string(f.squares[1]) + ": " +
             signal_->result + " is signalled. Please confirm.";
    open(std::move(f));
    game_over(signal_->result, "kings placed in the centre");
  }

  /// The first of the two kings may have been taken for a ply.
  void take_back_signal() {
    const Step* last = tracker_->best().step.get();
    while (last->kind == StepKind::illegal && last->parent != nullptr &&
           chess::contains(signal_->kings, last->move.to()) &&
           chess::contains(last->position().pieces(chess::PieceType::king), last->move.to()))
      last = last->parent.get();
    if (last->ply < record_.plies())
      record_.go_back_to(last->position(), &*tracker_, now_, "the kings were put in the centre", sayer());
  }

  void game_over(const std::string& result, const std::string& reason) {
    if (phase_ == Phase::over || phase_ == Phase::setup) return;
    phase_ = Phase::over;
    settling_stop_.reset();
    if (signal_due_) take_back_signal();
    signal_due_.reset();
    result_ = result;
    say_game(GameState::over, result, reason);
  }

  void new_game() {
    new_game_due_.reset();
    signal_due_.reset();
    tracker_.reset();
    record_ = PlyPublisher{start_};
    book_.keep_open_ones();
    unresolved_.reset();
    clock_ = {};
    other_flag_.reset();
    flag_finding_.reset();
    looked_at_ = 0;
    forgotten_ply_ = 0;
    white_near_a1_.reset();
    reversed_finding_.reset();
    declared_.reset();
    result_.clear();
    phase_ = Phase::setup;
    say_game(GameState::setup);
    if (seen_scan_) look_at_setup();
  }

  Say say_;
  Rules rules_;
  chess::Position start_;
  Time period_;
  Phase phase_ = Phase::setup;
  Time now_{};
  std::optional<Time> due_;  // when something follows although nothing happens
  std::optional<Time> end_;  // of the log, once it has ended

  bool seen_scan_ = false;
  bool sideways_ = false;
  SensedBoard as_sensed_;  // `sensed_` before a board that lies sideways is turned
  SensedBoard sensed_;     // in the sensor's orientation, set upright if the board lies sideways
  std::uint64_t scans_ = 0;
  std::uint64_t changed_scans_ = 0;

  ClockWatch clock_;
  std::optional<Side> other_flag_;
  std::optional<std::uint64_t> flag_finding_;  // the last one
  Time flag_at_{};
  std::optional<std::uint64_t> link_finding_;
  std::optional<std::uint64_t> unresolved_;
  std::string result_;
  std::uint64_t looked_at_ = 0;
  unsigned forgotten_ply_ = 0;         // the last one whose press was missed; 0: none
  std::optional<bool> white_near_a1_;  // by the pairing
  std::optional<std::uint64_t> reversed_finding_;
  std::optional<chess::Piece> declared_;  // a promotion announced, and not seen yet
  Time declared_at_{};

  std::optional<Time> settling_stop_;
  std::optional<findings::ResultSignal> signal_;
  std::optional<Time> signal_due_;
  std::optional<Time> ending_due_;
  std::optional<Time> new_game_due_;

  std::optional<Tracker> tracker_;
  PlyPublisher record_;
  FindingBook book_;
};

Detector::Detector(const record::Header& header, Say say, Rules rules)
    : impl_{std::make_unique<Impl>(header, std::move(say), rules)} {}
Detector::~Detector() = default;
Detector::Detector(Detector&&) noexcept = default;
Detector& Detector::operator=(Detector&&) noexcept = default;
void Detector::on(const record::Record& record) {
  impl_->on(record);
}
void Detector::advance_to(Time now) {
  impl_->advance_to(now);
}
bool Detector::advance_a_part(Time now) {
  return impl_->advance_a_part(now);
}
std::size_t Detector::explanations() const {
  return impl_->explanations();
}

std::vector<OpenPly> Detector::open_plies() const {
  return impl_->open_plies();
}
Detector::Seen Detector::seen() const {
  return impl_->seen();
}
void Detector::finish() {
  impl_->finish();
}

}  // namespace jadoube::detector
