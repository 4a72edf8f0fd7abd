#include "chess/mating/board.hpp"

#include "chess/mating/shifts.hpp"

namespace jadoube::chess::mating {
namespace {

constexpr Bitboard kFileH = file_set(7);
constexpr Bitboard kLastRanks = rank_set(0) | rank_set(7);

constexpr Bitboard knight_attacks_of(Bitboard knights) {
  const Bitboard one = (knights << 1U & ~kFileA) | (knights >> 1U & ~kFileH);
  const Bitboard two =
      (knights << 2U & ~(kFileA | kFileA << 1U)) | (knights >> 2U & ~(kFileH | kFileH >> 1U));
  return one << 16U | one >> 16U | two << 8U | two >> 8U;
}

constexpr Bitboard turned(Bitboard set) {
  return __builtin_bswap64(set);
}

Bitboard checkers_of(const Board& b, Side us, Square king, Bitboard occupied) {
  const Side them = ~us;
  return (pawn_attacks(us, king) & b.of(them, PieceType::pawn)) |
         (knight_attacks(king) & b.of(them, PieceType::knight)) |
         (bishop_attacks(king, occupied) & b.diagonal(them)) |
         (rook_attacks(king, occupied) & b.straight(them));
}

/// Our pieces that stand alone between our king and an enemy slider.
Bitboard find_pinned(const Board& b, Side us, Square king, Bitboard occupied) {
  const Side them = ~us;
  Bitboard pinned = 0;
  const Bitboard snipers =
      (bishop_attacks(king, 0) & b.diagonal(them)) | (rook_attacks(king, 0) & b.straight(them));
  for (const Square sniper : squares(snipers)) {
    const Bitboard shield = between(king, sniper) & occupied;
    if (shield != 0 && !more_than_one(shield)) pinned |= shield;
  }
  return pinned & b.of(us);
}

/// King on the e-file, rook on the a- or h-file.
bool is_ordinary(Square king, Square rook) {
  return file_of(king) == 4 && (file_of(rook) == 0 || file_of(rook) == 7);
}

/// Where castling takes king and rook.
struct CastlingEnds {
  Square king;
  Square rook;
};

CastlingEnds ends_of(Square king, Square rook) {
  const bool king_side = rook > king;
  const unsigned rank = rank_of(king);
  return {make_square(king_side ? 6 : 2, rank), make_square(king_side ? 5 : 3, rank)};
}

bool may_castle_in_chess960(const Board& b, Side us, Square king, Square rook, Bitboard attacked) {
  const CastlingEnds ends = ends_of(king, rook);
  const Bitboard others = b.occupied() & ~(bit(king) | bit(rook));
  const Bitboard king_path = between(king, ends.king) | bit(ends.king);
  const Bitboard rook_path = between(rook, ends.rook) | bit(ends.rook);
  if (((king_path | rook_path) & others) != 0 || (king_path & attacked) != 0) return false;
  // The rook may have been in the way of an attack.
  return (rook_attacks(ends.king, others | bit(ends.king) | bit(ends.rook)) & b.straight(~us)) == 0;
}

Board castled_in_chess960(Board b, Square king, Square rook) {
  const CastlingEnds ends = ends_of(king, rook);
  const Bitboard kings = bit(king) ^ bit(ends.king);
  const Bitboard rooks = bit(rook) ^ bit(ends.rook);
  b.types[index(PieceType::king)] ^= kings;
  b.types[index(PieceType::rook)] ^= rooks;
  b.sides[index(b.turn)] ^= kings ^ rooks;
  b.castling &= ~rank_set(b.turn == Side::white ? 0 : 7);
  b.en_passant = 0;
  b.turn = ~b.turn;
  return b;
}

Bitboard castling_targets(const Board& b, Side us, Square king, Bitboard occupied, Bitboard attacked) {
  Bitboard targets = 0;
  const Bitboard home = rank_set(us == Side::white ? 0 : 7);
  for (const Square rook : squares(b.castling & home & b.of(us))) {
    if (!is_ordinary(king, rook)) {
      if (may_castle_in_chess960(b, us, king, rook, attacked)) targets |= bit(rook);
      continue;
    }
    const bool king_side = rook > king;
    const Square to = static_cast<Square>(king_side ? index(king) + 2 : index(king) - 2);
    const Bitboard path = between(king, to) | bit(to);
    if ((between(king, rook) & occupied) == 0 && (path & attacked) == 0) targets |= bit(to);
  }
  return targets;
}

/// Whether capturing en passant would leave our own king in check: two pieces vanish from the board at once.
bool en_passant_exposes(const Board& b, Side us, Square king, Square from, Bitboard occupied) {
  const Bitboard victim = forward(~us, b.en_passant);
  const Bitboard after = (occupied ^ bit(from) ^ victim) | b.en_passant;
  return (checkers_of(b, us, king, after) & ~victim) != 0;
}

Bitboard pawn_targets(const Board& b, Side us, Square from, Bitboard occupied) {
  const Bitboard one = forward(us, bit(from)) & ~occupied;
  const Bitboard two = forward(us, one & rank_set(us == Side::white ? 2 : 5)) & ~occupied;
  return one | two | (pawn_attacks(us, from) & b.of(~us));
}

}  // namespace

Board oriented(const Position& position, Side winner) {
  Board b;
  const bool turn = winner == Side::black;
  const auto turn_set = [turn](Bitboard set) { return turn ? turned(set) : set; };
  for (const PieceType type : kPieceTypes) b.types[index(type)] = turn_set(position.pieces(type));
  b.sides = {turn_set(position.pieces(winner)), turn_set(position.pieces(~winner))};
  b.turn = position.turn() == winner ? kWinner : kLoser;
  const CastlingRights rights = position.castling();
  for (const Side side : kSides)
    for (const Wing wing : {Wing::king_side, Wing::queen_side})
      if (rights.has(side, wing)) b.castling |= turn_set(bit(position.castling_rook(side, wing)));
  if (const auto square = position.en_passant()) b.en_passant = turn_set(bit(*square));
  return b;
}

Board after(const Board& board, Square from, Square to, PieceType promotion) {
  if (contains(board.of(board.turn), to)) return castled_in_chess960(board, from, to);
  Board b = board;
  const Side us = b.turn;
  const PieceType type = b.type_at(from);
  const Bitboard move = bit(from) | bit(to);
  if (contains(b.of(~us), to)) {
    b.types[index(b.type_at(to))] ^= bit(to);
    b.sides[index(~us)] ^= bit(to);
  } else if (type == PieceType::pawn && bit(to) == b.en_passant) {
    const Bitboard victim = forward(~us, b.en_passant);
    b.types[index(PieceType::pawn)] ^= victim;
    b.sides[index(~us)] ^= victim;
  }
  b.types[index(type)] ^= move;
  b.sides[index(us)] ^= move;
  b.en_passant = 0;
  if (type == PieceType::pawn) {
    if (promotion != PieceType::pawn) {
      b.types[index(PieceType::pawn)] ^= bit(to);
      b.types[index(promotion)] ^= bit(to);
    } else if ((index(from) ^ index(to)) == 16) {
      const Bitboard passed = bit(static_cast<Square>((index(from) + index(to)) / 2));
      // The enemy's pawns that attack a square stand where one of ours on that square would capture.
      if ((pawn_attacks(us, first(passed)) & b.of(~us, PieceType::pawn)) != 0) b.en_passant = passed;
    }
  } else if (b.castling != 0) {
    if (type == PieceType::king) {
      const Bitboard home = rank_set(us == Side::white ? 0 : 7);
      if (!contains(king_attacks(from), to)) {
        const bool king_side = to > from;
        const Bitboard rook =
            (king_side ? bit(to) << 1U : bit(to) >> 2U) | (king_side ? bit(to) >> 1U : bit(to) << 1U);
        b.types[index(PieceType::rook)] ^= rook;
        b.sides[index(us)] ^= rook;
      }
      b.castling &= ~home;
    }
  }
  b.castling &= ~move;
  b.turn = ~us;
  return b;
}

Bitboard attacked_by_pawns(const Board& b, Side side) {
  const Bitboard ahead = forward(side, b.of(side, PieceType::pawn));
  return (ahead & ~kFileA) >> 1U | (ahead & ~kFileH) << 1U;
}

Bitboard attacked_by(const Board& b, Side side, Bitboard occupied) {
  Bitboard set = king_attacks(b.king(side)) | attacked_by_pawns(b, side) |
                 knight_attacks_of(b.of(side, PieceType::knight));
  for (const Square from : squares(b.diagonal(side))) set |= bishop_attacks(from, occupied);
  for (const Square from : squares(b.straight(side))) set |= rook_attacks(from, occupied);
  return set;
}

Threats generate(const Board& b, Fans& fans) {
  fans.clear();
  const Side us = b.turn;
  const Bitboard ours = b.of(us);
  const Bitboard occupied = b.occupied();
  const Square king = b.king(us);
  Threats threats{attacked_by(b, ~us, occupied ^ bit(king)), 0};
  const auto add = [&fans](PieceType type, Square from, Bitboard targets) {
    if (targets != 0) fans.push({targets, from, type, PieceType::pawn});
  };

  Bitboard royal = king_attacks(king) & ~ours & ~threats.attacked;
  Bitboard allowed = ~ours;
  if (contains(threats.attacked, king)) {
    threats.checkers = checkers_of(b, us, king, occupied);
    if (more_than_one(threats.checkers)) {
      add(PieceType::king, king, royal);
      return threats;
    }
    allowed = between(king, first(threats.checkers)) | threats.checkers;
  } else if (b.castling != 0) {
    royal |= castling_targets(b, us, king, occupied, threats.attacked);
  }
  add(PieceType::king, king, royal);

  const Bitboard pinned = find_pinned(b, us, king, occupied);
  const auto heed = [&](Square from, Bitboard targets) {
    return targets & allowed & (contains(pinned, from) ? line_through(king, from) : ~Bitboard{0});
  };
  for (const Square from : squares(b.of(us, PieceType::knight) & ~pinned))
    add(PieceType::knight, from, knight_attacks(from) & allowed);
  for (const Square from : squares(b.of(us, PieceType::bishop)))
    add(PieceType::bishop, from, heed(from, bishop_attacks(from, occupied)));
  for (const Square from : squares(b.of(us, PieceType::rook)))
    add(PieceType::rook, from, heed(from, rook_attacks(from, occupied)));
  for (const Square from : squares(b.of(us, PieceType::queen)))
    add(PieceType::queen, from, heed(from, queen_attacks(from, occupied)));
  for (const Square from : squares(b.of(us, PieceType::pawn))) {
    Bitboard targets = heed(from, pawn_targets(b, us, from, occupied));
    if ((pawn_attacks(us, from) & b.en_passant) != 0 && !en_passant_exposes(b, us, king, from, occupied))
      targets |= b.en_passant;
    if ((targets & kLastRanks) == 0)
      add(PieceType::pawn, from, targets);
    else
      for (const PieceType promotion :
           {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
        fans.push({targets, from, PieceType::pawn, promotion});
  }
  return threats;
}

}  // namespace jadoube::chess::mating
