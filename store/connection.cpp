#include "store/connection.hpp"

#include <algorithm>
#include <deque>
#include <utility>
#include <variant>

#include "json/writer.hpp"

namespace jadoube::store {
namespace {

/// U+FFFD
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_sound(std::string_view text) {
  return text.find('\0') == std::string_view::npos && json::is_utf8(text);
}

std::string sound(std::string_view text) {
  std::string made;
  while (!text.empty()) {
    std::size_t size = 1;
    while (size < 4 && size < text.size() && !json::is_utf8(text.substr(0, size))) ++size;
    const std::string_view character = text.substr(0, size);
    if (character.front() != '\0' && json::is_utf8(character)) {
      made += character;
      text.remove_prefix(size);
      continue;
    }
    made += kReplacement;
    text.remove_prefix(1);
  }
  return made;
}

}  // namespace

Expected<std::unique_ptr<Connection>> Connection::open(const Address& address, std::string_view password,
                                                       Access access) {
  return address.is_postgres() ? open_postgres(address, password) : open_sqlite(address, access);
}

Done Connection::run(std::string_view statement, std::initializer_list<Value> values, const OnRow& on_row) {
  return run(statement, std::vector<Value>{values}, on_row);
}

Done Connection::run(std::string_view statement, const std::vector<Value>& values, const OnRow& on_row) {
  const auto text_of = [](const Value& value) { return std::get_if<std::string_view>(&value.value()); };
  const auto is_good = [&](const Value& value) {
    return text_of(value) == nullptr || is_sound(*text_of(value));
  };
  if (std::ranges::all_of(values, is_good)) return do_run(statement, values, on_row);
  std::deque<std::string> texts;
  std::vector<Value> good = values;
  for (Value& value : good)
    if (!is_good(value)) value = Value{texts.emplace_back(sound(*text_of(value)))};
  return do_run(statement, good, on_row);
}

Expected<std::int64_t> Connection::number(std::string_view question, std::initializer_list<Value> values) {
  std::int64_t number = 0;
  auto asked = run(question, values, [&](const Row& row) { number = row.integer(0); });
  if (!asked) return tl::unexpected{std::move(asked).error()};
  return number;
}

}  // namespace jadoube::store
