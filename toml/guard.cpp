#include "toml/guard.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace jadoube::toml_text {

namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_{text} {
    if (text_.starts_with("\xEF\xBB\xBF")) i_ = 3;
  }

  std::optional<UnsafeToml> run() {
    std::string open;  // brackets and braces that are not closed yet
    bool at_line_start = true;
    for (; i_ < text_.size(); ++i_) {
      const char c = text_[i_];
      const bool first = at_line_start;
      if (c == '\n') {
        ++line_;
        at_line_start = true;
        continue;
      }
      if (is_blank(c) || c == '\r') continue;
      at_line_start = false;
      if (static_cast<unsigned char>(c) >= 0x80)
        return UnsafeToml{line_, "a character outside ASCII stands outside a text"};
      if (c == '#')
        i_ = std::min(text_.find('\n', i_), text_.size()) - 1;
      else if (c == '"' || c == '\'') {
        if (!may_begin_text(first)) return UnsafeToml{line_, "a quotation mark stands within a value"};
        pass_over_text(c);
      } else if (c == '[' && first && open.empty() && !begins_a_name())
        return UnsafeToml{line_, "the name of this section does not begin like one"};
      else if (c == '[' || c == '{')
        open += c;
      else if (c == '}' && open.ends_with('['))
        return UnsafeToml{line_, "a list ends with } instead of ]"};
      else if ((c == ']' || c == '}') && !open.empty())
        open.pop_back();
    }
    return std::nullopt;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  /// Elsewhere the parser reads on as if it were part of a number, and what is quoted is not text.
  [[nodiscard]] bool may_begin_text(bool at_line_start) const {
    constexpr std::string_view kBefore = " \t=[{,.";
    return at_line_start || kBefore.find(text_[i_ - 1]) != std::string_view::npos;
  }

  /// After the last character of the text, or before the line end that cuts a text of one line off.
  void pass_over_text(char quote) {
    const bool is_long = text_.substr(i_, 3) == std::string(3, quote);
    const std::string end(is_long ? 3 : 1, quote);
    for (i_ += end.size(); i_ < text_.size() && text_.substr(i_, end.size()) != end; ++i_) {
      if (quote == '"' && text_[i_] == '\\' && i_ + 1 < text_.size() && text_[i_ + 1] != '\n') ++i_;
      if (text_[i_] != '\n') continue;
      if (!is_long) {
        --i_;
        return;
      }
      ++line_;
    }
    i_ += end.size() - 1;
    // Up to two more quotation marks belong to a long text.
    for (int more = 0; is_long && more < 2 && i_ + 1 < text_.size() && text_[i_ + 1] == quote; ++more) ++i_;
  }

  [[nodiscard]] bool begins_a_name() const {
    std::size_t key = blanks(i_ + 1);
    if (key < text_.size() && text_[key] == '[') key = blanks(key + 1);
    if (key >= text_.size()) return true;
    const char c = text_[key];
    // `]` too: the parser knows what to say of an empty name.
    return (static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c)) != 0) ||
           c == '_' || c == '-' || c == '"' || c == '\'' || c == ']';
  }
  [[nodiscard]] std::size_t blanks(std::size_t i) const {
    while (i < text_.size() && is_blank(text_[i])) ++i;
    return i;
  }

  std::string_view text_;
  std::size_t i_ = 0;
  unsigned line_ = 1;
};

}  // namespace

std::optional<UnsafeToml> unsafe_toml(std::string_view text) {
  return Scanner{text}.run();
}

}  // namespace jadoube::toml_text
