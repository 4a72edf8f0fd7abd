#include "chess/mating/plan.hpp"

#include <algorithm>

#include "chess/mating/material.hpp"
#include "chess/mating/shifts.hpp"

namespace jadoube::chess::mating {
namespace {

using Rings = std::array<Bitboard, 8>;  // [n]: squares at most n steps away

constexpr Bitboard knight_spread(Bitboard set) {
  const Bitboard one = (set << 1U & ~kFileA) | (set >> 1U & ~file_set(7));
  const Bitboard two = (set << 2U & ~(kFileA | kFileA << 1U)) | (set >> 2U & ~(file_set(7) | file_set(6)));
  return set | one << 16U | one >> 16U | two << 8U | two >> 8U;
}

template <class Spread>
constexpr Rings rings(Bitboard goal, Spread step) {
  Rings result{};
  result[0] = goal;
  for (std::size_t n = 1; n < result.size(); ++n) result[n] = step(result[n - 1]);
  return result;
}

struct Corner {
  Rings king;           // steps to the corner
  Rings winner_knight;  // knight moves to where it attacks the corner
  Rings loser_knight;   // knight moves to the neighbours of the corner
  Bitboard neighbours;
};

constexpr Corner make_corner(Square square) {
  const Bitboard corner = bit(square);
  const Bitboard neighbours = spread(corner) & ~corner;
  return {rings(corner, spread), rings(knight_spread(corner) & ~corner, knight_spread),
          rings(neighbours, knight_spread), neighbours};
}

constexpr std::array<Corner, 2> kCorners{make_corner(Square::a8), make_corner(Square::h8)};

/// Those of the rings that are nearer than the square.
constexpr Bitboard nearer(const Rings& goal, Square square) {
  Bitboard result = 0;
  for (const Bitboard ring : goal) {
    if (contains(ring, square)) return result;
    result = ring;
  }
  return result;
}

/// Whether the winner has so little that only a pawn of the loser that becomes a knight or a bishop can
/// help.
bool lacks_a_helper(const Board& b) {
  const Bitboard winner = b.of(kWinner);
  if ((winner & (b.of(PieceType::pawn) | b.of(PieceType::rook) | b.of(PieceType::queen))) != 0) return false;
  const Bitboard knights = winner & b.of(PieceType::knight);
  if ((winner & b.of(PieceType::bishop)) == 0)
    return !more_than_one(knights) &&
           (b.of(kLoser) & (b.of(PieceType::knight) | b.of(PieceType::bishop) | b.of(PieceType::rook))) == 0;
  const Bitboard bishops = b.of(PieceType::bishop);
  return b.of(PieceType::knight) == 0 && ((bishops & kLightSquares) == 0 || (bishops & ~kLightSquares) == 0);
}

/// The steps of a king that bring it nearer to an enemy pawn that it can take, round what the enemy's pawns guard.
Bitboard steps_to_a_pawn(const Board& b, Side side) {
  const Bitboard guarded = attacked_by_pawns(b, ~side);
  const Bitboard open = ~guarded & ~b.of(side);
  const Bitboard steps = king_attacks(b.king(side)) & open;
  for (Bitboard near = b.of(~side, PieceType::pawn) & ~guarded; near != 0;) {
    if ((near & steps) != 0) return near & steps;
    const Bitboard wider = near | (spread(near) & open);
    if (wider == near) break;
    near = wider;
  }
  return 0;
}

/// With at most so many squares left to the loser's king any check is worth a try.
constexpr int kFewEscapes = 2;

}  // namespace

Plan::Plan(const Board& root, Policy policy, unsigned variant, const Standstill& standstill)
    : policy_{policy}, from_below_{(variant & 2U) == 0}, standstill_{standstill} {
  const Bitboard winner_bishops = root.of(kWinner, PieceType::bishop);
  const Bitboard loser_bishops = root.of(kLoser, PieceType::bishop);
  const auto light = [](Bitboard set) { return (set & kLightSquares) != 0; };
  const auto dark = [](Bitboard set) { return (set & ~kLightSquares) != 0; };
  // a8 is light, h8 is dark.
  if (light(winner_bishops) != dark(winner_bishops))
    corner_ = light(winner_bishops) ? 0 : 1;
  else if (winner_bishops == 0 && light(loser_bishops) != dark(loser_bishops))
    corner_ = light(loser_bishops) ? 1 : 0;
  else
    corner_ = file_of(root.king(kLoser)) < 4 ? 0 : 1;
  corner_ ^= variant & 1U;
  if (policy == Policy::trap) trap_ = CornerTrap{root, (variant & 1U) != 0};
}

void Plan::look_at(const Board& board) {
  if (policy_ == Policy::trap) trap_.look_at(board);
  if (policy_ == Policy::frozen) frozen_.look_at(board);
  needs_underpromotion_ = lacks_a_helper(board);
  is_cornered_ = false;
  if (policy_ == Policy::unblock) {
    to_a_pawn_ = steps_to_a_pawn(board, board.turn);
    prey_ = attacked_by_pawns(board, kLoser);
  }
  if (board.turn == kLoser) return;
  const Square king = board.king(kLoser);
  const Bitboard occupied = board.occupied();
  const Bitboard escapes =
      king_attacks(king) & ~board.of(kLoser) & ~attacked_by(board, kWinner, occupied ^ bit(king));
  if (count(escapes) > kFewEscapes) return;
  is_cornered_ = true;
  knight_checks_ = knight_attacks(king);
  bishop_checks_ = bishop_attacks(king, occupied);
  rook_checks_ = rook_attacks(king, occupied);
  pawn_checks_ = pawn_attacks(kLoser, king);
}

Bitboard Plan::promising_checks(const Fan& fan) const {
  if (!is_cornered_) return 0;
  switch (fan.promotion == PieceType::pawn ? fan.type : fan.promotion) {
    case PieceType::pawn:
      return pawn_checks_;
    case PieceType::knight:
      return knight_checks_;
    case PieceType::bishop:
      return bishop_checks_;
    case PieceType::rook:
      return rook_checks_;
    case PieceType::queen:
      return bishop_checks_ | rook_checks_;
    case PieceType::king:
      break;
  }
  return 0;
}

Preference Plan::prefer(const Board& board, const Fan& fan) const {
  if (policy_ == Policy::trap) return prefer_trap(board, fan);
  if (policy_ == Policy::frozen) return prefer_frozen(board, fan);
  return board.turn == kWinner ? prefer_winner(board, fan) : prefer_loser(board, fan);
}

Preference Plan::prefer_trap(const Board& board, const Fan& fan) const {
  const Bitboard useful = trap_.useful(fan);
  if (board.turn == kWinner) return {useful | promising_checks(fan), trap_.needed()};
  return {useful & ~board.of(kWinner), board.of(kWinner) & ~board.of(PieceType::pawn)};
}

Preference Plan::prefer_frozen(const Board& board, const Fan& fan) const {
  const Bitboard left_out = ~frozen_.allowed(board.turn, fan);
  if (contains(frozen_.settled(), fan.from)) return {0, ~Bitboard{0}, left_out};
  const Bitboard needed = frozen_.needed() & ~board.of(board.turn);
  const Bitboard checks = board.turn == kWinner ? promising_checks(fan) : 0;
  return {(frozen_.useful(fan) | checks) & ~needed, needed, left_out};
}

Preference Plan::prefer_winner(const Board& board, const Fan& fan) const {
  if (fan.type == PieceType::pawn) return {~Bitboard{0}, 0};
  const Bitboard captures = board.of(kLoser);
  const Bitboard checks = promising_checks(fan);
  if (needs_underpromotion_) return {checks, captures};
  const bool minor_only = (board.of(kWinner) & (board.of(PieceType::pawn) | board.of(PieceType::rook) |
                                                board.of(PieceType::queen))) == 0;
  Bitboard rewarded = minor_only ? checks : captures | checks;
  if (policy_ == Policy::unblock) return {rewarded | (fan.type == PieceType::king ? to_a_pawn_ : prey_), 0};
  const Corner& corner = kCorners[corner_];
  if (fan.type == PieceType::king) rewarded |= nearer(corner.king, fan.from) & ~corner.king[1];
  if (fan.type == PieceType::knight)
    rewarded |= nearer(corner.winner_knight, fan.from) & ~corner.winner_knight[0];
  return {rewarded, 0};
}

Preference Plan::prefer_loser(const Board& board, const Fan& fan) const {
  if (needs_underpromotion_) {
    const bool helps =
        fan.type == PieceType::pawn && fan.promotion != PieceType::queen && fan.promotion != PieceType::rook;
    return helps ? Preference{~Bitboard{0}, 0} : Preference{0, ~Bitboard{0}};
  }
  const Bitboard captures = board.of(kWinner);
  if (policy_ == Policy::unblock) {
    const Bitboard pawns = fan.type == PieceType::pawn ? captures : captures & board.of(PieceType::pawn);
    return {fan.type == PieceType::king ? pawns | to_a_pawn_ : pawns, captures & ~pawns};
  }
  const Corner& corner = kCorners[corner_];
  Bitboard rewarded = 0;
  if (fan.type == PieceType::king) rewarded = nearer(corner.king, fan.from);
  if (fan.type == PieceType::knight) rewarded = nearer(corner.loser_knight, fan.from);
  if (fan.type == PieceType::bishop || fan.type == PieceType::rook || fan.type == PieceType::queen)
    rewarded = contains(corner.neighbours, fan.from) ? 0 : corner.neighbours & ~captures;
  return {rewarded, fan.type == PieceType::pawn ? ~Bitboard{0} : captures};
}

}  // namespace jadoube::chess::mating
