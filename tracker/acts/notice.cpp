#include "tracker/acts/notice.hpp"

#include <algorithm>
#include <array>

#include "report/sentences.hpp"
#include "tracker/illegality.hpp"

namespace jadoube::tracker {

using chess::PieceType;
using chess::Position;

namespace {

Text named_piece(const Position& position, Square square) {
  return words_of(*position.at(square));
}

std::string way(Transfer t) {
  return to_string(t.from) + "-" + to_string(t.to);
}

/// Were the piece another one that a pawn may become, it might be moved like that.
bool may_another_piece(const Position& position, Transfer t) {
  constexpr std::array kPieces{PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight};
  return std::any_of(kPieces.begin(), kPieces.end(), [&](PieceType type) {
    chess::Setup setup = position.setup();
    setup.placement.remove(t.from);
    setup.placement.put(t.from, {position.at(t.from)->side, type});
    const auto other = Position::from(setup, chess::kForgivable);
    return other && other->find_legal(t.from, t.to);
  });
}

/// A: nothing innocent leaves the board like this (docs/rules.md 2.2).
Grade grade_of(const Position& position, const Act& act, const SensedBoard& sensed) {
  // A piece more or less may be one sensor's mistake.
  if (act.transfers.empty() || act.added != 0) return Grade::B;
  if (act.removed != 0 && act.reason != Reason::en_passant_unavailable) return Grade::B;
  // An illegal capture leaves the squares occupied that a legal one may leave, or a piece in the air: only
  // the lifts tell them apart, unless the board tells its pieces apart.
  const Transfer t = act.transfers[0];
  const auto taken = position.at(t.to);
  if (act.transfers.size() > 1 || !taken) return Grade::A;
  const bool other_side = taken->side != position.at(t.from)->side;
  const Bitboard told = sensed.type_known | (other_side ? sensed.colour_known : 0);
  return chess::contains(told, t.to) ? Grade::A : Grade::B;
}

}  // namespace

Notice notice_of(const Position& position, const Act& act, unsigned ply, const SensedBoard& sensed,
                 Bitboard guessed) {
  Notice n;
  n.ply = ply;
  n.grade = grade_of(position, act, sensed);
  for (const Transfer& t : act.transfers) {
    n.squares.push_back(t.from);
    n.squares.push_back(t.to);
  }
  for (const Square square : chess::squares(act.removed | act.added)) n.squares.push_back(square);
  n.side = act.transfers.empty() || act.reason == Reason::wrong_side
               ? position.turn()
               : position.at(act.transfers[0].from)->side;
  if (takes_king(position, act)) {
    const Transfer t = act.transfers[0];
    n.kind = Kind::king_captured;
    n.text = wording("The {1} on {2} has taken the {3} on {4}.", named_piece(position, t.from),
                     to_string(t.from), named_piece(position, t.to), to_string(t.to));
    return n;
  }
  n.kind = act.kind == StepKind::illegal ? Kind::illegal_move : Kind::out_of_turn;
  switch (act.reason) {
    case Reason::piece_removed:
      n.reason = act.reason;
      n.text = wording("A piece is gone: the {1} on {2}.", named_piece(position, chess::first(act.removed)),
                       to_string(chess::first(act.removed)));
      return n;
    case Reason::piece_added:
      n.reason = act.reason;
      n.text = wording("There is a piece too many, on {1}.", to_string(chess::first(act.added)));
      return n;
    case Reason::two_moves:
      n.reason = act.reason;
      n.text = wording("Two pieces were moved: {1} and {2}.", way(act.transfers[0]), way(act.transfers[1]));
      return n;
    default:
      break;
  }
  const auto explain = act.castling ? explain_illegal_castling : explain_illegal;
  const Illegality why = explain(position, act.transfers[0].from, act.transfers[0].to);
  n.reason = act.reason == Reason::none ? why.reason : act.reason;
  n.attackers = why.attackers;
  n.text = why.text;
  Bitboard told_by = 0;
  for (const Square attacker : n.attackers) told_by |= chess::bit(attacker);
  if (chess::contains(guessed, act.transfers[0].from) && may_another_piece(position, act.transfers[0]))
    told_by |= chess::bit(act.transfers[0].from);
  for (const Square square : chess::squares(told_by & guessed)) {
    // Who steps beside what may be a rook, or a knight, knows better what it is: one in twenty is no queen, and one move in
    // thousands is none. What moves as it may not has moved so, whatever it is.
    const bool attacks = square != act.transfers[0].from;
    n.grade = std::max(n.grade, attacks ? Grade::C : Grade::B);
    n.text += ' ' + wording("What the pawn became that is now the {1} on {2} was not seen.",
                            named_piece(position, square), to_string(square));
  }
  return n;
}

}  // namespace jadoube::tracker
