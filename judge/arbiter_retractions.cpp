// What a person takes back of what was entered, and what follows from that.
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

// ---- what is taken back

void Judge::Impl::retract(const record::Arbiter& arbiter) {
  const Text why = wording("Taken back: {1}", arbiter.reason);
  if (arbiter.finding) return retract_decision(*arbiter.finding, why);
  if (take_pairing(arbiter))
    return reply(
        wording("The pairing is taken back: {1} - {2} play.", header_.game.white, header_.game.black));
  if (position_set_ && position_set_->t == arbiter.entered) return retract_position(why);
  retract_result(arbiter.entered.value_or(Time{}), why);
}

/// A finding is open again, with all that was decided by the same word, and what it counted for is counted anew.
void Judge::Impl::retract_decision(std::uint64_t id, const Text& reason) {
  const std::string number = std::to_string(id);
  Case* c = find(id);
  if (c && c->finding.state == State::closed && c->is_noted) {
    c->is_noted = false;
    context_.noted.remove(*c->finding.side, c->finding.ply, c->act);
    return reply(wording("The breach of finding {1} is noted no longer.", number), c->row);
  }
  const bool is_decided =
      c && !c->unreported && (c->finding.state == State::confirmed || c->finding.state == State::dismissed);
  if (!is_decided)
    return refuse(wording("There is no decision on finding {1} that can be taken back.", number));
  const std::uint64_t root = c->decided_with.value_or(id);
  std::vector<Case*> together;
  for (auto& [each, other] : cases_)
    if (each == root || other.decided_with == root) together.push_back(&other);
  // All are open before anything is said of one: each may rule over another.
  for (Case* each : together) {
    each->status = each->status_before;
    each->finding.state = State::updated;
    each->decided_with.reset();
    each->asked.reset();
    each->reopened = now_;
    if (must_play_ && must_play_->finding == each->finding.id) must_play_.reset();
  }
  for (Case* each : together) uncount_offence(*each, reason);
  for (Case* each : together) reopen(*each, reason);
  Text text = wording("The decision on finding {1} is taken back: it is open again.", number);
  for (const auto& [other_id, other] : cases_)
    if (other.counted_at && other.finding.t == now_)
      text += ' ' + wording("Finding {1} counts otherwise now: look at it.", std::to_string(other_id));
  reply(std::move(text), c->row);
}

/// It is told under the law that is in force now.
void Judge::Impl::reopen(Case& c, const Text& note) {
  if (c.law != context_.law->id) assign_cell(c);
  if (!c.unreported) return say(c, State::updated, note);
  c.end();
  say(c, State::withdrawn, wording("The law is now {1}.", context_.law->id));
}

void Judge::Impl::uncount_offence(Case& c, const Text& note) {
  if (std::exchange(c.is_noted, false)) context_.noted.remove(*c.finding.side, c.finding.ply, c.act);
  const auto counted = std::exchange(c.counted_at, std::nullopt);
  if (!counted) return;
  const Side side = *c.finding.side;
  confirmed_at_.erase(std::find(confirmed_at_.begin(), confirmed_at_.end(), *counted));
  // Two faults in one move are one offence, and the other may still stand.
  const bool still_counts = std::any_of(cases_.begin(), cases_.end(), [&](const auto& entry) {
    const Case& other = entry.second;
    return other.counted_at && other.finding.side == side && other.finding.ply == c.finding.ply &&
           other.act == c.act;
  });
  if (still_counts) return;
  const auto number_of = [&](const Case& other) {
    return context_.offences.number_of(side, other.finding.ply, other.act);
  };
  std::vector<std::pair<Case*, std::size_t>> confirmed;
  std::vector<std::pair<Case*, unsigned>> others;
  for (auto& [id, other] : cases_)
    if (other.counted_at && other.finding.side == side) confirmed.emplace_back(&other, number_of(other));
  for_each_live([&](Case& other) {
    if (other.finding.side == side && other.reopened != now_)
      others.emplace_back(&other, advice_writer_.write(other, now_, {}).offence_number);
  });
  context_.offences.remove(side, c.finding.ply, c.act);
  withdraw_limits(side, note);
  for (const auto& [other, was] : confirmed)
    if (number_of(*other) != was) move_up(*other, was);
  for (const auto& [other, said] : others)
    if (!other->is_over() && advice_writer_.write(*other, now_, {}).offence_number != said)
      say(*other, State::updated, wording("An offence of {1} counts no longer.", capital(side)));
}

/// A confirmed offence is another one than it was confirmed as, and costs something else. Where it had ended the game
/// nothing was set up again: that is to be done now.
void Judge::Impl::move_up(Case& c, std::size_t was) {
  const Parameters& law = context_.law->parameters;
  const Side side = *c.finding.side;
  const auto number = static_cast<unsigned>(context_.offences.number_of(side, c.finding.ply, c.act));
  const bool is_to_be_done = was >= law.loss_at && number < law.loss_at && c.law == context_.law->id;
  Text note = wording("An offence of {1} counts no longer.", capital(side));
  if (is_to_be_done) {
    c.status = Case::Status::open;
    ask(c, advice_writer_.write(c, now_, {}));
  } else {
    note += ' ' + wording("{1} offence of {2}.", ordinal(number), capital(side));
    const Seconds before = law.penalty(static_cast<unsigned>(was));
    if (const Seconds now = law.penalty(number); now != before)
      note += ' ' + wording("It costs {1} and not {2}.", clock_text(now), clock_text(before));
  }
  say(c, State::confirmed, note);
  c.end();
}

/// As many findings that the limit is reached stand as offences have reached it; a dismissed one is over.
void Judge::Impl::withdraw_limits(Side side, const Text& note) {
  const std::size_t limit = context_.law->parameters.loss_at;
  const std::size_t offences = context_.offences.of(side).size();
  const std::size_t stand = limit != 0 && offences >= limit ? offences - limit + 1 : 0;
  std::vector<Case*> limits;
  for (auto& [id, c] : cases_)
    if (c.finding.kind == Kind::offence_limit && c.finding.side == side &&
        c.finding.state != State::withdrawn && c.finding.state != State::dismissed)
      limits.push_back(&c);
  for (std::size_t i = stand; i < limits.size(); ++i) {
    const std::uint64_t gone = limits[i]->finding.id;
    --own_grades_[static_cast<std::size_t>(limits[i]->finding.grade)];
    finish(*limits[i], State::withdrawn, note);
    for (auto& [id, c] : cases_)
      if (c.decided_with == gone && c.finding.state == State::closed) {
        c.status = c.status_before;
        c.decided_with.reset();
        c.reopened = now_;
        reopen(c, note);
      }
  }
}

/// The game goes on if it was this result that ended it. The detector decides by the same rule (Detector::Impl::retract).
void Judge::Impl::retract_result(Time entered, const Text& reason) {
  const auto found = std::find_if(results_.rbegin(), results_.rend(),
                                  [&](const EnteredResult& each) { return each.t == entered; });
  if (found == results_.rend())
    return refuse(wording("Nothing that can be taken back was entered at {1}.", log_time_text(entered)));
  if (found->ended_the_game && found != results_.rbegin())
    return refuse(wording("Another result was entered after {1}: take that back first.", found->result));
  const EnteredResult result = *found;
  results_.erase(std::prev(found.base()));
  if (!result.ended_the_game) return reply(wording("The result {1} is taken back.", result.result), Row{30});
  over_ = false;
  result_.clear();
  for (auto& [id, c] : cases_)
    if (std::exchange(c.ended_with_game, false)) {
      c.status = c.status_before;
      reopen(c, reason);
    }
  reply(wording("The result {1} is taken back: the game goes on.", result.result), Row{30});
}

/// The game goes on from the position before it. The detector decides by the same rule (Detector::Impl::retract).
void Judge::Impl::retract_position(const Text& reason) {
  if (over_) return refuse(over_sentence(wording("no position can be taken back")));
  if (context_.game.last() != position_set_->ply)
    return refuse(
        wording("Moves have been made from the position that was set: enter the right one instead."));
  const PositionSet set = *std::exchange(position_set_, std::nullopt);
  if (const auto before = chess::setup_from_fen(set.before)) go_on_from(*before);
  position_entered_ = set.was_entered;
  must_play_ = set.must_play;
  if (set.clocks) context_.clocks.set(now_, *set.clocks);
  for (const auto& [id, asked] : set.asked) cases_.at(id).asked = asked;
  for (const std::uint64_t id : set.acted_on) {
    Case& c = cases_.at(id);
    if (c.is_over()) continue;
    c.acted_on = false;
    say(c, State::updated, reason);
  }
  reply(
      wording("The position is taken back: the game is followed from the one before it. Look whether it "
              "stands on the board."));
}

}  // namespace jadoube::laws
