#include "simulator/plausible.hpp"

#include <algorithm>
#include <array>

#include "chess/game.hpp"

namespace jadoube::simulator {
namespace {

using chess::Bitboard;
using chess::Move;
using chess::MoveKind;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Side;
using chess::Square;

constexpr std::array<int, 6> kValues{1, 3, 3, 5, 9, 12};
int value(PieceType type) {
  return kValues[index(type)];
}

/// Nearness to the middle of the board, 0 … 6.
int centrality(Square square) {
  const auto side = [](unsigned x) { return x < 4 ? static_cast<int>(x) : 7 - static_cast<int>(x); };
  return side(chess::file_of(square)) + side(chess::rank_of(square));
}

double weight(const Position& position, Move move) {
  const Side us = position.turn();
  if (move.kind() == MoveKind::castling) return 60;
  const Piece piece = *position.at(move.from());
  double w = 1;
  const auto captured = position.captured_square(move);
  const int gain = captured ? value(position.at(*captured)->type) : 0;
  const bool guarded_by_them = position.attackers_to(move.to(), ~us) != 0;
  const Bitboard ours = position.attackers_to(move.to(), us) & ~chess::bit(move.from());
  // What is left if they take back, with one more recapture by us.
  const int risk = guarded_by_them ? (ours != 0 ? std::max(0, value(piece.type) - 1) : value(piece.type)) : 0;
  const int balance = gain - risk;
  if (balance > 0) {
    w += 12 * balance;
  } else if (balance < 0 && piece.type != PieceType::king) {
    w *= balance < -2 ? 0.03 : 0.2;
  } else if (gain > 0) {
    w += 6;
  }
  const bool threatened = position.attackers_to(move.from(), ~us) != 0;
  if (threatened && piece.type != PieceType::pawn && !guarded_by_them) w += 2.0 * value(piece.type);
  if (move.is_promotion()) return move.promoted_to() == PieceType::queen ? w + 80 : 0.3;
  w *= 1 + 0.12 * (centrality(move.to()) - centrality(move.from()));
  const bool opening = position.fullmove_number() < 12;
  if (piece.type == PieceType::king && opening) w *= 0.05;
  if (opening && piece.type != PieceType::pawn && chess::relative_rank(us, move.from()) == 0) w *= 2.5;
  if (piece.type == PieceType::pawn) w *= 1 + 0.15 * chess::relative_rank(us, move.to());
  return std::max(w, 0.01);
}

bool is_quiet_piece_move(const Position& position, Move move) {
  return move.kind() == MoveKind::normal && !position.captured_square(move) &&
         position.at(move.from())->type != PieceType::pawn;
}

std::optional<Move> draw(const Position& position, Rng& rng, bool quiet_only) {
  chess::MoveList legal;
  position.legal_moves(legal);
  std::array<double, chess::MoveList::kCapacity> weights{};
  bool any = false;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    if (quiet_only && !is_quiet_piece_move(position, legal[i])) continue;
    weights[i] = weight(position, legal[i]);
    any = true;
  }
  if (!any) return std::nullopt;
  return legal[rng.weighted(std::span{weights}.first(legal.size()))];
}

bool bare(const Position& position) {
  return chess::count(position.occupied()) == 2;
}

}  // namespace

std::optional<Move> plausible_move(const Position& position, Rng& rng) {
  return draw(position, rng, false);
}

std::optional<Move> shuffling_move(const Position& position, Rng& rng) {
  return draw(position, rng, true);
}

PlayedGame random_game(Rng& rng, const Position& start) {
  PlayedGame played;
  played.start = start;
  chess::Game game{start};
  // Measured on 4,767 recorded games: median 79 plies, nine in ten between 38 and 149.
  const double drawn = 82 + 33 * rng.normal();
  const auto length = static_cast<std::size_t>(std::clamp(drawn, 20.0, 240.0));
  while (game.plies() < length && !game.is_fivefold() && !game.is_seventy_five_moves() &&
         !bare(game.position())) {
    const auto move = plausible_move(game.position(), rng);
    if (!move) break;
    game.play(*move);
  }
  played.moves = game.moves();
  const auto loser_is_to_move = game.position().turn() == Side::white ? "0-1" : "1-0";
  if (game.outcome() == chess::Outcome::checkmate) {
    played.result = loser_is_to_move;
  } else if (game.plies() == length && rng.chance(0.6)) {
    played.result = loser_is_to_move;  // resigns
  } else {
    played.result = "1/2-1/2";
  }
  return played;
}

}  // namespace jadoube::simulator
