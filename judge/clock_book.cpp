#include "judge/clock_book.hpp"

#include <algorithm>

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
  if (running_ && reading.running && *running_ != *reading.running) {
    Pressed press{reading.t, *running_, shown, {}};
    if (const auto before = at(reading.t))
      press.gained = std::max(ClockTime{}, shown.of(*running_) - before->of(*running_));
    presses_.push_back(press);
  }
  if (!first_) first_ = shown;
  last_ = shown;
  last_t_ = reading.t;
  running_ = reading.running;
  for (const Side side : chess::kSides) {
    auto& zero = zero_[chess::index(side)];
    const bool out = shown.of(side) <= ClockTime{} || reading.flag == side;
    if (out && !zero) zero = reading.t;
    if (!out) zero.reset();
  }
}

void ClockBook::on(const record::Press& press) {
  // A clock that also tells times reports the same press by its readings.
  if (last_) return;
  presses_.push_back({press.t, press.side, std::nullopt, {}});
  running_ = ~press.side;
  last_t_ = press.t;
}

void ClockBook::stop(Time t) {
  last_ = at(t);
  last_t_ = t;
  running_.reset();
}

void ClockBook::set(Time t, const Readings& readings) {
  last_ = readings;
  last_t_ = t;
  zero_ = {};
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
