#include "judge/judge.hpp"

#include <algorithm>
#include <utility>

#include "chess/san.hpp"
#include "judge/judge_impl.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

using words::wording;

namespace {

using report::Finding;
using report::Kind;
using report::Reason;
using report::State;

/// The cell that speaks of a finding. An illegal move has a row of its own where a king is left in check and
/// where castling was not allowed.
std::optional<Row> row_for(const Finding& f) {
  const auto row = row_from_name(report::row_of(f.kind));
  if (f.kind != Kind::illegal_move) return row;
  switch (f.reason) {
    case Reason::king_in_check:
      return Row{8};
    case Reason::castling_rights:
    case Reason::castling_through_check:
    case Reason::castling_blocked:
      return Row{11};
    default:
      return row;
  }
}

/// The event plays Chess960: the header says it, or the game begins where only Chess960 can.
bool is_chess960(const record::Header& header) {
  if (chess::variant_of(header.game.variant) == chess::Variant::chess960) return true;
  const auto start = chess::start_from(header.game.start_fen);
  return start && start->castling_files != chess::CastlingFiles{};
}

/// The stream names R07 for a king left in check (docs/findings.md); R08 only adds when such a move is
/// noticed.
std::optional<Row> row_in_stream(const Case& c) {
  return c.row == Row{8} ? Row{7} : c.row;
}

}  // namespace

Judge::Judge(LawSet law, const record::Header& header, Options options)
    : Judge{std::make_shared<const LawSet>(std::move(law)), header, std::move(options)} {}
Judge::Judge(std::shared_ptr<const LawSet> law, const record::Header& header, Options options)
    : impl_{std::make_unique<Impl>(std::move(law), header, std::move(options))} {}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;
Judge& Judge::operator=(Judge&&) noexcept = default;

void Judge::on(const record::Record& record, std::span<const report::Report> lines) {
  impl_->on(record, lines);
  impl_->tell_windows();
}
void Judge::on(std::span<const report::Report> lines) {
  for (const auto& line : lines) impl_->on(line);
  impl_->tell_windows();
}
void Judge::advance_to(record::Time now) {
  impl_->advance_to(now);
  impl_->tell_windows();
}
const LawSet& Judge::law() const {
  return impl_->law();
}

Judge::Impl::Impl(std::shared_ptr<const LawSet> law, const record::Header& header, Options options)
    : context_{std::move(law),
               header.board.id,
               parse_time_control(header.game.time_control),
               JudgedGame{header.game.start_fen, header.game.variant},
               {},
               {},
               {},
               std::move(options.can_mate),
               std::move(options.forced_win)},
      options_{std::move(options)},
      header_{header},
      pairings_{header.game.white, header.game.black} {
  forget_clocks();
  index_precedence();
}

/// A game begins in which so many moves are completed already.
void Judge::Impl::forget_clocks() {
  const std::array completed{context_.game.completed(Side::white), context_.game.completed(Side::black)};
  context_.clocks = ClockBook{clocks::GivenPeriods{context_.time_control, completed}};
}

void Judge::Impl::on(const record::Record& record, std::span<const report::Report> lines) {
  const Time t = std::max(now_, record::time_of(record));
  // What the detector concluded from nothing happening comes before the record that ended it.
  auto next = lines.begin();
  const auto time = [](const report::Report& line) {
    return std::visit([](const auto& l) { return l.t; }, line);
  };
  while (next != lines.end() && time(*next) < t) on(*next++);
  advance_to(t);
  std::visit([this](const auto& r) { handle(r); }, record);
  while (next != lines.end()) on(*next++);
  look_at_windows();
  look_at_events();
}

void Judge::Impl::on(const report::Report& line) {
  advance_to(std::visit([](const auto& l) { return l.t; }, line));
  std::visit([this](const auto& l) { handle(l); }, line);
  look_at_windows();
  look_at_events();
}

// ---- time

std::optional<Time> Judge::Impl::next_deadline() const {
  std::optional<Time> first;
  const auto consider = [&](Time t) { first = std::min(first.value_or(t), t); };
  for (const auto& [id, c] : cases_) {
    if (c.is_over() || c.unreported) continue;
    if (c.closes_at && !paused_) consider(*c.closes_at);
    if (c.right_at) consider(*c.right_at);
  }
  for (const auto& lift : lifted_)
    if (lift) consider(*lift + context_.law->switches.settle);
  return first;
}

void Judge::Impl::advance_to(Time now) {
  while (const auto due = next_deadline()) {
    if (*due > now) break;
    now_ = std::max(now_, *due);
    count_touches();
    for_each_live([&](Case& c) {
      if (c.right_at && *c.right_at <= now_)
        finish(c, State::closed, wording("Put right by {1}.", log_time_text(now_)));
      else if (c.closes_at && *c.closes_at <= now_ && !paused_)
        close(c);
    });
    look_at_events();
  }
  now_ = std::max(now_, now);
}

// ---- records

void Judge::Impl::handle(const record::Scan& scan) {
  if (scan_ && scan_->bits == scan.occupied.bits) return;
  const std::uint64_t gone = scan_ ? scan_->bits & ~scan.occupied.bits : 0;
  for (const chess::Square s : chess::squares(gone)) lifted_[chess::index(s)] = now_;
  for (const chess::Square s : chess::squares(scan.occupied.bits)) lifted_[chess::index(s)].reset();
  scan_ = scan.occupied;
  last_change_ = now_;
  for_each_live([&](Case& c) {
    look_at_repair(c);
    look_at_late_exchange(c);
  });
}

void Judge::Impl::handle(const record::Link& link) {
  if (link.state == record::Link::State::restored) context_.clocks.miss();
}

// ---- lines

void Judge::Impl::handle(const report::GameReport& line) {
  if (over_ && (line.state == report::GameState::setup || line.state == report::GameState::started))
    new_game();
  options_.say(line);
  switch (line.state) {
    case report::GameState::paused:
      pause();
      break;
    case report::GameState::resumed:
      resume();
      break;
    case report::GameState::over:
      over_at_ = now_;
      result_ = line.result;
      over_ = true;
      if (!results_.empty() && results_.back().t == now_) results_.back().ended_the_game = true;
      for_each_live([&](Case& c) { look_at_end(c); });
      break;
    case report::GameState::started:
      started_at_ = now_;
      if (!line.start_fen.empty()) context_.game = JudgedGame{line.start_fen};
      break;
    case report::GameState::setup:
      break;
  }
}

/// A lawful mate or stalemate stands on the board, and was not taken back at once: the game is over (FIDE 5.1.1, 5.2.1), though nobody
/// has said so yet. A pawn that was left on the last rank mates nobody.
bool Judge::Impl::has_ended_on_board() const {
  const auto& plies = context_.game.plies();
  if (plies.empty()) return false;
  const auto& [number, last] = *plies.rbegin();
  const bool is_made = last.completed || last.t + context_.law->switches.release <= now_;
  const auto position = is_made ? position_of(context_.game.fen()) : std::nullopt;
  if (!position || position->has_legal_move() || !context_.game.last_is_legal()) return false;
  return std::none_of(cases_.begin(), cases_.end(), [ply = number](const auto& entry) {
    const Case& c = entry.second;
    return !c.is_over() && !c.unreported && c.finding.ply == ply && is_promotion(c.finding.kind);
  });
}

/// A mate or stalemate ends the game only if its move was legal, which it is not after a king that was let go, and made as the rules of
/// touch ask, where the law says so (FIDE 5.1.1 since 2017).
bool Judge::Impl::is_how_it_ended(const Case& c) const {
  const Cell& how = context_.law->cell(Row{22}, "how_made");
  return (c.row == Row{12} || c.row == Row{17}) && c.finding.grade != report::Grade::C &&
         c.finding.ply == context_.game.last() && has_ended_on_board() &&
         (c.which == "king_released" || (how.report && how.has(Action::refer)));
}

/// Nothing can be claimed any more, or waited for. What was called before, or still has to be decided, stays.
void Judge::Impl::look_at_end(Case& c) {
  if (!c.cell) return;
  const bool waits = c.status == Case::Status::waiting && !c.draw_proposed;
  if (c.reopened) return;
  if (is_how_it_ended(c)) {
    const Cell& how = context_.law->cell(Row{22}, "how_made");
    if (c.which == "king_released")
      return say(c, State::updated,
                 wording("What stands on the board came about by an illegal move: whether that ended the "
                         "game is yours to judge."));
    return say(c, State::updated,
               wording("This move ended the game on the board ({1}): {2}.", articles_of(how),
                       words::known(how.left)));
  }
  const bool has_window = c.cell->window != Window::none && c.cell->authority != Authority::silent;
  if (has_window || waits) {
    c.ended_with_game = true;
    return finish(c, State::closed, wording("The game is over."));
  }
  if (c.finding.kind != Kind::flag_fallen || !c.finding.side || c.claimed) return;
  const Text ended = advice_writer_.end_before_flag(*c.finding.side);
  if (ended.empty()) return;
  if (c.cell->authority == Authority::claim)
    finish(c, State::closed, wording("The game ended on the board before anybody claimed: it stands."));
  else
    say(c, State::updated, wording("The game is over."));
}

void Judge::Impl::handle(const report::MoveReport& line) {
  options_.say(line);
  const auto known = context_.game.plies().find(line.ply);
  const bool was_completed = known != context_.game.plies().end() && known->second.completed;
  const std::string before = context_.game.fen_before(line.ply);
  const bool is_new = context_.game.on(line);
  if (is_new) {
    count_ply(line, before);
    look_at_replacement(line, before);
    for_each_live([&](Case& c) { look_at_unpressed(c, line); });
    for_each_live([&](Case& c) { look_at_promoted(c, line); });
  }
  if (!line.completed || (!is_new && was_completed)) return;
  for_each_live([&](Case& c) { look_at_wait(c, line); });
  for_each_live([&](Case& c) { look_at_displaced(c); });
}

/// A position was set up again, and the move that had to be played is not the one that was.
void Judge::Impl::look_at_replacement(const report::MoveReport& line, const std::string& before) {
  if (!must_play_ || line.side != must_play_->side) return;
  const MustPlay must = *std::exchange(must_play_, std::nullopt);
  const auto position = position_of(before);
  const bool legal = position && move_from_uci(*position, line.uci).has_value();  // else it is R07's
  if (!legal || std::find(must.moves.begin(), must.moves.end(), line.uci) != must.moves.end()) return;
  const auto first = chess::square_from_string(std::string_view{must.moves.front()}.substr(0, 2));
  std::vector<std::string> sans;
  for (const std::string& uci : must.moves) {
    const auto move = move_from_uci(*position, uci);
    sans.push_back(move ? to_san(*position, *move) : uci);
  }
  Case& c = private_note(
      Kind::touch_move, {},
      wording("{1} has played {2} in place of the move of finding {3}, and had to play one of {4}.",
              capital(line.side), line.san, std::to_string(must.finding), joined(sans)),
      replacement_grade());
  c.finding.side = line.side;
  c.finding.ply = line.ply;
  c.finding.squares = must.touched;
  if (c.finding.squares.empty()) c.finding.squares = {*first};
  c.finding.evidence.before_fen = before;
  if (!c.unreported) say(c, State::opened);
}

void Judge::Impl::handle(const report::RevisionReport& line) {
  options_.say(line);
  context_.game.on(line);
  count_.back_to(context_.game.last());
  // A reply that was taken back closes nothing.
  for_each_live([&](Case& c) {
    c.closes_at.reset();
    look_at_displaced(c);
  });
}

void Judge::Impl::handle(const report::SummaryReport& line) {
  report::SummaryReport own = line;
  for (std::size_t i = 0; i < own.findings.size(); ++i) own.findings[i] += own_opened_[i] - unreported_[i];
  for (std::size_t i = 0; i < own.grades.size(); ++i) own.grades[i] += own_grades_[i] - unreported_grades_[i];
  options_.say(own);
}

void Judge::Impl::handle(const Finding& finding) {
  switch (finding.state) {
    case State::confirmed:
    case State::dismissed:
      return;
    case State::opened:
      return open_case(finding);
    case State::updated:
    case State::closed:
    case State::withdrawn:
      return change_case(finding);
  }
}

/// Both kings in check: the detector tells what stands there, and not who made it so. It was the move that led
/// there, unless that was so before.
Finding Judge::Impl::completed(Finding f) const {
  if (f.kind != Kind::both_kings_in_check || f.side) return f;
  const auto ply = context_.game.plies().find(f.ply);
  if (ply == context_.game.plies().end()) return f;
  const std::string before = context_.game.fen_before(f.ply);
  if (is_illegal_board(before)) return f;
  f.side = ply->second.side;
  f.played = ply->second.uci;
  f.evidence.before_fen = before;
  return f;
}

/// What stands wrong because the board was set up wrong when play went on is nobody's fault.
std::optional<RowCase> Judge::Impl::slip_behind(const Finding& f) const {
  const bool may_follow = f.kind == Kind::displaced || f.kind == Kind::displaced_earlier ||
                          f.kind == Kind::initial_position || f.kind == Kind::illegal_move ||
                          f.kind == Kind::illegal_move_pending || f.kind == Kind::out_of_turn ||
                          f.kind == Kind::unresolved;
  if (!wrong_restart_ || !may_follow || f.ply > wrong_restart_->ply + 1 || f.squares.empty())
    return std::nullopt;
  for (const chess::Square s : f.squares)
    if ((wrong_restart_->squares & chess::bit(s)) == 0) return std::nullopt;
  return wrong_restart_->which;
}

void Judge::Impl::open_case(const Finding& told) {
  Finding finding = completed(told);
  const auto slip = slip_behind(finding);
  if (slip) finding.side.reset();
  Case& c =
      slip ? open(finding, slip->row, slip->which) : open(finding, row_for(finding), which_case(finding));
  c.stood = !context_.game.has_instead(finding.ply, finding.played);
  if (c.cell && c.cell->has(Action::wait)) {
    c.status = Case::Status::waiting;
    c.waits_from_ply = std::max(finding.ply, context_.game.last());
  }
  if (c.cell && c.cell->has(Action::king_claim)) c.claimed = now_;
  const bool put_right = finding.variant == report::kPutRight;
  if (put_right) {  // there is nothing to do
    c.status = Case::Status::over;
    if (c.cell) c.right_at = now_;
  }
  if (!c.unreported) say(c, State::opened);
  if (put_right) {
    if (!c.unreported) finish(c, State::closed, wording("It was put right before this was told."));
    return;
  }
  look_at_repair(c);
  if (!c.unreported) look_at_press_back(c);
  if (c.which == "press_back") claim_by_press(finding);
}

/// Pressing back is as good as a claim (S12).
void Judge::Impl::claim_by_press(const Finding& press) {
  const auto answered = move_before(press);
  Case* before = answered ? find(*answered) : nullptr;
  if (!before || before->unreported || before->claimed) return;
  before->claimed = now_;
  before->claim_is_likely = true;
  say(*before, State::updated,
      wording("{1} pressed back without moving. That is probably a claim: yours to judge.",
              capital(*press.side)));
}

void Judge::Impl::change_case(const Finding& finding) {
  Case* c = find(finding.id);
  if (!c || c->is_over()) return;
  c->finding = completed(finding);
  if (c->row == Row{28} || c->row == Row{29}) c->finding.side.reset();
  if (c->unreported) {
    if (finding.state == State::withdrawn) {
      c->status = Case::Status::over;
      --unreported_grades_[static_cast<std::size_t>(finding.grade)];
    }
    return;
  }
  if (finding.state == State::updated && c->reopened == now_) return;  // that has been said
  if (finding.state == State::updated)
    say(*c, State::updated);
  else
    finish(*c, finding.state, finding.state == State::withdrawn ? wording("Withdrawn.") : Text{});
}

// ---- cases

Case* Judge::Impl::find(std::uint64_t id) {
  const auto it = cases_.find(id);
  return it == cases_.end() ? nullptr : &it->second;
}

std::string Judge::Impl::which_case(const Finding& f) const {
  const auto row = row_for(f);
  if (!row) return {};
  const auto& known = cases_of(*row);
  const auto is_known = [&](std::string_view name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  if (is_known(f.variant)) return f.variant;
  if (is_known(name(f.kind))) return std::string{name(f.kind)};
  if (f.kind == Kind::both_kings_in_check && f.side)
    return context_.game.made_after(~*f.side, f.evidence.to, f.ply + 1) ? "" : "just_made";
  if (f.kind == Kind::press_without_move && move_before(f) &&
      context_.law->switches.s12 == Switches::PressBack::claim)
    return "press_back";
  if (*row == Row{7} && is_rook_of_promotion(f)) return "upside_down_rook";
  if (is_promotion(f.kind) && f.side && context_.law->parameters.declared_below > Seconds{}) {
    const auto& declared = declared_[chess::index(*f.side)];
    const auto* press = context_.clocks.press(*f.side, f.evidence.from);
    if (declared && *declared >= f.evidence.from - context_.law->switches.forgot && press && press->after &&
        press->after->of(*f.side) < context_.law->parameters.declared_below)
      return "declared";
  }
  if (is_chess960(header_) && is_known("chess960")) return "chess960";
  return {};
}

/// A rook that a pawn became has moved as a queen does: it may have been put down upside down for one.
bool Judge::Impl::is_rook_of_promotion(const Finding& f) const {
  if (f.squares.size() < 2) return false;
  const auto before = position_of(f.evidence.before_fen);
  const auto piece = before ? before->at(f.squares[0]) : std::nullopt;
  if (!piece || piece->type != chess::PieceType::rook || piece->side != f.side) return false;
  if (!chess::contains(
          chess::attacks({piece->side, chess::PieceType::bishop}, f.squares[0], before->occupied()),
          f.squares[1]))
    return false;
  // Where it came from, ply by ply.
  std::string square = to_string(f.squares[0]);
  const auto& plies = context_.game.plies();
  for (auto it = plies.rbegin(); it != plies.rend(); ++it) {
    const JudgedGame::Ply& ply = it->second;
    if (it->first >= f.ply || ply.side != f.side || ply.uci.substr(2, 2) != square) continue;
    if (ply.uci.size() == 5) return ply.uci[4] == 'r';
    square = ply.uci.substr(0, 2);
  }
  return false;
}

void Judge::Impl::assign_cell(Case& c) const {
  c.cell = c.row ? &context_.law->cell(*c.row, c.which) : nullptr;
  c.law = context_.law->id;
  c.unreported = c.cell && !c.cell->report;
}

Case& Judge::Impl::open(Finding finding, std::optional<Row> row, std::string which) {
  Case c;
  c.finding = std::move(finding);
  c.row = row;
  c.which = std::move(which);
  c.pawn_seen = c.finding.kind == Kind::promotion_incomplete;
  c.attempt = positions_set_;
  c.act = c.attempt + static_cast<unsigned>(std::count_if(confirmed_at_.begin(), confirmed_at_.end(),
                                                          [&](Time t) { return t < c.happened(); }));
  assign_cell(c);
  if (c.finding.reason == Reason::castling_rights && castling_was_struck()) {
    c.finding.grade = ruling_grade(GradeReason::disputed_castling);
    c.unreported |= context_.law->switches.s9 == Switches::Castling::allowed;
  }
  c.unreported = c.unreported || is_check_of_a_pawn(c);
  if (c.unreported) {
    ++unreported_[static_cast<std::size_t>(c.finding.kind)];
    ++unreported_grades_[static_cast<std::size_t>(c.finding.grade)];
  }
  c.opened = now_;
  if (c.finding.kind == Kind::both_flags_fallen)
    for (const auto& [number, other] : cases_)
      if (other.finding.kind == Kind::flag_fallen && !other.is_over())
        c.first_flag = std::min(c.began(), other.happened());
  const std::uint64_t id = c.finding.id;
  Case& opened = cases_.insert_or_assign(id, std::move(c)).first->second;
  join_event(opened);
  take_pending_claim(opened);
  return opened;
}

/// The check of which it speaks comes from the square of a promotion that was not completed, and from nowhere else: a pawn stood there
/// and gave none, whatever stands there since.
bool Judge::Impl::is_check_of_a_pawn(const Case& c) const {
  if (!c.finding.side || (c.row != Row{8} && c.row != Row{10})) return false;
  const auto before = position_of(c.finding.evidence.before_fen);
  return std::any_of(cases_.begin(), cases_.end(), [&](const auto& entry) {
    const Case& promotion = entry.second;
    if (!promotion.pawn_seen || promotion.unreported || promotion.finding.side != ~*c.finding.side ||
        promotion.finding.state == State::withdrawn || promotion.finding.squares.empty() ||
        promotion.attempt != c.attempt || promotion.finding.ply + 1 != c.finding.ply)
      return false;
    const chess::Square square = promotion.finding.squares.front();
    if (c.row == Row{8}) return c.finding.attackers == std::vector{square};
    return before &&
           before->attackers_to(before->king(*c.finding.side), ~*c.finding.side) == chess::bit(square);
  });
}

/// A wrong start position became the game, and castling was struck.
bool Judge::Impl::castling_was_struck() const {
  return std::any_of(cases_.begin(), cases_.end(), [](const auto& entry) {
    const Case& c = entry.second;
    return c.finding.state == State::closed && c.cell &&
           (c.cell->later_has(Action::strike_castling) || c.cell->later_has(Action::strike_king_castling));
  });
}

void Judge::Impl::say(Case& c, State state, const Text& note) {
  c.finding.state = state;
  c.finding.t = now_;
  put_under_governor(c);
  c.undecided = undecided_before(c);
  events_changed_ = true;
  Ruling ruling;
  ruling.finding = c.finding;
  ruling.law = context_.law->id;
  ruling.event = c.event;
  ruling.governed_by = c.governed_by;
  ruling.row = row_in_stream(c);
  if (c.cell) {
    ruling.authority = c.cell->authority;
    ruling.window = c.cell->window;
    ruling.article = c.cell->article();
    // What was claimed in time has not become what it is without a claim.
    const bool passed = state == State::closed && !c.claimed;
    ruling.actions = c.status == Case::Status::waiting && !c.cell->later.empty() ? c.cell->later
                     : passed                                                    ? c.cell->later
                     : state == State::closed                                    ? std::vector<Action>{}
                                                                                 : c.cell->actions;
    if (c.draw_proposed) ruling.actions = {Action::draw};
    if (c.governed_by) ruling.actions.clear();
  }
  ruling.advice = advice_writer_.write(c, now_, note);
  if (!c.governed_by && !c.is_over() && advice_writer_.is_at_limit(ruling.advice))
    ruling.actions = context_.law->cell(Row{18}).actions;
  if (const auto said = std::exchange(c.said_actions, ruling.actions);
      state == State::updated && note.empty() && !said.empty() && said != ruling.actions)
    ruling.advice = advice_writer_.write(c, now_, wording("Taken back what was said of this before."));
  const LawSet& law = *context_.law;
  ruling.secret =
      ruling.authority == Authority::silent ||
      (c.finding.kind == Kind::flag_fallen && law.keeps_secret(Secret::single_flag)) ||
      (ruling.authority == Authority::claim && law.keeps_secret(Secret::open_window)) ||
      (c.row == Row{24} && law.keeps_secret(Secret::draw_counts) && ruling.authority != Authority::must);
  c.said_clocks = ruling.advice.clocks;
  options_.say(ruling);
}

void Judge::Impl::finish(Case& c, State state, const Text& note) {
  c.end();
  c.closes_at.reset();
  say(c, state, note);
  if (state == State::withdrawn) part_event(c);
  is_decided(c);
}

/// Offences of the same player that come before it, and that are still to be confirmed or dismissed: what it costs hangs on
/// them.
std::vector<std::uint64_t> Judge::Impl::undecided_before(const Case& c) const {
  std::vector<std::uint64_t> ids;
  if (!c.finding.side || c.governed_by) return ids;
  for (const auto& [id, other] : cases_) {
    const bool is_before = other.finding.side == c.finding.side && other.happened() < c.happened() &&
                           (other.finding.ply != c.finding.ply || other.act != c.act);
    if (is_before && !other.governed_by && !other.unreported && other.status == Case::Status::open &&
        advice_writer_.write(other, now_, {}).offence_number != 0)
      ids.push_back(id);
  }
  if (ids.empty()) return ids;
  const Advice advice = advice_writer_.write(c, now_, {});
  return advice.offence_number == 0 || advice_writer_.is_at_limit(advice) ? std::vector<std::uint64_t>{}
                                                                          : ids;
}

/// It is no offence, and what comes after it was told that it may be one.
void Judge::Impl::is_decided(const Case& decided) {
  const std::uint64_t id = decided.finding.id;
  for_each_live([&](Case& c) {
    if (std::find(c.undecided.begin(), c.undecided.end(), id) != c.undecided.end())
      say(c, State::updated, wording("Finding {1} comes before this one no more.", std::to_string(id)));
  });
}

}  // namespace jadoube::laws
