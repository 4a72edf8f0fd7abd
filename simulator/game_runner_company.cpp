// What real hands do beside the move itself: none of it irregular, and the record of the game knows nothing of it.
#include <algorithm>

#include "simulator/game_runner.hpp"

namespace jadoube::simulator {

using chess::MoveKind;
using chess::Piece;

namespace {

/// Of a motion this many seconds before its end, at most, belong to putting down.
constexpr double kPuttingDown = 0.12;
/// A nudged piece stands on a neighbouring square meanwhile, or nowhere.
constexpr double kNudgedOnto = 0.3;
/// The hand sees to its company before it goes to the clock, or the press comes meanwhile.
constexpr double kBeforeThePress = 0.5;

}  // namespace

void GameRunner::add_company(Move move, PlannedMove& planned) {
  const bool plain = move.kind() == MoveKind::normal && !move.is_promotion();
  if (plain) linger(move, planned.action);
  if (plain) take_up_again(move, planned);
  if (plain && position().captured_square(move)) put_victim_beside(move, planned);
  nudge_neighbour(move, planned);
  if (!planned.company.empty()) planned.may_be_early = false;
}

void GameRunner::linger(Move move, HandAction& action) {
  const Hands& hands = hands_of(turn());
  if (hands.lingers <= 0 || !company_.chance(hands.lingers)) return;
  const double held = company_.exponential(hands.linger_mean);
  const double placed = action.complete();
  for (Touch& touch : action.touches)
    if (touch.at >= placed - kPuttingDown && touch.square != move.from()) touch.at += held;
  action.free += held;
}

void GameRunner::take_up_again(Move move, PlannedMove& planned) {
  const Hands& hands = hands_of(turn());
  if (hands.takes_up_again <= 0 || !company_.chance(hands.takes_up_again)) return;
  const double taken = planned.action.complete() + company_.uniform(0.1, 0.5);
  const double back = taken + company_.uniform(0.1, 0.8);
  planned.company.push_back({taken, move.to(), std::nullopt});
  planned.company.push_back({back, move.to(), position().at(move.from())});
  planned.action.free = std::max(planned.action.free, back);
}

std::vector<chess::Square> GameRunner::free_beside(Square square, const PlannedMove& planned) const {
  std::vector<Square> free;
  for (const Square s : chess::squares(chess::king_attacks(square) & ~planned.action.squares()))
    if (!board_[index(s)]) free.push_back(s);
  return free;
}

void GameRunner::put_victim_beside(Move move, PlannedMove& planned) {
  const Hands& hands = hands_of(turn());
  if (hands.victims_beside <= 0 || !company_.chance(hands.victims_beside)) return;
  const auto free = free_beside(move.to(), planned);
  const auto lifted = std::ranges::find_if(
      planned.action.touches, [&](const Touch& touch) { return touch.square == move.to() && !touch.now; });
  if (free.empty() || lifted == planned.action.touches.end()) return;
  const double placed = planned.action.complete();
  const bool before = company_.chance(hands.beside_before);
  const double at = before ? company_.uniform(lifted->at, placed) : placed + company_.uniform(0.02, 0.25);
  const double gone = at + company_.uniform(hands.beside_shortest, hands.beside_longest);
  const Square beside = company_.pick(free);
  planned.company.push_back({at, beside, board_[index(move.to())]});
  planned.company.push_back({gone, beside, std::nullopt});
  if (company_.chance(kBeforeThePress)) planned.action.free = std::max(planned.action.free, gone);
}

void GameRunner::nudge_neighbour(Move move, PlannedMove& planned) {
  const Hands& hands = hands_of(turn());
  if (hands.nudges <= 0 || !company_.chance(hands.nudges)) return;
  const chess::Bitboard near = chess::king_attacks(move.from()) | chess::king_attacks(move.to());
  std::vector<Square> neighbours;
  for (const Square s : chess::squares(near & ~planned.action.squares()))
    if (board_[index(s)]) neighbours.push_back(s);
  if (neighbours.empty()) return;
  const Square square = company_.pick(neighbours);
  const Piece piece = *board_[index(square)];
  const HandAction& action = planned.action;
  const double at = company_.uniform(action.first_touch(), action.complete());
  const double back = at + company_.uniform(0.05, 0.6);
  planned.company.push_back({at, square, std::nullopt});
  planned.company.push_back({back, square, piece});
  auto free = free_beside(square, planned);
  std::erase_if(free, [&](Square s) {
    return std::ranges::any_of(planned.company, [&](const Touch& touch) { return touch.square == s; });
  });
  if (!free.empty() && company_.chance(kNudgedOnto)) {
    const Square onto = company_.pick(free);
    planned.company.push_back({at, onto, piece});
    planned.company.push_back({back, onto, std::nullopt});
  }
  if (company_.chance(kBeforeThePress)) planned.action.free = std::max(planned.action.free, back);
}

void GameRunner::commit_company(const PlannedMove& planned, Time start) {
  if (planned.company.empty()) return;
  HandAction company;
  company.touches = planned.company;
  busy_ = std::max(busy_, commit(company, start).complete);
}

}  // namespace jadoube::simulator
