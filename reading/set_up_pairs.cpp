#include "reading/set_up_pairs.hpp"

namespace jadoube::reading {

namespace {

using chess::PieceType;

Square of_side(Side side, Square square) {
  return side == Side::white ? square : flip_ranks(square);
}

/// Where the piece is that began on `first`. Of a king and a queen there is one each, as long as no pawn has become another;
/// any other is known for as long as it has not moved.
std::optional<Square> where_is(const chess::Position& position, chess::Piece piece, Square first) {
  if (piece.type != PieceType::king && piece.type != PieceType::queen)
    return position.at(first) == piece ? std::optional{first} : std::nullopt;
  const Bitboard there = position.pieces(piece.side, piece.type);
  if (there == 0 || chess::more_than_one(there)) return std::nullopt;
  return chess::first(there);
}

/// It takes the queen that the other side began with, which was not the king then; a queen that it has later was a pawn.
bool takes_first_queen(const chess::Position& before, chess::Move move) {
  const Side other = ~before.turn();
  const Bitboard queens = before.pieces(other, PieceType::queen);
  return chess::contains(queens, move.to()) &&
         (!chess::more_than_one(queens) || move.to() == of_side(other, Square::d1));
}

}  // namespace

std::pair<Square, Square> SetUpPairs::homes(Side side, std::size_t pair) {
  return {of_side(side, kHomes.at(pair).first), of_side(side, kHomes.at(pair).second)};
}

std::optional<std::pair<Square, Square>> SetUpPairs::stand_on(const chess::Position& position, Side side,
                                                              std::size_t pair) {
  static const chess::Position start;
  const auto where = [&](Square home) { return where_is(position, *start.at(home), home); };
  const auto [first, second] = homes(side, pair);
  const auto one = where(first);
  const auto other = where(second);
  return one && other ? std::optional{std::pair{*one, *other}} : std::nullopt;
}

void SetUpPairs::see(const chess::Position& before, chess::Move move) {
  const chess::Piece piece = *before.at(move.from());
  if (takes_first_queen(before, move)) apart_ |= bit_of(~before.turn(), kQueenAndKing);
  if (piece.type == PieceType::pawn) return;
  for (std::size_t i = 0; i < kHomes.size(); ++i) {
    if (are_told_apart(piece.side, i)) continue;
    const auto stands = stand_on(before, piece.side, i);
    if (!stands || (stands->first != move.from() && stands->second != move.from())) continue;
    const Square of_other = stands->first == move.from() ? stands->second : stands->first;
    const Bitboard goes = chess::attacks(*before.at(of_other), move.from(), before.occupied());
    // Who has castled was the king.
    if (!chess::contains(goes, move.to()) || move.kind() == chess::MoveKind::castling)
      apart_ |= bit_of(piece.side, i);
  }
}

}  // namespace jadoube::reading
