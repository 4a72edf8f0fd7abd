#include "record/utc.hpp"

#include <array>
#include <charconv>
#include <cstdio>

namespace jadoube::record {

namespace {

using namespace std::chrono;

/// The number that the text begins with, of exactly `digits` digits; they are taken off.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  int number = 0;
  if (text.size() < digits) return std::nullopt;
  for (const char letter : text.substr(0, digits))
    if (letter < '0' || letter > '9') return std::nullopt;
  std::from_chars(text.data(), text.data() + digits, number);
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, std::string_view letters) {
  if (text.empty() || letters.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

/// ".123" at the front, if it is there; what is finer than milliseconds is cut off. Nothing if no digit
/// follows the point.
std::optional<milliseconds> take_fraction(std::string_view& text) {
  milliseconds fraction{0};
  if (!take(text, ".")) return fraction;
  int place = 100;
  std::size_t digits = 0;
  for (; auto digit = take_number(text, 1); place /= 10, ++digits) fraction += milliseconds{*digit * place};
  if (digits == 0) return std::nullopt;
  return fraction;
}

/// "Z" or "+02:00": how far local time is ahead of UTC.
std::optional<minutes> take_offset(std::string_view& text) {
  if (take(text, "Zz")) return minutes{0};
  const int sign = text.starts_with('-') ? -1 : 1;
  if (!take(text, "+-")) return std::nullopt;
  const auto hours_off = take_number(text, 2);
  if (!hours_off || !take(text, ":")) return std::nullopt;
  const auto minutes_off = take_number(text, 2);
  if (!minutes_off) return std::nullopt;
  return minutes{sign * (*hours_off * 60 + *minutes_off)};
}

}  // namespace

std::string utc_text(WallTime time) {
  const auto day = floor<days>(time);
  const year_month_day date{day};
  const hh_mm_ss clock{time - day};
  std::array<char, 40> text{};
  const int length = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return {text.data(), static_cast<std::size_t>(length)};
}

std::optional<WallTime> utc_from_text(std::string_view text) {
  const auto year = take_number(text, 4);
  if (!year || !take(text, "-")) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take(text, "-")) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day || !take(text, "Tt ")) return std::nullopt;
  const auto hour = take_number(text, 2);
  if (!hour || !take(text, ":")) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || !take(text, ":")) return std::nullopt;
  const auto second = take_number(text, 2);
  if (!second) return std::nullopt;
  const auto fraction = take_fraction(text);
  if (!fraction) return std::nullopt;
  const auto offset = take_offset(text);
  if (!offset) return std::nullopt;
  const year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                            std::chrono::day{static_cast<unsigned>(*day)}};
  if (!text.empty() || !date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  return sys_days{date} + hours{*hour} + minutes{*minute} + seconds{*second} + *fraction - *offset;
}

WallTime utc_now() {
  return floor<milliseconds>(system_clock::now());
}

std::string utc_for_file_name(std::string_view utc) {
  std::string text;
  for (const char letter : utc.substr(0, 19))
    if (letter != '-' && letter != ':') text += letter;
  return text + 'Z';
}

}  // namespace jadoube::record
