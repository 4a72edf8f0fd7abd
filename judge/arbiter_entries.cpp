// What a person enters, and what is said back (issue of every record: scan log, `arbiter`).
#include <algorithm>
#include <utility>
#include <vector>

#include "judge/adjournment.hpp"
#include "judge/judge_impl.hpp"
#include "judge/position_words.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;
using namespace std::string_view_literals;

namespace {

using Action_ = record::Arbiter::Action;
using report::Kind;
using report::State;

}  // namespace

chess::Bitboard in_game_orientation(record::Occupancy sensed, chess::Bitboard expected) {
  chess::Bitboard turned = 0;
  for (const chess::Square s : chess::squares(sensed.bits))
    turned |= chess::bit(static_cast<chess::Square>(63U - chess::index(s)));
  return chess::count(turned ^ expected) < chess::count(sensed.bits ^ expected) ? turned : sensed.bits;
}

void Judge::Impl::reply(Text text, std::optional<Row> row, std::vector<ClockProposal> clocks) {
  if (options_.reply) options_.reply({now_, false, std::move(text), row, std::move(clocks), std::nullopt});
}
void Judge::Impl::refuse(Text text) {
  if (options_.reply) options_.reply({now_, true, std::move(text), std::nullopt, {}, std::nullopt});
}

void Judge::Impl::handle(const record::Arbiter& arbiter) {
  switch (arbiter.action) {
    case Action_::pause:
      context_.clocks.stop(now_);
      pause();
      if (const Cell& cell = context_.law->cell(Row{29}); cell.report)
        reply(wording("{1}: {2}. Yours to decide: {3}.",
                      cell.articles.empty() ? wording("Pause") : in_words(cell.article()),
                      words::known(phrase(cell.actions.front())), words::known(cell.left)),
              Row{29});
      return;
    case Action_::resume:
      if (over_) return refuse(over_sentence(wording("play cannot go on")));
      if (!paused_ && !adjourned_ && !position_entered_) return refuse(wording("Play is going on already."));
      return resume();
    case Action_::set_position:
      return set_position(arbiter);
    case Action_::claim:
      return claim(arbiter);
    case Action_::confirm:
      return confirm(arbiter);
    case Action_::dismiss:
      return dismiss(arbiter);
    case Action_::seen:
      return seen(arbiter);
    case Action_::declare:
      return declare(arbiter);
    case Action_::count_started:
      return start_count(arbiter);
    case Action_::result:
      return result(arbiter);
    case Action_::new_game:
      return new_game();
    case Action_::adjourn:
      return adjourn();
    case Action_::law:
      return change_law(arbiter);
    case Action_::pairing:
      static_cast<void>(take_pairing(arbiter));
      return;
    case Action_::retract:
      return retract(arbiter);
    case Action_::note:
      return;  // people's own
  }
}

// ---- pauses

void Judge::Impl::pause() {
  if (paused_) return;
  paused_ = true;
  for_each_live([&](Case& c) {
    const bool between = c.closes_at.has_value();
    if (between) c.paused_while_closing = true;
    // The clocks are what they will be when they are set.
    if (between || (!c.said_clocks.empty() && advice_writer_.write(c, now_, {}).clocks != c.said_clocks))
      say(c, State::updated, wording("Clocks stopped at {1}.", log_time_text(now_)));
  });
}

void Judge::Impl::resume() {
  // It is told by the clock too, where a person has said so.
  if (!std::exchange(paused_, false) && !adjourned_ && !position_entered_) return;
  if (!scan_) return;
  const auto setup = chess::setup_from_fen(context_.game.fen());
  const chess::Bitboard wanted = setup ? setup->placement.occupied() : 0;
  const auto board = in_game_orientation(*scan_, wanted);
  wrong_restart_.reset();
  const auto slip = [&](Row row, std::string_view which, const std::vector<Text>& wrong) {
    const Cell& cell = context_.law->cell(row, which);
    Text text = words::strung(wrong, " ");
    if (board == wanted && row == Row{28})
      text += ' ' + wording("Set the clocks as on the envelope before anybody moves.");
    if (board == wanted && cell.report) text += ' ' + wording("Rule: {1}.", rule_of(context_.law->id, cell));
    if (board != wanted && cell.report) {
      wrong_restart_ = WrongRestart{board ^ wanted, context_.game.last(), {row, std::string{which}}};
      for (const Action action : cell.actions) text += ' ' + sentence_of(action);
      text += ' ' + wording("Rule: {1}.", rule_of(context_.law->id, cell));
    }
    reply(std::move(text), row);
  };
  if (std::exchange(position_entered_, false) && !adjourned_) {
    const auto wrong = differing_squares(context_.game.fen(), board, wording("the position you entered"));
    if (!wrong.empty()) slip(Row{29}, "wrong_restart", wrong);
  }
  if (!adjourned_) return;
  const auto differences = check_resumption(*adjourned_, board, context_.clocks.at(now_));
  if (differences.empty())
    reply(wording("Board and clocks are as on the envelope."), Row{28});
  else
    slip(Row{28}, "wrong_set_up", differences);
  adjourned_.reset();
}

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
  const bool may = c && !over_ && c->right_at && c->finding.state == State::closed && c->cell &&
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

void Judge::Impl::confirm(const record::Arbiter& arbiter) {
  if (note_what_was_put_right(arbiter)) return;
  Case* c = named(arbiter, wording("confirmed"));
  if (!c) return;
  const bool counts = c->cell && c->cell->has(Action::penalty) && context_.law->parameters.loss_at != 0 &&
                      c->finding.side && c->status == Case::Status::open;
  Text note = wording("Confirmed.");
  if (c->cell && c->cell->authority == Authority::claim && !c->claimed)
    note = wording("Confirmed; only a player's claim entitles to this ({1}).", in_words(c->cell->article()));
  // The advice is that of the open case, with the clocks as they are now.
  const auto confirm_it = [&](Case& each, const Text& why) {
    each.closes_at.reset();
    const Advice advice = advice_writer_.write(each, now_, {});
    if (!each.acted_on && each.row != Row{14})
      each.asked = MovesAsked{advice.reinstate_fen, advice.to_move, advice.must_play};
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

/// Whether the entry is a pairing, or takes one back.
bool Judge::Impl::take_pairing(const record::Arbiter& arbiter) {
  if (!pairings_.see(arbiter)) return false;
  header_.game.white = pairings_.white();
  header_.game.black = pairings_.black();
  return true;
}

/// A finding is open again, with all that was decided by the same word, and what it counted for is counted anew.
void Judge::Impl::retract_decision(std::uint64_t id, const Text& reason) {
  const std::string number = std::to_string(id);
  Case* c = find(id);
  if (c && c->finding.state == State::closed && c->is_noted && !c->decided_with) {
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
    if ((each == root || other.decided_with == root) && other.is_over() &&
        other.finding.state != State::withdrawn)
      together.push_back(&other);
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
  reply(wording("The decision on finding {1} is taken back: it is open again.", number), c->row);
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
  if (const auto at = std::find(confirmed_at_.begin(), confirmed_at_.end(), *counted);
      at != confirmed_at_.end())
    confirmed_at_.erase(at);
  // Two faults in one move are one offence, and the other may still stand.
  const bool still_counts = std::any_of(cases_.begin(), cases_.end(), [&](const auto& entry) {
    const Case& other = entry.second;
    return other.counted_at && other.finding.side == side && other.finding.ply == c.finding.ply &&
           other.act == c.act;
  });
  if (still_counts) return;
  std::vector<std::pair<Case*, unsigned>> others;
  for_each_live([&](Case& other) {
    if (other.finding.side == side && other.reopened != now_)
      others.emplace_back(&other, advice_writer_.write(other, now_, {}).offence_number);
  });
  context_.offences.remove(side, c.finding.ply, c.act);
  withdraw_limits(side, note);
  for (const auto& [other, said] : others)
    if (!other->is_over() && advice_writer_.write(*other, now_, {}).offence_number != said)
      say(*other, State::updated, wording("An offence of {1} counts no longer.", capital(side)));
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
    if (std::exchange(c.ended_with_game, false) && c.finding.state == State::closed) {
      c.status = c.status_before;
      reopen(c, reason);
    }
  reply(wording("The result {1} is taken back: the game goes on.", result.result), Row{30});
}

// ---- what really stands there

void Judge::Impl::seen(const record::Arbiter& arbiter) {
  if (!arbiter.square || !arbiter.piece)
    return refuse(wording("`seen` needs a square and what stands on it."));
  const unsigned sensed = record::index(*arbiter.square);
  const auto piece = chess::piece_from_letter(*arbiter.piece);
  Case* found = nullptr;
  for_each_live([&](Case& c) {
    const bool promotion =
        c.finding.kind == Kind::promotion_unverified || c.finding.kind == Kind::promotion_incomplete;
    if (!promotion || c.finding.squares.empty()) return;
    const unsigned square = chess::index(c.finding.squares.front());
    if (square == sensed || square == 63U - sensed) found = &c;
  });
  if (!found)
    return reply(wording("No promotion on {1} is open.", to_string(static_cast<chess::Square>(sensed))),
                 Row{13});
  const std::string square = to_string(found->finding.squares.front());
  if (piece && piece->type == chess::PieceType::pawn) {
    found->pawn_seen = true;
    found->finding.grade = ruling_grade(GradeReason::seen_by_arbiter);
    return say(*found, State::updated, wording("A pawn stands on {1}.", square));
  }
  if (piece)
    return finish(*found, State::withdrawn,
                  wording("A {1} stands on {2}.", words::known(name(piece->type)), square));
  say(*found, State::updated, wording("Nothing stands on {1}.", square));
}

void Judge::Impl::declare(const record::Arbiter& arbiter) {
  if (!arbiter.side) return refuse(wording("A declared piece needs the side that declared it."));
  declared_[chess::index(*arbiter.side)] = now_;
  if (context_.law->parameters.declared_below == Seconds{})
    return reply(wording("Under this law a declared piece has to be put on the board."), Row{13});
  bool bears = false;
  for_each_live([&](Case& c) {
    look_at_declared(c);
    bears = bears || c.row == Row{13};
  });
  if (!bears)
    reply(wording("Noted. With less than {1} left at the press a pawn may stay for the piece ({2} {3}).",
                  clock_text(context_.law->parameters.declared_below), context_.law->id,
                  in_words(context_.law->cell(Row{13}).article())),
          Row{13});
}

void Judge::Impl::start_count(const record::Arbiter& arbiter) {
  if (!arbiter.side) return refuse(wording("A count needs the side that announced it."));
  if (context_.law->parameters.count_pairs == 0)
    return reply(wording("This law knows no announced count."), Row{25});
  if (count_case_) return refuse(wording("A count is running already."));
  if (over_) return refuse(over_sentence(wording("no count can begin")));
  count_.start(*arbiter.side, context_.game.last() + 1);
  count_extended_ = false;
  Case& c = private_note(Kind::michigan_count, {},
                         wording("{1} started to count at move {2}; it offers a draw while it lasts.",
                                 capital(*arbiter.side), std::to_string(move_number(context_.game.fen()))));
  c.finding.side = arbiter.side;
  count_case_ = c.finding.id;
  say(c, State::opened);
}

// ---- positions, results, games

void Judge::Impl::set_position(const record::Arbiter& arbiter) {
  const auto setup = chess::setup_from_fen(arbiter.fen);
  if (!setup)
    return refuse(wording("That position cannot be read: {1} (character {2}).",
                          words::known(setup.error().sentence, setup.error().names),
                          std::to_string(setup.error().column)));
  const auto position = chess::Position::from(*setup, chess::kForgivable);
  if (!position) return refuse(wording("That position cannot be: {1}", in_words(position.error().faults)));
  results_.clear();  // the game goes on without them
  position_set_ = PositionSet{now_,
                              0,
                              context_.game.fen(),
                              std::exchange(position_entered_, true),
                              std::exchange(must_play_, std::nullopt),
                              {},
                              {},
                              arbiter.white && arbiter.black ? context_.clocks.at(now_) : std::nullopt};
  go_on_from(*setup);
  position_set_->ply = context_.game.last();
  const auto is_it = [&](std::string_view fen) {
    const auto asked = chess::setup_from_fen(fen);
    return asked && asked->placement == setup->placement && asked->turn == setup->turn;
  };
  const auto leaves = [&](const Case& c, std::optional<Side> side, const std::vector<std::string>& moves) {
    if (side && !moves.empty()) must_play_ = MustPlay{*side, moves, c.finding.touched, c.finding.id};
  };
  for (auto& [id, c] : cases_)
    if (const auto asked = std::exchange(c.asked, std::nullopt)) {
      position_set_->asked.emplace_back(id, *asked);
      if (c.finding.state == State::confirmed && is_it(asked->fen))
        leaves(c, asked->to_move, asked->must_play);
    }
  for_each_live([&](Case& c) {
    // After a press without a move the board is as it should be, and may be entered as it is.
    const Advice advice = advice_writer_.write(c, now_, {});
    if (c.acted_on || !is_it(c.row == Row{14} ? c.finding.evidence.before_fen : advice.reinstate_fen)) return;
    position_set_->acted_on.push_back(c.finding.id);
    c.acted_on = true;
    c.closes_at.reset();
    if (c.row != Row{14}) leaves(c, advice.to_move, advice.must_play);
    say(c, State::updated,
        c.row == Row{14} ? wording("You have set the position; confirm or dismiss it.")
                         : wording("You have set the position that it asks for; confirm or dismiss it."));
  });
  if (arbiter.white && arbiter.black) context_.clocks.set(now_, {*arbiter.white, *arbiter.black});
}

void Judge::Impl::go_on_from(const chess::Setup& setup) {
  context_.game.set_position(setup);
  ++positions_set_;
  count_.back_to(context_.game.last());
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
  for (const auto& [id, asked] : set.asked)
    if (Case* c = find(id)) c->asked = asked;
  for (const std::uint64_t id : set.acted_on) {
    Case* c = find(id);
    if (c == nullptr || c->is_over()) continue;
    c->acted_on = false;
    say(*c, State::updated, reason);
  }
  reply(
      wording("The position is taken back: the game is followed from the one before it. Look whether it "
              "stands on the board."));
}

/// A result is never refused: it is what people agreed on. What speaks against it is said.
void Judge::Impl::result(const record::Arbiter& arbiter) {
  results_.push_back({now_, arbiter.result, false});
  const Cell& cell = context_.law->cell(Row{30});
  if (over_ && result_ == arbiter.result)
    return reply(wording("The game was over at {1}: the same result is entered again.", end_of_game()),
                 Row{30});
  if (over_)
    return reply(
        wording("The game was over at {1}: {2} is entered after the end. Which of the two stands is yours.",
                end_of_game(), arbiter.result),
        Row{30});
  if (auto against = against_result(arbiter.result); !against.empty())
    return reply(std::move(against), Row{30});
  if (auto against = against_ruling(arbiter.result); !against.empty())
    return reply(std::move(against), Row{30});
  if (!cell.report) return;
  for (const Side side : chess::kSides)
    if (const auto zero = context_.clocks.out_of_time(side); zero && !is_result_of_flag(side, arbiter.result))
      return reply(
          wording("{1}'s flag was down since {2} when {3} was entered: {4} ({5} {6}).", capital(side),
                  log_time_text(*zero), arbiter.result, words::known(phrase(cell.actions.front())),
                  context_.law->id, in_words(cell.article())),
          Row{30});
}

/// It is what the flag of that player leads to: nothing speaks against it.
bool Judge::Impl::is_result_of_flag(Side side, const std::string& result) const {
  const WinAnswer answer = advice_writer_.opponent_can_win(side, advice_writer_.lawful_position());
  return (answer == WinAnswer::yes && result == (side == Side::white ? "0-1" : "1-0")) ||
         (answer == WinAnswer::no && result == "1/2-1/2");
}

/// What the board says against a result; empty: nothing.
Text Judge::Impl::against_result(const std::string& result) const {
  const auto position = position_of(context_.game.fen());
  if (!position) return {};
  if (!position->has_legal_move() && context_.game.last_is_legal()) {
    const std::string board = !position->in_check()             ? "1/2-1/2"
                              : position->turn() == Side::black ? "1-0"
                                                                : "0-1";
    if (board == result) return {};
    return wording("By the record the game ended on the board by {1}, {2}; {3} contradicts it ({4} {5}).",
                   position->in_check() ? wording("mate") : wording("stalemate"), board, result,
                   context_.law->id, articles_of(context_.law->cell(Row{22})));
  }
  const auto winner = result == "1-0"   ? std::optional{Side::white}
                      : result == "0-1" ? std::optional{Side::black}
                                        : std::nullopt;
  if (!winner || !context_.law->parameters.resignation_needs_mate ||
      advice_writer_.opponent_can_win(~*winner, context_.game.fen()) != WinAnswer::no)
    return {};
  return wording(
      "{1} cannot mate by any series of legal moves: if {2} resigned or ran out of time, the game is drawn, "
      "and {3} cannot stand ({4} 5.1.2, 6.9).",
      capital(*winner), capital(~*winner), result, context_.law->id);
}

/// What has been ruled, or claimed rightly, against a result; empty: nothing.
Text Judge::Impl::against_ruling(const std::string& result) const {
  for (const auto& [id, c] : cases_) {
    const bool is_void = c.unreported || c.finding.state == State::withdrawn ||
                         c.finding.state == State::dismissed || c.finding.state == State::closed;
    // What the law itself declares needs nobody to ask for it.
    const bool is_declared =
        c.row == Row{21} && c.cell && c.cell->authority == Authority::must && c.cell->has(Action::draw);
    const bool decided = (c.claimed && !c.claim_is_likely) || c.finding.state == State::confirmed ||
                         c.row == Row{18} || is_declared;
    if (is_void || !decided || c.governed_by || !c.cell) continue;
    const auto due = advice_writer_.result_due(c);
    if (!due.empty() && due != result)
      return wording(
          "By finding {1} the result is {2}{3}, and {4} contradicts it: which of the two stands is yours.",
          std::to_string(id), due, cited(c.law, *c.cell), result);
  }
  return {};
}

/// "0:41:07.2, 1-0"
std::string Judge::Impl::end_of_game() const {
  return concat({log_time_text(over_at_), result_.empty() ? "" : ", ", result_});
}

Text Judge::Impl::over_sentence(const Text& therefore) const {
  return wording("The game was over at {1}: {2}.", log_time_text(over_at_), therefore);
}

void Judge::Impl::adjourn() {
  if (over_) return refuse(over_sentence(wording("it cannot be adjourned")));
  if (adjourned_)
    return refuse(wording("The game was adjourned at {1} already.", log_time_text(adjourned_->t)));
  Adjournment a;
  a.t = now_;
  a.white = header_.game.white;
  a.black = header_.game.black;
  a.fen = context_.game.fen();
  a.to_move = a.sealer = context_.game.to_move();
  a.move_number = move_number(a.fen);
  context_.clocks.stop(now_);
  a.remaining = context_.clocks.at(now_);
  if (a.remaining && context_.time_control) {
    a.used = Readings{};
    for (const Side side : chess::kSides) {
      const TimeControl& control = *context_.time_control;
      const unsigned completed = context_.game.completed(side);
      ClockTime had = control.given(completed) + control.increments(completed);
      // Some clocks give the increment before the move and not after it.
      const TimeControl::Period& first = control.periods.front();
      if (const auto shown = context_.clocks.first();
          shown && shown->of(side) == first.base + first.increment)
        had += first.increment;
      // From what the clock shows, so that the two add up on the envelope.
      a.used->of(side) = had - std::chrono::floor<Seconds>(a.remaining->of(side));
    }
  }
  paused_ = true;
  adjourned_ = a;
  // The sealed move is in the envelope, not on the board.
  for_each_live([&](Case& c) {
    if (c.finding.kind == Kind::press_without_move && c.finding.side == a.sealer &&
        c.finding.ply > context_.game.last())
      finish(c, State::withdrawn, wording("The move was sealed."));
  });
  const Cell& cell = context_.law->cell(Row{28});
  if (!options_.reply) return;
  Text text = wording("Adjourned.") + ' ' +
              (cell.report ? wording("Rule: {1}.", rule_of(context_.law->id, cell))
                           : wording("This law has no rule for it.")) +
              ' ' + envelope(a);
  options_.reply({now_, false, std::move(text), Row{28}, {}, a});
}

void Judge::Impl::change_law(const record::Arbiter& arbiter) {
  if (!options_.find_law) return refuse(wording("The law cannot be changed here."));
  auto found = options_.find_law(arbiter.law);
  if (!found) return refuse(found.error());
  if (found->id == context_.law->id) return reply(wording("The law is {1} already.", found->id));
  // Cases that are over keep the cells they were closed under.
  former_laws_.push_back(std::exchange(context_.law, std::make_shared<const LawSet>(*std::move(found))));
  index_precedence();
  for (auto& [id, c] : cases_) {
    if (c.is_over()) continue;
    const bool was_unreported = c.unreported;
    assign_cell(c);
    if (!was_unreported && c.unreported) {
      // Withdrawn in the words of the new law, which has none for it.
      c.status = Case::Status::over;
      say(c, State::withdrawn, wording("The law is now {1}.", context_.law->id));
    } else if (!c.unreported) {
      if (c.status == Case::Status::waiting && !c.cell->has(Action::wait) && !c.cell->later_has(Action::wait))
        c.status = Case::Status::open;
      say(c, was_unreported ? State::opened : State::updated,
          wording("The law is now {1}.", context_.law->id));
    }
  }
  reply(over_
            ? over_sentence(wording("the law is now {1}, and what was ruled before stands", context_.law->id))
            : wording("The law is now {1}.", context_.law->id));
}

void Judge::Impl::new_game() {
  cases_.clear();
  context_.game = JudgedGame{"startpos"};
  context_.clocks = ClockBook{};
  context_.offences = context_.noted = Offences{};
  count_.stop();
  count_case_.reset();
  count_noted_at_ = 0;
  adjourned_.reset();
  declared_ = {};
  over_ = paused_ = position_entered_ = false;
  result_.clear();
  started_at_.reset();
  confirmed_at_.clear();
  results_.clear();
  position_set_.reset();
  touched_at_ = {};
  pending_claim_.reset();
  wrong_restart_.reset();
}

}  // namespace jadoube::laws
