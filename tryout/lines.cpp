#include "tryout/lines.hpp"

#include <algorithm>

namespace jadoube::tryout {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kIndent = 4;

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80; }));
}

}  // namespace

std::string in_lines(std::string_view text) {
  std::string lines;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (!lines.empty() && column + 1 + letters(word) > kColumns) {
      lines += '\n' + std::string(kIndent, ' ');
      column = kIndent;
    } else if (!lines.empty()) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += letters(word);
  }
  return lines;
}

}  // namespace jadoube::tryout
