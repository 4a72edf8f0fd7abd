// What stands in one field of a list of players.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace jadoube::arbiter {

/// Without blanks at the ends.
inline std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Nothing unless all of it is digits.
inline std::optional<unsigned> number_in(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace jadoube::arbiter
