#include "detector/acts.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "detector/illegality.hpp"
#include "detector/successor.hpp"

namespace jadoube::detector {

using chess::PieceType;
using chess::Position;

namespace {

// Next to the cost of a press with nothing complete, which an act that was pressed does not pay.
constexpr LogWeight kWithPress{0};
constexpr LogWeight kWithoutPress{-1000};  // it may still be on its way
constexpr LogWeight kNeighbour{1500};      // a knocked man usually comes to stand next to its square
constexpr LogWeight kLegalShape{-3000};
constexpr LogWeight kFarAway{-2000};
constexpr LogWeight kCastlingShape{2500};  // nothing else looks like it
constexpr LogWeight kManMore{-1500};
constexpr LogWeight kOwnManRemoved{-7000};
constexpr LogWeight kManMoreBesideMove{-9500};  // a move, and another man gone for no reason
constexpr LogWeight kSwept{-3000};              // a capture of which no more was seen than a blip
constexpr Time kTakenAtLeast = 20ms;
constexpr Time kFetch = 100ms;  // no hand reaches for a man and lifts him in less
constexpr Time kCarry = 140ms;  // to the next square, in blitz (docs/model.md section 3.5)

std::vector<Square> members(Bitboard set) {
  std::vector<Square> list;
  for (const Square square : chess::squares(set)) list.push_back(square);
  return list;
}

bool adjacent(Square a, Square b) {
  return chess::contains(chess::king_attacks(a), b);
}

std::string man(const Position& position, Square square) {
  const auto piece = position.at(square);
  return std::string{name(piece->side)} + " " + std::string{name(piece->type)};
}

/// A pawn's transfer that looks like en passant: diagonally to an empty square, and the pawn beside it is
/// gone.
bool looks_en_passant(const Position& position, Transfer t, Square gone) {
  const auto pawn = position.at(t.from);
  const auto other = position.at(gone);
  return pawn->type == PieceType::pawn && other && other->type == PieceType::pawn &&
         other->side != pawn->side && rank_of(gone) == rank_of(t.from) && file_of(gone) == file_of(t.to) &&
         adjacent(t.from, t.to);
}

/// One hand can make the two transfers: it had time to fetch the second man when it had put down the first.
bool one_after_the_other(const Touches& touches, Transfer a, Transfer b) {
  const auto lifted = [&](Transfer t) {
    const Touch* touch = touches.find(t.from);
    return touch == nullptr ? Time{} : touch->start;
  };
  // Nobody sees when a man that takes another is put down; but he was carried there.
  const auto put_down = [&](Transfer t) {
    const Touch* touch = touches.find(t.to);
    return touch == nullptr ? lifted(t) + kCarry : touch->start;
  };
  return put_down(a) + kFetch <= lifted(b) || put_down(b) + kFetch <= lifted(a);
}

/// The square was filled while the man still stood on his own: it was another man.
bool filled_before_lifted(const Touches& touches, Transfer t) {
  const Touch* lift = touches.find(t.from);
  const Touch* fill = touches.find(t.to);
  return lift != nullptr && fill != nullptr && lift->first > fill->start;
}

/// King two squares towards a rook that jumps over it.
bool looks_castling(const Position& position, Transfer king, Transfer rook) {
  const auto k = position.at(king.from);
  const auto r = position.at(rook.from);
  if (k->type != PieceType::king || r->type != PieceType::rook || k->side != r->side) return false;
  if (rank_of(king.from) != rank_of(king.to) || rank_of(rook.from) != rank_of(king.from)) return false;
  const int step = static_cast<int>(file_of(king.to)) - static_cast<int>(file_of(king.from));
  return std::abs(step) == 2 && rank_of(rook.to) == rank_of(king.to) &&
         2 * file_of(rook.to) == file_of(king.from) + file_of(king.to);
}

}  // namespace

std::vector<Act> acts_for(const Position& position, Bitboard missing, Bitboard extra, const Touches& touches,
                          std::optional<Side> pressed_by) {
  std::vector<Act> acts;
  const Side turn = position.turn();
  const bool pressed = pressed_by.has_value();
  const LogWeight illegal = weights::kIllegal + (pressed ? kWithPress : kWithoutPress);
  const auto gone = members(missing);
  const auto come = members(extra);

  const auto transfer = [&](Square from, Square to) {
    const Side mover = position.at(from)->side;
    if (position.at(to) == chess::Piece{mover, PieceType::king}) return;  // nobody takes his own king
    if (mover == turn) {
      acts.push_back({StepKind::illegal, {{from, to}}, 0, 0, Reason::none, illegal});
    } else if (pressed_by == turn) {
      acts.push_back({StepKind::illegal, {{from, to}}, 0, 0, Reason::wrong_side, illegal - LogWeight{1000}});
    } else if (position.with_turn(mover).find_legal(from, to) ||
               position.with_turn(mover).find_legal(from, to, PieceType::queen)) {
      const LogWeight by_mover = pressed_by == mover ? LogWeight{1000} - weights::kPressTwice : LogWeight{0};
      acts.push_back(
          {StepKind::out_of_turn, {{from, to}}, 0, 0, Reason::none, weights::kOutOfTurn + by_mover});
    }
  };

  if (gone.size() == 1 && come.size() == 1) {
    if (const auto legal = position.find_legal(gone[0], come[0])) {
      // At the press a move that needs two men to be touched is not half done any more.
      if (pressed &&
          (legal->kind() == chess::MoveKind::en_passant || legal->kind() == chess::MoveKind::castling))
        transfer(gone[0], come[0]);
      return acts;
    }
    if (position.find_legal(gone[0], come[0], PieceType::queen)) return acts;
    transfer(gone[0], come[0]);
    // Nobody knocks a man over to a square that it might have been moved to.
    const bool legal = !acts.empty() && (acts.back().kind == StepKind::out_of_turn ||
                                         explain_illegal(position, gone[0], come[0]).reason !=
                                             Reason::not_a_move_of_that_piece);
    const LogWeight how = legal ? kLegalShape : adjacent(gone[0], come[0]) ? kNeighbour : kFarAway;
    acts.push_back(
        {StepKind::displaced, {{gone[0], come[0]}}, 0, 0, Reason::none, weights::kDisplaced + how});
  } else if (gone.size() == 1 && come.empty() && pressed) {
    const Square from = gone[0];
    const Touch* lift = touches.find(from);
    for (const Touch& touch : touches) {
      const auto taken = position.at(touch.square);
      if (!taken || touch.open || touch.square == from || touch.longest < kTakenAtLeast) continue;
      // Whatever was put there before he was lifted is not he.
      if (lift != nullptr && touch.end + weights::kBounce < lift->first) continue;
      const std::size_t before = acts.size();
      transfer(from, touch.square);
      if (acts.size() > before && touch.longest < weights::kTouch) acts.back().weight += kSwept;
    }
    // Nobody makes away with his own man; it is in his hand, or on a square whose sensor is dead.
    const LogWeight whose = position.at(from)->side == *pressed_by ? kOwnManRemoved : kManMore;
    acts.push_back({StepKind::illegal, {}, missing, 0, Reason::piece_removed, illegal + whose});
  } else if (gone.size() == 1 && come.empty()) {
    // Fallen over, or straddling two squares. The side to move may as well have it in the hand.
    const bool in_hand = position.at(gone[0])->side == turn;
    acts.push_back({StepKind::displaced,
                    {},
                    missing,
                    0,
                    Reason::none,
                    weights::kDisplaced + (in_hand ? kManMore : LogWeight{0})});
  } else if (gone.empty() && come.size() == 1 && pressed) {
    acts.push_back({StepKind::illegal, {}, 0, extra, Reason::piece_added, illegal + kManMore});
  } else if (gone.size() == 2 && come.size() == 1) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Transfer t{gone[i], come[0]};
      const Square other = gone[1 - i];
      if (position.at(t.from)->side != turn) continue;
      const bool ep = looks_en_passant(position, t, other);
      if (!ep && (!pressed || filled_before_lifted(touches, t))) continue;
      // A legal move, and a man that is nowhere: he was knocked over, or is in the opponent's hand.
      if (!ep && position.find_legal(t.from, t.to)) continue;
      acts.push_back({StepKind::illegal,
                      {t},
                      chess::bit(other),
                      0,
                      ep ? Reason::en_passant_unavailable : Reason::piece_removed,
                      illegal + (ep ? LogWeight{0} : kManMoreBesideMove)});
    }
  } else if (gone.size() == 2 && come.size() == 2) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Transfer a{gone[0], come[i]};
      const Transfer b{gone[1], come[1 - i]};
      for (const auto& [king, rook] : {std::pair{a, b}, std::pair{b, a}}) {
        if (!looks_castling(position, king, rook) || position.at(king.from)->side != turn) continue;
        acts.push_back({StepKind::illegal, {king, rook}, 0, 0, Reason::none, illegal + kCastlingShape});
      }
      const bool own = position.at(a.from)->side == turn && position.at(b.from)->side == turn;
      const auto can = [&](Transfer t) { return position.find_legal(t.from, t.to).has_value(); };
      if (own && pressed && can(a) && can(b) && one_after_the_other(touches, a, b))
        acts.push_back({StepKind::illegal, {a, b}, 0, 0, Reason::two_moves, illegal + weights::kTwoMoves});
    }
  }
  return acts;
}

bool takes_king(const Position& position, const Act& act) {
  if (act.kind != StepKind::illegal || act.transfers.empty()) return false;
  const auto taken = position.at(act.transfers[0].to);
  return taken && *taken == chess::Piece{~position.turn(), PieceType::king};
}

std::optional<Position> after_act(const Position& position, const Act& act, Side turn) {
  chess::Setup setup = position.setup();
  bool irreversible = act.removed != 0;
  std::vector<std::pair<Square, chess::Piece>> put;
  for (const Transfer& t : act.transfers) {
    const auto piece = setup.placement.at(t.from);
    irreversible |= piece->type == PieceType::pawn || setup.placement.at(t.to).has_value();
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

namespace {

/// Were the man another piece that a pawn may become, he might be moved like that.
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
  // A man more or less may be one sensor's mistake.
  if (act.transfers.empty() || act.added != 0) return Grade::B;
  if (act.removed != 0 && act.reason != Reason::en_passant_unavailable) return Grade::B;
  // An illegal capture leaves the squares occupied that a legal one may leave, or a man in the air: only the
  // lifts tell them apart, unless the board tells its men apart.
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
    n.text = "The " + man(position, t.from) + " on " + to_string(t.from) + " has taken the " +
             man(position, t.to) + " on " + to_string(t.to) + ".";
    return n;
  }
  n.kind = act.kind == StepKind::illegal ? Kind::illegal_move : Kind::out_of_turn;
  switch (act.reason) {
    case Reason::piece_removed:
      n.reason = act.reason;
      n.text = "A man is gone: the " + man(position, chess::first(act.removed)) + " on " +
               to_string(chess::first(act.removed)) + ".";
      return n;
    case Reason::piece_added:
      n.reason = act.reason;
      n.text = "There is a man too many, on " + to_string(chess::first(act.added)) + ".";
      return n;
    case Reason::two_moves:
      n.reason = act.reason;
      n.text = "Two men were moved: " + to_string(act.transfers[0].from) + "-" +
               to_string(act.transfers[0].to) + " and " + to_string(act.transfers[1].from) + "-" +
               to_string(act.transfers[1].to) + ".";
      return n;
    default:
      break;
  }
  const Illegality why = explain_illegal(position, act.transfers[0].from, act.transfers[0].to);
  n.reason = act.reason == Reason::none ? why.reason : act.reason;
  n.attackers = why.attackers;
  n.text = why.text;
  Bitboard told_by = 0;
  for (const Square attacker : n.attackers) told_by |= chess::bit(attacker);
  if (chess::contains(guessed, act.transfers[0].from) && may_another_piece(position, act.transfers[0]))
    told_by |= chess::bit(act.transfers[0].from);
  for (const Square square : chess::squares(told_by & guessed)) {
    n.grade = std::max(n.grade, Grade::B);
    n.text += " What the pawn became that is now the " + man(position, square) + " on " + to_string(square) +
              " was not seen.";
  }
  return n;
}

}  // namespace jadoube::detector
