// A piece of the side to move goes where it may not.
//
//   order of events                                  thought of
//   -e1 +e3, -e1 +e3 !W                              yes
//   -d1 +d2 -d2 … -d1 and d2 (own) seen empty for    yes, a capture: so much less likely as hands do not take
//   20 ms and longer, filled again                   their own pieces
//   the same, d2 filled again before d1 left         no: it was put there by somebody else
//   -e1 onto a king that was left in check           no: king_taken
//   -e1 +g1 !W, castling or e.p. that is legal       yes: at the press the other piece is not on its way any more
//   … before the press                               no
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

namespace {

/// On an empty board the piece may go to the square, or to one beside it.
bool within_a_slip(chess::Piece piece, Transfer t) {
  const Bitboard beside = chess::king_attacks(t.to) | chess::bit(t.to);
  if (piece.type == chess::PieceType::pawn) return (chess::king_attacks(t.from) & beside) != 0;
  return (chess::attacks(piece, t.from, 0) & beside) != 0;
}

}  // namespace

constinit const Row illegal_move{
    .shape = Shape::transfer_or_capture,
    .prior = model::kIllegal,
    .fits = [](const Match& m) { return m.is_of_turn() && !m.takes_king() && !m.takes_own_king(); },
    .beside =
        [](const Match& m) {
          const bool slip = within_a_slip(*m.position.at(m.first.from), m.first);
          return slip ? LogWeight{0} : model::kFarFromAnyMove;
        },
};

}  // namespace jadoube::tracker::acts
