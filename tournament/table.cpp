// Tables of pairings: one a line, columns separated by comma, semicolon or tab, quoted like everywhere. That is our own
// table, and the pairing lists of Swiss-Manager and chess-results: these have lines above and below (event, round, who
// made it), two columns called "Name", and in team events a heading for each match and boards like 1.1.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "judge/clock_times.hpp"
#include "tournament/cells.hpp"
#include "tournament/list_heads.hpp"
#include "tournament/pairing_file.hpp"

namespace jadoube::arbiter {

using words::wording;

namespace {

enum class Column : std::uint8_t {
  number,
  player_number,
  name,
  white,
  black,
  law,
  time_control,
  result,
  start,
  round,
  event,
  other
};

struct Named {
  std::string_view name;
  Column column;
};
constexpr std::array kNames{Named{"law", Column::law},
                            Named{"rules", Column::law},
                            Named{"time_control", Column::time_control},
                            Named{"time control", Column::time_control},
                            Named{"start", Column::start},
                            Named{"chess960", Column::start},
                            Named{"fen", Column::start},
                            Named{"event", Column::event}};
constexpr std::array kUnlessNamed{Column::number,       Column::white,  Column::black, Column::law,
                                  Column::time_control, Column::result, Column::start};

struct Row {
  std::size_t line = 0;
  std::vector<std::string> cells;
};

/// Lists have lines above their heading, but not more.
constexpr std::size_t kMostLinesAbove = 40;

/// The one that the first line has most of.
char separator_of(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  char best = ',';
  for (const char each : {';', '\t'})
    if (std::ranges::count(line, each) > std::ranges::count(line, best)) best = each;
  return best;
}

/// RFC 4180: a quoted cell may hold separators, line ends and doubled quotation marks. The error is one
/// sentence: a quotation mark is never closed, and takes in everything after it.
tl::expected<std::vector<Row>, words::Text> rows_of(std::string_view text, char separator) {
  std::vector<Row> rows;
  Row row{1, {}};
  std::string cell;
  bool quoted = false;
  bool was_quoted = false;
  std::size_t line = 1;
  std::size_t quoted_since = 0;
  const auto end_cell = [&] {
    row.cells.push_back(was_quoted ? cell : std::string{trimmed(cell)});
    cell.clear();
    was_quoted = false;
  };
  const auto end_row = [&] {
    end_cell();
    const bool empty = std::ranges::all_of(row.cells, [](const std::string& each) { return each.empty(); });
    if (!empty && !row.cells.front().starts_with('#')) rows.push_back(std::move(row));
    row = {line + 1, {}};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (quoted) {
      if (letter == '\n') ++line;
      if (letter != '"') {
        cell += letter;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        cell += '"';
        ++i;
      } else {
        quoted = false;
      }
    } else if (letter == '"' && trimmed(cell).empty()) {
      cell.clear();
      quoted = was_quoted = true;
      quoted_since = line;
    } else if (letter == separator) {
      end_cell();
    } else if (letter == '\n') {
      end_row();
      ++line;
    } else if (!was_quoted || (letter != ' ' && letter != '\t')) {
      cell += letter;
    }
  }
  if (quoted)
    return tl::unexpected{
        wording("The quotation mark in line {1} is never closed.", std::to_string(quoted_since))};
  end_row();
  return rows;
}

/// What the columns of a table hold.
struct Heading {
  std::vector<Column> columns;
  /// The players' columns are called like each other, as in pairing lists; White's are the left ones.
  bool is_list = false;
  /// Of a match: its columns are called like the teams.
  bool is_match = false;

  [[nodiscard]] bool has(Column column) const { return std::ranges::find(columns, column) != columns.end(); }
};

Column column_of(const std::string& cell) {
  const std::string head = folded(cell);
  if (const auto found = std::ranges::find(kNames, head, &Named::name); found != kNames.end())
    return found->column;
  if (is_board_head(head)) return Column::number;
  if (is_number_head(head)) return Column::player_number;
  if (is_white_head(head)) return Column::white;
  if (is_black_head(head)) return Column::black;
  if (is_name_head(head)) return Column::name;
  if (is_result_head(head)) return Column::result;
  return is_round_head(head) ? Column::round : Column::other;
}

/// The first column of that kind becomes another, and so does the second.
void rename_two(std::vector<Column>& columns, Column kind, Column first, Column second) {
  for (const Column to : {first, second})
    if (const auto found = std::ranges::find(columns, kind); found != columns.end()) *found = to;
}

/// "Bo.;3;Iceland;Rtg;-;4;Denmark;Rtg;2½:1½", as it stands above the boards of each match.
std::optional<Heading> match_heading(const Row& row) {
  if (row.cells.empty() || !is_board_head(folded(row.cells.front()))) return std::nullopt;
  std::vector<std::size_t> ratings;
  for (std::size_t i = 2; i < row.cells.size(); ++i)
    if (is_rating_head(folded(row.cells[i]))) ratings.push_back(i);
  if (ratings.size() != 2 || ratings[1] < ratings[0] + 2) return std::nullopt;
  Heading match{std::vector<Column>(row.cells.size(), Column::other), true, true};
  match.columns.front() = Column::number;
  match.columns[ratings[0] - 1] = Column::white;
  match.columns[ratings[1] - 1] = Column::black;
  if (ratings[1] + 1 < match.columns.size()) match.columns.back() = Column::result;
  return match;
}

/// What the row says the columns are; nothing if it is no heading.
std::optional<Heading> heading(const Row& row) {
  Heading found;
  std::ranges::transform(row.cells, std::back_inserter(found.columns), column_of);
  auto& columns = found.columns;
  if (!found.has(Column::white) && std::ranges::count(columns, Column::name) == 2) {
    rename_two(columns, Column::name, Column::white, Column::black);
    found.is_list = true;
  }
  if (!found.has(Column::white) || !found.has(Column::black)) return match_heading(row);
  // Two of them are the players' own; one is the table's, if no other column is.
  if (!found.has(Column::number) && std::ranges::count(columns, Column::player_number) == 1)
    rename_two(columns, Column::player_number, Column::number, Column::number);
  return found;
}

/// "½ - ½" is "=-=": what programs write differently is the same.
std::string plain_result(std::string_view text) {
  std::string plain{text};
  const auto replace = [&](std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = plain.find(what, at)) != std::string::npos; at += with.size())
      plain.replace(at, what.size(), with);
  };
  for (const std::string_view blank : {" ", "\u00A0"}) replace(blank, "");
  for (const std::string_view dash : {"\u2013", "\u2212", ":"}) replace(dash, "-");
  for (const std::string_view half : {"\u00BD", "1/2", "0.5", "0,5"}) replace(half, "=");
  return plain;
}

/// Empty: none, or none that is known.
std::string known_result(std::string_view plain) {
  if (plain == "1-0" || plain == "+--" || plain == "+-") return "1-0";
  if (plain == "0-1" || plain == "--+" || plain == "-+") return "0-1";
  if (plain == "=-=" || plain == "=") return "1/2-1/2";
  return {};
}

bool is_without_play(std::string_view plain) {
  return plain.find('+') != std::string_view::npos || plain == "---";
}

/// "2.1", as boards of a match are called: the number after the point.
std::optional<unsigned> board_of_match(std::string_view cell) {
  const std::size_t point = cell.find('.');
  if (point == std::string_view::npos || !number_in(cell.substr(0, point))) return std::nullopt;
  return number_in(cell.substr(point + 1));
}

/// The highest round that the rows name; 0: they name none.
unsigned last_round(std::span<const Row> rows, const std::vector<Column>& columns) {
  const auto column = static_cast<std::size_t>(std::ranges::find(columns, Column::round) - columns.begin());
  unsigned last = 0;
  if (column == columns.size()) return last;
  for (const Row& row : rows)
    if (column < row.cells.size()) last = std::max(last, number_in(row.cells[column]).value_or(0));
  return last;
}

/// What one row says.
struct RowContent {
  Pairing pairing;
  std::optional<unsigned> round;
  std::string event;  // empty: not said
  std::vector<words::Text> problems;
  /// Of a team match: the board in it; 0: of none.
  unsigned board_of_match = 0;
  bool without_play = false;
  bool usable = true;
};

/// `cell` is not empty.
void take_cell(RowContent& row, Column column, const std::string& cell, const KnowsLaw& knows_law) {
  Pairing& p = row.pairing;
  const auto tell = [&](words::Text what) { row.problems.push_back(std::move(what)); };
  switch (column) {
    case Column::number:
      p.number = number_in(cell).value_or(0);
      row.board_of_match = board_of_match(cell).value_or(0);
      if (p.number != 0 || row.board_of_match != 0) break;
      row.usable = false;
      tell(wording("\"{1}\" is no table number", cell));
      break;
    case Column::white:
      p.white = cell;
      break;
    case Column::black:
      p.black = cell;
      break;
    case Column::law:
      if (knows_law(cell))
        p.law = cell;
      else
        tell(wording("there is no law \"{1}\" (jadoube laws list); that of the event is used", cell));
      break;
    case Column::time_control:
      if (laws::parse_time_control(cell))
        p.time_control = cell;
      else
        tell(wording("\"{1}\" is no time control like 40/5400+30:1800+30; left out", cell));
      break;
    case Column::result:
      p.result = known_result(plain_result(cell));
      row.without_play = is_without_play(plain_result(cell));
      if (p.result.empty() && cell != "*" && cell != "-" && cell != ":" && !row.without_play)
        tell(wording("\"{1}\" is no result like 1-0; left out", cell));
      break;
    case Column::start:
      if (const auto fault = start_fault(cell))
        tell(wording("{1}; that of the event is used", *fault));
      else
        p.start = cell;
      break;
    case Column::round:
      row.round = number_in(cell);
      break;
    case Column::event:
      row.event = cell;
      break;
    case Column::player_number:
    case Column::name:
    case Column::other:
      break;
  }
}

/// Cells beyond the columns are not read.
RowContent read_row(const Row& row, const std::vector<Column>& columns, const KnowsLaw& knows_law) {
  RowContent content;
  for (std::size_t i = 0; i < row.cells.size() && i < columns.size(); ++i)
    if (!row.cells[i].empty()) take_cell(content, columns[i], row.cells[i], knows_law);
  return content;
}

/// Rows as they come, with the headings and the remarks among them.
class TableReader {
 public:
  TableReader(unsigned round, const KnowsLaw& knows_law) : asked_{round}, knows_law_{knows_law} {}

  /// Columns that are known without a heading.
  void begin(std::vector<Column> columns) { heading_.columns = std::move(columns); }
  void take(const Row& row);
  [[nodiscard]] PairingFile finish();
  /// Of the rows that were left out because they are of another round; 0: there were none.
  [[nodiscard]] unsigned other_round() const { return other_round_; }

 private:
  void take_remark(const Row& row, const std::string& text);
  void take_pairing(const Row& row);
  bool take_bye(const Pairing& pairing);
  [[nodiscard]] bool is_of_another_round(const RowContent& content);
  void take_board_of_match(RowContent& content);

  unsigned asked_;
  const KnowsLaw& knows_law_;
  PairingFile file_;
  Heading heading_;
  /// What a line above the pairings has said.
  std::optional<unsigned> round_;
  unsigned next_ = 0;
  unsigned other_round_ = 0;
  bool from_server_ = false;
  bool in_matches_ = false;
  bool colours_guessed_ = false;
};

/// The cell, if the row has no other one.
const std::string* lone_cell(const Row& row) {
  const std::string* lone = nullptr;
  for (const std::string& cell : row.cells) {
    if (cell.empty()) continue;
    if (lone != nullptr) return nullptr;
    lone = &cell;
  }
  return lone;
}

bool names_its_maker(std::string_view folded_text) {
  return std::ranges::any_of(
      std::array{"chess-results", "swiss-manager", "http", "swissmanager"},
      [&](const char* maker) { return folded_text.find(maker) != std::string_view::npos; });
}

void TableReader::take(const Row& row) {
  if (auto found = heading(row)) {
    heading_ = *std::move(found);
    return;
  }
  if (const std::string* lone = lone_cell(row); lone != nullptr && !number_in(*lone))
    take_remark(row, *lone);
  else if (!heading_.columns.empty())
    take_pairing(row);
}

void TableReader::take_remark(const Row& row, const std::string& text) {
  if (const auto round = round_in(text)) {
    round_ = round;
  } else if (names_its_maker(folded(text))) {
    from_server_ = true;
  } else if (!heading_.columns.empty()) {
    file_.add_problem(row.line, wording("\"{1}\" is not understood; left out", tidy_name(text)));
  } else if (from_server_ && file_.round.event.empty()) {
    file_.round.event = text;  // it stands below the server's name
  }
}

bool TableReader::is_of_another_round(const RowContent& content) {
  const auto round = content.round ? content.round : round_;
  if (!round || asked_ == 0 || *round == asked_) return false;
  other_round_ = *round;
  return true;
}

/// Tables have numbers of their own; who has White the list does not say unless its columns are called so.
void TableReader::take_board_of_match(RowContent& content) {
  content.pairing.number = ++next_;
  in_matches_ = true;
  if (!heading_.is_list) return;
  colours_guessed_ = true;
  if (content.board_of_match % 2 != 0) return;
  std::swap(content.pairing.white, content.pairing.black);
  if (content.pairing.result == "1-0" || content.pairing.result == "0-1")
    content.pairing.result = content.pairing.result == "1-0" ? "0-1" : "1-0";
}

bool TableReader::take_bye(const Pairing& pairing) {
  const bool white_plays = !is_bye(folded(pairing.white));
  const bool black_plays = !is_bye(folded(pairing.black));
  if (white_plays && black_plays) return false;
  const std::string& name = white_plays ? pairing.white : pairing.black;
  if (white_plays != black_plays && !name.empty()) file_.byes.push_back(tidy_name(name));
  return true;
}

void TableReader::take_pairing(const Row& row) {
  RowContent content = read_row(row, heading_.columns, knows_law_);
  if (!content.event.empty()) file_.round.event = std::move(content.event);
  if (is_of_another_round(content)) return;
  if (take_bye(content.pairing)) return;
  for (const words::Text& problem : content.problems) file_.add_problem(row.line, problem);
  if (!content.usable) return;
  Pairing& pairing = content.pairing;
  const auto beyond =
      row.cells.begin() + static_cast<std::ptrdiff_t>(std::min(row.cells.size(), heading_.columns.size()));
  if (heading_.is_list &&
      std::any_of(beyond, row.cells.end(), [](const std::string& cell) { return !cell.empty(); })) {
    file_.add_problem(
        row.line,
        wording(
            "there are more columns than the heading names, so that they cannot be told apart; left out"));
    return;
  }
  if (content.board_of_match != 0)
    take_board_of_match(content);
  else if (!heading_.has(Column::number))
    pairing.number = ++next_;
  if (content.without_play)
    file_.add_doubt(row.line, wording("{1} – {2} is decided without play", pairing.white, pairing.black));
  file_.round.pairings.push_back(std::move(pairing));
}

PairingFile TableReader::finish() {
  file_.round.round = asked_;
  if (in_matches_)
    file_.doubts.push_back(
        wording("Boards of matches, like 1.1, are tables from 1 on, as they come in the list."));
  if (colours_guessed_)
    file_.doubts.push_back(
        wording("The list does not say who has White in a match: the team that is named first is taken to "
                "have it at its odd boards."));
  return std::move(file_);
}

/// Where the first heading is among the rows; nothing if there is none.
std::optional<std::size_t> heading_at(std::span<const Row> rows) {
  for (std::size_t i = 0; i < rows.size() && i < kMostLinesAbove; ++i)
    if (heading(rows[i])) return i;
  return std::nullopt;
}

/// By the separator with which it has a heading; without any, by the one that its first line has most of.
tl::expected<std::vector<Row>, words::Text> rows_with_heading(std::string_view text) {
  for (const char separator : {';', '\t', ','})
    if (auto rows = rows_of(text, separator); rows && heading_at(*rows)) return rows;
  return rows_of(text, separator_of(text));
}

/// The round that is asked for, or the last that the rows name.
unsigned round_of(std::span<const Row> rows, unsigned asked, std::optional<std::size_t> heading_row) {
  if (asked != 0) return asked;
  unsigned last =
      heading_row ? last_round(rows.subspan(*heading_row + 1), heading(rows[*heading_row])->columns) : 0;
  for (const Row& row : rows)
    if (const std::string* lone = lone_cell(row)) last = std::max(last, round_in(*lone).value_or(0));
  return last;
}

}  // namespace

tl::expected<PairingFile, words::Text> read_table(std::string_view text, unsigned round,
                                                  const KnowsLaw& knows_law) {
  auto rows = rows_with_heading(text);
  if (!rows) return tl::unexpected{std::move(rows).error()};
  if (rows->empty()) return tl::unexpected{wording("The file is empty.")};
  const auto first = heading_at(*rows);
  TableReader reader{round_of(*rows, round, first), knows_law};
  if (!first && !number_in(rows->front().cells.front()))
    return tl::unexpected{wording(
        "This is neither a tournament report file nor a table of pairings: its first line should name the "
        "columns, like board,white,black,law,time_control.")};
  if (!first) reader.begin({kUnlessNamed.begin(), kUnlessNamed.end()});
  for (const Row& row : *rows) reader.take(row);
  PairingFile file = reader.finish();
  if (file.round.pairings.empty() && file.problems.empty() && reader.other_round() != 0)
    return tl::unexpected{wording("These are pairings of round {1}, not of round {2}.",
                                  std::to_string(reader.other_round()), std::to_string(round))};
  return file;
}

}  // namespace jadoube::arbiter
