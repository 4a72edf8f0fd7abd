#include "chess/pgn_text.hpp"

#include <algorithm>
#include <array>

#include "chess/ascii.hpp"
#include "chess/setup.hpp"

namespace jadoube::chess::pgn {

namespace {

using std::chrono::milliseconds;

/// Bytes of the UTF-8 character at the front, 0 if there is no well-formed one.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (starts_character(text[i])) return 0;
  }
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
      (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F))
    return 0;
  return length;
}

/// Digits at the front, at most `most` of them; nothing if there is none or too many.
std::optional<std::int64_t> take_number(std::string_view& text, std::size_t most) {
  std::int64_t value = 0;
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) {
    if (digits == most) return std::nullopt;
    value = 10 * value + (text[digits] - '0');
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return value;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// "clk 0:01:02" without its brackets, into whichever time it names; false if it stays text.
bool take_time(std::string_view command, Ply& ply) {
  auto* time = take_prefix(command, "clk ")   ? &ply.clock
               : take_prefix(command, "emt ") ? &ply.elapsed
                                              : nullptr;
  if (time == nullptr || *time) return false;
  *time = clock_from_text(trimmed(command));
  return time->has_value();
}

void add_text(std::string& comment, const std::string& kept) {
  const std::string text = collapse(kept);
  if (text.empty()) return;
  if (!comment.empty()) comment += ' ';
  comment += text;
}

/// A command that never ends must not run into the text that is joined to it later.
std::string without_open_commands(std::string_view text) {
  std::string spaced;
  for (std::size_t i = 0; i < text.size(); ++i) {
    spaced += text[i];
    if (text.substr(i).starts_with("[%")) spaced += ' ';
  }
  return spaced;
}

/// `take(command)` says whether a command was understood and is no longer text.
template <typename Take>
void split_comment(std::string_view& text, std::string& comment, Take take) {
  std::string kept;
  while (!text.empty()) {
    const auto open = text.find("[%");
    kept += text.substr(0, open);
    if (open == std::string_view::npos) {
      text = {};
      break;
    }
    text.remove_prefix(open);
    const auto close = text.find(']');
    if (close == std::string_view::npos) {
      kept += without_open_commands(text);
      text = {};
      break;
    }
    auto rest = text;
    if (take_illegal(rest)) break;
    if (take(text.substr(2, close - 2))) {
      kept += ' ';
    } else {
      kept += text.substr(0, close + 1);
    }
    text.remove_prefix(close + 1);
  }
  add_text(comment, kept);
}

}  // namespace

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string to_utf8(std::string_view text) {
  const bool ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) return std::string{text};
  for (auto rest = text;;) {
    if (rest.empty()) return std::string{text};
    const std::size_t length = utf8_length(rest);
    if (length == 0) break;
    rest.remove_prefix(length);
  }
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xC0U | byte >> 6U);
      utf8 += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return utf8;
}

void truncate(std::string& text, std::size_t limit) {
  if (text.size() <= limit) return;
  while (limit > 0 && !starts_character(text[limit])) --limit;
  text.resize(limit);
}

std::string collapse(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (const char c : text) {
    if (!is_blank(c)) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::optional<milliseconds> clock_from_text(std::string_view text) {
  std::int64_t seconds = 0;
  for (int field = 0;; ++field) {
    const auto value = take_number(text, field == 0 ? 5 : 2);
    if (!value) return std::nullopt;
    seconds = 60 * seconds + *value;
    if (field == 2 || !take_prefix(text, ":")) break;
  }
  std::int64_t thousandths = 0;
  if (take_prefix(text, ".") || take_prefix(text, ",")) {
    if (text.empty()) return std::nullopt;
    std::int64_t unit = 100;
    for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1), unit /= 10)
      thousandths += unit * (text.front() - '0');
  }
  if (!text.empty()) return std::nullopt;
  return milliseconds{1000 * seconds + thousandths};
}

std::string clock_to_text(milliseconds time) {
  const auto total = time.count() / 1000;
  const auto two = [](std::int64_t n) {
    return std::string{static_cast<char>('0' + n / 10), static_cast<char>('0' + n % 10)};
  };
  std::string text = std::to_string(total / 3600) + ':' + two(total / 60 % 60) + ':' + two(total % 60);
  if (auto fraction = time.count() % 1000; fraction != 0) {
    text += '.';
    for (std::int64_t unit = 100; fraction != 0; fraction %= unit, unit /= 10)
      text += static_cast<char>('0' + fraction / unit);
  }
  return text;
}

std::string illegal_to_text(const IllegalMove& illegal) {
  return "[%illegal " + (illegal.transfer ? to_uci(*illegal.transfer) : "0000") + ' ' +
         to_fen(illegal.after) + ']';
}

std::optional<IllegalMove> take_illegal(std::string_view& text) {
  auto rest = text;
  const auto close = text.find(']');
  if (close == std::string_view::npos || !take_prefix(rest, "[%illegal ")) return std::nullopt;
  const auto command = trimmed(text.substr(text.size() - rest.size(), close - (text.size() - rest.size())));
  const auto blank = std::find_if(command.begin(), command.end(), is_blank);
  const auto word = command.substr(0, static_cast<std::size_t>(blank - command.begin()));
  IllegalMove illegal;
  if (word != "0000") {
    illegal.transfer = transfer_from_uci(word);
    if (!illegal.transfer) return std::nullopt;
  }
  const auto setup = setup_from_fen(collapse(command.substr(word.size())));
  if (!setup) return std::nullopt;
  illegal.after = *setup;
  text.remove_prefix(close + 1);
  return illegal;
}

void take_comment(std::string_view& text, Ply& ply) {
  split_comment(text, ply.comment, [&](std::string_view command) { return take_time(command, ply); });
}

void take_comment(std::string_view& text, std::string& comment) {
  split_comment(text, comment, [](std::string_view) { return false; });
}

}  // namespace jadoube::chess::pgn
