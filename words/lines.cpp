#include "words/lines.hpp"

#include <algorithm>

namespace jadoube::words {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kIndent = 4;

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80; }));
}

}  // namespace

std::string in_lines(std::string_view text) {
  std::size_t column = std::min(text.find_first_not_of(' '), text.size());
  std::string lines{text.substr(0, column)};
  text.remove_prefix(column);
  bool has_word = false;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (has_word && column + 1 + letters(word) > kColumns) {
      lines += '\n' + std::string(kIndent, ' ');
      column = kIndent;
    } else if (has_word) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += letters(word);
    has_word = true;
  }
  return lines;
}

}  // namespace jadoube::words
