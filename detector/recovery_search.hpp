// The games that fit after a lost link, from each of the hypotheses there were when it went.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "detector/gap_search.hpp"
#include "detector/hypothesis.hpp"

namespace jadoube::detector {

/// Short variations first, those of all hypotheses before longer ones. In parts: six plies can take 50 ms.
class RecoverySearch {
 public:
  struct Base {
    const Hypothesis* game;
    const SensedBoard* sensed;  ///< As that hypothesis sees the board.
  };
  struct Clock {
    bool is_seen = false;
    unsigned presses = 0;  ///< While the link was lost.
    std::optional<Side> running;
  };
  struct Found {
    const Hypothesis* base;
    UnseenVariation variation;
    LogWeight score;
  };

  /// What the bases point to must stand as it is until the search is done.
  RecoverySearch(std::vector<Base> bases, Clock clock) : bases_{std::move(bases)}, clock_{clock} {}

  /// Looks at `positions` more at most. True: that was all.
  bool go_on(std::uint64_t positions);
  [[nodiscard]] const std::vector<Base>& bases() const { return bases_; }
  [[nodiscard]] const std::vector<Found>& found() const { return found_; }

 private:
  [[nodiscard]] LogWeight score_before_moves(const Hypothesis& base) const;

  std::vector<Base> bases_;
  Clock clock_;
  std::uint64_t budget_ = GapSearch::kMaxPositions;
  unsigned plies_ = 0;
  std::size_t at_ = 0;  // base
  std::optional<GapSearch> search_;
  LogWeight best_ = kImpossible;
  std::vector<Found> found_;
};

}  // namespace jadoube::detector
