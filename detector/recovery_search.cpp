#include "detector/recovery_search.hpp"

#include <algorithm>

namespace jadoube::detector {

LogWeight RecoverySearch::score_before_moves(const Hypothesis& base) const {
  LogWeight score = base.score + (plies_ == 0 ? LogWeight{0} : weights::kLost);
  if (clock_.is_seen) {
    const unsigned off = std::max(plies_, clock_.presses) - std::min(plies_, clock_.presses);
    score += weights::kLostPress * static_cast<int>(off);
  }
  const Side turn = plies_ % 2 == 0 ? base.turn() : ~base.turn();
  if (clock_.running && turn != *clock_.running) score += weights::kNoPress;
  return score;
}

bool RecoverySearch::go_on(std::uint64_t positions) {
  for (; plies_ <= GapSearch::kMaxPlies && budget_ > 0; ++plies_, at_ = 0) {
    for (; at_ < bases_.size() && budget_ > 0; ++at_) {
      const auto& [game, sensed] = bases_[at_];
      const LogWeight score = score_before_moves(*game);
      if (!search_) {
        search_.emplace(*sensed, ~game->sensors.fault, budget_, GapSearch::kMaxVariations);
        // What is too far behind a game that has been found is not taken up.
        search_->begin(game->step->position(), plies_,
                       best_ == kImpossible ? best_ : best_ + weights::kBeam - score);
      }
      const std::uint64_t before = search_->nodes_left();
      const bool done = search_->go_on(positions);
      positions -= before - search_->nodes_left();
      if (!done) return false;
      budget_ = search_->nodes_left();
      for (const UnseenVariation& variation : search_->found()) {
        found_.push_back({game, variation, score + variation.weight});
        best_ = std::max(best_, found_.back().score);
      }
      search_.reset();
    }
  }
  return true;
}

}  // namespace jadoube::detector
