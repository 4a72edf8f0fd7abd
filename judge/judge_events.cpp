// Which findings are one event, and which of them rules (docs/rules.md 2.7).
#include <algorithm>

#include "judge/judge_impl.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;

namespace {

using report::State;

/// Over without a ruling, and not about a ply beside the other's: the two have nothing to do with each other any more.
bool is_past(const Case& c, const Case& other) {
  return c.is_over() && c.finding.state != State::confirmed &&
         (c.finding.ply + 1 < other.finding.ply || other.finding.ply + 1 < c.finding.ply);
}

bool is_void(const Case& c) {
  return c.unreported || c.finding.state == State::withdrawn || c.finding.state == State::dismissed;
}

/// Something can be done about it, or was done.
bool holds_over(const Case& governing, const Case& other) {
  if (is_void(governing)) return false;
  if (governing.status == Case::Status::open || (governing.draw_proposed && !governing.is_over()))
    return true;
  return governing.finding.state == State::confirmed && other.opened <= governing.finding.t;
}

// Only rows of the law govern and are governed: what is compared below has a cell.

/// When it is to be acted on: where only a claim entitles to anything, from the claim on.
std::optional<record::Time> acted_on_from(const Case& c) {
  if (c.cell->authority == Authority::claim) return c.claimed;
  return c.began();
}

/// Of two at one moment the one whose row comes first: the board before the clock.
bool is_earlier(const Case& one, const Case& other) {
  const auto first = acted_on_from(one);
  const auto second = acted_on_from(other);
  if (!first || !second || *first != *second) return first && (!second || *first < *second);
  return one.row->number() < other.row->number();
}

/// The act of `other` lies so to that of `governing`, whatever has become of them since.
bool is_bound(const Case& governing, Bond bond, const Case& other) {
  const unsigned ply = governing.is_since_start() ? 0 : governing.finding.ply;
  if (bond == Bond::together || bond == Bond::ends) return true;
  if (bond == Bond::since) return is_earlier(governing, other);
  if (governing.attempt != other.attempt && !governing.is_since_start()) return false;
  switch (bond) {
    case Bond::same_ply:
      return other.finding.ply == ply && other.act == governing.act;
    case Bond::ply_before:
      return other.finding.ply + 1 == ply;
    case Bond::later:
      return other.finding.ply > ply;
    default:
      return governing.finding.side && other.finding.side == ~*governing.finding.side &&
             (other.finding.ply == ply || other.finding.ply == ply + 1) &&
             other.happened() > governing.happened();
  }
}

/// A suspicion says nothing about what is established.
bool is_sure_enough(const Case& governing, const Case& other) {
  const report::Grade grade = governing.finding.grade;
  return grade <= other.finding.grade || grade != report::Grade::C;
}

/// It may set a board or a clock right, cost something or end the game; else it ends nothing, and is before nothing. That a draw
/// could be claimed has ended no game.
bool changes_the_game(const Case& c) {
  return std::any_of(c.cell->actions.begin(), c.cell->actions.end(), [](Action action) {
    return action != Action::none && action != Action::refer && action != Action::may_penalise;
  });
}

bool is_of_flag(const Case& c) {
  return c.finding.kind == report::Kind::flag_fallen || c.finding.kind == report::Kind::both_flags_fallen;
}

/// Nobody has set a position since, and no more than one ply was made: the arbiter is still at it.
bool has_just_happened(const Case& c, const Case& other) {
  return c.attempt == other.attempt && other.finding.ply <= c.finding.ply + 1;
}

/// The window for a claim has passed, and nobody has said that there was one.
bool was_let_pass(const Case& c) {
  return c.answered && c.claimed && c.claim_is_likely;
}

/// What is done about it may be that the flag of `other` is up again: the clocks go back with the board, or that player gets time
/// for the other's fault. What costs the player himself something does not help him.
bool may_undo_flag(const Case& c, const Case& other) {
  const Cell& cell = *c.cell;
  if (cell.has(Action::back) || cell.has(Action::new_game) || cell.has(Action::loss)) return true;
  return cell.has(Action::penalty) && c.finding.side != other.finding.side;
}

/// What came later waits for it.
bool comes_before(const Case& c, const Case& other) {
  if (!changes_the_game(c) || was_let_pass(c)) return false;
  if (!is_of_flag(other) || has_just_happened(c, other)) return true;
  // A flag that was seen to fall does not wait for what was but likely, and long ago.
  return c.finding.grade <= other.finding.grade && may_undo_flag(c, other);
}

bool governs(const Case& governing, Bond bond, const Case& other) {
  if (bond == Bond::since && !comes_before(governing, other)) return false;
  if (bond == Bond::ends && !changes_the_game(governing)) return false;
  // Nor is anybody accused of what a suspicion would excuse.
  if (bond != Bond::excuses && !is_sure_enough(governing, other)) return false;
  if (!is_bound(governing, bond, other)) return false;
  // Whoever answers what the other did has not erred, though it be no offence.
  if (bond == Bond::excuses) return !governing.unreported && governing.finding.state != State::withdrawn;
  // The reply is undone with it.
  if (bond == Bond::later && governing.goes_back && !is_void(governing)) return true;
  return holds_over(governing, other);
}

/// What was done in a game that is cancelled costs nobody anything.
bool cancels_game(const Case& c) {
  return c.cell->has(Action::new_game);
}

/// What came after it is taken back; else the game is decided by it, or goes on from what stands there.
bool undoes_later(const Case& c) {
  if (c.goes_back) return true;
  return c.status != Case::Status::waiting &&
         (c.cell->has(Action::back) || c.cell->has(Action::queen) || cancels_game(c));
}

}  // namespace

/// A later fault that is undone with the first one may still be counted.
bool Judge::Impl::counts_beside(const Governor& governor) {
  return governor.bond == Bond::later && !cancels_game(*governor.by);
}

/// Many findings of a long game are compared with each other, and few pairs of rows have anything to say.
void Judge::Impl::index_precedence() {
  precedence_ = {};
  std::array<std::vector<Row>, Row::kCount> covered;
  for (unsigned named = 1; named <= Row::kCount; ++named)
    for (unsigned row = 1; row <= Row::kCount; ++row)
      if (RowCase{Row{named}, {}}.covers(Row{row}, {})) covered[named - 1].push_back(Row{row});
  for (const Precedence& p : context_.law->precedence)
    for (const Row governing : covered[p.governing.row.index()])
      for (const Row other : covered[p.other.row.index()])
        precedence_[governing.index()][other.index()].push_back(&p);
}

template <class Do>
void Judge::Impl::for_each_bond(const Case& governing, const Case& other, Do what) const {
  if (!governing.row || !other.row || &governing == &other) return;
  for (const Precedence* each : precedence_[governing.row->index()][other.row->index()])
    if (const Precedence& p = *each;
        p.governing.covers(*governing.row, governing.which) && p.other.covers(*other.row, other.which))
      what(p.bond);
}

/// The finding that rules in its place, and how the two hang together; of several the one that is governed by
/// none.
std::optional<Judge::Impl::Governor> Judge::Impl::governor_of(const Case& c, unsigned depth) const {
  if (c.unreported || depth > report::kKindCount) return std::nullopt;
  for (const auto& entry : cases_) {
    const Case& g = entry.second;
    if (is_past(g, c)) continue;
    std::optional<Bond> found;
    for_each_bond(g, c, [&](Bond bond) {
      // What answers another finding is excused, before anything else is said of it.
      if ((!found || bond == Bond::excuses) && governs(g, bond, c)) found = bond;
    });
    if (!found) continue;
    if (const auto above = governor_of(g, depth + 1); above && above->by != &c) return above;
    return Governor{&g, *found};
  }
  return std::nullopt;
}

/// Puts a new case into the event of those it springs from one act with, and makes several events one if that
/// turns out.
void Judge::Impl::join_event(Case& c) {
  c.event = c.finding.id;
  if (c.unreported) return;
  for (const auto& [id, other] : cases_) {
    if (is_void(other) || is_past(other, c)) continue;
    bool is_one = false;
    const auto look = [&](const Case& governing, const Case& governed) {
      for_each_bond(governing, governed, [&](Bond bond) {
        if (is_one || bond == Bond::ends || !is_bound(governing, bond, governed) ||
            !is_sure_enough(governing, governed))
          return;
        if (bond == Bond::since) {
          // Of all that was before it, the one that is ruled on first.
          const auto governor = governor_of(governed);
          is_one = governor && governor->by == &governing;
        } else {
          is_one = bond != Bond::later || holds_over(governing, governed);
        }
      });
    };
    look(other, c);
    look(c, other);
    if (!is_one || other.event == c.event) continue;
    const std::uint64_t one = std::min(other.event, c.event);
    const std::uint64_t gone = std::max(other.event, c.event);
    for (auto& [number, each] : cases_)
      if (each.event == gone) each.event = one;
  }
}

/// What a withdrawn finding held together is one event no longer, unless it hangs together without it.
void Judge::Impl::part_event(const Case& withdrawn) {
  std::vector<Case*> members;
  for (auto& [id, c] : cases_)
    if (&c != &withdrawn && c.event == withdrawn.event) members.push_back(&c);
  for (Case* c : members) c->event = c->finding.id;
  for (Case* c : members) join_event(*c);
}

/// What stands in place of orders while another finding rules.
Text Judge::Impl::part_sentence(const Case& c, const Governor& governor) const {
  const Case& g = *governor.by;
  const std::string number = std::to_string(g.finding.id);
  const Text rule = !g.cell->articles.empty() ? cited(g.law, *g.cell) : Text{};
  switch (governor.bond) {
    case Bond::excuses:
      if (c.row == Row{14})
        return wording(
            "The move before was irregular: the press is probably a claim. It answers finding {1}{2}, which "
            "governs.",
            number, rule);
      // What governs the one that governs it may excuse that one, and this one is nobody's.
      if (!c.finding.side) break;
      return wording("No fault of {1}'s: it answers finding {2}{3}.", capital(*c.finding.side), number, rule);
    case Bond::ends:
      return wording("Nothing more to do: finding {1} ends the game{2}.", number, rule);
    case Bond::since:
      return wording("Part of event {1}: finding {2} was before it and is ruled on first{3}.",
                     std::to_string(c.event), number, rule);
    case Bond::later:
      if (!undoes_later(g))
        return wording("Part of event {1}: the first fault governs, finding {2}{3}.", std::to_string(c.event),
                       number, rule);
      return wording(
          "Part of event {1}: the first fault governs, finding {2}{3}. What came after is undone with it.",
          std::to_string(c.event), number, rule);
    default:
      break;
  }
  return wording("Part of event {1}: finding {2} governs{3}. No order of its own.", std::to_string(c.event),
                 number, rule);
}

void Judge::Impl::put_under_governor(Case& c) const {
  const auto governor = governor_of(c);
  c.governed_by.reset();
  c.part_of = {};
  if (!governor) return;
  c.governed_by = governor->by->finding.id;
  c.bond = governor->bond;
  c.counts_beside = counts_beside(*governor);
  c.told_beside = governor->bond == Bond::since && is_of_flag(c) && !has_just_happened(*governor->by, c);
  c.part_of = part_sentence(c, *governor);
}

/// What was said first is taken back in words where another finding has turned out to rule, and said again
/// where none rules any more.
void Judge::Impl::look_at_events() {
  if (!std::exchange(events_changed_, false) || over_) return;
  for_each_live([&](Case& c) {
    const auto governor = governor_of(c);
    const std::optional<std::uint64_t> by = governor ? std::optional{governor->by->finding.id} : std::nullopt;
    if (by == c.governed_by) return;
    // What only a finding that is no more held together is one event no longer.
    if (!by)
      if (is_void(*find(*c.governed_by))) join_event(c);
    if (by)
      say(c, State::updated,
          wording("Taken back what was said of this before: finding {1} governs.", std::to_string(*by)));
    else
      say(c, State::updated, wording("Finding {1} governs this no longer.", std::to_string(*c.governed_by)));
  });
  for (auto& entry : cases_) take_back_closing(entry.second);
}

/// Its window had passed, and what was said then is not so: another finding of the event has turned out to rule.
/// Nothing more is said of what is over, and so the other one says it.
void Judge::Impl::take_back_closing(Case& c) {
  if (c.closed_because.empty() || c.governed_by || c.claimed) return;
  const auto governor = governor_of(c);
  const bool is_of_board = governor && (governor->bond == Bond::same_ply ||
                                        governor->bond == Bond::ply_before || governor->bond == Bond::later);
  Case* ruling = is_of_board ? find(governor->by->finding.id) : nullptr;
  if (!ruling || ruling->is_over()) return;
  c.governed_by = ruling->finding.id;
  say(*ruling, State::updated,
      wording("Taken back what was said of finding {1} when it was closed: this one governs.",
              std::to_string(c.finding.id)));
}

/// The arbiter has ruled on the event: what belongs to the same act is done with. What the other player did
/// later may still cost him something.
void Judge::Impl::decide_event(const Case& decided) {
  for_each_live([&](Case& c) {
    const auto governor = governor_of(c);
    if (!governor || governor->by != &decided) return;
    const bool may_still_count = c.finding.ply != decided.finding.ply && c.finding.side &&
                                 c.cell->has(Action::penalty) && !cancels_game(decided);
    if (may_still_count) return;
    c.decided_with = decided.decided_with.value_or(decided.finding.id);
    finish(c, State::closed, wording("Decided with finding {1}.", std::to_string(decided.finding.id)));
  });
}

}  // namespace jadoube::laws
