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

/// How one hand takes pieces: how often the square of the taken piece is never seen empty. A share with a prior, to which
/// captures are added on which all explanations agree.
class CaptureHabit {
 public:
  void took(bool unseen) {
    if (taken_ == kCapturesRemembered) {
      // The oldest are not known apart: each counts a little less.
      unseen_ -= unseen_ / taken_;
      --taken_;
    }
    ++taken_;
    if (unseen) unseen_ += kOne;
  }
  /// Those of `before`, which does not know the hand, with what was learnt.
  [[nodiscard]] constexpr ScanWeights applied_to(const ScanWeights& before, Time period) const {
    const auto prior =
        static_cast<std::uint64_t>(ScanWeights::share_missed(kVictimUnseen, period) * 1000 + 0.5);
    const std::uint64_t of = kVictimUnseenWorth * 1000 + std::uint64_t{taken_} * kOne;
    const std::uint64_t unseen = kVictimUnseenWorth * prior + unseen_;
    const LogWeight whole = log_of_weight(of);
    const LogWeight seen = log_of_weight(of - unseen) - whole;
    ScanWeights now = before;
    now.victim_unseen = log_of_weight(unseen) - whole;
    now.victim_blip += seen - (before.victim_seen - kVictimSeen);
    now.victim_seen = seen + kVictimSeen;
    return now;
  }

 private:
  static constexpr std::uint64_t kOne = 1000;
  unsigned taken_ = 0;
  std::uint64_t unseen_ = 0;  // of these, in thousandths
};

}  // namespace jadoube::model
