#include "words/text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "words/catalogue.hpp"

namespace jadoube::words {

namespace {

constexpr char kBegin = '\x01';
constexpr char kNext = '\x02';
constexpr char kEnd = '\x03';
constexpr char kCapital = '\x04';

constexpr bool is_mark(char c) {
  return c >= kBegin && c <= kCapital;
}

/// The first letter as a capital one: of ASCII, and of the two bytes that make the letters from à to þ.
void capitalise(std::string& text, std::size_t at) {
  if (at >= text.size()) return;
  char& first = text[at];
  if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
  if (first != '\xC3' || at + 1 >= text.size()) return;
  char& second = text[at + 1];
  if (second >= '\xA0' && second <= '\xBE' && second != '\xB7') second = static_cast<char>(second - 0x20);
}

/// One phrase taken apart.
struct Phrase {
  std::string_view english;
  std::vector<std::string_view> arguments;
};

/// `code` begins with a phrase; it is taken off.
Phrase take_phrase(std::string_view& code) {
  Phrase phrase;
  std::size_t depth = 0;
  std::size_t start = 1;
  bool is_english = true;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == kBegin) ++depth;
    const bool ends = code[i] == kEnd && depth == 1;
    if ((code[i] == kNext && depth == 1) || ends) {
      const std::string_view part = code.substr(start, i - start);
      if (std::exchange(is_english, false))
        phrase.english = part;
      else
        phrase.arguments.push_back(part);
      start = i + 1;
    }
    if (code[i] == kEnd) --depth;
    if (ends) break;
  }
  code.remove_prefix(start);
  return phrase;
}

class Renderer {
 public:
  explicit Renderer(Language language) : catalogue_{Catalogue::of(language)} {}

  [[nodiscard]] std::string render(std::string_view code, std::string_view form) {
    std::string out;
    bool capital = false;
    while (!code.empty()) {
      const std::size_t start = out.size();
      if (code.front() == kCapital) {
        code.remove_prefix(1);
        capital = true;
        continue;
      }
      if (code.front() == kBegin) {
        out += of_phrase(take_phrase(code), form);
      } else {
        const std::size_t end = std::min(code.find(kBegin), code.find(kCapital));
        out += code.substr(0, end);
        code.remove_prefix(std::min(end, code.size()));
      }
      if (capital && out.size() > start) {
        capitalise(out, start);
        capital = false;
      }
    }
    return out;
  }

 private:
  [[nodiscard]] std::string of_phrase(const Phrase& phrase, std::string_view form) {
    const Catalogue::Entry* entry = catalogue_.find(phrase.english);
    std::string_view text = entry != nullptr && !entry->text.empty() ? entry->text : phrase.english;
    if (entry != nullptr && !form.empty())
      if (const auto inflected = entry->forms.find(form); inflected != entry->forms.end())
        text = inflected->second;
    // What a law file says may have braces of its own.
    if (phrase.arguments.empty()) return std::string{text};
    std::string out;
    while (!text.empty()) {
      const std::size_t open = text.find('{');
      out += text.substr(0, open);
      if (open == std::string_view::npos) break;
      const std::size_t close = text.find('}', open);
      out += in_place(text.substr(open + 1, close - open - 1), phrase.arguments);
      text.remove_prefix(close == std::string_view::npos ? text.size() : close + 1);
    }
    return out;
  }

  /// "1", "1:gen", "1:Gen": the argument, in that form, with a capital letter.
  [[nodiscard]] std::string in_place(std::string_view place, const std::vector<std::string_view>& arguments) {
    const std::size_t number = static_cast<std::size_t>(place.empty() ? 0 : place.front() - '1');
    if (number >= arguments.size()) return {};
    std::string form{place.size() > 2 ? place.substr(2) : std::string_view{}};
    const bool capital = !form.empty() && form.front() >= 'A' && form.front() <= 'Z';
    if (capital) form.front() = static_cast<char>(form.front() - 'A' + 'a');
    std::string out = render(arguments[number], form);
    if (capital) capitalise(out, 0);
    return out;
  }

  const Catalogue& catalogue_;
};

}  // namespace

Text::Text(std::string_view verbatim) : code_{verbatim} {
  std::erase_if(code_, is_mark);
}

Text Text::phrase(std::string_view english, std::initializer_list<const Text*> arguments) {
  std::size_t size = english.size() + 2;
  for (const Text* argument : arguments) size += argument->code_.size() + 1;
  Text text;
  text.code_.reserve(size);
  text.code_ += kBegin;
  for (const char c : english)
    if (!is_mark(c)) text.code_ += c;
  for (const Text* argument : arguments) {
    text.code_ += kNext;
    text.code_ += argument->code_;
  }
  text.code_ += kEnd;
  return text;
}

Text Text::from_code(std::string code) {
  Text text;
  text.code_ = std::move(code);
  return text;
}

Text known(std::string_view english) {
  return english.empty() ? Text{} : Text::phrase(english, {});
}

Text known(std::string_view english, std::span<const std::string> names) {
  if (names.empty()) return known(english);
  const Text first = known(names.front());
  if (names.size() == 1) return Text::phrase(english, {&first});
  const Text second = known(names[1]);
  return Text::phrase(english, {&first, &second});
}

Text Text::capitalised() const {
  Text text;
  if (!empty()) text.code_ = kCapital + code_;
  return text;
}

std::string Text::in(Language language) const {
  return Renderer{language}.render(code_, {});
}

std::string Text::english() const {
  return in(Language::english);
}

}  // namespace jadoube::words
