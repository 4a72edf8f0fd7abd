// Characters that turn round the text behind them, wherever it is shown: a name that has one makes others unreadable.
#pragma once

#include <string>
#include <string_view>

namespace jadoube::words {

/// How many bytes of UTF-8 the one at `at` has: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069; 0: it is none.
inline std::size_t turning_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  if (byte(0) == 0xD8 && byte(1) == 0x9C) return 2;
  if (byte(0) != 0xE2) return 0;
  const unsigned last = byte(2);
  const bool turns = byte(1) == 0x80 ? last == 0x8E || last == 0x8F || (last >= 0xAA && last <= 0xAE)
                                     : byte(1) == 0x81 && last >= 0xA6 && last <= 0xA9;
  return turns ? 3 : 0;
}

inline bool turns_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (turning_at(text, at) != 0) return true;
  return false;
}

inline std::string without_turns(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t turning = turning_at(text, at);
    if (turning == 0) plain += text[at];
    at += turning == 0 ? 1 : turning;
  }
  return plain;
}

}  // namespace jadoube::words
