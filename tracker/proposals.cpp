// Explanations that new evidence makes possible: legal moves, replies that overlap, and short variations when
// nothing else fits (docs/model.md section 6).
#include <algorithm>

#include "tracker/findings/press.hpp"
#include "tracker/findings/segment.hpp"
#include "tracker/tracker.hpp"

namespace jadoube::tracker {

namespace {

/// When the last of a move's squares took the state in which the move leaves it.
Time completed_at(const Successor& s, const Touches& touches) {
  Time t{};
  for (const Touch& touch : touches) {
    const Bitboard here = chess::bit(touch.square);
    if ((here & s.changed()) != 0 && touch.open) t = std::max(t, touch.start);
    // A board that knows its pieces goes on sensing another one there than before.
    if ((here & s.victim()) != 0) t = std::max(t, touch.open ? touch.start : touch.end);
  }
  return t;
}

/// Only the lift was seen, because the piece took another or went to a blind square: when it was complete is
/// not known.
bool is_end_unseen(const Successor& s, const Touches& touches) {
  return ((s.victim() | s.filled) & ~touches.squares()) != 0;
}

/// A reply that is complete before the move is, and was begun so soon after it that it could not be seen yet
/// where it goes. One that is sensed in the same scan, or one scan early, may have overlapped.
LogWeight weight_of_foresight(const Successor& reply, const Touches& touches, chess::Move move,
                              const Touches& of_move, Time early, Time scan_period) {
  const Touch* lifted = of_move.find(move.from());
  const Touch* replied = touches.find(reply.move.from());
  if (lifted == nullptr || replied == nullptr || early <= scan_period) return LogWeight{0};
  if (is_end_unseen(reply, touches)) return LogWeight{0};
  return weights::of_foresight(replied->start - lifted->first);
}

/// A reply that is complete `after` ≥ 0 the move: a player who begins it when the move is seen coming is
/// seldom that quick, and never if the piece is lifted.
LogWeight weight_of_reply_at_once(const Successor& reply, const Touches& touches, Time after,
                                  Time pushed_within) {
  if (after > model::kAtOnce) return LogWeight{0};
  const Touch* lifted = touches.find(reply.move.from());
  const bool pushed = lifted != nullptr && completed_at(reply, touches) < lifted->start + pushed_within;
  return model::kReplyAtOnce + (pushed ? model::kReplyPushed : LogWeight{0});
}

/// What it costs that the reply was sensed on its square before the piece, or the rook, that it replies to
/// was on its own; the more, the less time there was to see the move being made.
LogWeight weight_of_haste(const Successor& reply, const Touches& touches, const Step& move, Time scan_period,
                          Time pushed_within) {
  if (move.kind != StepKind::legal || is_end_unseen(reply, touches)) return LogWeight{0};
  const Time done = completed_at(reply, touches);
  const Touch* placed = move.touches().find(move.move.to());
  // A pawn on the last rank is not all of a promotion: the hand goes on to fetch the piece.
  if (done == Time{} || reply.move.is_promotion()) return LogWeight{0};
  if (placed == nullptr) {
    // The piece took another one unseen: when is not known, but not before it could be seen where it went.
    const Touch* lifted = move.touches().find(move.move.from());
    if (lifted == nullptr || done >= lifted->first + model::kSeen) return LogWeight{0};
    return model::kReplySensedFirst + weight_of_foresight(reply, touches, move.move, move.touches(),
                                                          lifted->first + model::kSeen - done, scan_period);
  }
  Time complete = std::max(placed->start, placed->end);
  if (move.move.kind() == chess::MoveKind::castling)
    if (const Touch* rook = move.touches().find(move.position().castling_paths(move.move).rook_to))
      complete = std::max(complete, rook->start);
  if (done >= complete) return weight_of_reply_at_once(reply, touches, done - complete, pushed_within);
  return model::kReplySensedFirst +
         weight_of_foresight(reply, touches, move.move, move.touches(), complete - done, scan_period);
}

/// A press that seemed to come before the move did not: the move was complete, or its last piece was being
/// let go of, when the button was hit. Something else on the board hid it, and had begun to before the press.
bool excuses(const Hypothesis& h, const Successor& s, Bitboard carried, Time settling) {
  if (!h.presses.early || completed_at(s, h.touches) >= *h.presses.early + settling) return false;
  return std::none_of(h.touches.begin(), h.touches.end(), [&](const Touch& touch) {
    return touch.first >= *h.presses.early + settling && !chess::contains(s.roles() | carried, touch.square);
  });
}

/// None of the squares has changed after `t`, those of `unseen` left out.
bool rests_since(Time t, const Touches& touches, Bitboard unseen) {
  return std::all_of(touches.begin(), touches.end(), [&](const Touch& touch) {
    return chess::contains(unseen, touch.square) || (touch.start <= t && touch.end <= t);
  });
}

/// Squares first touched at `since` or later.
Bitboard touched_since(const Touches& touches, Time since) {
  Bitboard set = 0;
  for (const Touch& touch : touches)
    if (touch.first >= since) set |= chess::bit(touch.square);
  return set;
}

/// The piece that is moved, or the one that is taken, was lifted before the other side's move was complete.
bool was_begun_early(const Successor& s, const Hypothesis& h) {
  return h.step->kind == StepKind::legal &&
         std::any_of(h.touches.begin(), h.touches.end(), [&](const Touch& touch) {
           return chess::contains(s.cleared | s.victim(), touch.square) && touch.first < h.step->t;
         });
}

/// The step is an illegal one by which a piece came or went for no reason.
bool piece_more_or_less(const Step& step) {
  return step.kind == StepKind::illegal && step.move.from() == step.move.to();
}

/// Squares whose sensors have come to be doubted since the last step.
Bitboard doubted_now(const Hypothesis& h) {
  Bitboard set = 0;
  for (const Notice& n : h.notices)
    if (n.kind == Kind::sensor_fault && n.squares.size() == 1) set |= chess::bit(n.squares.front());
  return set & h.sensors.fault & ~h.sensors.flickers;
}

void forget_early_press(const Hypothesis& h, std::vector<Notice>& notices) {
  std::erase_if(notices,
                [&](const Notice& n) { return n.t == *h.presses.early && n.kind != Kind::sensor_fault; });
}

/// At the press another move was complete by what could be seen, and nothing was said; but the piece was in
/// the hand.
void note_press_before_place(const Hypothesis& h, const Successor& s, Time now,
                             std::vector<Notice>& notices) {
  if (!h.presses.early || now - *h.presses.early >= model::kPressBeforePlace) return;
  const auto is_of_press = [&](const Notice& n) {
    return n.t == *h.presses.early && n.kind != Kind::sensor_fault;
  };
  const Touch* lifted = h.touches.find(s.move.from());
  const Touch* placed = h.touches.find(s.move.to());
  const bool stood_there =
      placed != nullptr && placed->first < *h.presses.early && placed->end > *h.presses.early;
  if (lifted == nullptr || lifted->start >= *h.presses.early + model::kToTheClock || stood_there ||
      completed_at(s, h.touches) < *h.presses.early + model::kSettling ||
      std::any_of(notices.begin(), notices.end(), is_of_press))
    return;
  findings::press_before_place({h, h.turn(), *h.presses.early, chess::bit(s.move.from()), 0}, notices);
}

/// Pieces thought to have been knocked over at a press, that have been played with since.
void forget_fallen(Bitboard roles, std::vector<Notice>& notices) {
  std::erase_if(notices, [&](const Notice& n) {
    return n.kind == Kind::displaced && n.squares.size() == 1 && chess::contains(roles, n.squares[0]);
  });
}

}  // namespace

bool Tracker::is_unhurried(Side side) const {
  const auto left = time_left_[chess::index(side)];
  return left && *left >= model::kTimeToWait;
}

LogWeight Tracker::overlap(Side side) const {
  return is_unhurried(side) ? model::kOverlapUnhurried : model::kOverlap;
}

LogWeight Tracker::no_press(Side side) const {
  return is_unhurried(side) ? model::kNoPressUnhurried : model::kNoPress;
}

model::MillinatsPerSecond Tracker::overdue_rate(Side side) const {
  return is_unhurried(side) ? model::kOverdueUnhurried : model::kOverduePerSecond;
}

void Tracker::propose_legal() {
  rank();
  const std::size_t n = live_.size();
  for (std::size_t i = 0; i < n; ++i) {
    Hypothesis& h = *live_[i];
    if (((sensed(h.orientation).occupied ^ h.occupied()) & ~unseen(h)) == 0 && h.touches.empty() &&
        dark(h) == 0)
      continue;
    const auto complete = is_sensed(h);
    if (h.sensors.fault != 0) {
      for (const Successor& s : moves(h))
        if (complete(s)) close_with(h, s, 0, 0, LogWeight{0});
    } else if (deviation(h) != 0) {
      // Where every sensor is believed what is complete has been found already.
      for (const Prospects::Alike& alike : h.cache.prospects.concerned)
        if (alike.complete && complete(moves(h)[alike.move]))
          close_with(h, moves(h)[alike.move], 0, 0, LogWeight{0});
    } else if (!h.step->position().castles_from_home()) {
      // King and rook may have changed places.
      for (const Successor& s : moves(h))
        if (s.changed() == 0) close_with(h, s, 0, 0, LogWeight{0});
    }
    propose_overlapping(h);
    propose_set_beside(h);
    propose_put_right(h);
  }
  adopt_new();
  // A reply that was under way may be complete, and nothing more be seen of it: its piece was taken unseen.
  const std::size_t all = live_.size();
  for (std::size_t i = n; i < all; ++i) {
    Hypothesis& h = *live_[i];
    if (h.touches.empty()) continue;
    const auto complete = is_sensed(h);
    for (const Successor& s : moves(h))
      if (s.victim() != 0 && s.filled == 0 && complete(s)) close_with(h, s, 0, 0, LogWeight{0});
  }
  adopt_new();
}

std::size_t Tracker::count_choices(Hypothesis& h) const {
  const std::vector<Successor>& all = moves(h);
  const Bitboard guessed = h.guessed & h.step->position().pieces(h.turn());
  if (guessed == 0) return all.size();
  const auto others = std::count_if(
      all.begin(), all.end(), [&](const Successor& s) { return !chess::contains(guessed, s.move.from()); });
  return static_cast<std::size_t>(others) + model::kOfGuessed;
}

LogWeight Tracker::weight_of_closing(Hypothesis& h, const Successor& s, Bitboard left_out) const {
  LogWeight c = segment_weight(segment(h), s, count_choices(h), left_out, scan_of(h.turn()), now_) +
                advice_.about(*h.step, s.move);
  const bool early = was_begun_early(s, h);
  // With two plies unpressed it is the clock of the side to move that runs: there is nothing to wait for. Who has not waited
  // for the move does not wait for its press either.
  if (!h.pressed())
    c += h.presses.pending == 2 || early ? model::kNoPress : no_press(h.turn());
  else if (h.presses.last.by == ~h.turn() && completed_at(s, h.touches) < h.presses.last.at)
    c += no_press(h.turn()) - model::kNoPress + model::kNoPressForgiven;
  if (const Step* last = last_ply_of(h.turn(), *h.step)) c += weights::of_pace(now_ - last->t);
  if (h.step->kind == StepKind::out_of_turn && !h.pressed()) c += model::kPassedOver;
  if (early) c += std::min(overlap(h.turn()) - model::kBlip, LogWeight{0});
  c += weight_of_haste(s, h.touches, *h.step, scan_period_, scan_of(h.turn()).pushed_within);
  if (piece_more_or_less(*h.step)) c += model::kPlaysOn;
  // That of all sensors the one fails that shows whether the move is complete would be a coincidence.
  if (((s.filled | s.victim()) & doubted_now(h)) != 0) c += model::kCoincidence;
  return c;
}

bool Tracker::supersede_worse(const Hypothesis& h, const Successor& s, Bitboard carried, Bitboard untrusted,
                              LogWeight score) {
  for (const auto& list : {&live_, &born_}) {
    for (auto& other : *list) {
      if (other == nullptr || other->origin.from != h.id || other->origin.plies != 1 || other->dead ||
          other->step->move != s.move || other->origin.carried != carried ||
          other->sensors.fault != (h.sensors.fault | untrusted))
        continue;
      if (rests_since(other->step->t, h.touches, unseen(h))) return false;
      if (score <= other->score + unfinished(*other)) return false;
      // The same move, better explained: the older reading goes unless something was built upon it, or its
      // pieces flicker rather than being put down again and again.
      other->dead = other->touches.empty() && std::none_of(live_.begin(), live_.end(), [&](const Owned& o) {
                      return o->origin.from == other->id;
                    });
    }
  }
  return true;
}

void Tracker::close_with(Hypothesis& h, const Successor& s, Bitboard carried, Bitboard untrusted,
                         LogWeight besides) {
  // Castling that leaves the board as it was has been seen only if both pieces were.
  if (s.changed() == 0 && s.is_castling() && (s.victim() & ~h.touches.squares()) != 0) return;
  const SensedBoard board = contents_after(h.step->board(), h.step->position(), s);
  const Bitboard deviating = sensed(h.orientation).differs_from(board) & ~(unseen(h) | untrusted);
  if ((deviating & ~carried) != 0) return;

  LogWeight score = h.score + weight_of_closing(h, s, carried | untrusted) + besides;
  const bool forgiven = excuses(h, s, carried, settling_);
  if (forgiven) score += model::kSeemedEarly - h.presses.early_weight;
  if (score < worst_kept()) return;
  if (!supersede_worse(h, s, carried, untrusted, score)) return;

  StepPtr step = make_step(h, StepKind::legal, s.move, h.step->position().after(s.move), board);
  if (forgiven)
    forget_early_press(h, step->notices);
  else
    note_press_before_place(h, s, now_, step->notices);
  forget_fallen(s.roles(), step->notices);
  const bool seen = (sensed(h.orientation).type_known & chess::bit(s.move.to())) != 0;
  findings::read_off({h, s, now_, scan_period_, seen, time_left_[chess::index(h.turn())]}, step->notices);
  Owned c2 = child(h, std::move(step));
  c2->origin.carried = carried;
  c2->score = c2->total = score;
  // The press of this ply may have come while the piece was still on its way.
  const bool pressed = h.presses.early && now_ - *h.presses.early < model::kPressBeforePlace;
  c2->presses.pending = clock_seen_ && !pressed ? h.presses.pending + 1 : 0;
  c2->sensors.fault |= untrusted;
  for (const Square square : chess::squares(carried)) c2->touches.add(*h.touches.find(square));
  // A piece that stood badly has left its square, or is taken: the next one may stand well.
  const Bitboard left = c2->sensors.flickers & s.roles() & ~sensed(h.orientation).differs_from(board);
  c2->sensors.trust(left);
  heal(*c2);
  // Pieces that were displaced before and are back may be displaced again.
  const Bitboard still_displaced = (board.occupied ^ c2->step->position().occupied()) |
                                   (c2->sensors.fault & board.occupied & ~sensed(h.orientation).occupied);
  c2->displacement_noted &= still_displaced != 0;
  born_.push_back(std::move(c2));
}

void Tracker::propose_set_beside(Hypothesis& h) {
  const Bitboard extra = deviation(h) & sensed(h.orientation).occupied;
  if (extra == 0 || chess::more_than_one(extra) || h.touches.find(chess::first(extra)) == nullptr) return;
  const auto off = off_squares(h);
  for (const Successor& s : moves(h))
    if (off(s) == extra && s.victim() != 0 && (extra & beside_capture(s.move.to(), h.occupied())) != 0)
      close_with(h, s, extra, 0, LogWeight{0});
}

void Tracker::propose_overlapping(Hypothesis& h) {
  const Bitboard seen = ~unseen(h);
  const Bitboard missing = h.occupied() & ~sensed(h.orientation).occupied & seen;
  for (const Square square : chess::squares(missing)) {
    const Touch* touch = h.touches.find(square);
    if (touch == nullptr || !touch->open || now_ - touch->start > model::kOverlapWindow) continue;
    const Bitboard here = chess::bit(square);
    const bool own = (h.step->position().pieces(h.turn()) & here) != 0;
    const Bitboard differs = h.occupied() ^ (sensed(h.orientation).occupied | here);
    const Bitboard later = own ? 0 : touched_since(h.touches, touch->start) & ~h.occupied();
    if (differs == 0 && (later | ~seen) == 0) continue;  // no move changes nothing
    for (const Successor& s : moves(h)) {
      if (((s.changed() ^ differs) & seen & ~later) != 0 || (s.roles() & here) != 0) continue;
      Bitboard slid = later & ~s.roles();
      if (((s.changed() ^ differs) & seen & ~slid) != 0) continue;
      // A piece of the side that moves is gone because the reply takes it.
      if (own && h.step->position().after(s.move).attackers_to(square, ~h.turn()) == 0) continue;
      if (slid != 0) {
        // The reply is under way: what it has been slid over belongs to it.
        const chess::Position next = h.step->position().after(s.move);
        for (const Square over : chess::squares(slid))
          if (!next.find_legal(square, over)) slid &= ~chess::bit(over);
        if (((s.changed() ^ differs) & seen & ~slid) != 0) continue;
      }
      // It may be no hand, but the sensor that has lost the piece from sight.
      close_with(h, s, here | slid, 0,
                 std::max(overlap(~h.turn()), model::kBlip) + (own ? model::kOverlapVictim : LogWeight{0}));
    }
  }
}

void Tracker::propose_interleaved() {
  // The reply was lifted, or even put down, before the move was: two plies at once.
  const auto are_both_away = [this](const Hypothesis& h) {
    const Bitboard missing = deviation(h) & ~sensed(h.orientation).occupied;
    const Bitboard own = h.step->position().pieces(h.turn());
    return (missing & own) != 0 && (missing & ~own) != 0;
  };
  // Seldom are they: what was born just now is ranked only then.
  if (std::ranges::none_of(live_, are_both_away, [](const Owned& h) -> const Hypothesis& { return *h; }))
    return;
  rank();
  const std::size_t n = std::min(live_.size(), model::kInterleavedBases);
  for (std::size_t i = 0; i < n; ++i) {
    Hypothesis& h = *live_[i];
    if (h.total < live_.front()->total + model::kInterleavedWithin) break;
    if (!are_both_away(h)) continue;
    const SensedBoard& now = sensed(h.orientation);
    const Bitboard deviating = deviation(h);
    Bitboard touched = 0;
    Bitboard refilled = 0;
    for (const Touch& touch : h.touches) {
      if (touch.open || touch.longest > model::kInterleavedAway) touched |= chess::bit(touch.square);
      if (!touch.open && touch.longest > model::kInterleavedAway) refilled |= chess::bit(touch.square);
    }
    // Something has been put down: elsewhere, or where a piece was taken and at once taken back.
    if (((deviating & now.occupied) | (refilled & h.occupied())) == 0) continue;
    const auto off = off_squares(h);
    for (const Successor& first : moves(h)) {
      if ((first.changed() & ~touched) != 0) continue;
      const Bitboard left = off(first);
      if (left != 0 && chess::count(left) <= model::kSquaresOfPly) propose_interleaved(h, first, touched);
    }
  }
  adopt_new();
}

void Tracker::propose_interleaved(Hypothesis& h, const Successor& first, Bitboard touched) {
  const SensedBoard& now = sensed(h.orientation);
  const chess::Position between = h.step->position().after(first.move);
  const SensedBoard board_between = contents_after(h.step->board(), h.step->position(), first);
  const auto replies = successors_of(between, board_between);
  for (const Successor& second : replies) {
    if (((second.changed() ^ board_between.occupied ^ now.occupied) & ~unseen(h)) != 0 ||
        (second.cleared & ~touched) != 0)
      continue;
    if (second.move.from() == first.move.to()) continue;
    const SensedBoard board = contents_after(board_between, between, second);
    if ((now.differs_from(board) & ~unseen(h)) != 0) continue;
    const Bitboard carried = second.roles() & ~first.roles();
    const bool made = std::any_of(live_.begin(), live_.end(), [&](const Owned& o) {
      return o->origin.from == h.id && o->origin.plies == 2 && o->origin.carried == carried &&
             o->step->move == second.move && o->step->parent && o->step->parent->move == first.move;
    });
    if (made) continue;
    const Bitboard slid = second.path & ~first.roles() & h.touches.squares();
    LogWeight score =
        h.score + weight_of_interleaved(h, first, second, carried, slid) + weights::of_choice(replies.size());
    if (second.victim() != 0 && (second.victim() & touched) == 0) score += scan_of(~h.turn()).victim_unseen;
    const bool excused = excuses(h, first, carried | slid, settling_);
    if (excused)
      score += model::kSeemedEarly - h.presses.early_weight;
    else if (clock_seen_)
      score += model::kNoPress;  // who has not waited for the move does not wait for its press
    if (!h.pressed()) score += no_press(h.turn());
    if (score < worst_kept()) continue;

    StepPtr one = make_step(h, StepKind::legal, first.move, between, board_between);
    if (excused) forget_early_press(h, one->notices);
    forget_fallen(first.roles() | second.roles(), one->notices);
    const bool known = chess::contains(sensed(h.orientation).type_known, first.move.to());
    findings::read_off({h, first, now_, scan_period_, known, time_left_[chess::index(h.turn())]},
                       one->notices);
    const Owned h1 = child(h, one);
    Owned h2 = child(*h1, make_step(*h1, StepKind::legal, second.move, between.after(second.move), board));
    h2->origin = {h.id, 2, carried};
    h2->score = h2->total = score;
    h2->presses.pending = !clock_seen_ ? 0 : excused ? 1 : h.presses.pending + 2;
    born_.push_back(std::move(h2));
  }
}

LogWeight Tracker::weight_of_interleaved(Hypothesis& h, const Successor& first, const Successor& second,
                                         Bitboard carried, Bitboard slid) const {
  LogWeight c = segment_weight(segment(h), first, moves(h).size(), carried | slid, scan_of(h.turn()), now_) +
                overlap(~h.turn());
  if (slid != 0) c += model::kPathFirst + model::kPathNext * (chess::count(slid) - 1);
  // Nor is a pawn on the last rank all of a promotion.
  const bool goes_on = second.move.to() == first.move.to() || second.move.is_promotion();
  if (goes_on) return c;
  const Time early = completed_at(first, h.touches) - completed_at(second, h.touches);
  if (early < Time{0})
    return c + weight_of_reply_at_once(second, h.touches, -early, scan_of(h.turn()).pushed_within);
  return c + model::kReplyBeforeMove +
         weight_of_foresight(second, h.touches, first.move, h.touches, early, scan_period_);
}

void Tracker::propose_moved_on() {
  const std::size_t n = live_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Hypothesis& h = *live_[i];
    if (deviation(h) == 0) continue;
    const Step& last = *h.step;
    propose_moved_on(h, last, nullptr);
    if (last.kind == StepKind::legal && last.parent) propose_moved_on(h, *last.parent, &last);
  }
  adopt_new();
}

void Tracker::propose_moved_on(const Hypothesis& h, const Step& rested, const Step* reply) {
  if (rested.kind != StepKind::legal || !rested.parent) return;
  // A press that has completed it was too early only to the eye, if what went on is seen soon enough.
  const bool pressed = clock_seen_ && h.presses.pending < (reply ? 2U : 1U);
  if (pressed && (reply || h.presses.last.by != rested.side)) return;
  const Bitboard deviating = deviation(h);
  const Bitboard missing = deviating & ~sensed(h.orientation).occupied;
  const Bitboard extra = deviating & sensed(h.orientation).occupied;
  if (missing != chess::bit(rested.move.to()) || extra == 0 || chess::more_than_one(extra)) return;
  const StepPtr before = rested.parent;
  const auto move = before->position().find_legal(rested.move.from(), chess::first(extra));
  if (!move) return;
  const Touch* left = h.touches.find(rested.move.to());
  const Touch* gone_on = h.touches.find(chess::first(extra));
  if (rested.touches().find(rested.move.to()) == nullptr || left == nullptr || gone_on == nullptr) return;
  if (pressed && gone_on->start >= h.presses.last.at + settling_) return;
  std::optional<chess::Move> answer;
  if (reply != nullptr) {
    answer = before->position().after(*move).find_legal(reply->move.from(), reply->move.to());
    if (!answer) return;
  }
  const bool made = std::any_of(live_.begin(), live_.end(), [&](const Owned& o) {
    const Step* step = o->step.get();
    if (answer) {
      if (step->move != *answer || !step->parent) return false;
      step = step->parent.get();
    }
    return step->move == *move && step->parent == before && o->sensors.fault == h.sensors.fault;
  });
  if (made) return;

  Owned at = child(h, before);
  at->touches = rested.touches();
  at->touches.update(missing, 0, left->start);
  at->touches.update(extra, extra, gone_on->start);
  const bool on_path = chess::contains(slide_path(move->from(), move->to()), rested.move.to());
  LogWeight score = h.score +
                    bystander_weight(*at->touches.find(rested.move.to()), false,
                                     on_path ? Bystander::first_on_path : Bystander::other_target, now_) +
                    (pressed ? model::kSeemedEarly : LogWeight{0});
  at = play(*at, StepKind::legal, *move);
  if (answer) {
    score += overlap(reply->side);
    at->touches = reply->touches();
    at = play(*at, StepKind::legal, *answer);
  }
  if (score < worst_kept() ||
      ((at->step->board().occupied ^ sensed(h.orientation).occupied) & ~unseen(h)) != 0)
    return;
  at->score = at->total = score;
  at->origin.from = h.id;
  at->origin.plies = 2;
  at->origin.carried = extra;
  born_.push_back(std::move(at));
}

void Tracker::propose_variations() {
  const std::size_t n = std::min(live_.size(), model::kVariationBases);
  const std::uint64_t before = std::min(positions_left_, model::kVariationPositionsAtOnce);
  std::uint64_t positions = before;
  for (std::size_t i = 0; i < n; ++i) {
    Hypothesis& h = *live_[i];
    if (h.total < live_.front()->total + model::kVariationsWithin) break;
    if (h.cache.unfinished > model::kStrange || deviation(h) == 0) continue;
    search_variations(h, positions);
  }
  positions_left_ -= before - positions;
  adopt_new();
}

struct Variation {
  LogWeight weight;
  std::vector<Successor> moves;
  Bitboard stuck = 0;  // the square that it takes to be stuck
};

namespace {

/// Legal variations of up to four plies that use only touched squares and lead to what is sensed; or that do
/// but for one square, whose sensor has got stuck.
class VariationSearch {
 public:
  enum class Sensors : std::uint8_t { in_order, one_stuck };

  /// `positions`: that may still be looked at, by this search and others.
  VariationSearch(const SensedBoard& sensed, Bitboard trusted, Bitboard touched, LogWeight victim_unseen,
                  Sensors sensors, std::uint64_t& positions)
      : sensed_{sensed},
        trusted_{trusted},
        touched_{touched},
        victim_unseen_{victim_unseen},
        one_stuck_{sensors == Sensors::one_stuck},
        positions_{positions} {}

  /// Short variations first: there are many more long ones, and the budget is for both.
  void run(const chess::Position& position, const SensedBoard& board, const std::vector<Successor>& moves,
           unsigned plies) {
    if (spend()) try_all(position, board, moves, plies, one_stuck_ ? model::kFault : LogWeight{0}, 0);
  }

  std::vector<Variation> found;

 private:
  bool spend() {
    if (found.size() > model::kVariationsFound || budget_ == 0 || positions_ == 0) return false;
    --budget_;
    --positions_;
    return true;
  }

  void try_all(const chess::Position& position, const SensedBoard& board, const std::vector<Successor>& moves,
               unsigned left, LogWeight weight, Bitboard stuck) {
    for (const Successor& s : moves) {
      const Bitboard silent = (s.changed() & ~touched_ & trusted_) | stuck;
      if (silent != stuck && (!one_stuck_ || chess::more_than_one(silent))) continue;
      const LogWeight c = weight + weights::of_choice(model::kVariationChoices) + promotion_prior(s.move) +
                          (s.victim() != 0 && (s.victim() & touched_) == 0 ? victim_unseen_ : LogWeight{0});
      const SensedBoard after = contents_after(board, position, s);
      variation_.push_back(s);
      if (left > 1) {
        go_on(position.after(s.move), after, left - 1, c, silent);
      } else {
        const Bitboard doubted = (sensed_.differs_from(after) & trusted_) | silent;
        if (one_stuck_ ? chess::count(doubted) == 1 : doubted == 0) found.push_back({c, variation_, doubted});
      }
      variation_.pop_back();
    }
  }

  void go_on(const chess::Position& position, const SensedBoard& board, unsigned left, LogWeight weight,
             Bitboard stuck) {
    if (spend() && (left > 1 || may_end(position, board, stuck)))
      try_all(position, board, successors_of(position, board, may_leave(position, board, stuck)), left,
              weight, stuck);
  }

  /// A move from any other square would be seen. Where pieces are displaced, or a square may still turn out to be
  /// stuck, there is none.
  [[nodiscard]] Bitboard may_leave(const chess::Position& position, const SensedBoard& board,
                                   Bitboard stuck) const {
    if ((one_stuck_ && stuck == 0) || board.occupied != position.occupied()) return ~Bitboard{0};
    return touched_ | ~trusted_ | stuck;
  }

  /// One ply may lead from the board to what is sensed: no more squares differ than castling changes, and a
  /// piece of the side to move is gone, or stands where the sensors do not tell. Where pieces are displaced,
  /// or a square may still turn out to be stuck, nothing is ruled out.
  [[nodiscard]] bool may_end(const chess::Position& position, const SensedBoard& board,
                             Bitboard stuck) const {
    if ((one_stuck_ && stuck == 0) || board.occupied != position.occupied()) return true;
    if (!position.castles_from_home()) return true;  // castling may change nothing
    const Bitboard told = trusted_ & ~stuck;
    const Bitboard missing = board.occupied & ~sensed_.occupied & told;
    const Bitboard extra = sensed_.occupied & ~board.occupied & told;
    const Bitboard own = position.pieces(position.turn());
    return chess::count(missing) <= 2 && chess::count(extra) <= 2 && (own & (missing | ~told)) != 0;
  }

  const SensedBoard& sensed_;
  Bitboard trusted_;
  Bitboard touched_;
  LogWeight victim_unseen_;
  bool one_stuck_;
  model::Positions budget_ = model::kVariationPositions;
  std::uint64_t& positions_;
  std::vector<Successor> variation_;
};

/// What was touched and plays no part in it.
LogWeight weight_of_other_touches(const Variation& variation, const Hypothesis& h, Time now) {
  Bitboard roles = variation.stuck;
  Bitboard paths = 0;
  for (const Successor& s : variation.moves) {
    roles |= s.roles();
    paths |= s.path;
  }
  LogWeight c;
  bool on_path_before = false;
  for (const Touch& touch : h.touches) {
    const Bitboard here = chess::bit(touch.square);
    // What rested on an empty square and went away again was no ply of this variation.
    const bool rested =
        variation.stuck != 0 && touch.long_touches > 0 && (here & ~variation.stuck & ~h.occupied()) != 0;
    if ((here & (roles | h.sensors.fault)) != 0 && !rested) continue;
    const bool on_path = (here & paths) != 0;
    const Bystander what = !on_path         ? Bystander::none
                           : on_path_before ? Bystander::next_on_path
                                            : Bystander::first_on_path;
    c += bystander_weight(touch, chess::contains(h.occupied(), touch.square), what, now);
    on_path_before |= on_path;
  }
  return c;
}

/// The order of the first lifts should be that of the plies.
LogWeight weight_of_lifts(const Variation& variation, const Touches& touches) {
  LogWeight c;
  Time last{-1};
  for (const Successor& s : variation.moves) {
    Time lifted{-1};
    for (const Square square : chess::squares(s.cleared))
      if (const Touch* touch = touches.find(square)) lifted = std::max(lifted, touch->first);
    if (lifted < Time{0}) continue;
    if (lifted + model::kOrderShows < last)
      c += model::kLiftsInOtherOrder + weights::of_lasting(last - lifted, model::kLiftsApart);
    last = std::max(last, lifted);
  }
  return c;
}

/// Each ply should be complete after the one before it, and long enough after the last one of the same side.
LogWeight weight_of_completions(const Variation& variation, const Touches& touches, Time scan_period) {
  LogWeight c;
  Time complete{-1};
  std::array<Time, 2> by_side{Time::min() / 2, Time::min() / 2};
  for (std::size_t i = 0; i < variation.moves.size(); ++i) {
    const Successor& s = variation.moves[i];
    const Time done = completed_at(s, touches);
    if (done <= complete)
      c += model::kReplyBeforeMove + weight_of_foresight(s, touches, variation.moves[i - 1].move, touches,
                                                         complete - done, scan_period);
    complete = std::max(complete, done);
    c += weights::of_pace(done - by_side[i % 2]);
    by_side[i % 2] = done;
  }
  return c;
}

}  // namespace

void Tracker::search_variations(Hypothesis& h, std::uint64_t& positions) {
  const Bitboard touched = h.touches.squares();
  if (chess::count(touched) > model::kVariationSquares || h.searched.no_variation_at >= changed_at_) return;
  std::vector<Variation> found;
  const auto search = [&](VariationSearch::Sensors sensors, model::Plies most_plies) {
    VariationSearch variations{sensed(h.orientation),           ~unseen(h), touched,
                               scan_of(h.turn()).victim_unseen, sensors,    positions};
    for (unsigned plies = 2; plies <= most_plies; ++plies)
      variations.run(h.step->position(), h.step->board(), moves(h), plies);
    found.insert(found.end(), variations.found.begin(), variations.found.end());
  };
  search(VariationSearch::Sensors::in_order, model::kVariationPlies);
  // A square got stuck, and the reply was begun before anybody could tell that it was for good.
  if (h.searched.stuck_variations_at < changed_at_)
    search(VariationSearch::Sensors::one_stuck, model::kVariationPliesOneStuck);
  h.searched.stuck_variations_at = moment_;
  if (found.empty()) h.searched.no_variation_at = moment_;
  for (Variation& variation : found)
    variation.weight += weight_of_other_touches(variation, h, now_) + weight_of_lifts(variation, h.touches) +
                        weight_of_completions(variation, h.touches, scan_period_);
  std::stable_sort(found.begin(), found.end(),
                   [](const Variation& a, const Variation& b) { return a.weight > b.weight; });
  if (found.size() > model::kVariationsKept) found.resize(model::kVariationsKept);
  for (const Variation& variation : found) add_variation(h, variation);
}

void Tracker::add_variation(const Hypothesis& h, const Variation& variation) {
  const auto plies = static_cast<unsigned>(variation.moves.size());
  const LogWeight score =
      h.score - h.presses.idle_weight + variation.weight + overlap(~h.turn()) * static_cast<int>(plies - 1);
  if (score < worst_kept()) return;
  std::uint64_t key = h.step->key;
  for (const Successor& s : variation.moves) key = extend_key(key, s.move, StepKind::legal);
  if (std::any_of(live_.begin(), live_.end(), [&](const Owned& o) { return o->step->key == key; })) return;
  Owned at;
  for (const Successor& s : variation.moves) {
    const Hypothesis& from = at == nullptr ? h : *at;
    const chess::Position& position = from.step->position();
    at = child(from, make_step(from, StepKind::legal, s.move, position.after(s.move),
                               contents_after(from.step->board(), position, s)));
  }
  at->origin = {h.id, plies, 0};
  const unsigned unpressed = h.presses.pending + plies;
  at->presses.pending = clock_seen_ && unpressed > h.presses.idle ? unpressed - h.presses.idle : 0;
  at->presses.spare = {};
  at->score = at->total = score;
  if (variation.stuck != 0) {
    at->sensors.fault |= variation.stuck;
    at->step->notices.push_back(doubt(chess::first(variation.stuck), at->step->ply));
  }
  born_.push_back(std::move(at));
}

}  // namespace jadoube::tracker
