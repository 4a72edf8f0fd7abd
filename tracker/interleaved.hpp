// Two plies at once: the reply was lifted, or even put down, before the move was; or the move went on after it.
#pragma once

#include "tracker/games.hpp"

namespace jadoube::tracker {

class Interleaved {
 public:
  explicit Interleaved(Games& games) : scene_{games.scene()}, games_{games} {}

  void propose();
  /// The piece of a ply taken for complete had only rested on its way, and goes on, perhaps after the reply.
  void propose_moved_on();

 private:
  /// `touched`: squares touched long enough. `first` is the ply that was to be made first.
  void propose_with(Hypothesis& h, const Successor& first, Bitboard touched);
  /// `carried`: squares of the second ply; `slid`: those that its piece was slid over.
  [[nodiscard]] LogWeight weight_of(Hypothesis& h, const Successor& first, const Successor& second,
                                    Bitboard carried, Bitboard slid) const;
  /// A piece that goes on from where it had rested.
  struct Onward {
    chess::Move move;  // all the way
    Bitboard missing;  // where it had rested
    Bitboard extra;    // where it is now
    Time left;
    Time came;
  };
  [[nodiscard]] std::optional<Onward> onward_from(const Hypothesis& h, const Step& rested) const;
  void propose_moved_on(const Hypothesis& h, const Step& rested, const Step* reply);

  const Scene& scene_;
  Games& games_;
};

}  // namespace jadoube::tracker
