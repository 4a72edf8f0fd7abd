#include "json/text.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace jadoube::json {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
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

}  // namespace jadoube::json
