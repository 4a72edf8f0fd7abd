#include "tracker/put_right.hpp"

#include <algorithm>
#include <utility>

#include "reading/undone.hpp"
#include "tracker/acts/matcher.hpp"
#include "tracker/acts/notice.hpp"
#include "tracker/closing.hpp"

namespace jadoube::tracker {

bool PutRight::is_made(const Hypothesis& from, StepKind kind) const {
  return games_.any([&](const Owned& o) { return o->origin.from == from.id && o->step->kind == kind; });
}

bool PutRight::is_gone_back(const Hypothesis& from) const {
  return games_.any(
      [&](const Owned& o) { return o->origin.from == from.id && o->step == from.step->parent; });
}

void PutRight::propose(Hypothesis& h) {
  const SensedBoard& now = scene_.sensed(h.orientation);
  if (h.step->is_irregular_ply() && h.step->parent &&
      (now.differs_from(h.step->parent->board()) & ~scene_.unseen(h)) == 0 && !propose_taken_back(h))
    return;
  const bool pressed_back = h.presses.early == h.presses.last.at && scene_.running == ~h.turn();
  if (!scene_.clock_seen || pressed_back) propose_agreed(h, h.turn());
  // Of two moves the second alone was taken back.
  if (h.step->kind == StepKind::illegal && h.step->parent && !h.touches.empty() &&
      h.step->is_for(Reason::two_moves))
    propose_second_taken_back(h);
  const SensedBoard logical = SensedBoard::of(h.step->position());
  if (h.occupied() != logical.occupied && (now.differs_from(logical) & ~scene_.unseen(h)) == 0)
    propose_repaired(h, logical);
}

void PutRight::propose_unseen_capture() {
  const Hypothesis& best = games_.best();
  // What was seen at first may have been read as a ply, and as the reply to it.
  LogWeight worth = best.score - best.presses.idle_weight;
  StepPtr step = best.step;
  for (model::Plies back = 0; step && step->keeps_stand() && back <= model::kPutRightAfter; ++back) {
    const bool pressed = scene_.last_press_of[chess::index(step->position().turn())] > step->t;
    const Bitboard off = scene_.sensed(best.orientation).differs_from(step->board());
    if (pressed && (off & ~best.sensors.fault) == 0) {
      // That a piece had gone, and nowhere, is no account of what else was touched.
      const auto tells = [](const Notice& n) { return n.kind == Kind::illegal_move && n.squares.size() > 1; };
      const auto is_told = [&](const Owned& h) {
        return h->step == step && std::ranges::any_of(h->notices, tells);
      };
      if (games_.any(is_told)) return;
      for (const Owned& h : games_.live())
        if (h->step == step) worth = std::max(worth, h->score - h->presses.idle_weight);
      if (propose_unseen_capture(step, worth)) return games_.prune();
    }
    worth = std::exchange(step, step->parent)->before;
  }
}

bool PutRight::propose_unseen_capture(const StepPtr& back, LogWeight worth) {
  const Hypothesis& best = games_.best();
  const chess::Position& position = back->position();
  const Bitboard last = chess::bit(back->move.from()) | chess::bit(back->move.to());
  auto undone = reading::undone_since(scene_.boards_since(back->t, best.orientation), position, last);
  if (!undone) return false;
  undone->after |= scene_.upright(scene_.touched_while_stopped, best.orientation);
  if (!chess::contains(undone->after, undone->from)) return false;
  const std::uint32_t made = games_.next_id();
  const Bitboard pieces = position.occupied() & ~chess::bit(undone->from);
  for (const Square to : chess::squares(undone->after & pieces & ~undone->before)) {
    const Bitboard roles = chess::bit(undone->from) | chess::bit(to);
    // What it took was laid beside it for a moment.
    const Bitboard beside = undone->before & reading::beside_capture(to, position.occupied());
    const int others = chess::count((undone->before | (undone->after & ~last)) & ~(roles | beside));
    const LogWeight set_beside = beside != 0 ? model::kSetBeside : LogWeight{0};
    for (const Act& act : acts_of_unseen_capture(position, {undone->from, to})) {
      const LogWeight score = worth + act.weight + scene_.scan_of(position.turn()).victim_unseen +
                              model::kRestored + set_beside + model::kTouched * others +
                              model::kPressTwice * undone->pressed_back;
      if (score < games_.worst_kept()) continue;
      Owned c = games_.child(best, back);
      c->sensors.trust(act.roles());
      c->score = c->total = score;
      c->put_right = true;
      c->presses = {};
      Notice notice = notice_of(position, act, back->ply + 1, scene_.sensed(best.orientation), c->guessed);
      notice.t = scene_.now;
      notice.from = undone->pressed;
      c->notices.push_back(std::move(notice));
      games_.add(std::move(c));
    }
  }
  return games_.next_id() != made;
}

void PutRight::propose_put_back(Bitboard touched) {
  for (const auto& h : games_.live()) {
    const Bitboard upright = scene_.upright(touched, h->orientation);
    Bitboard roles = 0;
    Bitboard taken = 0;
    LogWeight price = model::kTakenBack;
    std::vector<Notice> notices = h->notices;
    for (StepPtr step = h->step; step->parent; step = step->parent) {
      if (step->is_irregular_ply()) {
        price = model::kRestored;
        // What was not pressed was no completed illegal move.
        if (step != h->step || h->pressed())
          notices.insert(notices.end(), step->notices.begin(), step->notices.end());
      }
      roles |= (step->board().occupied ^ step->parent->board().occupied) | chess::bit(step->move.to());
      if (step->takes) taken |= chess::bit(step->move.to());
      // Also of a piece that is put back where it was taken something is seen.
      if ((taken & ~upright) != 0) continue;
      const Owned back = games_.child(*h, step->parent);
      back->score += price;
      back->presses = {};
      back->notices = notices;
      if (go_on_from(*back, upright & ~roles)) break;
    }
  }
}

bool PutRight::go_on_from(Hypothesis& back, Bitboard others) {
  Owned c;
  if (scene_.running.value_or(back.turn()) == back.turn() && scene_.deviation(back) == 0) {
    c = games_.child(back, back.step);
    c->notices = back.notices;
  } else if (scene_.running == ~back.turn()) {
    // Another move was made before the clock ran again.
    const std::vector<Successor>& all = games_.moves(back);
    const auto played = std::find_if(all.begin(), all.end(), scene_.is_sensed(back));
    if (played == all.end()) return false;
    c = games_.play(back, StepKind::legal, played->move);
    c->score += weights::of_choice(all.size()) + moved_as_touched(back, *played, all);
    others &= ~played->roles();
  }
  if (c == nullptr) return false;
  const int touched = chess::count(others & back.occupied());
  c->score += model::kTouched * std::min<int>(touched, model::kPutRightSquares);
  c->total = c->score;
  c->presses = {};
  c->put_right = true;
  if (c->score >= games_.worst_kept()) games_.add(std::move(c));
  return true;
}

void PutRight::propose_agreed(const Hypothesis& h, Side side) {
  if (h.turn() != side || h.step->kind != StepKind::legal || !h.step->parent || !h.pressed() ||
      is_gone_back(h))
    return;
  const StepPtr back = h.step->parent;
  const Bitboard off = scene_.sensed(h.orientation).differs_from(back->board());
  // Also of a piece that is put back where it was taken something is seen.
  const Bitboard changed = (h.occupied() ^ back->board().occupied) | chess::bit(h.step->move.to());
  if ((off & ~scene_.unseen(h)) != 0 || (changed & ~h.touches.squares()) != 0) return;
  // The press before the board is as it was asked for that, and was none that came too early.
  const LogWeight pressed = h.presses.early ? h.presses.weight : LogWeight{0};
  const LogWeight score =
      h.score - pressed + model::kTakenBack + bystanders_weight(h.touches, h.occupied(), changed, scene_.now);
  if (score < games_.worst_kept()) return;
  Owned c = games_.child(h, back);
  c->score = c->total = score;
  c->presses = {};
  games_.add(std::move(c));
}

bool PutRight::propose_taken_back(Hypothesis& h) {
  const StepPtr back = h.step->parent;
  if (is_gone_back(h)) return false;
  const Bitboard roles = chess::bit(h.step->move.from()) | chess::bit(h.step->move.to());
  const LogWeight score =
      h.score + model::kRestored + bystanders_weight(h.touches, h.occupied(), roles, scene_.now);
  if (score < games_.worst_kept()) return false;
  Owned c = games_.child(h, back);
  c->score = c->total = score;
  c->put_right = true;
  c->presses = {};  // a press that was due for what has been taken back is due no more
  c->notices = h.step->notices;
  // Taken back before the press it was no completed illegal move.
  if (!h.pressed())
    std::erase_if(c->notices,
                  [&](const Notice& n) { return n.kind == Kind::illegal_move && n.ply == h.step->ply; });
  c->notices.insert(c->notices.end(), h.notices.begin(), h.notices.end());
  games_.add(std::move(c));
  return true;
}

void PutRight::propose_second_taken_back(Hypothesis& h) {
  const StepPtr before = h.step->parent;
  const Owned base = games_.child(h, before);
  const std::vector<Successor>& all = games_.moves(*base);
  const auto first = std::find_if(all.begin(), all.end(), scene_.is_sensed(*base));
  if (first == all.end() || is_made(h, StepKind::legal)) return;
  const Bitboard roles = h.step->board().occupied ^ base->occupied() ^ first->changed();
  const LogWeight score =
      h.score + model::kRestored + bystanders_weight(h.touches, h.occupied(), roles, scene_.now);
  if (score < games_.worst_kept()) return;
  base->touches = h.step->touches();
  StepPtr step = games_.make_step(*base, StepKind::legal, first->move, before->position().after(first->move),
                                  contents_after(before->board(), before->position(), *first));
  step->notices = h.step->notices;
  Owned c = games_.child(h, std::move(step));
  c->score = c->total = score;
  c->presses.pending = 1;
  c->presses.spare = {};
  c->put_right = true;
  games_.add(std::move(c));
}

void PutRight::propose_repaired(Hypothesis& h, const SensedBoard& logical) {
  if (is_made(h, StepKind::repaired)) return;
  const LogWeight score =
      h.score + model::kRestored +
      bystanders_weight(h.touches, h.occupied(), h.occupied() ^ logical.occupied, scene_.now);
  if (score < games_.worst_kept()) return;
  Owned c =
      games_.child(h, games_.make_step(h, StepKind::repaired, chess::Move{}, h.step->position(), logical));
  c->score = c->total = score;
  c->displacement_noted = false;
  c->presses.spare = {};
  c->put_right = true;
  games_.add(std::move(c));
}

}  // namespace jadoube::tracker
