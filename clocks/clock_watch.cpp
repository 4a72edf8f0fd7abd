#include "clocks/clock_watch.hpp"

#include <algorithm>
#include <utility>

#include "model/clock.hpp"

namespace jadoube::clocks {

using chess::Side;
using record::ClockReading;
using record::ClockTime;
using record::Time;
using words::wording;
using namespace std::chrono_literals;

namespace {

words::Text capital(Side side) {
  return side == Side::white ? wording("White") : wording("Black");
}

}  // namespace

std::optional<words::Text> ClockWatch::fault_in(const ClockReading& reading) const {
  if (!last_ || !last_->running || last_->running != reading.running) return std::nullopt;
  const Side side = *reading.running;
  const ClockTime spent = time_of(*last_, side) - time_of(reading, side);
  const ClockTime passed = std::chrono::duration_cast<ClockTime>(reading.t - last_->t);
  const ClockTime drift = time_of(*last_, ~side) - time_of(reading, ~side);
  const auto seconds = [](ClockTime time) { return std::to_string(time.count() / 1000); };
  if (spent < -model::kClockTolerance)
    return wording("{1}'s time went up by {2} s while it was running.", capital(side), seconds(-spent));
  if (spent > passed + model::kClockTolerance)
    return wording("{1}'s time fell by {2} s within {3} s.", capital(side), seconds(spent), seconds(passed));
  // The increment of the last press may come with a later reading; time that goes away by itself does not.
  if (drift > model::kClockTolerance)
    return wording("{1}'s time fell by {2} s while {3}'s clock was running.", capital(~side), seconds(drift),
                   capital(side));
  return std::nullopt;
}

bool ClockWatch::pressed_twice(const ClockReading& reading) const {
  // Only a press makes a clock that runs show more than before, and the other side must have pressed since
  // for it to run again.
  if (!last_ || !last_->running || last_->running != reading.running) return false;
  const Side side = *reading.running;
  return time_of(reading, side) > time_of(*last_, side) && time_of(reading, ~side) > time_of(*last_, ~side);
}

bool ClockWatch::is_of_one_turn(const ClockReading& reading) const {
  if (!last_ || !last_->running || last_->running != reading.running) return true;
  const Side side = *reading.running;
  const ClockTime spent = time_of(*last_, side) - time_of(reading, side);
  const ClockTime added = time_of(reading, ~side) - time_of(*last_, ~side);
  const auto passed = std::chrono::duration_cast<ClockTime>(reading.t - last_->t);
  // A clock that is read late, or stands at 0:00, shows that less has passed.
  return spent >= -model::kClockTolerance && spent <= passed + model::kClockTolerance &&
         (std::chrono::abs(added) <= model::kClockTolerance ||
          std::chrono::abs(added - increment(~side)) <= model::kClockTolerance);
}

void ClockWatch::learn_increment(const ClockReading& reading) {
  if (periods_.is_control_known() || !last_ || !last_->running || !reading.running ||
      last_->running == reading.running)
    return;
  const Side side = *last_->running;
  const auto passed = std::chrono::duration_cast<ClockTime>(reading.t - last_->t);
  gained_[index(side)] = std::max(ClockTime{0}, time_of(reading, side) - time_of(*last_, side) + passed);
}

std::optional<Time> ClockWatch::missed_press(const ClockReading& reading) const {
  const auto passed = std::chrono::duration_cast<ClockTime>(reading.t - last_->t);
  const auto spent_by = [&](Side side) {
    return time_of(*last_, side) + increment(side) - time_of(reading, side);
  };
  const auto is_possible = [&](ClockTime spent) {
    return spent >= -model::kClockTolerance && spent <= passed + model::kClockTolerance;
  };
  // Together they have spent what has passed.
  const Side side = *reading.running;
  const ClockTime spent = spent_by(~side);
  if (!is_possible(spent) || !is_possible(spent_by(side)) ||
      std::chrono::abs(spent_by(side) + spent - passed) > model::kClockTolerance)
    return std::nullopt;
  return std::clamp(std::chrono::duration_cast<Time>(spent), Time{0}, reading.t - last_->t);
}

void ClockWatch::turn() {
  if (running_) running_ = ~*running_;
  std::swap(fallen_[0], fallen_[1]);
  std::swap(marked_[0], marked_[1]);
  std::swap(zero_since_[0], zero_since_[1]);
  std::swap(gained_[0], gained_[1]);
  periods_.turn();
  increments_.turn();
  if (!last_) return;
  std::swap(last_->white, last_->black);
  if (last_->running) last_->running = ~*last_->running;
}

std::optional<Time> ClockWatch::flag_due() const {
  if (!running_ || fallen_[index(*running_)] || !zero_since_[index(*running_)]) return std::nullopt;
  return *zero_since_[index(*running_)] + model::kFallenAtZero;
}

std::vector<ClockEvent> ClockWatch::at(Time now) {
  const auto due = flag_due();
  if (!due || now < *due) return {};
  fallen_[index(*running_)] = true;
  return {{ClockEvent::What::flag, *running_, {}, periods_.moves_to_make(*running_)}};
}

bool ClockWatch::goes_on(const ClockReading& reading) {
  if (!last_ || !running_ || reading.running != running_ || !flags_stay(reading)) return false;
  const Side side = *running_;
  const ClockTime left = time_of(reading, side);
  const ClockTime spent = time_of(*last_, side) - left;
  if (left <= ClockTime::zero() || time_of(reading, ~side) != time_of(*last_, ~side)) return false;
  if (spent < ClockTime::zero() || spent > reading.t - last_->t + model::kClockTolerance) return false;
  if (spent != ClockTime::zero()) {
    last_ = reading;
    periods_.goes_on(reading);
  }
  return true;
}

bool ClockWatch::flags_stay(const ClockReading& reading) const {
  return std::all_of(chess::kSides.begin(), chess::kSides.end(),
                     [&](Side side) { return marked_[index(side)] == (reading.flag == side); });
}

void ClockWatch::look_at_zero(Side side, const ClockReading& reading, const GivenPeriods::Told& told,
                              std::vector<ClockEvent>& events) {
  bool& fallen = fallen_[index(side)];
  const bool marked = reading.flag == side;
  const bool is_new = marked && !marked_[index(side)];
  marked_[index(side)] = marked;
  if ((is_new || told.at_zero) && !std::exchange(fallen, true))
    events.push_back({ClockEvent::What::flag, side, {}, told.moves});
  auto& since = zero_since_[index(side)];
  if (time_of(reading, side) <= ClockTime::zero()) {
    if (!since) since = reading.t;
  } else {
    since.reset();
    // Time has come that can run out again, though a mark may stay.
    if (!marked || told.is_set || told.added > ClockTime::zero()) fallen = false;
  }
}

std::vector<ClockEvent> ClockWatch::on(const ClockReading& reading) {
  std::vector<ClockEvent> events;
  has_times_ = true;
  const auto told = periods_.on(reading);
  const GivenPeriods::Told of_running =
      reading.running ? told[index(*reading.running)] : GivenPeriods::Told{};
  // A clock that runs and is not at 0:00 adds a period's time with a press alone, unless somebody has set it.
  const bool completed_period = last_ && of_running.added > ClockTime::zero() && !of_running.at_zero;
  std::optional<Time> twice = is_of_one_turn(reading) ? std::nullopt : missed_press(reading);
  if (!twice && (pressed_twice(reading) || completed_period)) twice = Time{0};
  std::optional<words::Text> fault;
  if (!twice && !of_running.at_zero) fault = fault_in(reading);
  if (fault) events.push_back({ClockEvent::What::fault, *reading.running, *std::move(fault)});
  learn_increment(reading);
  if (!last_ || last_->white != reading.white || last_->black != reading.black ||
      last_->running != reading.running)
    last_ = reading;

  for (const Side side : chess::kSides) look_at_zero(side, reading, told[index(side)], events);

  tell_turn(reading, twice, events);
  if (!events.empty() && !increments_.are_known()) {
    const bool has_added = told[0].added != ClockTime{} || told[1].added != ClockTime{};
    look_at_increments(reading, has_added, events);
  }
  return events;
}

void ClockWatch::tell_turn(const ClockReading& reading, std::optional<Time> twice,
                           std::vector<ClockEvent>& events) {
  if (reading.running && !running_) {
    events.push_back(
        {started_ ? ClockEvent::What::resumed : ClockEvent::What::started, *reading.running, {}});
    // If it is the other side's now, an arbiter has seen to that: no press.
    started_ = true;
  } else if (!reading.running && running_) {
    events.push_back({ClockEvent::What::stopped, *running_, {}});
  } else if (reading.running != running_) {
    events.push_back({ClockEvent::What::pressed, *running_, {}});
  } else if (twice) {
    events.push_back({ClockEvent::What::pressed, *running_, {}, 0, *twice});
    events.push_back({ClockEvent::What::pressed, ~*running_, {}});
  }
  running_ = reading.running;
}

void ClockWatch::look_at_increments(const ClockReading& reading, bool has_added,
                                    std::vector<ClockEvent>& events) {
  using What = ClockEvent::What;
  int pressed = 0;
  bool is_lost = has_added;
  for (const ClockEvent& event : events) {
    pressed += event.what == What::pressed ? 1 : 0;
    is_lost |= event.what == What::stopped || event.what == What::fault;
  }
  if (is_lost || pressed > 1) increments_.lose_thread();
  // Another turn begins.
  if (!running_ || pressed > 1 || events.back().what == What::flag || events.back().what == What::fault)
    return;
  const Side side = *running_;
  if (pressed == 1) increments_.ends(~side, reading.t);
  const ClockTime increment = periods_.increment(side);
  if (increments_.begins(side, reading.t, time_of(reading, side), increment))
    events.push_back(
        {What::fault, side,
         wording("{1}'s clock has given no increment in {2} moves, and the time control has {3} s a move.",
                 capital(side), std::to_string(GivenIncrements::kTurns),
                 std::to_string(increment.count() / 1000))});
}

std::vector<ClockEvent> ClockWatch::on(const record::Press& press, Side to_move) {
  if (has_times_) return {};
  std::vector<ClockEvent> events;
  if (!started_) {
    started_ = true;
    running_ = to_move;
    events.push_back({ClockEvent::What::started, to_move, {}});
  }
  if (running_ != press.side) return events;
  running_ = ~press.side;
  events.push_back({ClockEvent::What::pressed, press.side, {}});
  return events;
}

}  // namespace jadoube::clocks
