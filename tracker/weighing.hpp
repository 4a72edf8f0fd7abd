// What a game weighs besides what was closed: the segment that is not finished, and a press that has not come.
#pragma once

#include <memory>
#include <vector>

#include "tracker/scene.hpp"

namespace jadoube::tracker {

/// Keeps in each game what it has worked out of it, for as long as that holds.
class Weighing {
 public:
  /// `live`: the games among which lists of legal moves are shared.
  Weighing(const Scene& scene, const std::vector<Owned>& live) : scene_{scene}, live_{live} {}

  /// All legal moves, as they would show on the board. Worked out once for each position.
  const std::vector<Successor>& moves(Hypothesis& h) const {
    if (h.cache.successors == nullptr) work_out_moves(h);
    return *h.cache.successors;
  }
  /// Some legal move is complete on the board.
  [[nodiscard]] bool is_complete(Hypothesis& h) const;
  /// Cost of what has been touched since the last step. Computed once for each moment.
  LogWeight unfinished(Hypothesis& h) const {
    const bool known = h.cache.unfinished_at == scene_.moment ||
                       (h.cache.unfinished_at >= scene_.scanned_at && !h.cache.in_the_air);
    if (!known) {
      h.cache.unfinished = compute_unfinished(h);
      h.cache.unfinished_at = scene_.moment;
    }
    return h.cache.unfinished;
  }
  /// What it costs that a reply, made before the other had pressed, still waits for its own press.
  [[nodiscard]] LogWeight overdue(Hypothesis& h) const {
    // Of a ply that is pressed only if by this reading the piece is still in the hand.
    const bool is_due =
        scene_.running && (!h.pressed() || (scene_.last_change <= scene_.last_press &&
                                            h.turn() == *scene_.running && scene_.deviation(h) != 0));
    return is_due ? compute_overdue(h) : LogWeight{0};
  }

 private:
  void work_out_moves(Hypothesis& h) const;
  LogWeight compute_unfinished(Hypothesis& h) const;
  [[nodiscard]] LogWeight compute_overdue(Hypothesis& h) const;

  const Scene& scene_;
  const std::vector<Owned>& live_;
};

}  // namespace jadoube::tracker
