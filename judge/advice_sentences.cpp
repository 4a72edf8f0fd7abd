// The sentences of an advice (docs/rules.md 14).
#include <algorithm>
#include <utility>

#include "chess/san.hpp"
#include "judge/advice_writer.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;
using namespace std::string_view_literals;

namespace {

using report::Kind;

/// So many legal moves are named one by one; where all that there are are left, nobody reads more.
constexpr std::size_t kNamedMoves = 8;

/// The square of the piece that makes all of these moves. So many are all that it has: it captures on one square in four ways at most.
std::optional<chess::Square> mover_of(const std::vector<std::string>& ucis, const chess::Position& before) {
  const chess::Square from = chess::move_from_uci(before, ucis.front())->from();
  const bool all = std::all_of(ucis.begin(), ucis.end(), [&](const std::string& uci) {
    return uci.starts_with(chess::to_string(from));
  });
  return all ? std::optional{from} : std::nullopt;
}

/// "must play Ke2", "must play one of Ke2, Kf1"; of many, if that is all that there are, no list: "must move the piece on d1", and
/// "may play any legal move" where what he touched binds him to nothing (FIDE 4.5). The moves are legal ones of that position, and
/// there is at least one.
Text must_play(const std::vector<std::string>& ucis, std::string_view before) {
  const chess::Position position = *position_of(before);
  if (ucis.size() > kNamedMoves) {
    if (ucis.size() == position.count_legal_moves()) return wording("may play any legal move");
    if (const auto square = mover_of(ucis, position))
      return wording("must move the piece on {1}", chess::to_string(*square));
  }
  std::vector<std::string> moves;
  for (const std::string& uci : ucis) moves.push_back(to_san(position, *move_from_uci(position, uci)));
  return ucis.size() == 1 ? wording("must play {1}", joined(moves))
                          : wording("must play one of {1}", joined(moves));
}

std::string squares_text(const std::vector<chess::Square>& squares) {
  std::vector<std::string> names;
  for (const chess::Square s : squares) names.push_back(to_string(s));
  return joined(names);
}

/// Where the opponent's pieces stood that were taken off the board, though nothing went there: the wrong pawn of an
/// en passant capture.
std::vector<chess::Square> wrongly_taken(const report::Finding& f) {
  const auto before = position_of(f.evidence.before_fen);
  const auto played = chess::transfer_from_uci(f.played);
  std::vector<chess::Square> taken;
  if (!before || !played || !f.side) return taken;
  for (const chess::Square s : f.touched) {
    const auto piece = before->at(s);
    if (piece && piece->side != *f.side && s != played->to && (f.evidence.occupied & chess::bit(s)) == 0)
      taken.push_back(s);
  }
  return taken;
}

/// What comes of a claim that was made, or would come of one.
Text on_claim(const Case& c, Side claimant, const Text& ending) {
  if (!c.claimed) return wording("If {1} claims: {2}", capital(claimant), ending);
  return c.claim_is_likely ? wording("If the press was a claim: {1}", ending)
                           : wording("Claim valid: {1}", ending);
}

}  // namespace

Text sentence_of(Action action) {
  if (action == Action::none) return {};
  return words::known(phrase(action)).capitalised() + '.';
}

Text AdviceWriter::fact(const Case& c) const {
  const std::string move = std::to_string(move_number(c.finding.evidence.before_fen));
  const bool has_move = move != "0";
  Text what = c.finding.text;
  if (const auto taken = wrongly_taken(c.finding); !taken.empty())
    what += ' ' + wording("What stood on {1} was taken off.", squares_text(taken));
  if (context_.board.empty()) return has_move ? wording("Move {1}: {2}", move, what) : what;
  return has_move ? wording("Board {1}, move {2}: {3}", context_.board, move, what)
                  : wording("Board {1}: {2}", context_.board, what);
}

/// The plies that are taken back, as players write them: "6.O-O d6". Empty: none is on record.
Text AdviceWriter::undone_moves(unsigned from) const {
  constexpr std::size_t kMost = 6;
  std::string out;
  std::size_t count = 0;
  bool is_numbered = false;
  const auto& plies = context_.game.plies();
  for (auto it = plies.lower_bound(std::max(1U, from)); it != plies.end(); ++it) {
    // A piece came or went, and no squares say that it was moved: players have no way to write that.
    if (it->second.uci == to_uci(chess::Move{})) {
      is_numbered = false;
      continue;
    }
    if (++count > kMost) continue;
    const std::string fen = context_.game.fen_before(it->first);
    const auto before = position_of(fen);
    const auto move = context_.game.legal_move(it->first);
    const std::string& uci = it->second.uci;
    if (count > 1) out += ' ';
    const bool goes_on = std::exchange(is_numbered, true);
    if (it->second.side == Side::white || !goes_on)
      out += concat({std::to_string(move_number(fen)), it->second.side == Side::white ? "." : "..."});
    out += move ? to_san(*before, *move) : concat({uci.substr(0, 2), "-", uci.substr(2)});
  }
  if (count > kMost) return wording("{1} and {2} half-moves more", out, std::to_string(count - kMost));
  return out;
}

/// What is undone first, then who is to move and what he must play; the position comes last of all.
Text AdviceWriter::back_sentence(const Case& c, const Advice& advice) const {
  if (is_put_right(c)) return wording("It has been put right since.");
  const Text undone = undone_moves(c.finding.ply);
  Text out = undone.empty() ? wording("Back to the position before it")
                            : wording("Back to the position before it: take back {1}", undone);
  if (advice.to_move)
    out += (undone.empty() ? ": "sv : "; "sv) + wording("{1} to move", capital(*advice.to_move));
  if (!c.finding.touched.empty())
    out += ", "sv + wording("touched {1} (on purpose? you decide)", squares_text(c.finding.touched));
  if (!advice.must_play.empty()) out += ", "sv + must_play(advice.must_play, c.finding.evidence.before_fen);
  out += '.';
  if (const auto taken = wrongly_taken(c.finding); !taken.empty())
    out += ' ' + wording("Put back what stood on {1}.", squares_text(taken));
  return out;
}

Text AdviceWriter::of_action(Action action, const Case& c, const Advice& advice) const {
  switch (action) {
    case Action::back:
      return back_sentence(c, advice);
    case Action::queen:
      return queen_sentence(c, advice);
    case Action::penalty:
    case Action::loss:
    case Action::win_claim:
    case Action::king_claim:
    case Action::may_penalise:
      // If neither side is at fault, only the general words fit.
      if (!c.finding.side) break;
      return against_offender(action, c);
    case Action::or_last_identifiable:
      // Where nobody doubts which position it is, there is nothing to say.
      if (is_put_right(c) ||
          (c.finding.grade == report::Grade::A && position_of(c.finding.evidence.before_fen)))
        return {};
      break;
    case Action::move_counter:
      return counter_sentence(c);
    case Action::own_time:
      return wording("{1} puts it right on his own time: restart his clock.",
                     capital(c.finding.side.value_or(Side::white)));
    case Action::none:
    case Action::rook_moves:
    case Action::stand:
    case Action::refer:
      if (advice.must_play.empty()) break;
      if (auto sentence = replacement_sentence(action, c, advice); !sentence.empty()) return sentence;
      break;
    case Action::clock_floor:
      return floor_sentence();
    default:
      break;
  }
  return sentence_of(action);
}

/// Which moves are left to the player, where there are any he must choose from. Empty: no more than the phrase
/// of the action says.
Text AdviceWriter::replacement_sentence(Action action, const Case& c, const Advice& advice) {
  const Text side = capital(c.finding.side.value_or(Side::white));
  const Text moves = must_play(advice.must_play, c.finding.evidence.before_fen);
  switch (action) {
    case Action::none:
      return wording("If he puts it right he {1}.", moves);
    case Action::rook_moves:
      return wording("Castling on that side is barred for this move; {1} {2}.", side, moves);
    case Action::stand:
      if (c.which != "rook_released") return {};
      return wording("The rook's move stands, the king goes back: {1} {2}.", side, moves);
    default:
      return wording("If it is upheld, {1} {2}.", side, moves);
  }
}

std::string AdviceWriter::taken_pawn(const Case& c) const {
  return c.finding.side && !c.finding.squares.empty()
             ? context_.game.taken_on(c.finding.squares.front(), ~*c.finding.side, c.finding.ply)
             : std::string{};
}

Text AdviceWriter::queen_sentence(const Case& c, const Advice& advice) const {
  const Text to_move = capital(advice.to_move.value_or(~c.finding.side.value_or(Side::white)));
  // What stands there is in doubt until a person has looked, or the sensors have shown it.
  const bool is_known = c.pawn_seen || c.finding.state == report::State::confirmed;
  // What was played since and cannot be, with a queen there.
  const unsigned from = queened(c).undone_from;
  const Text undone = from == 0 ? Text{} : undone_moves(from);
  if (const std::string taken = taken_pawn(c); undone.empty() && is_known && !taken.empty())
    return wording(
        "{1} has gone to {2} since ({3}): no pawn stands there any more. The position stands, {4} to move.",
        capital(~*c.finding.side), squares_text({c.finding.squares.front()}), taken, to_move);
  Text out =
      undone.empty()
          ? is_known ? wording("The pawn becomes a queen: put a queen there, {1} to move.", to_move)
                     : wording("If a pawn or nothing stands there: put a queen there, {1} to move.", to_move)
      : is_known
          ? wording("The pawn becomes a queen: take back {1}, put a queen there, {2} to move.", undone,
                    to_move)
          : wording("If a pawn or nothing stands there: take back {1}, put a queen there, {2} to move.",
                    undone, to_move);
  if (const auto after = position_of(advice.reinstate_fen); after && !after->has_legal_move())
    out +=
        ' ' + (after->in_check() ? wording("The queen gives mate.") : wording("The queen gives stalemate."));
  return out;
}

/// What it costs the player at fault, or wins the other one.
Text AdviceWriter::against_offender(Action action, const Case& c) const {
  const Side side = *c.finding.side;
  if (action == Action::penalty) {
    const ClockTime more = penalty(c, side);
    return more == ClockTime{} || is_suspicion(c)
               ? Text{}
               : wording("{1} more for {2}.", clock_text(more), capital(~side));
  }
  if (action == Action::loss) return loss_or_draw(side, judged_position(c));
  if (action == Action::king_claim) return king_sentence(c);
  if (action == Action::win_claim) return on_claim(c, ~side, loss_or_draw(side, judged_position(c)));
  Text out = wording("You may penalise {1}.", capital(side));
  for (const Offence& noted : context_.noted.of(side))
    out +=
        ' ' + wording("Noted before: move {1} ({2}).", std::to_string(noted.move), in_words(noted.article));
  return out;
}

bool AdviceWriter::king_was_in_check(const Case& c) {
  const Side captor = *c.finding.side;
  const auto before = position_of(c.finding.evidence.before_fen);
  return !before || before->attackers_to(before->king(~captor), captor) != 0;
}

std::optional<Side> AdviceWriter::at_fault(const Case& c) {
  const bool captor_claims = c.finding.side && c.cell->has(Action::king_claim) && king_was_in_check(c);
  return captor_claims ? std::optional{~*c.finding.side} : c.finding.side;
}

/// Taking the king is the claim, if the king had been left in check.
Text AdviceWriter::king_sentence(const Case& c) const {
  const Side captor = *c.finding.side;
  if (!king_was_in_check(c))
    return wording(
        "The king was not in check: {1}'s capture is itself an illegal move, and no claim. If {2} claims: "
        "{3}",
        capital(captor), capital(~captor), loss_or_draw(captor, judged_position(c)));
  return wording("{1} has taken the king that was left in check: that is his claim. Claim valid: {2}",
                 capital(captor), loss_or_draw(~captor, judged_position(c)));
}

/// Clocks that give time after so many moves count presses, and one of those is undone.
Text AdviceWriter::counter_sentence(const Case& c) const {
  if (!context_.time_control) return {};
  const auto& periods = context_.time_control->periods;
  if (std::none_of(periods.begin(), periods.end(), [](const auto& p) { return p.moves != 0; })) return {};
  const unsigned last = std::max(context_.game.last(), c.finding.ply);
  const unsigned undone = c.finding.ply == 0 ? 0 : last + 1 - c.finding.ply;
  return undone == 0   ? wording("Adjust the clock's move-counter.")
         : undone == 1 ? wording("Move-counter of the clock: 1 press back.")
                       : wording("Move-counter of the clock: {1} presses back.", std::to_string(undone));
}

/// What a clock correction must leave each player (P8).
Text AdviceWriter::floor_sentence() const {
  std::vector<Text> players;
  for (const Side side : chess::kSides) {
    const unsigned completed = context_.game.completed(side);
    const unsigned control = context_.time_control ? context_.time_control->control(completed) : 0;
    const unsigned to_go = control == 0 ? 0 : control - completed;
    const std::string least = clock_text(ClockTime{clock_floor(context_.law->parameters, to_go)});
    players.push_back(to_go == 0 ? wording("{1} at least {2}", capital(side), least)
                                 : wording("{1} at least {2} ({3} moves to the control)", capital(side),
                                           least, std::to_string(to_go)));
  }
  return wording("Leave {1}.", words::strung(players));
}

Text AdviceWriter::to_do(const Case& c, const Advice& advice, Time now) const {
  if (c.status == Case::Status::waiting) return waiting_sentence(c);
  std::vector<Text> sentences = sentences_before_acting(c, now);
  if (is_at_limit(advice)) {
    sentences.push_back(
        wording("This offence ends the game ({1}): nothing is set up again, and no time is added.",
                articles_of(context_.law->cell(Row{18}))));
    return words::strung(sentences, " ");
  }
  std::vector<Text> orders;
  for (const Action action : c.cell->actions) {
    const bool by_flags =
        c.row == Row{20} || (c.row == Row{21} && (action == Action::by_log || action == Action::play_on));
    if (by_flags) continue;
    if (auto sentence = of_action(action, c, advice); !sentence.empty())
      orders.push_back(std::move(sentence));
  }
  if (!orders.empty() && is_left_to_a_claim(c))
    sentences.push_back(wording("If {1} claims: {2}", capital(~*c.finding.side), words::strung(orders, " ")));
  else
    sentences.insert(sentences.end(), orders.begin(), orders.end());
  if (!c.cell->sanction.empty() && c.finding.side && !is_suspicion(c))
    sentences.push_back(
        wording("For {1} also: {2}.", capital(*c.finding.side), words::known(c.cell->sanction)));
  if (c.paused_while_closing)
    sentences.push_back(
        wording("{1}'s next move may already have been made when the clock was stopped: yours to judge.",
                c.finding.side ? capital(~*c.finding.side) : wording("The opponent")));
  if (c.cell->has(Action::back) && !advice.reinstate_fen.empty())
    sentences.push_back(wording("Position: {1}.", advice.reinstate_fen));
  if (must_be_seen_in_time(c))
    sentences.push_back(wording("This alert is advice: you must have looked before he moves."));
  return words::strung(sentences, " ");
}

/// Nothing is done about it before the opponent claims it; and its orders do not say so themselves.
bool AdviceWriter::is_left_to_a_claim(const Case& c) {
  return c.cell->authority == Authority::claim && !c.claimed && c.finding.state != report::State::confirmed &&
         c.finding.side && (c.cell->has(Action::back) || c.cell->has(Action::penalty));
}

/// The window has passed, and the next completed move decides (A.5.4).
Text AdviceWriter::waiting_sentence(const Case& c) {
  if (c.draw_proposed) return wording("Still illegal after the next completed move: draw.");
  return c.row == Row{13} ? wording(
                                "Do not correct now. Wait for the next completed move; if a pawn still "
                                "stands there: draw.")
                          : wording(
                                "Do not correct now. Wait for the next completed move; if the position is "
                                "then still illegal: "
                                "draw.");
}

/// Whether to act at all, what is claimed, and what to look at first.
std::vector<Text> AdviceWriter::sentences_before_acting(const Case& c, Time now) const {
  std::vector<Text> sentences;
  const bool decided = c.finding.state == report::State::confirmed;
  if (c.cell->authority == Authority::claim && !c.claimed && !decided)
    sentences.push_back(wording("Do not step in."));
  if (c.cell->authority == Authority::silent && !c.claimed)
    sentences.push_back(wording("For you alone: say nothing."));
  if (c.claimed)
    sentences.push_back(c.claim_is_likely ? wording("Probably claimed at {1}.", log_time_text(*c.claimed))
                                          : wording("Claimed at {1}.", log_time_text(*c.claimed)));
  if (c.finding.kind == Kind::flag_fallen) sentences.push_back(flag_sentence(c, now));
  if (c.finding.kind == Kind::both_flags_fallen) sentences.push_back(both_flags_sentence(*c.cell));
  if (c.row == Row{14} && c.cell->has(Action::penalty))
    sentences.push_back(wording(
        "Before ruling check: a displaced piece, the opponent's illegal move, a clock started in error?"));
  if (c.row == Row{14} && c.which == "press_back")
    sentences.push_back(wording("The move before was irregular: the press is probably a claim."));
  if (c.row == Row{15}) sentences.push_back(wording("The sensors do not see hands."));
  if (c.finding.kind == Kind::promotion_unverified && !c.pawn_seen && !decided &&
      (c.cell->has(Action::back) || c.cell->has(Action::penalty)))
    sentences.push_back(
        wording("If a piece stands there, there is nothing to do; what follows is for a pawn, or nothing."));
  if (is_suspicion(c) && c.cell->has(Action::penalty))
    sentences.push_back(wording("A suspicion only: it costs nothing unless you have seen it."));
  return sentences;
}

/// The arbiter must step in without a claim, but only for what was seen in time; an alert is not yet that
/// (S4).
bool AdviceWriter::must_be_seen_in_time(const Case& c) const {
  const bool decided = c.finding.state == report::State::confirmed;
  return context_.law->switches.s4 == Switches::Alert::advice && c.cell->window == Window::opponent_moves &&
         c.cell->authority == Authority::must_or_claim && !c.claimed && !decided && c.row != Row{15};
}

Text AdviceWriter::flag_sentence(const Case& c, Time now) const {
  const Side side = c.finding.side.value_or(Side::white);
  const Side claimant = ~side;
  std::vector<Text> s;
  if (const auto& ended = context_.clocks.ended(side)) {
    const std::string at = log_time_text(ended->t);
    s.push_back(c.cell->authority == Authority::claim
                    ? wording("{1} at 0:00 at {2}; noted at {3}.", capital(side), at, log_time_text(c.opened))
                    : wording("{1} at 0:00 at {2}; you were told at {3}.", capital(side), at,
                              log_time_text(c.opened)));
  }
  if (!context_.game.plies().empty()) {
    const auto& last = context_.game.plies().rbegin()->second;
    const auto* press = context_.clocks.press_before(now);
    s.push_back(press ? wording("Last move ({1}) made by {2}, last press {3}.", last.uci,
                                log_time_text(last.t), log_time_text(press->t))
                      : wording("Last move ({1}) made by {2}.", last.uci, log_time_text(last.t)));
  }
  const unsigned completed = context_.game.completed(side);
  const unsigned control = context_.time_control ? context_.time_control->control(completed) : 0;
  std::string count = std::to_string(completed);
  if (control != 0) count += concat({"/", std::to_string(control)});
  s.push_back(wording("Moves completed {1}.", count));
  if (const auto shown = context_.clocks.at(now)) s.push_back(wording("Clocks {1}.", times_text(*shown)));
  s.push_back(wording("Position {1}.", context_.game.fen()));
  if (auto ended = end_before_flag(side); !ended.empty()) {
    s.push_back(std::move(ended));
    return words::strung(s, " ");
  }
  if (context_.law->parameters.own_flag_must_be_up && !context_.out_of_time(claimant))
    s.push_back(wording("{1} must stop the clocks with his own flag up.", capital(claimant)));
  if (control != 0 && context_.law->parameters.scores_kept)
    s.push_back(wording("Check the count with the score sheets first ({1}).",
                        articles_of(context_.law->cell(Row{27}))));
  if (context_.out_of_time(claimant)) {
    const Cell& both = context_.law->cell(Row{21});
    s.push_back(wording("Both flags are down ({1}).", articles_of(both)));
    s.push_back(both.has(Action::draw) ? wording("Draw.") : both_flags_sentence(both));
    return words::strung(s, " ");
  }
  const Cell& test = context_.law->cell(Row{23});
  const Text ending = loss_or_draw(side, lawful_position());
  s.push_back(context_.law->parameters.own_flag_must_be_up ? on_claim(c, claimant, ending) : ending);
  if (test.report) s.push_back(wording("Test for a draw: {1}.", articles_of(test)));
  return words::strung(s, " ");
}

/// Mate and stalemate end the game before the flag, if the move that led there was legal. Empty: the game had
/// not ended.
Text AdviceWriter::end_before_flag(Side flag) const {
  const auto position = position_of(context_.game.fen());
  if (!position || position->has_legal_move()) return {};
  if (context_.game.last_is_legal()) {
    const Time ended = context_.game.plies().empty() ? Time{} : context_.game.plies().rbegin()->second.t;
    const auto zero = context_.out_of_time(flag);
    return zero && *zero < ended ? wording(
                                       "The game ended on the board at {1}, after the flag: it stands, "
                                       "unless the fall had been "
                                       "noticed before.",
                                       log_time_text(ended))
                                 : wording("The game ended on the board before the flag: it stands.");
  }
  const auto& last = context_.game.plies().rbegin()->second;
  if (!last.completed || last.side != flag) return {};
  return wording(
      "What stands on the board came about by an illegal move: whether that ended the game is yours to "
      "judge.");
}

/// The position that a flag is judged on: an illegal move that was not completed is none.
std::string AdviceWriter::lawful_position() const {
  const auto& plies = context_.game.plies();
  if (plies.empty() || plies.rbegin()->second.completed || context_.game.last_is_legal())
    return context_.game.fen();
  return context_.game.fen_before(plies.rbegin()->first);
}

Text AdviceWriter::both_flags_sentence(const Cell& cell) const {
  const auto white = context_.out_of_time(Side::white);
  const auto black = context_.out_of_time(Side::black);
  if (!white || !black) return wording("The log does not show when each flag fell.");
  const Text out = wording("By the log White reached 0:00 at {1}, Black at {2}.", log_time_text(*white),
                           log_time_text(*black));
  if (!cell.has(Action::by_log)) return out;
  if (*white == *black) {
    if (cell.has(Action::play_on)) return out + ' ' + wording("The order cannot be established. Play on.");
    const bool last =
        !context_.time_control || context_.time_control->in_last_period(context_.game.completed(Side::white));
    return out + ' ' +
           (last ? wording("The order cannot be established, last period: draw.")
                 : wording("The order cannot be established: play on."));
  }
  const Side first = *white < *black ? Side::white : Side::black;
  return out + ' ' + wording("{1}'s flag fell first.", capital(first)) + ' ' +
         loss_or_draw(first, context_.game.fen());
}

Text AdviceWriter::offence_sentence(const Case& c, const Advice& advice) const {
  if (advice.offence_number == 0) return {};
  Text out = numbered_sentence(c, advice.offence_number);
  if (c.undecided.empty()) return out;
  std::vector<std::string> ids;
  for (const std::uint64_t id : c.undecided) ids.push_back(std::to_string(id));
  const auto then = advice.offence_number + static_cast<unsigned>(ids.size());
  return out + ' ' +
         wording("Decide finding {1} first. If you confirm it: {2}", joined(ids), numbered_sentence(c, then));
}

Text AdviceWriter::numbered_sentence(const Case& c, unsigned number) const {
  Text out = wording("{1} offence of {2}.", ordinal(number), capital(*c.finding.side));
  if (number >= context_.law->parameters.loss_at)
    out += ' ' + loss_or_draw(*c.finding.side, judged_position(c));
  else if (const std::string sanction = context_.law->parameters.sanction(number); !sanction.empty())
    out += ' ' + wording("For {1} also: {2}.", capital(*c.finding.side), words::known(sanction));
  return out;
}

Text AdviceWriter::window_sentence(const Case& c) const {
  const Text opponent = c.finding.side ? capital(~*c.finding.side) : wording("the opponent");
  const Window window = c.status == Case::Status::waiting ? Window::none : c.cell->window;
  // Nothing that is played closes it any more.
  if (c.reopened && window != Window::none) return wording("Open until you decide.");
  switch (window.until) {
    case Window::Until::game_over:
      return wording("Open until the game is over.");
    case Window::Until::opponent_moves:
      return wording("Open until {1} makes his next move.", opponent);
    case Window::Until::touch:
      // Where it is nobody's fault, it is for whoever has the move.
      return wording("Open until {1} touches a piece.",
                     c.finding.side ? opponent : capital(context_.game.mover(c.finding.ply + 1)));
    case Window::Until::each_completed:
      return wording("Open until each player has completed {1} moves.", std::to_string(window.moves));
    case Window::Until::black_completed:
      return wording("Open until Black has completed {1} moves.", std::to_string(window.moves));
    case Window::Until::no_limit:
      break;
  }
  return {};
}

Text AdviceWriter::rule(const Case& c) const {
  if (c.cell->articles.empty()) return wording("{1}, no article at hand", context_.law->id);
  return rule_of(context_.law->id, *c.cell);
}

Text AdviceWriter::clocks_sentence(const std::vector<ClockProposal>& clocks) {
  Text words = clocks.front().words;
  for (std::size_t i = 1; i < clocks.size(); ++i)
    words += "; "sv + wording("or {1}, {2}", times_text(clocks[i].times), clocks[i].words);
  return wording("Propose {1} ({2}).", times_text(clocks.front().times), words);
}

Text AdviceWriter::in_full(const Case& c, const AdviceParts& parts) {
  std::vector<Text> sentences;
  const auto say = [&](Text sentence) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  };
  say(parts.note);
  say(parts.fact);
  say(parts.to_do);
  say(parts.clocks);
  say(parts.offence);
  say(parts.window);
  if (!parts.rule.empty()) say(wording("Rule: {1}; grade {2}.", parts.rule, name(c.finding.grade)));
  if (!parts.left.empty()) say(wording("Yours to decide: {1}.", parts.left));
  return words::strung(sentences, " ");
}

}  // namespace jadoube::laws
