// PGN text, one character at a time, into words, comments and tags. Knows nothing of chess.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jadoube::chess::pgn {

/// Both counted from 1; columns in characters.
struct Place {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// What the lexer has found, in the order of the text.
class Events {
 public:
  Events() = default;
  Events(const Events&) = delete;
  Events(Events&&) = delete;
  Events& operator=(const Events&) = delete;
  Events& operator=(Events&&) = delete;
  virtual ~Events() = default;

  /// A name and the quote after it have been read: this certainly is a tag.
  virtual void tag_begins(Place place, std::string_view name) = 0;
  virtual void tag(Place place, std::string_view name, std::string_view value) = 0;
  /// Anything between white space and punctuation: move, move number, glyph, result. Never empty. `cut` if it
  /// was longer than kLongestWord.
  virtual void word(Place place, std::string_view text, bool cut) = 0;
  /// A comment of either form, white space collapsed, without "}". At most kLongestComment bytes of it.
  virtual void comment(std::string_view text) = 0;
  virtual void variation_opens(Place place) = 0;
  virtual void variation_closes(Place place) = 0;
  virtual void complaint(Place place, std::string message) = 0;
};

inline constexpr std::size_t kLongestWord = 64;          // bytes
inline constexpr std::size_t kLongestComment = 2 << 20;  // bytes

/// Memory is bounded whatever it is fed. `mode_` says what has been seen so far; every mode answers the end
/// of the line and, through finish(), the end of the text.
class Lexer {
 public:
  /// `events` must outlive the lexer.
  explicit Lexer(Events& events) : events_{events} {}

  void feed(std::string_view piece);
  void finish();

 private:
  enum class Mode : std::uint8_t {
    free,           // between words
    word,           // inside one
    escaped_line,   // "%" in the first column: the rest of the line is not for us
    line_comment,   // ";": up to the end of the line
    brace_comment,  // "{"
    tag_name,       // "[" and perhaps some of the name
    tag_gap,        // name read, value not begun
    tag_value,      // inside the quotes
    tag_backslash,  // after a backslash inside the quotes
    tag_end,        // after the quotes
    bracket,        // "[" that began no tag: up to "]" or the end of the line
  };

  void take(char c);
  void take_free(char c);
  void take_tag_name(char c);
  void take_tag_value(char c);
  void take_tag_end(char c);
  void take_brace_comment(char c);
  void begin_comment(Mode mode);
  void add_to_comment(char c);
  void end_comment();
  void begin_value();
  void add_to_value(char c);
  void end_tag();

  Events& events_;
  Mode mode_ = Mode::free;
  Place here_;
  Place opened_;  // where what we are in began
  std::size_t mark_seen_ = 0;
  bool after_cr_ = false;

  std::string word_;
  bool word_cut_ = false;
  std::string comment_;
  bool comment_cut_ = false;
  bool blank_before_ = false;
  std::size_t next_game_seen_ = 0;  // characters of kNextGame since the line began
  std::string tag_name_;
  std::string tag_value_;
  std::string tag_tail_;  // what followed a quote that may not be the last
};

}  // namespace jadoube::chess::pgn
