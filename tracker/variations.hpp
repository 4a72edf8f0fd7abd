// Plies at once that lead to what is sensed, where no single one does.
#pragma once

#include "tracker/games.hpp"

namespace jadoube::tracker {

struct Variation;

class Variations {
 public:
  explicit Variations(Games& games) : scene_{games.scene()}, games_{games} {}

  /// `positions`: how many may still be looked at. Those that are looked at are taken off.
  void propose(std::uint64_t& positions);

 private:
  void search(Hypothesis& h, std::uint64_t& positions);
  void add(const Hypothesis& h, const Variation& variation);

  const Scene& scene_;
  Games& games_;
};

}  // namespace jadoube::tracker
