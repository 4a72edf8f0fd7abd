// Tables of pairings: one a line, columns separated by comma, semicolon or tab, quoted like everywhere.
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "arbiter/tournament/cells.hpp"
#include "arbiter/tournament/pairing_file.hpp"
#include "judge/clock_times.hpp"

namespace jadoube::arbiter {

using words::wording;

namespace {

enum class Column : std::uint8_t {
  number,
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
constexpr std::array kNames{Named{"number", Column::number},
                            Named{"board", Column::number},
                            Named{"table", Column::number},
                            Named{"bo.", Column::number},
                            Named{"no.", Column::number},
                            Named{"white", Column::white},
                            Named{"black", Column::black},
                            Named{"law", Column::law},
                            Named{"rules", Column::law},
                            Named{"time_control", Column::time_control},
                            Named{"time control", Column::time_control},
                            Named{"result", Column::result},
                            Named{"start", Column::start},
                            Named{"chess960", Column::start},
                            Named{"fen", Column::start},
                            Named{"round", Column::round},
                            Named{"event", Column::event}};
constexpr std::array kUnlessNamed{Column::number,       Column::white,  Column::black, Column::law,
                                  Column::time_control, Column::result, Column::start};

struct Row {
  std::size_t line = 0;
  std::vector<std::string> cells;
};

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

/// What the first row says the columns are; nothing if it is no heading.
std::optional<std::vector<Column>> heading(const Row& row) {
  std::vector<Column> columns;
  for (std::string cell : row.cells) {
    std::ranges::transform(cell, cell.begin(), [](unsigned char letter) {
      return static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter + 32 : letter);
    });
    const auto found = std::ranges::find(kNames, cell, &Named::name);
    columns.push_back(found == kNames.end() ? Column::other : found->column);
  }
  const auto has = [&](Column column) { return std::ranges::find(columns, column) != columns.end(); };
  if (has(Column::white) && has(Column::black)) return columns;
  return std::nullopt;
}

std::string known_result(const std::string& text) {
  if (text == "1-0" || text == "0-1" || text == "1/2-1/2") return text;
  if (text == "½-½" || text == "0.5-0.5" || text == "½:½") return "1/2-1/2";
  if (text == "1:0") return "1-0";
  if (text == "0:1") return "0-1";
  return {};
}

/// What the columns hold: by the first row, which is taken away if it is a heading. Without a heading the first
/// row has to begin with a table number; the error is one sentence.
tl::expected<std::vector<Column>, words::Text> take_columns(std::vector<Row>& rows) {
  if (auto named = heading(rows.front())) {
    rows.erase(rows.begin());
    return *std::move(named);
  }
  if (number_in(rows.front().cells.front()))
    return std::vector<Column>{kUnlessNamed.begin(), kUnlessNamed.end()};
  return tl::unexpected{wording(
      "This is neither a tournament report file nor a table of pairings: its first line should name the "
      "columns, like board,white,black,law,time_control.")};
}

/// The highest round that the rows name; 0: they name none.
unsigned last_round(const std::vector<Row>& rows, const std::vector<Column>& columns) {
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
  bool usable = true;
};

/// `cell` is not empty.
void take_cell(RowContent& row, Column column, const std::string& cell, const KnowsLaw& knows_law) {
  Pairing& p = row.pairing;
  const auto tell = [&](words::Text what) { row.problems.push_back(std::move(what)); };
  switch (column) {
    case Column::number:
      p.number = number_in(cell).value_or(0);
      if (p.number != 0) break;
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
      p.result = known_result(cell);
      if (p.result.empty() && cell != "*") tell(wording("\"{1}\" is no result like 1-0; left out", cell));
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

}  // namespace

tl::expected<PairingFile, words::Text> read_table(std::string_view text, unsigned round,
                                                  const KnowsLaw& knows_law) {
  auto rows = rows_of(text, separator_of(text));
  if (!rows) return tl::unexpected{std::move(rows).error()};
  if (rows->empty()) return tl::unexpected{wording("The file is empty.")};
  const auto columns = take_columns(*rows);
  if (!columns) return tl::unexpected{columns.error()};
  PairingFile file;
  file.round.round = round != 0 ? round : last_round(*rows, *columns);
  const bool numbered = std::ranges::find(*columns, Column::number) != columns->end();
  unsigned next = 0;
  for (const Row& row : *rows) {
    RowContent content = read_row(row, *columns, knows_law);
    for (const words::Text& problem : content.problems) file.add_problem(row.line, problem);
    if (!content.event.empty()) file.round.event = std::move(content.event);
    if (content.round && *content.round != file.round.round) continue;
    if (!numbered) content.pairing.number = ++next;
    if (content.usable) file.round.pairings.push_back(std::move(content.pairing));
  }
  return file;
}

}  // namespace jadoube::arbiter
