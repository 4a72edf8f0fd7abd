#include "judge/advice_writer.hpp"

#include <algorithm>

#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;

namespace {

using chess::Move;
using chess::PieceType;
using chess::Transfer;
using report::Kind;

std::optional<Transfer> played_of(const report::Finding& f) {
  if (const auto played = chess::transfer_from_uci(f.played)) return played;
  const bool is_move =
      f.kind == Kind::illegal_move || f.kind == Kind::illegal_move_pending || f.kind == Kind::king_captured;
  if (is_move && f.squares.size() >= 2) return Transfer{f.squares[0], f.squares[1]};
  return std::nullopt;
}

/// As people read them: what is proposed adds up in what is shown.
Readings whole_seconds(const Readings& shown) {
  return {std::chrono::floor<Seconds>(shown.white), std::chrono::floor<Seconds>(shown.black)};
}

std::vector<std::string> to_ucis(const chess::Position& before, const std::vector<Move>& moves) {
  std::vector<std::string> list;
  list.reserve(moves.size());
  for (const Move move : moves) list.push_back(to_uci(before, move));
  return list;
}

/// The king's one-square step that was released on the way to castling, or the rook's move that was.
std::optional<Move> released_move(const chess::Position& p, const Case& c) {
  if (c.which == "rook_released") {
    for (const chess::Square s : c.finding.squares) {
      const auto piece = p.at(s);
      if (!piece || piece->type != PieceType::rook) continue;
      const bool king_side = p.castles_from_home() ? chess::file_of(s) == 7 : s > p.king(p.turn());
      const unsigned file = king_side ? 5 : 3;
      return p.find_legal(s, chess::make_square(file, chess::rank_of(s)));
    }
    return std::nullopt;
  }
  const chess::Square king = p.king(p.turn());
  const bool long_side = std::any_of(c.finding.squares.begin(), c.finding.squares.end(),
                                     [](chess::Square s) { return chess::file_of(s) < 4; });
  return p.find_legal(king, chess::make_square(long_side ? 3 : 5, chess::rank_of(king)));
}

}  // namespace

std::optional<Time> RulingContext::out_of_time(Side side) const {
  const auto& ended = clocks.ended(side);
  if (!ended || ended->is_passed) return std::nullopt;
  const auto& presses = clocks.presses();
  const auto since = std::count_if(presses.begin(), presses.end(), [&](const auto& press) {
    return press.side == side && press.t > ended->t;
  });
  const bool made = ended->moves != 0 && game.completed(side) >= ended->moves + static_cast<unsigned>(since);
  return made ? std::nullopt : std::optional{ended->t};
}

unsigned RulingContext::passed_at_zero(Side side) const {
  const auto& ended = clocks.ended(side);
  return ended && !out_of_time(side) ? ended->moves : 0;
}

Text capital(Side side) {
  return side == Side::white ? wording("White") : wording("Black");
}

Text ordinal(std::size_t number) {
  switch (number) {
    case 1:
      return wording("First");
    case 2:
      return wording("Second");
    case 3:
      return wording("Third");
    default:
      return wording("{1}th", std::to_string(number));
  }
}

Text times_text(const Readings& times) {
  return wording("W {1} / B {2}", clock_text(times.white), clock_text(times.black));
}

bool AdviceWriter::is_illegal_act(const Case& c) const {
  switch (c.finding.kind) {
    case Kind::illegal_move:
    case Kind::king_captured:
    case Kind::both_kings_in_check:
    case Kind::out_of_turn:
      return true;
    case Kind::castling_order:
      return c.which == "king_released";
    default:
      return is_promotion(c.finding.kind);
  }
}

/// A suspicion costs nothing until somebody who has seen it confirms it.
bool AdviceWriter::is_suspicion(const Case& c) {
  return c.finding.grade == report::Grade::C && c.finding.state != report::State::confirmed;
}

/// It costs a player something, and is one of so many.
bool AdviceWriter::is_numbered(const Case& c) const {
  using report::State;
  const State state = c.finding.state;
  return c.cell && state != State::withdrawn && state != State::dismissed && state != State::closed &&
         c.finding.side && c.row != Row{24} && context_.law->parameters.loss_at != 0 &&
         c.cell->has(Action::penalty);
}

bool AdviceWriter::is_put_right(const Case& c) const {
  return c.stood && c.finding.kind == report::Kind::illegal_move &&
         context_.game.has_instead(c.finding.ply, c.finding.played);
}

Advice AdviceWriter::write(const Case& c, Time now, const Text& note) const {
  Advice advice;
  const bool rules = !c.governed_by;
  const bool suspected = is_suspicion(c);
  const bool counts = (rules || c.counts_beside) && !suspected && c.status != Case::Status::waiting;
  if (counts && is_numbered(c))
    advice.offence_number =
        static_cast<unsigned>(context_.offences.number_of(*c.finding.side, c.finding.ply, c.act));
  // At the limit the game is decided: nothing is set up again, and no time is added.
  if (c.cell && rules && !c.is_over() && c.status != Case::Status::waiting && !is_at_limit(advice)) {
    if (!is_put_right(c)) {
      position(c, advice);
      replacement_moves(c, advice);
    }
    if (!suspected) advice.clocks = clocks(c, now);
  }

  AdviceParts& parts = advice.parts;
  parts.note = note;
  parts.fact = fact(c);
  if (c.cell) {
    parts.rule = rule(c);
    if (!advice.clocks.empty()) parts.clocks = clocks_sentence(advice.clocks);
    if (!c.is_over() && !rules) {
      parts.to_do = c.told_beside
                        ? wording("{1} If you leave that as it is: {2}", c.part_of, to_do(c, advice, now))
                        : c.part_of;
      if (auto offence = offence_sentence(c, advice); !offence.empty())
        parts.offence = wording("If you count it too: {1}", offence);
      if (c.bond == Bond::excuses && c.row == Row{14}) parts.left = words::known(c.cell->left);
    } else if (!c.is_over()) {
      parts.to_do = to_do(c, advice, now);
      parts.offence = offence_sentence(c, advice);
      if (c.finding.state != report::State::confirmed) parts.window = window_sentence(c);
      // Who saw what in time is no question any more once the window has passed.
      const bool passed = c.status == Case::Status::waiting && c.cell->later_has(Action::wait);
      if (!passed) parts.left = words::known(c.cell->left);
    }
  }
  advice.text = in_full(c, parts);
  return advice;
}

bool AdviceWriter::is_at_limit(const Advice& advice) const {
  const unsigned limit = context_.law->parameters.loss_at;
  return limit != 0 && advice.offence_number >= limit;
}

void AdviceWriter::position(const Case& c, Advice& advice) const {
  const auto before = position_of(c.finding.evidence.before_fen);
  if (c.cell->has(Action::queen)) {
    advice.reinstate_fen = queened(c).fen;
    if (const auto after = position_of(advice.reinstate_fen))
      advice.to_move = after->turn();
    else if (c.finding.side)
      advice.to_move = ~*c.finding.side;
    return;
  }
  const bool goes_back = c.cell->has(Action::back) || c.cell->has(Action::rook_moves) ||
                         (c.cell->has(Action::stand) && c.which == "rook_released") ||
                         c.finding.kind == Kind::move_changed_after_release;
  if (goes_back) {
    advice.reinstate_fen = c.finding.evidence.before_fen;
    if (before) advice.to_move = before->turn();
    return;
  }
  // The board stands; whose move it is, is the question.
  if (c.row == Row{14} && c.finding.side) advice.to_move = c.finding.side;
  if (c.row == Row{15} && c.finding.side) advice.to_move = ~*c.finding.side;
}

void AdviceWriter::replacement_moves(const Case& c, Advice& advice) const {
  const report::Finding& f = c.finding;
  const auto before = position_of(f.evidence.before_fen);
  if (!before || (f.side && before->turn() != *f.side)) return;
  const auto one = [&](std::optional<Move> move) {
    if (move) advice.must_play = {to_uci(*before, *move)};
  };
  const auto touching = [&](std::span<const chess::Square> touched, std::optional<Transfer> played) {
    advice.must_play = to_ucis(*before, replacement(*before, touched, played).moves);
  };
  if (c.which == "rook_released" || c.which == "king_released") return one(released_move(*before, c));
  switch (f.kind) {
    case Kind::illegal_move:
    case Kind::illegal_move_pending:
    case Kind::king_captured:
    case Kind::both_kings_in_check:
      if (f.kind == Kind::illegal_move_pending || c.cell->has(Action::back))
        touching(f.touched, played_of(f));
      return;
    case Kind::castling_order:
    case Kind::touch_move:
      if (!f.squares.empty()) touching(std::span{f.squares}.first(1), std::nullopt);
      return;
    case Kind::move_changed_after_release:
      if (f.squares.size() >= 2) one(before->find_legal(f.squares[0], f.squares[1], PieceType::queen));
      return;
    case Kind::promotion_incomplete:
    case Kind::promotion_unverified:
      if (!c.cell->has(Action::free_choice) || f.squares.empty()) return;
      {
        chess::MoveList list;
        before->legal_moves(list);
        for (const Move move : list)
          if (move.is_promotion() && move.to() == f.squares.front())
            advice.must_play.push_back(to_uci(*before, move));
      }
      return;
    default:
      return;
  }
}

AdviceWriter::Continued AdviceWriter::queened(const Case& c) const {
  const auto before = position_of(c.finding.evidence.before_fen);
  if (!before || c.finding.squares.empty()) return {};
  const auto played = played_of(c.finding);
  chess::MoveList list;
  before->legal_moves(list);
  for (const Move move : list)
    if (move.is_promotion() && move.promoted_to() == PieceType::queen &&
        move.to() == c.finding.squares.front() && (!played || played->from == move.from()))
      return after_replies(before->after(move), c.finding.ply);
  return {};
}

/// What was lawfully played since then stands.
AdviceWriter::Continued AdviceWriter::after_replies(chess::Position position, unsigned ply) const {
  const auto& plies = context_.game.plies();
  for (auto it = plies.upper_bound(ply); it != plies.end(); ++it) {
    const auto move = move_from_uci(position, it->second.uci);
    if (!move) return {to_fen(position), it->first};
    position = position.after(*move);
  }
  return {to_fen(position), 0};
}

/// What the log knows of the offender's clock. `shown` stands in for what it does not know.
Occurrence AdviceWriter::occurrence(const Case& c, Side offender, const Readings& shown, Time now) const {
  Occurrence o{offender, shown, shown, {}, {}, now, true, {}, {}};
  const ClockBook::Pressed* press = context_.clocks.press(offender, c.finding.evidence.from);
  if (press && press->after) {
    const unsigned completed = context_.game.made_before(offender, c.finding.ply);
    o.at_press = whole_seconds(*press->after);
    o.offender_as_now = false;
    const ClockTime due =
        context_.time_control ? context_.time_control->period(completed).increment : press->gained;
    // What the reading does not have is not taken off it: a clock may have been set without increments, or count a delay.
    o.increment = 2 * press->gained < due ? ClockTime{} : due;
    o.period = press->period;
    o.undone = undone_periods(c, press->t);
  }
  if (c.cell->has(Action::penalty)) o.penalty = penalty(c, offender);
  return o;
}

/// Times of next periods that have come since, with moves that are undone: the clock's counter goes back with them.
Readings AdviceWriter::undone_periods(const Case& c, Time since) const {
  Readings undone;
  for (const Side side : chess::kSides)
    undone.of(side) = std::max(ClockTime{}, context_.clocks.given_since(
                                                side, since, context_.game.made_before(side, c.finding.ply)));
  return undone;
}

ClockTime AdviceWriter::penalty(const Case& c, Side offender) const {
  const auto number = context_.offences.number_of(offender, c.finding.ply, c.act);
  return ClockTime{context_.law->parameters.penalty(static_cast<unsigned>(number))};
}

std::vector<ClockProposal> AdviceWriter::clocks(const Case& c, Time now) const {
  const auto exact = context_.clocks.at(now);
  if (c.acted_on || !exact || !c.finding.side) return {};
  const Readings shown = whole_seconds(*exact);
  const Side offender = *c.finding.side;
  const Occurrence o = occurrence(c, offender, shown, now);
  // The offender's clock can run on for the repair as long as the opponent has not moved.
  if (c.row == Row{4})
    return context_.game.made_after(~offender, c.happened(), c.finding.ply + 1) == nullptr
               ? own_time(o)
               : std::vector<ClockProposal>{};
  if (c.row == Row{5}) return clocks_of_agreed_position(c, shown, now);
  if (c.row == Row{14} || c.row == Row{15} || c.cell->has(Action::queen)) return clocks_as_board_stands(c, o);
  // A move out of turn that was not pressed has changed no clock.
  if (const auto* press = context_.clocks.press(offender, c.finding.evidence.from);
      c.row == Row{16} && (press == nullptr || press->t < c.finding.evidence.from))
    return {};
  if (!is_illegal_act(c) || !c.cell->has(Action::back)) return {};
  const Switches& switches = context_.law->switches;
  const bool later = c.answered || has_pressed_since(c, ~offender);
  auto list = later ? found_later(o, switches) : found_at_once(o, switches, "P1");
  add_proportional(c, shown, list);
  return list;
}

/// Back to the last position that all agree on: the press that ended the move before.
std::vector<ClockProposal> AdviceWriter::clocks_of_agreed_position(const Case& c, const Readings& shown,
                                                                   Time now) const {
  const ClockBook::Pressed* agreed = context_.clocks.press_before(c.finding.evidence.from);
  if (!c.cell->has(Action::back) || !agreed || !agreed->after) return {};
  // That press itself stands.
  const Readings undone = undone_periods(c, agreed->t + Time{1});
  const Occurrence o{agreed->side, whole_seconds(*agreed->after), shown, {}, {}, now, false, {}, undone};
  auto list = found_later(o, context_.law->switches);
  add_proportional(c, shown, list);
  return list;
}

/// A press of that side after the offender's gave it time that goes with the moves that are undone, or began the
/// offender's next one.
bool AdviceWriter::has_pressed_since(const Case& c, Side side) const {
  const auto* offence = context_.clocks.press(~side, c.finding.evidence.from);
  const auto& presses = context_.clocks.presses();
  return offence != nullptr && std::any_of(presses.begin(), presses.end(), [&](const auto& press) {
           return press.side == side && press.t > offence->t;
         });
}

/// The board is not put back: once play has gone on, what the offender has used since stays used.
std::vector<ClockProposal> AdviceWriter::clocks_as_board_stands(const Case& c, Occurrence o) const {
  const bool is_press = c.row == Row{14};
  // A press that is taken back gives nothing, though it may cost nothing either.
  const bool undoes_press =
      is_press && c.which.empty() && o.increment > ClockTime{} && c.cell->authority != Authority::silent;
  const unsigned next = is_press ? c.finding.ply : c.finding.ply + 1;
  const bool later = context_.game.made_after(o.offender, c.happened(), next) != nullptr ||
                     has_pressed_since(c, ~o.offender);
  const Switches& switches = context_.law->switches;
  if (later && is_press && c.cell->has(Action::back)) return found_later(o, switches);
  if (!c.cell->has(Action::penalty) && (!undoes_press || later)) return {};
  o.offender_as_now = o.offender_as_now || later;
  // Where the move stands the period that it began does so, too.
  if (later || !is_press) {
    o.period = {};
    o.undone = {};
  }
  return is_press ? found_at_once(o, switches, "P3") : board_stands(o, switches);
}

void AdviceWriter::add_proportional(const Case& c, const Readings& now,
                                    std::vector<ClockProposal>& list) const {
  if (!context_.law->parameters.proportional_times || !context_.time_control) return;
  const unsigned then = move_number(c.finding.evidence.before_fen);
  ClockProposal estimate{now, "P7, by proportion", wording("estimated by proportion")};
  for (const Side side : chess::kSides) {
    unsigned completed = context_.game.completed(side);
    if (context_.law->switches.s8 == Switches::Proportion::move_numbers)
      completed = std::max(context_.game.completed(Side::white), context_.game.completed(Side::black));
    if (completed == 0 || then > completed) return;
    const std::size_t period = context_.clocks.period(side);
    const ClockTime used = context_.time_control->given_by(period) - now.of(side);
    if (used < ClockTime{}) return;
    // The moves are played again in the period in which they were played.
    const std::size_t again =
        std::min(period, context_.time_control->index(context_.game.made_before(side, c.finding.ply)));
    estimate.times.of(side) = std::max(
        ClockTime{}, context_.time_control->given_by(again) - ClockTime{proportional(used, then, completed)});
  }
  list.push_back(std::move(estimate));
}

std::string AdviceWriter::judged_position(const Case& c) const {
  if (context_.law->switches.s13 == Switches::JudgedOn::present) return context_.game.fen();
  // A queen that nobody has put there does not keep the opponent from mating because it would have mated him.
  if (c.cell->has(Action::queen)) {
    auto with = queened(c);
    const auto after = position_of(with.fen);
    if (after && after->has_legal_move()) return std::move(with.fen);
  }
  return c.finding.evidence.before_fen;
}

WinAnswer AdviceWriter::opponent_can_win(Side loser, std::string_view fen) const {
  const auto position = position_of(fen);
  if (!position) return WinAnswer::unknown;
  switch (context_.law->parameters.draw_test) {
    case DrawTest::helpmate:
      if (can_mate_by_material(*position, ~loser) == WinAnswer::no) return WinAnswer::no;
      return context_.can_mate && !is_illegal_board(fen) ? context_.can_mate(*position, ~loser)
                                                         : WinAnswer::unknown;
    case DrawTest::us_material:
      switch (us_mating_material(*position, ~loser)) {
        case UsMaterial::enough:
          return WinAnswer::yes;
        case UsMaterial::none:
          return WinAnswer::no;
        case UsMaterial::only_with_forced_win:
          return context_.forced_win && !is_illegal_board(fen) ? context_.forced_win(*position, ~loser)
                                                               : WinAnswer::unknown;
      }
      break;
    case DrawTest::none:
      return WinAnswer::yes;
  }
  return WinAnswer::unknown;
}

std::optional<Side> AdviceWriter::first_flag() const {
  const auto white = context_.out_of_time(Side::white);
  const auto black = context_.out_of_time(Side::black);
  if (!white || !black || *white == *black) return std::nullopt;
  return *white < *black ? Side::white : Side::black;
}

std::string AdviceWriter::result_due(const Case& c) const {
  if (c.row == Row{21} && c.cell->has(Action::draw)) return "1/2-1/2";
  if (const auto first = first_flag(); c.row == Row{21} && c.cell->has(Action::by_log) && first)
    return result_of_loss(*first, lawful_position());
  if (!c.finding.side) return {};
  const bool ends =
      c.cell->has(Action::loss) || c.cell->has(Action::win_claim) || c.cell->has(Action::king_claim);
  const unsigned limit = context_.law->parameters.loss_at;
  const bool at_limit = is_numbered(c) && !is_suspicion(c) &&
                        context_.offences.number_of(*c.finding.side, c.finding.ply, c.act) >= limit;
  if (at_limit) return result_of_loss(*c.finding.side, judged_position(c));
  if (!ends || (c.row == Row{20} && !end_before_flag(*c.finding.side).empty())) return {};
  return result_of_loss(*at_fault(c), c.row == Row{20} ? lawful_position() : judged_position(c));
}

std::string AdviceWriter::result_of_loss(Side loser, std::string_view fen) const {
  switch (opponent_can_win(loser, fen)) {
    case WinAnswer::yes:
      return loser == Side::white ? "0-1" : "1-0";
    case WinAnswer::no:
      return "1/2-1/2";
    case WinAnswer::unknown:
      break;
  }
  return {};
}

Text AdviceWriter::loss_or_draw(Side loser, std::string_view fen) const {
  const Text winner = capital(~loser);
  const bool us = context_.law->parameters.draw_test == DrawTest::us_material;
  switch (opponent_can_win(loser, fen)) {
    case WinAnswer::yes:
      if (us) return wording("{1} wins (he has mating material).", winner);
      return wording("{1} loses.", capital(loser));
    case WinAnswer::no:
      return us ? wording("Drawn: {1} lacks mating material.", winner)
                : wording("Drawn: {1} cannot mate by any series of legal moves.", winner);
    case WinAnswer::unknown:
      break;
  }
  return us ? wording("Drawn unless {1} has a forced win, which is not shown.", winner)
            : wording("Whether {1} can still mate is not established: if he can, {2} loses, else drawn.",
                      winner, capital(loser));
}

}  // namespace jadoube::laws
