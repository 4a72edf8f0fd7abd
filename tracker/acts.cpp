#include "tracker/acts.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "tracker/illegality.hpp"
#include "tracker/sensed.hpp"
#include "tracker/words.hpp"

namespace jadoube::tracker {

using chess::PieceType;
using chess::Position;

namespace {

std::vector<Square> members(Bitboard set) {
  std::vector<Square> list;
  for (const Square square : chess::squares(set)) list.push_back(square);
  return list;
}

bool adjacent(Square a, Square b) {
  return chess::contains(chess::king_attacks(a), b);
}

Text named_piece(const Position& position, Square square) {
  return words_of(*position.at(square));
}

std::string way(Transfer t) {
  return to_string(t.from) + "-" + to_string(t.to);
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

/// One hand can make the two transfers: it had time to fetch the second piece when it had put down the first.
bool one_after_the_other(const Touches& touches, Transfer a, Transfer b) {
  const auto lifted = [&](Transfer t) {
    const Touch* touch = touches.find(t.from);
    return touch == nullptr ? Time{} : touch->start;
  };
  // When a piece that takes another is put down is not seen; but it was carried there.
  const auto put_down = [&](Transfer t) {
    const Touch* touch = touches.find(t.to);
    return touch == nullptr ? lifted(t) + model::kCarry : touch->start;
  };
  return put_down(a) + model::kFetch <= lifted(b) || put_down(b) + model::kFetch <= lifted(a);
}

/// A piece that was in the air for longer than one that is knocked over was carried.
LogWeight carried_slowly(const Touches& touches, Transfer t) {
  const Touch* lift = touches.find(t.from);
  const Touch* fill = touches.find(t.to);
  if (lift == nullptr || fill == nullptr) return LogWeight{0};
  return weights::of_lasting(fill->start - lift->start, model::kCarriedSlowly);
}

/// The square was filled while the piece still stood on its own: it was another piece.
bool filled_before_lifted(const Touches& touches, Transfer t) {
  const Touch* lift = touches.find(t.from);
  const Touch* fill = touches.find(t.to);
  return lift != nullptr && fill != nullptr && lift->first > fill->start;
}

/// On an empty board the piece may go to the square, or to one beside it.
bool within_a_slip(chess::Piece piece, Transfer t) {
  const Bitboard beside = chess::king_attacks(t.to) | chess::bit(t.to);
  if (piece.type == PieceType::pawn) return (chess::king_attacks(t.from) & beside) != 0;
  return (chess::attacks(piece, t.from, 0) & beside) != 0;
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

/// Gathers acts, one function for each way in which squares are missing and extra.
class ActFinder {
 public:
  ActFinder(const Position& position, const Touches& touches, std::optional<Side> pressed_by)
      : position_{position},
        touches_{touches},
        pressed_by_{pressed_by},
        illegal_{model::kIllegal + (pressed_by ? model::kWithPress : model::kWithoutPress)} {}

  void moved(Square from, Square to) {
    if (const auto move = position_.find_legal(from, to)) {
      // At the press a move that needs two pieces to be touched is not half done any more.
      if (pressed_by_ &&
          (move->kind() == chess::MoveKind::en_passant || move->kind() == chess::MoveKind::castling))
        transfer(from, to);
      return;
    }
    if (position_.find_legal(from, to, PieceType::queen) || is_castling(from, to)) return;
    transfer(from, to);
    // A piece is not knocked over to a square that it might have been moved to.
    const bool legal =
        !found_.empty() && (found_.back().kind == StepKind::out_of_turn ||
                            explain_illegal(position_, from, to).reason != Reason::not_a_move_of_that_piece);
    const LogWeight how = legal                ? model::kDisplacedAloneWhereLegal
                          : adjacent(from, to) ? model::kDisplacedBeside
                                               : model::kDisplacedAloneFar;
    found_.push_back({StepKind::displaced,
                      {{from, to}},
                      0,
                      0,
                      Reason::none,
                      model::kDisplaced + how + carried_slowly(touches_, {from, to})});
  }

  /// Nothing has come where nothing stood: onto a piece that was seen to go meanwhile.
  void took(Square from) {
    const Touch* lift = touches_.find(from);
    // Before the press nothing asks for an explanation of a blip.
    const Time shortest = pressed_by_ ? model::kTakenAtLeast : model::kTouch;
    for (const Touch& touch : touches_) {
      const auto taken = position_.at(touch.square);
      if (!taken || touch.open || touch.square == from || touch.longest < shortest) continue;
      // Whatever was put there before this piece was lifted is another one.
      if (lift != nullptr && touch.end + model::kBounce < lift->first) continue;
      if (position_.find_legal(from, touch.square) ||
          position_.find_legal(from, touch.square, PieceType::queen))
        continue;
      const std::size_t before = found_.size();
      transfer(from, touch.square);
      if (found_.size() == before) continue;
      LogWeight& weight = found_.back().weight;
      if (taken->side == position_.at(from)->side) weight += model::kOwnPieceTaken;
      if (touch.longest < model::kTouch) weight += model::kSwept;
    }
  }

  /// At a press.
  void vanished(Square from) {
    // A player does not remove a piece of his own; it is in the hand, or on a square whose sensor is dead.
    const LogWeight whose =
        position_.at(from)->side == *pressed_by_ ? model::kOwnPieceRemoved : model::kPieceMoreOrLess;
    found_.push_back({StepKind::illegal, {}, chess::bit(from), 0, Reason::piece_removed, illegal_ + whose});
  }

  /// Fallen over, or straddling two squares. The side to move may as well have it in the hand.
  void fell(Square from) {
    const bool in_hand = position_.at(from)->side == position_.turn();
    found_.push_back({StepKind::displaced,
                      {},
                      chess::bit(from),
                      0,
                      Reason::none,
                      model::kDisplaced + (in_hand ? model::kPieceMoreOrLess : LogWeight{0})});
  }

  /// At a press.
  void appeared(Square to) {
    found_.push_back(
        {StepKind::illegal, {}, 0, chess::bit(to), Reason::piece_added, illegal_ + model::kPieceMoreOrLess});
  }

  void moved_and_other_vanished(Transfer moved, Square other) {
    if (position_.at(moved.from)->side != position_.turn()) return;
    const bool en_passant = looks_en_passant(position_, moved, other);
    if (!en_passant && (!pressed_by_ || filled_before_lifted(touches_, moved))) return;
    // A legal move, and a piece that is nowhere: it was knocked over, or is in the opponent's hand. But en passant
    // is none while the captured pawn stands: another one was taken off.
    const auto legal = position_.find_legal(moved.from, moved.to);
    const bool wrong_pawn = legal && legal->kind() == chess::MoveKind::en_passant;
    if (!en_passant && legal && !wrong_pawn) return;
    found_.push_back({StepKind::illegal,
                      {moved},
                      chess::bit(other),
                      0,
                      en_passant   ? Reason::en_passant_unavailable
                      : wrong_pawn ? Reason::none
                                   : Reason::piece_removed,
                      illegal_ + (en_passant ? LogWeight{0} : model::kPieceMissingBesideMove)});
  }

  void two_moved(Transfer a, Transfer b) {
    const auto can = [&](Transfer t) { return position_.find_legal(t.from, t.to).has_value(); };
    for (const auto& [king, rook] : {std::pair{a, b}, std::pair{b, a}}) {
      if (!looks_castling(position_, king, rook) || !is_of_turn(king) || can(king)) continue;
      found_.push_back(
          {StepKind::illegal, {king, rook}, 0, 0, Reason::none, illegal_ + model::kCastlingShape});
    }
    if (is_of_turn(a) && is_of_turn(b) && pressed_by_ && can(a) && can(b) &&
        one_after_the_other(touches_, a, b))
      found_.push_back({StepKind::illegal, {a, b}, 0, 0, Reason::two_moves, illegal_ + model::kTwoMoves});
  }

  /// In Chess960, from wherever the king and a rook beside it stand on the first rank.
  void castled_in_chess960(Bitboard sensed) {
    const Side side = position_.turn();
    const Square king = position_.king(side);
    const unsigned home = chess::CastlingFiles::home_rank(side);
    if (rank_of(king) != home) return;
    const Bitboard rooks = position_.pieces(side, PieceType::rook) & chess::rank_set(home);
    for (const Square rook : chess::squares(rooks)) {
      const bool king_side = rook > king;
      const Transfer of_king{king, chess::make_square(king_side ? 6 : 2, home)};
      const Transfer of_rook{rook, chess::make_square(king_side ? 5 : 3, home)};
      const Bitboard left = chess::bit(king) | chess::bit(rook);
      const Bitboard reached = chess::bit(of_king.to) | chess::bit(of_rook.to);
      const Bitboard others = position_.occupied() & ~left;
      const bool both_touched = (left & ~touches_.squares()) == 0;
      // Onto another piece is no castling, but a capture.
      if (!both_touched || (reached & others) != 0 || (others | reached) != sensed) continue;
      const chess::Move move{king, of_king.to, chess::MoveKind::castling};
      const bool is_rook_of_right =
          position_.castling_rook(side, king_side ? chess::Wing::king_side : chess::Wing::queen_side) == rook;
      if (is_rook_of_right && position_.is_legal(move)) continue;
      found_.push_back({StepKind::illegal,
                        {of_king, of_rook},
                        0,
                        0,
                        Reason::none,
                        illegal_ + model::kCastlingShape,
                        true});
    }
  }

  [[nodiscard]] std::vector<Act> take() { return std::move(found_); }

 private:
  /// Castling of which only the king's move is to be seen, or the rook's: in Chess960 the other may stay.
  [[nodiscard]] bool is_castling(Square from, Square to) const {
    if (position_.castles_from_home()) return false;
    chess::MoveList list;
    position_.legal_moves(list);
    return std::any_of(list.begin(), list.end(), [&](chess::Move move) {
      return move.kind() == chess::MoveKind::castling &&
             position_.occupied_after(move) == (position_.occupied() ^ chess::bit(from) ^ chess::bit(to));
    });
  }

  [[nodiscard]] bool is_of_turn(Transfer t) const { return position_.at(t.from)->side == position_.turn(); }

  /// A king that was left in check, to be taken by a move that would be legal if it were another piece.
  [[nodiscard]] bool leaves_king_to(Square from, Square to) const {
    return position_.at(to) == chess::Piece{~position_.turn(), PieceType::king} &&
           chess::contains(chess::attacks(*position_.at(from), from, position_.occupied()), to);
  }

  void transfer(Square from, Square to) {
    const Side turn = position_.turn();
    const Side mover = position_.at(from)->side;
    if (position_.at(to) == chess::Piece{mover, PieceType::king}) return;  // no side takes its own king
    if (mover == turn && leaves_king_to(from, to)) {
      const LogWeight pressed = illegal_ - model::kIllegal;
      found_.push_back({StepKind::illegal, {{from, to}}, 0, 0, Reason::none, model::kTakesKing + pressed});
    } else if (mover == turn) {
      const bool slip = within_a_slip(*position_.at(from), {from, to});
      found_.push_back({StepKind::illegal,
                        {{from, to}},
                        0,
                        0,
                        Reason::none,
                        illegal_ + (slip ? LogWeight{0} : model::kFarFromAnyMove)});
    } else if (pressed_by_ == turn) {
      found_.push_back(
          {StepKind::illegal, {{from, to}}, 0, 0, Reason::wrong_side, illegal_ + model::kWrongSide});
    } else if (position_.with_turn(mover).find_legal(from, to) ||
               position_.with_turn(mover).find_legal(from, to, PieceType::queen)) {
      const LogWeight by_mover =
          pressed_by_ == mover ? model::kMeantOutOfTurn - model::kPressTwice : LogWeight{0};
      found_.push_back(
          {StepKind::out_of_turn, {{from, to}}, 0, 0, Reason::none, model::kOutOfTurn + by_mover});
    }
  }

  const Position& position_;
  const Touches& touches_;
  std::optional<Side> pressed_by_;
  LogWeight illegal_;
  std::vector<Act> found_;
};

}  // namespace

std::vector<Act> acts_for(const Position& position, Bitboard missing, Bitboard extra, const Touches& touches,
                          std::optional<Side> pressed_by) {
  ActFinder finder{position, touches, pressed_by};
  if (!position.castles_from_home()) finder.castled_in_chess960((position.occupied() & ~missing) | extra);
  const auto from = members(missing);
  const auto to = members(extra);
  if (from.size() == 1 && to.size() == 1) {
    finder.moved(from[0], to[0]);
  } else if (from.size() == 1 && to.empty()) {
    finder.took(from[0]);
    if (pressed_by)
      finder.vanished(from[0]);
    else
      finder.fell(from[0]);
  } else if (from.empty() && to.size() == 1 && pressed_by) {
    finder.appeared(to[0]);
  } else if (from.size() == 2 && to.size() == 1) {
    for (std::size_t i = 0; i < 2; ++i) finder.moved_and_other_vanished({from[i], to[0]}, from[1 - i]);
  } else if (from.size() == 2 && to.size() == 2) {
    for (std::size_t i = 0; i < 2; ++i) finder.two_moved({from[0], to[i]}, {from[1], to[1 - i]});
  }
  return finder.take();
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
    irreversible |= piece->type == PieceType::pawn || (!act.castling && setup.placement.at(t.to).has_value());
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
    n.grade = std::max(n.grade, Grade::B);
    n.text += ' ' + wording("What the pawn became that is now the {1} on {2} was not seen.",
                            named_piece(position, square), to_string(square));
  }
  return n;
}

}  // namespace jadoube::tracker
