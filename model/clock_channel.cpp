#include "model/clock_channel.hpp"

#include <algorithm>
#include <span>

#include "model/clock.hpp"

namespace jadoube::model {

using chess::Side;
using record::Time;
using namespace std::chrono_literals;

namespace {

LogWeight read(std::span<const Knot> curve, Time at) {
  if (at >= curve.back().at) return LogWeight{curve.back().weight};
  if (at <= curve.front().at) return LogWeight{curve.front().weight};
  const auto after =
      std::find_if(curve.begin(), curve.end(), [&](const Knot& knot) { return knot.at >= at; });
  const Knot& before = *std::prev(after);
  const std::int64_t rise = after->weight - before.weight;
  if (rise == 0) return LogWeight{before.weight};
  return LogWeight{before.weight + static_cast<std::int32_t>(rise * (at - before.at).count() /
                                                             (after->at - before.at).count())};
}

constexpr Time delay_at(std::size_t i) {
  return kDelayGrid * static_cast<int>(i) - kLongestDelay;
}

}  // namespace

std::array<ClockChannel::Weights, 2> ClockChannel::prior() {
  std::array<Weights, 2> prior{};
  for (std::size_t i = 0; i < kDelays; ++i) {
    prior[0][i] = prior_of({.delay = delay_at(i)});
    prior[1][i] = prior_of({.delay = delay_at(i), .turned = true});
  }
  return prior;
}

LogWeight ClockChannel::prior_of(const Way& way) {
  return read(kDelayPrior, std::chrono::abs(way.delay)) + (way.turned ? kClockTurned : LogWeight{0});
}

void ClockChannel::assume(const Way& way) {
  delay_ = way.delay;
  turned_ = way.turned;
  for (Weights& weights : weights_)
    for (std::size_t i = 0; i < kDelays; ++i)
      if (std::chrono::abs(delay_at(i) - way.delay) > kTrialReaches) weights[i] = kChannelFloor;
  weights_[turned_ ? 0 : 1].fill(kChannelFloor);
}

void ClockChannel::believe_assumed() {
  const Weights& assumed = weights_[turned_ ? 1 : 0];
  const LogWeight other_way = *std::max_element(assumed.begin(), assumed.end()) - kTrialWins;
  for (std::size_t i = 0; i < kDelays; ++i)
    weights_[turned_ ? 0 : 1][i] = other_way + prior_of({.delay = delay_at(i), .turned = !turned_});
}

void ClockChannel::started(Side running, Side to_move) {
  for (LogWeight& weight : weights_[running == to_move ? 1 : 0]) weight += kStartedForOther;
  in_doubt_ = running != to_move;
}

void ClockChannel::press(Time t, Side button) {
  presses_[heard_++ % kPresses] = {t, button};
}

ClockChannel::Heard ClockChannel::heard_of(Side button) const {
  Heard heard;
  for (std::size_t i = 0; i < std::min(heard_, kPresses); ++i) {
    const Press& press = presses_[i];
    if (press.button != button) continue;
    // However late the scans are, it was pressed before the placement.
    if (press.t + kLongestDelay < last_->complete + kPressAfter.front().at)
      heard.floor = std::max(heard.floor, LogWeight{kPressAfter.front().weight});
    else
      heard.presses.push_back(press.t);
  }
  return heard;
}

void ClockChannel::weigh(std::size_t way, const Heard& heard, const Ply& reply) {
  Weights& weights = weights_[way];
  PressTimes& times = press_times_[way][chess::index(last_->side)];
  Weights best;
  best.fill(heard.floor);
  std::array<std::optional<Time>, kDelays> pressed_after{};
  for (const Time t : heard.presses) {
    // However early the scans are, the reply did not wait for it.
    if (reply.lifted - t + kLongestDelay < kReplyAfter.front().at) continue;
    const Time after = t - last_->complete;
    const Time before = reply.lifted - t;
    const LogWeight as_usual = times.weight_of(after);
    for (std::size_t i = 0; i < kDelays; ++i) {
      const LogWeight weight =
          as_usual + read(kPressAfter, after + delay_at(i)) + read(kReplyAfter, before - delay_at(i));
      if (weight <= best[i]) continue;
      best[i] = weight;
      pressed_after[i] = after;
    }
  }
  for (std::size_t i = 0; i < kDelays; ++i) weights[i] += best[i];
  const auto likeliest = std::max_element(weights.begin(), weights.end());
  const auto& after = pressed_after[static_cast<std::size_t>(likeliest - weights.begin())];
  if (after) times.learn(*after);
}

void ClockChannel::ply(Side side, Time lifted, Time complete) {
  const Ply ply{side, lifted, complete};
  if (last_ && last_->side != side && heard_ > 0) {
    weigh(0, heard_of(last_->side), ply);
    weigh(1, heard_of(~last_->side), ply);
    conclude();
  }
  last_ = ply;
}

DelayRange ClockChannel::range() const {
  const Weights& weights = weights_[turned_ ? 1 : 0];
  const LogWeight bar = *std::max_element(weights.begin(), weights.end()) + kDelayExcluded;
  const auto is_possible = [&](LogWeight weight) { return weight >= bar; };
  const auto least = std::find_if(weights.begin(), weights.end(), is_possible);
  const auto most = std::find_if(weights.rbegin(), weights.rend(), is_possible);
  return {delay_at(static_cast<std::size_t>(least - weights.begin())),
          delay_at(static_cast<std::size_t>(std::prev(weights.rend()) - most))};
}

bool ClockChannel::may_stand_otherwise() const {
  if (plies_ > 0 || in_doubt_) return in_doubt_;
  const auto has_pressed = [&](Side side) {
    const auto heard = std::span{presses_}.first(std::min(heard_, kPresses));
    return std::any_of(heard.begin(), heard.end(),
                       [&](const Press& press) { return press.button == side && press.t >= last_->lifted; });
  };
  return last_ && has_pressed(~last_->side) && !has_pressed(last_->side);
}

void ClockChannel::conclude() {
  ++plies_;
  // Only what one of them is worth beside the others matters, and so they never run out of range.
  const auto best_of = [](const Weights& weights) {
    return *std::max_element(weights.begin(), weights.end());
  };
  const LogWeight best = std::max(best_of(weights_[0]), best_of(weights_[1]));
  for (Weights& weights : weights_)
    for (LogWeight& weight : weights) weight = std::max(weight - best, kChannelFloor);

  const LogWeight straight = best_of(weights_[0]);
  const LogWeight turned = best_of(weights_[1]);
  seems_otherwise_ = turned_ ? straight > turned + kClockTurnedFor : turned > straight + kClockTurnedFor;
  if (seems_otherwise_ && may_turn_) {
    turned_ = !turned_;
    seems_otherwise_ = false;
  }

  in_doubt_ = (turned_ ? turned - straight : straight - turned) < kClockInDoubt;

  const Weights& weights = weights_[turned_ ? 1 : 0];
  // The likeliest; the mean would lean away from whatever it is that can be ruled out.
  const auto likeliest = std::max_element(weights.begin(), weights.end());
  const Time delay = delay_at(static_cast<std::size_t>(likeliest - weights.begin()));
  const bool harms_nothing = -kLateMatters < delay && delay < kDelayMatters;
  // What is in use is given up only when it cannot be: one reply that did not wait for the press is no late clock.
  const auto in_use = static_cast<std::size_t>((delay_ + kLongestDelay) / kDelayGrid);
  if (weights[in_use] >= *likeliest + kDelayExcluded) return;
  if (std::chrono::abs(delay - delay_) >= kDelayMatters) delay_ = harms_nothing ? Time{0} : delay;
}

}  // namespace jadoube::model
