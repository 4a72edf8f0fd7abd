// Why a set-up is not a position.
#include <algorithm>

#include "chess/position.hpp"

namespace jadoube::chess {
namespace {

constexpr Bitboard kBackRanks = rank_set(0) | rank_set(7);

/// Officers beyond the first set can only be promoted pawns. Bishops are counted without the colour of their
/// squares: a game may have been started from misplaced pieces.
bool has_too_much_material(const Placement& placement, Side side) {
  const auto number = [&](PieceType type) { return count(placement.pieces(side, type)); };
  const auto beyond = [&](PieceType type, int first_set) { return std::max(0, number(type) - first_set); };
  const int promoted = beyond(PieceType::queen, 1) + beyond(PieceType::rook, 2) +
                       beyond(PieceType::bishop, 2) + beyond(PieceType::knight, 2);
  return count(placement.pieces(side)) > 16 || promoted > 8 - number(PieceType::pawn);
}

/// A MoveList holds every move that sixteen pieces could ever have.
bool has_more_than_sixteen_pieces(const Placement& placement) {
  return std::any_of(kSides.begin(), kSides.end(),
                     [&](Side side) { return count(placement.pieces(side)) > 16; });
}

/// A move gives check by the moved piece, by a slider it uncovers, or both. So two pieces of which neither
/// slides cannot both give check, and neither can two on one line with the king between them.
bool is_impossible_check(const Placement& placement, Square king, Bitboard checkers) {
  if (!more_than_one(checkers)) return false;
  const Bitboard steppers = placement.pieces(PieceType::pawn) | placement.pieces(PieceType::knight);
  const bool none_slides = (checkers & ~steppers) == 0;
  const bool on_one_line = (checkers & ~line_through(king, first(checkers))) == 0;
  return count(checkers) > 2 || none_slides || on_one_line;
}

bool is_at_home(const Setup& setup, Side side, Wing wing) {
  const Square king = setup.castling_files.king_square(side);
  const Square rook = setup.castling_files.rook_square(side, wing);
  return contains(setup.placement.pieces(side, PieceType::king), king) &&
         contains(setup.placement.pieces(side, PieceType::rook), rook) &&
         (wing == Wing::king_side ? rook > king : rook < king);
}

CastlingRights without_wrong_rights(const Setup& setup) {
  CastlingRights rights = setup.castling;
  for (const Side side : kSides)
    for (const Wing wing : {Wing::king_side, Wing::queen_side})
      if (!is_at_home(setup, side, wing)) rights.remove(side, wing);
  return rights;
}

/// The enemy pawn stands in front of the square it passed over, and both that square and the one it came from
/// are empty.
bool is_just_passed(const Setup& setup, Square passed) {
  if (relative_rank(setup.turn, passed) != 5) return false;
  const Square pawn = static_cast<Square>(index(passed) ^ 8U);
  const Square origin = static_cast<Square>(index(pawn) ^ 16U);
  return contains(setup.placement.pieces(~setup.turn, PieceType::pawn), pawn) &&
         (setup.placement.occupied() & (bit(passed) | bit(origin))) == 0;
}

FaultSet faults_of_kings(const Setup& setup) {
  const Placement& placement = setup.placement;
  FaultSet faults;
  for (const Side side : kSides) {
    const Bitboard kings = placement.pieces(side, PieceType::king);
    if (kings == 0) faults.add(Fault::no_king);
    if (more_than_one(kings)) faults.add(Fault::too_many_kings);
  }
  if (!faults.empty()) return faults;  // nothing below makes sense without exactly two kings

  const auto checkers = [&](Side of) {
    const Bitboard enemies = placement.pieces(~of) & ~placement.pieces(PieceType::king);
    return placement.attackers_to(first(placement.pieces(of, PieceType::king)), placement.occupied()) &
           enemies;
  };
  const Square king = first(placement.pieces(setup.turn, PieceType::king));
  if ((king_attacks(king) & placement.pieces(PieceType::king)) != 0) faults.add(Fault::kings_adjacent);
  if (checkers(~setup.turn) != 0) faults.add(Fault::opponent_in_check);
  if (is_impossible_check(placement, king, checkers(setup.turn))) faults.add(Fault::impossible_check);
  return faults;
}

FaultSet faults_of(const Setup& setup) {
  FaultSet faults = faults_of_kings(setup);
  if ((setup.placement.pieces(PieceType::pawn) & kBackRanks) != 0) faults.add(Fault::pawn_on_back_rank);
  for (const Side side : kSides)
    if (has_too_much_material(setup.placement, side)) faults.add(Fault::too_much_material);
  if (without_wrong_rights(setup) != setup.castling) faults.add(Fault::castling_right_wrong);
  if (setup.en_passant && !is_just_passed(setup, *setup.en_passant)) faults.add(Fault::en_passant_wrong);
  return faults;
}

std::string_view sentence(Fault fault) {
  switch (fault) {
    case Fault::no_king:
      return "A king is missing.";
    case Fault::too_many_kings:
      return "One side has more than one king.";
    case Fault::kings_adjacent:
      return "The kings stand next to each other.";
    case Fault::pawn_on_back_rank:
      return "A pawn stands on the first or the eighth rank.";
    case Fault::too_much_material:
      return "One side has more pieces than the sixteen of the start and their promotions allow.";
    case Fault::opponent_in_check:
      return "The side that is not to move is in check.";
    case Fault::impossible_check:
      return "The king is in check from pieces that no single move can have brought about.";
    case Fault::castling_right_wrong:
      return "A castling right is given although king or rook is not at home.";
    case Fault::en_passant_wrong:
      return "No pawn can just have passed over the en passant square.";
  }
  return {};
}

}  // namespace

std::string describe(FaultSet faults) {
  std::string text;
  for (std::size_t i = 0; i < kFaultCount; ++i) {
    const auto fault = static_cast<Fault>(i);
    if (!faults.has(fault)) continue;
    if (!text.empty()) text += ' ';
    text += sentence(fault);
  }
  return text;
}

tl::expected<Position, FaultySetup> Position::from(const Setup& setup, FaultSet forgive) {
  const FaultSet faults = faults_of(setup);
  const FaultSet too_many_promoted =
      has_more_than_sixteen_pieces(setup.placement) ? FaultSet{} : FaultSet{Fault::too_much_material};
  const FaultSet unforgivable = faults.without(kForgivable).without(too_many_promoted);
  if (!unforgivable.empty() || !faults.without(forgive).empty())
    return tl::make_unexpected(FaultySetup{setup, faults});
  Setup repaired = setup;
  repaired.castling = without_wrong_rights(setup);
  if (faults.has(Fault::en_passant_wrong)) repaired.en_passant.reset();
  return Position{repaired};
}

}  // namespace jadoube::chess
