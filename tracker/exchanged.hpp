// Two pieces of one side that were put on each other's squares when the board was set up (docs/rules.md 3.1). Presence shows
// nothing of it until one of them moves as only the other may.
//
//   order of events                                            initial_position
//   Bf1 and Ng1 exchanged, first move g1-d4 (over f2-f3, e3)   yes: the bishop stands on g1
//   K and Q exchanged, first move e1-h4                        yes
//   K and Q exchanged, first moves e1-e2 and e2-h5             yes, with the second
//   K and Q exchanged, first move e1-g1 !W                     no: the rook was forgotten, until she goes on to d4
//   a bishop that has moved before moves like a knight         no: an illegal move
//   a board that tells its pieces apart                        no: it is seen at the start
#pragma once

#include "tracker/games.hpp"

namespace jadoube::tracker {

/// The piece that stands on `square` after `step` and another one of its side may stand on each other's squares since they
/// were set up: neither has moved as the other cannot, and no sensor of that orientation tells them apart.
[[nodiscard]] bool may_be_exchanged(const Games& games, const Step& step, Square square,
                                    Orientation orientation);

class ExchangedPieces {
 public:
  explicit ExchangedPieces(Games& games) : scene_{games.scene()}, games_{games} {}

  /// A move shows it. `pressed`: the clock, just now.
  void propose(Hypothesis& h, bool pressed);

 private:
  void propose_pair(Hypothesis& h, Side side, std::size_t pair);
  /// `pair`: the squares on which they stand now; `after`: the position with them exchanged; `homes`: where they began.
  void play(const Hypothesis& h, Side side, chess::Move pair, const chess::Position& after,
            std::pair<Square, Square> homes);

  const Scene& scene_;
  Games& games_;
};

}  // namespace jadoube::tracker
