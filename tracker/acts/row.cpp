#include "tracker/acts/row.hpp"

namespace jadoube::tracker::acts {

using chess::PieceType;

bool Match::is_lawful_for_its_side() const {
  const chess::Position turned = position.with_turn(mover());
  return turned.find_legal(first.from, first.to) || turned.find_legal(first.from, first.to, PieceType::queen);
}

bool looks_en_passant(const Match& match) {
  const auto [from, to] = match.first;
  const auto pawn = match.position.at(from);
  const auto other = match.position.at(match.gone);
  return pawn->type == PieceType::pawn && other && other->type == PieceType::pawn &&
         other->side != pawn->side && rank_of(match.gone) == rank_of(from) &&
         file_of(match.gone) == file_of(to) && chess::contains(chess::king_attacks(from), to);
}

bool filled_before_lifted(const Match& match) {
  const Touch* lift = match.touches.find(match.first.from);
  const Touch* fill = match.touches.find(match.first.to);
  return lift != nullptr && fill != nullptr && lift->first > fill->start;
}

}  // namespace jadoube::tracker::acts
