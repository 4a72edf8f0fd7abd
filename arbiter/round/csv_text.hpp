// Tables for spreadsheets.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jadoube::arbiter {

/// Separated by semicolons, as spreadsheets of most countries want it, quoted as RFC 4180 has it.
class CsvText {
 public:
  explicit CsvText(const std::vector<std::string_view>& heading) {
    row(std::vector<std::string>{heading.begin(), heading.end()});
  }
  void row(const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) {
      if (&cell != &cells.front()) text_ += ';';
      text_ += quoted(cell);
    }
    text_ += "\r\n";
  }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  static std::string quoted(const std::string& cell) {
    if (cell.find_first_of(";\"\r\n") == std::string::npos) return cell;
    std::string text{'"'};
    for (const char letter : cell) text.append(letter == '"' ? 2 : 1, letter);
    return text + '"';
  }
  std::string text_{"\xEF\xBB\xBF"};  // without it spreadsheets take UTF-8 for something else
};

}  // namespace jadoube::arbiter
