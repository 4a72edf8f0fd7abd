#include "chess/pgn_lexer.hpp"

#include <algorithm>

#include "chess/ascii.hpp"
#include "chess/pgn.hpp"
#include "chess/pgn_text.hpp"

namespace jadoube::chess::pgn {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
/// A comment that is never closed ends where the next game certainly begins: at a line that starts like this.
constexpr std::string_view kNextGame = "[Event \"";

bool is_name_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '+';
}
bool is_space(char c) {
  return c == ' ' || c == '\t';
}

bool ends_word(char c) {
  return is_blank(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == '[' || c == ']' || c == ';';
}

}  // namespace

void Lexer::feed(std::string_view piece) {
  for (char c : piece) {
    if (mark_seen_ < kByteOrderMark.size()) {
      if (c == kByteOrderMark[mark_seen_]) {
        ++mark_seen_;
        continue;
      }
      mark_seen_ = kByteOrderMark.size();
    }
    // CR LF, LF and a lone CR each end a line.
    const bool second_half = c == '\n' && after_cr_;
    after_cr_ = c == '\r';
    if (second_half) continue;
    if (after_cr_) c = '\n';
    take(c);
    if (c == '\n') {
      ++here_.line;
      here_.column = 1;
    } else if (starts_character(c)) {
      ++here_.column;
    }
  }
}

void Lexer::finish() {
  take('\n');
  if (mode_ != Mode::brace_comment) return;
  events_.complaint(opened_, "this comment is never closed");
  end_comment();
}

void Lexer::take(char c) {
  switch (mode_) {
    case Mode::free:
      return take_free(c);
    case Mode::word:
      if (!ends_word(c)) {
        if (word_.size() < kLongestWord) {
          word_ += c;
        } else {
          word_cut_ = true;
        }
        return;
      }
      mode_ = Mode::free;
      events_.word(opened_, word_, word_cut_);
      return take_free(c);
    case Mode::brace_comment:
      return take_brace_comment(c);
    case Mode::line_comment:
      if (c == '\n') return end_comment();
      return add_to_comment(c == '}' ? ')' : c);
    case Mode::escaped_line:
      if (c == '\n') mode_ = Mode::free;
      return;
    case Mode::bracket:
      if (c == ']' || c == '\n') mode_ = Mode::free;
      return;
    case Mode::tag_name:
    case Mode::tag_gap:
      return take_tag_name(c);
    case Mode::tag_value:
    case Mode::tag_backslash:
      return take_tag_value(c);
    case Mode::tag_end:
      return take_tag_end(c);
  }
}

void Lexer::take_free(char c) {
  if (is_blank(c)) return;
  if (c == '%' && here_.column == 1) {
    mode_ = Mode::escaped_line;
    return;
  }
  switch (c) {
    case '{':
      return begin_comment(Mode::brace_comment);
    case ';':
      return begin_comment(Mode::line_comment);
    case '(':
      return events_.variation_opens(here_);
    case ')':
      return events_.variation_closes(here_);
    case '}':
      return events_.complaint(here_, "this brace closes nothing");
    case ']':
      return events_.complaint(here_, "this bracket closes nothing");
    case '[':
      opened_ = here_;
      mode_ = Mode::tag_name;
      tag_name_.clear();
      return;
    default:
      opened_ = here_;
      mode_ = Mode::word;
      word_.assign(1, c);
      word_cut_ = false;
  }
}

// Comments.

void Lexer::begin_comment(Mode mode) {
  mode_ = mode;
  opened_ = here_;
  comment_.clear();
  comment_cut_ = false;
  blank_before_ = false;
  next_game_seen_ = kNextGame.size();
}

void Lexer::add_to_comment(char c) {
  if (is_blank(c)) {
    blank_before_ = !comment_.empty();
  } else if (comment_.size() + 2 > kLongestComment) {
    comment_cut_ = true;
  } else {
    if (blank_before_) comment_ += ' ';
    blank_before_ = false;
    comment_ += c;
  }
}

void Lexer::take_brace_comment(char c) {
  if (next_game_seen_ < kNextGame.size()) {
    if (c == kNextGame[next_game_seen_]) {
      if (++next_game_seen_ < kNextGame.size()) return;
      events_.complaint(opened_, "this comment is never closed and taken to end where the next game begins");
      end_comment();
      opened_ = {here_.line, 1};
      tag_name_ = "Event";
      return begin_value();
    }
    for (const char held_back : kNextGame.substr(0, next_game_seen_)) add_to_comment(held_back);
    next_game_seen_ = kNextGame.size();
  }
  if (c == '}') return end_comment();
  if (c == '\n') next_game_seen_ = 0;
  add_to_comment(c);
}

void Lexer::end_comment() {
  mode_ = Mode::free;
  if (comment_cut_) {
    // The cut may have gone through a character, and that must not make the whole text look like Latin-1.
    for (int i = 0; i < 3 && !starts_character(comment_.back()); ++i) comment_.pop_back();
    comment_.pop_back();
  }
  events_.comment(comment_);
}

// Tags.

void Lexer::take_tag_name(char c) {
  const bool named = !tag_name_.empty();
  if (mode_ == Mode::tag_name && is_name_character(c) && (is_letter(c) || named) &&
      tag_name_.size() < kPgnLongestTagName) {
    tag_name_ += c;
  } else if (c == '"' && named) {
    begin_value();
  } else if (is_space(c)) {
    if (named) mode_ = Mode::tag_gap;
  } else {
    events_.complaint(opened_, "this bracket begins no tag, which would be a name and a value in quotes");
    mode_ = Mode::bracket;
    take(c);
  }
}

void Lexer::begin_value() {
  mode_ = Mode::tag_value;
  tag_value_.clear();
  events_.tag_begins(opened_, tag_name_);
}

void Lexer::add_to_value(char c) {
  // A character more than is kept, so that the cut can go between two.
  if (tag_value_.size() < kPgnLongestTagValue + 4) tag_value_ += is_blank(c) ? ' ' : c;
}

void Lexer::take_tag_value(char c) {
  const bool escaped = mode_ == Mode::tag_backslash;
  mode_ = Mode::tag_value;
  if (escaped && c != '"' && c != '\\') add_to_value('\\');
  if (c == '\n') {
    events_.complaint(opened_, "the value of the tag " + tag_name_ + " has no closing quote");
    if (tag_value_.ends_with(']')) tag_value_.pop_back();
    end_tag();
  } else if (escaped || (c != '"' && c != '\\')) {
    add_to_value(c);
  } else if (c == '\\') {
    mode_ = Mode::tag_backslash;
  } else {
    mode_ = Mode::tag_end;
    tag_tail_ = c;
  }
}

void Lexer::take_tag_end(char c) {
  if (c == ']') {
    end_tag();
  } else if (c == '\n') {
    events_.complaint(opened_, "the tag " + tag_name_ + " has no closing bracket");
    end_tag();
  } else if (is_space(c)) {
    if (tag_tail_.size() < kPgnLongestTagValue) tag_tail_ += c;
  } else {
    // That quote was not the last, just one that should have had a backslash.
    for (const char tail : tag_tail_) add_to_value(tail);
    take_tag_value(c);
  }
}

void Lexer::end_tag() {
  mode_ = Mode::free;
  std::string value = to_utf8(tag_value_);
  truncate(value, kPgnLongestTagValue);
  events_.tag(opened_, tag_name_, value);
}

}  // namespace jadoube::chess::pgn
