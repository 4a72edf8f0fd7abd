#include "toml/read.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <utility>

#include "json/writer.hpp"

namespace jadoube::toml_text {

namespace {

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_ascii(c); });
}

/// Of the character of UTF-8 that begins at `i`, as TOML writes it; `i` is then its last byte.
std::string escaped(std::string_view text, std::size_t& i) {
  const auto lead = static_cast<unsigned char>(text[i]);
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  unsigned code = lead & (0x3Fu >> more);
  for (int n = 0; n < more; ++n) code = code << 6 | (static_cast<unsigned char>(text[++i]) & 0x3Fu);
  std::array<char, 12> out{};
  std::snprintf(out.data(), out.size(), code > 0xFFFF ? "\\U%08X" : "\\u%04X", code);
  return out.data();
}

/// Copies a text of TOML into one of ASCII that means the same.
class Copier {
 public:
  explicit Copier(std::string_view text) : text_{text} {
    if (text_.starts_with("\xEF\xBB\xBF")) i_ = 3;
  }

  tl::expected<std::string, NotToml> run() {
    copy_.reserve(text_.size());
    std::string open;  // brackets and braces that are not closed yet
    bool at_line_start = true;
    std::size_t copied = i_;
    for (; i_ < text_.size(); ++i_) {
      const char c = text_[i_];
      const bool first = at_line_start;
      if (c == '#' || c == '"' || c == '\'') {
        copy_ += text_.substr(copied, i_ - copied);
        if (c == '#') {
          copy_remark();
        } else {
          at_line_start = false;
          if (!may_begin_text(first)) return refusal("a quotation mark stands within a value");
          if (!copy_text(c)) return refusal("a backslash stands before a character outside ASCII");
        }
        copied = i_ + 1;
        continue;
      }
      if (!is_ascii(c)) return refusal("a character outside ASCII stands outside a text");
      if (c == '\n') {
        ++line_;
        at_line_start = true;
        continue;
      }
      if (is_blank(c) || c == '\r') continue;
      at_line_start = false;
      if (c == '[' && first && open.empty() && !begins_a_name())
        return refusal("the name of this section does not begin like one");
      if (c == '[' || c == '{')
        open += c;
      else if (c == '}' && open.ends_with('['))
        return refusal("a list ends with } instead of ]");
      else if ((c == ']' || c == '}') && !open.empty())
        open.pop_back();
    }
    copy_ += text_.substr(std::min(copied, text_.size()));
    return std::move(copy_);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  [[nodiscard]] tl::unexpected<NotToml> refusal(const char* why) const {
    return tl::unexpected{NotToml{line_, std::string{"not TOML: "} + why}};
  }

  /// Elsewhere the parser reads on as if it were part of a number, and what is quoted is not text.
  [[nodiscard]] bool may_begin_text(bool at_line_start) const {
    constexpr std::string_view kBefore = " \t=[{,.";
    return at_line_start || kBefore.find(text_[i_ - 1]) != std::string_view::npos;
  }

  /// Up to the line end; nobody reads what is in it.
  void copy_remark() {
    const std::size_t end = std::min(text_.find('\n', i_), text_.size());
    for (const char c : text_.substr(i_, end - i_)) copy_ += is_ascii(c) ? c : '?';
    i_ = end - 1;
  }

  /// To the last character of the text, or to the one before the line end that cuts a text of one line off; false if
  /// it has an escape that cannot be copied.
  bool copy_text(char quote) {
    const std::size_t begin = i_;
    const bool is_long = text_.substr(i_, 3) == std::string(3, quote);
    const std::string mark(is_long ? 3 : 1, quote);
    const auto ends = [&] {
      return is_long ? text_[i_] == quote && text_.substr(i_, 3) == mark
                     : text_[i_] == quote || text_[i_] == '\n';
    };
    for (i_ += mark.size(); i_ < text_.size() && !ends(); ++i_)
      if (quote == '"' && text_[i_] == '\\' && i_ + 1 < text_.size() && text_[i_ + 1] != '\n') ++i_;
    i_ = std::min(i_, text_.size());
    const bool is_closed = text_.substr(i_, mark.size()) == mark;
    // Up to two more quotation marks belong to a long text.
    for (int more = 0; is_closed && is_long && more < 2 && text_.substr(i_ + 1, mark.size()) == mark; ++more)
      ++i_;
    const std::size_t body = begin + mark.size();
    if (!copy_body(text_.substr(body, i_ - body), mark, is_closed)) return false;
    line_ += static_cast<unsigned>(std::ranges::count(text_.substr(begin, i_ - begin), '\n'));
    i_ = is_closed ? i_ + mark.size() - 1 : i_ - 1;
    return true;
  }

  /// What is literal and not ASCII is written as a text with escapes.
  bool copy_body(std::string_view body, std::string_view mark, bool is_closed) {
    if (is_ascii(body)) {
      copy_ += mark;
      copy_ += body;
      if (is_closed) copy_ += mark;
      return true;
    }
    const bool was_literal = mark.front() == '\'';
    const std::string own_mark(mark.size(), '"');
    copy_ += own_mark;
    bool after_backslash = false;
    for (std::size_t i = 0; i < body.size(); ++i) {
      const char c = body[i];
      if (!is_ascii(c)) {
        if (after_backslash) return false;
        copy_ += escaped(body, i);
        continue;
      }
      if (was_literal && (c == '"' || c == '\\')) copy_ += '\\';
      copy_ += c;
      after_backslash = !was_literal && c == '\\' && !after_backslash;
    }
    if (is_closed) copy_ += own_mark;
    return true;
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
  std::string copy_;
  std::size_t i_ = 0;
  unsigned line_ = 1;
};

}  // namespace

tl::expected<toml::table, NotToml> read(std::string_view text, std::string_view file) {
  if (!json::is_utf8(text)) {
    unsigned line = 1;
    for (std::size_t end = 0; end = text.find('\n'), json::is_utf8(text.substr(0, end)); ++line)
      text.remove_prefix(end + 1);
    return tl::unexpected{NotToml{line, "not TOML: it is not written in UTF-8"}};
  }
  const auto ascii = Copier{text}.run();
  if (!ascii) return tl::unexpected{ascii.error()};
  toml::parse_result result = toml::parse(*ascii, file);
  if (result) return std::move(result).table();
  const toml::parse_error& error = result.error();
  return tl::unexpected{NotToml{static_cast<unsigned>(error.source().begin.line),
                                "not TOML: " + std::string{error.description()}}};
}

}  // namespace jadoube::toml_text
