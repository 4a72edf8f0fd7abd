// JSON written member by member, in the order of the calls. What is written is UTF-8, whatever comes in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace jadoube::json {

/// How a line end and a tab stand in a string. Other control characters are always numbers.
enum class Escapes : std::uint8_t {
  numbered,  ///< `\u000a` and `\u0009`
  named,     ///< `\n` and `\t`, as in scan logs
};

/// Appends a JSON string with its quotation marks. Each byte that belongs to no character of UTF-8 becomes
/// U+FFFD.
void append_string(std::string& text, std::string_view value, Escapes escapes = Escapes::numbered);
void append_integer(std::string& text, std::int64_t value);
/// Appends a JSON string of 16 lower-case hex digits, as the scan log writes a set of squares.
void append_hex16(std::string& text, std::uint64_t bits);

/// Whether `text` is UTF-8 (RFC 3629 section 4).
bool is_utf8(std::string_view text);

/// Appends one object to a text, which must outlive it. Keys are written as they are: plain letters.
/// Nothing else may be appended to the text between the constructor and close().
class Object {
 public:
  explicit Object(std::string& out, Escapes escapes = Escapes::numbered) : out_{out}, escapes_{escapes} {}
  Object& text(std::string_view key, std::string_view value) {
    member(key);
    append_string(out_, value, escapes_);
    return *this;
  }
  Object& number(std::string_view key, std::int64_t value) {
    member(key);
    append_integer(out_, value);
    return *this;
  }
  /// A string of 16 hex digits.
  Object& hex16(std::string_view key, std::uint64_t bits) {
    member(key);
    append_hex16(out_, bits);
    return *this;
  }
  Object& boolean(std::string_view key, bool value) {
    member(key);
    out_ += value ? "true" : "false";
    return *this;
  }
  /// A value that is JSON already.
  Object& json(std::string_view key, std::string_view value) {
    member(key);
    out_ += value;
    return *this;
  }
  /// Members that are JSON already, `"a":1,"b":2`, or none.
  Object& members(std::string_view list) {
    if (list.empty()) return *this;
    out_ += std::exchange(before_, ',');
    out_ += list;
    return *this;
  }
  /// A list of strings: what `to_text` makes of each value.
  template <class List, class ToText>
  Object& list(std::string_view key, const List& values, ToText to_text) {
    return array(key, values, [&](const auto& value) { append_string(out_, to_text(value), escapes_); });
  }
  template <class List>
  Object& list(std::string_view key, const List& texts) {
    return array(key, texts, [&](std::string_view text) { append_string(out_, text, escapes_); });
  }
  /// A list of values that are JSON already.
  template <class List>
  Object& json_list(std::string_view key, const List& values) {
    return array(key, values, [&](std::string_view value) { out_ += value; });
  }
  /// A list of objects, each filled by `fill(object, value)`.
  template <class List, class Fill>
  Object& objects(std::string_view key, const List& values, Fill fill) {
    return array(key, values, [&](const auto& value) {
      Object inner{out_, escapes_};
      fill(inner, value);
      inner.close();
    });
  }
  template <class Fill>
  Object& object(std::string_view key, Fill fill) {
    member(key);
    Object inner{out_, escapes_};
    fill(inner);
    inner.close();
    return *this;
  }
  void close() {
    if (before_ == '{') out_ += '{';
    out_ += '}';
  }

 private:
  /// `{"key":` or `,"key":`. The text grows once for each: logs are written member by member, millions of them,
  /// and keys are too short for std::copy to be worth a call.
  void member(std::string_view key) {
    const std::size_t start = out_.size();
    out_.resize(start + key.size() + 4);
    char* at = out_.data() + start;
    *at++ = std::exchange(before_, ',');
    *at++ = '"';
    for (const char letter : key) *at++ = letter;
    *at++ = '"';
    *at = ':';
  }
  template <class List, class Append>
  Object& array(std::string_view key, const List& values, Append append) {
    member(key);
    out_ += '[';
    bool first = true;
    for (const auto& value : values) {
      if (!std::exchange(first, false)) out_ += ',';
      append(value);
    }
    out_ += ']';
    return *this;
  }

  std::string& out_;
  Escapes escapes_;
  char before_ = '{';  // the next member
};

/// An object that `fill(object)` has filled.
template <class Fill>
std::string object_text(Fill fill, Escapes escapes = Escapes::numbered) {
  std::string text;
  Object object{text, escapes};
  fill(object);
  object.close();
  return text;
}

/// The same without its braces, for another object to take in: `"a":1,"b":2`.
template <class Fill>
std::string members_text(Fill fill, Escapes escapes = Escapes::numbered) {
  const std::string text = object_text(std::move(fill), escapes);
  return text.substr(1, text.size() - 2);
}

}  // namespace jadoube::json
