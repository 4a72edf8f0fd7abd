#include "judge/clock_book.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::laws {

std::optional<Readings> ClockBook::at(Time t) const {
  if (!last_) return std::nullopt;
  Readings now = *last_;
  if (running_ && t > last_t_) {
    ClockTime& left = now.of(*running_);
    auto run = std::chrono::duration_cast<ClockTime>(t - last_t_);
    // A clock that tells whole seconds shows them until the next one.
    if (left % Seconds{1} == ClockTime{}) run = std::chrono::floor<Seconds>(run);
    left = std::max(ClockTime{}, left - run);
  }
  return now;
}

void ClockBook::on(const record::ClockReading& reading) {
  const Readings shown{reading.white, reading.black};
  const auto told = periods_.on(reading);
  if (running_ && reading.running && *running_ != *reading.running) {
    Pressed press{
        reading.t, *running_, shown, {}, std::max(ClockTime{}, told[chess::index(*running_)].added)};
    if (const auto before = at(reading.t))
      press.gained = std::max(ClockTime{}, shown.of(*running_) - before->of(*running_));
    presses_.push_back(press);
  }
  if (!first_) first_ = shown;
  last_ = shown;
  last_t_ = reading.t;
  running_ = reading.running;
  for (const Side side : chess::kSides) look_at_zero(side, reading, told[chess::index(side)]);
}

void ClockBook::note_period(Time t, Side side, const clocks::GivenPeriods::Told& told) {
  if (told.added != ClockTime{}) given_.push_back({t, side, told.added, told.at_zero ? told.moves : 0});
}

void ClockBook::look_at_zero(Side side, const record::ClockReading& reading,
                             const clocks::GivenPeriods::Told& told) {
  note_period(reading.t, side, told);
  auto& ended = ended_[chess::index(side)];
  const bool shows_time = clocks::time_of(reading, side) > ClockTime{};
  const bool marked = reading.flag == side;
  const bool is_new = marked && !marked_[chess::index(side)];
  marked_[chess::index(side)] = marked;
  const bool ends = !shows_time || is_new || told.at_zero;
  if (ends && (!ended || ended->was_set)) ended = Ended{reading.t, told.moves};
  if (!ended || !shows_time) return;
  ended->was_set |= told.is_set || told.added > ClockTime{};
  ended->has_gone_on |= told.at_zero;
  if (!marked && (ended->is_passed || !ended->has_gone_on)) ended.reset();
}

void ClockBook::pass(Side side) {
  auto& ended = ended_[chess::index(side)];
  if (!ended || std::exchange(ended->is_passed, true)) return;
  periods_.pass(side, ended->moves);
}

ClockTime ClockBook::given_since(Side side, Time from, unsigned completed) const {
  ClockTime sum{};
  for (const Given& given : given_)
    if (given.side == side && given.t >= from && (given.moves == 0 || completed < given.moves))
      sum += given.time;
  return sum;
}

void ClockBook::on(const record::Press& press) {
  // A clock that also tells times reports the same press by its readings.
  if (last_) return;
  presses_.push_back({press.t, press.side, std::nullopt, {}, {}});
  running_ = ~press.side;
}

void ClockBook::stop(Time t) {
  last_ = at(t);
  running_.reset();
}

void ClockBook::set(Time t, const Readings& readings) {
  const auto told = periods_.on({t, readings.white, readings.black, std::nullopt, std::nullopt});
  for (const Side side : chess::kSides) note_period(t, side, told[chess::index(side)]);
  last_ = readings;
  last_t_ = t;
  ended_ = {};
}

const ClockBook::Pressed* ClockBook::press(Side side, Time from) const {
  const Pressed* latest = nullptr;
  for (const Pressed& press : presses_) {
    if (press.side != side) continue;
    latest = &press;
    if (press.t >= from) break;
  }
  return latest;
}

const ClockBook::Pressed* ClockBook::press_before(Time t) const {
  const Pressed* latest = nullptr;
  for (const Pressed& press : presses_)
    if (press.t <= t) latest = &press;
  return latest;
}

}  // namespace jadoube::laws
