// A king that was left in check is taken, by a move that would be legal if it were another piece.
//
//   order of events                                  thought of
//   -d5 … e8 (the king) seen empty, filled again     yes, if the piece on d5 attacks e8
//   -d5, and the board tells that e8 is White's now  yes, likewise
//   the same with a king that nobody attacks         no: an illegal move
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

constinit const Row king_taken{
    .shape = Shape::transfer_or_capture,
    .prior = model::kTakesKing,
    .fits = [](const Match& m) { return m.is_of_turn() && m.takes_king(); },
};

}  // namespace jadoube::tracker::acts
