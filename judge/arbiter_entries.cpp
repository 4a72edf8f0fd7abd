// What a person enters, and what is said back (issue of every record: scan log, `arbiter`).
#include <utility>
#include <vector>

#include "judge/adjournment.hpp"
#include "judge/judge_impl.hpp"
#include "judge/position_words.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;

namespace {

using Action_ = record::Arbiter::Action;
using report::Kind;
using report::State;

/// That play goes on may be said by the clock and by a person, so long after each other.
constexpr Time kSaidTwice = std::chrono::seconds{10};

/// A player's claim is waited for, and what he does himself may end the wait.
bool may_close_on_claimant(const Case& c) {
  const bool is_for_claim =
      c.cell && (c.cell->authority == Authority::claim || c.cell->authority == Authority::must_or_claim);
  return is_for_claim && !c.claimed &&
         (c.cell->window == Window::opponent_moves || c.cell->window == Window::touch);
}

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
      if (paused_ || adjourned_ || position_entered_) return resume();
      // Who starts the clock says so as well, a moment later.
      if (resumed_at_ && now_ - *resumed_at_ <= kSaidTwice) return;
      return refuse(wording("Play is going on already."));
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
    if (may_close_on_claimant(c)) c.stopped_at = now_;
    // The clocks are what they will be when they are set.
    if (between || (!c.said_clocks.empty() && advice_writer_.write(c, now_, {}).clocks != c.said_clocks))
      say(c, State::updated, wording("Clocks stopped at {1}.", log_time_text(now_)));
  });
}

void Judge::Impl::resume() {
  // It is told by the clock too, where a person has said so.
  if (!std::exchange(paused_, false) && !adjourned_ && !position_entered_) return;
  resumed_at_ = now_;
  if (!scan_) return;
  const auto setup = chess::setup_from_fen(context_.game.fen());
  const chess::Bitboard wanted = setup ? setup->placement.occupied() : 0;
  const auto board = in_game_orientation(*scan_, wanted);
  wrong_restart_.reset();
  const auto slip = [&](Row row, std::string_view which, const std::vector<Text>& wrong) {
    const Cell& cell = context_.law->cell(row, which);
    Text text = words::strung(wrong, " ");
    if (board == wanted) text += ' ' + wording("Set the clocks as on the envelope before anybody moves.");
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

/// Whether the entry is a pairing, or takes one back.
bool Judge::Impl::take_pairing(const record::Arbiter& arbiter) {
  if (!pairings_.see(arbiter)) return false;
  header_.game.white = pairings_.white();
  header_.game.black = pairings_.black();
  return true;
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
    leaves(c, advice.to_move, advice.must_play);
    say(c, State::updated,
        c.row == Row{14} ? wording("The position is set; confirm or dismiss it.")
                         : wording("The position that it asks for is set; confirm or dismiss it."));
  });
  if (arbiter.white && arbiter.black) context_.clocks.set(now_, {*arbiter.white, *arbiter.black});
}

void Judge::Impl::go_on_from(const chess::Setup& setup) {
  context_.game.set_position(setup);
  ++positions_set_;
  count_.back_to(context_.game.last());
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
      ClockTime had = control.given_by(context_.clocks.period(side)) + control.increments(completed);
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
  // Cases that are over keep the cells they were closed under; each law is kept once, however often it is changed.
  const auto again = std::find_if(former_laws_.begin(), former_laws_.end(),
                                  [&](const auto& law) { return law->id == found->id; });
  auto next = again != former_laws_.end() ? *again : std::make_shared<const LawSet>(*std::move(found));
  std::swap(context_.law, next);
  if (std::find(former_laws_.begin(), former_laws_.end(), next) == former_laws_.end())
    former_laws_.push_back(std::move(next));
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
  forget_clocks();
  context_.offences = context_.noted = Offences{};
  count_.stop();
  count_case_.reset();
  count_noted_at_ = 0;
  adjourned_.reset();
  declared_ = {};
  over_ = paused_ = position_entered_ = false;
  resumed_at_.reset();
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
