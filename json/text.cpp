#include "json/text.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>

namespace jadoube::json {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

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

/// Steps over a JSON string that starts at `at`; gives the byte behind it.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at + 1;
}

/// Steps over any JSON value that starts at `at`.
std::size_t behind_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = behind_string(text, at);
      if (depth == 0) return at;
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}' || c == ']' || is_blank(c))) return at;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    ++at;
    if (depth == 0 && (c == '}' || c == ']')) return at;
  }
  return at;
}

std::string plain_name(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos) return std::string{quoted.substr(1, quoted.size() - 2)};
  boost::system::error_code error;
  const auto value = boost::json::parse({quoted.data(), quoted.size()}, error);
  const auto* text = value.if_string();
  return text != nullptr ? std::string{text->data(), text->size()} : std::string{};
}

}  // namespace

std::size_t column_of(std::string_view line, std::size_t offset) {
  const auto before = line.substr(0, offset);
  return 1 + static_cast<std::size_t>(std::count_if(before.begin(), before.end(), [](char c) {
           return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
         }));
}

std::vector<MemberText> members_of(std::string_view object) {
  std::vector<MemberText> members;
  std::size_t at = 0;
  const auto pass_blanks = [&] {
    while (at < object.size() && (is_blank(object[at]) || object[at] == ',' || object[at] == ':')) ++at;
  };
  pass_blanks();
  ++at;  // the opening brace
  for (pass_blanks(); at < object.size() && object[at] == '"'; pass_blanks()) {
    const std::size_t start = at;
    const std::size_t name_end = behind_string(object, at);
    at = name_end;
    pass_blanks();
    const std::size_t value = at;
    at = behind_value(object, at);
    members.push_back({plain_name(object.substr(start, name_end - start)), object.substr(start, at - start),
                       object.substr(value, at - value)});
  }
  return members;
}

std::vector<std::string_view> values_of(std::string_view array) {
  std::vector<std::string_view> values;
  std::size_t at = array.find('[');
  const auto pass_blanks = [&] {
    while (at < array.size() && (is_blank(array[at]) || array[at] == ',')) ++at;
  };
  if (at == std::string_view::npos) return values;
  ++at;
  for (pass_blanks(); at < array.size() && array[at] != ']'; pass_blanks()) {
    const std::size_t start = at;
    at = behind_value(array, at);
    values.push_back(array.substr(start, at - start));
  }
  return values;
}

void append_string(std::string& text, std::string_view value) {
  text += '"';
  while (!value.empty()) {
    const char c = value.front();
    std::size_t length = 1;
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      text += "\\u00";
      text += kDigits[static_cast<unsigned char>(c) >> 4U];
      text += kDigits[static_cast<unsigned char>(c) & 15U];
    } else if (length = utf8_length(value); length != 0) {
      text.append(value.substr(0, length));
    } else {
      text += "\xEF\xBF\xBD";
      length = 1;
    }
    value.remove_prefix(length);
  }
  text += '"';
}

void append_integer(std::string& text, std::int64_t value) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

void append_hex16(std::string& text, std::uint64_t value) {
  std::array<char, 16> digits;
  for (std::size_t i = 16; i-- > 0; value >>= 4U) digits[i] = kDigits[value & 15U];
  text.append(digits.data(), digits.size());
}

}  // namespace jadoube::json
