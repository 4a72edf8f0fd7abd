// JSON objects written member by member, in the order of the calls.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jadoube::json {

class Object {
 public:
  explicit Object(std::string& out) : out_{out} { out_ += '{'; }
  Object& text(std::string_view key, std::string_view value) {
    member(key);
    quote(value);
    return *this;
  }
  Object& number(std::string_view key, std::int64_t value) {
    member(key);
    out_ += std::to_string(value);
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
  template <class List, class ToText>
  Object& list(std::string_view key, const List& values, ToText to_text) {
    member(key);
    out_ += '[';
    bool first = true;
    for (const auto& value : values) {
      if (!first) out_ += ',';
      first = false;
      quote(to_text(value));
    }
    out_ += ']';
    return *this;
  }
  /// A list of objects, each filled by `fill(object, value)`.
  template <class List, class Fill>
  Object& objects(std::string_view key, const List& values, Fill fill) {
    member(key);
    out_ += '[';
    bool first = true;
    for (const auto& value : values) {
      if (!first) out_ += ',';
      first = false;
      Object inner{out_};
      fill(inner, value);
      inner.close();
    }
    out_ += ']';
    return *this;
  }
  template <class Fill>
  Object& object(std::string_view key, Fill fill) {
    member(key);
    Object inner{out_};
    fill(inner);
    inner.close();
    return *this;
  }
  void close() { out_ += '}'; }

 private:
  void member(std::string_view key) {
    if (!first_) out_ += ',';
    first_ = false;
    quote(key);
    out_ += ':';
  }
  void quote(std::string_view value) {
    static constexpr std::string_view hex = "0123456789abcdef";
    out_ += '"';
    for (const char c : value) {
      const auto u = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out_ += '\\';
        out_ += c;
      } else if (u < 0x20) {
        out_ += "\\u00";
        out_ += hex[u >> 4U];
        out_ += hex[u & 15U];
      } else {
        out_ += c;
      }
    }
    out_ += '"';
  }

  std::string& out_;
  bool first_ = true;
};

/// 16 lower-case hex digits, as the scan log writes a set of squares.
inline std::string hex16(std::uint64_t bits) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[15 - i] = digits[bits >> (4 * i) & 15U];
  return text;
}

}  // namespace jadoube::json
