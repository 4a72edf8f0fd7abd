// A line of a story as words that know where they stand.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/scan.hpp"
#include "tests/support/story.hpp"

namespace jadoube::support {

struct Word {
  std::size_t column = 1;
  std::string_view text;
};

/// Takes the words of one line after another. They are parted by blanks. A pair of quotes makes one word of
/// what is between (the quotes are not part of it); "[…]" is a word of its own, with its brackets, and so are
/// "(" and ")". A "#" at the beginning of a word ends the line.
///
/// The first mistake is kept, and from then on there are no more words: a loop over them ends, and callers
/// need not look for a mistake after each word.
class Words {
 public:
  void begin_line(std::size_t line, std::string_view text);

  [[nodiscard]] bool more() const { return !error_ && next_ < words_.size(); }
  /// The next word; an empty one at the end of the line.
  [[nodiscard]] Word peek() const { return more() ? words_[next_] : Word{}; }
  /// Takes the next word if it is this one.
  bool take_if(std::string_view text);
  /// `what` is named if there is no word.
  Word take(std::string_view what);
  /// Takes a word that `read` makes something of.
  template <typename Read>
  auto take_as(Read read, std::string_view what) {
    const Word word = take(what);
    return as(word, word.text, read, what);
  }
  /// What `read` makes of `text`, a part of the word; its empty form after a complaint.
  template <typename Read>
  auto as(const Word& word, std::string_view text, Read read, std::string_view what) {
    auto value = read(text);
    if (!value) fail(word, '"' + std::string{text} + "\" is no " + std::string{what});
    return std::move(value).value_or(typename decltype(value)::value_type{});
  }
  /// The words up to a time or the end of the line, parted by single blanks.
  std::string take_rest();

  void fail(const Word& where, std::string sentence);
  [[nodiscard]] const std::optional<StoryError>& error() const { return error_; }

 private:
  std::size_t line_ = 1;
  std::vector<Word> words_;
  std::size_t next_ = 0;
  std::optional<StoryError> error_;
};

std::optional<unsigned> number_from(std::string_view text);
/// "1.25" → 1,250,000 µs. At most six digits behind the point and nine before it.
std::optional<record::Time> seconds_from(std::string_view text);
/// "1:02:10", "9:59", "0:07.250", "42": hours, minutes, seconds.
std::optional<record::ClockTime> clock_time_from(std::string_view text);
/// "W", "B".
std::optional<chess::Side> side_from(std::string_view text);

}  // namespace jadoube::support
