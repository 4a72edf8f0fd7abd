// A game from its start position on: the moves, and what the counting rules need to know after each.
#pragma once

#include <vector>

#include "chess/position.hpp"

namespace jadoube::chess {

/// What the last move did to the game by itself, without a claim or an arbiter (FIDE 5.1.1, 5.2.1).
enum class Outcome : std::uint8_t { open, checkmate, stalemate };

class Game {
 public:
  explicit Game(const Position& start = Position{});

  [[nodiscard]] const Position& start() const { return start_; }
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
  [[nodiscard]] std::size_t plies() const { return moves_.size(); }

  /// Plays a legal move (asserted, as in Position::make).
  void play(Move move);
  /// Takes the last move back. Only if there is one (asserted).
  void take_back();

  /// Checkmate: the side to move has lost.
  [[nodiscard]] Outcome outcome() const;

  // Counting (docs/rules.md 5.2). 75 moves and fivefold end the game unless the last move gave mate.
  /// How often the present position has appeared, this time included: pieces, side to move, castling rights,
  /// and en passant only where a legal capture exists (FIDE 9.2.3). Not necessarily in succession.
  [[nodiscard]] unsigned repetitions() const;
  [[nodiscard]] bool is_threefold() const { return repetitions() >= 3; }
  [[nodiscard]] bool is_fivefold() const { return repetitions() >= 5; }
  /// Fifty moves by each player without capture or pawn move (FIDE 9.3): claimable.
  [[nodiscard]] bool is_fifty_moves() const { return position_.halfmove_clock() >= 100; }
  /// Seventy-five (FIDE 9.6.2).
  [[nodiscard]] bool is_seventy_five_moves() const { return position_.halfmove_clock() >= 150; }

 private:
  Position start_;
  Position position_;
  std::vector<Move> moves_;
  std::vector<Undo> undos_;  // by ply; holds the key of the position before the move
};

}  // namespace jadoube::chess
