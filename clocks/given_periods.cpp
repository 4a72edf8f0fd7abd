#include "clocks/given_periods.hpp"

#include <utility>

#include "model/clock.hpp"

namespace jadoube::clocks {

using chess::Side;
using record::ClockReading;
using record::ClockTime;

namespace {

ClockTime between(const ClockReading& before, const ClockReading& after) {
  return std::chrono::duration_cast<ClockTime>(after.t - before.t);
}

/// `time` is nearer to a period's than to none, and to two.
bool is_about(ClockTime time, ClockTime base) {
  return 2 * std::chrono::abs(time - base) < base;
}

}  // namespace

GivenPeriods::GivenPeriods(std::optional<TimeControl> control, const std::array<unsigned, 2>& completed)
    : control_{std::move(control)} {
  if (!control_) return;
  matters_ = control_->periods.size() > 1 || control_->end_of(0) != 0;
  for (const Side side : chess::kSides)
    given_[chess::index(side)].index = control_->index(completed[chess::index(side)]);
}

bool GivenPeriods::is_of_period(ClockTime change, std::size_t index) const {
  const ClockTime base = control_->periods[index].base;
  const ClockTime increment = control_->periods[index - 1].increment;
  return is_about(change, base) || is_about(change - increment, base);
}

std::array<GivenPeriods::Told, 2> GivenPeriods::on(const ClockReading& reading) {
  std::array<Told, 2> told;
  for (const Side side : chess::kSides) {
    if (matters_) told[chess::index(side)].moves = moves_to_make(side);
    if (!last_) continue;
    if (last_->running == reading.running && reading.running != ~side)
      told[chess::index(side)].is_set =
          time_of(reading, side) > time_of(*last_, side) + model::kClockTolerance;
    if (!matters_ || !has_run_) continue;
    if (missed_)
      look_after_gap(side, reading, told[chess::index(side)]);
    else
      look_at_side(side, reading, told[chess::index(side)]);
  }
  last_ = reading;
  has_run_ |= reading.running.has_value();
  missed_ = false;
  return told;
}

void GivenPeriods::look_at_side(Side side, const ClockReading& reading, Told& told) {
  Given& given = given_[chess::index(side)];
  const bool ran = last_->running == side;
  const bool runs_on = last_->running && last_->running == reading.running;
  const ClockTime left = time_of(*last_, side) - (ran ? between(*last_, reading) : ClockTime{});
  const ClockTime change = time_of(reading, side) - left;
  if (change < ClockTime{}) {
    // A clock that runs takes nothing off by itself.
    if (runs_on || given.index == 0 || !is_of_period(-change, given.index)) return;
    told.added = -control_->periods[given.index].base;
    --given.index;
    given.is_owed = false;
    return;
  }
  std::size_t next = given.is_owed ? given.index : given.index + 1;
  // Where the clock was not seen for a while it may be a later one.
  while (!given.is_sure && next + 1 < control_->periods.size() && !is_of_period(change, next)) ++next;
  if (next < control_->periods.size() && is_of_period(change, next)) {
    told.added = control_->periods[next].base;
    told.at_zero = ran && runs_on && left <= model::kClockTolerance;
    told.moves = control_->end_of(next - 1);
    given = {next, false, true};
  } else if (time_of(reading, side) > ClockTime{}) {
    given.is_owed = false;  // it was set to something else
  }
}

/// Both clocks together lose what time passes. What they have won beside is not told apart, unless it is all on one.
void GivenPeriods::look_after_gap(Side side, const ClockReading& reading, Told& told) {
  Given& given = given_[chess::index(side)];
  const std::size_t next = given.index + 1;
  if (next >= control_->periods.size()) return;
  const ClockTime base = control_->periods[next].base;
  const ClockTime change = time_of(reading, side) - time_of(*last_, side);
  const ClockTime ran = last_->running ? between(*last_, reading) : ClockTime{};
  const ClockTime won = reading.white + reading.black - last_->white - last_->black + ran;
  if (is_of_period(change, next)) {
    given = {next, false, true};
    told.added = base;
  } else if (2 * won >= base) {
    given.is_sure = false;
  }
}

void GivenPeriods::pass(Side side, unsigned moves) {
  Given& given = given_[chess::index(side)];
  if (!control_ || moves == 0 || control_->end_of(given.index) != moves) return;
  if (given.index + 1 < control_->periods.size()) given = {given.index + 1, true, true};
}

void GivenPeriods::turn() {
  std::swap(given_[0], given_[1]);
  if (!last_) return;
  std::swap(last_->white, last_->black);
  if (last_->running) last_->running = ~*last_->running;
}

unsigned GivenPeriods::moves_to_make(Side side) const {
  const Given& given = given_[chess::index(side)];
  return control_ && given.is_sure ? control_->end_of(given.index) : 0;
}

ClockTime GivenPeriods::given(Side side) const {
  return control_ ? control_->given_by(index(side)) : ClockTime{};
}

}  // namespace jadoube::clocks
