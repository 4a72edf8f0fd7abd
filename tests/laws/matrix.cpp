#include "tests/laws/matrix.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace jadoube::laws {

namespace {

void add_codes(std::string& out, const std::vector<Action>& actions) {
  std::string_view between = "; ";
  for (const Action action : actions) {
    out += between;
    out += code(action);
    between = " ";
  }
}

}  // namespace

const std::vector<std::string>& laws_of_column(std::string_view column) {
  static const std::map<std::string, std::vector<std::string>, std::less<>> columns{
      {"closed",
       {"fide-2023-std", "fide-2023-std-III", "fide-2023-rapid-A4", "fide-2023-rapid-A4-III",
        "fide-2023-blitz-B2"}},
      {"danish", {"dsu-std-2018", "dsu-rapid-supervised-2018", "dsu-blitz-supervised-2018"}},
      {"open", {"fide-2023-rapid-A5", "fide-2023-rapid-A5-III", "fide-2023-blitz-B3"}},
      {"dsu", {"dsu-rapid-2018", "dsu-blitz-2018"}},
      {"2009s", {"fide-2009-rapid-A3"}},
      {"2009", {"fide-2009-rapid"}},
      {"skak", {"skak-1985"}},
      {"michigan", {"michigan-speed-2000"}},
  };
  const auto it = columns.find(column);
  if (it == columns.end()) throw std::runtime_error("no such column: " + std::string{column});
  return it->second;
}

Matrix expected_matrix() {
  std::ifstream in{"tests/laws/matrix.txt"};
  if (!in) throw std::runtime_error("tests/laws/matrix.txt cannot be read");
  Matrix matrix;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words{line};
    std::string row;
    std::string column;
    std::string rest;
    words >> row >> column >> std::ws;
    std::getline(words, rest);
    auto laws = laws_of_column(column);
    // The supervised Danish laws have the cells of the FIDE ones.
    if (column == "closed")
      laws.insert(laws.end(), laws_of_column("danish").begin(), laws_of_column("danish").end());
    for (const auto& law : laws)
      if (!matrix.emplace(std::pair{row, law}, rest).second) throw std::runtime_error("twice: " + line);
  }
  return matrix;
}

std::string as_expected(const Cell& cell) {
  if (!cell.report) return "-";
  std::string out = cell.articles.empty() ? "no text" : cell.articles.front();
  out += "; ";
  out += name(cell.authority);
  out += "; ";
  out += name(cell.window);
  add_codes(out, cell.actions);
  if (!cell.later.empty()) add_codes(out, cell.later);
  return out;
}

}  // namespace jadoube::laws
