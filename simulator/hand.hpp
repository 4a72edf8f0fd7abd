// One hand at the board: reach, grasp, carry, put down, with times by distance (MTM-1, docs/model.md
// section 9.1).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "chess/square.hpp"
#include "simulator/params.hpp"
#include "simulator/rng.hpp"

namespace jadoube::simulator {

/// A place on the table in squares: a1 is (0, 0), h8 is (7, 7).
struct Point {
  double file = 0, rank = 0;
};
Point centre_of(chess::Square square);

/// A square of the game board as it stands from `at` on. `at`: seconds since the hand set out.
struct Touch {
  double at = 0;
  chess::Square square{};
  std::optional<chess::Piece> now;
};

/// What one hand did in one go.
struct HandAction {
  std::vector<Touch> touches;
  /// The hand has let go of the last piece.
  double free = 0;
  Point hand;

  /// When the first change on the board happens; `free` if there is none.
  [[nodiscard]] double first_touch() const;
  /// When the last change on the board happens; 0 if there is none.
  [[nodiscard]] double complete() const;
  [[nodiscard]] std::uint64_t squares() const;
};

/// Builds an action motion by motion. A lift or placement happens on the board at the end of its motion.
class Hand {
 public:
  /// `pace` multiplies all motion times. `hands` and `rng` must outlive the hand.
  Hand(const Hands& hands, double pace, Point at, Rng& rng);

  void wait(double seconds) { action_.free += seconds; }
  /// Reaches for the piece and lifts it.
  void lift(chess::Square square);
  /// Takes the piece off a square at which the hand already is.
  void take_here(chess::Square square);
  /// Carries what it holds to the square and lets go.
  void place(chess::Square square, chess::Piece piece);
  /// Carries what it holds to the square without putting it down yet.
  void carry_to(chess::Square square);
  /// Puts down what it holds on the square where the hand is, and lets go.
  void put_here(chess::Square square, chess::Piece piece);
  /// Puts down but keeps hold for some seconds, then takes it up again.
  void rest_on(chess::Square square, chess::Piece piece, double seconds);
  /// Pushes a piece along the board over the squares of a straight path. `rest`: seconds of stay on
  /// `rest_at`. The target counts as occupied once the piece is well on it; `swept`: the target's own piece
  /// is pushed off this long before.
  void push(chess::Square from, chess::Square to, chess::Piece piece, std::optional<chess::Square> rest_at,
            double rest, std::optional<double> swept);
  /// A piece that stands there is swept off by what the hand carries.
  void sweep(chess::Square square, double before);
  /// Lays aside what it holds, beside the board.
  void lay_aside();
  /// Reaches for a piece beside the board.
  void fetch();
  /// Seconds to reach a place from where the hand is now; the hand stays.
  [[nodiscard]] double reach_time(Point to);

  /// For what a second hand does at the same time.
  void touch(double at, chess::Square square, std::optional<chess::Piece> now);
  [[nodiscard]] double now() const { return action_.free; }
  [[nodiscard]] const Hands& hands() const { return hands_; }
  [[nodiscard]] const HandAction& action() const { return action_; }

 private:
  double stretch(double seconds);
  void go_to(Point to, double base, double per_square);

  const Hands& hands_;
  double pace_;
  Rng& rng_;
  HandAction action_;
  Point aside_;
};

}  // namespace jadoube::simulator
