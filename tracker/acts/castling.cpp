// Castling that is none: king two squares towards a rook that jumps over it; in Chess960 king and rook as castling leaves them.
//
//   order of events                                  thought of
//   -e1 -h1 +g1 +f1, without the right               yes
//   -e1 -h1 +g1 +f1, legal                           no
//   Chess960: -g1 -f1 +g1 +f1 (king and rook went    yes, without the right
//   to each other's squares)
//   Chess960: the king goes onto another piece       no: a capture
#include <cstdlib>

#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

namespace {

/// The king goes two squares along its rank, and the rook to the one that it passed.
bool looks_castling(const Match& m) {
  const auto king = m.position.at(m.first.from);
  const auto rook = m.position.at(m.second.from);
  if (king->type != chess::PieceType::king || rook->type != chess::PieceType::rook ||
      king->side != rook->side)
    return false;
  const unsigned rank = rank_of(m.first.from);
  if (rank_of(m.first.to) != rank || rank_of(m.second.from) != rank || rank_of(m.second.to) != rank)
    return false;
  const int step = static_cast<int>(file_of(m.first.to)) - static_cast<int>(file_of(m.first.from));
  return std::abs(step) == 2 && 2 * file_of(m.second.to) == file_of(m.first.from) + file_of(m.first.to);
}

}  // namespace

constinit const Row castling{
    .shape = Shape::two_transfers,
    .prior = model::kIllegal + model::kCastlingShape,
    .fits =
        [](const Match& m) {
          return m.is_of_turn() && looks_castling(m) && !m.position.find_legal(m.first.from, m.first.to);
        },
};

constinit const Row castling_960{
    .shape = Shape::castling_960,
    .prior = model::kIllegal + model::kCastlingShape,
    .fits =
        [](const Match& m) {
          const auto wing = m.second.from > m.first.from ? chess::Wing::king_side : chess::Wing::queen_side;
          const bool has_right = m.position.castling_rook(m.position.turn(), wing) == m.second.from;
          return !has_right || !m.position.is_legal({m.first.from, m.first.to, chess::MoveKind::castling});
        },
};

}  // namespace jadoube::tracker::acts
