#include "json/writer.hpp"

#include <array>
#include <charconv>
#include <cstddef>

namespace jadoube::json {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// How many bytes the UTF-8 sequence at the start of `text` has; 0 if it is none (RFC 3629 section 4).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto within = [&](std::size_t i, unsigned low, unsigned high) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return within(1, 0x80, 0xBF) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = first == 0xED ? 0x9F : 0xBF;
    return within(1, low, high) && within(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
    return within(1, low, high) && within(2, 0x80, 0xBF) && within(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

bool is_plain_ascii(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

/// How many bytes at the start of `text` stand in a JSON string as they are.
std::size_t plain_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_plain_ascii(text[at])) {
      ++at;
      continue;
    }
    const bool is_ascii = static_cast<unsigned char>(text[at]) < 0x80;
    const std::size_t length = is_ascii ? 0 : utf8_length(text.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

/// What stands for a byte that may not.
void append_escape(std::string& text, unsigned char byte, Escapes escapes) {
  if (byte >= 0x80) {
    text += kReplacement;
  } else if (byte >= 0x20) {
    text += '\\';
    text += static_cast<char>(byte);
  } else if (escapes == Escapes::named && (byte == '\n' || byte == '\t')) {
    text += byte == '\n' ? "\\n" : "\\t";
  } else {
    text += "\\u00";
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
}

}  // namespace

void append_string(std::string& text, std::string_view value, Escapes escapes) {
  text += '"';
  for (;;) {
    const std::size_t plain = plain_length(value);
    text.append(value.data(), plain);
    if (plain == value.size()) break;
    append_escape(text, static_cast<unsigned char>(value[plain]), escapes);
    value.remove_prefix(plain + 1);
  }
  text += '"';
}

void append_integer(std::string& text, std::int64_t value) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

void append_hex16(std::string& text, std::uint64_t bits) {
  std::array<char, 18> quoted;
  quoted.front() = quoted.back() = '"';
  for (std::size_t at = quoted.size() - 1; at > 1; bits >>= 8U) {
    quoted[--at] = kDigits[bits & 15U];
    quoted[--at] = kDigits[bits >> 4U & 15U];
  }
  text.append(quoted.data(), quoted.size());
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace jadoube::json
