// Claims: what a player says, compared with everything that is on record of it, open or closed.
#include <algorithm>
#include <utility>

#include "chess/san.hpp"
#include "judge/judge_impl.hpp"
#include "judge/touch_move.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;
using namespace std::string_view_literals;

namespace {

using report::Kind;
using report::State;

Text number_of(const Case& c) {
  return wording("finding {1}", std::to_string(c.finding.id));
}

/// The rule of a claim that no finding bears on.
RowCase rule_of(ClaimKind kind) {
  switch (kind) {
    case ClaimKind::wrong_set_up:
      return {Row{1}, {}};
    case ClaimKind::board_turned:
      return {Row{2}, {}};
    case ClaimKind::colours:
      return {Row{3}, {}};
    case ClaimKind::displaced:
      return {Row{4}, {}};
    case ClaimKind::castling:
      return {Row{11}, {}};
    case ClaimKind::promotion:
      return {Row{13}, {}};
    case ClaimKind::press:
      return {Row{14}, {}};
    case ClaimKind::two_hands:
      return {Row{15}, {}};
    case ClaimKind::touched_piece:
      return {Row{17}, {}};
    case ClaimKind::adjusting:
      return {Row{17}, "adjusting"};
    case ClaimKind::distraction:
      return {Row{29}, "distraction"};
    case ClaimKind::clock:
      return {Row{26}, {}};
    case ClaimKind::clock_handling:
      return {Row{15}, "clock_handling"};
    default:
      return {Row{7}, {}};
  }
}

/// A move of the opponent would have to be illegal, or penalised as if it were.
bool is_of_a_move(ClaimKind kind) {
  switch (kind) {
    case ClaimKind::irregularity:
    case ClaimKind::illegal_move:
    case ClaimKind::castling:
    case ClaimKind::promotion:
    case ClaimKind::press:
    case ClaimKind::two_hands:
      return true;
    default:
      return false;
  }
}

/// It was so from the start, and may be let pass with the moves.
bool is_of_start(ClaimKind kind) {
  return kind == ClaimKind::wrong_set_up || kind == ClaimKind::board_turned || kind == ClaimKind::colours ||
         kind == ClaimKind::clock;
}

/// Of a claim that is about an open finding.
ClaimAnswer verdict_of(const Case& c) {
  const bool judged =
      c.cell->has(Action::refer) || c.cell->has(Action::none) || c.finding.grade == report::Grade::C;
  return judged ? ClaimAnswer::judgement : ClaimAnswer::valid;
}

/// A claim that is told before the board's finding is about that finding, if it comes within this time.
constexpr Time kFindingMayFollow = std::chrono::seconds{5};

}  // namespace

void Judge::Impl::answer(ClaimAnswer answer, const Text& text, std::optional<Row> row,
                         std::vector<ClockProposal> clocks) {
  if (options_.reply)
    options_.reply({now_, false, words::known(name(answer)).capitalised() + ": "sv + text, row,
                    std::move(clocks), std::nullopt, answer});
}

void Judge::Impl::claim(const record::Arbiter& arbiter) {
  if (!arbiter.side) return refuse(wording("A claim needs the side that makes it."));
  const Side side = *arbiter.side;
  const ClaimKind kind = claim_kind(arbiter.what);
  // A flag is compared with what is on the board by itself.
  if (over_ || (kind != ClaimKind::flag && has_ended_on_board())) return claim_after_end(side, kind);
  switch (kind) {
    case ClaimKind::repetition:
    case ClaimKind::fifty_moves:
      return claim_draw(side, kind == ClaimKind::repetition);
    case ClaimKind::draw:
      return claim_any_draw(side);
    case ClaimKind::count:
      return claim_count(side);
    case ClaimKind::queens_or_rooks:
      return claim_queens_or_rooks(arbiter);
    case ClaimKind::no_winning_chances:
      return claim_no_winning_chances(side);
    case ClaimKind::flag:
      return claim_flag(side);
    case ClaimKind::recording:
      return claim_recording(side);
    case ClaimKind::absent:
      return claim_absent(side);
    case ClaimKind::end_on_board:
      return claim_end_on_board();
    case ClaimKind::agreement:
      return answer(ClaimAnswer::judgement,
                    wording("no sensor shows what players say or agree. If it is so, enter the result."));
    case ClaimKind::conduct:
      return answer(ClaimAnswer::judgement,
                    wording("no sensor shows anything of that, and nothing on record bears on it."));
    default:
      return claim_irregularity(side, kind);
  }
}

/// What the end itself hangs on can be claimed after it, and nothing else.
void Judge::Impl::claim_after_end(Side side, ClaimKind kind) {
  if (Case* how = latest(kind, [&](const Case& c) {
        return !c.is_over() && !c.unreported && AdviceWriter::at_fault(c) != side && is_how_it_ended(c);
      }))
    return claim_live(*how, side);
  if (over_)
    return answer(ClaimAnswer::too_late,
                  wording("the game was over at {1}. Whether that stands is yours.", end_of_game()));
  if (kind == ClaimKind::end_on_board) return claim_end_on_board();
  const auto& [number, last] = *context_.game.plies().rbegin();
  answer(ClaimAnswer::too_late,
         wording("by the record {1} ended the game on the board at {2}{3}. Whether that stands is yours.",
                 last.uci, log_time_text(last.t), cited(context_.law->id, context_.law->cell(Row{22}))),
         Row{22});
}

/// "Rule: fide-2023-std 6.8, 6.9."
Text Judge::Impl::rule_sentence(const Cell& cell) const {
  return wording("Rule: {1}.", cell.articles.empty() ? wording("{1}, no article at hand", context_.law->id)
                                                     : rule_of(context_.law->id, cell));
}

// ---- irregularities

/// The latest finding that the claim may be about and that has `wanted`; null if there is none.
template <class Wanted>
Case* Judge::Impl::latest(ClaimKind kind, Wanted wanted) {
  for (auto it = cases_.rbegin(); it != cases_.rend(); ++it) {
    Case& c = it->second;
    if (c.row && bears_on(kind, *c.row, c.which) && wanted(c)) return &c;
  }
  return nullptr;
}

void Judge::Impl::claim_irregularity(Side side, ClaimKind kind) {
  const auto is_theirs = [&](const Case& c) { return AdviceWriter::at_fault(c) != side; };
  const auto is_live = [](const Case& c) { return !c.is_over() && !c.unreported && c.row != Row{6}; };
  if (Case* open = latest(kind, [&](const Case& c) { return is_live(c) && is_theirs(c); }))
    return claim_live(*open, side);
  if (const Case* pending = latest(kind, [&](const Case& c) {
        return !c.is_over() && !c.unreported && c.row == Row{6} && c.finding.side && is_theirs(c);
      }))
    return answer_pending(*pending);
  // What he complains of in his opponent's behaviour is not his own.
  const bool may_be_own = kind != ClaimKind::distraction && kind != ClaimKind::adjusting;
  const auto is_told = [&](const Case& c) {
    const Case* governing = c.governed_by ? find(*c.governed_by) : nullptr;
    return is_live(c) && is_for_anybody(governing ? *governing : c);
  };
  Case* own = may_be_own ? latest(kind, is_told) : nullptr;
  if (own) return claim_live(*own, side);
  if (Case* closed = latest(kind, [&](const Case& c) { return c.is_over() && is_theirs(c); });
      closed && !closed->unreported)
    return answer_closed(*closed, side);
  if (may_be_own) own = latest(kind, [&](const Case& c) { return !is_theirs(c) && !c.unreported; });
  if (own) return answer_own(*own, side, false);
  answer_without_finding(side, kind);
}

/// The move stands there, and its player may still put it right: until he presses there is nothing to claim.
void Judge::Impl::answer_pending(const Case& c) {
  Text text =
      wording("it is {1}{2}, and {3} has not pressed: nothing is completed by it, and it costs nothing",
              number_of(c), cited(c.law, *c.cell), capital(*c.finding.side));
  if (const auto touched = touched_text(c); !touched.empty()) text += "; "sv + touched;
  answer(ClaimAnswer::judgement, text + '.', c.row);
}

/// What governs it is what is claimed.
void Judge::Impl::claim_live(Case& c, Side side) {
  Case* governing = c.governed_by ? find(*c.governed_by) : nullptr;
  Case& claimed = governing ? *governing : c;
  if (AdviceWriter::at_fault(claimed) == side) return answer_own(claimed, side, governing != nullptr);
  if (claimed.is_over()) return answer_closed(claimed, side);
  claim_open(claimed, side);
}

/// It is put right once it is found, whoever finds it (FIDE 7.5.1, 8.1 of 1985): no claim is needed.
bool Judge::Impl::is_for_anybody(const Case& c) {
  return c.status == Case::Status::open &&
         (c.cell->authority == Authority::must || c.cell->authority == Authority::judge);
}

/// He speaks of what he did himself.
void Judge::Impl::answer_own(const Case& c, Side side, bool governs) {
  const Text rule = cited(c.law, *c.cell);
  if (!is_for_anybody(c))
    return answer(
        ClaimAnswer::not_his,
        governs ? wording("{1} governs, and that is {2}'s own fault{3}.", number_of(c), capital(side), rule)
                : wording("{1} is {2}'s own fault{3}: he cannot profit from it.", number_of(c), capital(side),
                          rule),
        c.row);
  answer(verdict_of(c),
         wording("it is {1}{2}, grade {3}, {4}'s own fault: it is put right whoever finds it.", number_of(c),
                 rule, name(c.finding.grade), capital(side)),
         c.row);
}

bool Judge::Impl::enter_claim(Case& c, Side side) {
  if (std::exchange(c.entered_by[chess::index(side)], true)) {
    refuse(wording("Claimed before: {1}.", number_of(c)));
    return false;
  }
  if (!c.claimed) c.claimed = now_;
  c.claim_is_likely = false;
  c.claim_entered = true;
  c.closes_at.reset();
  say(c, State::updated, wording("{1} claims.", capital(side)));
  return true;
}

void Judge::Impl::claim_open(Case& c, Side side) {
  if (c.status == Case::Status::waiting && !c.draw_proposed && c.stopped_at) return claim_stopped(c, side);
  if (c.status == Case::Status::waiting)
    return answer(ClaimAnswer::too_late,
                  c.draw_proposed
                      ? wording("{1}{2}: the position was still illegal after the next completed move, draw.",
                                number_of(c), cited(c.law, *c.cell))
                      : wording("{1}{2}: it cannot be corrected any more; the next completed move decides.",
                                number_of(c), cited(c.law, *c.cell)),
                  c.row);
  // He has gone on already, whatever the sensors make of it; a press back over the same board is the claim itself.
  const bool closes_with_reply = c.cell->window == Window::opponent_moves || c.cell->window == Window::touch;
  const bool may_be_late =
      closes_with_reply && c.finding.side && !c.claimed && advice_writer_.has_pressed_since(c, side);
  if (!enter_claim(c, side)) return;
  if (may_be_late)
    return answer(ClaimAnswer::judgement,
                  wording("it is {1}{2}, grade {3}, and {4} has pressed since: too late if he had moved.",
                          number_of(c), cited(c.law, *c.cell), name(c.finding.grade), capital(side)),
                  c.row);
  answer(
      verdict_of(c),
      c.cell->authority == Authority::must
          ? wording("it is {1}{2}, grade {3}, which is yours to act on without a claim too.", number_of(c),
                    cited(c.law, *c.cell), name(c.finding.grade))
          : wording("it is {1}{2}, grade {3}.", number_of(c), cited(c.law, *c.cell), name(c.finding.grade)),
      c.row);
}

/// The clocks were stopped while it could be claimed: whether that was the claim is not for the log to say.
void Judge::Impl::claim_stopped(Case& c, Side side) {
  c.status = Case::Status::open;
  c.reopened = now_;
  c.answered = true;
  c.claimed = c.stopped_at;
  c.claim_is_likely = false;
  c.claim_entered = c.entered_by[chess::index(side)] = true;
  c.closed_because = {};
  const std::string at = log_time_text(*c.stopped_at);
  say(c, State::updated,
      wording("{1} claims. The clocks had been stopped at {2}, while he could.", capital(side), at));
  answer(ClaimAnswer::judgement,
         wording("it is {1}{2}, grade {3}: in time if he claimed when the clocks were stopped at {4}, else "
                 "too late.",
                 number_of(c), cited(c.law, *c.cell), name(c.finding.grade), at),
         c.row);
}

void Judge::Impl::answer_closed(Case& c, Side side) {
  // What was said of it when it closed has been taken back.
  Case* governing = c.governed_by ? find(*c.governed_by) : nullptr;
  if (governing && !governing->is_over() && AdviceWriter::at_fault(*governing) != side)
    return claim_open(*governing, side);
  const Text what = number_of(c);
  const std::string when = log_time_text(c.finding.t);
  const Text rule = cited(c.law, *c.cell);
  switch (c.finding.state) {
    case State::confirmed:
      return answer(ClaimAnswer::valid, wording("you confirmed {1} at {2}{3}.", what, when, rule), c.row);
    case State::dismissed:
      return answer(ClaimAnswer::wrong, wording("you dismissed {1} at {2}{3}.", what, when, rule), c.row);
    case State::withdrawn:
      return answer(ClaimAnswer::wrong,
                    wording("{1} was withdrawn at {2}: by the log there is nothing to claim.", what, when),
                    c.row);
    default:
      if (c.right_at)
        return answer(
            ClaimAnswer::judgement,
            c.cell->has(Action::may_penalise) && c.finding.side
                ? wording("{1} was put right at {2}{3}: there is a penalty to decide on, no more. What you "
                          "confirm is noted against {4}.",
                          what, when, rule, capital(*c.finding.side))
                : wording("{1} was put right at {2}{3}: nothing is left to do.", what, when, rule),
            c.row);
      if (c.stopped_at && !c.closed_because.empty()) return claim_stopped(c, side);
      return answer(ClaimAnswer::too_late,
                    c.closed_because.empty()
                        ? wording("{1} was closed at {2}{3}.", what, when, rule)
                        : wording("{1} was closed at {2}{3}: {4}", what, when, rule, c.closed_because),
                    c.row);
  }
}

/// When the side first touched a piece or moved after the other's last move (FIDE 4.8).
std::optional<Time> Judge::Impl::answered_at(Side side) const {
  const auto& plies = context_.game.plies();
  const auto last =
      std::find_if(plies.rbegin(), plies.rend(), [&](const auto& ply) { return ply.second.side == ~side; });
  const Time moved = last == plies.rend() ? Time{} : last->second.t;
  const auto touched = touched_at_[chess::index(side)];
  if (touched && *touched > moved) return touched;
  return !plies.empty() && plies.rbegin()->second.side == side ? std::optional{plies.rbegin()->second.t}
                                                               : std::nullopt;
}

/// What else is on record of what the opponent did last; empty: nothing.
Text Judge::Impl::beside_claim(Side opponent) const {
  const auto& plies = context_.game.plies();
  const auto last = std::find_if(plies.rbegin(), plies.rend(),
                                 [&](const auto& ply) { return ply.second.side == opponent; });
  const unsigned since = last == plies.rend() ? 0 : last->first;
  Text out;
  for (const auto& [id, c] : cases_) {
    const bool is_of_act = c.row && c.row->number() <= 17 && !c.unreported && c.finding.ply >= since &&
                           AdviceWriter::at_fault(c) == opponent;
    if (!is_of_act) continue;
    if (!out.empty()) out += "; "sv;
    out += c.finding.state == State::withdrawn ? wording("{1}, withdrawn at {2}, is about what he did last",
                                                         number_of(c), log_time_text(c.finding.t))
                                               : wording("{1} is about what he did last", number_of(c));
    if (const auto touched = touched_text(c); !touched.empty()) out += ": "sv + touched;
  }
  return out;
}

/// What was touched, and the moves that it leaves him.
Text Judge::Impl::touched_text(const Case& c) {
  std::vector<chess::Square> touched = c.finding.touched;
  if (touched.empty() && !c.finding.squares.empty()) touched = {c.finding.squares.front()};
  if (touched.empty()) return {};
  std::vector<std::string> squares;
  for (const chess::Square s : touched) squares.push_back(to_string(s));
  Text out = wording("touched {1}", joined(squares));
  const auto before = position_of(c.finding.evidence.before_fen);
  if (!before || before->turn() != c.finding.side) return out;
  const Replacement left = replacement(*before, touched, std::nullopt);
  if (!left.bound) return out;
  std::vector<std::string> moves;
  for (const chess::Move move : left.moves) moves.push_back(to_san(*before, move));
  return out + ", "sv + wording("must play one of {1}", joined(moves));
}

/// Since when the record does not know what stands on the board.
const Case* Judge::Impl::unexplained() const {
  for (const auto& [id, c] : cases_)
    if (!c.is_over() && (c.finding.kind == Kind::unresolved || c.finding.kind == Kind::link_lost)) return &c;
  return nullptr;
}

/// Nothing on record bears on it: the rule, until when, and what the record says of the last move.
void Judge::Impl::answer_without_finding(Side side, ClaimKind kind) {
  const auto [row, which] = rule_of(kind);
  const Cell& cell = context_.law->cell(row, which);
  const Text rule = cited(context_.law->id, cell);
  const auto& plies = context_.game.plies();
  const bool has_moved_since = !plies.empty() && plies.rbegin()->second.side == side;
  if (!cell.report) return answer(ClaimAnswer::wrong, wording("this law knows no such claim{1}.", rule), row);
  const bool is_of_act = is_of_a_move(kind) || kind == ClaimKind::touched_piece;
  Text text = is_of_act ? beside_claim(~side) : Text{};
  if (text.empty()) text = wording("no finding about {1} bears on it", capital(~side));
  if (kind == ClaimKind::clock)
    text = wording("by the log the clock shows nothing that a clock in order would not");
  if (is_of_start(kind)) {
    if (has_passed(row, cell.window))
      return answer(
          ClaimAnswer::too_late,
          wording("{1} moves have been completed{2}: play on.", std::to_string(cell.window.moves), rule),
          row);
    if (kind == ClaimKind::wrong_set_up && header_.board.senses == record::Senses::identity)
      return answer(ClaimAnswer::wrong,
                    wording("by the log each piece stood where it belongs at the start{1}.", rule), row);
    if (kind == ClaimKind::wrong_set_up)
      text +=
          "; "sv + wording(
                       "the right squares were occupied at the start, and with which pieces the sensors may "
                       "not tell");
  } else if (const auto answered = answered_at(side);
             kind == ClaimKind::touched_piece && cell.window == Window::touch && answered) {
    return answer(ClaimAnswer::too_late,
                  wording("{1} touched a piece at {2}{3}.", capital(side), log_time_text(*answered), rule),
                  row);
  } else if (is_of_a_move(kind)) {
    pending_claim_ = PendingClaim{now_, side, kind};
    const auto last =
        std::find_if(plies.rbegin(), plies.rend(), [&](const auto& ply) { return ply.second.side == ~side; });
    if (const Case* gap = unexplained())
      text +=
          "; "sv + wording(
                       "what stands on the board is not explained since {1} ({2}), and what he has played "
                       "there is not on record",
                       log_time_text(std::min(gap->finding.evidence.from, gap->happened())), number_of(*gap));
    else if (last != plies.rend() && context_.game.legal_move(last->first))
      text += "; "sv + wording("by the record his last move ({1}) was legal", last->second.uci);
    if (cell.window == Window::opponent_moves && has_moved_since)
      text += ", "sv + wording("and {1} has moved since, so that it would be too late", capital(side));
  }
  answer(ClaimAnswer::judgement,
         cell.left.empty()
             ? wording("{1}. The claim is yours to judge{2}.", text, rule)
             : wording("{1}. The claim is yours to judge{2}: {3}.", text, rule, words::known(cell.left)),
         row);
}

/// The detector may tell a little later what a player saw at once.
void Judge::Impl::take_pending_claim(Case& c) {
  if (!pending_claim_ || c.unreported || !c.row) return;
  const auto& [t, side, kind] = *pending_claim_;
  if (now_ - t > kFindingMayFollow || AdviceWriter::at_fault(c) != ~side || c.happened() > t ||
      !bears_on(kind, *c.row, c.which) || c.row == Row{6})
    return;
  c.claimed = t;
  c.claim_entered = true;
  c.entered_by[chess::index(side)] = true;
  pending_claim_.reset();
}

// ---- flags

/// What rules over the flag of that player; null if nothing does.
const Case* Judge::Impl::before_flag_of(Side loser) {
  const Case* under = latest(ClaimKind::flag, [&](const Case& c) {
    return !c.is_over() && !c.unreported && c.governed_by && c.finding.side == loser;
  });
  return under ? find(*under->governed_by) : nullptr;
}

void Judge::Impl::answer_ruled_on_first(const Case& first, Side side) {
  const Text rule = cited(first.law, *first.cell);
  if (first.finding.side == side)
    return answer(ClaimAnswer::not_his,
                  wording("{1} was before the flag and is ruled on first, and that is {2}'s own fault{3}.",
                          number_of(first), capital(side), rule),
                  first.row);
  const Text ruled = wording("{1} was before the flag and is ruled on first{2}.", number_of(first), rule);
  // Whichever of the two it is that he wins by (Michigan 11, 12).
  const std::string due = advice_writer_.result_due(first);
  const bool is_same = first.cell->has(Action::win_claim) && !due.empty() && !context_.out_of_time(side) &&
                       due == advice_writer_.result_of_loss(~side, advice_writer_.lawful_position());
  answer(is_same ? ClaimAnswer::valid : ClaimAnswer::judgement,
         is_same ? ruled + ' ' + wording("Both come to the same result: {1}.", due) : ruled, first.row);
}

ClaimAnswer Judge::Impl::answer_to_both_flags(Side side) const {
  const auto first = advice_writer_.first_flag();
  if (context_.law->cell(Row{21}).has(Action::draw) || first == side) return ClaimAnswer::wrong;
  return first ? ClaimAnswer::valid : ClaimAnswer::judgement;
}

/// Of a claim that the other's flag is down, of which there is a finding.
ClaimAnswer Judge::Impl::answer_to_flag(Side side) const {
  if (!advice_writer_.end_before_flag(~side).empty()) return ClaimAnswer::wrong;
  return context_.out_of_time(side) ? answer_to_both_flags(side) : ClaimAnswer::valid;
}

void Judge::Impl::answer_both_flags(Side side) {
  const Cell& both = context_.law->cell(Row{21});
  const bool draw = both.has(Action::draw);
  answer(answer_to_both_flags(side),
         wording("both flags are down{1}.", cited(context_.law->id, both)) + ' ' +
             (draw ? wording("Draw.") : advice_writer_.both_flags_sentence(both)),
         Row{21});
}

void Judge::Impl::claim_flag(Side side) {
  const Side loser = ~side;
  Case* open = latest(ClaimKind::flag, [&](const Case& c) {
    return !c.is_over() && !c.unreported && !c.governed_by && (c.row == Row{21} || c.finding.side == loser);
  });
  const Cell& cell = context_.law->cell(Row{20});
  const Text rule = cited(context_.law->id, cell);
  if (!open)
    if (const Case* first = before_flag_of(loser)) return answer_ruled_on_first(*first, side);
  // A claim that fails takes nothing from the other player, and makes no flag a claimed one; of two flags it is the
  // claim that brings the ruling.
  if (open && (open->row == Row{21} || answer_to_flag(side) != ClaimAnswer::wrong) &&
      !enter_claim(*open, side))
    return;
  const auto shown = context_.clocks.at(now_);
  if (!shown && !open)
    return answer(ClaimAnswer::judgement, wording("the log has no clock times; look at the clock{1}.", rule),
                  Row{20});
  if (const auto passed = open ? 0U : context_.passed_at_zero(loser))
    return answer(ClaimAnswer::wrong,
                  wording("{1} had completed the {2} moves of the period when the clock came to 0:00{3}.",
                          capital(loser), std::to_string(passed), rule),
                  Row{20});
  if (!open && !context_.out_of_time(loser))
    return answer(ClaimAnswer::wrong,
                  wording("by the log {1} has {2} left. No time penalty is stated for it{3}.", capital(loser),
                          clock_text(shown->of(loser)), rule),
                  Row{20});
  if (const auto ended = advice_writer_.end_before_flag(loser); !ended.empty())
    return answer(ClaimAnswer::wrong, ended + ' ' + rule_sentence(cell), Row{20});
  if (context_.out_of_time(side)) return answer_both_flags(side);
  const bool runs = context_.law->parameters.own_flag_must_be_up && context_.clocks.running().has_value();
  answer(ClaimAnswer::valid,
         advice_writer_.loss_or_draw(loser, advice_writer_.lawful_position()) + ' ' + rule_sentence(cell) +
             (runs ? ' ' + wording("The clocks must be stopped with {1}'s flag up.", capital(side)) : Text{}),
         Row{20});
}

}  // namespace jadoube::laws
