// The clock: what its presses, stops, flags and faults mean in each phase of a game.
#include "detector/detector_impl.hpp"
#include "detector/words.hpp"

namespace jadoube::detector {

namespace {

constexpr Time kSettleStop = 500ms;  // a stop of the clock often comes before the last piece is seen

}  // namespace

void Detector::Impl::handle(const record::ClockReading& reading) {
  hear(clock_.on(reading));
}

void Detector::Impl::handle(const record::Press& press) {
  const Side to_move = tracker_ ? tracker_->best().turn() : start_.turn();
  hear(clock_.on(press, to_move));
}

void Detector::Impl::tell_clock() {
  tracker_->set_running(clock_.running());
  tracker_->set_time_left({clock_.time_left(Side::white), clock_.time_left(Side::black)});
}

void Detector::Impl::hear(const std::vector<ClockEvent>& events) {
  if (tracker_) tell_clock();
  for (const ClockEvent& event : events) hear(event);
}

void Detector::Impl::hear(const ClockEvent& event) {
  switch (event.what) {
    case ClockEvent::What::flag:
      flag_fell(event.side);
      break;
    case ClockEvent::What::fault:
      clock_failed(event.text);
      break;
    case ClockEvent::What::started:
      clock_started();
      break;
    case ClockEvent::What::resumed:
      resume();
      break;
    case ClockEvent::What::stopped:
      pause();
      break;
    case ClockEvent::What::pressed:
      pressed(event.side);
      break;
  }
}

/// What stands then is what the game begins with, if a scan has shown any.
void Detector::Impl::clock_started() {
  if (board_.is_known()) begin_tracking();
  start_playing();
}

void Detector::Impl::start_playing() {
  if (!enter(PhaseEvent::play_begun)) return;
  say_game(GameState::started);
  if (record_.plies() == 0) look_at_start();
}

void Detector::Impl::pressed(Side side) {
  if (!enter(PhaseEvent::pressed)) return;
  tracker_->press(now_, side);
  tell();
}

void Detector::Impl::pause() {
  if (!enter(PhaseEvent::stopped)) return;
  settled_at_ = now_ + kSettleStop;
  say_game(GameState::paused);
  watch_for_signal();
  if (game_.end.due) game_.end.due = now_;  // perhaps it was the clock that it waited for
}

void Detector::Impl::resume() {
  if (!enter(PhaseEvent::resumed)) return;
  signal_.reset();
  say_game(GameState::resumed);
  tracker_->scan(now_, board_.upright());
  tell();
}

void Detector::Impl::flag_fell(Side side) {
  FlagWatch& flags = game_.flags;
  const bool both = flags.last && *flags.last != side;
  flags.last = side;
  if (!enter(PhaseEvent::flag_fell)) return;
  Finding f;
  f.kind = both ? Kind::both_flags_fallen : Kind::flag_fallen;
  f.side = side;
  f.grade = Grade::A;
  f.text = both ? capital(side) + "'s flag has fallen too, after the other."
                : capital(side) + "'s flag has fallen.";
  flags.finding = open(std::move(f));
  flags.told_at = now_;
}

void Detector::Impl::clock_failed(const std::string& how) {
  if (!enter(PhaseEvent::clock_failed)) return;
  Finding f;
  f.kind = Kind::clock_fault;
  f.grade = Grade::B;
  f.text = how;
  open(std::move(f));
}

/// When the press of the last ply will count as forgotten; nothing if it has come, or that was told.
void Detector::Impl::look_at_clock() {
  const auto due = not_pressed_due();
  if (!due || *due > now_) return;
  const Step* last = record_.last_step();
  game_.forgotten_ply = last->ply;
  if (!record_.last_is_open()) open(findings::clock_not_pressed(*last));
}

}  // namespace jadoube::detector
