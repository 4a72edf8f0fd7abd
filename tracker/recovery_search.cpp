#include "tracker/recovery_search.hpp"

#include <algorithm>

namespace jadoube::tracker {

RecoverySearch::RecoverySearch(std::vector<Base> bases, Clock clock, std::uint64_t positions)
    : bases_{std::move(bases)}, clock_{clock}, budget_{positions} {
  unsigned longest = model::kMaxPliesWithoutClock;
  if (clock_.is_heard || clock_.credited) {
    const unsigned presses = clock_.is_heard ? clock_.presses : clock_.credited->most();
    longest = std::min(presses + model::kMorePliesThanPresses, model::kMaxPlies);
  }
  for (const Base& base : bases_) {
    const Bitboard trusted = ~base.game->sensors.fault;
    searches_.emplace_back(std::in_place, base.sensed, trusted, base.game->step->position(), longest,
                           model::kSearchWidth / bases_.size(), base.game->touches.open() & trusted);
  }
}

LogWeight RecoverySearch::weight_of_clock(const Clock& clock, const Hypothesis& base, unsigned plies) {
  const Side turn = plies % 2 == 0 ? base.turn() : ~base.turn();
  const bool last_unpressed = clock.running && turn != *clock.running;
  if (clock.is_heard) {
    const unsigned off = std::max(plies, clock.presses) - std::min(plies, clock.presses);
    return model::kLostPress * static_cast<int>(off);
  }
  if (!clock.credited) return LogWeight{0};
  const unsigned presses = base.presses.pending + plies;
  return clock.credited->weight(presses - (last_unpressed && presses > 0 ? 1 : 0));
}

LogWeight RecoverySearch::score_before_moves(const Hypothesis& base, unsigned plies) const {
  LogWeight score = base.score + (plies == 0 ? LogWeight{0} : model::kLost);
  const Side turn = plies % 2 == 0 ? base.turn() : ~base.turn();
  if (clock_.running && turn != *clock_.running) score += model::kNoPress;
  return score + weight_of_clock(clock_, base, plies);
}

void RecoverySearch::take_found(std::size_t base) {
  const LogWeight before = score_before_moves(*bases_[base].game, searches_[base]->plies());
  for (UnseenVariation& variation : searches_[base]->found()) {
    const LogWeight score = before + variation.weight;
    best_ = std::max(best_, score);
    found_.push_back({bases_[base].game, std::move(variation), score});
  }
}

bool RecoverySearch::go_on(std::uint64_t positions) {
  const auto any = [&] {
    return std::any_of(searches_.begin(), searches_.end(), [](const auto& s) { return s.has_value(); });
  };
  for (; any(); at_ = 0) {
    for (; at_ < searches_.size(); ++at_) {
      std::optional<GapSearch>& search = searches_[at_];
      if (!search) continue;
      const std::uint64_t before = positions = std::min(positions, budget_);
      const bool all_known = search->go_on(positions);
      budget_ -= before - positions;
      if (!all_known && budget_ > 0) return false;
      if (all_known) take_found(at_);
      // What is too far behind a game that has been found is not taken up.
      const bool too_late =
          best_ != kImpossible &&
          bases_[at_].game->score + search->likeliest() + model::kLost < best_ + model::kBeam;
      if (budget_ == 0 || too_late || !search->next_ply()) search.reset();
    }
  }
  return true;
}

}  // namespace jadoube::tracker
