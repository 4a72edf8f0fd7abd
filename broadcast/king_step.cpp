#include "broadcast/king_step.hpp"

#include <algorithm>

#include "chess/bitboard.hpp"

namespace jadoube::broadcast {

using chess::Result;
using chess::Square;

namespace {

constexpr chess::Bitboard kLight = chess::bit(Square::e4) | chess::bit(Square::d5);
constexpr chess::Bitboard kDark = chess::bit(Square::d4) | chess::bit(Square::e5);

bool is_legal(const chess::Position& before, const chess::Transfer& step) {
  chess::MoveList moves;
  before.legal_moves(moves);
  return std::ranges::any_of(
      moves, [&](chess::Move each) { return each.from() == step.from && each.to() == step.to; });
}

}  // namespace

std::string_view name(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::move:
      return "move";
    case StepVerdict::signal:
      return "signal";
    case StepVerdict::undecided:
      return "undecided";
  }
  return {};
}

bool is_step_to_centre(const chess::Position& before, const chess::Transfer& transfer) {
  const auto moved = before.at(transfer.from);
  return moved && moved->type == chess::PieceType::king && ((kLight | kDark) & chess::bit(transfer.to)) != 0;
}

KingStep judge_king_step(const chess::Position& before, const chess::Transfer& step, Result result,
                         StepClock clock) {
  if (!is_legal(before, step)) return {StepVerdict::signal, "no legal move"};
  const chess::Bitboard to = chess::bit(step.to);
  if ((result == Result::white_wins && (to & kDark) != 0) ||
      (result == Result::black_wins && (to & kLight) != 0))
    return {StepVerdict::move, "the colour of the square signals another result"};
  if (before.at(step.to)) return {StepVerdict::move, "the king took a piece"};
  if (clock == StepClock::ran) return {StepVerdict::move, "the mover's clock ran for it"};
  if (clock == StepClock::stood) return {StepVerdict::signal, "the clock stood"};
  if (before.in_check()) return {StepVerdict::move, "the king left a check"};
  return {StepVerdict::undecided, "nothing is known of the clock"};
}

}  // namespace jadoube::broadcast
