#include "detector/findings/position.hpp"

#include "chess/mating/can_mate.hpp"
#include "model/telling.hpp"

namespace jadoube::detector::findings {

namespace {

using words::wording;

Finding finding(Kind kind, unsigned ply, words::Text text) {
  Finding f;
  f.kind = kind;
  f.grade = Grade::A;
  f.ply = ply;
  f.text = std::move(text);
  return f;
}

bool mated(const chess::Position& position) {
  return position.in_check() && !position.has_legal_move();
}

/// By what stands on the board alone.
std::optional<Ending> ended_on_board(const chess::Position& position) {
  if (!position.has_legal_move()) {
    if (position.in_check())
      return Ending{position.turn() == chess::Side::black ? "1-0" : "0-1", "checkmate"};
    return Ending{"1/2-1/2", "stalemate"};
  }
  if (is_dead(position)) return Ending{"1/2-1/2", "dead position"};
  return std::nullopt;
}

}  // namespace

bool is_dead(const chess::Position& position) {
  using chess::PieceType;
  // Only bare boards: whether a wall of pawns can be broken is a longer question, and the arbiter's.
  const chess::Bitboard strong =
      position.pieces(PieceType::pawn) | position.pieces(PieceType::rook) | position.pieces(PieceType::queen);
  if (strong != 0 || chess::count(position.occupied()) > model::kBareBoard) return false;
  const auto question = chess::position_for_mating(position.setup());
  if (!question) return false;
  chess::MatingOptions quick;
  quick.quick = true;
  return chess::can_mate(*question, chess::Side::white, quick).is_unwinnable() &&
         chess::can_mate(*question, chess::Side::black, quick).is_unwinnable();
}

std::optional<Ending> ended(const chess::Position& position, unsigned repetitions, bool automatic_draws) {
  if (auto end = ended_on_board(position); end || !automatic_draws) return end;
  if (repetitions >= model::kFivefold) return Ending{"1/2-1/2", "fivefold repetition"};
  if (position.halfmove_clock() >= model::kSeventyFiveMoves) return Ending{"1/2-1/2", "seventy-five moves"};
  return std::nullopt;
}

bool rests_on_guess(const chess::Position& position, chess::Bitboard guessed) {
  using chess::PieceType;
  const auto end = ended_on_board(position);
  if (!end) return false;
  const auto is_other_end = [&](chess::Square square, PieceType type) {
    chess::Setup setup = position.setup();
    setup.placement.remove(square);
    setup.placement.put(square, {position.at(square)->side, type});
    const auto other = chess::Position::from(setup, chess::kForgivable);
    if (!other) return false;
    const auto other_end = ended_on_board(*other);
    return !other_end || other_end->reason != end->reason;
  };
  for (const chess::Square square : chess::squares(guessed & position.occupied()))
    for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
      if (is_other_end(square, type)) return true;
  return false;
}

std::vector<Finding> about(const chess::Position& position, unsigned ply, unsigned repetitions) {
  std::vector<Finding> list;
  const chess::Side waiting = ~position.turn();
  if (position.in_check() && position.attackers_to(position.king(waiting), position.turn()) != 0) {
    Finding f = finding(Kind::both_kings_in_check, ply, wording("Both kings are in check."));
    f.squares = {position.king(chess::Side::white), position.king(chess::Side::black)};
    list.push_back(std::move(f));
  }
  if (is_dead(position) && position.has_legal_move())
    list.push_back(
        finding(Kind::dead_position, ply, wording("Neither side can mate any more: the game is drawn.")));
  if (repetitions == model::kFivefold)
    list.push_back(
        finding(Kind::fivefold, ply, wording("The position has appeared five times: the game is drawn.")));
  if (position.halfmove_clock() == model::kSeventyFiveMoves && !mated(position))
    list.push_back(finding(
        Kind::seventy_five_moves, ply,
        wording("Seventy-five moves by each side without a capture or pawn move: the game is drawn.")));
  if (repetitions == model::kThreefold)
    list.push_back(
        finding(Kind::threefold_available, ply, wording("The position has appeared three times.")));
  if (position.halfmove_clock() == model::kFiftyMoves)
    list.push_back(finding(Kind::fifty_moves_available, ply,
                           wording("Fifty moves by each side without a capture or pawn move.")));
  return list;
}

}  // namespace jadoube::detector::findings
