// The games that fit after a lost link, from each of the hypotheses there were when it went.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/credited_presses.hpp"
#include "model/search.hpp"
#include "tracker/hypothesis.hpp"

namespace jadoube::tracker {

/// Short variations first, those of all hypotheses before longer ones. In parts: ten plies can take 50 ms.
class RecoverySearch {
 public:
  struct Base {
    const Hypothesis* game;
    SensedBoard sensed;  ///< As that hypothesis sees the board.
  };
  struct Clock {
    bool is_heard = false;  ///< While nothing was seen: each ply has its press.
    unsigned presses = 0;   ///< Then.
    /// … and what the increments tell, where nothing was.
    std::optional<model::CreditedPresses> credited = std::nullopt;
    std::optional<Side> running;
  };
  struct Found {
    const Hypothesis* base;
    UnseenVariation variation;
    LogWeight score;
  };

  /// The games of the bases must stand as they are until the search is done. `positions` are looked at, no more.
  RecoverySearch(std::vector<Base> bases, Clock clock, std::uint64_t positions);
  RecoverySearch(RecoverySearch&&) = delete;

  /// What the clock makes of it if so many plies were played.
  [[nodiscard]] static LogWeight weight_of_clock(const Clock& clock, const Hypothesis& base, unsigned plies);
  /// Looks at `positions` more at most. True: that was all.
  bool go_on(std::uint64_t positions);
  [[nodiscard]] const std::vector<Base>& bases() const { return bases_; }
  [[nodiscard]] const std::vector<Found>& found() const { return found_; }
  [[nodiscard]] std::uint64_t positions_left() const { return budget_; }

 private:
  [[nodiscard]] LogWeight score_before_moves(const Hypothesis& base, unsigned plies) const;
  void take_found(std::size_t base);

  std::vector<Base> bases_;
  Clock clock_;
  std::uint64_t budget_;
  std::vector<std::optional<GapSearch>> searches_;  // one for each base; none: nothing more is to be found
  std::size_t at_ = 0;                              // base
  LogWeight best_ = kImpossible;
  std::vector<Found> found_;
};

}  // namespace jadoube::tracker
