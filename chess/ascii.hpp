// Characters of the formats that are written in ASCII, whatever the locale.
#pragma once

namespace jadoube::chess {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace jadoube::chess
