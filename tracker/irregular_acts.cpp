#include "tracker/irregular_acts.hpp"

#include <algorithm>
#include <array>

#include "tracker/acts/matcher.hpp"
#include "tracker/acts/notice.hpp"
#include "tracker/doubted_sensors.hpp"
#include "tracker/exchanged.hpp"
#include "tracker/findings/displaced.hpp"
#include "tracker/legal_plies.hpp"

namespace jadoube::tracker {

namespace {

/// So long before or after the played piece was in the air no hand was there to knock another over.
LogWeight beyond_reach(Time apart) {
  return weights::of_lasting(apart, model::kHandGone);
}

/// What is knocked from one square to another goes there at once, while the hand that knocks it is busy with
/// another piece. What is in the air for longer, or when no hand is there, was carried, and to where it may
/// be moved (`legal`) more likely on purpose. What came before it left was another piece.
LogWeight weight_of_slide(const Touches& touches, Bitboard missing, Bitboard extra, bool legal,
                          const Successor& played) {
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

/// Where a piece stands that was displaced while another was played, and how it came there. `extra`: there; nowhere if empty.
LogWeight weight_of_place(const Hypothesis& h, const Successor& played, Square from, Bitboard extra) {
  if (extra == 0) return LogWeight{0};
  const Square to = chess::first(extra);
  // Pieces that may go there were more likely moved than knocked over.
  const chess::Position after = h.step->position().after(played.move);
  const auto may_go = [&](const chess::Position& position) {
    return position.find_legal(from, to) || position.find_legal(from, to, chess::PieceType::queen);
  };
  const bool legal = may_go(h.step->position()) || may_go(after);
  const auto piece = after.at(from);
  const bool promotes = legal && piece && piece->type == chess::PieceType::pawn &&
                        (extra & (chess::rank_set(0) | chess::rank_set(7))) != 0;
  const LogWeight where = promotes ? model::kDisplacedOntoLastRank
                          : legal  ? model::kDisplacedWithMoveWhereLegal
                          : chess::contains(chess::king_attacks(from), to) ? model::kDisplacedBeside
                                                                           : model::kDisplacedWithMoveFar;
  return where + weight_of_slide(h.touches, chess::bit(from), extra, legal, played);
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

}  // namespace

std::optional<Side> IrregularActs::pressed_since(const Hypothesis& h, Bitboard deviating) const {
  if (!h.presses.early || span_of(h.touches, deviating).to >= *h.presses.early + scene_.settling)
    return std::nullopt;
  return h.turn();
}

void IrregularActs::propose(Hypothesis& h, std::optional<Side> pressed_by) {
  auto& done = h.searched.irregular_for[pressed_by ? 1 : 0];
  const Bitboard seen = (scene_.sensed(h.orientation).occupied & ~h.sensors.flickers) | scene_.gone_dark(h);
  if (done == seen) return;
  done = seen;

  const bool legal_fits = games_.is_complete(h);
  if (!legal_fits) ExchangedPieces{games_}.propose(h, pressed_by.has_value());
  if (h.occupied() == h.step->position().occupied()) {
    propose_rows(h, pressed_by);
    if (!pressed_by) propose_second_move(h, pressed_by);
  }
  // A piece out of sight on a square that flickers makes more moves fit than are complete.
  if (!legal_fits || scene_.dark(h) != 0) propose_displaced(h, pressed_by);
  DoubtedSensors{games_}.propose_stuck(h, {pressed_by.has_value(), legal_fits});
  games_.adopt_new();
}

void IrregularActs::propose_rows(Hypothesis& h, std::optional<Side> pressed_by) {
  const Bitboard occupied = scene_.sensed(h.orientation).occupied;
  // Where nothing has come nothing need have gone.
  Bitboard deviating = scene_.deviation(h);
  if ((deviating & occupied) != 0) deviating |= scene_.gone_dark(h);
  if (chess::count(deviating) > model::kSquaresOfAct) return;
  const Bitboard missing = deviating & ~occupied;
  const Bitboard extra = deviating & occupied;
  const std::optional<Side> completed_by = pressed_by ? pressed_by : pressed_since(h, deviating);
  std::optional<LogWeight> of_press;
  if (completed_by) of_press = pressed_by ? h.presses.weight : h.presses.early_weight;
  for (const Act& act : acts_for(h.step->position(), missing, extra, h.touches, completed_by))
    if (!is_ruled_out(h, act, extra == 0)) add(h, act, of_press);
}

bool IrregularActs::is_ruled_out(const Hypothesis& h, const Act& act, bool nowhere) const {
  switch (act.kind) {
    case StepKind::illegal:
      // A pawn that was to promote and is nowhere was not put on another piece's square instead.
      return nowhere && promotes_to_nothing(h, scene_.now);
    case StepKind::out_of_turn:
      // It is still that side's move, and the act a second one …
      if (scene_.clock_seen && !h.pressed() && h.step->kind == StepKind::legal) return true;
      // … or was, when the piece was moved.
      return h.presses.last.by == ~h.turn() && (act.roles() & ~h.presses.last.deviation) == 0;
    case StepKind::displaced:
      // The piece that has just been moved was not knocked over.
      if (h.step->kind == StepKind::legal && chess::contains(act.roles(), h.step->move.to())) return true;
      // A piece that is nowhere has fallen only if it was already gone at a press.
      return act.transfers.empty() && (act.removed & ~h.presses.last.deviation) != 0;
    default:
      return false;
  }
}

void IrregularActs::propose_second_move(Hypothesis& h, std::optional<Side> pressed_by) {
  // A side that has moved and not pressed moves another piece: two moves for one press.
  const SensedBoard& now = scene_.sensed(h.orientation);
  const Step& first = *h.step;
  const Bitboard deviating = scene_.deviation(h);
  const Bitboard missing = deviating & ~now.occupied;
  const Bitboard extra = deviating & now.occupied;
  if (!scene_.clock_seen || first.kind != StepKind::legal || !first.parent || !one_square(missing) ||
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
                          weight_of_slipping(h.touches, second) +
                          bystanders_weight(h.touches, h.occupied(), missing | extra, scene_.now);
  if (score < games_.worst_kept()) return;
  SensedBoard board = first.board();
  board.remove(missing);
  board.put(extra, *first.position().at(second.from));

  Owned base = games_.child(h, first.parent);
  base->touches = first.touches();
  StepPtr step = games_.make_step(*base, StepKind::illegal, first.move, *after, board);
  step->notices = first.notices;
  Notice notice = notice_of(first.parent->position(), act, first.ply, now, 0);
  notice.t = scene_.now;
  notice.from = first.began();
  step->notices.push_back(std::move(notice));
  Owned c = games_.child(h, std::move(step));
  c->score = c->total = score;
  c->presses.spare = {};
  c->presses.pending = pressed_by ? 0 : std::max(1U, h.presses.pending);
  games_.add(std::move(c));
}

LogWeight IrregularActs::weight_of_timing(const Hypothesis& h, const Act& act) const {
  // Of two transfers the one that was made first tells when the act began.
  Time done = scene_.now;
  const Touch* lifted = h.touches.find(act.transfers[0].from);
  for (const Transfer& transfer : act.transfers) {
    const Touch* left = h.touches.find(transfer.from);
    const Touch* put = h.touches.find(transfer.to);
    // A piece that stands badly is sensed there again and again.
    const bool seen =
        put != nullptr && put->open && (left == nullptr || put->first + model::kBounce >= left->first);
    if (!seen || put->first >= done) continue;
    done = put->first;
    lifted = left;
  }
  const Side mover = act.kind == StepKind::illegal ? h.turn() : ~h.turn();
  LogWeight c;
  if (const Step* last = last_ply_of(mover, *h.step)) c += weights::of_pace(done - last->t);
  // An illegal move, too, waits for the other side's press.
  const bool has_pressed = h.presses.last.at > Time{} && h.presses.last.by != h.turn();
  const bool before_press = has_pressed ? done < h.presses.last.at : scene_.clock_seen && !h.pressed();
  if (act.kind == StepKind::illegal && before_press) {
    c += model::kIllegalReply;
    const Touch* answered = h.step->touches().find(h.step->move.from());
    if (lifted != nullptr && answered != nullptr) c += weights::of_foresight(lifted->start - answered->first);
  }
  return c;
}

LogWeight IrregularActs::weight_of(const Hypothesis& h, const Act& act,
                                   std::optional<LogWeight> of_press) const {
  LogWeight c = act.weight + bystanders_weight(h.touches, h.occupied(), act.roles(), scene_.now);
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

void IrregularActs::add(Hypothesis& h, const Act& act, std::optional<LogWeight> of_press) {
  const chess::Position& position = h.step->position();
  const SensedBoard board = board_after(h.step->board(), position, act);
  if (((board.occupied ^ scene_.sensed(h.orientation).occupied) & ~scene_.unseen(h)) != 0) return;
  const LogWeight score = h.score + weight_of(h, act, of_press);
  if (score < games_.worst_kept()) return;

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
  StepPtr step = games_.make_step(h, act.kind, move, after, board);
  if (act.kind != StepKind::displaced) {
    Notice notice = notice_of(position, act, h.step->ply + 1, scene_.sensed(h.orientation), h.guessed);
    notice.t = scene_.now;
    notice.from = step->began();
    step->side = *notice.side;
    // The hypothesis that nothing was made yet may have noticed the same at the press.
    std::erase_if(step->notices,
                  [&](const Notice& n) { return n.kind == notice.kind && n.ply == notice.ply; });
    step->notices.push_back(std::move(notice));
  }
  Owned c = games_.child(h, std::move(step));
  // A piece that made its square flicker has left it.
  const Bitboard left =
      c->sensors.flickers & act.roles() & ~scene_.sensed(h.orientation).differs_from(c->step->board());
  c->sensors.trust(left);
  c->presses.spare = {};
  if (act.kind == StepKind::displaced) {
    // It is no ply, and the last press stays the last; but when it came is forgotten, and what it found is
    // noted here or not at all.
    c->presses.last = h.presses.last;
    c->presses.last.at = {};
    findings::displaced_at_press(scene_, *c);
  }
  c->score = c->total = score;
  c->presses.pending = of_press                          ? 0
                       : act.kind == StepKind::displaced ? h.presses.pending
                                                         : h.presses.pending + 1;
  games_.add(std::move(c));
}

Bitboard IrregularActs::left_unseen(const Hypothesis& h, Square extra) const {
  const Touch* came = h.touches.find(extra);
  if (came == nullptr) return 0;
  Bitboard set = 0;
  for (const Square square : chess::squares(scene_.dark(h))) {
    const Time went = scene_.sensors.last_toggle(square, h.orientation);
    if (went <= came->start + model::kBounce && came->start <= went + model::kKnockLasts + scene_.scan_period)
      set |= chess::bit(square);
  }
  return set;
}

void IrregularActs::propose_displaced(Hypothesis& h, std::optional<Side> pressed_by) {
  // A legal move is complete, but a piece that has nothing to do with it is not where it belongs.
  const Bitboard occupied = scene_.sensed(h.orientation).occupied;
  const auto off_of = scene_.off_squares(h);
  for (const Successor& s : games_.moves(h)) {
    Bitboard off = off_of(s);
    const Bitboard extra = off & occupied;
    if (one_square(off) && off == extra) off |= left_unseen(h, chess::first(extra)) & ~s.cleared;
    const Bitboard missing = off & ~extra;
    if (!one_square(missing) || chess::more_than_one(extra) || (off & s.roles()) != 0) continue;
    // A piece that is nowhere may be in a hand, but for one that went while another was being played.
    if (extra == 0 && (!pressed_by || !went_in_flight(h.touches, missing, s))) continue;
    propose_displaced_with(h, s, missing, extra, pressed_by);
  }
}

void IrregularActs::propose_displaced_with(Hypothesis& h, const Successor& played, Bitboard missing,
                                           Bitboard extra, std::optional<Side> pressed_by) {
  const Bitboard off = missing | extra;
  const Square from = chess::first(missing);
  const LogWeight by_hand = is_beside_act(h.touches, off, played.roles()) ? LogWeight{0} : model::kNoHandNear;
  Hypothesis* made = LegalPlies{games_}.close_with(
      h, played, 0, off, model::kDisplaced + weight_of_place(h, played, from, extra) + by_hand);
  if (made == nullptr) return;
  made->sensors.trust(off);
  SensedBoard board = made->step->board();
  // What stands there need not be the game's: it may have been displaced before.
  board.put_as_on(extra, from);
  board.remove(missing);
  const chess::Move moved = extra != 0 ? chess::Move{from, chess::first(extra)} : chess::Move{};
  made->step = games_.make_step(*made, StepKind::displaced, moved, made->step->position(), board);
  made->step->evidence.reset();
  if (pressed_by) {
    made->presses.pending = 0;
    made->presses.last.deviation = off;
    made->presses.last.by = *pressed_by;
  } else if (made->pressed() && h.presses.early) {
    // The press that came too early by what was seen then has completed it, and found the piece displaced.
    made->presses.last.deviation = h.presses.last.deviation & off;
    made->presses.last.by = h.presses.last.by;
    findings::displaced_at_press(scene_, *made);
  }
}

void IrregularActs::keep_likeliest(std::vector<Hypothesis*>& bases) {
  std::stable_sort(bases.begin(), bases.end(),
                   [](const Hypothesis* a, const Hypothesis* b) { return a->score > b->score; });
  if (bases.size() > model::kIrregularBases) bases.resize(model::kIrregularBases);
}

}  // namespace jadoube::tracker
