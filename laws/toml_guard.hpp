// What toml++ 3.3 takes for granted of its input and does not check: `[` at the beginning of a line is
// followed by a character that can begin a key. (Its assertion on that becomes an assumption of the optimiser
// in a release build.)
#pragma once

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace jadoube::laws {

/// Number of the first line that begins a section whose name does not begin like one; nothing if there is
/// none. Texts in quotes, remarks, and lists over several lines are passed over.
inline std::optional<unsigned> bad_section_line(std::string_view text) {
  const auto starts_key = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '"' ||
           c == '\'' || c == ']';
  };
  const auto blanks = [&](std::size_t i) {
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
    return i;
  };
  unsigned line = 1;
  int depth = 0;  // of brackets and braces
  bool at_line_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      ++line;
      at_line_start = true;
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\r') continue;
    const bool first = at_line_start;
    at_line_start = false;
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '"' || c == '\'') {
      const std::string_view delimiter = text.substr(i, 3) == std::string_view{"\"\"\""} ? "\"\"\""
                                         : text.substr(i, 3) == std::string_view{"'''"}  ? "'''"
                                         : c == '"'                                      ? "\""
                                                                                         : "'";
      for (i += delimiter.size(); i < text.size() && text.substr(i, delimiter.size()) != delimiter; ++i) {
        if (c == '"' && text[i] == '\\') ++i;
        if (i < text.size() && text[i] == '\n') {
          ++line;
          // A text in single quotes ends with its line, whatever the parser will say of it.
          if (delimiter.size() == 1) break;
        }
      }
      if (i < text.size() && delimiter.size() == 1 && text[i] == '\n')
        at_line_start = true;
      else
        i += delimiter.size() - 1;
    } else if (c == '[' && first && depth == 0) {
      std::size_t key = blanks(i + 1);
      if (key < text.size() && text[key] == '[') key = blanks(key + 1);
      if (key < text.size() && !starts_key(text[key])) return line;
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return std::nullopt;
}

}  // namespace jadoube::laws
