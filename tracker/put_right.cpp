#include "tracker/put_right.hpp"

#include <algorithm>

namespace jadoube::tracker {

bool PutRight::is_made(const Hypothesis& from, StepKind kind) const {
  return std::any_of(games_.live().begin(), games_.live().end(),
                     [&](const Owned& o) { return o->origin.from == from.id && o->step->kind == kind; });
}

void PutRight::propose(Hypothesis& h) {
  const SensedBoard& now = scene_.sensed(h.orientation);
  if (h.step->is_irregular_ply() && h.step->parent &&
      (now.differs_from(h.step->parent->board()) & ~scene_.unseen(h)) == 0 && !propose_taken_back(h))
    return;
  // Of two moves the second alone was taken back.
  if (h.step->kind == StepKind::illegal && h.step->parent && !h.touches.empty() &&
      h.step->is_for(Reason::two_moves))
    propose_second_taken_back(h);
  const SensedBoard logical = SensedBoard::of(h.step->position());
  if (h.occupied() != logical.occupied && (now.differs_from(logical) & ~scene_.unseen(h)) == 0)
    propose_repaired(h, logical);
}

bool PutRight::propose_taken_back(Hypothesis& h) {
  const StepPtr back = h.step->parent;
  const bool made = std::any_of(games_.live().begin(), games_.live().end(),
                                [&](const Owned& o) { return o->origin.from == h.id && o->step == back; });
  if (made) return false;
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
