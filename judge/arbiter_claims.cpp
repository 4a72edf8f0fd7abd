// Claims: what a player says, compared with everything that is on record of it, open or closed.
#include <algorithm>
#include <utility>

#include "chess/san.hpp"
#include "judge/judge_impl.hpp"
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
  if (over_)
    return answer(ClaimAnswer::too_late,
                  wording("the game was over at {1}. Whether that stands is yours.", end_of_game()));
  const ClaimKind kind = claim_kind(arbiter.what);
  switch (kind) {
    case ClaimKind::repetition:
    case ClaimKind::fifty_moves:
      return claim_draw(side, kind == ClaimKind::repetition);
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
    case ClaimKind::conduct:
      return answer(ClaimAnswer::judgement,
                    wording("no sensor shows anything of that, and nothing on record bears on it."));
    default:
      return claim_irregularity(side, kind);
  }
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
    if (c.row && c.cell && bears_on(kind, *c.row, c.which) && wanted(c)) return &c;
  }
  return nullptr;
}

void Judge::Impl::claim_irregularity(Side side, ClaimKind kind) {
  const auto is_theirs = [&](const Case& c) { return AdviceWriter::at_fault(c) != side; };
  Case* open = latest(
      kind, [&](const Case& c) { return !c.is_over() && !c.unreported && is_theirs(c) && c.row != Row{6}; });
  if (open && open->governed_by) {
    Case* governing = find(*open->governed_by);
    if (governing && AdviceWriter::at_fault(*governing) == side)
      return answer(ClaimAnswer::not_his,
                    wording("{1} governs, and that is {2}'s own fault{3}.", number_of(*governing),
                            capital(side), cited(governing->law, *governing->cell)),
                    governing->row);
    if (governing && governing->is_over()) return answer_closed(*governing, side);
    if (governing) open = governing;
  }
  if (open) return claim_open(*open, side);
  if (const Case* closed = latest(kind, [&](const Case& c) { return c.is_over() && is_theirs(c); });
      closed && !closed->unreported)
    return answer_closed(*closed, side);
  if (const Case* own = latest(kind, [&](const Case& c) { return !is_theirs(c) && !c.unreported; }))
    return answer(ClaimAnswer::not_his,
                  wording("{1} is {2}'s own fault{3}: he cannot profit from it.", number_of(*own),
                          capital(side), cited(own->law, *own->cell)),
                  own->row);
  answer_without_finding(side, kind);
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
  const bool judged =
      c.cell->has(Action::refer) || c.cell->has(Action::none) || c.finding.grade == report::Grade::C;
  answer(
      judged ? ClaimAnswer::judgement : ClaimAnswer::valid,
      c.cell->authority == Authority::must
          ? wording("it is {1}{2}, grade {3}, which is yours to act on without a claim too.", number_of(c),
                    cited(c.law, *c.cell), name(c.finding.grade))
          : wording("it is {1}{2}, grade {3}.", number_of(c), cited(c.law, *c.cell), name(c.finding.grade)),
      c.row);
}

void Judge::Impl::answer_closed(const Case& c, Side side) {
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

/// Nothing on record bears on it: the rule, until when, and what the record says of the last move.
void Judge::Impl::answer_without_finding(Side side, ClaimKind kind) {
  const auto [row, which] = rule_of(kind);
  const Cell& cell = context_.law->cell(row, which);
  const Text rule = cited(context_.law->id, cell);
  const auto& plies = context_.game.plies();
  const bool has_moved_since = !plies.empty() && plies.rbegin()->second.side == side;
  if (!cell.report) return answer(ClaimAnswer::wrong, wording("this law knows no such claim{1}.", rule), row);
  Text text = wording("no finding about {1} bears on it", capital(~side));
  if (kind == ClaimKind::wrong_set_up || kind == ClaimKind::board_turned || kind == ClaimKind::colours) {
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
    if (last != plies.rend())
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
  if (!pending_claim_ || c.unreported || !c.row || !c.cell) return;
  const auto& [t, side, kind] = *pending_claim_;
  if (now_ - t > kFindingMayFollow || AdviceWriter::at_fault(c) != ~side || c.happened() > t ||
      !bears_on(kind, *c.row, c.which) || c.row == Row{6})
    return;
  c.claimed = t;
  c.claim_entered = true;
  c.entered_by[chess::index(side)] = true;
  pending_claim_.reset();
}

// ---- draws

/// How often the position has been on the board, so far as the record goes back, this time included.
unsigned Judge::Impl::times_on_record(const chess::Position& now) const {
  unsigned times = 0;
  const auto count = [&](std::string_view fen) {
    const auto position = position_of(fen);
    if (position && position->key() == now.key()) ++times;
  };
  const auto& plies = context_.game.plies();
  count(context_.game.fen_before(0));
  for (const auto& [number, ply] : plies) count(ply.fen);
  return times;
}

/// The moves with which the claim would be right, if the player has written one of them down (FIDE 9.2.1, 9.3.1).
std::vector<std::string> Judge::Impl::moves_to_claim(const chess::Position& position, bool threefold) const {
  std::vector<std::string> sans;
  if (!threefold && position.halfmove_clock() < 99) return sans;
  chess::MoveList moves;
  position.legal_moves(moves);
  for (const chess::Move move : moves) {
    const chess::Position then = position.after(move);
    const bool right =
        threefold ? then.halfmove_clock() != 0 && times_on_record(then) >= 2 : then.halfmove_clock() >= 100;
    if (right) sans.push_back(to_san(position, move));
  }
  return sans;
}

void Judge::Impl::claim_draw(Side side, bool threefold) {
  const Kind kind = threefold ? Kind::threefold_available : Kind::fifty_moves_available;
  const Cell& own = context_.law->cell(Row{24}, name(kind));
  const auto position = position_of(context_.game.fen());
  if (context_.game.to_move() != side)
    return answer(ClaimAnswer::not_his,
                  wording("only the player who has the move may claim it, and {1} has it{2}.", capital(~side),
                          cited(context_.law->id, own)),
                  Row{24});
  bool right = position && (threefold ? times_on_record(*position) >= 3 : position->halfmove_clock() >= 100);
  for (const auto& [id, c] : cases_)
    right = right || (c.finding.kind == kind && !c.is_over() && c.finding.ply == context_.game.last());
  if (right)
    return answer(ClaimAnswer::valid,
                  wording("by the log the claim is right: drawn{1}.", cited(context_.law->id, own)), Row{24});
  if (const auto moves = position ? moves_to_claim(*position, threefold) : std::vector<std::string>{};
      !moves.empty())
    return answer(ClaimAnswer::judgement,
                  wording("right if he has written down {1} and has not played it, and else wrong{2}.",
                          moves.size() == 1 ? Text{moves.front()} : wording("one of {1}", joined(moves)),
                          cited(context_.law->id, own)),
                  Row{24});
  const Cell& cell = context_.law->cell(Row{24}, "wrong_claim");
  auto clocks = std::vector<ClockProposal>{};
  if (const auto now = context_.clocks.at(now_)) clocks = wrong_claim(side, *now, context_.law->parameters);
  Text text = wording("by the log the claim is wrong");
  if (!cell.articles.empty())
    text += Text{concat({" (", context_.law->id, " "})} + in_words(cell.article()) + ')';
  if (!clocks.empty())
    text +=
        ": "sv + wording("propose {1}; {2}'s clock goes on", times_text(clocks.front().times), capital(side));
  answer(ClaimAnswer::wrong, wording("{1}. Yours to decide: {2}.", text, words::known(cell.left)), Row{24},
         std::move(clocks));
}

void Judge::Impl::claim_queens_or_rooks(const record::Arbiter& arbiter) {
  if (!context_.law->cell(Row{25}).report)
    return answer(ClaimAnswer::wrong, wording("This law knows no such claim."), Row{25});
  const auto position = position_of(context_.game.fen());
  if (!position || !is_queens_or_rooks(*position, context_.law->switches.s6))
    return answer(
        ClaimAnswer::wrong,
        wording(
            "Rule 10 needs kings with one queen each or one rook each: the claim does not fit the position."),
        Row{25});
  const Side opponent = ~*arbiter.side;
  const WinAnswer forced =
      context_.forced_win ? context_.forced_win(*position, opponent) : WinAnswer::unknown;
  Case& c = private_note(Kind::michigan_count, "queens_or_rooks",
                         wording("{1} claims a draw under rule 10. Forced win for {2}: {3}.",
                                 capital(*arbiter.side), capital(opponent), words::known(name(forced))));
  c.finding.side = arbiter.side;
  c.claimed = now_;
  say(c, State::opened);
}

// ---- flags

/// What rules over the flag of that player; null if nothing does.
const Case* Judge::Impl::before_flag_of(Side loser) {
  const Case* under = latest(ClaimKind::flag, [&](const Case& c) {
    return !c.is_over() && !c.unreported && c.governed_by && c.finding.side == loser;
  });
  const Case* first = under ? find(*under->governed_by) : nullptr;
  return first && first->cell ? first : nullptr;
}

void Judge::Impl::answer_ruled_on_first(const Case& first, Side side) {
  const Text rule = cited(first.law, *first.cell);
  if (first.finding.side == side)
    return answer(ClaimAnswer::not_his,
                  wording("{1} was before the flag and is ruled on first, and that is {2}'s own fault{3}.",
                          number_of(first), capital(side), rule),
                  first.row);
  answer(ClaimAnswer::judgement,
         wording("{1} was before the flag and is ruled on first{2}.", number_of(first), rule), first.row);
}

ClaimAnswer Judge::Impl::answer_to_both_flags(Side side) const {
  const auto first = advice_writer_.first_flag();
  if (context_.law->cell(Row{21}).has(Action::draw) || first == side) return ClaimAnswer::wrong;
  return first ? ClaimAnswer::valid : ClaimAnswer::judgement;
}

/// Of a claim that the other's flag is down. `on_record`: there is a finding of it.
ClaimAnswer Judge::Impl::answer_to_flag(Side side, bool on_record) const {
  if (!on_record && !context_.clocks.at(now_)) return ClaimAnswer::judgement;
  if (!on_record && !context_.clocks.out_of_time(~side)) return ClaimAnswer::wrong;
  if (!advice_writer_.end_before_flag(~side).empty()) return ClaimAnswer::wrong;
  return context_.clocks.out_of_time(side) ? answer_to_both_flags(side) : ClaimAnswer::valid;
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
  const ClaimAnswer verdict = answer_to_flag(side, open != nullptr);
  if (open && (verdict != ClaimAnswer::wrong || open->row == Row{21}) && !enter_claim(*open, side)) return;
  const auto shown = context_.clocks.at(now_);
  if (!shown && !open)
    return answer(ClaimAnswer::judgement, wording("the log has no clock times; look at the clock{1}.", rule),
                  Row{20});
  if (!open && !context_.clocks.out_of_time(loser))
    return answer(ClaimAnswer::wrong,
                  wording("by the log {1} has {2} left. No time penalty is stated for it{3}.", capital(loser),
                          clock_text(shown->of(loser)), rule),
                  Row{20});
  if (const auto ended = advice_writer_.end_before_flag(loser); !ended.empty())
    return answer(ClaimAnswer::wrong, ended + ' ' + rule_sentence(cell), Row{20});
  if (context_.clocks.out_of_time(side)) return answer_both_flags(side);
  const bool runs = context_.law->parameters.own_flag_must_be_up && context_.clocks.running().has_value();
  answer(ClaimAnswer::valid,
         advice_writer_.loss_or_draw(loser, advice_writer_.lawful_position()) + ' ' + rule_sentence(cell) +
             (runs ? ' ' + wording("The clocks must be stopped with {1}'s flag up.", capital(side)) : Text{}),
         Row{20});
}

}  // namespace jadoube::laws
