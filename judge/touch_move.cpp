#include "judge/touch_move.hpp"

#include <cstdlib>

namespace jadoube::laws {

namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Square;
using chess::Transfer;

std::vector<Move> all_legal(const Position& position) {
  chess::MoveList list;
  position.legal_moves(list);
  return {list.begin(), list.end()};
}

template <class Wanted>
std::vector<Move> only(const std::vector<Move>& moves, Wanted wanted) {
  std::vector<Move> out;
  for (const Move move : moves)
    if (wanted(move)) out.push_back(move);
  return out;
}

bool is_king(const Position& p, Square square) {
  const auto piece = p.at(square);
  return piece && piece->side == p.turn() && piece->type == PieceType::king;
}

/// King and rook, or the king by two squares: an attempt to castle. Whoever touches the rook first moves that (FIDE 4.4.2), whatever the
/// king does after it.
bool is_castling_attempt(const Position& p, std::span<const Square> touched, std::optional<Transfer> played) {
  const auto own = std::find_if(touched.begin(), touched.end(), [&](Square square) {
    const auto piece = p.at(square);
    return piece && piece->side == p.turn();
  });
  if (own != touched.end() && p.at(*own)->type == PieceType::rook) return false;
  if (played && is_king(p, played->from)) {
    const int files =
        static_cast<int>(chess::file_of(played->to)) - static_cast<int>(chess::file_of(played->from));
    if (std::abs(files) == 2 && chess::rank_of(played->from) == chess::rank_of(played->to)) return true;
  }
  bool king = false;
  bool rook = false;
  bool other = false;
  for (const Square square : touched) {
    const auto piece = p.at(square);
    if (!piece || piece->side != p.turn())
      other = other || piece.has_value();
    else if (piece->type == PieceType::king)
      king = true;
    else if (piece->type == PieceType::rook && king)
      rook = true;
    else
      other = true;
  }
  return king && rook && !other;
}

/// A legal move of which one piece is missing must be finished: the pawn taken en passant was left standing,
/// or the rook of a castling was not moved.
std::optional<Move> to_finish(const std::vector<Move>& legal, std::optional<Transfer> played) {
  if (!played) return std::nullopt;
  for (const Move move : legal)
    if (move.from() == played->from && move.to() == played->to &&
        (move.kind() == MoveKind::en_passant || move.kind() == MoveKind::castling))
      return move;
  return std::nullopt;
}

}  // namespace

Replacement replacement(const Position& before, std::span<const Square> touched,
                        std::optional<Transfer> played) {
  const std::vector<Move> legal = all_legal(before);
  if (const auto finish = to_finish(legal, played)) return {{*finish}, finish->from(), true};

  if (is_castling_attempt(before, touched, played)) {
    const Square king = before.king(before.turn());
    auto moves = only(legal, [&](Move m) { return m.from() == king; });
    if (moves.empty()) return {legal, std::nullopt, false};
    return {std::move(moves), king, false};
  }

  // Where no touch was seen, the piece that was moved was touched all the same.
  const Square moved_from = played ? played->from : Square{};
  const auto order = touched.empty() && played ? std::span{&moved_from, 1} : touched;
  const auto is_own = [&](Square s) { return before.at(s) && before.at(s)->side == before.turn(); };
  const auto is_foreign = [&](Square s) { return before.at(s) && before.at(s)->side != before.turn(); };

  std::optional<Square> first_own;
  std::optional<Square> first_foreign;
  for (const Square square : order) {
    if (is_own(square) && !first_own) first_own = square;
    if (is_foreign(square) && !first_foreign) first_foreign = square;
  }
  if (first_own && first_foreign) {
    auto capture = only(
        legal, [&](Move m) { return m.from() == *first_own && before.captured_square(m) == *first_foreign; });
    if (!capture.empty()) return {std::move(capture), first_own, false};
  }
  for (const Square square : order) {
    auto moves = is_own(square) ? only(legal, [&](Move m) { return m.from() == square; })
                                : only(legal, [&](Move m) { return before.captured_square(m) == square; });
    if (!moves.empty()) return {std::move(moves), square, false};
  }
  return {legal, std::nullopt, false};
}

}  // namespace jadoube::laws
