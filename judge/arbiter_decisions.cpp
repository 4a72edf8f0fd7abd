// What a person decides about a finding, and what it counts for.
#include <utility>
#include <vector>

#include "judge/judge_impl.hpp"
#include "judge/position_words.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;

namespace {

using report::Kind;
using report::State;

}  // namespace

// ---- confirmations

Case* Judge::Impl::named(const record::Arbiter& arbiter, const Text& verb) {
  if (!arbiter.finding) {
    refuse(wording("Which finding should be {1}? Its number is missing.", verb));
    return nullptr;
  }
  const std::string id = std::to_string(*arbiter.finding);
  Case* c = find(*arbiter.finding);
  if (!c || c->unreported) {
    refuse(wording("There is no finding {1}; it cannot be {2}.", id, verb));
    return nullptr;
  }
  if (!c->is_over()) return c;
  switch (c->finding.state) {
    case State::confirmed:
    case State::dismissed:
    case State::withdrawn:
      refuse(wording("Finding {1} was {2} before; it cannot be {3}.", id,
                     words::known(name(c->finding.state)), verb));
      break;
    default:
      refuse(wording("Finding {1} was closed at {2}; it cannot be {3} any more.", id,
                     log_time_text(c->finding.t), verb));
  }
  return nullptr;
}

/// A breach may be penalised after the board has been put right (FIDE 7.4.3).
bool Judge::Impl::note_what_was_put_right(const record::Arbiter& arbiter) {
  Case* c = arbiter.finding ? find(*arbiter.finding) : nullptr;
  const bool may = c && !over_ && c->right_at && c->finding.state == State::closed &&
                   c->cell->has(Action::may_penalise) && c->finding.side;
  if (!may) return false;
  note_breach(*c);
  c->is_noted = true;
  reply(wording("Finding {1} was put right at {2}; the breach is noted against {3}{4}.",
                std::to_string(c->finding.id), log_time_text(c->finding.t), capital(*c->finding.side),
                cited(c->law, *c->cell)),
        c->row);
  return true;
}

void Judge::Impl::note_breach(const Case& c) {
  context_.noted.add(*c.finding.side,
                     {c.finding.ply, c.act, move_number(c.finding.evidence.before_fen), c.cell->article()});
}

/// What is confirmed asks the players for something until a position is set.
void Judge::Impl::ask(Case& c, const Advice& advice) {
  if (!c.acted_on && c.row != Row{14})
    c.asked = MovesAsked{advice.reinstate_fen, advice.to_move, advice.must_play};
}

void Judge::Impl::confirm(const record::Arbiter& arbiter) {
  if (note_what_was_put_right(arbiter)) return;
  Case* c = named(arbiter, wording("confirmed"));
  if (!c) return;
  const bool counts = c->cell && context_.law->parameters.loss_at != 0 && c->cell->has(Action::penalty) &&
                      c->finding.side && c->status == Case::Status::open;
  Text note = wording("Confirmed.");
  if (c->cell && c->cell->authority == Authority::claim && !c->claimed)
    note = wording("Confirmed; only a player's claim entitles to this ({1}).", in_words(c->cell->article()));
  // The advice is that of the open case, with the clocks as they are now.
  const auto confirm_it = [&](Case& each, const Text& why) {
    each.closes_at.reset();
    const Advice advice = advice_writer_.write(each, now_, {});
    ask(each, advice);
    say(each, State::confirmed, why);
    each.end();
    decide_event(each);
  };
  // What rules over it is about the same act, and is confirmed with it: that is where the orders are.
  const auto governor = governor_of(*c);
  Case* ruling = governor && (governor->bond == Bond::same_ply || governor->bond == Bond::ply_before)
                     ? find(governor->by->finding.id)
                     : nullptr;
  confirm_it(*c, note);
  if (ruling && !ruling->is_over() && ruling->finding.ply == c->finding.ply) {
    ruling->decided_with = c->finding.id;
    confirm_it(*ruling, wording("Confirmed with finding {1}.", std::to_string(c->finding.id)));
  }
  if (counts) {
    c->counted_at = now_;
    count_offence(*c);
  } else if (c->cell && c->cell->has(Action::may_penalise) && c->finding.side) {
    c->is_noted = true;
    note_breach(*c);
  }
}

void Judge::Impl::dismiss(const record::Arbiter& arbiter) {
  if (Case* c = named(arbiter, wording("dismissed"))) finish(*c, State::dismissed, wording("Dismissed."));
}

void Judge::Impl::count_offence(Case& c) {
  const Side side = *c.finding.side;
  const std::size_t before = context_.offences.of(side).size();
  const unsigned move = move_number(c.finding.evidence.before_fen);
  const std::string article = c.cell->article();
  // What else is open against that player becomes one offence more.
  std::vector<std::pair<Case*, unsigned>> others;
  for_each_live([&](Case& other) {
    if (other.finding.side == side)
      others.emplace_back(&other, advice_writer_.write(other, now_, {}).offence_number);
  });
  const std::size_t number = context_.offences.add(side, {c.finding.ply, c.act, move, article});
  const bool is_another = context_.offences.of(side).size() > before;
  for (const auto& [other, said] : others)
    if (advice_writer_.write(*other, now_, {}).offence_number != said)
      say(*other, State::updated, wording("Another offence of {1} is confirmed.", capital(side)));
  confirmed_at_.push_back(now_);
  if (!is_another || number < context_.law->parameters.loss_at) return;

  std::vector<Text> all;
  for (const Offence& offence : context_.offences.of(side)) {
    const Text which = all.size() + 1 == number ? wording("now") : ordinal(all.size() + 1);
    all.push_back(
        wording("{1}: move {2}, {3}", which, std::to_string(offence.move), in_words(offence.article)));
  }
  Text text = wording("{1} confirmed offence of {2} ({3}).", ordinal(number), capital(side),
                      words::strung(all, "; "));
  Case& limit = private_note(Kind::offence_limit, {}, std::move(text), offence_limit_grade(c.finding));
  limit.finding.side = side;
  limit.finding.ply = c.finding.ply;
  limit.finding.squares = c.finding.squares;
  limit.finding.evidence = c.finding.evidence;
  limit.finding.evidence.before_fen = advice_writer_.judged_position(c);
  say(limit, State::opened);
}

}  // namespace jadoube::laws
