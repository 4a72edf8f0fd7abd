#include "tracker/press_hearing.hpp"

#include <algorithm>

#include "tracker/acts/matcher.hpp"
#include "tracker/acts/notice.hpp"
#include "tracker/findings/displaced.hpp"
#include "tracker/findings/press.hpp"
#include "tracker/irregular_acts.hpp"
#include "tracker/pending_plies.hpp"
#include "tracker/put_right.hpp"

namespace jadoube::tracker {

bool PressHearing::hear(Side side) {
  std::vector<Hypothesis*> pressed_twice;
  std::vector<Hypothesis*> pressed_last;
  for (auto& h : games_.live()) {
    PutRight{games_}.propose_agreed(*h, side);
    const Meaning meaning = hear_in(*h, side);
    if (meaning == Meaning::one_too_many) pressed_twice.push_back(h.get());
    if (meaning == Meaning::of_last_ply && scene_.deviation(*h) != 0) pressed_last.push_back(h.get());
  }
  games_.rank();
  IrregularActs irregular{games_};
  for (Hypothesis* h : bases_at_press(side, pressed_twice)) irregular.propose(*h, side);
  for (Hypothesis* h : pressed_last) irregular.propose_second_move(*h, side);
  games_.prune();
  bool look_again = false;
  for (auto& h : games_.live()) {
    h->presses.last.deviation |= scene_.deviation(*h) | (h->occupied() ^ h->step->position().occupied());
    h->presses.last.by = side;
    h->presses.last.at = scene_.now;
    findings::displaced_at_press(scene_, *h);
    look_again |= scene_.deviation(*h) != 0 || h->presses.pending > 0;
  }
  return look_again;
}

PressHearing::Meaning PressHearing::hear_in(Hypothesis& h, Side side) const {
  Presses& presses = h.presses;
  if (scene_.now > presses.spare.until) presses.spare.count = 0;
  presses.weight = LogWeight{0};
  // A player who presses back at once, with no own piece in the air, may want something put right.
  if (presses.last.by != side && chess::count(scene_.deviation(h)) == 1)
    findings::fallen(games_, h, model::kPressedBackAfter);
  if (const auto behind = ply_pressed(h, side, scene_.now)) {
    complete_pressed_ply(h, side, *behind);
    return *behind == 0 ? Meaning::of_last_ply : Meaning::other;
  }
  if (presses.spare.count > 0 && (h.turn() != side || scene_.deviation(h) == 0)) {
    --presses.spare.count;
    presses.spare.until = scene_.now + model::kCatchUp;
    return Meaning::other;
  }
  // The other has pressed for what was put right: this sets his clock going again.
  if (h.turn() != side && h.put_right && h.presses.last.at == Time{}) return Meaning::other;
  if (h.turn() != side) {
    h.score += model::kPressTwice;
    ++presses.idle;
    presses.idle_weight += model::kPressTwice;
    return Meaning::one_too_many;
  }
  if (h.put_right || is_being_taken_back(h) || presses_back(h, side))
    h.score += model::kRestored;
  else
    press_too_early(h, side);
  return Meaning::other;
}

void PressHearing::complete_pressed_ply(Hypothesis& h, Side side, unsigned behind) const {
  const unsigned passed_over = plies_passed_over(h, side, behind);
  if (passed_over > 0) h.presses.spare = {passed_over, scene_.now + model::kCatchUp};
  h.presses.pending = behind;
  // What was charged for the reply that did not wait comes back in part.
  const LogWeight c = behind == 0
                          ? model::kPressExpected
                          : std::min(model::kNoPressForgiven - model::kNoPress, -scene_.no_press(side)) +
                                weights::of_lasting(scene_.now - std::min(ply_made_at(h, behind), scene_.now),
                                                    {model::kPressForgottenAfter, scene_.overdue_rate(side),
                                                     model::kPressForgotten.millinats()});
  h.score += c;
  // Nor was there a press to wait for: it was the player's own clock that ran.
  if (behind > 0) h.presses.weight = c + scene_.no_press(side) - model::kNoPress;
  if (behind == 0 && scene_.has_promoted_to_nothing(h) && !may_take_promoted(h))
    findings::not_promoted(*h.step, scene_.sensed(h.orientation), scene_.now, h.notices.emplace_back());
}

void PressHearing::press_too_early(Hypothesis& h, Side side) const {
  const Bitboard deviating = scene_.deviation(h);
  const Bitboard occupied = scene_.sensed(h.orientation).occupied;
  const findings::AtPress press{h,
                                side,
                                scene_.now,
                                deviating & ~occupied,
                                deviating & occupied,
                                scene_.unseen(h) & h.step->position().pieces(side)};
  // With only the piece to be taken in the hand the move has not even begun.
  const bool unlikely = press.missing != 0 && (press.missing & h.step->position().pieces(side)) == 0;
  const LogWeight c = model::too_early(scene_.settling) + (unlikely ? model::kPressWithVictim : LogWeight{0});
  h.score += c;
  ++h.presses.idle;
  h.presses.idle_weight += c;
  h.presses.weight = c;
  h.presses.early = scene_.now;
  h.presses.early_weight = c;
  // A move that is complete on the board explains the press; the hypothesis that it is not is only kept in
  // mind.
  if (games_.is_complete(h)) return;
  findings::press_without_move(press, h.notices);
  if (!findings::promotion_incomplete(press, h.notices) && !note_illegal(h, press.missing, press.extra, side))
    findings::press_before_place(press, h.notices);
}

std::vector<Hypothesis*> PressHearing::bases_at_press(Side side,
                                                      const std::vector<Hypothesis*>& pressed_twice) const {
  // Irregular explanations start from what was likeliest before the unfinished segment made it look bad.
  std::vector<Hypothesis*> bases;
  for (const auto& h : games_.live()) {
    const bool twice = std::find(pressed_twice.begin(), pressed_twice.end(), h.get()) != pressed_twice.end();
    const bool touched =
        std::any_of(h->touches.begin(), h->touches.end(), [](const Touch& x) { return x.touches > 0; });
    // A piece that takes from a square whose sensor goes on showing it leaves nothing to be seen; but there
    // is no need of that where another explanation has the press complete a move.
    const bool unseen_move =
        h->presses.early == scene_.now && h->total > games_.live().front()->total + model::kPressTooEarly;
    const bool unexplained = scene_.deviation(*h) != 0 || touched || unseen_move;
    if (h->turn() != side ? twice && scene_.deviation(*h) != 0 : !presses_back(*h, side) && unexplained)
      bases.push_back(h.get());
  }
  IrregularActs::keep_likeliest(bases);
  return bases;
}

bool PressHearing::is_being_taken_back(const Hypothesis& h) const {
  if (h.step->kind != StepKind::illegal) return false;
  const Bitboard made = h.step->parent ? h.step->board().differs_from(h.step->parent->board())
                                       : chess::bit(h.step->move.from()) | chess::bit(h.step->move.to());
  return (scene_.deviation(h) & ~made) == 0;
}

bool PressHearing::presses_back(const Hypothesis& h, Side side) const {
  const Bitboard deviating = scene_.deviation(h);
  return h.displacement_noted && h.presses.last.by != side && h.turn() == side && deviating != 0 &&
         (deviating & ~h.presses.last.deviation) == 0;
}

bool PressHearing::may_take_promoted(Hypothesis& h) const {
  // The piece had replaced the pawn, and the reply that takes it may have begun before the press.
  const Square on = h.step->move.to();
  const Touch* since = h.touches.find(on);
  const bool exchanged = findings::was_exchanged(h.step->touches(), h.step->move) ||
                         (since != nullptr && since->count >= model::kExchangedFrom);
  return exchanged && std::any_of(games_.moves(h).begin(), games_.moves(h).end(),
                                  [&](const Successor& s) { return chess::contains(s.victim(), on); });
}

bool PressHearing::note_illegal(Hypothesis& h, Bitboard missing, Bitboard extra, Side side) const {
  // Whether or not the transfer that stands at the press is taken for a move: it is what the press completed.
  if (h.occupied() != h.step->position().occupied() || chess::count(missing | extra) > model::kSquaresOfAct)
    return false;
  const auto acts = acts_for(h.step->position(), missing, extra, h.touches, side);
  const auto is_transfer = [&](const Act& act) {
    if (act.kind != StepKind::illegal || act.transfers.empty()) return false;
    if (extra != 0) return true;
    // A piece that is seen nowhere is in the hand, or stands badly, rather than on a square that has only flickered, or where a
    // piece of its own side was adjusted that it does not even attack.
    const auto [from, to] = act.transfers[0];
    const Touch* taken = h.touches.find(to);
    const chess::Position& position = h.step->position();
    const bool adjusted =
        chess::contains(position.pieces(side), to) && !chess::contains(position.attackers_to(to, side), from);
    return (taken == nullptr || taken->touches > 0) && !adjusted;
  };
  const Act* likeliest = nullptr;
  for (const Act& act : acts)
    if (is_transfer(act) && (likeliest == nullptr || act.weight > likeliest->weight)) likeliest = &act;
  if (likeliest == nullptr) return false;
  Notice notice =
      notice_of(h.step->position(), *likeliest, h.step->ply + 1, scene_.sensed(h.orientation), h.guessed);
  notice.t = notice.from = scene_.now;
  for (const Touch& touch : h.touches) notice.from = std::min(notice.from, touch.first);
  h.notices.push_back(std::move(notice));
  return true;
}

}  // namespace jadoube::tracker
