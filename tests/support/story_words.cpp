#include "tests/support/story_words.hpp"

#include <algorithm>
#include <charconv>

namespace jadoube::support {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::size_t length_of_word(std::string_view rest) {
  if (rest.front() == '(' || rest.front() == ')') return 1;
  if (rest.front() == '[') return std::min(rest.find(']'), rest.size() - 1) + 1;
  return std::min(rest.find_first_of(" \t\r[()"), rest.size());
}

}  // namespace

void Words::begin_line(std::size_t line, std::string_view text) {
  line_ = line;
  words_.clear();
  next_ = 0;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(kBlanks, at)) != std::string_view::npos && text[at] != '#') {
    const std::string_view rest = text.substr(at);
    if (rest.front() == '"') {
      const auto content = rest.substr(1, std::min(rest.find('"', 1), rest.size()) - 1);
      words_.push_back({at + 1, content});
      at += std::min(content.size() + 2, rest.size());
    } else {
      words_.push_back({at + 1, rest.substr(0, length_of_word(rest))});
      at += words_.back().text.size();
    }
  }
}

bool Words::take_if(std::string_view text) {
  const bool is_it = more() && peek().text == text;
  if (is_it) ++next_;
  return is_it;
}

Word Words::take(std::string_view what) {
  if (!more()) {
    const Word end = words_.empty() ? Word{} : words_.back();
    fail({end.column + end.text.size(), {}}, std::string{what} + " is missing here");
    return {};
  }
  return words_[next_++];
}

std::string Words::take_rest() {
  std::string text;
  while (more() && !peek().text.starts_with('[')) {
    if (!text.empty()) text += ' ';
    text += take("text").text;
  }
  return text;
}

void Words::fail(const Word& where, std::string sentence) {
  if (!error_) error_ = StoryError{line_, where.column, std::move(sentence)};
}

std::optional<unsigned> number_from(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.size() > 9 || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<record::Time> seconds_from(std::string_view text) {
  const auto point = std::min(text.find('.'), text.size());
  const auto whole = number_from(text.substr(0, point));
  if (!whole) return std::nullopt;
  record::Time time = std::chrono::seconds{*whole};
  if (point == text.size()) return time;
  std::string_view digits = text.substr(point + 1);
  const auto fraction = number_from(digits);
  if (!fraction || digits.size() > 6) return std::nullopt;
  record::Time::rep microseconds = *fraction;
  for (auto i = digits.size(); i < 6; ++i) microseconds *= 10;
  return time + record::Time{microseconds};
}

std::optional<record::ClockTime> clock_time_from(std::string_view text) {
  std::chrono::minutes before{};
  for (int part = 0; part < 2; ++part) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) break;
    const auto number = number_from(text.substr(0, colon));
    if (!number) return std::nullopt;
    before = before * 60 + std::chrono::minutes{*number};
    text.remove_prefix(colon + 1);
  }
  const auto seconds = seconds_from(text);
  if (!seconds) return std::nullopt;
  return before + std::chrono::floor<record::ClockTime>(*seconds);
}

std::optional<chess::Side> side_from(std::string_view text) {
  if (text == "W") return chess::Side::white;
  if (text == "B") return chess::Side::black;
  return std::nullopt;
}

}  // namespace jadoube::support
