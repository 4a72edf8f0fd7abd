#include "detector/illegality.hpp"

#include <cstdlib>

#include "detector/successor.hpp"

namespace jadoube::detector {

using chess::Bitboard;
using chess::PieceType;
using chess::Position;

namespace {

std::string listed(Bitboard set) {
  std::string text;
  for (const Square square : chess::squares(set)) {
    if (!text.empty()) text += ", ";
    text += to_string(square);
  }
  return text;
}

/// The move's geometry on an empty board.
bool shape_fits(chess::Piece piece, Square from, Square to, bool captures) {
  const int df = static_cast<int>(file_of(to)) - static_cast<int>(file_of(from));
  const int dr = static_cast<int>(rank_of(to)) - static_cast<int>(rank_of(from));
  if (piece.type == PieceType::pawn) {
    const int forward = piece.side == Side::white ? dr : -dr;
    if (captures) return forward == 1 && std::abs(df) == 1;
    return df == 0 && (forward == 1 || (forward == 2 && relative_rank(piece.side, from) == 1));
  }
  return chess::contains(chess::attacks(piece, from, 0), to);
}

}  // namespace

Illegality explain_illegal(const Position& position, Square from, Square to) {
  const auto piece = position.at(from);
  const auto target = position.at(to);
  const std::string what = std::string{name(piece->side)} + " " + std::string{name(piece->type)} + " " +
                           to_string(from) + "-" + to_string(to);
  Illegality why;
  if (piece->side != position.turn()) {
    why.reason = Reason::wrong_side;
    why.text = what + ": it is " + std::string{name(position.turn())} + "'s move.";
    return why;
  }
  if (target && target->side == piece->side) {
    why.reason = Reason::own_piece_captured;
    why.text = what + ": the square holds a man of the same side.";
    return why;
  }

  const bool castles = piece->type == PieceType::king && rank_of(from) == rank_of(to) &&
                       std::abs(static_cast<int>(file_of(from)) - static_cast<int>(file_of(to))) == 2;
  const bool diagonal_pawn = piece->type == PieceType::pawn && file_of(from) != file_of(to);
  const bool shape = shape_fits(*piece, from, to, target.has_value() || diagonal_pawn);
  const Bitboard path = piece->type == PieceType::knight ? 0 : slide_path(from, to);
  const Bitboard blocked = path & position.occupied();

  if (shape && blocked == 0 && !(diagonal_pawn && !target)) {
    // The man may go there but for the king.
    const Bitboard occupied = (position.occupied() & ~chess::bit(from)) | chess::bit(to);
    chess::Placement board = position.setup().placement;
    board.remove(from);
    board.put(to, *piece);
    const Square king = piece->type == PieceType::king ? to : position.king(piece->side);
    const Bitboard attackers = board.attackers_to(king, occupied) & board.pieces(~piece->side);
    if (attackers != 0) {
      why.reason = Reason::king_in_check;
      for (const Square square : chess::squares(attackers)) why.attackers.push_back(square);
      why.text = what + ": the " + std::string{name(piece->side)} + " king on " + to_string(king) +
                 " is then attacked from " + listed(attackers) + ".";
      return why;
    }
  }
  if (castles) {
    const chess::Wing wing = file_of(to) > file_of(from) ? chess::Wing::king_side : chess::Wing::queen_side;
    const unsigned rank = rank_of(from);
    const Square rook = chess::make_square(wing == chess::Wing::king_side ? 7 : 0, rank);
    if (!position.castling().has(piece->side, wing)) {
      why.reason = Reason::castling_rights;
      why.text = what + ": the right to castle on that side has been lost.";
      return why;
    }
    const Square crossed = chess::make_square((file_of(from) + file_of(to)) / 2, rank);
    Bitboard attackers = 0;
    for (const Square square : {from, crossed, to}) attackers |= position.attackers_to(square, ~piece->side);
    if (attackers != 0) {
      why.reason = Reason::castling_through_check;
      for (const Square square : chess::squares(attackers)) why.attackers.push_back(square);
      why.text =
          what + ": the king stands in, crosses or reaches a square attacked from " + listed(attackers) + ".";
      return why;
    }
    const Bitboard between = slide_path(from, rook) & position.occupied();
    if (between != 0) {
      why.reason = Reason::castling_blocked;
      why.text = what + ": there is a man on " + listed(between) + ".";
      return why;
    }
    why.reason = Reason::castling_half_done;
    why.text = what + ": the king has castled but the rook is still on " + to_string(rook) + ".";
    return why;
  }
  if (diagonal_pawn && !target && shape) {
    if (position.en_passant() == to) {
      why.reason = Reason::en_passant_pawn_left;
      why.text = what + ": en passant, but the captured pawn is still on the board.";
    } else {
      why.reason = Reason::en_passant_unavailable;
      why.text = what + ": there is nothing to capture there, and no pawn has just passed.";
    }
    return why;
  }
  if (shape && blocked != 0) {
    why.reason = Reason::path_blocked;
    why.text = what + ": there is a man on " + listed(blocked) + " in between.";
    return why;
  }
  why.reason = Reason::not_a_move_of_that_piece;
  why.text = what + ": a " + std::string{name(piece->type)} + " does not move like that.";
  return why;
}

}  // namespace jadoube::detector
