// A legal move as the set of squares it touches.
#pragma once

#include <vector>

#include "chess/position.hpp"
#include "model/hands.hpp"
#include "reading/sensed.hpp"

namespace jadoube::reading {

struct Successor {
  chess::Move move;
  Bitboard cleared = 0;  // occupied before, empty after, on the physical board of the hypothesis
  Bitboard filled = 0;   // empty before, occupied after
  Bitboard ends = 0;     // where a piece is put down that may take another's place
  Bitboard path = 0;     // crossed by a piece that is slid
  Bitboard targets = 0;  // all squares the same piece may go to
  /// All of these: a touch elsewhere has nothing to do with the move.
  Bitboard concerns = 0;

  /// Occupied before and after, by the captured and the capturing piece; when castling in Chess960, where king and
  /// rook take each other's place, and where the king is lifted and put back.
  [[nodiscard]] Bitboard victim() const { return ends & ~filled; }
  [[nodiscard]] Bitboard roles() const { return cleared | filled | ends; }
  /// The squares on which the sensors show it.
  [[nodiscard]] Bitboard changed() const { return cleared | filled; }
  [[nodiscard]] bool is_castling() const { return move.kind() == chess::MoveKind::castling; }
};

/// Squares a piece crosses when it is slid from one square to the other (a knight: round the corner).
Bitboard slide_path(Square from, Square to);

/// The squares on which a taken piece may stand for a moment: about that of the capture, and empty.
inline Bitboard beside_capture(Square capture, Bitboard occupied) {
  return chess::king_attacks(capture) & ~occupied;
}

/// All legal moves of a position, as they would show on a board on which some pieces may be displaced; or those of
/// the pieces on `from` alone.
std::vector<Successor> successors_of(const chess::Position& position, const SensedBoard& board,
                                     Bitboard from = ~Bitboard{0});

/// What stands on the board after the move, given what stood on it before.
SensedBoard contents_after(const SensedBoard& before, const chess::Position& position,
                           const Successor& successor);

/// How likely a pawn becomes just this piece; 0 if the move is no promotion.
inline model::LogWeight promotion_prior(chess::Move move) {
  if (!move.is_promotion()) return model::LogWeight{0};
  switch (move.promoted_to()) {
    case chess::PieceType::queen:
      return model::kPromotedToQueen;
    case chess::PieceType::knight:
      return model::kPromotedToKnight;
    case chess::PieceType::bishop:
      return model::kPromotedToBishop;
    default:
      return model::kPromotedToRook;
  }
}

}  // namespace jadoube::reading
