// The gate: nothing reaches an engine but positions that the rules accept, and games that are legal from
// there. Engines take every other as their caller's fault: Stockfish 15.1 falls over missing kings, kings
// that can be captured, castling rights without a rook, and too many pieces. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "chess/position.hpp"

namespace jadoube::engine_bridge {

/// A position that has been through the gate. There is no other way to make one.
class Admitted {
 public:
  /// Refuses, with one sentence, a position with any fault (those that a game record forgives too) and a
  /// line that is not legal from it. A counter of a hundred half-moves and more is sent as 0: the
  /// players have gone on without a claim, and an engine would call everything a draw.
  static tl::expected<Admitted, std::string> through(const chess::Position& start,
                                                     const std::vector<chess::Move>& moves = {});

  /// After the moves: what is to be looked at.
  [[nodiscard]] const chess::Position& position() const { return position_; }
  /// What is sent.
  [[nodiscard]] const std::string& start_fen() const { return start_fen_; }
  [[nodiscard]] const std::vector<std::string>& moves() const { return moves_; }
  /// The same of moves that are legal after those.
  [[nodiscard]] std::vector<std::string> told(const std::vector<chess::Move>& moves) const;
  /// The engine must be told that king and rook do not stand as in ordinary chess (option UCI_Chess960).
  [[nodiscard]] bool is_chess960() const { return !position_.castles_from_home(); }

  /// Does this FEN, from `d`, say that the engine has understood? Engines name an en passant square where no
  /// legal capture exists; that is no difference.
  [[nodiscard]] bool is_what(const std::string& fen) const;

 private:
  Admitted() = default;
  std::string start_fen_;
  std::vector<std::string> moves_;
  chess::Position position_;
};

/// What an engine answers, in Chess960 too, where it says all castling as the king's move to the square of its rook.
/// Nothing if it is no legal move.
std::optional<chess::Move> move_from_engine(const chess::Position& position, std::string_view text);

}  // namespace jadoube::engine_bridge
