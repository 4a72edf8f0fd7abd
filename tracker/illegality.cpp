#include "tracker/illegality.hpp"

#include <cstdlib>
#include <optional>

#include "report/sentences.hpp"
#include "tracker/names.hpp"

namespace jadoube::tracker {

using chess::Bitboard;
using chess::PieceType;
using chess::Position;

namespace {

/// The move's geometry on an empty board. A pawn that goes to another file captures.
bool shape_fits(chess::Piece piece, Square from, Square to, bool captures) {
  const int df = static_cast<int>(file_of(to)) - static_cast<int>(file_of(from));
  const int dr = static_cast<int>(rank_of(to)) - static_cast<int>(rank_of(from));
  if (piece.type == PieceType::pawn) {
    const int forward = piece.side == Side::white ? dr : -dr;
    if (captures) return forward == 1 && std::abs(df) == 1;
    return forward == 1 || (forward == 2 && relative_rank(piece.side, from) == 1);
  }
  return chess::contains(chess::attacks(piece, from, 0), to);
}

std::vector<Square> squares_of(Bitboard set) {
  std::vector<Square> list;
  for (const Square square : chess::squares(set)) list.push_back(square);
  return list;
}

/// A move that is to be explained.
struct Attempt {
  const Position& position;
  Square from, to;
  chess::Piece piece;
  std::optional<chess::Piece> target = position.at(to);

  [[nodiscard]] Text what() const { return words_of(piece) + ' ' + to_string(from) + '-' + to_string(to); }
  [[nodiscard]] bool is_castling() const {
    const int files = std::abs(static_cast<int>(file_of(from)) - static_cast<int>(file_of(to)));
    const unsigned home = chess::CastlingFiles::home_rank(piece.side);
    if (piece.type != PieceType::king || rank_of(from) != home || rank_of(to) != home) return false;
    if (position.castles_from_home()) return files == 2;
    const bool to_castle = file_of(to) == 2 || file_of(to) == 6;
    return files > 1 && to_castle;
  }
  [[nodiscard]] bool is_diagonal_pawn() const {
    return piece.type == PieceType::pawn && file_of(from) != file_of(to);
  }
  [[nodiscard]] bool has_right_shape() const {
    return shape_fits(piece, from, to, target.has_value() || is_diagonal_pawn());
  }
  [[nodiscard]] bool takes_nothing_diagonally() const { return is_diagonal_pawn() && !target; }
  /// What stands in between.
  [[nodiscard]] Bitboard blocked() const {
    return piece.type == PieceType::knight ? 0 : slide_path(from, to) & position.occupied();
  }
  [[nodiscard]] Illegality because(Reason reason, const Text& sentence, Bitboard attackers = 0) const {
    return {reason, squares_of(attackers), what() + std::string{": "} + sentence};
  }
};

/// The piece may go there but for its king, which is then attacked; nothing if it is not.
std::optional<Illegality> explain_check(const Attempt& attempt) {
  const auto& [position, from, to, piece, target] = attempt;
  const Bitboard occupied = (position.occupied() & ~chess::bit(from)) | chess::bit(to);
  chess::Placement board = position.setup().placement;
  board.remove(from);
  board.put(to, piece);
  const Square king = piece.type == PieceType::king ? to : position.king(piece.side);
  const Bitboard attackers = board.attackers_to(king, occupied) & board.pieces(~piece.side);
  if (attackers == 0) return std::nullopt;
  return attempt.because(Reason::king_in_check,
                         wording("the {1} on {2} is then attacked from {3}.",
                                 words_of({piece.side, PieceType::king}), to_string(king), listed(attackers)),
                         attackers);
}

Illegality explain_castling(const Attempt& attempt) {
  const auto& [position, from, to, king, target] = attempt;
  const bool from_home = position.castles_from_home();
  const bool king_side = from_home ? file_of(to) > file_of(from) : file_of(to) == 6;
  const chess::Wing wing = king_side ? chess::Wing::king_side : chess::Wing::queen_side;
  if (!position.castling().has(king.side, wing))
    return attempt.because(Reason::castling_rights,
                           wording("the right to castle on that side has been lost."));
  const Square rook = position.castling_rook(king.side, wing);
  const Square rook_to = chess::make_square(king_side ? 5 : 3, rank_of(from));
  Bitboard attackers = 0;
  for (const Square square : chess::squares(slide_path(from, to) | chess::bit(from) | chess::bit(to)))
    attackers |= position.attackers_to(square, ~king.side);
  if (attackers != 0)
    return attempt.because(
        Reason::castling_through_check,
        wording("the king stands in, crosses or reaches a square attacked from {1}.", listed(attackers)),
        attackers);
  const Bitboard others = position.occupied() & ~(chess::bit(from) | chess::bit(rook));
  const Bitboard crossed =
      slide_path(from, to) | chess::bit(to) | slide_path(rook, rook_to) | chess::bit(rook_to);
  const Bitboard between = (from_home ? slide_path(from, rook) : crossed) & others;
  if (between != 0)
    return attempt.because(Reason::castling_blocked, wording("there is a piece on {1}.", listed(between)));
  return attempt.because(Reason::castling_half_done,
                         wording("the king has castled but the rook is still on {1}.", to_string(rook)));
}

Illegality explain_en_passant(const Attempt& attempt) {
  if (attempt.position.en_passant() == attempt.to)
    return attempt.because(Reason::en_passant_pawn_left,
                           wording("en passant, but the captured pawn is still on the board."));
  return attempt.because(Reason::en_passant_unavailable,
                         wording("there is nothing to capture there, and no pawn has just passed."));
}

}  // namespace

Illegality explain_illegal_castling(const Position& position, Square from, Square to) {
  return explain_castling({position, from, to, *position.at(from)});
}

Illegality explain_illegal(const Position& position, Square from, Square to) {
  const Attempt attempt{position, from, to, *position.at(from)};
  const chess::Piece piece = attempt.piece;
  if (piece.side != position.turn())
    return attempt.because(Reason::wrong_side,
                           wording("it is {1}'s move.", words::known(name(position.turn()))));
  if (attempt.target && attempt.target->side == piece.side)
    return attempt.because(Reason::own_piece_captured, wording("the square holds a piece of the same side."));

  const bool has_right_shape = attempt.has_right_shape();
  const Bitboard blocked = attempt.blocked();
  if (has_right_shape && blocked == 0 && !attempt.takes_nothing_diagonally())
    if (auto check = explain_check(attempt)) return *std::move(check);
  if (attempt.is_castling()) return explain_castling(attempt);
  if (has_right_shape && attempt.takes_nothing_diagonally()) return explain_en_passant(attempt);
  if (has_right_shape && blocked != 0)
    return attempt.because(Reason::path_blocked,
                           wording("there is a piece on {1} in between.", listed(blocked)));
  return attempt.because(Reason::not_a_move_of_that_piece,
                         wording("a {1} does not move like that.", words::known(name(piece.type))));
}

}  // namespace jadoube::tracker
