// The sentences of an advice (docs/rules.md 14).
#include <algorithm>

#include "chess/san.hpp"
#include "laws/advice_writer.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

namespace {

using report::Kind;

/// The moves as players write them.
std::string list_moves(const std::vector<std::string>& ucis, std::string_view before) {
  const auto position = position_of(before);
  std::vector<std::string> moves;
  for (const std::string& uci : ucis) {
    const auto move = position ? move_from_uci(*position, uci) : std::nullopt;
    moves.push_back(move ? to_san(*position, *move) : uci);
  }
  if (moves.size() == 1) return concat({"must play ", moves.front()});
  return concat({"must play one of ", joined(moves)});
}

std::string squares_text(const std::vector<chess::Square>& squares) {
  std::vector<std::string> names;
  for (const chess::Square s : squares) names.push_back(to_string(s));
  return joined(names);
}

}  // namespace

std::string sentence_of(Action action) {
  if (action == Action::none) return {};
  std::string text{phrase(action)};
  text.front() =
      static_cast<char>(text.front() >= 'a' && text.front() <= 'z' ? text.front() - 'a' + 'A' : text.front());
  return text + ".";
}

std::string AdviceWriter::fact(const Case& c) const {
  std::string out;
  if (!context_.board.empty()) out += concat({"Board ", context_.board, ", "});
  if (const unsigned move = move_number(c.finding.evidence.before_fen); move != 0)
    out += concat({out.empty() ? "Move " : "move ", std::to_string(move), ": "});
  else if (!out.empty())
    out.replace(out.size() - 2, 2, ": ");
  return out + c.finding.text;
}

/// The plies that are taken back, as players write them: "6.O-O d6". Empty: none is on record.
std::string AdviceWriter::undone_moves(const Case& c) const {
  constexpr std::size_t kMost = 6;
  std::string out;
  std::size_t count = 0;
  const auto& plies = context_.game.plies();
  for (auto it = plies.lower_bound(std::max(1U, c.finding.ply)); it != plies.end(); ++it, ++count) {
    if (count >= kMost) continue;
    const std::string fen = context_.game.fen_before(it->first);
    const auto before = position_of(fen);
    const auto move = before ? move_from_uci(*before, it->second.uci) : std::nullopt;
    const std::string& uci = it->second.uci;
    if (count > 0) out += ' ';
    if (it->second.side == Side::white || count == 0)
      out += concat({std::to_string(move_number(fen)), it->second.side == Side::white ? "." : "..."});
    out += move             ? to_san(*before, *move)
           : uci.size() < 4 ? uci
                            : concat({uci.substr(0, 2), "-", uci.substr(2)});
  }
  if (count > kMost) out += concat({" and ", std::to_string(count - kMost), " half-moves more"});
  return out;
}

/// What is undone first, then who is to move and what he must play; the position comes last of all.
std::string AdviceWriter::back_sentence(const Case& c, const Advice& advice) const {
  const std::string undone = undone_moves(c);
  std::string out = "Back to the position before it";
  if (!undone.empty()) out += concat({": take back ", undone});
  if (advice.to_move) out += concat({undone.empty() ? ": " : "; ", capital(*advice.to_move), " to move"});
  if (!c.finding.touched.empty())
    out += concat({", touched ", squares_text(c.finding.touched), " (on purpose? you decide)"});
  if (!advice.must_play.empty())
    out += concat({", ", list_moves(advice.must_play, c.finding.evidence.before_fen)});
  return out + '.';
}

std::string AdviceWriter::of_action(Action action, const Case& c, const Advice& advice) const {
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
      if (c.finding.grade == report::Grade::A && position_of(c.finding.evidence.before_fen)) return {};
      break;
    case Action::move_counter:
      return counter_sentence(c);
    case Action::own_time:
      return concat({capital(c.finding.side.value_or(Side::white)),
                     " puts it right on his own time: restart his clock."});
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
std::string AdviceWriter::replacement_sentence(Action action, const Case& c, const Advice& advice) {
  const std::string side = capital(c.finding.side.value_or(Side::white));
  const std::string moves = list_moves(advice.must_play, c.finding.evidence.before_fen);
  switch (action) {
    case Action::none:
      return concat({"If he puts it right he ", moves, "."});
    case Action::rook_moves:
      return concat({"Castling on that side is barred for this move; ", side, " ", moves, "."});
    case Action::stand:
      if (c.which != "rook_released") return {};
      return concat({"The rook's move stands, the king goes back: ", side, " ", moves, "."});
    default:
      return concat({"If it is upheld, ", side, " ", moves, "."});
  }
}

std::string AdviceWriter::queen_sentence(const Case& c, const Advice& advice) {
  std::string out =
      concat({"If a pawn or nothing stands there: put a queen there, ",
              capital(advice.to_move.value_or(~c.finding.side.value_or(Side::white))), " to move."});
  if (const auto after = position_of(advice.reinstate_fen); after && !after->has_legal_move())
    out += after->in_check() ? " The queen gives mate." : " The queen gives stalemate.";
  return out;
}

/// What it costs the player at fault, or wins the other one.
std::string AdviceWriter::against_offender(Action action, const Case& c) const {
  const Side side = *c.finding.side;
  const ClockTime penalty{context_.law->parameters.penalty};
  if (action == Action::penalty)
    return penalty == ClockTime{} || is_suspicion(c)
               ? std::string{}
               : concat({clock_text(penalty), " more for ", capital(~side), "."});
  if (action == Action::loss) return loss_or_draw(side, judged_position(c));
  if (action == Action::king_claim) return king_sentence(c);
  if (action == Action::win_claim)
    return concat({c.claimed ? "Claim valid: " : concat({"If ", capital(~side), " claims: "}),
                   loss_or_draw(side, judged_position(c))});
  std::string out = concat({"You may penalise ", capital(side), "."});
  for (const Offence& noted : context_.noted.of(side))
    out += concat({" Noted before: move ", std::to_string(noted.move), " (", noted.article, ")."});
  return out;
}

/// Taking the king is the claim, if the king had been left in check.
std::string AdviceWriter::king_sentence(const Case& c) const {
  const Side captor = *c.finding.side;
  const auto before = position_of(c.finding.evidence.before_fen);
  const bool left_in_check = !before || before->attackers_to(before->king(~captor), captor) != 0;
  if (!left_in_check)
    return concat({"The king was not in check: ", capital(captor),
                   "'s capture is itself an illegal move, and no claim. ", "If ", capital(~captor),
                   " claims: ", loss_or_draw(captor, judged_position(c))});
  return concat({capital(captor),
                 " has taken the king that was left in check: that is his claim. Claim valid: ",
                 loss_or_draw(~captor, judged_position(c))});
}

/// Clocks that give time after so many moves count presses, and one of those is undone.
std::string AdviceWriter::counter_sentence(const Case& c) const {
  if (!context_.time_control) return {};
  const auto& periods = context_.time_control->periods;
  if (std::none_of(periods.begin(), periods.end(), [](const auto& p) { return p.moves != 0; })) return {};
  const unsigned last = std::max(context_.game.last(), c.finding.ply);
  const unsigned undone = c.finding.ply == 0 ? 0 : last + 1 - c.finding.ply;
  return undone == 0 ? "Adjust the clock's move-counter."
                     : concat({"Move-counter of the clock: ", std::to_string(undone),
                               undone == 1 ? " press back." : " presses back."});
}

/// What a clock correction must leave each player (P8).
std::string AdviceWriter::floor_sentence() const {
  std::string text = "Leave";
  for (const Side side : chess::kSides) {
    const unsigned completed = context_.game.completed(side);
    const unsigned control = context_.time_control ? context_.time_control->control(completed) : 0;
    const unsigned to_go = control > completed ? control - completed : 0;
    text += concat({side == Side::white ? " " : ", ", capital(side), " at least ",
                    clock_text(ClockTime{clock_floor(context_.law->parameters, to_go)})});
    if (to_go != 0) text += concat({" (", std::to_string(to_go), " moves to the control)"});
  }
  return text + ".";
}

std::string AdviceWriter::to_do(const Case& c, const Advice& advice, Time now) const {
  if (c.status == Case::Status::waiting) return waiting_sentence(c);
  std::vector<std::string> sentences = sentences_before_acting(c, now);
  if (is_at_limit(advice)) {
    sentences.push_back(concat({"This offence ends the game (", joined(context_.law->cell(Row{18}).articles),
                                "): nothing is set up again, and no time is added."}));
    return joined(sentences, " ");
  }
  for (const Action action : c.cell->actions) {
    const bool by_flags =
        c.row == Row{20} || (c.row == Row{21} && (action == Action::by_log || action == Action::play_on));
    if (by_flags) continue;
    if (auto sentence = of_action(action, c, advice); !sentence.empty())
      sentences.push_back(std::move(sentence));
  }
  if (c.paused_while_closing)
    sentences.push_back(
        concat({c.finding.side ? capital(~*c.finding.side) : "The opponent",
                "'s next move may already have been made when the clock was stopped: yours to judge."}));
  if (c.cell->has(Action::back) && !advice.reinstate_fen.empty())
    sentences.push_back(concat({"Position: ", advice.reinstate_fen, "."}));
  if (must_be_seen_in_time(c))
    sentences.emplace_back("This alert is advice: you must have looked before he moves.");
  return joined(sentences, " ");
}

/// The window has passed, and the next completed move decides (A.5.4).
std::string AdviceWriter::waiting_sentence(const Case& c) {
  if (c.draw_proposed) return "Still illegal after the next completed move: draw.";
  return concat({"Do not correct now. Wait for the next completed move; if ",
                 c.row == Row{13} ? "a pawn still stands there" : "the position is then still illegal",
                 ": draw."});
}

/// Whether to act at all, what is claimed, and what to look at first.
std::vector<std::string> AdviceWriter::sentences_before_acting(const Case& c, Time now) const {
  std::vector<std::string> sentences;
  const bool decided = c.finding.state == report::State::confirmed;
  if (c.cell->authority == Authority::claim && !c.claimed && !decided)
    sentences.emplace_back("Do not step in.");
  if (c.cell->authority == Authority::silent) sentences.emplace_back("For you alone: say nothing.");
  if (c.claimed) sentences.push_back(concat({"Claimed at ", log_time_text(*c.claimed), "."}));
  if (c.finding.kind == Kind::flag_fallen) sentences.push_back(flag_sentence(c, now));
  if (c.finding.kind == Kind::both_flags_fallen) sentences.push_back(both_flags_sentence(*c.cell));
  if (c.row == Row{14} && c.cell->has(Action::penalty))
    sentences.emplace_back(
        "Before ruling check: a displaced piece, the opponent's illegal move, a clock started in error?");
  if (c.row == Row{14} && c.which == "press_back")
    sentences.emplace_back("The move before was irregular: the press is probably a claim.");
  if (c.row == Row{15}) sentences.emplace_back("The sensors do not see hands.");
  if (c.finding.kind == Kind::promotion_unverified && !c.pawn_seen && !decided &&
      (c.cell->has(Action::back) || c.cell->has(Action::penalty)))
    sentences.emplace_back(
        "If a piece stands there, there is nothing to do; what follows is for a pawn, or nothing.");
  if (is_suspicion(c) && c.cell->has(Action::penalty))
    sentences.emplace_back("A suspicion only: it costs nothing unless you have seen it.");
  return sentences;
}

/// The arbiter must step in without a claim, but only for what was seen in time; an alert is not yet that
/// (S4).
bool AdviceWriter::must_be_seen_in_time(const Case& c) const {
  const bool decided = c.finding.state == report::State::confirmed;
  return context_.law->switches.s4 == Switches::Alert::advice && c.cell->window == Window::opponent_moves &&
         c.cell->authority == Authority::must_or_claim && !c.claimed && !decided && c.row != Row{15};
}

std::string AdviceWriter::flag_sentence(const Case& c, Time now) const {
  const Side side = c.finding.side.value_or(Side::white);
  const Side claimant = ~side;
  std::vector<std::string> s;
  if (const auto zero = context_.clocks.out_of_time(side))
    s.push_back(concat({capital(side), " at 0:00 at ", log_time_text(*zero),
                        c.cell->authority == Authority::claim ? "; noted at " : "; you were told at ",
                        log_time_text(now), "."}));
  if (!context_.game.plies().empty()) {
    const auto& last = context_.game.plies().rbegin()->second;
    std::string made = concat({"Last move (", last.uci, ") made by ", log_time_text(last.t)});
    const auto* press = context_.clocks.press_before(now);
    made += press ? concat({", last press ", log_time_text(press->t), "."}) : std::string{"."};
    s.push_back(std::move(made));
  }
  const unsigned completed = context_.game.completed(side);
  std::string count = concat({"Moves completed ", std::to_string(completed)});
  const unsigned control = context_.time_control ? context_.time_control->control(completed) : 0;
  if (control != 0) count += concat({"/", std::to_string(control)});
  s.push_back(count + ".");
  if (const auto shown = context_.clocks.at(now)) s.push_back(concat({"Clocks ", times_text(*shown), "."}));
  s.push_back(concat({"Position ", context_.game.fen(), "."}));
  if (auto ended = end_before_flag(side); !ended.empty()) {
    s.push_back(std::move(ended));
    return joined(s, " ");
  }
  if (context_.law->parameters.own_flag_must_be_up && !context_.clocks.out_of_time(claimant))
    s.push_back(concat({capital(claimant), " must stop the clocks with his own flag up."}));
  if (control != 0 && context_.law->parameters.scores_kept)
    s.push_back(concat({"Check the count with the score sheets first (",
                        joined(context_.law->cell(Row{27}).articles), ")."}));
  if (context_.clocks.out_of_time(claimant)) {
    const Cell& both = context_.law->cell(Row{21});
    s.push_back(concat({"Both flags are down (", joined(both.articles), ")."}));
    s.push_back(both.has(Action::draw) ? "Draw." : both_flags_sentence(both));
    return joined(s, " ");
  }
  const Cell& test = context_.law->cell(Row{23});
  const bool on_claim = context_.law->parameters.own_flag_must_be_up;
  s.push_back(concat({!on_claim   ? ""
                      : c.claimed ? "Claim valid: "
                                  : concat({"If ", capital(claimant), " claims: "}),
                      loss_or_draw(side, lawful_position())}));
  if (test.report) s.push_back(concat({"Test for a draw: ", joined(test.articles), "."}));
  return joined(s, " ");
}

/// Mate and stalemate end the game before the flag, if the move that led there was legal. Empty: the game had
/// not ended.
std::string AdviceWriter::end_before_flag(Side flag) const {
  const auto position = position_of(context_.game.fen());
  if (!position || position->has_legal_move()) return {};
  if (context_.game.last_is_legal()) return "The game ended on the board before the flag: it stands.";
  const auto& last = context_.game.plies().rbegin()->second;
  if (!last.completed || last.side != flag) return {};
  return "What stands on the board came about by an illegal move: whether that ended the game is yours to "
         "judge.";
}

/// The position that a flag is judged on: an illegal move that was not completed is none.
std::string AdviceWriter::lawful_position() const {
  const auto& plies = context_.game.plies();
  if (plies.empty() || plies.rbegin()->second.completed || context_.game.last_is_legal())
    return context_.game.fen();
  return context_.game.fen_before(plies.rbegin()->first);
}

std::string AdviceWriter::both_flags_sentence(const Cell& cell) const {
  const auto white = context_.clocks.out_of_time(Side::white);
  const auto black = context_.clocks.out_of_time(Side::black);
  if (!white || !black) return "The log does not show when each flag fell.";
  std::string out = concat({"By the log White reached 0:00 at ", log_time_text(*white), ", Black at ",
                            log_time_text(*black), "."});
  if (!cell.has(Action::by_log)) return out;
  if (*white == *black) {
    if (cell.has(Action::play_on)) return out + " The order cannot be established. Play on.";
    const bool last =
        !context_.time_control || context_.time_control->in_last_period(context_.game.completed(Side::white));
    return out + (last ? " The order cannot be established, last period: draw."
                       : " The order cannot be established: play on.");
  }
  const Side first = *white < *black ? Side::white : Side::black;
  return out +
         concat({" ", capital(first), "'s flag fell first. ", loss_or_draw(first, context_.game.fen())});
}

std::string AdviceWriter::offence_sentence(const Case& c, const Advice& advice) const {
  if (advice.offence_number == 0) return {};
  std::string out = concat({ordinal(advice.offence_number), " offence of ", capital(*c.finding.side), "."});
  if (advice.offence_number >= context_.law->parameters.loss_at)
    out += concat({" ", loss_or_draw(*c.finding.side, judged_position(c))});
  return out;
}

std::string AdviceWriter::window_sentence(const Case& c) const {
  const std::string opponent = c.finding.side ? capital(~*c.finding.side) : "the opponent";
  switch (c.status == Case::Status::waiting ? Window::none : c.cell->window) {
    case Window::game:
      return "Open until the game is over.";
    case Window::opponent_moves:
      return concat({"Open until ", opponent, " makes his next move."});
    case Window::touch:
      return concat({"Open until ", opponent, " touches a piece."});
    case Window::ten_moves:
      return "Open until each player has completed 10 moves.";
    case Window::three_moves:
      return "Open until each player has completed 3 moves.";
    case Window::black_ten:
      return "Open until Black's 10th move is completed.";
    case Window::none:
      break;
  }
  return {};
}

std::string AdviceWriter::rule(const Case& c) const {
  if (c.cell->articles.empty()) return concat({context_.law->id, ", no article at hand"});
  return concat({context_.law->id, " ", joined(c.cell->articles)});
}

std::string AdviceWriter::clocks_sentence(const std::vector<ClockProposal>& clocks) {
  std::string text = concat({"Propose ", times_text(clocks.front().times), " (", clocks.front().words});
  for (std::size_t i = 1; i < clocks.size(); ++i)
    text += concat({"; or ", times_text(clocks[i].times), ", ", clocks[i].words});
  return text + ").";
}

std::string AdviceWriter::in_full(const Case& c, const AdviceParts& parts) {
  std::vector<std::string> sentences;
  const auto say = [&](std::string sentence) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  };
  say(parts.note);
  say(parts.fact);
  say(parts.to_do);
  say(parts.clocks);
  say(parts.offence);
  say(parts.window);
  if (!parts.rule.empty()) say(concat({"Rule: ", parts.rule, "; grade ", name(c.finding.grade), "."}));
  if (!parts.left.empty()) say(concat({"Yours to decide: ", parts.left, "."}));
  return joined(sentences, " ");
}

}  // namespace jadoube::laws
