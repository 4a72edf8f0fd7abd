#include "simulator/clock.hpp"

#include <algorithm>
#include <cassert>

namespace jadoube::simulator {
namespace {

using chess::Side;
using record::ClockReading;
using namespace std::chrono_literals;

class ClockReader {
 public:
  ClockReader(const ClockTrack& track, const Clocks& clocks, Rng& rng)
      : track_{track}, clocks_{clocks}, rng_{rng} {}

  std::vector<record::Record> read(Time end) {
    const auto& moments = track_.moments();
    for (std::size_t i = 0; i < moments.size(); ++i) {
      const auto& moment = moments[i];
      if (moment.t > end) break;
      if (clocks_.sense == ClockSense::presses) {
        if (moment.pressed) records_.emplace_back(record::Press{moment.t, *moment.pressed});
        continue;
      }
      read(moment, moment.t);
      if (!moment.running) continue;
      const Time until = i + 1 < moments.size() ? std::min(moments[i + 1].t, end) : end;
      read_every_second(moment, until);
    }
    return std::move(records_);
  }

 private:
  /// The clock sends one reading whenever a full second is over on the running side, and one when its flag
  /// falls.
  void read_every_second(const ClockTrack::Moment& moment, Time until) {
    const Time left = moment.left[index(*moment.running)];
    Time next = left % 1s;
    if (next <= 0us) next += 1s;
    for (Time t = moment.t + next; t < until; t += 1s) read(moment, t);
  }

  void read(const ClockTrack::Moment& moment, Time t) {
    if (rng_.chance(clocks_.missing)) return;
    ClockReading reading;
    reading.t = t;
    reading.running = moment.running;
    const bool stale = last_ && rng_.chance(clocks_.stale);
    for (const Side side : chess::kSides) {
      Time left = moment.left[index(side)];
      if (moment.running == side) left -= t - moment.t;
      if (left <= 0us && !first_fallen_) first_fallen_ = side;
      (side == Side::white ? reading.white : reading.black) = shown(left);
    }
    if (stale) {
      reading.white = last_->white;
      reading.black = last_->black;
    }
    if (track_.frozen(t) && last_) {
      reading = *last_;
      reading.t = t;
    }
    reading.flag = first_fallen_;
    records_.emplace_back(reading);
    last_ = reading;
  }

  [[nodiscard]] ClockTime shown(Time left) const {
    if (left <= 0us) return 0ms;
    if (clocks_.whole_seconds) return std::chrono::ceil<std::chrono::seconds>(left);
    return std::chrono::ceil<ClockTime>(left);
  }

  const ClockTrack& track_;
  const Clocks& clocks_;
  Rng& rng_;
  std::optional<ClockReading> last_;
  std::optional<Side> first_fallen_;
  std::vector<record::Record> records_;
};

/// As a clock says it whose buttons stand at the other player's side.
void turn(record::Record& record) {
  if (auto* press = std::get_if<record::Press>(&record)) press->side = ~press->side;
  if (auto* reading = std::get_if<ClockReading>(&record)) {
    std::swap(reading->white, reading->black);
    if (reading->running) reading->running = ~*reading->running;
    if (reading->flag) reading->flag = ~*reading->flag;
  }
}

}  // namespace

ClockTrack::ClockTrack(std::array<Time, 2> left, Time increment) : increment_{increment} {
  moments_.push_back({Time{0}, std::nullopt, left, std::nullopt});
}

ClockTrack::Moment& ClockTrack::advance(Time t) {
  assert(t >= moments_.back().t);
  Moment next = moments_.back();
  for (const Side side : chess::kSides) next.left[index(side)] = left(side, t);
  next.t = t;
  next.pressed.reset();
  return moments_.emplace_back(next);
}

Time ClockTrack::left(Side side, Time t) const {
  const Moment& last = moments_.back();
  return last.running == side ? last.left[index(side)] - (t - last.t) : last.left[index(side)];
}

void ClockTrack::run(Time t, std::optional<Side> side) {
  advance(t).running = side;
}

void ClockTrack::set(Time t, std::array<Time, 2> left) {
  advance(t).left = left;
}

void ClockTrack::start(Time t, Side first_to_move) {
  Moment& moment = advance(t);
  moment.running = first_to_move;
  moment.pressed = ~first_to_move;
}

bool ClockTrack::press(Time t, Side side) {
  Moment& moment = advance(t);
  moment.pressed = side;
  if (moment.running != side) return false;
  moment.left[index(side)] += increment_;
  moment.running = ~side;
  return true;
}

void ClockTrack::freeze(Time from, Time until) {
  frozen_.emplace_back(from, until);
}

bool ClockTrack::frozen(Time t) const {
  return std::ranges::any_of(frozen_, [t](const auto& span) { return span.first <= t && t < span.second; });
}

std::vector<record::Record> listen(const ClockTrack& track, const Clocks& clocks, Time end, Rng& rng) {
  if (clocks.sense == ClockSense::none) return {};
  auto records = ClockReader{track, clocks, rng}.read(end);
  if (track.is_turned()) std::ranges::for_each(records, turn);
  return records;
}

}  // namespace jadoube::simulator
