#include "tracker/acts/act.hpp"

#include <utility>
#include <vector>

namespace jadoube::tracker {

using chess::PieceType;
using chess::Position;

bool takes_king(const Position& position, const Act& act) {
  if (act.kind != StepKind::illegal || act.transfers.empty()) return false;
  const auto taken = position.at(act.transfers[0].to);
  return taken && *taken == chess::Piece{~position.turn(), PieceType::king};
}

LogWeight weight_of_slipping(const Touches& touches, Transfer transfer) {
  const Touch* left = touches.find(transfer.from);
  const Touch* came = touches.find(transfer.to);
  const bool at_once = left != nullptr && came != nullptr && came->start < left->start + model::kSlidWithin;
  const bool next = chess::contains(chess::king_attacks(transfer.from), transfer.to);
  return at_once && next ? model::kSlippedAside : LogWeight{0};
}

std::optional<Position> after_act(const Position& position, const Act& act, Side turn) {
  chess::Setup setup = position.setup();
  bool irreversible = act.removed != 0;
  std::vector<std::pair<Square, chess::Piece>> put;
  for (const Transfer& t : act.transfers) {
    const auto piece = setup.placement.at(t.from);
    irreversible |= piece->type == PieceType::pawn || (!act.castling && setup.placement.at(t.to).has_value());
    put.emplace_back(t.to, *piece);
  }
  for (const Transfer& t : act.transfers) setup.placement.remove(t.from);
  for (const Square square : chess::squares(act.removed)) setup.placement.remove(square);
  for (const auto& [square, piece] : put) setup.placement.put(square, piece);
  setup.en_passant.reset();
  setup.halfmove_clock = irreversible ? 0 : setup.halfmove_clock + 1;
  if (turn == Side::white && position.turn() == Side::black) ++setup.fullmove_number;
  setup.turn = turn;
  auto after = Position::from(setup, chess::kForgivable);
  if (!after) return std::nullopt;
  return *after;
}

SensedBoard board_after(const SensedBoard& before, const Position& position, const Act& act) {
  SensedBoard board = before;
  for (const Transfer& t : act.transfers) board.remove(chess::bit(t.from));
  board.remove(act.removed);
  for (const Transfer& t : act.transfers) board.put(chess::bit(t.to), *position.at(t.from));
  board.occupied |= act.added;
  return board;
}

}  // namespace jadoube::tracker
