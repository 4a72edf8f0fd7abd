// What an irregular act is made of. Each is a row in a file of its own, with its table of event orders: which squares it
// needs, whether the clock must have been pressed, how likely it is, and what else speaks for or against it.
#pragma once

#include <cstdint>
#include <optional>

#include "tracker/acts/act.hpp"

namespace jadoube::tracker::acts {

/// Which squares an act needs: those that should hold a piece and do not (missing), and those that hold one and should not
/// (extra).
enum class Shape : std::uint8_t {
  transfer = 1,  // one missing, one extra
  capture = 2,   // one missing: it took a piece that was seen to go meanwhile
  transfer_or_capture = transfer | capture,
  gone = 4,                // one missing
  come = 8,                // one extra
  transfer_and_gone = 16,  // two missing, one extra
  two_transfers = 32,      // two missing, two extra
  castling_960 = 64,       // king and rook were touched, and stand as castling in Chess960 leaves them
};

/// Whether the act is thought of when the clock has just been pressed, or as long as it has not.
enum class When : std::uint8_t { always, pressed, not_pressed };

/// One choice of squares for a row. `first` is occupied where it begins, but for what has come.
struct Match {
  const chess::Position& position;
  const Touches& touches;
  std::optional<Side> pressed_by;  // the clock has just been pressed by that side
  Transfer first{};                // transfers: the one that names the act; else its `from` or `to`
  Transfer second{};               // two_transfers, castling_960
  Square gone{};                   // transfer_and_gone
  const Touch* taken = nullptr;    // capture: what was seen of the piece that was taken; null: nothing
  bool half_done = false;          // transfer: of a legal move that needs two pieces to be touched

  [[nodiscard]] Side mover() const { return position.at(first.from)->side; }
  [[nodiscard]] bool is_of_turn() const { return mover() == position.turn(); }
  /// The transfer is legal, or would be if it were the turn of the side whose piece it is.
  [[nodiscard]] bool is_lawful_for_its_side() const;
  /// No side does.
  [[nodiscard]] bool takes_own_king() const {
    return position.at(first.to) == chess::Piece{mover(), chess::PieceType::king};
  }
  /// A king that was left in check, by a piece that attacks it.
  [[nodiscard]] bool takes_king() const {
    return position.at(first.to) == chess::Piece{~mover(), chess::PieceType::king} &&
           chess::contains(chess::attacks(*position.at(first.from), first.from, position.occupied()),
                           first.to);
  }
};

/// A pawn goes diagonally to an empty square, and the pawn beside it is gone.
bool looks_en_passant(const Match& match);
/// The square was filled while the piece still stood on its own: it was another piece.
bool filled_before_lifted(const Match& match);

/// What is not said is as most acts have it. A new act is such a row in its file, and a line of rows.hpp and rows.cpp.
struct Row {
  Shape shape;
  When when = When::always;
  StepKind kind = StepKind::illegal;
  Reason reason = Reason::none;  // none: the explanation of the first transfer tells
  LogWeight prior;
  bool (*fits)(const Match&) = [](const Match& /*match*/) { return true; };  // beyond the shape
  LogWeight (*beside)(const Match&) = [](const Match& /*match*/) {
    return LogWeight{0};
  };  // added to the prior
};

}  // namespace jadoube::tracker::acts
