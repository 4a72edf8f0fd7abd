#include "tracker/interleaved.hpp"

#include <algorithm>

#include "tracker/closing.hpp"
#include "tracker/findings/segment.hpp"

namespace jadoube::tracker {

void Interleaved::propose() {
  // The reply was lifted, or even put down, before the move was: two plies at once.
  const auto are_both_away = [this](const Hypothesis& h) {
    const Bitboard missing = scene_.deviation(h) & ~scene_.sensed(h.orientation).occupied;
    const Bitboard own = h.step->position().pieces(h.turn());
    return (missing & own) != 0 && (missing & ~own) != 0;
  };
  // Seldom are they: what was born just now is ranked only then.
  if (std::ranges::none_of(games_.live(), are_both_away,
                           [](const Owned& h) -> const Hypothesis& { return *h; }))
    return;
  games_.rank();
  const std::size_t n = std::min(games_.live().size(), model::kInterleavedBases);
  for (std::size_t i = 0; i < n; ++i) {
    Hypothesis& h = *games_.live()[i];
    if (h.total < games_.live().front()->total + model::kInterleavedWithin) break;
    if (!are_both_away(h)) continue;
    const SensedBoard& now = scene_.sensed(h.orientation);
    const Bitboard deviating = scene_.deviation(h);
    Bitboard touched = 0;
    Bitboard refilled = 0;
    for (const Touch& touch : h.touches) {
      if (touch.open || touch.longest > model::kInterleavedAway) touched |= chess::bit(touch.square);
      if (!touch.open && touch.longest > model::kInterleavedAway) refilled |= chess::bit(touch.square);
    }
    // Something has been put down: elsewhere, or where a piece was taken and at once taken back.
    if (((deviating & now.occupied) | (refilled & h.occupied())) == 0) continue;
    const auto off = scene_.off_squares(h);
    for (const Successor& first : games_.moves(h)) {
      if ((first.changed() & ~touched) != 0) continue;
      const Bitboard left = off(first);
      if (left != 0 && chess::count(left) <= model::kSquaresOfPly) propose_with(h, first, touched);
    }
  }
  games_.adopt_new();
}

void Interleaved::propose_with(Hypothesis& h, const Successor& first, Bitboard touched) {
  const SensedBoard& now = scene_.sensed(h.orientation);
  const chess::Position between = h.step->position().after(first.move);
  const SensedBoard board_between = contents_after(h.step->board(), h.step->position(), first);
  const auto replies = successors_of(between, board_between);
  for (const Successor& second : replies) {
    if (((second.changed() ^ board_between.occupied ^ now.occupied) & ~scene_.unseen(h)) != 0 ||
        (second.cleared & ~touched) != 0)
      continue;
    if (second.move.from() == first.move.to()) continue;
    const SensedBoard board = contents_after(board_between, between, second);
    if ((now.differs_from(board) & ~scene_.unseen(h)) != 0) continue;
    const Bitboard carried = second.roles() & ~first.roles();
    const bool made = std::any_of(games_.live().begin(), games_.live().end(), [&](const Owned& o) {
      return o->origin.from == h.id && o->origin.plies == 2 && o->origin.carried == carried &&
             o->step->move == second.move && o->step->parent && o->step->parent->move == first.move;
    });
    if (made) continue;
    const Bitboard slid = second.path & ~first.roles() & h.touches.squares();
    LogWeight score =
        h.score + weight_of(h, first, second, carried, slid) + weights::of_choice(replies.size());
    if (second.victim() != 0 && (second.victim() & touched) == 0)
      score += scene_.scan_of(~h.turn()).victim_unseen;
    const bool excused = excuses(h, first, carried | slid, scene_.settling);
    if (excused)
      score += model::kSeemedEarly - h.presses.early_weight;
    else if (scene_.clock_seen)
      score += model::kNoPress;  // who has not waited for the move does not wait for its press
    if (!h.pressed()) score += scene_.no_press(h.turn());
    if (score < games_.worst_kept()) continue;

    StepPtr one = games_.make_step(h, StepKind::legal, first.move, between, board_between);
    if (excused) forget_early_press(h, one->notices);
    forget_fallen(first.roles() | second.roles(), one->notices);
    const bool known = chess::contains(scene_.sensed(h.orientation).type_known, first.move.to());
    findings::read_off(
        {h, first, scene_.now, scene_.scan_period, known, scene_.time_left[chess::index(h.turn())]},
        one->notices);
    const Owned h1 = games_.child(h, one);
    Owned h2 = games_.child(
        *h1, games_.make_step(*h1, StepKind::legal, second.move, between.after(second.move), board));
    h2->origin = {h.id, 2, carried};
    h2->score = h2->total = score;
    h2->presses.pending = !scene_.clock_seen ? 0 : excused ? 1 : h.presses.pending + 2;
    games_.add(std::move(h2));
  }
}

LogWeight Interleaved::weight_of(Hypothesis& h, const Successor& first, const Successor& second,
                                 Bitboard carried, Bitboard slid) const {
  LogWeight c = segment_weight(segment_of(h), first, games_.moves(h).size(), carried | slid,
                               scene_.scan_of(h.turn()), scene_.now) +
                scene_.overlap(~h.turn());
  if (slid != 0) c += model::kPathFirst + model::kPathNext * (chess::count(slid) - 1);
  // Nor is a pawn on the last rank all of a promotion.
  const bool goes_on = second.move.to() == first.move.to() || second.move.is_promotion();
  if (goes_on) return c;
  const Time early = completed_at(first, h.touches) - completed_at(second, h.touches);
  if (early < Time{0})
    return c + weight_of_reply_at_once(second, h.touches, -early, scene_.scan_of(h.turn()).pushed_within);
  return c + model::kReplyBeforeMove +
         weight_of_foresight(second, h.touches, first.move, h.touches, early, scene_.scan_period);
}

void Interleaved::propose_moved_on() {
  const std::size_t n = games_.live().size();
  for (std::size_t i = 0; i < n; ++i) {
    const Hypothesis& h = *games_.live()[i];
    if (scene_.deviation(h) == 0) continue;
    const Step& last = *h.step;
    propose_moved_on(h, last, nullptr);
    if (last.kind == StepKind::legal && last.parent) propose_moved_on(h, *last.parent, &last);
  }
  games_.adopt_new();
}

std::optional<Interleaved::Onward> Interleaved::onward_from(const Hypothesis& h, const Step& rested) const {
  const Bitboard deviating = scene_.deviation(h);
  const Bitboard missing = deviating & ~scene_.sensed(h.orientation).occupied;
  const Bitboard extra = deviating & scene_.sensed(h.orientation).occupied;
  if (missing != chess::bit(rested.move.to()) || !one_square(extra)) return std::nullopt;
  const auto move = rested.parent->position().find_legal(rested.move.from(), chess::first(extra));
  const Touch* left = h.touches.find(rested.move.to());
  const Touch* came = h.touches.find(chess::first(extra));
  if (!move || left == nullptr || came == nullptr || rested.touches().find(rested.move.to()) == nullptr)
    return std::nullopt;
  return Onward{*move, missing, extra, left->start, came->start};
}

void Interleaved::propose_moved_on(const Hypothesis& h, const Step& rested, const Step* reply) {
  if (rested.kind != StepKind::legal || !rested.parent) return;
  // A press that has completed it was too early only to the eye, if what went on is seen soon enough.
  const bool pressed = scene_.clock_seen && h.presses.pending < (reply ? 2U : 1U);
  if (pressed && (reply || h.presses.last.by != rested.side)) return;
  const auto onward = onward_from(h, rested);
  if (!onward || (pressed && onward->came >= h.presses.last.at + scene_.settling)) return;
  const StepPtr before = rested.parent;
  std::optional<chess::Move> answer;
  if (reply != nullptr) {
    answer = before->position().after(onward->move).find_legal(reply->move.from(), reply->move.to());
    if (!answer) return;
  }
  const bool made = std::any_of(games_.live().begin(), games_.live().end(), [&](const Owned& o) {
    const Step* step = o->step.get();
    if (answer) {
      if (step->move != *answer || !step->parent) return false;
      step = step->parent.get();
    }
    return step->move == onward->move && step->parent == before && o->sensors.fault == h.sensors.fault;
  });
  if (made) return;

  Owned at = games_.child(h, before);
  at->touches = rested.touches();
  at->touches.update(onward->missing, 0, onward->left);
  at->touches.update(onward->extra, onward->extra, onward->came);
  const Square stop = rested.move.to();
  const bool on_path = chess::contains(slide_path(onward->move.from(), onward->move.to()), stop);
  const Bystander rest = on_path ? Bystander::first_on_path : Bystander::other_target;
  LogWeight score = h.score + bystander_weight(*at->touches.find(stop), false, rest, scene_.now) +
                    (pressed ? model::kSeemedEarly : LogWeight{0});
  at = games_.play(*at, StepKind::legal, onward->move);
  if (answer) {
    score += scene_.overlap(reply->side);
    at->touches = reply->touches();
    at = games_.play(*at, StepKind::legal, *answer);
  }
  if (score < games_.worst_kept() ||
      ((at->step->board().occupied ^ scene_.sensed(h.orientation).occupied) & ~scene_.unseen(h)) != 0)
    return;
  at->score = at->total = score;
  at->origin = {h.id, 2, onward->extra};
  games_.add(std::move(at));
}

}  // namespace jadoube::tracker
