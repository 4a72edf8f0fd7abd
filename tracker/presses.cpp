// What a press completes, what it finds wrong on the board, and what its absence says (docs/model.md
// section 4).
#include <algorithm>

#include "tracker/acts/matcher.hpp"
#include "tracker/acts/notice.hpp"
#include "tracker/findings/press.hpp"
#include "tracker/pending_plies.hpp"
#include "tracker/tracker.hpp"
#include "tracker/words.hpp"

namespace jadoube::tracker {

namespace {

/// When the last press came the pieces of `missing` were not on their squares, and something stood on those
/// of `extra` instead.
Notice displaced_at_press(const Hypothesis& h, Time now, Time from, Bitboard missing, Bitboard extra) {
  Notice notice;
  notice.kind = Kind::displaced;
  notice.side = h.presses.last.by;
  notice.ply = h.step->ply;
  notice.grade = Grade::B;
  notice.t = now;
  notice.from = from;
  for (const Square square : chess::squares(missing | extra)) notice.squares.push_back(square);
  const Text presser = capital(h.presses.last.by);
  if (missing == 0) {
    notice.text = wording("Something stood on {1} that does not belong there when {2} pressed.",
                          to_string(chess::first(extra)), presser);
    return notice;
  }
  const Square home = chess::first(missing);
  const Text piece = words_of(*h.step->position().at(home));
  if (extra == 0) {
    notice.grade = Grade::C;  // it may be in the hand that replies
    notice.text = wording("The {1} was not on {2} when {3} pressed.", piece, to_string(home), presser);
    return notice;
  }
  const std::string stood = to_string(chess::first(extra));
  // A player who has replied and forgotten the clock leaves the same to be seen.
  if (h.step->position().find_legal(home, chess::first(extra))) {
    notice.grade = Grade::C;
    notice.text = wording(
        "The {1} stood on {2} instead of {3} when {4} pressed, unless {5} has moved it there and not "
        "pressed.",
        piece, stood, to_string(home), presser, capital(h.turn()));
  } else {
    notice.text = wording("The {1} stood on {2} instead of {3} when {4} pressed.", piece, stood,
                          to_string(home), presser);
  }
  return notice;
}

}  // namespace

void Tracker::press(Time t, Side side) {
  next_moment(t);
  clock_seen_ = true;
  last_press_ = last_press_of_[chess::index(side)] = t;
  positions_left_ += model::kPositionsEach;
  boards_.press(t, side, sensed(Orientation::straight).occupied);
  if (lost_) ++lost_->presses;
  notice_silence(side);
  if (is_lost()) return;
  // While the board may lie either way round, a press out of order must not decide which.
  settling_ =
      order_known_ || orientation(model::kOrientationLikely) ? model::kSettling : model::kSettlingUnknown;
  std::vector<Hypothesis*> pressed_twice;
  std::vector<Hypothesis*> pressed_last;
  for (auto& h : live_) {
    const PressMeaning meaning = hear_press(*h, side);
    if (meaning == PressMeaning::one_too_many) pressed_twice.push_back(h.get());
    if (meaning == PressMeaning::of_last_ply && deviation(*h) != 0) pressed_last.push_back(h.get());
  }
  rank();
  for (Hypothesis* h : bases_at_press(side, pressed_twice)) propose_irregular(*h, side);
  for (Hypothesis* h : pressed_last) propose_second_move(*h, side);
  prune();
  for (auto& h : live_) {
    h->presses.last.deviation |= deviation(*h) | (h->occupied() ^ h->step->position().occupied());
    h->presses.last.by = side;
    h->presses.last.at = t;
    note_displaced(*h);
    if (deviation(*h) != 0 || h->presses.pending > 0) second_look_ = t + model::kFallenAfterHand;
  }
}

Tracker::PressMeaning Tracker::hear_press(Hypothesis& h, Side side) const {
  Presses& presses = h.presses;
  if (now_ > presses.spare.until) presses.spare.count = 0;
  presses.weight = LogWeight{0};
  // A player who presses back at once, with no own piece in the air, may want something put right.
  if (presses.last.by != side && chess::count(deviation(h)) == 1) note_fallen(h, model::kPressedBackAfter);
  if (const auto behind = ply_pressed(h, side, now_)) {
    complete_pressed_ply(h, side, *behind);
    return *behind == 0 ? PressMeaning::of_last_ply : PressMeaning::other;
  }
  if (presses.spare.count > 0 && (h.turn() != side || deviation(h) == 0)) {
    --presses.spare.count;
    presses.spare.until = now_ + model::kCatchUp;
    return PressMeaning::other;
  }
  if (h.turn() != side) {
    h.score += model::kPressTwice;
    ++presses.idle;
    presses.idle_weight += model::kPressTwice;
    return PressMeaning::one_too_many;
  }
  if (h.put_right || is_being_taken_back(h) || presses_back(h, side))
    h.score += model::kRestored;
  else
    press_too_early(h, side);
  return PressMeaning::other;
}

void Tracker::complete_pressed_ply(Hypothesis& h, Side side, unsigned behind) const {
  const unsigned passed_over = plies_passed_over(h, side, behind);
  if (passed_over > 0) h.presses.spare = {passed_over, now_ + model::kCatchUp};
  h.presses.pending = behind;
  // What was charged for the reply that did not wait comes back in part.
  const LogWeight c = behind == 0 ? model::kPressExpected
                                  : model::kNoPressForgiven - model::kNoPress +
                                        weights::of_lasting(now_ - std::min(ply_made_at(h, behind), now_),
                                                            {model::kPressForgottenAfter, overdue_rate(side),
                                                             model::kPressForgotten.millinats()});
  h.score += c;
  // Nor was there a press to wait for: it was the player's own clock that ran.
  if (behind > 0) h.presses.weight = c + no_press(side) - model::kNoPress;
  if (behind == 0 && has_promoted_to_nothing(h) && !may_take_promoted(h))
    findings::not_promoted(*h.step, sensed(h.orientation), now_, h.notices.emplace_back());
}

void Tracker::press_too_early(Hypothesis& h, Side side) const {
  const Bitboard deviating = deviation(h);
  const Bitboard occupied = sensed(h.orientation).occupied;
  const findings::AtPress press{h, side, now_, deviating & ~occupied, deviating & occupied};
  // With only the piece to be taken in the hand the move has not even begun.
  const bool unlikely = press.missing != 0 && (press.missing & h.step->position().pieces(side)) == 0;
  const LogWeight c = (settling_ == model::kSettling ? model::kPressTooEarly : model::kPressMaybeEarly) +
                      (unlikely ? model::kPressWithVictim : LogWeight{0});
  h.score += c;
  ++h.presses.idle;
  h.presses.idle_weight += c;
  h.presses.weight = c;
  h.presses.early = now_;
  h.presses.early_weight = c;
  // A move that is complete on the board explains the press; the hypothesis that it is not is only kept in
  // mind.
  if (is_complete(h)) return;
  findings::press_without_move(press, h.notices);
  if (!findings::promotion_incomplete(press, h.notices) && !note_illegal(h, press.missing, press.extra, side))
    findings::press_before_place(press, h.notices);
}

std::vector<Hypothesis*> Tracker::bases_at_press(Side side,
                                                 const std::vector<Hypothesis*>& pressed_twice) const {
  // Irregular explanations start from what was likeliest before the unfinished segment made it look bad.
  std::vector<Hypothesis*> bases;
  for (const auto& h : live_) {
    const bool twice = std::find(pressed_twice.begin(), pressed_twice.end(), h.get()) != pressed_twice.end();
    const bool touched =
        std::any_of(h->touches.begin(), h->touches.end(), [](const Touch& x) { return x.touches > 0; });
    // A piece that takes from a square whose sensor goes on showing it leaves nothing to be seen; but there
    // is no need of that where another explanation has the press complete a move.
    const bool unseen_move =
        h->presses.early == now_ && h->total > live_.front()->total + model::kPressTooEarly;
    const bool unexplained = deviation(*h) != 0 || touched || unseen_move;
    if (h->turn() != side ? twice && deviation(*h) != 0 : !presses_back(*h, side) && unexplained)
      bases.push_back(h.get());
  }
  keep_likeliest(bases);
  return bases;
}

bool Tracker::is_being_taken_back(const Hypothesis& h) const {
  if (h.step->kind != StepKind::illegal) return false;
  const Bitboard made = h.step->parent ? h.step->board().differs_from(h.step->parent->board())
                                       : chess::bit(h.step->move.from()) | chess::bit(h.step->move.to());
  return (deviation(h) & ~made) == 0;
}

bool Tracker::presses_back(const Hypothesis& h, Side side) const {
  const Bitboard deviating = deviation(h);
  return h.displacement_noted && h.presses.last.by != side && h.turn() == side && deviating != 0 &&
         (deviating & ~h.presses.last.deviation) == 0;
}

bool Tracker::has_promoted_to_nothing(const Hypothesis& h) const {
  return h.step->kind == StepKind::legal && h.step->move.is_promotion() &&
         chess::contains(deviation(h) & ~sensed(h.orientation).occupied, h.step->move.to());
}

bool Tracker::may_take_promoted(Hypothesis& h) const {
  // The piece had replaced the pawn, and the reply that takes it may have begun before the press.
  const Square on = h.step->move.to();
  const Touch* since = h.touches.find(on);
  const bool exchanged = findings::was_exchanged(h.step->touches(), h.step->move) ||
                         (since != nullptr && since->count >= model::kExchangedFrom);
  return exchanged && std::any_of(moves(h).begin(), moves(h).end(),
                                  [&](const Successor& s) { return chess::contains(s.victim(), on); });
}

bool Tracker::note_illegal(Hypothesis& h, Bitboard missing, Bitboard extra, Side side) const {
  // Whether or not the transfer that stands at the press is taken for a move: it is what the press completed.
  if (h.occupied() != h.step->position().occupied() || chess::count(missing | extra) > model::kSquaresOfAct)
    return false;
  const auto acts = acts_for(h.step->position(), missing, extra, h.touches, side);
  const auto is_transfer = [&](const Act& act) {
    if (act.kind != StepKind::illegal || act.transfers.empty()) return false;
    // A piece that is seen nowhere is in the hand rather than on a square that has only flickered.
    const Touch* taken = extra == 0 ? h.touches.find(act.transfers[0].to) : nullptr;
    return taken == nullptr || taken->touches > 0;
  };
  const Act* likeliest = nullptr;
  for (const Act& act : acts)
    if (is_transfer(act) && (likeliest == nullptr || act.weight > likeliest->weight)) likeliest = &act;
  if (likeliest == nullptr) return false;
  Notice notice =
      notice_of(h.step->position(), *likeliest, h.step->ply + 1, sensed(h.orientation), h.guessed);
  notice.t = notice.from = now_;
  for (const Touch& touch : h.touches) notice.from = std::min(notice.from, touch.first);
  h.notices.push_back(std::move(notice));
  return true;
}

bool Tracker::note_fallen(Hypothesis& h, Time after) const {
  // A piece was not on its square at the press, and still is not: it lies on the board or stands between two
  // squares. Its sensor may be at fault instead; somebody should look all the same.
  if (h.presses.last.deviation == 0 || !h.pressed() || h.displacement_noted || h.presses.last.at == Time{} ||
      now_ < h.presses.last.at + after || h.turn() == h.presses.last.by)
    return false;
  const Bitboard missing = (deviation(h) | h.sensors.fault) & h.presses.last.deviation & h.occupied() &
                           ~sensed(h.orientation).occupied;
  if (missing == 0 || chess::more_than_one(missing)) return false;
  // Noted at the press, if it is anything.
  if (h.step->move.is_promotion() && h.step->move.to() == chess::first(missing)) return false;
  const Touch* touch = h.touches.find(chess::first(missing));
  if (touch == nullptr ? h.sensors.flickers != 0 : !touch->open || touch->start > h.presses.last.at)
    return false;
  const auto may_hold = [&](const Successor& s) { return ((s.cleared | s.victim()) & missing) != 0; };
  // A player who lifts a piece before the other has put one down replies in an instant or not at all, unless
  // it is a pawn that promotes: then there is a piece to fetch.
  const auto promotes = [&](const Successor& s) {
    return s.move.is_promotion() && chess::bit(s.move.from()) == missing;
  };
  const bool in_flight = touch != nullptr && touch->start < h.step->t &&
                         std::none_of(moves(h).begin(), moves(h).end(), promotes);
  if (now_ < h.presses.last.at + (in_flight ? model::kFallenAfterHand : model::kHeldAtMost) &&
      std::any_of(moves(h).begin(), moves(h).end(), may_hold))
    return false;
  h.displacement_noted = true;
  h.notices.push_back(
      displaced_at_press(h, now_, touch == nullptr ? h.presses.last.at : touch->start, missing, 0));
  return true;
}

void Tracker::note_lifted_at_press(Hypothesis& h) const {
  const Time pressed = *h.presses.early;
  const Side side = h.turn();
  const auto nothing_made = [&](const Notice& n) {
    return n.kind == Kind::press_without_move && n.t == pressed;
  };
  if (std::none_of(h.notices.begin(), h.notices.end(), nothing_made)) return;
  const Bitboard own = h.step->position().pieces(side);
  const auto lifted = std::find_if(h.touches.begin(), h.touches.end(), [&](const Touch& touch) {
    return touch.open && chess::contains(own, touch.square) && touch.start >= pressed &&
           touch.start <= pressed + settling_;
  });
  if (lifted == h.touches.end()) return;
  std::erase_if(h.notices, nothing_made);
  findings::press_before_place({h, side, pressed, chess::bit(lifted->square), 0}, h.notices);
  // No hand comes from the clock so soon; later, it may have.
  if (lifted->start > pressed + model::kToTheClock) h.notices.back().grade = Grade::C;
}

void Tracker::note_displaced(Hypothesis& h) const {
  const Bitboard logical = h.step->position().occupied();
  const Bitboard missing = logical & ~h.occupied();
  const Bitboard extra = h.occupied() & ~logical;
  if (((missing | extra) & h.presses.last.deviation) == 0 || h.displacement_noted) return;
  h.displacement_noted = true;
  if (h.step->kind == StepKind::illegal) return;  // it is part of the illegal move
  h.notices.push_back(displaced_at_press(h, now_, h.step->began(), missing, extra));
}

LogWeight Tracker::compute_overdue(Hypothesis& h) const {
  Time made{};
  if (h.pressed()) {
    if (!is_complete(h)) return LogWeight{0};
    made = last_change_;
  } else {
    // The latest ply of the side whose clock runs, if no press has completed it. What was made in one's own
    // time may be in the hand still.
    const Step* ply = h.step.get();
    for (unsigned i = 0; ply != nullptr; ply = ply->parent.get()) {
      if (!ply->on_record()) continue;
      if (ply->side == running_) break;
      if (++i == h.presses.pending) return LogWeight{0};
    }
    if (ply == nullptr) return LogWeight{0};
    const Touch* put = ply->touches().find(ply->move.to());
    made = put == nullptr ? ply->t : put->open ? put->start : put->end;
    if (made > last_press_) return LogWeight{0};
  }
  return weights::of_lasting(now_, {std::max(made + model::kPressesWithin, last_press_),
                                    overdue_rate(*running_), model::kOverdue.millinats()});
}

}  // namespace jadoube::tracker
