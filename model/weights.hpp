// Log weights that depend on how long something took, made of the parameters.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "model/parameters.hpp"
#include "record/scan.hpp"

namespace jadoube::model {

using record::Time;
using namespace std::chrono_literals;

namespace weights {

/// A log may tell of any time, so what is longer than a day counts as a day: every ramp has ended by then.
/// Asked of every touch of every hypothesis; called rather than inlined it makes following a hundredth dearer.
[[gnu::always_inline]] constexpr LogWeight of_lasting(Time duration, const Ramp& ramp) {
  if (duration <= ramp.from) return LogWeight{0};
  const std::int64_t over = std::min<Time>(duration - ramp.from, 24h).count();
  return LogWeight{
      static_cast<std::int32_t>(std::max<std::int64_t>(ramp.most, over * ramp.rate / 1'000'000))};
}

/// One of so many legal moves: no opinion on chess.
constexpr LogWeight of_choice(std::size_t moves) {
  return -log_of_count(std::clamp<std::size_t>(moves, 1, 256));
}

/// A side makes a ply so soon after its last one: the reply that came between cannot have been seen whole.
constexpr LogWeight of_pace(Time since_last) {
  if (since_last >= kSeen + kQuickest) return LogWeight{0};
  if (since_last < kQuickest) return kTooQuick;
  return kTooQuick * static_cast<int>((kSeen + kQuickest - since_last).count() / 1000) /
         static_cast<int>(kSeen.count() / 1000);
}

/// A piece was lifted so soon after the one that its move answers: it could not be seen yet where that goes.
constexpr LogWeight of_foresight(Time after) {
  if (after >= kSeen) return LogWeight{0};
  const std::int64_t sooner = (kSeen - after) / kTooSoonForOne;
  return LogWeight{static_cast<std::int32_t>(std::max<std::int64_t>(kTooSoon.millinats(), -sooner))};
}

/// Something stood on a square so long before the piece was lifted that is said to have come there.
constexpr LogWeight of_coming_early(Time early) {
  if (early <= kOrderShows) return LogWeight{0};
  return kPlacedBeforeLifted + of_lasting(early, kStoodThere);
}

}  // namespace weights

/// Log weights and times that depend on how often the board looks: a victim that is away for less than a scan
/// is not seen.
struct ScanWeights {
  LogWeight victim_unseen;
  LogWeight victim_blip;
  LogWeight victim_seen;
  LogWeight exchange_unseen;  // of a pawn that has taken on the last rank; or it was left there
  Time slid_within;
  Time pushed_within;  // as seen here, no hand carries a piece to the next square in less

  static constexpr double share_missed(const ShareMissed& share, Time period) {
    const double seconds = static_cast<double>(period.count()) * 1e-6;
    const double p = share.always + share.by_period * seconds + share.by_square * seconds * seconds;
    constexpr double most = kMissedAtMost / 100.0;
    return p < most ? p : most;
  }
  /// Of a hand that is not known yet.
  static constexpr ScanWeights for_period(Time period) {
    const double unseen = share_missed(kVictimUnseen, period);
    const LogWeight seen = log_probability(1 - unseen);
    return {log_probability(unseen), seen + log_probability(share_missed(kVictimBlip, period)),
            seen + kVictimSeen,      log_probability(share_missed(kExchangeUnseen, period)),
            kSlidWithin + period,    kPushedWithin - period};
  }
};

/// What it costs that the side to move has pressed, and no move was complete: what is seen complete within `settling` may have been.
constexpr LogWeight too_early(Time settling) {
  return settling == kSettling ? kPressTooEarly : kPressMaybeEarly;
}

/// How often something was so, of no more than the latest `kMost` times.
template <unsigned kMost>
class Counted {
 public:
  static constexpr std::uint64_t kOne = 1000;

  void add(bool is_so) {
    if (times_ == kMost) {
      // The oldest are not known apart: each counts a little less.
      so_ -= so_ / times_;
      --times_;
    }
    ++times_;
    if (is_so) so_ += kOne;
  }
  [[nodiscard]] constexpr unsigned times() const { return times_; }
  /// In thousandths.
  [[nodiscard]] constexpr std::uint64_t so() const { return so_; }

 private:
  unsigned times_ = 0;
  std::uint64_t so_ = 0;
};

/// What it costs that a ply is answered and was not pressed.
struct NoPress {
  LogWeight hurried = kNoPress;
  LogWeight unhurried = kNoPressUnhurried;
  LogWeight read = kReadUnpressed;  // … when the game is read again

  [[nodiscard]] constexpr LogWeight where(bool is_unhurried) const {
    return is_unhurried ? unhurried : hurried;
  }
};

/// How reliably a player presses: the share of plies that are answered before a press for them was heard. With a prior, to which
/// plies are added on which all explanations agree.
class PressingHabit {
 public:
  void answered(bool unpressed) { plies_.add(unpressed); }
  [[nodiscard]] constexpr NoPress applied() const {
    return {applied_to(kNoPress), applied_to(kNoPressUnhurried), applied_to(kReadUnpressed)};
  }
  /// What costs `before` if the player is not known.
  [[nodiscard]] constexpr LogWeight applied_to(LogWeight before) const {
    const std::uint64_t unpressed =
        kNoPressWorth * weight(-before) + plies_.so() * kWholeWeight / Plies::kOne;
    return log_of_weight(unpressed) - log_of_count(kNoPressWorth + plies_.times());
  }

 private:
  using Plies = Counted<kPressesRemembered>;
  Plies plies_;
};

/// How one hand takes pieces: how often the square of the taken piece is never seen empty. A share with a prior, to which
/// captures are added on which all explanations agree.
class CaptureHabit {
 public:
  void took(bool unseen) { captures_.add(unseen); }
  /// Those of `before`, which does not know the hand, with what was learnt.
  [[nodiscard]] constexpr ScanWeights applied_to(const ScanWeights& before, Time period) const {
    const auto prior =
        static_cast<std::uint64_t>(ScanWeights::share_missed(kVictimUnseen, period) * 1000 + 0.5);
    const std::uint64_t of = (kVictimUnseenWorth + std::uint64_t{captures_.times()}) * Captures::kOne;
    const std::uint64_t unseen = kVictimUnseenWorth * prior + captures_.so();
    const LogWeight whole = log_of_weight(of);
    const LogWeight seen = log_of_weight(of - unseen) - whole;
    ScanWeights now = before;
    now.victim_unseen = log_of_weight(unseen) - whole;
    now.victim_blip += seen - (before.victim_seen - kVictimSeen);
    now.victim_seen = seen + kVictimSeen;
    return now;
  }

 private:
  using Captures = Counted<kCapturesRemembered>;
  Captures captures_;
};

}  // namespace jadoube::model
