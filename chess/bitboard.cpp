#include "chess/bitboard.hpp"

namespace jadoube::chess {
namespace {

struct Step {
  int files;
  int ranks;
};

constexpr std::array<Step, 8> kKingSteps{
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
constexpr std::array<Step, 8> kKnightSteps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

/// The square one step away as a set; empty beyond the edge of the board.
constexpr Bitboard stepped(unsigned from, Step step) {
  const int file = static_cast<int>(from & 7U) + step.files;
  const int rank = static_cast<int>(from >> 3U) + step.ranks;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return 0;
  return Bitboard{1} << (rank * 8 + file);
}

/// All squares from `from` (left out) to the edge.
constexpr Bitboard ray(unsigned from, Step step) {
  Bitboard set = 0;
  for (Bitboard next = stepped(from, step); next != 0;
       next = stepped(static_cast<unsigned>(std::countr_zero(next)), step))
    set |= next;
  return set;
}

/// What a slider attacks on a line of eight squares; `blockers` are the six in the middle.
constexpr unsigned attacks_on_eight(unsigned from, unsigned blockers) {
  const unsigned occupied = blockers << 1U;
  unsigned set = 0;
  for (unsigned to = from + 1; to < 8; ++to) {
    set |= 1U << to;
    if ((occupied >> to & 1U) != 0) break;
  }
  for (unsigned to = from; to-- > 0;) {
    set |= 1U << to;
    if ((occupied >> to & 1U) != 0) break;
  }
  return set;
}

/// Bit n of the eight onto rank n of file a.
constexpr Bitboard on_file_a(unsigned eight) {
  Bitboard set = 0;
  for (unsigned rank = 0; rank < 8; ++rank)
    if ((eight >> rank & 1U) != 0) set |= Bitboard{1} << (8 * rank);
  return set;
}

constexpr void fill_steps(AttackTables& tables, unsigned from) {
  for (const Step step : kKingSteps) tables.king[from] |= stepped(from, step);
  for (const Step step : kKnightSteps) tables.knight[from] |= stepped(from, step);
  tables.pawn[index(Side::white)][from] = stepped(from, {-1, 1}) | stepped(from, {1, 1});
  tables.pawn[index(Side::black)][from] = stepped(from, {-1, -1}) | stepped(from, {1, -1});
}

constexpr void fill_lines(AttackTables& tables, unsigned from) {
  tables.lines[from] = {ray(from, {1, 0}) | ray(from, {-1, 0}), ray(from, {1, 1}) | ray(from, {-1, -1}),
                        ray(from, {-1, 1}) | ray(from, {1, -1})};
  for (const Step step : kKingSteps) {
    const Bitboard whole = ray(from, step) | ray(from, {-step.files, -step.ranks}) | Bitboard{1} << from;
    Bitboard passed = 0;
    for (const Square to : squares(ray(from, step))) tables.through[from][index(to)] = whole;
    for (Bitboard to = stepped(from, step); to != 0;) {
      const auto square = static_cast<unsigned>(std::countr_zero(to));
      tables.between[from][square] = passed;
      passed |= to;
      to = stepped(square, step);
    }
  }
}

constexpr AttackTables make_tables() {
  AttackTables tables{};
  for (unsigned from = 0; from < 64; ++from) {
    fill_steps(tables, from);
    fill_lines(tables, from);
  }
  for (unsigned from = 0; from < 8; ++from)
    for (unsigned blockers = 0; blockers < 64; ++blockers) {
      const unsigned attacked = attacks_on_eight(from, blockers);
      tables.along_rank[from][blockers] = attacked * kFileA;
      tables.along_file[from][blockers] = on_file_a(attacked);
    }
  return tables;
}

}  // namespace

constexpr AttackTables kAttackTables = make_tables();

Bitboard attacks(Piece piece, Square from, Bitboard occupied) {
  switch (piece.type) {
    case PieceType::pawn:
      return pawn_attacks(piece.side, from);
    case PieceType::knight:
      return knight_attacks(from);
    case PieceType::bishop:
      return bishop_attacks(from, occupied);
    case PieceType::rook:
      return rook_attacks(from, occupied);
    case PieceType::queen:
      return queen_attacks(from, occupied);
    case PieceType::king:
      return king_attacks(from);
  }
  return 0;
}

}  // namespace jadoube::chess
