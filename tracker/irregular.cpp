// Explanations that no legal move gives: illegal moves, transfers out of turn, displaced pieces, sensors that
// lie (docs/model.md section 5).
#include <algorithm>
#include <array>

#include "tracker/acts/matcher.hpp"
#include "tracker/acts/notice.hpp"
#include "tracker/findings/press.hpp"
#include "tracker/tracker.hpp"
#include "tracker/words.hpp"

namespace jadoube::tracker {

namespace {

/// From the first to the last of what happened on some squares.
struct Span {
  Time from = Time::max();
  Time to = Time::min();
};

Span span_of(const Touches& touches, Bitboard squares) {
  Span span;
  for (const Touch& touch : touches) {
    if ((chess::bit(touch.square) & squares) == 0) continue;
    span.from = std::min(span.from, touch.start);
    span.to = std::max(span.to, touch.open ? touch.start : touch.end);
  }
  return span;
}

/// Something happened to `squares` while, or just before or after, a hand was busy on `acted_on`.
bool is_beside_act(const Hypothesis& h, Bitboard squares, Bitboard acted_on) {
  const Span act = span_of(h.touches, acted_on);
  return std::any_of(h.touches.begin(), h.touches.end(), [&](const Touch& touch) {
    return (chess::bit(touch.square) & squares) != 0 && touch.start >= act.from - model::kHandNear &&
           touch.start <= act.to + model::kHandNear;
  });
}

/// So long before or after the played piece was in the air no hand was there to knock another over.
LogWeight beyond_reach(Time apart) {
  return weights::of_lasting(apart, model::kHandGone);
}

/// What is knocked from one square to another goes there at once, while the hand that knocks it is busy with
/// another piece. What is in the air for longer, or when no hand is there, was carried, and to where it may
/// be moved (`legal`) more likely on purpose. What came before it left was another piece.
LogWeight weight_of_slide(const Touches& touches, Bitboard missing, Bitboard extra, bool legal,
                          const Successor& played) {
  if (extra == 0) return LogWeight{0};
  const Touch* left = touches.find(chess::first(missing));  // null: it was not seen to go
  const Touch* came = touches.find(chess::first(extra));
  if (came == nullptr) return LogWeight{0};
  LogWeight c;
  if (left != nullptr && came->start > left->start + model::kKnockLasts)
    c += (legal ? model::kCarriedWhereLegal : LogWeight{0}) +
         weights::of_lasting(came->start - left->start, model::kCarriedSlowly);
  if (left != nullptr && came->start + model::kBounce < left->start)
    c += model::kPlacedBeforeLifted + weights::of_lasting(left->start - came->start, model::kCameBefore);
  const Span flight = span_of(touches, played.roles());
  if (flight.from > flight.to) return c + model::kNoFlight;
  if (left != nullptr && left->start < flight.from)
    c += model::kOutsideFlight + beyond_reach(flight.from - left->start);
  if (came->start > flight.to) c += model::kOutsideFlight + beyond_reach(came->start - flight.to);
  return c;
}

/// The square of the pawn taken en passant, or one that the castling rook leaves or reaches.
bool leaves_half_done(const Successor& s, Bitboard off) {
  const Bitboard own = chess::bit(s.move.from()) | chess::bit(s.move.to());
  return (s.is_castling() || s.move.kind() == chess::MoveKind::en_passant) && (off & s.roles() & ~own) != 0;
}

/// The piece left its square after the played one was lifted and before it was put down.
bool went_in_flight(const Touches& touches, Bitboard missing, const Successor& played) {
  const Touch* left = touches.find(chess::first(missing));
  if (left == nullptr || !left->open) return false;
  const Span flight = span_of(touches, played.roles());
  return left->start >= flight.from && left->start <= flight.to;
}

/// A press has just found that a pawn was promoted to nothing.
bool promotes_to_nothing(const Hypothesis& h, Time now) {
  return std::any_of(h.notices.begin(), h.notices.end(),
                     [&](const Notice& n) { return n.kind == Kind::promotion_incomplete && n.t == now; });
}

/// What stands on the square may be a piece that a pawn of `side` becomes.
bool may_be_promoted(const SensedBoard& now, Side side, Square square) {
  using chess::PieceType;
  constexpr std::array kPieces{PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight};
  return std::any_of(kPieces.begin(), kPieces.end(), [&](PieceType type) {
    SensedBoard promoted;
    promoted.put(chess::bit(square), {side, type});
    return !chess::contains(now.differs_from(promoted), square);
  });
}

bool one_square(Bitboard set) {
  return set != 0 && !chess::more_than_one(set);
}

}  // namespace

std::optional<Side> Tracker::pressed_since(const Hypothesis& h, Bitboard deviating) const {
  if (!h.presses.early || span_of(h.touches, deviating).to >= *h.presses.early + settling_)
    return std::nullopt;
  return h.turn();
}

void Tracker::propose_irregular(Hypothesis& h, std::optional<Side> pressed_by) {
  const SensedBoard& now = sensed(h.orientation);
  auto& done = h.searched.irregular_for[pressed_by ? 1 : 0];
  const Bitboard dark = gone_dark(h);
  const Bitboard seen = (now.occupied & ~h.sensors.flickers) | dark;
  if (done == seen) return;
  done = seen;

  // Where nothing has come nothing need have gone.
  Bitboard deviating = deviation(h);
  if ((deviating & now.occupied) != 0) deviating |= dark;
  const bool nowhere = (deviating & now.occupied) == 0;
  const bool undisplaced = h.occupied() == h.step->position().occupied();
  const bool legal_fits = is_complete(h);
  if (!legal_fits) propose_exchanged(h);
  if (undisplaced && chess::count(deviating) <= model::kSquaresOfAct) {
    const std::optional<Side> completed_by = pressed_by ? pressed_by : pressed_since(h, deviating);
    std::optional<LogWeight> of_press;
    if (completed_by) of_press = pressed_by ? h.presses.weight : h.presses.early_weight;
    const auto acts = acts_for(h.step->position(), deviating & ~now.occupied, deviating & now.occupied,
                               h.touches, completed_by);
    for (const Act& act : acts) {
      // A pawn that was to promote and is nowhere was not put on another piece's square instead.
      if (act.kind == StepKind::illegal && nowhere && promotes_to_nothing(h, now_)) continue;
      if (act.kind == StepKind::out_of_turn && clock_seen_ && !h.pressed() && h.step->kind == StepKind::legal)
        continue;  // it is still that side's move: a second one
      if (act.kind == StepKind::out_of_turn && h.presses.last.by == ~h.turn() &&
          (act.roles() & ~h.presses.last.deviation) == 0)
        continue;  // … or was, when the piece was moved
      // The piece that has just been moved was not knocked over.
      if (act.kind == StepKind::displaced && h.step->kind == StepKind::legal &&
          chess::contains(act.roles(), h.step->move.to()))
        continue;
      // A piece that is nowhere has fallen only if it was already gone at a press.
      if (act.kind == StepKind::displaced && act.transfers.empty() &&
          (act.removed & ~h.presses.last.deviation) != 0)
        continue;
      add_irregular(h, act, of_press);
    }
  }
  if (undisplaced && !pressed_by) propose_second_move(h, pressed_by);
  // A piece out of sight on a square that flickers makes more moves fit than are complete.
  if (!legal_fits || this->dark(h) != 0) propose_displaced(h, pressed_by);
  propose_untrusted(h, pressed_by.has_value());
  adopt_new();
}

void Tracker::propose_second_move(Hypothesis& h, std::optional<Side> pressed_by) {
  // A side that has moved and not pressed moves another piece: two moves for one press.
  const SensedBoard& now = sensed(h.orientation);
  const Step& first = *h.step;
  const Bitboard deviating = deviation(h);
  const Bitboard missing = deviating & ~now.occupied;
  const Bitboard extra = deviating & now.occupied;
  if (!clock_seen_ || first.kind != StepKind::legal || !first.parent || !one_square(missing) ||
      !one_square(extra))
    return;
  if (pressed_by ? *pressed_by != first.side : h.pressed()) return;
  const Transfer second{chess::first(missing), chess::first(extra)};
  if ((first.position().pieces(first.side) & missing) == 0 || second.from == first.move.to()) return;
  const chess::Position again = first.position().with_turn(first.side);
  if (!again.find_legal(second.from, second.to) &&
      !again.find_legal(second.from, second.to, chess::PieceType::queen))
    return;
  Act act;
  act.kind = StepKind::illegal;
  act.transfers = {{first.move.from(), first.move.to()}, second};
  act.reason = Reason::two_moves;
  const auto after = after_act(first.position(),
                               {StepKind::illegal, {second}, 0, 0, Reason::none, LogWeight{0}}, ~first.side);
  if (!after) return;
  const LogWeight score = h.score + model::kIllegal + model::kTwoMoves +
                          (pressed_by ? model::kWithPress : model::kWithoutPress) +
                          weight_of_slipping(h.touches, second) + weight_of_bystanders(h, missing | extra);
  if (score < worst_kept()) return;
  SensedBoard board = first.board();
  board.remove(missing);
  board.put(extra, *first.position().at(second.from));

  Owned base = child(h, first.parent);
  base->touches = first.touches();
  StepPtr step = make_step(*base, StepKind::illegal, first.move, *after, board);
  step->notices = first.notices;
  Notice notice = notice_of(first.parent->position(), act, first.ply, now, 0);
  notice.t = now_;
  notice.from = first.began();
  step->notices.push_back(std::move(notice));
  Owned c = child(h, std::move(step));
  c->score = c->total = score;
  c->presses.spare = {};
  c->presses.pending = pressed_by ? 0 : std::max(1U, h.presses.pending);
  born_.push_back(std::move(c));
}

LogWeight Tracker::weight_of_bystanders(const Hypothesis& h, Bitboard roles) const {
  LogWeight c;
  for (const Touch& touch : h.touches)
    if ((roles & chess::bit(touch.square)) == 0)
      c += bystander_weight(touch, chess::contains(h.occupied(), touch.square), Bystander::none, now_);
  return c;
}

LogWeight Tracker::weight_of_timing(const Hypothesis& h, const Act& act) const {
  const Transfer first = act.transfers[0];
  const Touch* lifted = h.touches.find(first.from);
  const Touch* put = h.touches.find(first.to);
  // A piece that stands badly is sensed there again and again.
  const bool seen =
      put != nullptr && put->open && (lifted == nullptr || put->first + model::kBounce >= lifted->first);
  const Time done = seen ? put->first : now_;
  const Side mover = act.kind == StepKind::illegal ? h.turn() : ~h.turn();
  LogWeight c;
  if (const Step* last = last_ply_of(mover, *h.step)) c += weights::of_pace(done - last->t);
  // An illegal move, too, waits for the other side's press.
  const bool before_press =
      h.presses.last.by != h.turn() ? done < h.presses.last.at : clock_seen_ && !h.pressed();
  if (act.kind == StepKind::illegal && before_press) {
    c += model::kIllegalReply;
    const Touch* answered = h.step->touches().find(h.step->move.from());
    if (lifted != nullptr && answered != nullptr) c += weights::of_foresight(lifted->start - answered->first);
  }
  return c;
}

LogWeight Tracker::weight_of_act(const Hypothesis& h, const Act& act,
                                 std::optional<LogWeight> of_press) const {
  LogWeight c = act.weight + weight_of_bystanders(h, act.roles());
  for (const Transfer& transfer : act.transfers) {
    const Touch* lifted = h.touches.find(transfer.from);
    const Touch* put = h.touches.find(transfer.to);
    const bool was_empty = !chess::contains(h.occupied(), transfer.to);
    if (was_empty && lifted != nullptr && put != nullptr && put->open)
      c += weights::of_coming_early(lifted->first - put->start);
  }
  if (act.kind != StepKind::displaced && !act.transfers.empty()) c += weight_of_timing(h, act);
  // The other, whose clock it set going without a move, would rather have claimed than moved.
  if (act.kind == StepKind::out_of_turn && h.presses.early) c += model::kUnclaimed;
  // The press completed this act; it came neither too early nor late for another one.
  if (act.kind == StepKind::illegal && of_press) c -= *of_press;
  return c;
}

void Tracker::add_irregular(Hypothesis& h, const Act& act, std::optional<LogWeight> of_press) {
  const chess::Position& position = h.step->position();
  const SensedBoard board = board_after(h.step->board(), position, act);
  if (((board.occupied ^ sensed(h.orientation).occupied) & ~unseen(h)) != 0) return;
  const LogWeight score = h.score + weight_of_act(h, act, of_press);
  if (score < worst_kept()) return;

  chess::Position after = position;
  if (takes_king(position, act)) {
    after = position.with_turn(~h.turn());
  } else if (act.kind != StepKind::displaced) {
    const auto next = after_act(position, act, act.kind == StepKind::illegal ? ~h.turn() : h.turn());
    if (!next) return;
    after = *next;
  }
  const chess::Move move =
      act.transfers.empty() ? chess::Move{} : chess::Move{act.transfers[0].from, act.transfers[0].to};
  StepPtr step = make_step(h, act.kind, move, after, board);
  if (act.kind != StepKind::displaced) {
    Notice notice = notice_of(position, act, h.step->ply + 1, sensed(h.orientation), h.guessed);
    notice.t = now_;
    notice.from = step->began();
    step->side = *notice.side;
    // The hypothesis that nothing was made yet may have noticed the same at the press.
    std::erase_if(step->notices,
                  [&](const Notice& n) { return n.kind == notice.kind && n.ply == notice.ply; });
    step->notices.push_back(std::move(notice));
  }
  Owned c = child(h, std::move(step));
  // A piece that made its square flicker has left it.
  const Bitboard left =
      c->sensors.flickers & act.roles() & ~sensed(h.orientation).differs_from(c->step->board());
  c->sensors.trust(left);
  c->presses.spare = {};
  if (act.kind == StepKind::displaced) {
    // It is no ply, and the last press stays the last; but when it came is forgotten, and what it found is
    // noted here or not at all.
    c->presses.last = h.presses.last;
    c->presses.last.at = {};
    note_displaced(*c);
  }
  c->score = c->total = score;
  c->presses.pending = of_press                          ? 0
                       : act.kind == StepKind::displaced ? h.presses.pending
                                                         : h.presses.pending + 1;
  born_.push_back(std::move(c));
}

Bitboard Tracker::left_unseen(const Hypothesis& h, Square extra) const {
  const Touch* came = h.touches.find(extra);
  if (came == nullptr) return 0;
  Bitboard set = 0;
  for (const Square square : chess::squares(dark(h))) {
    const Time went = sensors_.last_toggle(square, h.orientation);
    if (went <= came->start + model::kBounce && came->start <= went + model::kKnockLasts + scan_period_)
      set |= chess::bit(square);
  }
  return set;
}

void Tracker::propose_displaced(Hypothesis& h, std::optional<Side> pressed_by) {
  // A legal move is complete, but a piece that has nothing to do with it is not where it belongs.
  const SensedBoard& now = sensed(h.orientation);
  const auto off_of = off_squares(h);
  for (const Successor& s : moves(h)) {
    Bitboard off = off_of(s);
    const Bitboard extra = off & now.occupied;
    if (one_square(off) && off == extra) off |= left_unseen(h, chess::first(extra)) & ~s.cleared;
    const Bitboard missing = off & ~extra;
    if (!one_square(missing) || chess::more_than_one(extra) || (off & s.roles()) != 0) continue;
    // A piece that is nowhere may be in a hand, but for one that went while another was being played.
    if (extra == 0 && (!pressed_by || !went_in_flight(h.touches, missing, s))) continue;
    const Square from = chess::first(missing);
    const bool neighbour = extra != 0 && chess::contains(chess::king_attacks(from), chess::first(extra));
    // Pieces that may go there were more likely moved than knocked over.
    const chess::Position played = h.step->position().after(s.move);
    const auto may_go = [&](const chess::Position& position) {
      const Square to = chess::first(extra);
      return position.find_legal(from, to) || position.find_legal(from, to, chess::PieceType::queen);
    };
    const bool legal = extra != 0 && (may_go(h.step->position()) || may_go(played));
    const std::size_t before = born_.size();
    const auto piece_there = played.at(from);
    const bool promotes = legal && piece_there && piece_there->type == chess::PieceType::pawn &&
                          (extra & (chess::rank_set(0) | chess::rank_set(7))) != 0;
    const LogWeight where = extra == 0  ? LogWeight{0}
                            : promotes  ? model::kDisplacedOntoLastRank
                            : legal     ? model::kDisplacedWithMoveWhereLegal
                            : neighbour ? model::kDisplacedBeside
                                        : model::kDisplacedWithMoveFar;
    const bool by_hand = is_beside_act(h, off, s.roles());
    close_with(h, s, 0, off,
               model::kDisplaced + where + (by_hand ? LogWeight{0} : model::kNoHandNear) +
                   weight_of_slide(h.touches, missing, extra, legal, s));
    if (born_.size() == before) continue;
    Hypothesis& made = *born_.back();
    made.sensors.trust(off);
    SensedBoard board = made.step->board();
    // What stands there need not be the game's: it may have been displaced before.
    board.put_as_on(extra, from);
    board.remove(missing);
    const chess::Move moved = extra != 0 ? chess::Move{from, chess::first(extra)} : chess::Move{};
    made.step = make_step(made, StepKind::displaced, moved, made.step->position(), board);
    made.step->evidence.reset();
    if (pressed_by) {
      made.presses.pending = 0;
      made.presses.last.deviation = off;
      made.presses.last.by = *pressed_by;
    } else if (made.pressed() && h.presses.early) {
      // The press that came too early by what was seen then has completed it, and found the piece displaced.
      made.presses.last.deviation = h.presses.last.deviation & off;
      made.presses.last.by = h.presses.last.by;
      note_displaced(made);
    }
  }
}

Notice Tracker::doubt(Square square, unsigned ply) const {
  Notice notice;
  notice.kind = Kind::sensor_fault;
  notice.ply = ply;
  notice.grade = Grade::C;
  notice.t = notice.from = now_;
  notice.squares = {square};
  notice.text = sensor_disagrees(square);
  return notice;
}

void Tracker::propose_untrusted(Hypothesis& h, bool pressed) {
  // One square is wrong and stays so: perhaps only its sensor.
  const Bitboard deviating = deviation(h);
  if (one_square(deviating) && (h.pressed() || !has_promoted_to_nothing(h))) {
    const Square square = chess::first(deviating);
    Owned c = doubting(h, square);
    // Unlike with a square that flickers, that a press came early, or after something was put right, is
    // forgotten.
    c->presses.early.reset();
    c->put_right = false;
    c->notices.push_back(doubt(square, h.step->ply));
    c->score = c->total = h.score + model::kFault;
    born_.push_back(std::move(c));
  }
  const auto off_of = off_squares(h);
  for (const Successor& s : moves(h))
    if (const Bitboard off = off_of(s); chess::count(off) <= 2) propose_but_for_one(h, s, off, pressed);
}

void Tracker::propose_but_for_one(Hypothesis& h, const Successor& s, Bitboard off, bool pressed) {
  const SensedBoard& now = sensed(h.orientation);
  const bool wrong_piece = s.move.is_promotion() && !may_be_promoted(now, h.turn(), s.move.to());
  if (wrong_piece) off |= chess::bit(s.move.to());
  // The reply may be on its way.
  const Bitboard in_hand =
      pressed ? off & ~now.occupied & h.step->position().pieces(~h.turn()) & h.touches.squares() : 0;
  const Bitboard carried =
      one_square(in_hand) && one_square(off & ~in_hand) && (in_hand & s.roles()) == 0 ? in_hand : 0;
  off &= ~carried;
  // That a piece left such a square to take another cannot be seen, but the clock says that it did.
  if (off == 0 && h.presses.early == now_ && (s.changed() & ~unseen(h)) == 0)
    close_with(h, s, 0, 0, LogWeight{0});
  if (!one_square(off)) return;
  const Touch* blip = h.touches.find(chess::first(off));
  if (carried == 0 && blip != nullptr && blip->open && now_ - blip->start < model::kBlipPasses &&
      (off & s.roles()) == 0) {
    const std::size_t made = born_.size();
    close_with(h, s, off, 0, model::kBlip);
    if (born_.size() > made && pressed) born_.back()->presses.pending = 0;
  }
  // The pawn is being exchanged, until the press.
  const bool not_promoted = wrong_piece && off == chess::bit(s.move.to());
  if (not_promoted && !pressed) return;
  // The piece had replaced the pawn, and the reply that takes it may have begun before the press.
  if (not_promoted && (off & now.occupied) == 0 && findings::was_exchanged(h.touches, s.move) &&
      h.step->position().after(s.move).attackers_to(s.move.to(), ~h.turn()) != 0)
    return;
  propose_fault(h, s, carried, off, not_promoted, pressed);
}

void Tracker::propose_fault(Hypothesis& h, const Successor& s, Bitboard carried, Bitboard off,
                            bool not_promoted, bool pressed) {
  const std::size_t before = born_.size();
  const LogWeight beside = is_beside_act(h, off, s.roles()) ? model::kFaultBesideHand : LogWeight{0};
  // That of all sensors the one fails that shows whether the move is complete would be a coincidence.
  const LogWeight coincidence = leaves_half_done(s, off) ? model::kCoincidence : LogWeight{0};
  const LogWeight what = not_promoted ? model::kNothingPromoted
                                      : model::kFault + std::min(beside, coincidence) +
                                            (pressed ? LogWeight{0} : model::kFaultUnpressed);
  // The press was for this ply, and is no late one for another.
  const LogWeight forgiven = h.presses.early == now_ ? h.presses.early_weight : LogWeight{0};
  const LogWeight pressed_for_another = pressed ? h.presses.weight - forgiven : LogWeight{0};
  close_with(h, s, carried, off,
             what + (carried != 0 ? model::kOverlap : LogWeight{0}) - pressed_for_another);
  if (born_.size() == before) return;
  Hypothesis& made = *born_.back();
  if (pressed) made.presses.pending = 0;
  if (not_promoted)
    findings::not_promoted(*made.step, sensed(h.orientation), now_, made.step->notices.emplace_back());
  else
    made.step->notices.push_back(doubt(chess::first(off), h.step->ply));
}

bool Tracker::is_made(const Hypothesis& from, StepKind kind) const {
  return std::any_of(live_.begin(), live_.end(),
                     [&](const Owned& o) { return o->origin.from == from.id && o->step->kind == kind; });
}

void Tracker::propose_put_right(Hypothesis& h) {
  const SensedBoard& now = sensed(h.orientation);
  if (h.step->is_irregular_ply() && h.step->parent &&
      (now.differs_from(h.step->parent->board()) & ~unseen(h)) == 0 && !propose_taken_back(h))
    return;
  // Of two moves the second alone was taken back.
  if (h.step->kind == StepKind::illegal && h.step->parent && !h.touches.empty()) {
    const bool second = std::any_of(h.step->notices.begin(), h.step->notices.end(), [&](const Notice& n) {
      return n.reason == Reason::two_moves && n.ply == h.step->ply;
    });
    if (second) propose_second_taken_back(h);
  }
  const SensedBoard logical = SensedBoard::of(h.step->position());
  if (h.occupied() != logical.occupied && (now.differs_from(logical) & ~unseen(h)) == 0)
    propose_repaired(h, logical);
}

bool Tracker::propose_taken_back(Hypothesis& h) {
  const StepPtr back = h.step->parent;
  const bool made = std::any_of(live_.begin(), live_.end(),
                                [&](const Owned& o) { return o->origin.from == h.id && o->step == back; });
  if (made) return false;
  const Bitboard roles = chess::bit(h.step->move.from()) | chess::bit(h.step->move.to());
  const LogWeight score = h.score + model::kRestored + weight_of_bystanders(h, roles);
  if (score < worst_kept()) return false;
  Owned c = child(h, back);
  c->score = c->total = score;
  c->put_right = true;
  c->presses = {};  // a press that was due for what has been taken back is due no more
  c->notices = h.step->notices;
  // Taken back before the press it was no completed illegal move.
  if (!h.pressed())
    std::erase_if(c->notices,
                  [&](const Notice& n) { return n.kind == Kind::illegal_move && n.ply == h.step->ply; });
  c->notices.insert(c->notices.end(), h.notices.begin(), h.notices.end());
  born_.push_back(std::move(c));
  return true;
}

void Tracker::propose_second_taken_back(Hypothesis& h) {
  const StepPtr before = h.step->parent;
  const Owned base = child(h, before);
  const std::vector<Successor>& all = moves(*base);
  const auto first = std::find_if(all.begin(), all.end(), is_sensed(*base));
  if (first == all.end() || is_made(h, StepKind::legal)) return;
  const Bitboard roles = h.step->board().occupied ^ base->occupied() ^ first->changed();
  const LogWeight score = h.score + model::kRestored + weight_of_bystanders(h, roles);
  if (score < worst_kept()) return;
  base->touches = h.step->touches();
  StepPtr step = make_step(*base, StepKind::legal, first->move, before->position().after(first->move),
                           contents_after(before->board(), before->position(), *first));
  step->notices = h.step->notices;
  Owned c = child(h, std::move(step));
  c->score = c->total = score;
  c->presses.pending = 1;
  c->presses.spare = {};
  c->put_right = true;
  born_.push_back(std::move(c));
}

void Tracker::propose_repaired(Hypothesis& h, const SensedBoard& logical) {
  if (is_made(h, StepKind::repaired)) return;
  const LogWeight score =
      h.score + model::kRestored + weight_of_bystanders(h, h.occupied() ^ logical.occupied);
  if (score < worst_kept()) return;
  Owned c = child(h, make_step(h, StepKind::repaired, chess::Move{}, h.step->position(), logical));
  c->score = c->total = score;
  c->displacement_noted = false;
  c->presses.spare = {};
  c->put_right = true;
  born_.push_back(std::move(c));
}

}  // namespace jadoube::tracker
