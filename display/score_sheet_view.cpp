#include "display/score_sheet_view.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "chess/position.hpp"
#include "chess/san.hpp"
#include "display/board_picture.hpp"
#include "display/finding_words.hpp"
#include "record/senses.hpp"

namespace jadoube::display {

using stream::PublishedPly;

namespace {

using chess::Bitboard;
using chess::Side;
using report::Finding;
using report::GameState;
using report::Grade;
using report::State;
using words::Language;
using words::wording;
using namespace std::string_view_literals;

constexpr std::size_t kWidth = 80;
constexpr std::size_t kTime = 9;     // columns of the log time
constexpr std::size_t kText = 11;    // where text begins
constexpr std::size_t kNumber = 4;   // "123."
constexpr std::size_t kMove = 10;    // "Qa1xb2+", "e2-a2"
constexpr std::size_t kClock = 8;    // "0:05:09"
constexpr std::size_t kBetween = 4;  // White's part of a row and Black's
constexpr std::size_t kLabel = 10;   // "Players", "Event" …; in other languages perhaps a little more

constexpr bool begins_letter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

/// Columns on a terminal: letters, not bytes.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_letter));
}

/// Bytes of the first letters, so many of them.
std::size_t bytes_of(std::string_view text, std::size_t letters) {
  std::size_t at = 0;
  while (at < text.size() && (!begins_letter(text[at]) || letters-- > 0)) ++at;
  return at;
}

std::string left(std::string_view text, std::size_t width) {
  std::string padded{text};
  if (const std::size_t columns = columns_of(text); columns < width) padded.append(width - columns, ' ');
  return padded;
}

std::string right(std::string_view text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  return columns < width ? std::string(width - columns, ' ').append(text) : std::string{text};
}

std::string joined(const std::vector<std::string>& parts, std::string_view with) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += with;
    text += part;
  }
  return text;
}

/// Text out of a log may hold anything; what a terminal would obey is shown as a blank.
std::string printable(std::string_view text) {
  std::string safe{text};
  for (char& c : safe)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  return safe;
}

Tone tone_of(Grade grade) {
  static constexpr std::array<Tone, 3> tones{Tone::alarm, Tone::warning, Tone::notice};
  return tones[static_cast<std::size_t>(grade)];
}

/// "Qxe7 may be Qf5 or Qg6".
Text doubt_about(const PublishedPly& ply) {
  Text others;
  const auto position = chess::Position::from(ply.before, chess::kForgivable);
  for (const std::string& uci : ply.alternatives) {
    const auto move = position ? move_from_uci(*position, uci) : std::nullopt;
    const Text other{move ? to_san(*position, *move) : uci};
    others = others.empty() ? other : wording("{1} or {2}", others, other);
  }
  return wording("{1} may be {2}", ply.san, others);
}

Text words_of(const record::Arbiter& entry) {
  using Action = record::Arbiter::Action;
  const Text who = entry.side ? capital(*entry.side) : Text{};
  const std::string finding = std::to_string(entry.finding.value_or(0));
  switch (entry.action) {
    case Action::pause:
      return wording("clocks stopped");
    case Action::resume:
      return wording("play goes on");
    case Action::set_position:
      return entry.fen.empty() ? wording("a position is set, and not given")
                               : wording("position set to {1}", printable(entry.fen));
    case Action::claim:
      return wording("{1} claims: {2}", who, words::known(printable(entry.what)));
    case Action::confirm:
      return wording("finding {1} confirmed", finding);
    case Action::dismiss:
      return wording("finding {1} dismissed", finding);
    case Action::seen: {
      const auto square = static_cast<chess::Square>(index(entry.square.value_or(record::SensorSquare{})));
      return entry.piece == '.'
                 ? wording("nothing seen on {1}", to_string(square))
                 : wording("{1} seen on {2}", std::string(1, entry.piece.value_or('?')), to_string(square));
    }
    case Action::declare:
      return wording("{1} promotes to {2}", who, std::string(1, entry.piece.value_or('?')));
    case Action::count_started:
      return wording("{1}'s moves are counted from here", who);
    case Action::result:
      return wording("result {1}", printable(entry.result));
    case Action::new_game:
      return wording("new game");
    case Action::adjourn:
      return wording("game adjourned");
    case Action::law:
      return wording("law {1}", printable(entry.law));
    case Action::pairing:
      return wording("pairing {1} - {2}", printable(entry.white_name), printable(entry.black_name));
    case Action::retract:
      return entry.finding
                 ? wording("the decision on finding {1} is taken back: {2}", finding, printable(entry.reason))
                 : wording("the entry of {1} is taken back: {2}",
                           log_time(entry.entered.value_or(record::Time{})), printable(entry.reason));
    case Action::note:
      return entry.finding ? wording("note on finding {1}: {2}", finding, printable(entry.text))
                           : wording("note: {1}", printable(entry.text));
  }
  return {};
}

}  // namespace

ScoreSheetView::ScoreSheetView(std::string name, const record::Header& header, Look look, Language language)
    : look_{look}, language_{language}, game_{header} {
  tell_header(name, header);
}

std::string ScoreSheetView::take() {
  return std::exchange(out_, {});
}

// ---- lines

void ScoreSheetView::end_row() {
  if (!std::exchange(row_is_open_, false)) return;
  out_ += '\n';
  if (!doubts_.empty()) paragraph("~ "sv + std::exchange(doubts_, {}) + '.', Tone::faint);
}

void ScoreSheetView::blank_line() {
  end_row();
  if (!std::exchange(after_blank_, true)) out_ += '\n';
}

std::string ScoreSheetView::said(const Text& text) const {
  return text.in(language_);
}

std::string ScoreSheetView::stamp(record::Time t) const {
  return styled(Tone::faint, right(log_time(t), kTime), look_) + std::string(kText - kTime, ' ');
}

void ScoreSheetView::event(record::Time t, const Text& text, Tone tone) {
  end_row();
  wrap(stamp(t), said(text), tone, kText);
}

void ScoreSheetView::paragraph(const Text& text, Tone tone) {
  end_row();
  wrap(std::string(kText, ' '), said(text), tone, kText);
}

void ScoreSheetView::wrap(std::string start, std::string_view text, Tone tone, std::size_t column) {
  while (!text.empty()) {
    std::size_t end = bytes_of(text, kWidth - column);
    if (end < text.size()) {
      const std::size_t blank = text.substr(0, end + 1).rfind(' ');
      end = blank != std::string_view::npos && blank > 0 ? blank : std::min(text.find(' '), text.size());
    }
    out_ += start + styled(tone, text.substr(0, end), look_) + '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
    start.assign(column, ' ');
  }
  after_blank_ = false;
}

Text ScoreSheetView::clocks() const {
  if (!clock_) return {};
  const auto shown = [&](Side side, record::ClockTime time) {
    return clock_->running == side ? wording("{1} {2} (running)", capital(side), clock_text(time))
                                   : wording("{1} {2}", capital(side), clock_text(time));
  };
  return shown(Side::white, clock_->white) + ", "sv + shown(Side::black, clock_->black) + '.';
}

// ---- the beginning

void ScoreSheetView::tell_header(const std::string& name, const record::Header& header) {
  const auto row = [&](const Text& label, const std::vector<std::string>& parts, std::string_view with) {
    std::vector<std::string> known;
    for (const std::string& part : parts)
      if (!part.empty()) known.push_back(printable(part));
    if (!known.empty())
      out_ += "  " + styled(Tone::faint, left(said(label), kLabel), look_) + joined(known, with) + '\n';
  };
  out_ += styled(Tone::strong, printable(name), look_) + '\n';
  const auto& game = header.game;
  if (!game.white.empty() || !game.black.empty())
    row(wording("Players"), {game.white.empty() ? "?" : game.white, game.black.empty() ? "?" : game.black},
        " - ");
  row(wording("Event"),
      {game.event, game.round.empty() ? "" : said(wording("round {1}", game.round)), game.time_control},
      ", ");
  row(wording("Recorded"), {header.utc_start}, "");
  row(wording("Law"),
      {header.law.empty() ? said(wording("none: findings are not judged (--law)")) : header.law}, "");
  std::string period;
  if (header.board.scan_period)
    period = said(wording("a scan every {1} ms", std::to_string(header.board.scan_period->count() / 1000)));
  row(wording("Board"),
      {header.board.id, header.board.model,
       said(wording("senses {1}", words::known(record::name(header.board.senses)))), period},
      ", ");
  blank_line();
}

void ScoreSheetView::see(const record::Record& record) {
  const auto* entry = std::get_if<record::Arbiter>(&record);
  // From another position the game goes on without a press.
  if (entry != nullptr && entry->action == record::Arbiter::Action::set_position) tell_moves(true);
  game_.see(record);
  if (const auto* reading = std::get_if<record::ClockReading>(&record)) clock_ = *reading;
  if (entry != nullptr) event(entry->t, wording("Arbiter: {1}.", words_of(*entry)), Tone::strong);
  const auto* link = std::get_if<record::Link>(&record);
  if (link != nullptr && link->state == record::Link::State::restored && !link->reason.empty())
    event(link->t, wording("The link is restored: {1}.", words::known(printable(link->reason))), Tone::plain);
}

// ---- what the detector says

void ScoreSheetView::tell(const report::Report& report) {
  if (game_.ends_before(report)) {
    tell_moves(true);
    earlier_plies_ += told_plies_;
    game_.begin_anew();
    told_plies_ = 0;
    sheet_has_head_ = false;
    blank_line();
    event(std::get<report::GameReport>(report).t, wording("The pieces are set up again."), Tone::strong);
    blank_line();
  }
  if (const auto* revise = std::get_if<report::RevisionReport>(&report)) {
    tell_revision(*revise);
    tell_moves(false);
    return;
  }
  game_.tell(report);
  if (const auto* game = std::get_if<report::GameReport>(&report)) tell_game(*game);
  if (std::holds_alternative<report::MoveReport>(report)) tell_moves(false);
  if (const auto* finding = std::get_if<Finding>(&report)) tell_finding(*finding, {});
  if (const auto* summary = std::get_if<report::SummaryReport>(&report)) tell_summary(*summary);
}

void ScoreSheetView::tell_game(const report::GameReport& report) {
  switch (report.state) {
    case GameState::setup:
      break;
    case GameState::started:
      event(report.t, wording("The game begins.") + ' ' + clocks());
      break;
    case GameState::paused:
      event(report.t, wording("The clocks stand.") + ' ' + clocks());
      break;
    case GameState::resumed:
      event(report.t, wording("The clocks go on.") + ' ' + clocks());
      break;
    case GameState::over:
      tell_moves(true);
      blank_line();
      event(report.t, wording("Game over: {1}, {2}.", report.result, words::known(report.reason)),
            Tone::strong);
      break;
  }
}

void ScoreSheetView::tell_moves(bool to_the_last) {
  const auto& plies = game_.plies();
  std::size_t end = plies.size();
  while (!to_the_last && end > told_plies_ && !plies[end - 1].completed_at) --end;
  while (told_plies_ < end) tell_ply(told_plies_++);
}

void ScoreSheetView::tell_ply(std::size_t index) {
  const PublishedPly& ply = game_.plies()[index];
  const bool white = ply.side == Side::white;
  if (!std::exchange(sheet_has_head_, true)) {
    end_row();
    out_ += std::string(kText + kNumber + 1, ' ') +
            styled(Tone::faint,
                   left(said(capital(Side::white).capitalised()), kMove + kClock + kBetween) +
                       said(capital(Side::black).capitalised()),
                   look_) +
            '\n';
  }
  if (white) end_row();
  if (!row_is_open_) {
    const auto when = ply.completed_at;
    out_ += when ? stamp(*when) : std::string(kText, ' ');
    out_ += right(std::to_string(ply.before.fullmove_number) + '.', kNumber) + ' ';
    if (!white) out_ += left("...", kMove + kClock + kBetween);
    row_is_open_ = true;
  } else {
    out_ += std::string(kBetween, ' ');
  }
  const auto clock = game_.clock_after(index);
  const bool open = ply.certainty == report::Certainty::open && !ply.alternatives.empty();
  const std::string move = said(move_text(ply));
  const std::size_t columns = columns_of(move);
  const std::string padding(kMove > columns + 1 ? kMove - columns - 1 : 1, ' ');
  out_ += styled(ply.is_legal() ? Tone::strong : Tone::alarm, move, look_) + (open ? '~' : ' ');
  out_ += padding + styled(Tone::faint, right(clock ? clock_text(*clock) : "-", kClock), look_);
  after_blank_ = false;
  if (open) doubts_ += (doubts_.empty() ? ""sv : "; "sv) + doubt_about(ply);
  if (!white) end_row();
}

void ScoreSheetView::tell_revision(const report::RevisionReport& report) {
  const std::vector<PublishedPly> old = game_.plies();
  game_.tell(report);
  const auto& plies = game_.plies();
  if (report.moves.empty() && old.size() == report.from_ply && !old.back().completed_at) {
    event(report.t,
          wording("{1} is off the record again: {2}.", numbered(old.back()), words::known(report.why)),
          Tone::faint);
    return;
  }
  std::vector<Text> changes;
  for (std::size_t i = report.from_ply - 1; i < told_plies_; ++i) {
    if (i >= plies.size())
      changes.push_back(wording("{1} is taken back", numbered(old[i])));
    else if (plies[i].uci != old[i].uci)
      changes.push_back(wording("{1} instead of {2}", numbered(plies[i]), numbered(old[i])));
  }
  told_plies_ = std::min(told_plies_, plies.size());
  if (changes.empty()) return;
  event(report.t, wording("The record changes: {1}.", words::known(report.why)), Tone::strong);
  paragraph(words::strung(changes) + '.');
}

namespace {

Text grade_sentence(const Finding& f) {
  return wording("Finding {1}, grade {2}: {3}.", std::to_string(f.id), name(f.grade), meaning(f.grade));
}

}  // namespace

void ScoreSheetView::rule(const laws::Ruling& ruling) {
  const Finding& f = ruling.finding;
  const std::vector<LabelledLine> lines = labelled(ruling);
  if (f.state == State::opened) {
    ruled_[f.id] = {f.grade, lines};
    tell_finding(f, lines);
    return;
  }
  // Of what was said before only what is different now.
  const Told before = std::exchange(ruled_[f.id], Told{f.grade, lines});
  std::vector<LabelledLine> changed;
  for (const LabelledLine& line : lines)
    if (std::find(before.lines.begin(), before.lines.end(), line) == before.lines.end())
      changed.push_back(line);
  if (f.state == State::updated) {
    const Text& note = ruling.advice.parts.note;
    const bool regraded = f.grade != before.grade;
    if (regraded && note.empty()) {
      event(f.t, grade_sentence(f), tone_of(f.grade));
    } else {
      const Text what = note.empty() ? wording("more is known.") : note;
      event(f.t, wording("Finding {1}: {2}", std::to_string(f.id), what), tone_of(f.grade));
      if (regraded) paragraph(grade_sentence(f));
    }
  } else {
    tell_finding(f, {});
    // The state alone says as much as these words.
    const Text& note = ruling.advice.parts.note;
    if (note.english().find(' ') != std::string::npos) paragraph(note);
  }
  tell_labelled(changed);
}

void ScoreSheetView::answer(const laws::Reply& reply) {
  const Tone tone = reply.refused ? Tone::warning : Tone::plain;
  const std::string whole = said(reply.text);
  std::string_view text = whole;
  for (bool first = true; !text.empty(); first = false) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line = printable(text.substr(0, end));
    if (first)
      event(reply.t, reply.refused ? wording("Refused: {1}", line) : Text{line}, tone);
    else
      paragraph(line, tone);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void ScoreSheetView::tell_labelled(const std::vector<LabelledLine>& lines) {
  for (const LabelledLine& line : lines) {
    end_row();
    wrap(std::string(kText, ' ') + styled(Tone::faint, left(said(line.label), kLabel), look_),
         printable(said(line.text)), Tone::plain, kText + kLabel);
  }
}

void ScoreSheetView::tell_finding(const Finding& f, const std::vector<LabelledLine>& rules) {
  const Tone tone = tone_of(f.grade);
  const Text head = wording("{1}: {2}", title(f.kind), whose_and_where(f, game_));
  const std::string id = std::to_string(f.id);
  if (f.state != State::opened && f.state != State::updated) {
    event(f.t, wording("Finding {1} is {2} ({3}).", id, words::known(name(f.state)), head), tone);
    return;
  }
  blank_line();
  event(f.t, head, tone);
  paragraph(grade_sentence(f), Tone::faint);
  paragraph(Text{printable(said(f.text.capitalised()))});
  const auto& e = f.evidence;
  const std::string from = log_time(e.from);
  const std::string to = log_time(std::min(e.to, f.t));
  paragraph(from == to ? wording("Seen at {1}.", to) : wording("Seen from {1} to {2}.", from, to),
            Tone::faint);
  if (clock_) paragraph(wording("Clocks: {1}", clocks()), Tone::faint);
  if (!rules.empty()) {
    blank_line();
    tell_labelled(rules);
  }
  tell_boards(f);
  blank_line();
}

void ScoreSheetView::tell_boards(const Finding& f) {
  const auto before = chess::setup_from_fen(f.evidence.before_fen);
  if (!before) return;
  Bitboard wrong = 0;
  for (const chess::Square square : f.squares) wrong |= chess::bit(square);
  if (wrong == 0) wrong = before->placement.occupied() ^ f.evidence.occupied;
  std::array<BoardPicture, 2> boards;
  boards[0].caption = said(wording("the record, {1} to move", capital(before->turn)));
  boards[0].pieces = before->placement;
  boards[1].caption = said(wording("the sensors at {1}", log_time(std::min(f.evidence.to, f.t))));
  boards[1].pieces = f.evidence.occupied;
  for (BoardPicture& board : boards) board.wrong = wrong;
  blank_line();
  const std::string picture = draw(boards, look_);
  for (std::size_t at = 0; at < picture.size();) {
    const std::size_t end = picture.find('\n', at) + 1;
    out_.append(kText - 2, ' ').append(picture, at, end - at);
    at = end;
  }
  after_blank_ = false;
}

void ScoreSheetView::tell_summary(const report::SummaryReport& report) {
  tell_moves(true);
  blank_line();
  const std::uint64_t plies = earlier_plies_ + told_plies_;
  Text text =
      wording("{1} in {2}, {3}.", plies == 1 ? wording("1 ply") : wording("{1} plies", std::to_string(plies)),
              log_time(report.t),
              report.scans == 1 ? wording("1 scan") : wording("{1} scans", std::to_string(report.scans)));
  if (report.revisions == 1) text += ' ' + wording("The record was corrected once.");
  if (report.revisions > 1)
    text += ' ' + wording("The record was corrected {1} times.", std::to_string(report.revisions));
  paragraph(text);
  const auto of = [&](Grade grade) { return report.grades[static_cast<std::size_t>(grade)]; };
  const bool serious = of(Grade::A) + of(Grade::B) != 0;
  paragraph(
      !serious && of(Grade::C) == 0
          ? wording("No findings.")
          : wording("Findings that stand: {1} of grade A, {2} of grade B, {3} of grade C.",
                    std::to_string(of(Grade::A)), std::to_string(of(Grade::B)), std::to_string(of(Grade::C))),
      serious ? Tone::strong : Tone::good);
}

}  // namespace jadoube::display
