// What is said to people, before it is said in any language.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace jadoube::words {

enum class Language : unsigned char;

/// Sentences and pieces of them, with what they speak of: squares, moves, times, names, players, pieces, other
/// sentences. A value; rendered where it is written out, in the language that is wanted there.
class Text {
 public:
  Text() = default;
  /// As it is, in every language: "e4", "0:12:05.3", what a person has typed.
  Text(std::string_view verbatim);  // NOLINT(google-explicit-constructor)
  Text(const std::string& verbatim)
      : Text{std::string_view{verbatim}} {}  // NOLINT(google-explicit-constructor)
  template <std::same_as<char> Char>
  Text(Char verbatim) : Text{std::string_view{&verbatim, 1}} {}  // NOLINT(google-explicit-constructor)
  /// What is written in the source is English: wording() makes it a Text.
  Text(const char*) = delete;

  [[nodiscard]] bool empty() const { return code_.empty(); }
  Text& operator+=(const Text& more) {
    code_ += more.code_;
    code_.shrink_to_fit();  // they are kept with what they speak of, for as long as a game is followed
    return *this;
  }
  friend Text operator+(Text one, const Text& other) {
    one += other;
    return one;
  }
  friend bool operator==(const Text&, const Text&) = default;

  /// With a capital letter first.
  [[nodiscard]] Text capitalised() const;
  [[nodiscard]] std::string in(Language language) const;
  [[nodiscard]] std::string english() const;

  /// As it can be kept, to be said in any language later: with what speaks of phrases between control characters.
  [[nodiscard]] const std::string& code() const { return code_; }
  /// What code() gave, perhaps from another version: what its catalogue does not have is said in English.
  static Text from_code(std::string code);
  /// The entry of the catalogue whose English that is, with what stands in its places.
  static Text phrase(std::string_view english, std::initializer_list<const Text*> arguments);

 private:
  /// Verbatim text and phrases in a row. A phrase: begin, the English template, {separator, argument}, end.
  std::string code_;
};

namespace detail {

/// Each of the places {1} … {count} occurs, and no other.
consteval bool has_places(std::string_view text, std::size_t count) {
  unsigned seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') continue;
    if (i + 2 >= text.size() || text[i + 2] != '}' || text[i + 1] < '1' || text[i + 1] > '9') return false;
    seen |= 1U << static_cast<unsigned>(text[i + 1] - '1');
  }
  return seen == (1U << count) - 1;
}

/// An English template with that many places.
template <std::size_t Count>
struct Template {
  std::string_view english;
  template <std::size_t Size>
  consteval Template(const char (&text)[Size])
      : english{text, Size - 1} {  // NOLINT(google-explicit-constructor)
    if (!has_places(english, Count)) throw "the places of the sentence are not those of its arguments";
  }
};

}  // namespace detail

/// A sentence of the catalogue, named by its English: wording("{1} loses.", player). tests/words_test.py reads these
/// from the source.
template <class... Arguments>
Text wording(detail::Template<sizeof...(Arguments)> english, const Arguments&... arguments) {
  if constexpr (sizeof...(Arguments) == 0)
    return Text::phrase(english.english, {});
  else
    return [&](const std::convertible_to<Text> auto&... each) {
      return Text::phrase(english.english, {&static_cast<const Text&>(each)...});
    }(Text(arguments)...);
}

/// A sentence without places that is data: of a law file, or of a table that a test compares with the catalogue. What
/// the catalogue does not have is said as it is.
Text known(std::string_view english);
/// The same with at most two places, and the names in them, which are known where the catalogue has them.
Text known(std::string_view english, std::span<const std::string> names);

/// The list with commas, or whatever stands between.
template <class List>
Text strung(const List& list, std::string_view between = ", ") {
  Text out;
  for (const auto& item : list) {
    if (!out.empty()) out += Text{between};
    out += Text(item);
  }
  return out;
}

}  // namespace jadoube::words
