// The clock: what its presses, stops, flags and faults mean in each phase of a game.
#include <boost/container/small_vector.hpp>
#include <utility>

#include "detector/detector_impl.hpp"

namespace jadoube::detector {

namespace {

/// As a clock that stands the other way round would show it.
record::ClockReading turned(record::ClockReading reading) {
  std::swap(reading.white, reading.black);
  if (reading.running) reading.running = ~*reading.running;
  if (reading.flag) reading.flag = ~*reading.flag;
  return reading;
}

}  // namespace

/// As at the start of the game.
clocks::ClockWatch Detector::Impl::unheard_clock() const {
  const unsigned before = start_.fullmove_number() - 1;
  const unsigned white = before + (start_.turn() == Side::black ? 1 : 0);
  return clocks::ClockWatch{clocks::GivenPeriods{control_, {white, before}}};
}

void Detector::Impl::handle(const record::ClockReading& reading) {
  hear(clock_.on(channel_.is_turned() ? turned(reading) : reading));
}

void Detector::Impl::handle(const record::Press& press) {
  const Side to_move = tracker_ ? tracker_->best().turn() : start_.turn();
  const Side side = channel_.is_turned() ? ~press.side : press.side;
  channel_.press(heard_clock_, press.side);
  if (!clock_.runs()) book_.started_by_press(now_);
  hear(clock_.on(record::Press{press.t, side}, to_move));
}

void Detector::Impl::tell_clock() {
  tracker_->set_running(clock_.running());
  tracker_->set_shown(clock_.shown());
  tracker_->set_time_left({clock_.time_left(Side::white), clock_.time_left(Side::black)});
}

void Detector::Impl::hear(const std::vector<clocks::ClockEvent>& events) {
  if (tracker_) tell_clock();
  for (const clocks::ClockEvent& event : events) hear(event);
}

void Detector::Impl::hear(const clocks::ClockEvent& event) {
  switch (event.what) {
    case clocks::ClockEvent::What::flag:
      flag_fell(event.side, event.moves);
      break;
    case clocks::ClockEvent::What::fault:
      clock_failed(event.text);
      break;
    case clocks::ClockEvent::What::started:
      clock_started();
      break;
    case clocks::ClockEvent::What::resumed:
      resume();
      break;
    case clocks::ClockEvent::What::stopped:
      pause();
      break;
    case clocks::ClockEvent::What::pressed:
      if (clock_.has_times())
        channel_.press(heard_clock_ - event.ago, channel_.is_turned() ? ~event.side : event.side);
      pressed(event.side);
      break;
  }
}

/// What stands then is what the game begins with, if a scan has shown any.
void Detector::Impl::clock_started() {
  if (board_.is_known()) begin_tracking(board_.upright());
  const auto running = clock_.running();
  if (clock_.has_times() && running && record_.plies() == 0) {
    channel_.started(channel_.is_turned() ? ~*running : *running, start_.turn());
    if (*running != start_.turn()) game_.start_weight = model::kStartedForOther;
  }
  start_playing();
}

void Detector::Impl::start_playing() {
  if (!enter(PhaseEvent::play_begun)) return;
  say_game(GameState::started);
  if (record_.plies() == 0) look_at_start();
}

void Detector::Impl::pressed(Side side) {
  game_.flags.at_control.reset();
  if (!enter(PhaseEvent::pressed)) return;
  tracker_->press(now_, side);
  ++game_.presses;
  // Who presses goes on: the pieces stand on their first squares because they were played there.
  if (tracker_->best().pressed() && !is_put_up_again()) new_game_due_.reset();
  if (tracker_->is_lost() && !link_lost_)
    say_link_lost(wording("The clock is pressed, and nothing changes on the board: its scans may be lost."));
  if (signal_) watch_for_signal();
  if (trials_.possible) look_at_trials();
  tell();
}

void Detector::Impl::pause() {
  if (!enter(PhaseEvent::stopped)) return;
  settled_at_ = now_ + model::kSettleStop;
  rests_since_stop_ = true;
  say_game(GameState::paused);
  watch_for_signal();
  if (game_.end.due) game_.end.due = now_;  // perhaps it was the clock that it waited for
}

void Detector::Impl::resume() {
  // A person may say so before the clock runs, which tells whose the move is.
  if (game_.adjourned && clock_.runs() && is_following()) {
    signal_.reset();
    restart_as_set_up();
    tell();
  }
  if (!enter(PhaseEvent::resumed)) return;
  signal_.reset();
  say_game(GameState::resumed);
  if (game_.adjourned) {
    game_.resumed_at = now_;
    restart_as_set_up();
  } else {
    // What a trial has not explained must go on to count against it.
    const auto earlier = is_trial_ ? std::nullopt : put_back_to();
    // A clock of buttons does not tell whose time runs until one is pressed.
    if (!clock_.has_times()) tracker_->set_running({});
    tracker_->scan(now_, board_.upright());
    tell_clock();
    if (earlier && !tracker_->best().put_right) follow_from(*earlier, "the pieces were put back");
  }
  tell();
}

/// While the clock stood the pieces were set up as they had stood earlier in the game, with the same side to move: a move was
/// taken back, or an illegal one was found long after it. Nothing: they stand as they did, or as after a move.
std::optional<chess::Position> Detector::Impl::put_back_to() const {
  if (tracker_->is_lost() || link_is_down_) return std::nullopt;
  const Hypothesis& best = tracker_->best();
  const SensedBoard shown = in_orientation();
  const auto stands = [&](const SensedBoard& board) {
    return (shown.differs_from(board) & ~best.sensors.fault) == 0;
  };
  if (stands(best.step->board()) || may_be_sealed_move()) return std::nullopt;
  const std::vector<chess::Position> positions = record_.positions_from(start_);
  const auto is_it = [&](const chess::Position& position) {
    const bool is_turn = !clock_.has_times() || !clock_.runs() || clock_.running() == position.turn();
    return is_turn && stands(SensedBoard::of(position));
  };
  const auto found = std::find_if(positions.rbegin(), positions.rend(), is_it);
  return found != positions.rend() ? std::optional{*found} : std::nullopt;
}

/// After an adjournment, what stands elsewhere than in the game was set up so, unless it is the sealed move.
void Detector::Impl::restart_as_set_up() {
  if (tracker_->is_lost() || link_is_down_) {
    tracker_->scan(now_, board_.upright());
  } else if (clock_.runs() ? clock_.running() == tracker_->turn_at(game_.resumed_at)
                           : !may_be_sealed_move()) {
    tracker_->restart(now_, board_.upright(), game_.resumed_at);
  } else {
    tracker_->scan(now_, board_.upright());
  }
  if (clock_.runs() || !clock_.has_times()) game_.adjourned = false;
}

/// Some move leads to what stands on the board.
bool Detector::Impl::may_be_sealed_move() const {
  const Hypothesis& best = tracker_->best();
  const Bitboard stands = in_orientation().occupied;
  const auto fits = [&](const tracker::Successor& s) { return (s.changed() ^ best.occupied()) == stands; };
  const auto sealed = tracker::successors_of(best.step->position(), best.step->board());
  return std::any_of(sealed.begin(), sealed.end(), fits);
}

/// Moves that are pressed, by the record as it is believed now.
unsigned Detector::Impl::completed(Side side) const {
  const bool begins = start_.turn() == side;
  const unsigned before = start_.fullmove_number() - 1 + (side == Side::white && !begins ? 1 : 0);
  if (!tracker_) return before;
  const Hypothesis& best = tracker_->best();
  const unsigned made = (best.step->ply + (begins ? 1 : 0)) / 2;
  // The one that he has just made, if his clock runs on.
  const bool is_open =
      best.turn() != side && (clock_.runs() ? clock_.running() == side : best.presses.pending > 0);
  return before + made - (made > 0 && is_open ? 1 : 0);
}

/// 0:00 is the end of a period, and the end of the game only for a player who has not made the moves of it (FIDE 6.9).
void Detector::Impl::flag_fell(Side side, unsigned moves) {
  auto& at = game_.flags.at_control;
  at.reset();
  if (moves != 0) at = FlagWatch::AtControl{side, moves};
  if (moves != 0 && completed(side) >= moves)
    clock_.pass(side, moves);
  else
    tell_flag(side);
}

void Detector::Impl::tell_flag(Side side) {
  FlagWatch& flags = game_.flags;
  const bool both = flags.last && *flags.last != side;
  flags.last = side;
  if (!enter(PhaseEvent::flag_fell)) return;
  Finding f;
  f.kind = both ? Kind::both_flags_fallen : Kind::flag_fallen;
  f.side = side;
  f.grade = Grade::A;
  f.text = both ? wording("{1}'s flag has fallen too, after the other.", capital(side))
                : wording("{1}'s flag has fallen.", capital(side));
  flags.finding = open(std::move(f));
  flags.told_at = now_;
  if (flags.at_control) flags.at_control->finding = flags.finding;
}

/// How many moves had been made when it fell may turn out a little later.
void Detector::Impl::look_at_flag() {
  auto& at = game_.flags.at_control;
  if (!at || clock_.running() != at->side) return at.reset();
  const bool made = completed(at->side) >= at->moves;
  if (made == !at->finding) return;
  if (!made) return tell_flag(at->side);
  book_.withdraw(*std::exchange(at->finding, std::nullopt), now_, sayer());
  game_.flags.finding.reset();
  game_.flags.last.reset();
  clock_.pass(at->side, at->moves);
}

void Detector::Impl::clock_failed(const Text& how) {
  if (!enter(PhaseEvent::clock_failed)) return;
  Finding f;
  f.kind = Kind::clock_fault;
  f.grade = Grade::B;
  f.text = how;
  open(std::move(f));
}

/// Of plies that are agreed on now and were not before.
void Detector::Impl::learn_channel() {
  if (tracker_->best().step->ply == game_.learnt_ply) return;
  const bool was_turned = channel_.is_turned();
  const Step* agreed = tracker_->agreed(model::kNobodyElse);
  // Time of the ply before the first of a game is none.
  if (game_.learnt_ply == 0 || agreed->ply < game_.learnt_ply) channel_.lose_thread();
  game_.learnt_ply = std::min(game_.learnt_ply, agreed->ply);
  boost::container::small_vector<const Step*, 8> plies;
  for (const Step* step = agreed; step != nullptr && step->ply > game_.learnt_ply; step = step->parent.get())
    if (step->on_record()) plies.push_back(step);
  if (plies.empty()) return;
  // Scans that come late may look like a clock that is turned, and the plies that are learnt from may be misread for it:
  // while it is tried how the whole opening reads one way and the other, that decides.
  channel_.let_turn(!trials_.possible);
  for (auto ply = plies.rbegin(); ply != plies.rend(); ++ply) {
    const Step& step = **ply;
    if (step.ply != game_.learnt_ply + 1 || step.kind != StepKind::legal) channel_.lose_thread();
    if (step.kind == StepKind::legal) {
      channel_.ply(step.side, step.began(), step.t);
      learn_capture(step);
      learn_press(step);
    }
    game_.learnt_ply = step.ply;
  }
  tracker_->set_order_known(channel_.is_known());
  book_.know_delays(channel_, agreed->irregular == 0, now_, sayer());
  if (channel_.is_turned() != was_turned) turn_clock();
}

void Detector::Impl::set_habits() {
  for (const Side side : {Side::white, Side::black}) {
    tracker_->set_habit(side, game_.captures[chess::index(side)]);
    tracker_->set_habit(side, game_.press_habits[chess::index(side)]);
  }
}

/// Whether the ply that this one answers had been pressed.
void Detector::Impl::learn_press(const Step& step) {
  if (!clock_.running() || step.ply <= 1) return;
  model::PressingHabit& habit = game_.press_habits[chess::index(~step.side)];
  habit.answered(step.answers_unpressed);
  tracker_->set_habit(~step.side, habit);
}

/// Whether the square of a piece that was taken was seen to be empty.
void Detector::Impl::learn_capture(const Step& step) {
  if (step.evidence == nullptr || step.parent == nullptr ||
      !chess::contains(step.parent->position().occupied(), step.move.to()) ||
      step.move.kind() == chess::MoveKind::castling)
    return;
  model::CaptureHabit& habit = game_.captures[chess::index(step.side)];
  habit.took(step.touches().find(step.move.to()) == nullptr);
  tracker_->set_habit(step.side, habit);
}

/// The clock stands the other way round than was thought: what was heard of it is the other side's.
void Detector::Impl::turn_clock() {
  clock_.turn();
  game_.press_habits = {};  // learnt from the other's presses
  set_habits();
  tell_clock();
  book_.take_back_presses(now_, sayer());
  tell_clock_turned();
}

/// Or that it does not stand so after all.
void Detector::Impl::tell_clock_turned() {
  if (game_.turned_clock) {
    book_.withdraw(*std::exchange(game_.turned_clock, std::nullopt), now_, sayer());
    return;
  }
  Finding f;
  f.kind = Kind::clock_fault;
  f.grade = Grade::B;
  f.text = wording(
      "The clock stands the wrong way round, or is connected so: White's moves are followed by what it takes "
      "for "
      "Black's presses. White's and Black's times are exchanged.");
  game_.turned_clock = open(std::move(f));
}

/// When the press of the last ply will count as forgotten; nothing if it has come, or that was told.
void Detector::Impl::look_at_clock() {
  const auto due = not_pressed_due();
  if (!due || *due > now_) return;
  const Step* last = record_.last_step();
  game_.forgotten_ply = last->ply;
  if (!record_.last_is_open())
    open(findings::clock_not_pressed(*last, channel_.is_turned() || may_be_in_hand(*last)));
}

}  // namespace jadoube::detector
