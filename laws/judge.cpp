#include "laws/judge.hpp"

#include <algorithm>

#include "laws/judge_impl.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

namespace {

using detector::Finding;
using detector::Kind;
using detector::Reason;
using detector::State;

/// The cell that speaks of a finding. An illegal move has a row of its own where a king is left in check and
/// where castling was not allowed.
std::optional<Row> row_for(const Finding& f) {
  const auto row = row_from_name(detector::row_of(f.kind));
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

/// The stream names R07 for a king left in check (docs/findings.md); R08 only adds when such a move is
/// noticed.
std::optional<Row> row_in_stream(const Case& c) {
  return c.row == Row{8} ? Row{7} : c.row;
}

bool is_promotion(Kind kind) {
  return kind == Kind::promotion_incomplete || kind == Kind::promotion_unverified;
}

bool pawn_on_back_rank(std::string_view fen) {
  const auto setup = chess::setup_from_fen(fen);
  return setup &&
         (setup->placement.pieces(chess::PieceType::pawn) & (chess::rank_set(0) | chess::rank_set(7))) != 0;
}

bool is_irreversible(std::string_view before, std::string_view after) {
  const auto was = chess::setup_from_fen(before);
  const auto is = chess::setup_from_fen(after);
  if (!was || !is) return true;
  return was->placement.pieces(chess::PieceType::pawn) != is->placement.pieces(chess::PieceType::pawn) ||
         chess::count(was->placement.occupied()) != chess::count(is->placement.occupied());
}

}  // namespace

Judge::Judge(LawSet law, const drivers::Header& header, Options options)
    : impl_{std::make_unique<Impl>(std::move(law), header, std::move(options))} {}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;
Judge& Judge::operator=(Judge&&) noexcept = default;

void Judge::on(const drivers::Record& record, std::span<const detector::Line> lines) {
  impl_->on(record, lines);
}
void Judge::on(std::span<const detector::Line> lines) {
  for (const auto& line : lines) impl_->on(line);
}
void Judge::advance_to(drivers::Time now) {
  impl_->advance_to(now);
}
const LawSet& Judge::law() const {
  return impl_->law();
}

Judge::Impl::Impl(LawSet law, const drivers::Header& header, Options options)
    : affairs_{std::move(law),
               header.board.id,
               parse_time_control(header.game.time_control),
               GameRecord{header.game.start_fen},
               {},
               {},
               std::move(options.can_mate),
               std::move(options.forced_win)},
      options_{std::move(options)},
      header_{header} {}

void Judge::Impl::on(const drivers::Record& record, std::span<const detector::Line> lines) {
  const Time t = std::max(now_, drivers::time_of(record));
  // What the detector concluded from nothing happening comes before the record that ended it.
  auto next = lines.begin();
  const auto time = [](const detector::Line& line) {
    return std::visit([](const auto& l) { return l.t; }, line);
  };
  while (next != lines.end() && time(*next) < t) on(*next++);
  advance_to(t);
  std::visit([this](const auto& r) { handle(r); }, record);
  while (next != lines.end()) on(*next++);
  look_at_windows();
}

void Judge::Impl::on(const detector::Line& line) {
  advance_to(std::visit([](const auto& l) { return l.t; }, line));
  std::visit([this](const auto& l) { hear(l); }, line);
  look_at_windows();
}

// ---- time

std::optional<Time> Judge::Impl::next_deadline() const {
  std::optional<Time> first;
  const auto consider = [&](Time t) {
    if (!first || t < *first) first = t;
  };
  for (const auto& [id, c] : cases_)
    if (!c.is_over() && c.closes_at && !paused_) consider(*c.closes_at);
  for (const auto& lift : lifted_)
    if (lift) consider(*lift + affairs_.law.switches.settle);
  return first;
}

void Judge::Impl::advance_to(Time now) {
  while (const auto due = next_deadline()) {
    if (*due > now) break;
    now_ = std::max(now_, *due);
    count_touches();
    for_each_live([&](Case& c) {
      if (c.closes_at && *c.closes_at <= now_ && !paused_) close(c);
    });
  }
  now_ = std::max(now_, now);
}

// ---- records

void Judge::Impl::handle(const drivers::Scan& scan) {
  if (scan_ && scan_->bits == scan.occupied.bits) return;
  const std::uint64_t gone = scan_ ? scan_->bits & ~scan.occupied.bits : 0;
  for (const chess::Square s : chess::squares(gone)) lifted_[chess::index(s)] = now_;
  for (const chess::Square s : chess::squares(scan.occupied.bits)) lifted_[chess::index(s)].reset();
  scan_ = scan.occupied;
  last_change_ = now_;
}

void Judge::Impl::handle(const drivers::ClockReading& reading) {
  affairs_.clocks.on(reading);
}

void Judge::Impl::handle(const drivers::Press& press) {
  affairs_.clocks.on(press);
}

// ---- lines

void Judge::Impl::hear(const detector::GameLine& line) {
  if (over_ && (line.state == detector::GameState::setup || line.state == detector::GameState::started))
    new_game();
  options_.say(line);
  switch (line.state) {
    case detector::GameState::paused:
      pause();
      break;
    case detector::GameState::resumed:
      paused_ = false;
      break;
    case detector::GameState::over:
      over_ = true;
      for_each_live([&](Case& c) {
        if (c.cell && c.cell->window == Window::game) finish(c, State::closed, "The game is over.");
      });
      break;
    case detector::GameState::setup:
    case detector::GameState::started:
      break;
  }
}

void Judge::Impl::hear(const detector::MoveLine& line) {
  options_.say(line);
  const auto known = affairs_.record.plies().find(line.ply);
  const bool was_completed = known != affairs_.record.plies().end() && known->second.completed;
  const std::string before = affairs_.record.fen_before(line.ply);
  const bool is_new = affairs_.record.on(line);
  if (is_new) count_ply(line, before);
  if (line.completed && (is_new || !was_completed)) for_each_live([&](Case& c) { look_at_wait(c); });
}

void Judge::Impl::hear(const detector::ReviseLine& line) {
  options_.say(line);
  affairs_.record.on(line);
  count_.back_to(affairs_.record.last());
  // A reply that was taken back closes nothing.
  for_each_live([&](Case& c) { c.closes_at.reset(); });
}

void Judge::Impl::hear(const detector::SummaryLine& line) {
  detector::SummaryLine own = line;
  for (std::size_t i = 0; i < own.findings.size(); ++i) own.findings[i] += own_opened_[i] - unsaid_[i];
  for (std::size_t i = 0; i < own.grades.size(); ++i) own.grades[i] += own_grades_[i] - unsaid_grades_[i];
  options_.say(own);
}

void Judge::Impl::hear(const Finding& finding) {
  switch (finding.state) {
    case State::confirmed:
    case State::dismissed:
      return;
    case State::opened: {
      Case& c = open(finding, row_for(finding), which_case(finding));
      if (c.cell && c.cell->has(Action::wait)) {
        c.status = Case::Status::waiting;
        c.waits_since = now_;
      }
      if (!c.unsaid) say(c, State::opened);
      if (c.which != "press_back") return;
      // Pressing back is as good as a claim (S12).
      const auto answered = move_before(finding);
      if (Case* before = answered ? find(*answered) : nullptr;
          before && !before->unsaid && !before->claimed) {
        before->claimed = now_;
        say(*before, State::updated, concat({capital(*finding.side), " pressed back without moving."}));
      }
      return;
    }
    case State::updated:
    case State::closed:
    case State::withdrawn:
      break;
  }
  Case* c = find(finding.id);
  if (!c || c->is_over()) return;
  c->finding = finding;
  if (c->unsaid) {
    if (finding.state == State::withdrawn) {
      c->status = Case::Status::over;
      --unsaid_grades_[static_cast<std::size_t>(finding.grade)];
    }
    return;
  }
  if (finding.state == State::updated)
    say(*c, State::updated);
  else
    finish(*c, finding.state, finding.state == State::withdrawn ? "Withdrawn." : "");
}

// ---- cases

Case* Judge::Impl::find(std::uint64_t id) {
  const auto it = cases_.find(id);
  return it == cases_.end() ? nullptr : &it->second;
}

/// The irregularity of the opponent's last move to which a press without a move may be the answer.
std::optional<std::uint64_t> Judge::Impl::move_before(const Finding& press) const {
  if (!press.side) return std::nullopt;
  for (auto it = cases_.rbegin(); it != cases_.rend(); ++it) {
    const Case& c = it->second;
    const Kind kind = c.finding.kind;
    const bool answers = kind == Kind::displaced || kind == Kind::illegal_move ||
                         kind == Kind::king_captured || is_promotion(kind);
    if (answers && !c.is_over() && c.finding.side == ~*press.side && c.happened() < press.evidence.to &&
        c.finding.ply + 1 >= press.ply)
      return it->first;
  }
  return std::nullopt;
}

std::string Judge::Impl::which_case(const Finding& f) const {
  const auto row = row_for(f);
  if (!row) return {};
  const auto& known = cases_of(*row);
  const auto is_known = [&](std::string_view name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  if (!f.variant.empty() && is_known(f.variant)) return f.variant;
  if (is_known(name(f.kind))) return std::string{name(f.kind)};
  if (f.kind == Kind::press_without_move && move_before(f) &&
      affairs_.law.switches.s12 == Switches::PressBack::claim)
    return "press_back";
  if (is_promotion(f.kind) && f.side && affairs_.law.parameters.declared_below > Seconds{}) {
    const auto& declared = declared_[chess::index(*f.side)];
    const auto* press = affairs_.clocks.press(*f.side, f.evidence.to);
    if (declared && *declared >= f.evidence.from - affairs_.law.switches.forgot && press && press->after &&
        press->after->of(*f.side) < affairs_.law.parameters.declared_below)
      return "declared";
  }
  return {};
}

void Judge::Impl::assign_cell(Case& c) const {
  c.cell = c.row ? &affairs_.law.cell(*c.row, c.which) : nullptr;
  c.unsaid = c.cell && !c.cell->report;
}

Case& Judge::Impl::open(Finding finding, std::optional<Row> row, std::string which) {
  Case c;
  c.finding = std::move(finding);
  c.row = row;
  c.which = std::move(which);
  c.pawn_seen = c.finding.kind == Kind::promotion_incomplete;
  assign_cell(c);
  if (c.unsaid) {
    ++unsaid_[static_cast<std::size_t>(c.finding.kind)];
    ++unsaid_grades_[static_cast<std::size_t>(c.finding.grade)];
  }
  const std::uint64_t id = c.finding.id;
  return cases_.insert_or_assign(id, std::move(c)).first->second;
}

void Judge::Impl::say(Case& c, State state, const std::string& note) {
  c.finding.state = state;
  c.finding.t = now_;
  Ruling ruling;
  ruling.finding = c.finding;
  ruling.law = affairs_.law.id;
  ruling.row = row_in_stream(c);
  if (c.cell) {
    ruling.authority = c.cell->authority;
    ruling.window = c.cell->window;
    if (!c.cell->articles.empty()) ruling.article = c.cell->articles.front();
    ruling.actions = c.status == Case::Status::waiting && !c.cell->later.empty() ? c.cell->later
                     : state == State::closed                                    ? c.cell->later
                                                                                 : c.cell->actions;
    if (c.draw_proposed) ruling.actions = {Action::draw};
  }
  ruling.advice = adviser_.advise(c, now_, note);
  const LawSet& law = affairs_.law;
  ruling.secret =
      ruling.authority == Authority::silent ||
      (c.finding.kind == Kind::flag_fallen && law.keeps_secret(Secret::single_flag)) ||
      (ruling.authority == Authority::claim && law.keeps_secret(Secret::open_window)) ||
      (c.row == Row{24} && law.keeps_secret(Secret::draw_counts) && ruling.authority != Authority::must);
  c.said_clocks = ruling.advice.clocks;
  options_.say(ruling);
}

void Judge::Impl::finish(Case& c, State state, const std::string& note) {
  c.status = Case::Status::over;
  c.closes_at.reset();
  say(c, state, note);
}

// ---- windows

bool Judge::Impl::is_on_move(Side side) const {
  const auto running = affairs_.clocks.running();
  return running ? *running == side : affairs_.record.to_move() == side;
}

/// A man that has been up for long enough was touched, and by the player whose turn it is.
void Judge::Impl::count_touches() {
  for (auto& lift : lifted_) {
    if (!lift || *lift + affairs_.law.switches.settle > now_) continue;
    const Time since = *lift;
    lift.reset();
    for_each_live([&](Case& c) {
      if (c.cell && c.cell->window == Window::touch && c.finding.side && since > c.happened() &&
          is_on_move(~*c.finding.side))
        close(c);
    });
  }
}

bool Judge::Impl::has_passed(const Case& c) const {
  const unsigned white = affairs_.record.completed(Side::white);
  const unsigned black = affairs_.record.completed(Side::black);
  switch (c.cell->window) {
    case Window::ten_moves:
      if (c.row == Row{3} && affairs_.law.switches.s5 == Switches::LessThan::both)
        return std::max(white, black) >= 10;
      return std::min(white, black) >= 10;
    case Window::three_moves:
      return std::min(white, black) >= 3;
    case Window::black_ten:
      return black >= 10;
    default:
      return false;
  }
}

void Judge::Impl::look_at_windows() {
  for_each_live([&](Case& c) {
    if (!c.cell || c.status == Case::Status::waiting) return;
    if (has_passed(c))
      close(c);
    else
      look_at_reply(c);
  });
}

/// The opponent's move: placed, it is possibly made; at rest for long enough, or pressed, it is made.
void Judge::Impl::look_at_reply(Case& c) {
  const Window window = c.cell->window;
  const bool closes = window == Window::opponent_moves || window == Window::touch;
  const bool undoes = window == Window::game && c.cell->has(Action::back) && !c.answered;
  if (!closes && !undoes) return;
  // Where nobody in particular is at fault, whoever moves next answers it.
  const auto* reply = c.finding.side
                          ? affairs_.record.made_after(~*c.finding.side, c.happened(), c.finding.ply)
                          : affairs_.record.made_after(affairs_.record.mover(c.finding.ply + 1), c.happened(),
                                                       c.finding.ply + 1);
  if (!reply) return;
  if (undoes) {
    c.answered = true;
    say(c, State::updated, concat({capital(reply->side), " has moved since."}));
    return;
  }
  if (reply->completed || window == Window::touch) return close(c);
  if (c.closes_at) return;
  c.closes_at = std::max(reply->t, std::min(last_change_, reply->t) + affairs_.law.switches.release);
  if (*c.closes_at <= now_ && !paused_) close(c);
}

std::string Judge::Impl::earliest_infraction() const {
  const Case* earliest = nullptr;
  for (const auto& [id, c] : cases_) {
    const bool illegal = c.finding.kind == Kind::illegal_move || c.finding.kind == Kind::king_captured;
    if (illegal && c.finding.state != State::withdrawn && c.finding.state != State::dismissed &&
        (!earliest || c.finding.ply < earliest->finding.ply))
      earliest = &c;
  }
  return earliest ? earliest->finding.evidence.before_fen : std::string{};
}

void Judge::Impl::close(Case& c) {
  c.closes_at.reset();
  if (c.cell->later_has(Action::wait)) return wait_for_next_move(c);
  std::string note = concat({"Closed at ", log_time_text(now_), ": "});
  if (c.cell->later_has(Action::stand_or_earliest)) {
    note += is_illegal_board(affairs_.record.fen())
                ? concat({"nobody claimed, and the board is still illegal: back to the earliest infraction, ",
                          earliest_infraction(), "."})
                : "nobody claimed and the board is legal: it stands, play on.";
    return finish(c, State::closed, note);
  }
  std::vector<std::string> phrases;
  for (const Action action : c.cell->later) phrases.emplace_back(phrase(action));
  note += phrases.empty() ? "nothing can be done any more" : joined(phrases, "; ");
  finish(c, State::closed, note + ". Do not correct it.");
}

void Judge::Impl::wait_for_next_move(Case& c) {
  c.status = Case::Status::waiting;
  c.waits_since = now_;
  say(c, State::updated, concat({"Closed at ", log_time_text(now_), ": do not correct it any more."}));
}

void Judge::Impl::look_at_wait(Case& c) {
  if (c.status != Case::Status::waiting || c.draw_proposed || !c.waits_since || *c.waits_since >= now_)
    return;
  const std::string& fen = affairs_.record.fen();
  if (is_promotion(c.finding.kind)) {
    c.draw_proposed = c.pawn_seen || pawn_on_back_rank(fen);
    if (c.draw_proposed) return say(c, State::updated, "The next move has been completed.");
    return finish(
        c, State::closed,
        "The next move has been completed: if a pawn still stands there, the game is drawn; else play on.");
  }
  if (is_illegal_board(fen)) {
    c.draw_proposed = true;
    return say(c, State::updated, "The next move has been completed.");
  }
  finish(c, State::closed, "The next move made the position legal: play on.");
}

// ---- the Michigan count

Case& Judge::Impl::private_note(Kind kind, std::string which, std::string text) {
  Finding f;
  f.id = next_own_id_++;
  f.kind = kind;
  f.ply = affairs_.record.last();
  f.side = affairs_.record.to_move();
  f.grade = detector::Grade::A;
  f.t = f.evidence.from = f.evidence.to = now_;
  f.evidence.before_fen = affairs_.record.fen();
  f.text = std::move(text);
  Case& c = open(std::move(f), row_from_name(detector::row_of(kind)), std::move(which));
  ++own_opened_[static_cast<std::size_t>(kind)];
  ++own_grades_[static_cast<std::size_t>(c.finding.grade)];
  return c;
}

void Judge::Impl::count_ply(const detector::MoveLine& line, std::string_view before) {
  const Parameters& p = affairs_.law.parameters;
  if (p.count_pairs == 0) return;
  const auto position = position_of(line.fen);
  if (!count_.is_running()) {
    const bool quiet = position && position->halfmove_clock() >= 2 * p.count_pairs;
    if (!quiet) count_noted_at_ = 0;
    if (!quiet || count_noted_at_ != 0) return;
    count_noted_at_ = line.ply;
    Case& c = private_note(Kind::michigan_count, {},
                           concat({std::to_string(p.count_pairs), " pairs without capture or pawn move",
                                   affairs_.law.switches.s7 ? "; no count was announced." : "."}));
    say(c, State::opened);
    return;
  }
  Case* c = count_case_ ? find(*count_case_) : nullptr;
  if (count_.on_ply(is_irreversible(before, line.fen))) {
    if (c && !c->is_over())
      finish(*c, State::withdrawn, "A capture or a pawn move ended the count; it has to be started again.");
    count_case_.reset();
    return;
  }
  if (!c || c->is_over() || !position) return;
  const unsigned needed = is_extended_ending(*position) ? p.count_pairs_extended : p.count_pairs;
  if (count_.pairs() < needed || c->which == "draw_reached") return;
  c->which = "draw_reached";
  c->finding.ply = line.ply;
  assign_cell(*c);
  say(*c, State::updated, concat({std::to_string(needed), " pairs have been counted."}));
}

}  // namespace jadoube::laws
